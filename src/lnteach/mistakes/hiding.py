"""Where a mistake hides: the special inputs on which its answer is the right one. Computed."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from lnteach.mistakes.catalogue import truth
from lnteach.mistakes.edits import Edited
from lnteach.mistakes.probes import CONDITIONS, probe

__all__ = ["agrees", "hides"]

_CLOSE = 1e-9

# A condition that is a case of another is not told beside it.
_CASES = {
    "both-means-zero": {"zero-mean-a", "zero-mean-au"},
    "unit-gamma": {"uniform-gamma"},
    "zero-beta-unit-gamma": {"uniform-gamma", "unit-gamma"},
    "two-values-and-zero-eps": {"zero-eps"},
    "constant-a": {"zero-mean-au"},
    "a-along-u": {"zero-mean-a"},
}


def hides(edited: Edited) -> tuple[str, ...]:
    """Return the conditions, ids of `CONDITIONS`, under which all gradients come out right.

    Examples
    --------
    >>> from lnteach.mistakes import get
    >>> hides(get("gamma-outside"))
    ('uniform-gamma', 'two-values-and-zero-eps')
    """
    found = {id for id in CONDITIONS if _right(edited, id)}
    return tuple(id for id in CONDITIONS if id in found and not found & _CASES.get(id, set()))


def _right(edited: Edited, id: str) -> bool:
    return agrees(edited.compute(*probe(id, edited.norm).inputs), _truth(id, edited.norm), _CLOSE)


@cache
def _truth(id: str, norm: str) -> Any:
    return truth(norm).compute(*probe(id, norm).inputs)


def agrees(found: Any, right: Any, close: float) -> bool:
    """Say whether gradients have the right shapes, and values up to a part of the largest entry."""
    return all(
        np.shape(x) == np.shape(y)
        and bool(np.all(np.abs(x - y) <= close * max(float(np.max(np.abs(y))), 1e-3)))
        for x, y in zip(found, right, strict=True)
    )
