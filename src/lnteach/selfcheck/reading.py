"""Reading a vector as a person writes it: every usual notation, and a helpful word if it is none.

The steps are those of ``web/selfcheck/reading.js``; ``answers.json`` has the tables of both, and
tests/data/answer_cases.json holds the two together. From text to entries: clean the signs, take off
names, calls and brackets, find what separates, and leave each entry to `lnteach.formula`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, islice, pairwise
from typing import NamedTuple

from lnteach.selfcheck.entries import Entry, Unreadable, read_entry
from lnteach.selfcheck.tables import LIMITS, MESSAGES
from lnteach.selfcheck.unwrapping import (
    CLOSE,
    OPEN,
    Char,
    Text,
    bare_entry,
    clean,
    plain,
    unwrapped,
)

__all__ = ["Reading", "read_vector"]

_INTEGER = re.compile(r"[+-]? *[0-9]+")
_FRACTION_PART = re.compile(r"[0-9]+(?:[eE][+-]?[0-9]+)?")


@dataclass(frozen=True)
class Reading:
    """How an answer was read.

    Attributes
    ----------
    kind : str
        ``read``, or why not: ``blank``, ``unreadable``, ``length``, ``ambiguous``. None of these
        is a wrong answer.
    entries : tuple of Entry
        What was read; also where the length is wrong.
    message : str
        What is the matter, in words; empty if it was read.
    position : int or None
        The character at which it is unreadable, counted from 0.
    other : tuple of Entry
        The second reading of an ambiguous answer.
    """

    kind: str
    entries: tuple[Entry, ...] = ()
    message: str = ""
    position: int | None = None
    other: tuple[Entry, ...] = ()

    @property
    def values(self) -> tuple[float, ...]:
        """The entries as floats."""
        return tuple(entry.value for entry in self.entries)

    @property
    def text(self) -> str:
        """The reading, echoed in one line."""
        return _echo(self.entries)


def read_vector(text: str, d: int) -> Reading:
    """Read a vector of `d` numbers from what a person typed or pasted.

    Parameters
    ----------
    text : str
        ``[1, 2, 3]``, ``(…)``, ``{…}``, ``[[1],[2]]``, ``1;2``, ``1 2 3``, lines, tabs,
        ``np.array([...])``, ``tensor([...], dtype=…)``; entries such as ``4/3``, ``.5``, ``1e-3``,
        ``2/√5``, ``7/(3 sqrt(2))``; decimal comma where it can be told from a separator.
    d : int
        How many entries are needed.

    Returns
    -------
    Reading

    Examples
    --------
    >>> read_vector("[4/3, −1, -1/3]", 3).text
    '(4/3, −1, −1/3)'
    >>> read_vector("1,5; 2", 2).values
    (1.5, 2.0)
    >>> read_vector("1,23,4", 2).message
    'This can be read as (1.23, 4) or as (1, 23.4). Put a semicolon between the entries.'
    >>> read_vector("1 2", 3).message
    'There are 2 entries, but 3 are needed.'
    """
    try:
        return _read(text, d)
    except Unreadable as error:
        return Reading("unreadable", message=str(error), position=error.position)


class _Run(NamedTuple):
    """What stands between two entries: ``hard``, ``comma``, ``tight`` or ``space``."""

    kind: str
    start: int
    end: int


def _read(text: str, d: int) -> Reading:
    if len(text) > LIMITS["characters"]:
        raise Unreadable("characters", LIMITS["characters"], limit=LIMITS["characters"])
    chars = unwrapped(clean(text))
    if not chars:
        return Reading("blank", message=MESSAGES["blank"])
    runs = _separators(chars)
    found = list(islice(_fitting(runs, d), 2))
    if len(found) == 2:
        one, two = (_entries(chars, each) for each in found)
        message = MESSAGES["ambiguous"].format(first=_echo(one), second=_echo(two))
        return Reading("ambiguous", one, message, other=two)
    entries = _entries(chars, found[0] if found else _usual(runs))
    if len(entries) != d:
        return Reading("length", entries, _length(len(entries), d))
    return Reading("read", entries)


def _length(given: int, needed: int) -> str:
    there = f"is {given} entry" if given == 1 else f"are {given} entries"
    return MESSAGES["length"].format(
        given=there, needed=f"{needed} {'is' if needed == 1 else 'are'}"
    )


def _echo(entries: tuple[Entry, ...]) -> str:
    shown = ", ".join(entry.text for entry in entries)
    return shown if len(entries) == 1 else f"({shown})"


def _separators(chars: Text) -> list[_Run]:
    """List what separates entries, outside of all brackets."""
    runs, opened, at = list[_Run](), list[Char](), 0
    while at < len(chars):
        sign = chars[at].sign
        if sign in OPEN:
            opened.append(chars[at])
        elif sign in CLOSE:
            if not opened:
                raise Unreadable("bracket", chars[at].position, text=sign)
            opened.pop()
        if opened or sign not in " \t\n,;&":
            at += 1
            continue
        end = at
        while end < len(chars) and chars[end].sign in " \t\n,;&":
            end += 1
        if kind := _kind(chars, at, end, runs[-1].end if runs else 0):
            runs.append(_Run(kind, at, end))
        if len(runs) >= LIMITS["entries"]:
            raise Unreadable("entries", chars[at].position, limit=LIMITS["entries"])
        at = end
    if opened:
        raise Unreadable("bracket", opened[-1].position, text=opened[-1].sign)
    return runs


def _kind(chars: Text, start: int, end: int, entry: int) -> str:
    """Say what a run of separating signs is; empty if it stands beside an operator."""
    signs = plain(chars[start:end])
    if sum(signs.count(sign) for sign in ",;&") > 1 or (start == 0 and signs.strip(" \t\n")):
        raise Unreadable("missing", chars[end - 1 if start else 0].position)
    if "," not in signs and ";" not in signs and "&" not in signs:
        before, after = chars[start - 1].sign, plain(chars[end : end + 2])
        sign_of_its_own = after[0] in "+-" and len(after) > 1 and after[1] not in " \t\n"
        beside = before in "*/^·×÷⋅∗∕⁄√+-" or after[0] in "*/^·×÷⋅∗∕⁄)]}"
        if beside or (after[0] in "+-" and not sign_of_its_own):
            return ""
        return "hard" if "\n" in signs or "\t" in signs else "space"
    if signs != ",":
        return "comma" if "," in signs else "hard"
    left = plain(chars[entry:start])
    right = _FRACTION_PART.match(plain(chars[end : end + 40]))
    after = chars[end + right.end()].sign if right and end + right.end() < len(chars) else " "
    whole = _INTEGER.fullmatch(left) if len(left) < 40 else None
    return "tight" if right and whole and after in " \t\n,;&" else "comma"


Cut = list[tuple[_Run, bool]]


def _fitting(runs: list[_Run], d: int) -> Iterator[Cut]:
    """Yield the ways to cut into `d` entries, of the first rule under which there is one."""
    kinds = {run.kind for run in runs}
    glued = [run for run in runs if run.kind != "space"]
    marked = bool(kinds & {"hard", "comma"})  # then spaces stand inside entries, if that fits
    for order in (glued, runs) if marked else (runs, glued):
        tight = [run for run in order if run.kind == "tight"]
        needed = len(order) + 1 - d  # so many of the tight commas are decimal
        if not 0 <= needed <= len(tight) or _many(len(tight), needed):
            continue
        ways = (chosen for chosen in combinations(tight, needed) if _apart(order, chosen))
        if (first := next(ways, None)) is not None:
            yield _cut(order, first)
            yield from (_cut(order, chosen) for chosen in ways)
            return


def _many(commas: int, decimal: int) -> bool:
    return commas > LIMITS["commas"] and 0 < decimal < commas


def _apart(order: list[_Run], chosen: tuple[_Run, ...]) -> bool:
    """Say whether no number would get two decimal commas."""
    places = [order.index(run) for run in chosen]
    return all(b - a > 1 for a, b in pairwise(places))


def _cut(order: list[_Run], chosen: tuple[_Run, ...]) -> Cut:
    return [(run, run in chosen) for run in order]


def _usual(runs: list[_Run]) -> Cut:
    """Cut where a reader would who does not know how many entries are needed."""
    kinds = {run.kind for run in runs}
    order = [run for run in runs if run.kind != "space"] if kinds & {"hard", "comma"} else runs
    decimal = "hard" in kinds or ("space" in kinds and "comma" not in kinds)
    chosen = tuple(run for run in order if run.kind == "tight") if decimal else ()
    return _cut(order, chosen if _apart(order, chosen) else ())


def _entries(chars: Text, cut: Cut) -> tuple[Entry, ...]:
    entries, start = [], 0
    decimal: list[int] = []
    for run, is_decimal in [*cut, (_Run("end", len(chars), len(chars)), False)]:
        if is_decimal:
            decimal.append(run.start)
            continue
        piece = [
            Char(".", char.position) if at in decimal else char
            for at, char in enumerate(chars[start : run.start], start)
        ]
        place = piece[0].position if piece else chars[-1].position + 1
        entries.append(read_entry(bare_entry(piece), place))
        start = run.end
    return tuple(entries)
