"""Judging a formula that a person typed: by its values on fixed probes, never by its looks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np

from lnteach.formula import (
    Expr,
    FormulaError,
    Name,
    definitions,
    evaluate,
    names,
    read,
)
from lnteach.mistakes import truth as right_formulas
from lnteach.selfcheck.candidates import candidates
from lnteach.selfcheck.judge import Judgement
from lnteach.selfcheck.keys import Wrong
from lnteach.selfcheck.reading import Reading
from lnteach.selfcheck.tables import MESSAGES
from lnteach.selfcheck.wording import TEXTS

__all__ = ["PROBES", "FormulaKey", "formula_key", "judge_formula"]

PROBES: Final[tuple[Mapping[str, Any], ...]] = (
    {
        "h": [-3.0, 1.0, 2.5, 7.0],
        "gamma": [2.0, -1.0, 0.5, 3.0],
        "beta": [1.0, 0.5, -2.0, 0.25],
        "g_z": [1.5, -2.0, 4.0, 1.0],
        "eps": 0.75,
    },
    {
        "h": [-7.0, 4.0, 10.0, 16.0, 22.0],
        "gamma": [3.0, 1.0, 4.0, 1.0, 2.0],
        "beta": [1.0, -1.0, 2.0, 0.0, 1.0],
        "g_z": [-5.0, 6.0, -2.0, -2.0, 2.0],
        "eps": 44.0,
    },
    {
        "h": [0.25, 3.0, -1.5, 2.0, 5.5, -4.0, 1.25],
        "gamma": [1.5, 0.5, -2.0, 1.25, 3.0, 0.75, -0.5],
        "beta": [0.5, 1.0, 0.0, -1.5, 2.0, 0.25, -1.0],
        "g_z": [2.0, -1.0, 0.5, 3.0, -2.5, 1.0, 4.0],
        "eps": 1.125,
    },
)
"""Rows of 4, 5 and 7 features on which the truth and every candidate differ; a test proves it."""
NEAR: Final = 1e-9


@dataclass(frozen=True)
class FormulaKey:
    """The truth and each candidate on each of `PROBES`."""

    ask: str
    norm: str
    truth: tuple[tuple[float, ...], ...]
    wrong: tuple[tuple[Wrong, tuple[tuple[float, ...], ...]], ...]


@cache
def formula_key(ask: str, norm: str = "layer") -> FormulaKey:
    """Compute what the right formula and each candidate give on the probes.

    Examples
    --------
    >>> [round(x, 4) for x in formula_key("u").truth[1]]
    [-1.3333, -0.4167, 0.0833, 0.5833, 1.0833]
    """
    right = _on_probes(Name(ask), right_formulas(norm).definitions)
    if right is None:
        raise ValueError(f"`ask` is {ask!r}, which has no value on the probes")
    seen, wrong = [right], []
    for each in candidates(ask, norm):
        values = _on_probes(Name(ask), each.edited.definitions)
        if values is None or any(_agree(values, other) for other in seen):
            continue
        seen.append(values)
        wrong.append((Wrong(each.key, each.kind, each.ids, each.title, values[0]), values))
    return FormulaKey(ask, norm, right, tuple(wrong))


def judge_formula(text: str, ask: str = "g_h", norm: str = "layer") -> Judgement:
    """Judge a formula in the course's letters.

    Parameters
    ----------
    text : str
        Such as ``(a - mean(a) - u*mean(a*u))/s``; see `lnteach.formula.read`.
    ask : str
        The letter it is a formula for; it must not stand in it.
    norm : {"layer", "rms"}
        Which norm gives the letters their meaning.

    Returns
    -------
    Judgement
        ``undecided`` if it has no finite value on a probe: that is not wrong.

    Examples
    --------
    >>> judge_formula("(a - mean(a) - u (u·a)/d)/s").kind
    'right'
    >>> judge_formula("gamma (g_z - mean(g_z) - u*mean(g_z*u))/s").wrong.title
    'γ taken out of the bracket'
    """
    if not text.strip():
        return Judgement("blank", reading=Reading("blank", message=MESSAGES["blank"]))
    try:
        tree = read(text)
    except FormulaError as error:
        reading = Reading("unreadable", message=str(error), position=error.position)
        return Judgement("unreadable", reading=reading)
    if refused := _refused(tree, ask, norm):
        return Judgement("unreadable", reading=Reading("unreadable", message=refused))
    values = _on_probes(tree, right_formulas(norm).definitions)
    if values is None:
        reading = Reading("undecided", message=TEXTS["undecided"])
        return Judgement("undecided", reading=reading)
    key = formula_key(ask, norm)
    if _agree(values, key.truth):
        return Judgement("right")
    for wrong, theirs in key.wrong:
        if _agree(values, theirs):
            return Judgement(wrong.kind, wrong=wrong)
    return Judgement("unknown")


def _refused(tree: Expr, ask: str, norm: str) -> str:
    """Say which letter may not be used; empty if all may."""
    known = {*definitions(norm), "h", "gamma", "beta", "g_z", "eps", "d", "ones"}
    for name in sorted(names(tree)):
        if name == ask or (ask == "g_h" and name.startswith("g_h")):
            return TEXTS["asked"].format(letter=name)
        if name not in known:
            return MESSAGES["unknown letter"].format(text=name)
    return ""


Values = tuple[tuple[float, ...], ...]


def _on_probes(tree: Expr, meanings: Mapping[str, Expr]) -> Values | None:
    """Evaluate on each probe; None if a value is not finite there."""
    found = []
    for probe in PROBES:
        given = {name: np.asarray(value) for name, value in probe.items()}
        d = len(probe["h"])
        with np.errstate(all="ignore"):
            try:
                value = np.asarray(evaluate(tree, given, meanings), dtype=float)
                full = np.broadcast_to(value.reshape(-1), (d,)) if value.size in (1, d) else None
            except (FormulaError, ValueError, ZeroDivisionError, OverflowError):
                return None
        if full is None or not np.isfinite(full).all():
            return None
        found.append(tuple(full.tolist()))
    return tuple(found)


def _agree(one: Values, two: Values) -> bool:
    return all(
        abs(x - y) <= NEAR * max(1.0, *map(abs, right))
        for left, right in zip(one, two, strict=True)
        for x, y in zip(left, right, strict=True)
    )
