"""The widget "step-through": a derivation one step at a time, in exact numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from lnteach import core
from lnteach.arrays import Array
from lnteach.course.paths import Line, Path, paths
from lnteach.formula.surd import ExactNumber
from lnteach.widgets import step_cards, step_exact
from lnteach.widgets.explorer import Explorer, Given, judged
from lnteach.widgets.spec import Named

__all__ = ["StepThrough", "StepThroughResult"]


class StepThroughResult(NamedTuple):
    """What a state of the widget computes to.

    Attributes
    ----------
    path : Path
        The derivation that is stepped through.
    step : int
        The number of the step, counted from 0.
    values : dict of str to array
        What the core computes for each letter of the path.
    exact : dict of str to list
        The same in fractions and roots; empty if that cannot be.
    why : str
        Why it cannot be; empty if it can.
    """

    path: Path
    step: int
    values: dict[str, Array]
    exact: dict[str, list[ExactNumber]]
    why: str

    @property
    def line(self) -> Line:
        """The step that is shown."""
        return self.path.lines[self.step]


class StepThrough(Explorer):
    """Go through a derivation one step at a time, with your numbers in exact fractions.

    Chapter 8; the guide's examples, line by line.

    Parameters
    ----------
    preset : str, optional
        The preset to open with; the course's choice if not given.
    **state
        Any of the attributes below, on top of the preset.

    Attributes
    ----------
    h, gamma, beta, g_z, dh : list of float
        The features, scale and shift, the gradient arriving at z, and a change of the features.
    eps : float
        The constant under the root, at least 0.
    path : str
        The derivation: ``"forward"``, ``"differentials"``, ``"gradient"``, ``"parameters"`` or
        ``"rms"``.
    step : float
        The number of the step, from 1; a path that is shorter shows its last.

    Raises
    ------
    traitlets.TraitError
        A value that does not fit; the widget keeps its last good state.

    Examples
    --------
    >>> widget = StepThrough("lecture-probe", path="gradient", step=12)
    >>> widget.result.line.letter, [str(x) for x in widget.result.exact["g_h"]]
    ('g_h', ['4/3', '-1', '-1/3'])
    """

    id = "step-through"
    fields = ("h", "gamma", "beta", "g_z", "dh", "eps", "path", "step")
    h = Given()
    gamma = Given()
    beta = Given()
    g_z = Given()
    dh = Given()
    eps = Given()
    path = Given()
    step = Given()
    _valid = judged(*fields)

    @classmethod
    def data(cls) -> dict[str, Any]:
        """Give the paths: formulas, reasons, and what each step rests on."""
        return step_cards.data()

    @classmethod
    def compute(cls, state: Mapping[str, Any]) -> StepThroughResult:
        """Compute a state with the core, and exactly where its numbers allow that."""
        if state["step"] != int(state["step"]):
            raise ValueError(f"`step` is {state['step']:g}, but must be a whole number")
        path = paths()[state["path"]]
        computed = _by_core(state)
        letters = [*path.given, *(line.letter for line in path.lines)]
        exact, why = step_exact.run(path, state)
        step = min(int(state["step"]), len(path.lines)) - 1
        return StepThroughResult(path, step, {x: computed[x] for x in letters}, exact, why)

    @classmethod
    def shown(cls, result: StepThroughResult) -> dict[str, step_exact.Shown]:
        """Give the values of each letter as they are written."""
        columns = {line.letter: line.column for line in result.path.lines} | {"eps": False}
        return {
            letter: step_exact.shown(
                result.exact.get(letter),
                np.atleast_1d(x).tolist(),
                columns.get(letter, True),
                result.why,
            )
            for letter, x in result.values.items()
        }

    @classmethod
    def named(cls, state: Mapping[str, Any]) -> Named:
        """Name the vectors and the scalars as the browser half does."""
        result = cls.compute(state)
        d, line = len(state["h"]), result.line
        given = {name: np.asarray(state[name]) for name in ("h", "gamma", "beta", "g_z", "dh")}
        values = {f"of_{name}": x for name, x in result.values.items()}
        arrays = {**given, **{name: x for name, x in values.items() if np.ndim(x)}}
        now = np.atleast_1d(result.values[line.letter])
        arrays |= {"now": now, "value": np.broadcast_to(now, d)}
        arrays["direct"], arrays["large"] = _sizes(state)
        data = step_cards.data()
        place = f"Step {result.step + 1} of {len(result.path.lines)}"
        return Named(
            {name: np.asarray(x, dtype=np.float64).tolist() for name, x in arrays.items()},
            {"eps": float(state["eps"])}
            | {name: float(x) for name, x in values.items() if not np.ndim(x)},
            {
                "letter": data["symbols"][line.letter],
                "said": f"{place}: {data['lines'][line.id]['said']}",
            },
        )

    def picture(self, name: str, named: Named) -> str:
        """Draw the panels, and under them every step of the path as a list."""
        result = self.result
        values, d = self.shown(result), len(self.state["h"])
        items = "".join(
            f"<li>{step_cards.card(line, values, d, f'Step {k}, numbers put in')}</li>"
            for k, line in enumerate(result.path.lines, 1)
        )
        given = ", ".join(
            f"{step_cards.data()['symbols'][x]} = {step_cards.row(values[x])}"
            for x in result.path.given
        )
        return (
            f'<div>{super().picture(name, named)}</div><p class="ln-step-given">Given: {given}</p>'
            f'<ol class="ln-all-steps">{items}</ol>'
        )


def _by_core(state: Mapping[str, Any]) -> dict[str, Array]:
    """Compute the letters of all paths but RMSNorm's, or of RMSNorm's, with the core."""
    given = {
        name: np.asarray(state[name], dtype=np.float64)
        for name in ("h", "gamma", "beta", "g_z", "dh", "eps")
    }
    h, gamma, beta, g_z, dh, eps = given.values()
    a = g_z * gamma
    if state["path"] == "rms":
        z, kept = core.rms_norm_forward(h, gamma, float(eps))
        back = core.rms_norm_backward(g_z, kept)
        found = {"r": kept.r, "u": kept.u, "z": z, "q": (a * kept.u).mean(), **back._asdict()}
    else:
        z, saved = core.layer_norm_forward(h, gamma, beta, float(eps))
        gradients = core.layer_norm_backward(g_z, saved)
        change = core.differentials(h, dh, float(eps))
        terms = core.gradient_routes(a, saved)
        found = {
            "mu": saved.mu,
            "c": saved.c,
            "v": (saved.c**2).mean(),
            "s": saved.s,
            "u": saved.u,
            "z": z,
            **{name: x for name, x in change._asdict().items() if name != "routes"},
            "m": a.mean(),
            "q": (a * saved.u).mean(),
            **{f"g_h_{name}": x for name, x in terms._asdict().items()},
            **gradients._asdict(),
        }
        found["u_g_h"] = saved.u @ gradients.g_h
    return {**given, **found, "a": a, "sum_g_h": found["g_h"].sum()}


def _sizes(state: Mapping[str, Any]) -> tuple[Array, Array]:
    """Give what the differences of a path are small beside: direct terms, and products of sizes."""
    h, gamma, g_z, dh = (
        np.asarray(state[x], dtype=np.float64) for x in ("h", "gamma", "g_z", "dh")
    )
    s = float(core.layer_norm_forward(h, gamma, 0 * h, float(state["eps"]))[1].s)
    direct = np.abs(np.concatenate([g_z * gamma, dh, h])) / s
    products = [
        2 * np.abs(h).max() * np.abs(dh).max(),
        len(h) ** 1.5 * np.abs(g_z * gamma).max() * max(1.0, 1 / s),
    ]
    return direct, np.concatenate([products, direct])
