"""The key of one question: the truth, and everything that a wrong answer to it can be.

A key is made here once, in exact arithmetic. It is data: a bank keeps it as JSON, and the judge, in
Python and in the browser, only compares with what stands in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from lnteach.mistakes import truth as right_formulas
from lnteach.selfcheck.candidates import Candidate, candidates, value
from lnteach.selfcheck.comparing import ATOL, distance

__all__ = ["Check", "Key", "Wrong", "key"]

CLOSE = 1.0
"""Values nearer than this, in tolerances, cannot be told apart by an answer."""
ROWS = {"mu", "v", "s", "r", "m", "q"}
"""Letters with one number a row: their answer is a single number."""


@dataclass(frozen=True)
class Wrong:
    """One wrong value: the candidate that gives it, by its key, and its entries."""

    key: str
    kind: str
    ids: tuple[str, ...]
    title: str
    values: tuple[float, ...]


@dataclass(frozen=True)
class Check:
    """A property that the truth has and a wrong answer may lack: a weighted sum of the entries."""

    name: str
    weights: tuple[float, ...]
    value: float


@dataclass(frozen=True)
class Key:
    """All that judging an answer to one question needs.

    Attributes
    ----------
    ask, norm : str
        Which letter of which norm.
    truth : tuple of float
        The right entries; a batch's are read row by row.
    exact : tuple of str
        The same as exact numbers: ``4/3``, ``2/5*sqrt(5)``.
    wrong : tuple of Wrong
        In the order in which they are tried.
    shared : tuple of str
        Mistakes of the catalogue that give the truth on these numbers.
    ratios : tuple of (str, float)
        Factors that tell something, with their names.
    checks : tuple of Check
        Properties of the truth, the sum first.
    """

    ask: str
    norm: str
    truth: tuple[float, ...]
    exact: tuple[str, ...]
    wrong: tuple[Wrong, ...]
    shared: tuple[str, ...]
    ratios: tuple[tuple[str, float], ...]
    checks: tuple[Check, ...]

    @property
    def nearest(self) -> float:
        """How far the nearest mistake of the catalogue is, in tolerances; what a bank certifies."""
        size = len(self.truth)
        gaps = [
            distance(wrong.values, self.truth)
            for wrong in self.wrong
            if wrong.kind == "mistake" and len(wrong.values) == size
        ]
        return min(gaps, default=float("inf"))


def key(case: Mapping[str, Any], ask: str = "g_h", norm: str = "layer") -> Key:
    """Make the key of the question for one letter on one case.

    Parameters
    ----------
    case : mapping
        ``h``, ``eps`` and, where they matter, ``gamma``, ``beta``, ``g_z``, as exact numbers; h and
        g_z hold one row or several. Letters that are not there are ones (γ) and zeros.
    ask : str
        The letter that is asked for.
    norm : {"layer", "rms"}
        Which norm.

    Raises
    ------
    ValueError
        The norm has no such letter, or the case has not what it needs.

    Examples
    --------
    >>> probe = {"h": [1, 2, 3], "eps": "1/3", "gamma": [2, 1, 3], "g_z": [1, -2, -1]}
    >>> made = key(probe)
    >>> made.exact
    ('4/3', '-1', '-1/3')
    >>> made.shared
    ('only-first-term-divided', 'scale-forgotten', 'variance-for-deviation')
    """
    given = _complete(case)
    right = value(right_formulas(norm), given, ask)
    if right is None:
        raise ValueError(f"`case` has no exact {ask}: it divides by zero, or has a root of a root")
    truth = _floats(right)
    wrong: list[Wrong] = []
    shared = []
    known = {tuple(right)}
    for each in candidates(ask, norm):
        found = value(each.edited, given, ask)
        if found == right and each.kind == "mistake" and ask in _reached(each, ask):
            shared.append(each.key)
        if found is None or found in known:
            continue
        known.add(found)
        values = _floats(found)
        if not _told_apart(values, truth, wrong):
            continue
        wrong.append(Wrong(each.key, each.kind, each.ids, each.title, values))
    return Key(
        ask,
        norm,
        truth,
        tuple(str(entry) for entry in right),
        tuple(wrong),
        tuple(shared),
        _ratios(given, truth, ask, norm),
        _checks(given, right, ask, norm),
    )


def _complete(case: Mapping[str, Any]) -> dict[str, Any]:
    """Take the inputs of a case; the letters that it leaves out mean nothing: ones and zeros."""
    if "h" not in case or "eps" not in case:
        raise ValueError("`case` needs `h` and `eps`")
    rows = case["h"]
    several = isinstance(rows[0], Sequence) and not isinstance(rows[0], str)
    one = rows[0] if several else rows
    zeros = [[0] * len(one)] * len(rows) if several else [0] * len(one)
    neutral = {"gamma": [1] * len(one), "beta": [0] * len(one), "g_z": zeros}
    return {name: case.get(name, neutral.get(name)) for name in ("h", "eps", *neutral)}


def _floats(entries: Sequence[Any]) -> tuple[float, ...]:
    return tuple(float(entry) for entry in entries)


def _reached(candidate: Candidate, ask: str) -> tuple[str, ...]:
    """List what a mistake changes at all; on these numbers it may change nothing."""
    return candidate.edited.targets if ask in ("g_h", "g_gamma", "g_beta") else ()


def _told_apart(
    values: tuple[float, ...], truth: tuple[float, ...], wrong: Sequence[Wrong]
) -> bool:
    """Say whether an answer can be this one and neither right nor an earlier one."""
    if len(values) == len(truth) and distance(values, truth) <= CLOSE:
        return False
    return all(
        len(values) != len(each.values) or distance(values, each.values) > CLOSE for each in wrong
    )


def _ratios(
    given: Mapping[str, Any], truth: tuple[float, ...], ask: str, norm: str
) -> tuple[tuple[str, float], ...]:
    if max(map(abs, truth)) <= ATOL:
        return ()  # every multiple of nothing is right
    row = given["h"]
    several = isinstance(row[0], list | tuple)
    d = len(row[0]) if several else len(row)
    known = [("−1", -1.0), ("2", 2.0), ("1/2", 0.5), ("d", float(d)), ("1/d", 1 / d)]
    if not several and ask not in ROWS:
        letter = "s" if norm == "layer" else "r"
        found = value(right_formulas(norm), dict(given), letter)
        s = float(found[0]) if found else 1.0  # type: ignore[arg-type]
        known += [(letter, s), (f"1/{letter}", 1 / s)]
    if d > 1:
        known += [("√(d/(d − 1))", sqrt(d / (d - 1))), ("√((d − 1)/d)", sqrt((d - 1) / d))]
    kept: list[tuple[str, float]] = []
    for name, factor in known:
        if all(abs(factor - other) > 0.01 for other in (1.0, *(f for _, f in kept))):
            kept.append((name, factor))
    return tuple(kept)


def _checks(
    given: Mapping[str, Any], right: Sequence[Any], ask: str, norm: str
) -> tuple[Check, ...]:
    """List the properties that can be tested on an answer alone."""
    if isinstance(given["h"][0], list | tuple) or ask not in {"g_h", "u", "c"}:
        return ()
    found = [Check("sum", (1.0,) * len(right), float(sum(right)))] if norm == "layer" else []
    column = value(right_formulas(norm), dict(given), "u") if ask == "g_h" else None
    if column is not None:
        dot: Any = sum(x * y for x, y in zip(column, right, strict=True))
        found.append(Check("u-dot", _floats(column), float(dot)))
    return tuple(found)
