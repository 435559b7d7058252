"""Two mistakes at once: the edits of both, unless they are one, or exclude each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations

from lnteach.mistakes.catalogue import Mistake, get, ids, raw
from lnteach.mistakes.edits import Edited

__all__ = ["aliases", "combine", "pairs"]


def aliases(norm: str = "layer") -> Mapping[frozenset[str], str]:
    """Return the pairs that on all inputs give what one mistake, or the truth, gives.

    Examples
    --------
    >>> aliases()[frozenset({"no-mean-route", "no-variance-route"})]
    'constant-statistics'
    """
    return dict(_aliases(norm))


@cache
def _aliases(norm: str) -> tuple[tuple[frozenset[str], str], ...]:
    known = {*ids(norm), "truth"}
    found = {}
    for group in raw()["aliases"]:
        for inside in group["inside"]:
            here = group.get("norm", norm) == norm
            if here and {group["with"], inside, group["is"]} <= known:
                found[frozenset({group["with"], inside})] = group["is"]
    return tuple(found.items())


def combine(first: str, second: str, norm: str = "layer") -> Edited | None:
    """Return a norm with the edits of two mistakes.

    None if one contains the other or they exclude each other, that is, if an edit of one finds no
    place once the other is made. A pair of `aliases` is returned like any other.

    Examples
    --------
    >>> both = combine("no-mean-route", "gamma-missing")
    >>> [line.text for line in both.lines]
    ['a = g_z, not g_z*gamma', 'g_h = (a - u*mean(a*u))/s, not (a - mean(a) - u*mean(a*u))/s']
    >>> combine("no-mean-route", "constant-statistics") is None
    True
    """
    one, two = get(first, norm), get(second, norm)
    edits = tuple(dict.fromkeys(one.edits + two.edits))
    both = Edited(norm, edits, one.shared or two.shared)
    contained = set(edits) in (set(one.edits), set(two.edits))
    if frozenset({first, second}) in aliases(norm):
        return both
    return None if contained or not both.complete else both


def pairs(norm: str = "layer") -> Iterator[tuple[Mistake, Mistake, Edited]]:
    """Yield every two mistakes that can be made at once and are no alias, with their edits.

    Examples
    --------
    >>> first, second, both = next(iter(pairs()))
    >>> first.id, second.id, len(both.edits)
    ('constant-statistics', 'gamma-missing', 3)
    """
    declared = aliases(norm)
    for first, second in combinations(ids(norm), 2):
        both = combine(first, second, norm)
        if both is not None and frozenset({first, second}) not in declared:
            yield get(first, norm), get(second, norm), both
