"""From what was typed to the bare list: plain signs, and nothing wrapped around the numbers.

``web/selfcheck/unwrapping.js`` does the same. A text is made plain once and then only looked at
between two places, so that a thousand brackets take no longer than a thousand signs.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from lnteach.selfcheck.tables import DATA

__all__ = ["CLOSE", "OPEN", "Char", "Text", "bare_entry", "clean", "plain", "unwrapped"]

OPEN: Final[str] = DATA["open"]
CLOSE: Final[str] = DATA["close"]
_SIGNS: Final[dict[str, str]] = {
    **dict.fromkeys(DATA["minus"], "-"),
    **dict.fromkeys(DATA["spaces"], " "),
    **dict.fromkeys(DATA["invisible"], ""),
    **dict.fromkeys(DATA["lines"], "\n"),
}
_FRACTIONS: Final[dict[str, str]] = DATA["fractions"]
_NAME, _CALL, _OPTION, _TRANSPOSE, _SCALAR = (
    re.compile(DATA[name]) for name in ("name", "call", "option", "transpose", "scalar")
)
_TWO = re.compile(r"[+-]?[0-9]+ *, *[0-9]+")
_TAIL = 12  # no transpose is longer


class Char(NamedTuple):
    """A plain sign, and where it was typed."""

    sign: str
    position: int


Text = list[Char]


def clean(text: str) -> Text:
    """Write every sign in the plain alphabet; each keeps the place where it was typed."""
    chars: Text = []
    for position, given in enumerate(text):
        sign = chr(ord(given) - 0xFEE0) if "\uff01" <= given <= "\uff5e" else given
        sign = _SIGNS.get(given, _SIGNS.get(sign, sign))
        if sign in _FRACTIONS and not (chars and chars[-1].sign in "0123456789"):
            sign = _FRACTIONS[sign]
        chars += [Char(one, position) for one in sign]
    return chars


def plain(chars: Text) -> str:
    """Return the signs alone."""
    return "".join(char.sign for char in chars)


def unwrapped(chars: Text) -> Text:
    """Take off ``g_h =``, ``np.array( )``, transposes, brackets around the whole, a last comma."""
    whole = plain(chars)
    name = _NAME.match(whole)
    start, end = _trimmed(whole, name.end() if name else 0, len(whole))
    partners = _partners(whole)
    while start < end:
        inner = _peeled(whole, start, end, partners)
        if inner is None:
            break
        start, end = _trimmed(whole, *inner)
    return chars[start:end]


def bare_entry(chars: Text) -> Text:
    """Take brackets and ``np.float64( )`` off one entry; write Fraction(4, 3) as 4/3."""
    whole = plain(chars)
    start, end = _trimmed(whole, 0, len(whole))
    partners = _partners(whole)
    while start < end:
        scalar = _SCALAR.match(whole[start:end])
        opening = start + (scalar.end() - 1 if scalar else 0)
        if partners.get(opening) != end - 1:
            break
        start, end = _trimmed(whole, opening + 1, end - 1)
        if scalar and _TWO.fullmatch(whole[start:end]):
            at = whole.index(",", start)
            chars = [*chars[:at], Char("/", chars[at].position), *chars[at + 1 :]]
    return chars[start:end]


def _trimmed(whole: str, start: int, end: int) -> tuple[int, int]:
    while start < end and whole[start] in " \t\n":
        start += 1
    while end > start and whole[end - 1] in " \t\n":
        end -= 1
    return start, end


def _partners(whole: str) -> dict[int, int]:
    """Find where each bracket closes."""
    opened, partners = list[int](), dict[int, int]()
    for at, sign in enumerate(whole):
        if sign in OPEN:
            opened.append(at)
        elif sign in CLOSE and opened:
            partners[opened.pop()] = at
    return partners


def _peeled(whole: str, start: int, end: int, partners: dict[int, int]) -> tuple[int, int] | None:
    """Take one thing off; None if there is nothing to take off."""
    last = whole[end - 1]
    if last == ")" and (call := _CALL.match(whole[start:end])):
        start, end = _trimmed(whole, start + call.end(), end - 1)
        while option := _OPTION.search(whole[start:end]):
            start, end = _trimmed(whole, start, start + option.start())
        return start, end
    tail = max(start, end - _TAIL)
    if transpose := _TRANSPOSE.search(whole[tail:end]):
        return start, tail + transpose.start()
    before = _trimmed(whole, start, end - 1)[1]
    if last in ",;" and (before == start or whole[before - 1] not in ",;"):
        return start, end - 1
    if partners.get(start) == end - 1:
        return start + 1, end - 1
    return None
