"""How the factors of a product belong together: dot products, quotients, and what is ambiguous."""

from __future__ import annotations

from typing import NamedTuple

from lnteach.formula.language import AXES, FormulaError
from lnteach.formula.scan import Token
from lnteach.formula.shape import axes
from lnteach.formula.tree import Call, Div, Expr, Mul, Number

__all__ = ["Factor", "clear", "product"]


class Factor(NamedTuple):
    """A factor, the sign before it (none is ""), its tokens, and whether ᵀ follows it."""

    tree: Expr
    sign: str
    token: Token
    transposed: bool
    last: Token


def clear(factors: list[Factor], token: Token) -> bool:
    """Say whether a quotient ends at the gap before a token: in ``c/2 u`` and ``1/d sum(a)``.

    In ``a/s u`` it is not clear whether u stands under the line.
    """
    before = factors[-1]
    if not token.gap or before.token is not before.last:
        return False
    if before.token.kind == "number":
        return True
    ratio = len(factors) == 2 and factors[0].token.kind == "number"
    return ratio and (token.kind != "name" or "feature" in AXES[token.value])


def product(factors: list[Factor], by_entry: bool) -> Expr:
    """Join factors from left to right, dot products first; `by_entry` is what ``·`` means.

    Inside mean and sum the dot multiplies entry by entry: a mean of a dot product says nothing.
    """
    first, *rest = _dots(factors, by_entry)
    tree = first.tree
    for factor in rest:
        pointed = factor.sign == "·" and not by_entry  # asked first: it costs nothing
        if pointed and _column(tree) and _column(factor.tree):
            raise FormulaError("point", factor.token.position)
        tree = (Div if factor.sign == "/" else Mul)(tree, factor.tree)
    return tree


def _dots(factors: list[Factor], by_entry: bool) -> list[Factor]:
    """Join each dot product, which binds its two neighbours tightly."""
    joined = [factors[0]]
    for factor in factors[1:]:
        before = joined[-1]
        pointed = factor.sign == "·" and not by_entry
        if before.transposed or (pointed and _column(before.tree) and _column(factor.tree)):
            ones = isinstance(factor.tree, Number) and factor.tree.value == 1
            if factor.sign == "/" or not (_column(factor.tree) or ones):
                raise FormulaError("transpose", factor.token.position)
            dot = Call("dot", (before.tree, factor.tree))
            joined[-1] = before._replace(tree=dot, transposed=factor.transposed, last=factor.last)
        else:
            joined.append(factor)
    if joined[-1].transposed:
        raise FormulaError("transpose", joined[-1].last.position)
    return joined


def _column(tree: Expr) -> bool:
    return "feature" in axes(tree)
