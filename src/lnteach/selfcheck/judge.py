"""Judging an answer: right, or what it is instead, in the order of what says most.

Right; a named mistake; two at once; any other single edit; a factor that tells; the right numbers
in another order; a property that fails; and, honestly, that we cannot tell. The browser's
``selfcheck/judge.js`` does the same on the same keys.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from lnteach.selfcheck.comparing import compare, tolerance
from lnteach.selfcheck.entries import Entry
from lnteach.selfcheck.keys import Check, Key, Wrong
from lnteach.selfcheck.reading import Reading, read_vector

__all__ = ["Judgement", "judge"]

NOT_ATTEMPTS = ("blank", "unreadable", "length", "ambiguous", "rounded")
"""Kinds that are no wrong answer: the person is asked again."""


@dataclass(frozen=True)
class Judgement:
    """What an answer is.

    Attributes
    ----------
    kind : str
        ``right``, ``rounded``, ``mistake``, ``pair``, ``edit``, ``ratio``, ``order``, ``property``
        or ``unknown``; or why it could not be read: ``blank``, ``unreadable``, ``length``,
        ``ambiguous``.
    marks : tuple of str
        ``right``, ``rounded`` or ``wrong`` for each entry.
    wrong : Wrong or None
        What it is, if it has a name.
    detail : str
        The factor of a ratio, the order, the property.
    clue : tuple (str, float, float) or None
        What gives it away on these numbers: ``sum``, ``u-dot`` or ``entry N`` (counted from 1),
        what the answer has there, and what is right.
    reading : Reading or None
        How a typed answer was read.
    """

    kind: str
    marks: tuple[str, ...] = ()
    wrong: Wrong | None = None
    detail: str = ""
    clue: tuple[str, float, float] | None = None
    reading: Reading | None = None

    @property
    def attempt(self) -> bool:
        """Whether it counts as an attempt that failed."""
        return self.kind != "right" and self.kind not in NOT_ATTEMPTS


def judge(answer: str | Sequence[float], key: Key) -> Judgement:
    """Judge a numeric answer.

    Parameters
    ----------
    answer : str or sequence of numbers
        As a person typed it, or numbers.
    key : Key
        What `lnteach.selfcheck.key` made of the question.

    Examples
    --------
    >>> from lnteach.selfcheck import key
    >>> case = {"h": [4, 0, 4, 0], "eps": 0, "gamma": [1, "1/2", 2, 1], "g_z": [2, 0, "1/2", 1]}
    >>> judge("1, 0, 1/2, 1/2", key(case)).wrong.title
    'Mean and deviation taken for constants'
    >>> judge("0.25, -0.25, -0.25, 0.25", key(case)).kind
    'right'
    """
    if not isinstance(answer, str):
        values = tuple(float(x) for x in answer)
        return _judged(values, tuple(0.0 for _ in values), key, None)
    reading = read_vector(answer, len(key.truth))
    if reading.kind == "length":
        return _of_another_length(reading, key)
    if reading.kind != "read":
        return Judgement(reading.kind, reading=reading)
    return _judged(reading.values, _units(reading.entries), key, reading)


def _units(entries: Sequence[Entry]) -> tuple[float, ...]:
    return tuple(entry.unit for entry in entries)


def _of_another_length(reading: Reading, key: Key) -> Judgement:
    """Judge a vector of the wrong length: a mistake of shape has a name."""
    values, units = reading.values, _units(reading.entries)
    for wrong in key.wrong:
        fits = len(wrong.values) == len(values)
        if fits and compare(values, units, wrong.values).verdict == "right":
            return Judgement(wrong.kind, wrong=wrong, reading=reading)
    return Judgement("length", reading=reading)


def _judged(
    values: tuple[float, ...], units: tuple[float, ...], key: Key, reading: Reading | None
) -> Judgement:
    if len(values) != len(key.truth):
        raise ValueError(f"`answer` has {len(values)} entries, but {len(key.truth)} are needed")
    found = compare(values, units, key.truth)
    if found.verdict != "wrong":
        return Judgement(found.verdict, found.marks, reading=reading)
    named = _named(values, units, key)
    if named is not None:
        kind, wrong, detail = named.kind, named, ""
    else:
        kind, detail, wrong = *_unnamed(values, units, key), None
    return Judgement(kind, found.marks, wrong, detail, _clue(values, key), reading)


def _named(values: tuple[float, ...], units: tuple[float, ...], key: Key) -> Wrong | None:
    """Find the first that agrees; failing that, a named mistake that was rounded coarsely."""
    fitting = [wrong for wrong in key.wrong if len(wrong.values) == len(values)]
    for wrong in fitting:
        if compare(values, units, wrong.values).verdict == "right":
            return wrong
    for wrong in fitting:
        coarse = wrong.kind == "mistake" and compare(values, units, wrong.values)
        if coarse and coarse.verdict == "rounded":
            return wrong
    return None


def _unnamed(values: tuple[float, ...], units: tuple[float, ...], key: Key) -> tuple[str, str]:
    rules: tuple[Callable[..., str], ...] = (_ratio, _order, _property)
    for kind, rule in zip(("ratio", "order", "property"), rules, strict=True):
        if detail := rule(values, units, key):
            return kind, detail
    return "unknown", ""


def _ratio(values: tuple[float, ...], units: tuple[float, ...], key: Key) -> str:
    for name, factor in key.ratios:
        times = tuple(factor * right for right in key.truth)
        if compare(values, units, times).verdict == "right":
            return name
    return ""


def _order(values: tuple[float, ...], units: tuple[float, ...], key: Key) -> str:
    within = tolerance(key.truth)
    if max(key.truth) - min(key.truth) <= within:
        return ""
    if compare(values, units, key.truth[::-1]).verdict == "right":
        return "reversed"
    pairs = zip(sorted(values), sorted(key.truth), strict=True)
    return "permuted" if all(abs(x - y) <= within for x, y in pairs) else ""


def _property(values: tuple[float, ...], units: tuple[float, ...], key: Key) -> str:
    failing = _failing(values, key)
    return failing.name if failing else ""


def _failing(values: tuple[float, ...], key: Key) -> Check | None:
    within = tolerance(key.truth)
    for check in key.checks:
        size = sum(abs(weight) for weight in check.weights)
        if abs(_weighed(values, check) - check.value) > within * size:
            return check
    return None


def _weighed(values: tuple[float, ...], check: Check) -> float:
    return sum(weight * value for weight, value in zip(check.weights, values, strict=True))


def _clue(values: tuple[float, ...], key: Key) -> tuple[str, float, float]:
    """Say what gives an answer away: a property if one does, else its first wrong entry."""
    failing = _failing(values, key)
    if failing:
        return failing.name, _weighed(values, failing), failing.value
    within = tolerance(key.truth)
    at = next(i for i, right in enumerate(key.truth) if abs(values[i] - right) > within)
    return f"entry {at + 1}", values[at], key.truth[at]
