"""What a norm over several indices means for explicit sizes: every entry's own derivative."""

from collections.abc import Mapping
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any

from sympy import Add, Integer, Symbol, diff, expand, sqrt

from lnteach.symbolic.explicit import Values, mean
from lnteach.symbolic.letters import SIZE, Expr

if TYPE_CHECKING:
    from lnteach.symbolic.norms import Correction

Place = tuple[int, ...]


@lru_cache(maxsize=32)
def tables(norm: "Correction", d: int) -> Values:
    """Differentiate the loss by every entry of h and γ, one entry at a time.

    Each set of entries that share a mean and a variance has its own root; the letter for it is
    put in after differentiation.
    """
    sizes = _sizes(norm, d)
    h, g_z, gamma = (_symbols(name, sizes, norm.layout) for name in ("h", "g_z", "gamma"))
    gamma = {_part(norm, at, norm.parameter): gamma[at] for at in h}
    return _differentiated(norm, sizes, h, g_z, gamma)


def example(norm: "Correction") -> dict[str, Any]:
    """Put small whole numbers in, so that a wrong formula shows; ε is 1."""
    sizes = _sizes(norm, 3)
    h, g_z, gamma = (_symbols(name, sizes, norm.layout) for name in ("h", "g_z", "gamma"))
    gamma = {_part(norm, at, norm.parameter): gamma[at] for at in h}
    numbers = {symbol: Integer((3 * n * n + n) % 7 + 1) for n, symbol in enumerate(h.values())}
    numbers |= {symbol: Integer(n * n % 5 - 2) for n, symbol in enumerate(g_z.values())}
    numbers |= {symbol: Integer(n + 1) for n, symbol in enumerate(gamma.values())}
    found = dict(_differentiated(norm, sizes, h, g_z, gamma, numbers, Integer(1)))
    return found | {"cells": list(h)}


def _differentiated(
    norm: "Correction",
    sizes: Mapping[Expr, int],
    h: dict[Place, Expr],
    g_z: dict[Place, Expr],
    gamma: dict[Place, Expr],
    numbers: Mapping[Expr, Expr] | None = None,
    eps: Expr = None,
) -> Values:
    kept = [p for p in norm.layout if p not in norm.reduced]
    eps = Symbol("eps", positive=True) if eps is None else eps
    c, under, letter = {}, {}, {}
    for at in h:
        here = _part(norm, at, kept)
        column = [h[other] for other in h if _part(norm, other, kept) == here]
        middle = mean(column) if norm.centred else Integer(0)
        c[at] = h[at] - middle
        under[here] = expand(mean([(p - middle) ** 2 for p in column])) + eps
        letter[here] = Symbol("s_" + "".join(map(str, here)), positive=True)
    u = {at: c[at] / sqrt(under[_part(norm, at, kept)]) for at in h}
    loss = {at: g_z[at] * gamma[_part(norm, at, norm.parameter)] * u[at] for at in h}
    roots = {under[here]: letter[here] ** 2 for here in letter}
    put_in = dict(numbers or {})

    def change(symbol: Expr) -> Expr:
        return Add(*(diff(part, symbol) for part in loss.values() if part.has(symbol)))

    def known(value: Expr) -> Expr:
        if put_in:
            return value.xreplace(put_in)
        return value.xreplace(roots)

    root = {here: known(sqrt(under[here])) for here in letter}
    found = {"g_h": {at: change(h[at]) for at in h}, "u": u, "h": h, "g_z": g_z}
    found |= {"gamma": gamma, "g_gamma": {at: change(gamma[at]) for at in gamma}, "s": root}
    shown = {name: {at: known(q) for at, q in table.items()} for name, table in found.items()}
    extents = {SIZE[p].name: Integer(size) for p, size in sizes.items()}
    return {**extents, **{name: _nested(table) for name, table in shown.items()}, "eps": eps}


def _sizes(norm: "Correction", d: int) -> dict[Expr, int]:
    """Take d along the reduced index, or 2 and d − 1 along two, and 2 along the others.

    A sample index that nothing is reduced over only repeats the whole, so it gets 1 where there
    are other indices to tell apart.
    """
    sizes = dict.fromkeys(norm.layout, 2)
    if norm.layout[0] not in norm.reduced and len(norm.layout) > 2:
        sizes[norm.layout[0]] = 1
    sizes[norm.reduced[-1]] = d if len(norm.reduced) == 1 else d - 1
    return sizes


def _symbols(name: str, sizes: Mapping[Expr, int], layout: tuple[Expr, ...]) -> dict[Place, Expr]:
    places = product(*(range(sizes[p]) for p in layout))
    return {at: Symbol(f"{name}_" + "".join(str(n + 1) for n in at)) for at in places}


def _part(norm: "Correction", at: Place, wanted: Any) -> Place:
    return tuple(at[norm.layout.index(p)] for p in wanted)


def _nested(table: Mapping[Place, Expr]) -> Any:
    """Turn a table by places into lists of lists, so that a formula can index it."""
    if () in table:
        return table[()]
    heads = sorted({at[0] for at in table})
    return [_nested({at[1:]: q for at, q in table.items() if at[0] == head}) for head in heads]
