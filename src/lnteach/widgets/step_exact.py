"""Exact values along a path: what a double stands for, and how fractions and roots are written.

The browser half (`web/exact.js`) has the same rules in whole numbers of any size; a test holds the
two together, letter by letter of what they write.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from lnteach.course.paths import Path
from lnteach.formula.evaluate import Run
from lnteach.formula.surd import ExactNumber, Surd, root
from lnteach.widgets.numbers import row_text

__all__ = ["ATOM", "POWER", "PRODUCT", "SUM", "Shown", "Token", "rational", "run", "shown"]

SUM, PRODUCT, POWER, ATOM = range(4)  # how tightly what is written binds

MAX_DENOMINATOR = 9999
MAX_DECIMAL = 12  # digits of a decimal that was surely typed as one
MAX_DIGITS = 12  # of a numerator, a denominator or a radicand that anyone would read
MAX_FEATURES = 12
MAX_COMMON = 10**12  # the common denominator of what is given


class Token(NamedTuple):
    """A number as MathML, as text, and how tightly it binds."""

    html: str
    text: str
    binds: int


class Shown(NamedTuple):
    """The values of a letter as they are written, and why they are not exact, if they are not.

    Attributes
    ----------
    tokens : tuple of Token
        One a feature, or one.
    column : bool
        Whether it is one a feature.
    why : str
        Empty if the values are exact; else ``"given"``, ``"many"`` or ``"long"``.
    """

    tokens: tuple[Token, ...]
    column: bool
    why: str

    def at(self, i: int) -> Token:
        """Return the number that stands at a feature."""
        return self.tokens[i if self.column else 0]


def rational(x: float) -> Fraction | None:
    """Return the fraction that somebody meant by a double, if there is a simple one.

    A whole number; a fraction with a denominator up to 9999; a decimal of up to 12 digits.

    Examples
    --------
    >>> rational(1 / 3), rational(-0.125), rational(1e-5)
    (Fraction(1, 3), Fraction(-1, 8), Fraction(1, 100000))
    >>> rational(2**0.5) is None
    True
    """
    if x == int(x) and abs(x) < 2**53:
        return Fraction(int(x))
    if abs(x) < 1000:
        near = Fraction(x).limit_denominator(MAX_DENOMINATOR)
        if near.numerator / near.denominator == x:
            return near
    digits = repr(x).lstrip("-").partition("e")[0].replace(".", "").strip("0")
    return Fraction(repr(x)) if len(digits) <= MAX_DECIMAL else None


def run(path: Path, given: Mapping[str, Any]) -> tuple[dict[str, list[ExactNumber]], str]:
    """Compute every line of a path exactly.

    Parameters
    ----------
    path : Path
        The lines, in order.
    given : mapping
        Numbers and lists of numbers, as floats.

    Returns
    -------
    values : dict
        Of each letter, given or computed, its entries; empty if there are no exact ones.
    why : str
        Why there are none; empty if there are.
    """
    d, common = len(given["h"]), 1
    if d > MAX_FEATURES:
        return {}, "many"
    known: dict[str, Any] = {}
    for letter in path.given:
        column = letter != "eps"
        entries = [rational(x) for x in (given[letter] if column else [given[letter]])]
        if None in entries:
            return {}, "given"
        common = math.lcm(common, *(x.denominator for x in entries if x is not None))
        known[letter] = np.array(entries, dtype=object) if column else entries[0]
    if common > MAX_COMMON:
        return {}, "long"
    for line in path.lines:
        machine = Run(known, {}, Fraction, np.frompyfunc(root, 1, 1))
        found = np.asarray(machine.value(line.tree), dtype=object)
        known[line.letter] = np.broadcast_to(found, d) if line.column else found.reshape(-1)[0]
    return {letter: list(np.atleast_1d(x)) for letter, x in known.items()}, ""


def shown(
    values: Sequence[ExactNumber] | None, floats: Sequence[float], column: bool, why: str
) -> Shown:
    """Write the values of a letter: exactly if there are exact ones that can be read."""
    if values is not None:
        tokens = [_token(x) for x in values]
        if None not in tokens:
            return Shown(tuple(token for token in tokens if token), column, "")
        why = "long"
    return Shown(tuple(map(_decimal, row_text(floats, MAX_FEATURES + 1))), column, why)


def _decimal(text: str) -> Token:
    bare = text.removeprefix("\u2212")
    if bare != text:
        return Token(f"<mo>\u2212</mo><mn>{bare}</mn>", text, SUM)
    return Token(f"<mn>{text}</mn>", text, PRODUCT if "\u00b7" in text else ATOM)


@cache
def _token(x: ExactNumber) -> Token | None:
    """Write an exact number; None if it is too long to be read."""
    terms = list(x.terms()) if isinstance(x, Surd) else [(1, Fraction(x))]
    html, text, binds = "", "", ATOM
    for place, (radicand, factor) in enumerate(terms):
        over, under = abs(factor.numerator), factor.denominator
        if any(len(str(n)) > MAX_DIGITS for n in (over, under, radicand)):
            return None
        plain = radicand == 1
        whole = f"<mn>{over}</mn>" if plain or over > 1 else ""
        above = whole + ("" if plain else f"<msqrt><mn>{radicand}</mn></msqrt>")
        said = ("" if not plain and over == 1 else str(over)) + ("" if plain else f"√{radicand}")
        if under > 1:
            above = f"<mfrac><mrow>{above}</mrow><mn>{under}</mn></mfrac>"
            said = f"{said}/{under}"
            binds = POWER
        elif not plain and over > 1:
            binds = PRODUCT
        if factor < 0 or place:
            binds = SUM
        sign = "\u2212" if factor < 0 else "+" if place else ""
        html += (f"<mo>{sign}</mo>" if sign else "") + above
        text += (f" {sign} " if place else sign) + said
    return Token(html, text, binds)
