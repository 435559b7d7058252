"""What both norms do with rows: average one, add them up, refuse one that cannot be normalized."""

from collections.abc import Callable

import numpy as np

from lnteach.arrays import Array, Namespace


def mean(x: Array, xp: Namespace) -> Array:
    """Average over the last axis, which stays with length 1."""
    return xp.sum(x, axis=-1, keepdims=True) / x.shape[-1]  # xp.mean knows no complex numbers


def over_rows(x: Array, xp: Namespace) -> Array:
    """Add the contributions of all rows, because one parameter serves every sample."""
    return xp.sum(xp.reshape(x, (-1, x.shape[-1])), axis=0)


def is_constant(h: Array, xp: Namespace) -> Array:
    """Say of each row whether all features are one finite number, whatever rounding makes of v."""
    return xp.all((h == h[..., :1]) & xp.isfinite(h), axis=-1)


def where_true(rows: Array, xp: Namespace) -> tuple[tuple[int, ...], ...]:
    """Return the positions at which a boolean array is true, as tuples of Python integers."""
    flat = xp.nonzero(xp.reshape(rows, (-1,)))[0]
    positions = (np.unravel_index(int(flat[k]), rows.shape) for k in range(flat.shape[0]))
    return tuple(tuple(int(i) for i in position) for position in positions)


def refuse_zero_denominator(
    denominator: Array,
    eps: float,
    degenerate: Callable[[], Array],
    xp: Namespace,
    *,
    letter: str,
    word: str,
) -> None:
    """Refuse rows whose denominator is 0, or would be but for rounding; name the first of them."""
    if eps >= float(xp.finfo(denominator.dtype).smallest_normal):
        return  # the denominator is positive whatever h is, and no device has to be waited for
    flat = degenerate()
    bad = where_true((denominator == 0) | (flat & (eps == 0)), xp)
    if not bad:
        return
    at = bad[0]
    row = f"row {at[0] if len(at) == 1 else at} of `h`" if at else "`h`"
    what = word if bool(flat[at]) else f"too close to {word}"
    dtype = str(denominator.dtype).rpartition(".")[2]
    raise ValueError(
        f"`eps` is {eps:g} and {row} is {what}, so {letter} is 0 in {dtype}: "
        "a larger `eps` or another row is needed"
    )
