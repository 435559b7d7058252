"""The few moves a derivation with a symbolic d needs: differentiate along a line, and tidy sums.

SymPy differentiates a sum with d terms at once. It does not know that a sum splits over its
terms unless told, nor that an index i lies between 1 and d: those two helps live here.
"""

from collections.abc import Callable, Iterable
from functools import partial

from sympy import Add, Indexed, IndexedBase, Piecewise, Sum, diff, expand

from lnteach.symbolic.letters import DIFFERENTIAL, Expr, d, i, j, k, t


def total(body: Expr, index: Expr = j) -> Expr:
    """Write the sum of `body` over all d features."""
    return Sum(body, (index, 1, d))


def put(expr: Expr, base: Expr, value: Callable[..., Expr]) -> Expr:
    """Put `value(index)` wherever the column `base` stands, at whatever index."""
    return expr.replace(
        lambda e: isinstance(e, Indexed) and e.base == base,
        lambda e: value(*e.indices),
    )


def swap(expr: Expr, old: Expr, new: Expr) -> Expr:
    """Write `new` for `old`, inside sums too; `old` has to be there."""

    def inside(body: Expr, limits: Expr) -> Expr:
        return Sum(body.subs(old, new), limits)

    swapped = expr.subs(old, new).replace(Sum, inside)
    if swapped == expr:
        raise ValueError(f"there is no {old} in {expr}")
    return swapped


def at(expr: Expr, index: Expr) -> Expr:
    """Read a column's formula, which is written at i, at another index."""
    return expr.xreplace({i: index})


def differential(expr: Expr, moving: Iterable[Expr] = tuple(DIFFERENTIAL)) -> Expr:
    """Move every letter of `moving` along its change and differentiate at t = 0."""
    for letter in moving:
        change = DIFFERENTIAL[letter]
        if isinstance(letter, IndexedBase):
            expr = put(expr, letter, partial(at, letter[i] + t * change[i]))
        else:
            expr = expr.xreplace({letter: letter + t * change})
    return linear(diff(expr, t).subs(t, 0))


def linear(expr: Expr) -> Expr:
    """Split sums over their terms and pull out what does not carry the summed index."""

    def split(body: Expr, *limits: Expr) -> Expr:
        for (
            index,
            first,
            last,
        ) in limits:  # SymPy writes a sum inside a sum as one, innermost index first
            parts = []
            for term in Add.make_args(expand(body)):
                outside, inside = term.as_independent(index, as_Add=False)
                parts.append(outside * (Sum(inside, (index, first, last)) if inside != 1 else last))
            body = Add(*parts)
        return body

    return expr.replace(Sum, split)


def coefficient(expr: Expr, base: Expr) -> Expr:
    """Read off what multiplies the entry `base[i]` of a differential.

    The derivative of a sum leaves a Kronecker delta, which SymPy collapses into two cases:
    i inside 1..d, or outside. Only the first can happen here, so it is the one we take.
    """
    collapsed = diff(expr, base[i]).doit()
    return collapsed.replace(Piecewise, lambda *cases: cases[0][0])


def same(left: Expr, right: Expr) -> bool:
    """Say whether two formulas are one for every d, after splitting all sums."""
    difference = expand(linear(expand(left - right)))
    renamed = difference.replace(Sum, lambda *parts: Sum(*parts).xreplace({k: j}))
    return bool(expand(renamed) == 0)
