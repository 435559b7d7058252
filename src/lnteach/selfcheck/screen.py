"""Screening numbers: what an answer has to be able to tell apart is apart, with a certificate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

from lnteach.course import Exercise
from lnteach.course.given import Given, is_batch, mistaken
from lnteach.selfcheck.comparing import distance

__all__ = ["APART", "Certificate", "certify", "flat", "small"]

APART = 10.0
"""How far values have to be from one another, in tolerances of the comparison."""

_DENOMINATOR = 400
_SIZE = 60
_DEGENERATE = ("uniform", "along")


@dataclass(frozen=True)
class Certificate:
    """What was checked of one variant.

    Attributes
    ----------
    nearest : float
        The distance of the nearest mistake from the truth, in tolerances; infinite if no mistake
        has the shape of the truth.
    apart : float
        The same between the two nearest mistakes.
    which : str
        The id of the nearest mistake.
    distance : str
        The distance of that mistake, as a number: exact where it is rational.
    """

    nearest: float
    apart: float
    which: str
    distance: str

    @property
    def holds(self) -> bool:
        """Whether everything is ten tolerances apart."""
        return self.nearest >= APART and self.apart >= APART


def certify(truth: Any, wrong: Mapping[str, Any]) -> Certificate:
    """Measure how far the mistakes are from the truth and from each other.

    Examples
    --------
    >>> from fractions import Fraction
    >>> made = certify((Fraction(1), Fraction(2)), {"doubled": (Fraction(2), Fraction(4))})
    >>> round(made.nearest), made.distance, made.holds
    (1000, '2', True)
    """
    right = flat(truth)
    columns = {key: tuple(map(float, flat(value))) for key, value in wrong.items()}
    target = tuple(map(float, right))
    nearest, which, named = float("inf"), "", ""
    for key, values in columns.items():
        if len(values) == len(target) and (gap := distance(values, target)) < nearest:
            nearest, which = gap, key
    if which:
        gaps = [abs(x - y) for x, y in zip(flat(wrong[which]), right, strict=True)]
        widest = max(gaps, key=float)
        named = str(widest) if isinstance(widest, Fraction) else f"{float(widest):.6g}"
    apart = min(
        (
            min(distance(one, two), distance(two, one))
            for one, two in combinations(columns.values(), 2)
            if len(one) == len(two)
        ),
        default=float("inf"),
    )
    return Certificate(nearest, apart, which, named)


def small(exercise: Exercise, given: Given, truth: Any) -> bool:
    """Tell whether the numbers are small, and nothing in them vanishes by accident."""
    entries = flat(truth)
    if exercise.family in _DEGENERATE:
        return True
    fine = all(
        isinstance(x, Fraction) and x.denominator <= _DENOMINATOR and abs(x) <= _SIZE
        for x in entries
    )
    if not fine or not any(entries):
        return False
    if exercise.norm == "layer" and "h" in given and not is_batch(given):
        if mistaken("truth", given, "s") == 1:
            return False
        if "g_z" in given and 0 in (mistaken("truth", given, x) for x in ("m", "q")):
            return False
    if exercise.norm == "rms" and not is_batch(given):
        return bool(mistaken("truth", given, "q")) and sum(entries) != 0
    return True


def flat(value: Any) -> tuple[Any, ...]:
    """List the entries of a number, a column or rows.

    Examples
    --------
    >>> flat(((1, 2), (3, 4)))
    (1, 2, 3, 4)
    """
    if not isinstance(value, tuple):
        return (value,)
    return tuple(entry for part in value for entry in flat(part))
