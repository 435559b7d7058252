"""What a fact or a reference may say: exact arithmetic on the letters of named cases.

``dot(probe.u, probe.g_h)`` is an expression; a name is ``case.letter``. For a letter one may also
write the id of a mistake: ``probe.gamma-outside`` is what that wrong formula gives on the case.
Nothing is evaluated as code: the text is parsed, and only what stands in this file has a meaning.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from lnteach.maths import latex_value

__all__ = ["NAME", "Cases", "Decimal", "evaluate", "exact", "latex", "rounded"]

Cases = Mapping[str, Mapping[str, Any]]

_SLUG = r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*"
NAME = re.compile(rf"({_SLUG})\.([A-Za-z_]+(?:-[a-z0-9]+)*)(?!\w)")
_LONGEST = 400


class Decimal(NamedTuple):
    """A number rounded to some significant digits, and how it is written."""

    value: Any
    text: str


def evaluate(written: str, cases: Cases) -> Any:
    """Compute an expression: a SymPy number, or a tuple of them for a column.

    Parameters
    ----------
    written : str
        Whole numbers, ``[columns]``, ``case.letter``, ``+ - * / **`` (entry by entry) and the
        functions sum, mean, dot, sqrt, abs, max, entry (counted from 1) and decimal (rounded to so
        many significant digits).
    cases : mapping
        The cases by name, as `compute` gives them.

    Raises
    ------
    ValueError
        If it is no such expression, or names a case or letter that is not there.

    Examples
    --------
    >>> evaluate("[-1, 0, 1/3]", {})
    (-1, 0, 1/3)
    >>> evaluate("dot(probe.u, probe.u) / 2", {"probe": {"u": (-1, 0, 1)}})
    1
    """
    names: list[str] = []

    def placeholder(match: re.Match[str]) -> str:
        names.append(match[0])
        return f"_{len(names) - 1}"

    source = NAME.sub(placeholder, written.strip())
    try:
        if len(written) > _LONGEST or re.search(
            r"\b_\d", written
        ):  # our placeholders are not typed
            raise ValueError
        tree = ast.parse(source, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise ValueError(f"{written!r} is not an expression such as `sum(case.g_h)`") from None
    try:
        return _Walk(written, names, cases).value(tree)
    except ZeroDivisionError:
        raise ValueError(f"{written!r} divides by zero") from None


def latex(value: Any) -> str:
    """Write a value for a text; a letter that is a text itself (``map``) stays as it is."""
    if isinstance(value, str):
        return value
    if isinstance(value, Decimal):
        return value.text
    if isinstance(value, tuple):
        return "(" + r",\,".join(latex(entry) for entry in value) + ")"
    return latex_value(value)


def look_up(name: str, cases: Cases) -> Any:
    """Find ``case.letter``, or compute ``case.mistake-id``."""
    case, _, letter = name.partition(".")
    if case not in cases:
        raise ValueError(f"{name!r}: there is no case {case!r}; the cases are {', '.join(cases)}")
    if letter in cases[case]:
        return cases[case][letter]
    return _mistaken(name, letter, cases[case])


def _mistaken(name: str, id: str, case: Mapping[str, Any]) -> Any:
    """Compute what a catalogued mistake gives on a case."""
    from lnteach import mistakes

    norm = case.get("norm", "layer")
    if id not in mistakes.ids(norm):
        letters = ", ".join(sorted(case))
        raise ValueError(
            f"{name!r}: case {name.partition('.')[0]!r} has no {id!r}; it has {letters}, "
            "and what each mistake of the catalogue gives"
        )
    if "g_z" not in case:
        raise ValueError(f"{name!r} needs `g_z` in the case")
    return exact(mistakes.get(id, norm).value(case))


def exact(value: Any) -> Any:
    """Turn numbers of `lnteach.formula` into SymPy's."""
    import sympy

    if isinstance(value, tuple):
        return tuple(map(exact, value))
    return sympy.sympify(value)


class _Walk:
    """One evaluation of a parsed expression."""

    def __init__(self, written: str, names: list[str], cases: Cases) -> None:
        self.written, self.names, self.cases = written, names, cases

    def value(self, node: ast.expr) -> Any:
        import sympy

        match node:
            case ast.Constant(value=int(number)) if not isinstance(number, bool):
                return sympy.Integer(number)
            case ast.Name(id=name) if name.startswith("_") and name[1:].isdecimal():
                return look_up(self.names[int(name[1:])], self.cases)
            case ast.List(elts=entries):
                return tuple(self.value(entry) for entry in entries)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return self.entries(lambda x: -x, self.value(operand))
            case ast.BinOp(left=left, op=ast.Pow(), right=ast.Constant(value=int(n))) if n <= 12:
                return self.entries(lambda x: x**n, self.value(left))
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATIONS:
                return self.entries(_OPERATIONS[type(op)], self.value(left), self.value(right))
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in _FUNCTIONS:
                takes, function = _FUNCTIONS[name]
                if len(args) != takes:
                    raise ValueError(f"{self.written!r}: `{name}` takes {takes}, got {len(args)}")
                try:
                    return function(*(self.value(each) for each in args))
                except TypeError:
                    raise ValueError(f"{self.written!r}: `{name}` cannot take this") from None
        raise ValueError(f"{self.written!r} is not an exact number such as 2, -1/3 or 2*sqrt(5)/5")

    def entries(self, operation: Callable[..., Any], *values: Any) -> Any:
        """Work entry by entry; a number stands for the column of that number."""
        if any(isinstance(each, str | Decimal) for each in values):
            raise ValueError(f"{self.written!r} calculates with a text or a rounded number")
        lengths = {len(each) for each in values if isinstance(each, tuple)}
        if not lengths:
            return _checked(operation(*values))
        if len(lengths) > 1:
            raise ValueError(f"{self.written!r} mixes columns of {sorted(lengths)} entries")
        (d,) = lengths
        columns = [each if isinstance(each, tuple) else (each,) * d for each in values]
        return tuple(_checked(operation(*row)) for row in zip(*columns, strict=True))


def _checked(number: Any) -> Any:
    if not number.is_finite:
        raise ZeroDivisionError
    return number


def _dot(x: tuple[Any, ...], y: tuple[Any, ...]) -> Any:
    return _sum(tuple(a * b for a, b in zip(x, y, strict=True)))


def _sum(x: tuple[Any, ...]) -> Any:
    import sympy

    return sympy.expand(sympy.Add(*x))


def _root(x: Any) -> Any:
    if isinstance(x, tuple):
        return tuple(map(_root, x))
    import sympy

    if x < 0:
        raise TypeError
    return sympy.sqrt(x)


def _entry(x: tuple[Any, ...], k: Any) -> Any:
    if not 1 <= k <= len(x):
        raise TypeError
    return x[int(k) - 1]


def rounded(x: Any, digits: Any) -> Any:
    """Round a number, or each entry of a column, to some significant digits."""
    if isinstance(x, tuple):
        return tuple(rounded(entry, digits) for entry in x)
    if not 1 <= digits <= 30:
        raise TypeError
    from decimal import Decimal as Digits

    import sympy

    written = f"{Digits(str(sympy.N(x, 60))):.{int(digits) - 1}e}"
    mantissa, _, power = written.partition("e")
    if -4 <= int(power) < 7:
        return Decimal(sympy.Rational(written), f"{Digits(written):f}")
    return Decimal(sympy.Rational(written), rf"{mantissa} \cdot 10^{{{int(power)}}}")


_OPERATIONS: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: lambda x, y: x + y,
    ast.Sub: lambda x, y: x - y,
    ast.Mult: lambda x, y: x * y,
    ast.Div: lambda x, y: x / y,
}
_FUNCTIONS: dict[str, tuple[int, Callable[..., Any]]] = {
    "sum": (1, _sum),
    "mean": (1, lambda x: _sum(x) / len(x)),
    "dot": (2, _dot),
    "sqrt": (1, _root),
    "abs": (1, lambda x: tuple(map(abs, x)) if isinstance(x, tuple) else abs(x)),
    "max": (1, max),
    "entry": (2, _entry),
    "decimal": (2, rounded),
}
