"""Columns as matrices of SymPy, and the moves a matrix derivation needs for a symbolic d.

SymPy multiplies and transposes d × d matrices without knowing d. It does not know that a row
times a column is a number, which may then be moved about: here such a product is written as a
trace, `dot`, and `collapse` reads it off a longer product.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Final

from sympy import (
    Add,
    Identity,
    Indexed,
    IndexedBase,
    KroneckerDelta,
    MatAdd,
    MatMul,
    MatPow,
    MatrixSymbol,
    Mul,
    OneMatrix,
    Trace,
    Transpose,
    ZeroMatrix,
    expand,
    together,
)

from lnteach.symbolic.letters import ORDER, Expr, d

ONE: Final = OneMatrix(d, 1)
Facts = Mapping[Expr, Expr]


def column(name: str) -> Expr:
    """Make the column of that letter, with d rows."""
    return MatrixSymbol(name, d, 1)


def square(name: str) -> Expr:
    """Make the d × d matrix of that letter."""
    return MatrixSymbol(name, d, d)


def dot(x: Expr, y: Expr) -> Expr:
    """Write xᵀy as a number: the trace of a 1 × 1 matrix, which SymPy can differentiate."""
    if x == y == ONE:
        return d
    x, y = sorted((x, y), key=_rank)
    return Trace(x.T * y)


def normal(expr: Expr) -> dict[tuple[Expr, ...], Expr]:
    """Multiply a matrix expression out: each product of columns and rows with its coefficient.

    The empty product stands for the identity. Two expressions with one normal form are equal
    for every d.
    """
    found: dict[tuple[Expr, ...], Expr] = defaultdict(lambda: 0)
    for coefficient, factors in _terms(expr):
        number, kept = _contract(factors)
        found[kept] += coefficient * number
    return {kept: value for kept, raw in found.items() if (value := expand(raw)) != 0}


def collapse(expr: Expr, facts: Facts | None = None) -> Expr:
    """Multiply out, read every row times a column as a number, and use what is known of those."""
    parts = []
    for factors, coefficient in normal(expr).items():
        value = together(expand(coefficient.subs(dict(facts or {}))))
        if value != 0:
            parts.append(value * _product(factors))
    return MatAdd(*parts).doit() if parts else ZeroMatrix(*expr.shape)


def identical(left: Expr, right: Expr, facts: Facts | None = None) -> bool:
    """Say whether two matrix expressions are one for every d, given some facts."""
    return not normal(collapse(left - right, facts))


def trace(expr: Expr) -> Expr:
    """Take the trace term by term: tr xyᵀ = yᵀx and tr I = d."""
    total = 0
    for factors, coefficient in normal(expr).items():
        left, right = factors or (ONE, ONE.T)
        total += coefficient * dot(right.T, left)
    return total


def entry(expr: Expr, row: Expr, col: Expr) -> Expr:
    """Read the entry of a d × d expression, in the indexed letters of the course."""
    total = 0
    for factors, coefficient in normal(expr).items():
        left, right = factors or (None, None)
        here = KroneckerDelta(row, col) if left is None else _at(left, row) * _at(right.T, col)
        total += coefficient * here
    return total


def _at(x: Expr, index: Expr) -> Expr:
    return 1 if x == ONE else Indexed(IndexedBase(x.name), index)


def _terms(expr: Expr) -> list[tuple[Expr, tuple[Expr, ...]]]:
    """List the terms of a sum, each as a number and its matrix factors."""
    if isinstance(expr, MatAdd):
        return [term for arg in expr.args for term in _terms(arg)]
    if isinstance(expr, MatPow):
        return _terms_of_product([expr.base] * int(expr.exp))
    if isinstance(expr, MatMul):
        return _terms_of_product(expr.args)
    if isinstance(expr, Transpose):
        return [(k, tuple(f.T for f in reversed(fs))) for k, fs in _terms(expr.arg)]
    if isinstance(expr, Identity):
        return [(1, ())]
    if isinstance(expr, ZeroMatrix):
        return []
    if isinstance(expr, OneMatrix) and expr.shape == (d, d):
        return [(1, (ONE, ONE.T))]
    return [(1, (expr,))]


def _terms_of_product(args: Sequence[Expr]) -> list[tuple[Expr, tuple[Expr, ...]]]:
    choices = [_terms(arg) if getattr(arg, "is_Matrix", False) else [(arg, ())] for arg in args]
    return [
        (Mul(*(k for k, _ in chosen)), tuple(f for _, fs in chosen for f in fs))
        for chosen in product(*choices)
    ]


def _contract(factors: tuple[Expr, ...]) -> tuple[Expr, tuple[Expr, ...]]:
    """Take every row that stands before a column out of a product, as a number."""
    number, kept = Add(1), list(factors)
    place = 0
    while place < len(kept) - 1:
        left, right = kept[place], kept[place + 1]
        if left.shape[0] == right.shape[1] == 1:
            number *= dot(left.T, right)
            del kept[place : place + 2]
            place = max(place - 1, 0)
        else:
            place += 1
    return number, tuple(kept)


def _product(factors: tuple[Expr, ...]) -> Expr:
    return MatMul(*factors).doit() if factors else Identity(d)


def _rank(x: Expr) -> tuple[int, str]:
    name = getattr(x, "name", "")
    return (ORDER.index(name) if name in ORDER else -1, str(x))
