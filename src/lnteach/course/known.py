"""Which expressions the course knows: the parts of its formulas, right and mistaken.

A line that is worked out on a page is a part of a formula, or the sum, mean, root or dot product
of such parts. An expression that is none of these (a sign or an operator changed, say) is refused,
even where its value happens to be the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from lnteach import mistakes
from lnteach.formula import Call, Expr, Name, definitions, read, substitute, walk

__all__ = ["is_known"]

# The exact value of u·g_h; a test compares it with the derivation's step `u_dot`.
_FURTHER = ("eps*d*mean(a*u)/(s*(v + eps))",)


def is_known(tree: Expr) -> bool:
    """Tell whether an expression is a part of a formula, or a plain function of such parts.

    Examples
    --------
    >>> is_known(read("a - mean(a)")), is_known(read("a + mean(u)"))
    (True, False)
    >>> is_known(read("sum(g_h)")), is_known(read("sum(a*s)"))
    (True, False)
    """
    if isinstance(tree, Name) or tree in _parts():
        return True
    if isinstance(tree, Call) and tree.function in {"sum", "mean", "sqrt", "dot"}:
        return all(map(is_known, tree.arguments))
    return False


@lru_cache(maxsize=1)
def _parts() -> frozenset[Expr]:
    found = {part for tree in _formulas() for _, part in walk(tree)}
    return frozenset(found | {read(text) for text in _FURTHER})


def _formulas() -> Iterator[Expr]:
    """Yield every definition, of the norms and their mistakes, and s with its variance put in."""
    for norm in ("layer", "rms"):
        yield from definitions(norm).values()
        for id in mistakes.ids(norm):
            if id.startswith("sign-flipped"):  # on a page nobody could tell them from a slip
                continue
            meaning = mistakes.get(id, norm).definitions
            yield from meaning.values()
            if "v" in meaning:
                yield substitute(meaning["s"], {"v": meaning["v"]})
