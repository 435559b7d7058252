"""What an expression runs over: samples, features, both or neither.

A letter of the course has a fixed shape (``axes`` in ``language.json``), unless definitions give it
another: a mean over the batch where one over the features belongs changes the shape of all that
rests on it.
"""

from __future__ import annotations

from collections.abc import Mapping

from lnteach.formula.language import AXES
from lnteach.formula.tree import Call, Expr, Name, parts

__all__ = ["axes"]

_REMOVES = {
    "mean": "feature",
    "sum": "feature",
    "dot": "feature",
    "mean_rows": "row",
    "sum_rows": "row",
}


def axes(tree: Expr, definitions: Mapping[str, Expr] | None = None) -> frozenset[str]:
    """Return which of ``row`` and ``feature`` the value of an expression runs over.

    Examples
    --------
    >>> from lnteach.formula import read
    >>> sorted(axes(read("gamma*u"))), sorted(axes(read("mean(a)"))), sorted(axes(read("2d")))
    (['feature', 'row'], ['row'], [])
    """
    return _axes(tree, definitions or {}, {})


def _axes(
    tree: Expr, definitions: Mapping[str, Expr], known: dict[str, frozenset[str]]
) -> frozenset[str]:
    if isinstance(tree, Name):
        if tree.id not in known:
            known[tree.id] = AXES.get(tree.id, frozenset())  # also ends a circle of definitions
            if tree.id in definitions:
                known[tree.id] = _axes(definitions[tree.id], definitions, known)
        return known[tree.id]
    found = frozenset[str]().union(*(_axes(part, definitions, known) for part in parts(tree)))
    if isinstance(tree, Call) and tree.function in _REMOVES:
        return found - {_REMOVES[tree.function]}
    return found
