"""What a fact claims: a relation between two expressions, decided exactly."""

from __future__ import annotations

import re
from typing import Any

from lnteach.course.expressions import Cases, Decimal, evaluate, rounded
from lnteach.maths import plain_value

__all__ = ["parts", "same", "verdict"]

_RELATION = re.compile(r"([^=!<>~]+)(==|!=|<=|>=|<|>|~)([^=!<>~]+)")
_ROUNDED = re.compile(r"-?\d+\.\d+(?:e-?\d{1,3})?")


def verdict(relation: str, cases: Cases) -> tuple[bool, str]:
    """Recompute one relation; if it is wrong, the second part says what its left side is.

    A relation has ``== != < <= > >=`` in its middle, or ``~``: the left side, rounded to as many
    digits as the decimal on the right has, is that decimal.

    Raises
    ------
    ValueError
        If it is not a relation, or names a case or letter that is not there.

    Examples
    --------
    >>> verdict("sum(probe.u) == 1", {"probe": {"u": (-1, 0, 1)}})
    (False, 'sum(probe.u) is 0')
    >>> verdict("sqrt(2) ~ 1.414", {})[0], verdict("sqrt(2) ~ 1.415", {})[0]
    (True, False)
    """
    left_side, sign, right_side = parts(relation)
    if sign == "~":
        left = evaluate(left_side, cases)
        holds = _rounds_to(left, right_side)
        return holds, "" if holds else f"{left_side} is {_plain(left)}"
    left, right = evaluate(left_side, cases), evaluate(right_side, cases)
    if sign in {"==", "!="}:
        holds = same(left, right) == (sign == "==")
    elif isinstance(_bare(left), tuple) or isinstance(_bare(right), tuple):
        raise ValueError(f"{relation!r} orders columns; only numbers have an order")
    else:
        gap = (_bare(left) - _bare(right)).simplify()
        holds = {"<": gap < 0, "<=": gap <= 0, ">": gap > 0, ">=": gap >= 0}[sign]
    return bool(holds), "" if holds else f"{left_side} is {_plain(left)}"


def _rounds_to(value: Any, written: str) -> bool:
    """Tell whether a number, rounded to the digits of a decimal, is that decimal."""
    if not _ROUNDED.fullmatch(written) or isinstance(value, tuple | str | Decimal):
        raise ValueError(f"`~` needs a number on its left and a decimal such as 2.5e-6, {written}")
    mantissa = written.partition("e")[0].replace(".", "").lstrip("-0")
    nearest: Decimal = rounded(value, len(mantissa) or 1)
    import sympy

    return bool(nearest.value == sympy.Rational(written))


def parts(relation: str) -> tuple[str, str, str]:
    """Split a relation into its left side, its sign and its right side."""
    found = _RELATION.fullmatch(relation)
    if found is None:
        raise ValueError(f"{relation!r} is not a relation such as `before.u == [-1, 0, 1]`")
    return found[1].strip(), found[2], found[3].strip()


def same(left: Any, right: Any) -> bool:
    """Tell whether two exact values are equal; a plain 0 stands for the zero vector too."""
    left, right = _bare(left), _bare(right)
    if isinstance(left, tuple) and isinstance(right, tuple):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, tuple) or isinstance(right, tuple):
        vector, number = (left, right) if isinstance(left, tuple) else (right, left)
        if number != 0:
            raise ValueError("compares a vector with a number; only 0 stands for a vector")
        return all(same(entry, 0) for entry in vector)
    return _is_zero(left - right)


def _is_zero(number: Any) -> bool:
    """Tell whether an exact number is 0: at once if it is made of square roots of rationals."""
    import sympy

    from lnteach.formula import FormulaError, exact_number

    try:
        return bool(exact_number("value", sympy.sympify(number)) == 0)
    except (FormulaError, TypeError):
        return bool(sympy.sympify(number).equals(0))


def _bare(value: Any) -> Any:
    if isinstance(value, Decimal):
        return value.value
    return tuple(map(_bare, value)) if isinstance(value, tuple) else value


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else plain_value(_bare(value))
