"""What the letters mean: both norms as trees in the course's letters."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from lnteach.formula.language import SYSTEMS
from lnteach.formula.reader import read
from lnteach.formula.tree import Expr, names

__all__ = ["definitions", "uses"]


@cache
def definitions(norm: str = "layer") -> Mapping[str, Expr]:
    """Return the definitions of LayerNorm (``"layer"``) or of RMSNorm (``"rms"``), in order.

    The letters without a definition are the inputs: h, gamma, beta, g_z and eps.

    Examples
    --------
    >>> from lnteach.formula import to_text
    >>> to_text(definitions()["g_h"])
    '(a - mean(a) - u*mean(a*u))/s'
    >>> to_text(definitions("rms")["g_h"])
    '(a - u*mean(a*u))/r'
    """
    if norm not in SYSTEMS:
        raise ValueError(f"`norm` is {norm!r}, but one of {', '.join(SYSTEMS)} is needed")
    return MappingProxyType({name: read(text) for name, text in SYSTEMS[norm].items()})


def uses(name: str, meaning: Mapping[str, Expr]) -> frozenset[str]:
    """Return every letter that the value of a letter rests on, itself included.

    Examples
    --------
    >>> sorted(uses("u", definitions()))
    ['c', 'eps', 'h', 'mu', 's', 'u', 'v']
    """
    found: set[str] = set()
    todo = [name]
    while todo:
        if (letter := todo.pop()) not in found:
            found.add(letter)
            todo += names(meaning[letter]) if letter in meaning else ()
    return frozenset(found)
