"""One entry of an answer: a number as a person writes it, exact where it can be."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from lnteach.formula import (
    Add,
    Call,
    Div,
    Expr,
    FormulaError,
    Mul,
    Name,
    Neg,
    Number,
    Pow,
    Sub,
    read,
    walk,
)
from lnteach.formula.scan import scan
from lnteach.selfcheck.tables import MESSAGES
from lnteach.selfcheck.unwrapping import Text, plain

__all__ = ["Entry", "Unreadable", "read_entry"]

_DECIMAL = re.compile(r"[+-]?[0-9]*\.([0-9]+)(?:[eE]([+-]?[0-9]+))?")

_LETTERS = re.compile(r"[A-Za-zα-ωΑ-Ω_]{1,20}")


@dataclass(frozen=True)
class Entry:
    """A number that was read.

    Attributes
    ----------
    value : float
        Its value; the browser computes the same.
    text : str
        How it was understood, to show: ``−1/3``.
    unit : float
        The unit of the last digit of a decimal fraction, which may have been rounded; 0 of a
        number that means itself.
    tree : Expr
        The number as a formula.
    """

    value: float
    text: str
    unit: float
    tree: Expr


class Unreadable(ValueError):
    """An answer that cannot be read: what is wrong, and where."""

    def __init__(self, code: str, position: int | None = None, **details: Any) -> None:
        self.position = position
        super().__init__(MESSAGES[code].format(**details) if code in MESSAGES else code)


def read_entry(chars: Text, place: int) -> Entry:
    """Read one number.

    Parameters
    ----------
    chars : list of Char
        The signs of such as ``-4/3``, ``2/√5``, ``7/(3 sqrt(2))`` or ``1e-3``.
    place : int
        Where the entry begins in what was typed.

    Raises
    ------
    Unreadable
        It is no number; a letter, a division by zero, the root of a negative number.

    Examples
    --------
    >>> from lnteach.selfcheck.unwrapping import clean
    >>> entry = read_entry(clean("0.33"), 0)
    >>> entry.value, entry.unit, entry.text
    (0.33, 0.01, '0.33')
    """
    text = plain(chars)
    typed = text.strip(" \t\n")
    if not typed:
        raise Unreadable("missing", place)
    try:
        tree = read(text)
    except FormulaError as error:
        at = error.position
        where = place if at is None else _place(chars, at)
        if error.code == "word":
            raise Unreadable("letter", where, text=_word(text[at:])) from None
        raise Unreadable("nested" if error.code == "comma" else str(error), where) from None
    if word := _letter(tree):
        seen = [x for x in scan(text) if x.kind in ("name", "function") and x.value != "sqrt"]
        if not seen:  # 1ᵀ, the row of ones
            raise Unreadable("letter", place, text=word)
        typed_word = _LETTERS.match(text, seen[0].position)
        word = typed_word[0] if typed_word else seen[0].text
        raise Unreadable("letter", _place(chars, seen[0].position), text=word)
    try:
        value = _double(tree)
    except _NotFinite as error:
        raise Unreadable(str(error), place) from None
    return Entry(value, _shown(typed), _unit(typed), tree)


def _place(chars: Text, at: int) -> int:
    return chars[at].position if at < len(chars) else chars[-1].position + 1


def _letter(tree: Expr) -> str:
    """Return a letter or function that is no number; empty if there is none."""
    for _, node in walk(tree):
        if isinstance(node, Name):
            return node.id
        if isinstance(node, Call) and node.function != "sqrt":
            return node.function
    return ""


def _word(text: str) -> str:
    found = re.match(r"[^ 0-9()\[\]{},;+*/-]{1,20}", text)
    return found[0] if found else text[:1]


def _unit(typed: str) -> float:
    found = _DECIMAL.fullmatch(typed)
    if not found:
        return 0.0
    return float(f"1e{int(found[2] or 0) - len(found[1])}")


def _shown(typed: str) -> str:
    """Echo the entry: what was typed, in our signs and without spaces."""
    return re.sub(r"[ \t\n]+", "", typed).lstrip("+").replace("-", "−").replace("*", "·")


class _NotFinite(ArithmeticError):
    pass


def _double(tree: Expr) -> float:
    """Evaluate in doubles, operation by operation, as the browser does."""
    match tree:
        case Number(value):
            found = _ratio(value)
        case Neg(body):
            found = -_double(body)
        case Add(left, right):
            found = _double(left) + _double(right)
        case Sub(left, right):
            found = _double(left) - _double(right)
        case Mul(left, right):
            found = _double(left) * _double(right)
        case Div(left, right):
            under = _double(right)
            if under == 0:
                raise _NotFinite("zero")
            found = _double(left) / under
        case Pow(base, exponent):
            found = _power(_double(base), exponent)
        case Call("sqrt", (body,)):
            found = _root(_double(body))
        case _:
            raise _NotFinite("large")
    if not math.isfinite(found):
        raise _NotFinite("large")
    return found


def _ratio(value: Fraction) -> float:
    try:
        return float(value)
    except OverflowError:
        raise _NotFinite("large") from None


def _root(value: float) -> float:
    if value < 0:
        raise _NotFinite("negative")
    return math.sqrt(value)


def _power(base: float, exponent: Fraction) -> float:
    if exponent < 0 and base == 0:
        raise _NotFinite("zero")
    if exponent.denominator == 2:
        base, exponent = _root(base), exponent * 2
    try:
        return float(base ** int(exponent))
    except OverflowError:
        raise _NotFinite("large") from None
