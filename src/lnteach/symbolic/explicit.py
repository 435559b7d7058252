"""What every letter means when d is a number: the definitions, differentiated head-on.

Nothing here comes from the derivation. Each letter is written out in h_1 … h_d, and each
change is SymPy's derivative of that. It is the oracle that every step is held against.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, reduce
from operator import add, mul
from typing import Any

from sympy import (
    Add,
    HadamardProduct,
    Identity,
    Indexed,
    Integer,
    MatAdd,
    MatMul,
    Matrix,
    MatrixBase,
    MatrixExpr,
    MatrixSymbol,
    OneMatrix,
    Pow,
    Sum,
    Symbol,
    Trace,
    Transpose,
    ZeroMatrix,
    cancel,
    diff,
    expand,
    eye,
    ones,
    sqrt,
    symbols,
    together,
    zeros,
)
from sympy.matrices.expressions.matexpr import MatrixElement

from lnteach.symbolic import letters as x
from lnteach.symbolic.letters import Expr

Values = Mapping[str, Any]
"""A scalar's name to its value, a column's name to a sequence of d values."""


def evaluate(expr: Expr, values: Values, at: Mapping[Expr, int] | None = None) -> Expr:
    """Evaluate an indexed or a matrix formula for the explicit d that `values` holds.

    `at` places the free indices, counted from 0; a number written as an index counts from 1.
    """
    at = at or {}
    if isinstance(expr, Sum):
        body, *inner, (index, _, last) = expr.args
        body = Sum(body, *inner) if inner else body
        size = int(values[last.name])
        return Add(*(evaluate(body, values, {**at, index: n}) for n in range(size)))
    if isinstance(expr, Indexed):
        value = values[expr.base.label.name]
        for index in expr.indices:
            value = value[at[index] if index in at else int(index) - 1]
        return value
    if isinstance(expr, Symbol):
        return Integer(at[expr]) if expr in at else values[expr.name]
    if isinstance(expr, MatrixExpr | MatrixBase | MatrixElement | Trace):
        return matrix_value(expr, lambda part: evaluate(part, values, at), values)
    if not expr.args:
        return expr
    if isinstance(expr, Pow) and not expr.exp.is_integer:
        base = evaluate(expr.base, values, at)
        return (together(cancel(base)) if base.free_symbols else base) ** expr.exp
    return expr.func(*(evaluate(arg, values, at) for arg in expr.args))


def matrix_value(expr: Expr, value: Callable[[Expr], Expr], values: Values) -> Expr:
    """Evaluate one node of a matrix formula; `value` evaluates what is inside it."""
    if isinstance(expr, MatrixSymbol):
        return Matrix(values[expr.name])
    if isinstance(expr, Identity | OneMatrix | ZeroMatrix):
        size = [int(value(side)) for side in expr.shape]
        return eye(size[0]) if isinstance(expr, Identity) else (
            ones(*size) if isinstance(expr, OneMatrix) else zeros(*size)
        )  # fmt: skip
    if isinstance(expr, MatrixBase):
        return expr.applyfunc(value)
    if isinstance(expr, MatrixElement):
        return value(expr.parent)[int(expr.i), int(expr.j)]
    parts = [value(part) for part in expr.args]
    if isinstance(expr, MatAdd | MatMul):
        return reduce(add if isinstance(expr, MatAdd) else mul, parts)
    if isinstance(expr, HadamardProduct):
        return reduce(lambda p, q: p.multiply_elementwise(q), parts)
    if isinstance(expr, Transpose):
        return parts[0].T
    if isinstance(expr, Trace):
        return parts[0].trace()
    raise TypeError(f"no value for a {type(expr).__name__}")


def entries(expr: Expr, values: Values, d: int) -> tuple[Expr, ...]:
    """Evaluate a column's formula at i = 1 … d."""
    return tuple(evaluate(expr, values, {x.i: n}) for n in range(d))


def mean(values: Sequence[Expr]) -> Expr:
    """Average d explicit entries."""
    return Add(*values) / Integer(len(values))


def columns(names: str, d: int) -> list[tuple[Expr, ...]]:
    """Make d symbols for each name: h_1 … h_d and so on."""
    return [symbols(f"{name}_1:{d + 1}") for name in names.split()]


@lru_cache(maxsize=8)
def meaning(d: int) -> Values:
    """Give every letter of the derivation its meaning for an explicit d.

    ε is traded for s² − v, so that h, dh, γ, β, g_z and s are free and every value is a
    polynomial in them over a power of s: two values are equal exactly if their difference
    expands to 0. ε stands still on the line, so trading it early changes no derivative.
    """
    h, dh, gamma, beta, g_z = columns("h dh gamma beta g_z", d)
    line = [p + x.t * q for p, q in zip(h, dh, strict=True)]

    def variance(p: Sequence[Expr]) -> Expr:
        return expand(mean([(q - mean(p)) ** 2 for q in p]))

    def change(value: Expr) -> Expr:
        return expand(diff(value, x.t).subs(x.t, 0))

    eps = x.s**2 - variance(h)
    s = {place: sqrt(variance(place) + eps) for place in (h, tuple(line))}

    def u(top: Sequence[Expr], middle: Sequence[Expr], under: Sequence[Expr]) -> list[Expr]:
        """Read u at three places of h: the numerator, the mean, the denominator."""
        return [(p - mean(middle)) / s[tuple(under)] for p in top]

    def loss(u: Sequence[Expr]) -> Expr:
        return Add(*(q * (g * y + b) for q, g, y, b in zip(g_z, gamma, u, beta, strict=True)))

    found: dict[str, Any] = {"d": Integer(d), "h": h, "dh": dh, "eps": eps}
    found |= {"gamma": gamma, "beta": beta, "g_z": g_z, "s": s[h], "ds": change(s[tuple(line)])}
    found["mu"], found["dmu"] = mean(h), change(mean(line))
    found["v"], found["dv"] = variance(h), change(variance(line))
    found["c"] = tuple(p - mean(h) for p in h)
    found["dc"] = tuple(change(p - mean(line)) for p in line)
    found["u"] = u(h, h, h)
    found["z"] = [g * y + b for g, y, b in zip(gamma, found["u"], beta, strict=True)]
    places = {"": (line, line, line), "_direct": (line, h, h), "_mean": (h, line, h)}
    for route, place in {**places, "_variance": (h, h, line)}.items():
        found[f"du{route}"] = [change(y) for y in u(*place)]
        # L is linear in u, and dL in dh: its coefficients are the gradient along this route.
        dL = expand(loss(found[f"du{route}"]) - loss([0] * d))
        found[f"g_h{route}"] = [dL.xreplace({q: Integer(q == p) for q in dh}) for p in dh]
        found.setdefault("dL", dL)
    found["dz"] = [g * y for g, y in zip(gamma, found["du"], strict=True)]
    found["a"] = [diff(loss(columns("u", d)[0]), y) for y in columns("u", d)[0]]
    found["g_gamma"] = [diff(loss(found["u"]), q) for q in gamma]
    found["g_beta"] = [diff(loss(found["u"]), q) for q in beta]
    return found


def loosened(d: int, names: Sequence[str]) -> Values:
    """Forget what μ or c means, for steps that are true whatever they are.

    With 1ᵀc = 0 in force a wrong sign beside 1ᵀc would go unnoticed; with a free c it shows.
    """
    values = dict(meaning(d))
    if "mu" in names:
        values["mu"] = Symbol("mu")
        values["c"] = [p - values["mu"] for p in values["h"]]
    if "c" in names:
        (values["c"],) = columns("c", d)
    return values


def jacobian(d: int) -> Expr:
    """Differentiate u by h for an explicit number of features.

    Parameters
    ----------
    d
        The number of features, at least 1.

    Returns
    -------
    sympy.Matrix
        d × d, entry (i, j) = ∂u_i/∂h_j in the symbols h_1 … h_d and eps, straight from the
        definitions (lecture page 63); nothing is simplified.

    Examples
    --------
    >>> values = {"h_1": 1, "h_2": 2, "h_3": 3, "eps": "1/3"}
    >>> J = jacobian(3)
    >>> J.subs({x: values[x.name] for x in J.free_symbols})
    Matrix([
    [ 1/3, -1/3,    0],
    [-1/3,  2/3, -1/3],
    [   0, -1/3,  1/3]])
    """
    (h,) = columns("h", d)
    c = [p - mean(h) for p in h]
    s = sqrt(mean([p**2 for p in c]) + x.eps)
    return Matrix(d, d, lambda row, col: diff(c[row] / s, h[col]))
