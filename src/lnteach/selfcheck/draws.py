"""Making fresh numbers: every draw is exact, small, and right by construction where it can be.

A row with a rational s is not drawn and hoped for: its centred column comes from a list of whole
columns whose variance is a square, and ε completes it to another square. What a draw cannot promise
(that no two mistakes coincide) is screened afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from random import Random
from typing import Any, TypeVar

from lnteach.course import Exercise

__all__ = ["FAMILIES", "draw"]

T = TypeVar("T")
Column = tuple[int, ...]
Given = dict[str, Any]

_BOUND = {3: 9, 4: 8, 5: 6, 6: 4, 7: 3}


def draw(exercise: Exercise, random: Random) -> Given:
    """Draw numbers of the exercise's family, under the same letters as its first ones."""
    made = FAMILIES[exercise.family](exercise, random)
    return {name: _fractions(value) for name, value in made.items()}


@lru_cache
def _columns(d: int, centred: bool) -> Mapping[int, tuple[Column, ...]]:
    """List whole columns by the root of their mean square; centred ones sum to zero."""
    found: dict[int, list[Column]] = {}
    bound = _BOUND[d]
    squares = {d * k * k: k for k in range(2, bound + 1)}
    for column in combinations_with_replacement(range(-bound, bound + 1), d):
        k = squares.get(sum(x * x for x in column))
        varied = len({abs(x) for x in column}) > 1 and len({*column}) > 2
        if k and varied and (sum(column) == 0) == centred:
            found.setdefault(k, []).append(column)
    return {k: tuple(columns) for k, columns in found.items()}


def _epsilon(k: int) -> tuple[int, ...]:
    """List what completes k² to the square of another whole number."""
    return tuple(s * s - k * k for s in range(k + 1, k + 4))


def _row(exercise: Exercise, random: Random) -> Given:
    first, d = exercise.given, exercise.d
    columns = _columns(d, exercise.norm == "layer")
    k = _pick(sorted(columns), random)
    several = isinstance(first.get("h", (0,))[0], tuple)
    rows = len(first["h"]) if several else 1
    drawn = [_shuffled(_pick(columns[k], random), random) for _ in range(rows)]
    h = tuple(_shifted(column, exercise, random) for column in drawn)
    made: Given = {"h": h if several else h[0]}
    made["eps"] = _pick(_epsilon(k), random) if first["eps"] else 0
    if "gamma" in first:
        made["gamma"] = _numbers((-1, 1, 1, 2, 2, 3, 4), d, random)
    if "beta" in first:
        made["beta"] = _numbers((-3, -2, -1, 1, 2, 3, 4), d, random)
    if "g_z" in first:
        g = tuple(_numbers((-4, -3, -2, -1, 1, 2, 3, 5), d, random) for _ in range(rows))
        made["g_z"] = g if several else g[0]
    return made


def _uniform(exercise: Exercise, random: Random) -> Given:
    value = _pick((1, 2, 3, -1, -2), random)
    return _row(exercise, random) | {"g_z": (value,) * exercise.d}


def _along(exercise: Exercise, random: Random) -> Given:
    from lnteach.course.given import mistaken

    made = _row(exercise, random)
    return made | {"g_z": mistaken("truth", made, "u")}


def _upstream(exercise: Exercise, random: Random) -> Given:
    rows = len(exercise.given["g_z"])
    values = (-3, -2, -1, 0, 1, 2, 3, 4)
    return {"g_z": tuple(_numbers(values, exercise.d, random) for _ in range(rows))}


def _change(exercise: Exercise, random: Random) -> Given:
    made = _row(exercise, random)
    return made | {"dh": _numbers((-4, -3, -2, -1, 0, 1, 2, 3, 5), exercise.d, random)}


def _shift(exercise: Exercise, random: Random) -> Given:
    made = _row(exercise, random)
    h = made["h"]
    mean = Fraction(sum(h), len(h))
    kind = _pick(("common", "along", "free"), random)
    if kind == "common":
        dh: Any = (_pick((-3, -2, 2, 3, 5, 7), random),) * len(h)
    elif kind == "along":  # the row is stretched about its mean
        times = _pick((1, 2), random)
        dh = tuple(times * (x - mean) for x in h)
    else:
        dh = _numbers((-3, -2, -1, 0, 1, 2, 4), len(h), random)
    return made | {"dh": dh}


def _gamma(exercise: Exercise, random: Random) -> Given:
    made = _row(exercise, random)
    if random.random() < 0.4:
        made["gamma"] = (_pick((2, 3, 4, -1), random),) * exercise.d
    return made


def _shifted(column: Sequence[int], exercise: Exercise, random: Random) -> Column:
    if exercise.norm == "rms":
        return tuple(column)
    mean = _pick((-3, -2, -1, 1, 2, 3, 4, 5, 6), random)
    return tuple(mean + x for x in column)


def _numbers(values: Sequence[int], d: int, random: Random) -> Column:
    """Draw d numbers that are not all equal."""
    found = [_pick(values, random) for _ in range(d)]
    if len({*found}) == 1:
        found[0] = next(x for x in values if x != found[1])
    return tuple(found)


def _pick(options: Sequence[T], random: Random) -> T:
    """Pick by `Random.random` alone, which every Python version promises to keep."""
    return options[int(random.random() * len(options))]


def _shuffled(column: Column, random: Random) -> Column:
    return tuple(x for _, x in sorted((random.random(), x) for x in column))


def _fractions(value: Any) -> Any:
    return tuple(map(_fractions, value)) if isinstance(value, tuple) else Fraction(value)


FAMILIES: Mapping[str, Callable[[Exercise, Random], Given]] = {
    "row": _row,
    "uniform": _uniform,
    "along": _along,
    "upstream": _upstream,
    "change": _change,
    "shift": _shift,
    "gamma": _gamma,
}
