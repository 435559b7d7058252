"""Comparing an answer with the truth: on the vector's own scale, entry by entry.

A decimal fraction that the truth gives when it is rounded, or cut, to the digits typed is no wrong
answer, only too coarse: it is asked for again with more digits. ``web/selfcheck/comparing.js`` does
the same operations.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

__all__ = ["ATOL", "RTOL", "Comparison", "compare", "distance", "tolerance"]

RTOL: Final = 1e-3
"""Of the largest entry of the truth."""
ATOL: Final = 1e-9


@dataclass(frozen=True)
class Comparison:
    """The verdict on a vector, and the mark of each entry: ``right``, ``rounded`` or ``wrong``."""

    verdict: str
    marks: tuple[str, ...]


def tolerance(truth: Sequence[float]) -> float:
    """Return how far an entry may be from the truth.

    Examples
    --------
    >>> round(tolerance([4 / 3, -1, -1 / 3]), 6)
    0.001333
    """
    return ATOL + RTOL * max(abs(value) for value in truth)


def distance(one: Sequence[float], two: Sequence[float]) -> float:
    """Return the largest difference of two vectors, in units of the second's tolerance."""
    return max(abs(x - y) for x, y in zip(one, two, strict=True)) / tolerance(two)


def compare(values: Sequence[float], units: Sequence[float], truth: Sequence[float]) -> Comparison:
    """Compare an answer with the truth.

    Parameters
    ----------
    values, units : sequences of float
        The entries, and the unit of the last digit of each that is a decimal fraction (0 of the
        others), as `Reading` has them.
    truth : sequence of float
        As many right values.

    Raises
    ------
    ValueError
        The lengths differ.

    Examples
    --------
    >>> compare([1.33, -1, -0.3], [0.01, 0, 0.1], [4 / 3, -1, -1 / 3]).marks
    ('rounded', 'right', 'rounded')
    >>> compare([1.3333, -1, 1 / 3], [0.0001, 0, 0], [4 / 3, -1, -1 / 3]).verdict
    'wrong'
    """
    if not len(values) == len(units) == len(truth):
        raise ValueError(f"`values` has {len(values)} entries, but `truth` has {len(truth)}")
    within = tolerance(truth)
    marks = tuple(
        _mark(value, right, unit, within)
        for value, unit, right in zip(values, units, truth, strict=True)
    )
    worst = next((mark for mark in ("wrong", "rounded") if mark in marks), "right")
    return Comparison(worst, marks)


def _mark(value: float, right: float, unit: float, within: float) -> str:
    gap = abs(value - right)
    if gap <= within:
        return "right"
    rounded = 2 * gap <= unit * (1 + 1e-9)  # 0.67 for 2/3; the cut one is 0.66
    cut = gap < unit * (1 - 1e-9) and abs(value) < abs(right) and value * right >= 0
    return "rounded" if rounded or cut else "wrong"
