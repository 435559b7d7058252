"""The same tree for other readers: JSON for the browser, SymPy for proofs."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from lnteach.formula.language import AXES
from lnteach.formula.tree import (
    Add,
    Call,
    Div,
    Expr,
    Mul,
    Name,
    Neg,
    Number,
    Pow,
    Sub,
    parts,
)

__all__ = ["from_json", "to_json", "to_sympy"]

_SIGNS = {Add: "+", Sub: "-", Mul: "*", Div: "/", Neg: "neg"}
_KINDS: dict[str, Any] = {sign: kind for kind, sign in _SIGNS.items()}


def to_json(tree: Expr) -> Any:
    """Return the tree as JSON: a text for a letter or number, else a list with the operation first.

    Examples
    --------
    >>> from lnteach.formula import read
    >>> to_json(read("(h - mu)^2/d"))
    ['/', ['^', ['-', 'h', 'mu'], '2'], 'd']
    """
    match tree:
        case Number(value):
            return str(value)
        case Name(name):
            return name
        case Pow(base, exponent):
            return ["^", to_json(base), str(exponent)]
        case Call(function, arguments):
            return [function, *map(to_json, arguments)]
        case _:
            return [_SIGNS[type(tree)], *map(to_json, parts(tree))]


def from_json(data: Any) -> Expr:
    """Read a tree that `to_json` wrote; `ValueError` if it is none.

    Examples
    --------
    >>> from_json(["*", "2", "u"])
    Mul(left=Number(value=Fraction(2, 1)), right=Name(id='u'))
    """
    if isinstance(data, str):
        if data[:1].isdigit():
            return Number(Fraction(data))
        if data in AXES or (len(data) == 1 and data.isupper()):
            return Name(data)
    elif isinstance(data, list) and data and isinstance(data[0], str):
        operation, *rest = data
        if operation == "^" and len(rest) == 2 and isinstance(rest[1], str):
            return Pow(from_json(rest[0]), Fraction(rest[1]))
        below = tuple(map(from_json, rest))
        if operation in _KINDS:
            if len(below) != (1 if operation == "neg" else 2):
                raise ValueError(f"`data` has {len(below)} parts under {operation!r}")
            return _KINDS[operation](*below)  # type: ignore[no-any-return]
        return Call(operation, below)
    raise ValueError(f"`data` holds {data!r}, which is no part of a formula")


def to_sympy(tree: Expr, d: int | None = None) -> Any:
    """Return the formula as a SymPy expression in the letters of `lnteach.symbolic`.

    Parameters
    ----------
    tree : Expr
        A formula of one sample.
    d : int, optional
        A number of features: then a column becomes a tuple of d expressions in ``h_1 … h_d`` and
        so on. By default d stays a symbol, columns carry the free index i, and sums run over j.

    Examples
    --------
    >>> from lnteach.formula import read
    >>> to_sympy(read("u*mean(a*u)"))
    u[i]*Sum(a[j]*u[j], (j, 1, d))/d
    >>> to_sympy(read("h - mean(h)"), d=2)
    (h_1/2 - h_2/2, -h_1/2 + h_2/2)
    """
    import sympy

    symbols: dict[str, Any] = {
        "d": sympy.Symbol("d", integer=True, positive=True),
        "eps": sympy.Symbol("eps", nonnegative=True),
        **{name: sympy.Symbol(name, positive=True) for name in ("s", "r")},
    }
    if d is not None:
        return _explicit(tree, d, symbols)
    free, *indices = sympy.symbols("i j k l", integer=True, positive=True)

    def total(x: Expr, index: Any, depth: int) -> Any:
        over = indices[depth]
        body = write(x, over, depth + 1)
        return sympy.Sum(body, (over, 1, symbols["d"])) if body != 0 else body

    def write(x: Expr, index: Any, depth: int) -> Any:
        match x:
            case Number(value):
                return sympy.Rational(value.numerator, value.denominator)
            case Name("ones"):
                return sympy.Integer(1)
            case Name(name):
                if "feature" in AXES.get(name, ()):
                    return sympy.IndexedBase(name)[index]
                return symbols.get(name, sympy.Symbol(name, real=True))
            case Neg(body):
                return -write(body, index, depth)
            case Add(left, right):
                return write(left, index, depth) + write(right, index, depth)
            case Sub(left, right):
                return write(left, index, depth) - write(right, index, depth)
            case Mul(left, right):
                return write(left, index, depth) * write(right, index, depth)
            case Div(left, right):
                return write(left, index, depth) / write(right, index, depth)
            case Pow(base, exponent):
                power = sympy.Rational(exponent.numerator, exponent.denominator)
                return write(base, index, depth) ** power
            case Call("sqrt", (body,)):
                return sympy.sqrt(write(body, index, depth))
            case Call("mean", (body,)):
                return total(body, index, depth) / symbols["d"]
            case Call("sum", (body,)):
                return total(body, index, depth)
            case Call("dot", (left, right)):
                return total(Mul(left, right), index, depth)
        return write(x.arguments[0], index, depth)  # sum_rows, mean_rows of one sample

    return write(tree, free, 0)


def _explicit(tree: Expr, d: int, symbols: dict[str, Any]) -> Any:
    """Evaluate with symbols for entries: the exact evaluator's own rules, over another ring."""
    import numpy as np
    import sympy

    from lnteach.formula.evaluate import Run, result

    values: dict[str, Any] = {}
    for name, runs in AXES.items():
        if "feature" in runs and name != "ones":
            values[name] = np.array(sympy.symbols(f"{name}_1:{d + 1}"), dtype=object)
        elif name not in ("d", "B", "ones"):
            values[name] = symbols.get(name, sympy.Symbol(name, real=True))

    def number(value: Any) -> Any:
        value = Fraction(value)
        return sympy.Rational(value.numerator, value.denominator)

    run = Run(values, {}, number, np.frompyfunc(sympy.sqrt, 1, 1))
    found = result(run.value(tree), tree, run, lambda x: np.asarray(x, dtype=object))
    if found.shape == ():
        return sympy.sympify(found.item())
    return tuple(sympy.expand(x) for x in found)
