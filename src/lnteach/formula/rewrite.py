"""An edit of a formula, written in the language itself: ``mean(X) -> sum(X)``.

A capital stands for any expression. A mistake is a few such rules, each at a node of the right
formula; several are applied together from the leaves up, so a rule sees what the others have left,
and one whose pattern is gone does nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from lnteach.formula.reader import read
from lnteach.formula.tree import Call, Expr, Name, Path, Pow, parts, rebuild, substitute

__all__ = ["Rule", "rewrite"]


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern and what is written in its place.

    Examples
    --------
    >>> from lnteach.formula import read, to_text
    >>> rule = Rule.parse("X/S -> X")
    >>> to_text(rule.apply(read("(a - mean(a))/s")))
    'a - mean(a)'
    >>> rule.apply(read("a")) is None
    True
    """

    pattern: Expr
    result: Expr

    @classmethod
    def parse(cls, text: str) -> Rule:
        """Read ``pattern -> result``."""
        return _parse(text)

    def apply(self, tree: Expr) -> Expr | None:
        """Return the rewritten tree, or None if the pattern does not fit."""
        found: dict[str, Expr] = {}
        return substitute(self.result, found) if _fits(self.pattern, tree, found) else None


@lru_cache(maxsize=512)
def _parse(text: str) -> Rule:
    pattern, arrow, result = text.partition("->")
    if not arrow:
        raise ValueError(f"`text` is {text!r}, but `pattern -> result` is needed")
    return Rule(read(pattern, metavariables=True), read(result, metavariables=True))


def _fits(pattern: Expr, tree: Expr, found: dict[str, Expr]) -> bool:
    if isinstance(pattern, Name) and len(pattern.id) == 1 and pattern.id.isupper():
        return found.setdefault(pattern.id, tree) == tree
    if type(pattern) is not type(tree):
        return False
    below = list(zip(parts(pattern), parts(tree), strict=False))
    if not below:
        return pattern == tree
    if isinstance(pattern, Call) and isinstance(tree, Call) and pattern.function != tree.function:
        return False
    if isinstance(pattern, Pow) and isinstance(tree, Pow) and pattern.exponent != tree.exponent:
        return False
    return all(_fits(left, right, found) for left, right in below)


def rewrite(
    tree: Expr, edits: Sequence[tuple[Path, Sequence[Rule]]]
) -> tuple[Expr, frozenset[int]]:
    """Apply edits to a tree, from the leaves up; at one node in the order given.

    Parameters
    ----------
    tree : Expr
        The right formula.
    edits : sequence of (path, rules)
        Where each stands in `tree`, and its rules, of which the first that fits is applied.

    Returns
    -------
    tree : Expr
        The edited formula.
    applied : frozenset of int
        Which of the edits fitted and are still part of the result's making.

    Examples
    --------
    >>> from lnteach.formula import definitions, to_text
    >>> g_h = definitions()["g_h"]
    >>> edits = [((0, 0), [Rule.parse("A - M -> A")]), ((0, 0, 1), [Rule.parse("M -> 2*M")])]
    >>> edited, applied = rewrite(g_h, edits)
    >>> to_text(edited), sorted(applied)
    ('(a - u*mean(a*u))/s', [0, 1])
    """
    applied: set[int] = set()

    def edit(node: Expr, path: Path) -> Expr:
        below = tuple(edit(part, (*path, n)) for n, part in enumerate(parts(node)))
        node = rebuild(node, below)
        for number, (place, rules) in enumerate(edits):
            if place == path:
                for rule in rules:
                    new = rule.apply(node)
                    if new is not None:
                        node = new
                        applied.add(number)
                        break
        return node

    return edit(tree, ()), frozenset(applied)
