"""Ways to get a displayed formula wrong: one sign, coefficient, power, letter or term at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sympy import (
    Add,
    Identity,
    Indexed,
    IndexedBase,
    Integer,
    Le,
    MatAdd,
    MatrixBase,
    MatrixExpr,
    MatrixSymbol,
    OneMatrix,
    Pow,
    Sum,
    Symbol,
    ZeroMatrix,
)
from sympy.matrices.expressions.matexpr import MatrixElement

from lnteach.symbolic import Step

# A letter taken for another of its kind.
TAKEN_FOR = {"u": "c", "c": "u", "a": "u", "g_z": "u", "gamma": "g_z", "h": "c", "w": "u"}


def mutants(expr) -> Iterator[object]:
    """Change one thing anywhere in a formula."""
    if isinstance(expr, Indexed):
        yield from (-expr, 2 * expr)
        taken = TAKEN_FOR.get(expr.base.label.name)
        if taken:
            yield Indexed(IndexedBase(taken), *expr.indices)
        return
    if isinstance(expr, MatrixSymbol):
        yield from (-expr, 2 * expr)
        if expr.name in TAKEN_FOR and expr.shape[1] == 1:
            yield MatrixSymbol(TAKEN_FOR[expr.name], *expr.shape)
        return
    if isinstance(expr, Symbol | MatrixElement | Identity | OneMatrix):
        yield from (-expr, 2 * expr)
        return
    if isinstance(expr, MatrixBase):
        for n in range(len(expr)):
            rows = list(expr)
            rows[n] = -rows[n]
            yield type(expr)(*expr.shape, rows)
        return
    args = expr.args
    for n, arg in enumerate(args[:1] if isinstance(expr, Sum) else args):
        for changed in mutants(arg):
            if not (isinstance(expr, Pow) and args[1].is_even and negated(changed, arg)):
                yield expr.func(*args[:n], changed, *args[n + 1 :])
    if isinstance(expr, Add | MatAdd):
        for term in args:
            yield expr - 2 * term
            yield expr - term
    if isinstance(expr, Pow):
        yield Pow(expr.base, expr.exp + 1)
        yield Pow(expr.base, -expr.exp)
    yield -expr
    yield 2 * expr


def broken(step: Step, size: int) -> list[Step]:
    """Return the step with each changed right-hand side; 0 becomes 1."""
    right, kind = step.rhs, type(step.statement)
    if right == 0 or isinstance(right, ZeroMatrix):
        changed = [OneMatrix(*right.shape) if isinstance(right, ZeroMatrix) else Integer(1)]
    else:
        changed = list(dict.fromkeys(m for m in mutants(right) if m not in (right, [])))
    if isinstance(step.statement, Le):  # it compares squares
        changed = [m for m in changed if m != -right]
    found = step.world(size)
    values = found[0] if isinstance(found, tuple) else found
    return [
        replace(step, statement=kind(step.lhs, m, evaluate=False))
        for m in changed
        if shape(m) == shape(right) and makes_sense(m, values)
    ]


def negated(changed, arg) -> bool:
    if isinstance(changed, Sum) and isinstance(arg, Sum):
        return changed.function == -arg.function
    return changed == -arg


def shape(expr) -> object:
    return expr.shape if isinstance(expr, MatrixExpr | MatrixBase) else None


def makes_sense(expr, values) -> bool:
    """Say whether the letters exist and have as many indices as the formula gives them."""
    uses = {(x.base.label.name, len(x.indices)) for x in expr.atoms(Indexed)}
    uses |= {(x.name, 1 if x.shape[1] == 1 else 2) for x in expr.atoms(MatrixSymbol)}
    return all(name in values and depth(values[name]) == n for name, n in uses)


def depth(value) -> int:
    return 1 + depth(value[0]) if isinstance(value, list | tuple) else 0
