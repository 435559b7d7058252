"""A derived formula as a tree of the course's expression language, in the order the lecture writes.

The other way is `lnteach.formula.to_sympy`. Here an indexed expression loses its indices: a column
is its letter, and a sum over the features is `sum`.
"""

from __future__ import annotations

from fractions import Fraction
from functools import reduce

from sympy import Add, Indexed, Mul, Pow, Rational, Sum, Symbol

from lnteach.formula import tree as node
from lnteach.symbolic.letters import Expr
from lnteach.symbolic.printing import factor_rank, fraction, order_terms

__all__ = ["to_tree"]


def to_tree(expr: Expr) -> node.Expr:
    """Write an indexed SymPy expression as a tree.

    Parameters
    ----------
    expr
        One side of a step of the derivation: letters, columns with an index, sums over it.

    Raises
    ------
    TypeError
        If it holds something that the course's language has no node for, such as a matrix.

    Examples
    --------
    >>> from lnteach.formula import to_text
    >>> from lnteach.symbolic import derivation
    >>> to_text(to_tree(derivation()["dv"].rhs))
    '2*sum(c*dh)/d'
    >>> to_text(to_tree(derivation()["du"].rhs))
    'dc/s - c*ds/s^2'
    """
    match expr:
        case Rational():
            whole = node.Number(Fraction(abs(int(expr.p)), int(expr.q)))
            return node.Neg(whole) if expr.p < 0 else whole
        case Symbol():
            return node.Name(expr.name)
        case Indexed():
            return node.Name(expr.base.label.name)
        case Sum():
            return node.Call("sum", (to_tree(expr.function),))
        case Add():
            return _sum(order_terms(expr))
        case Pow(base=base, exp=exp) if exp == Rational(1, 2):
            return node.Call("sqrt", (to_tree(base),))
        case Pow(base=base, exp=exp) if exp.is_Integer and exp.is_positive:
            return node.Pow(to_tree(base), Fraction(int(exp)))
        case Mul() | Pow():
            return _product(expr)
    raise TypeError(f"`expr` holds {expr}, which the language of formulas has no node for")


def _sum(terms: list[Expr]) -> node.Expr:
    whole = to_tree(terms[0])
    for term in terms[1:]:
        if term.could_extract_minus_sign():
            whole = node.Sub(whole, to_tree(-term))
        else:
            whole = node.Add(whole, to_tree(term))
    return whole


def _product(expr: Expr) -> node.Expr:
    if expr.could_extract_minus_sign():
        return node.Neg(to_tree(-expr))
    above, below = (
        [to_tree(factor) for factor in sorted(factors, key=factor_rank)]
        for factors in fraction(expr)
    )
    over = reduce(node.Mul, above) if above else node.Number(Fraction(1))
    return node.Div(over, reduce(node.Mul, below)) if below else over
