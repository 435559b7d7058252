"""The widget "check-lab": a probe, its check, and what the check sees."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from lnteach import core, course, mistakes
from lnteach.arrays import Array
from lnteach.formula import read, to_json
from lnteach.widgets import catalogue
from lnteach.widgets.check_sweep import EPSILON, STEPS, Probe, spoiled, tested
from lnteach.widgets.check_table import CAUGHT, Judged, examine, judge, part
from lnteach.widgets.check_view import sweep_picture, tables
from lnteach.widgets.collect import U_DOT
from lnteach.widgets.explorer import Explorer, Given, judged
from lnteach.widgets.numbers import row_text
from lnteach.widgets.spec import Named, fill, read_spec

__all__ = ["CheckLab", "CheckLabResult"]

LARGEST = 1e12  # whose squares single precision still adds up
CONDITIONS = (
    "constant-h",
    "uniform-gamma",
    "zero-eps",
    "unit-s",
    "zero-mean-a",
    "zero-mean-au",
    "constant-u-squared",
)
OF_A_CONSTANT = {"zero-mean-au", "constant-u-squared"}  # the core reports such a row once


class CheckLabResult(NamedTuple):
    """What the core computes for a state of the widget.

    Attributes
    ----------
    probe : Probe
        The numbers that are probed, in double precision.
    saved : Saved
        What the forward pass saves there.
    g_h : array (d,)
        The right gradient.
    findings : tuple of Finding
        What a check at this probe cannot see.
    measured : dict of int to array
        Central differences with the step tau: of all features in 64 bits, and in 32 bits of those
        that the sweep moves (all, up to eight).
    error : dict of int to float
        The error with the step tau, as a part of the largest term.
    sweep : dict of int to list of float
        The same for each step of the sweep.
    values : dict of str to array (d,)
        What each mistake gives.
    table : dict of str to dict of str to Judged
        Each mistake by each check.
    hides : tuple of str
        The mistakes that give the right answer here.
    """

    probe: Probe
    saved: core.Saved
    g_h: Array
    findings: tuple[core.Finding, ...]
    measured: dict[int, Array]
    error: dict[int, float]
    sweep: dict[int, list[float]]
    values: dict[str, Array]
    table: dict[str, dict[str, Judged]]
    hides: tuple[str, ...]


class CheckLab(Explorer):
    """Probe a check: its step, its conditions, and every mistake against every way to look.

    Chapter 6; lecture page 71.

    Parameters
    ----------
    preset : str, optional
        The preset to open with; the course's choice if not given.
    **state
        Any of the attributes below, on top of the preset.

    Attributes
    ----------
    h, gamma, g_z : list of float
        The features, the scale, and the gradient arriving at z.
    eps, tau : float
        The constant under the root, at least 0, and the step of the central difference.
    spoil : str
        The condition that is broken before the probe is used: an id of a finding of
        `lnteach.core.probe_quality`, or ``"none"``.
    option, check : str
        The id of a mistake about g_h, and of a check, whose cell of the table is told.

    Raises
    ------
    traitlets.TraitError
        A value that does not fit; the widget keeps its last good state.

    Examples
    --------
    >>> lab = CheckLab("lecture-probe")
    >>> [finding.id for finding in lab.result.findings], len(lab.result.hides)
    (['unit-s'], 3)
    """

    id = "check-lab"
    fields = ("h", "gamma", "g_z", "eps", "tau", "spoil", "option", "check")
    h = Given()
    gamma = Given()
    g_z = Given()
    eps = Given()
    tau = Given()
    spoil = Given()
    option = Given()
    check = Given()
    _valid = judged(*fields)

    @classmethod
    def _config(cls, preset: str | None) -> dict[str, Any]:
        return {**super()._config(preset), "spec": read_spec(cls.id)}

    @classmethod
    def data(cls) -> dict[str, Any]:
        """Give the formulas of the mistakes, and what the chapter's table says of them."""
        ids, known = _options(), mistakes.blindness()
        options = catalogue.options(ids)
        words = ("blind", "caught", "undefined")
        return {
            "options": {
                id: {name: options[id][name] for name in ("lines", "formula")} for id in ids
            },
            "shared": [id for id in ids if mistakes.get(id, "layer").shared],
            "table": {
                id: [
                    words.index(known.cell(id, check).word) for check in read_spec(cls.id)["checks"]
                ]
                for id in ids
            },
            "u_dot": to_json(read(U_DOT)),
        }

    @classmethod
    def compute(cls, state: Mapping[str, Any]) -> CheckLabResult:
        """Compute a state with the core and the catalogue."""
        given = Probe.of(state)
        sizes = [float(np.max(np.abs(x))) for x in given[:3]]
        if max(*sizes, given.eps, state["tau"]) > LARGEST:
            raise ValueError("the laboratory takes numbers up to 1e12: single precision ends there")
        probe = spoiled(given, state["spoil"])
        at = examine(probe)
        ids, tau, moved = _options(), state["tau"], tested(len(probe.h))
        measured, errors, sweep = {}, {}, {}
        for bits, features in ((64, list(range(len(probe.h)))), (32, moved)):
            found, missed = at.measured(bits, features, [tau])
            measured[bits] = found[0]
            errors[bits] = part(_largest(missed[0][[features.index(j) for j in moved]]), at.scale)
            gaps = np.abs(at.measured(bits, moved, STEPS)[1]).max(-1)
            sweep[bits] = [part(float(gap), at.scale) for gap in gaps]
        checks = read_spec(cls.id)["checks"]
        values, rows = judge(at, tau, checks, ids)
        hides = tuple(
            id
            for id, value in zip(ids, values, strict=True)
            if part(_largest(value - at.g_h), max(_largest(value), at.scale)) <= 1e-9
        )
        return CheckLabResult(
            probe,
            at.saved,
            at.g_h,
            core.probe_quality(probe.h, probe.gamma, probe.eps, probe.g_z),
            measured,
            errors,
            sweep,
            dict(zip(ids, values, strict=True)),
            {id: dict(zip(checks, row, strict=True)) for id, row in zip(ids, rows, strict=True)},
            hides,
        )

    @classmethod
    def named(cls, state: Mapping[str, Any]) -> Named:
        """Name the vectors and the scalars as the browser half does."""
        found = cls.compute(state)
        probe, saved, at = found.probe, found.saved, examine(found.probe)
        s, value = float(saved.s), found.values[state["option"]]
        arrays = {
            **{name: np.asarray(state[name], dtype=np.float64) for name in ("h", "gamma", "g_z")},
            **{f"probe_{name}": getattr(probe, name) for name in ("h", "gamma", "g_z")},
            "u": saved.u,
            "a": at.a,
            "direct": at.direct,
            "g_h": found.g_h,
            "unit": np.ones(1),
            "value": value if np.all(np.isfinite(value)) else 0 * probe.h,
            **{f"measured_{bits}": x for bits, x in found.measured.items()},
            **{f"sweep_{bits}": np.asarray(x) for bits, x in found.sweep.items()},
        }
        ids = {finding.id for finding in found.findings}
        ids |= OF_A_CONSTANT if "constant-h" in ids else set()
        scalars = {
            "s": s,
            "tau": state["tau"],
            **{f"error_{bits}": error for bits, error in found.error.items()},
            **{f"best_{bits}": math.cbrt(EPSILON[bits]) * s for bits in EPSILON},
            **{f"lack_{k}": id in ids for k, id in enumerate(CONDITIONS, 1)},
            "hidden": len(found.hides),
            "unseen": found.table[state["option"]][state["check"]].code != CAUGHT,
        }
        return Named(
            {name: array.astype(float).tolist() for name, array in arrays.items()},
            {name: float(x) for name, x in scalars.items()},
            cls._words(state, found, at.a),
            tuple(cell.code for row in found.table.values() for cell in row.values()),
        )

    @classmethod
    def _words(cls, state: Mapping[str, Any], found: CheckLabResult, a: Array) -> dict[str, str]:
        """Give the numbers of the conditions and the verdict of the chosen cell, in words."""
        spec, option, check = read_spec(cls.id), state["option"], state["check"]
        saved, gamma = found.saved, found.probe.gamma
        u, s = saved.u, float(saved.s)
        numbers = [
            _largest(u),
            gamma.max() - gamma.min(),
            math.sqrt((saved.c**2).mean()) / s,
            s,
            a.mean(),
            (a * u).mean(),
            _largest(u * u - (u * u).mean()),
        ]
        fields = course.widget(cls.id).fields
        cell = found.table[option][check]
        whole = bool(np.all(np.isfinite(found.values[option])))
        known = cls.data()["table"][option][list(spec["checks"]).index(check)]
        what = spec["checks"][check]["what"]
        words = {
            **{f"number_{k}": _said(float(x)) for k, x in enumerate(numbers, 1)},
            "formula": catalogue.options([option])[option]["formula"],
            "check": _title(fields["check"], check),
            "option": _title(fields["option"], option),
            "gap": _put(what, x=_said(cell.gap)),
            "right": _put(what, x=_said(cell.right)),
            "limit": _said(cell.limit),
            "count": str(len(found.hides)),
            "hidden": "; ".join(_title(fields["option"], id) for id in found.hides),
            "table": _put(spec["said_of_table"], word=spec["table"][known]),
        }
        verdict = spec["verdicts"][3 if not whole else cell.code]
        return {**words, "cell": _put(verdict, **words)}

    def picture(self, name: str, named: Named) -> str:
        """Draw features and gradient, and under them the sweep."""
        sweep = sweep_picture(name, self.spec, named)
        return f"<div>{super().picture(name, named)}</div><div>{sweep}</div>"

    def below(self, named: Named) -> str:
        """Write every mistake against every check, and the sweep in numbers."""
        return tables(self.spec, self.state, named)


def _options() -> list[str]:
    return list(course.widget("check-lab").fields["option"]["options"])


def _title(field: Mapping[str, Any], id: str) -> str:
    return str(field["titles"][field["options"].index(id)])


def _largest(x: Array) -> float:
    with np.errstate(invalid="ignore"):
        return float(np.max(np.abs(x)))


def _put(text: str, **words: str) -> str:
    return fill(text, Named({}, {}, words))


def _said(x: float) -> str:
    return row_text([0.0 if abs(x) < 1e-13 else x])[0] if math.isfinite(x) else ""
