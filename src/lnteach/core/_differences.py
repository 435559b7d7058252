"""Central differences of a scalar function on arrays of any library, and the steps they take."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from lnteach import arrays
from lnteach.arrays import Array, Namespace

Floats: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]


class Differences(NamedTuple):
    """Difference quotients in host memory: one an entry for `near` and `far`, else one a row."""

    near: Floats  # with the step
    far: Floats  # with twice the step
    loss: float  # the largest loss that was met
    steps: Floats
    scales: Floats  # on which the loss is taken to bend
    best: Floats  # the step that would be taken by default


def central_differences(
    f: Callable[[Array], Any], x: Array, epsilon: float, tau: float | None, xp: Namespace
) -> Differences:
    """Return the central differences of f at x with the given step, or each row's best."""
    host = np.reshape([float(x[at]) for at in np.ndindex(x.shape)], x.shape)
    scales = _scales(host)
    # A step below the spacing of the numbers near x would change nothing.
    least = epsilon * largest(host)
    best = [np.maximum(2 * epsilon ** (1 / 3) * scale, least) for scale in scales]
    if tau is not None:
        steps = np.full_like(best[0], tau)
        return Differences(*_measure(f, x, steps, xp), steps, scales[0], best[0])
    tried = [
        Differences(*_measure(f, x, steps, xp), steps, scale, steps)
        for steps, scale in zip(best, scales, strict=True)
    ]
    found = tried[0]
    for other in tried[1:]:
        found = _surer(found, other)
    return found


def _scales(x: Floats) -> list[Floats]:
    """Return the scale of each row, or several to try where x alone cannot tell that of f.

    LayerNorm bends on the scale of a row's spread, RMSNorm on that of its size; and of a parameter
    that is nearly uniform, or nearly 0, neither means anything.
    """
    rows = np.atleast_1d(x)
    size = largest(x)
    spread = np.std(rows - rows[..., :1], axis=-1)  # shifted: a constant row has exactly no spread
    size_or_1 = np.where(size > 0, size, 1.0)
    first = np.where(spread > 0, spread, size_or_1)
    others = [np.where(spread > size / 10, first, size_or_1), np.where(size > 0.1, first, 1.0)]
    return [first, *(scale for scale in others if not np.array_equal(scale, first))]


def _surer(one: Differences, other: Differences) -> Differences:
    """Take for each row the step at which tau and 2*tau agree better, as a part of what they give.

    In absolute terms they would agree best far out, where a norm's output no longer changes.
    """
    better = _doubt(other) < _doubt(one)
    entry = better[..., None] if one.near.ndim else better
    return Differences(
        np.where(entry, other.near, one.near),
        np.where(entry, other.far, one.far),
        max(one.loss, other.loss),
        *(np.where(better, new, old) for new, old in zip(other[3:], one[3:], strict=True)),
    )


def _doubt(found: Differences) -> Any:
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = largest(found.far - found.near) / largest(found.near)
    return np.where(np.isnan(ratio), np.inf, ratio)  # 0/0 says nothing


def largest(x: Floats) -> Any:
    """Return the largest size in each row; a single number is a row of one."""
    return np.max(np.abs(np.atleast_1d(x)), axis=-1)


def _measure(
    f: Callable[[Array], Any], x: Array, steps: Floats, xp: Namespace
) -> tuple[Floats, Floats, float]:
    quotients = [_quotients(f, x, at, float(steps[at[:-1]]), xp) for at in np.ndindex(x.shape)]
    near, far, losses = (np.reshape(column, x.shape) for column in zip(*quotients, strict=True))
    return near, far, float(np.max(losses))


def _quotients(
    f: Callable[[Array], Any], x: Array, at: tuple[int, ...], tau: float, xp: Namespace
) -> tuple[float, float, float]:
    found, losses = [], []
    for step in (tau, 2 * tau):
        ends = []
        for signed in (step, -step):
            moved = xp.asarray(1 * x)  # a copy in any library and in x's dtype
            moved[at] = float(x[at]) + signed
            end = float(moved[at])
            ends.append((scalar(f(moved)), end))
        (f_plus, plus), (f_minus, minus) = ends
        if plus == minus:
            raise ValueError(f"`tau` is {step:g}, too small to change `x` at {at} in {x.dtype}")
        found.append((f_plus - f_minus) / (plus - minus))  # the step that rounding left of 2*tau
        losses += [abs(f_plus), abs(f_minus)]
    return found[0], found[1], max(losses)


def scalar(value: Any) -> float:
    """Return what the loss `f` returned as a float; refuse what is no single real number."""
    shape = getattr(value, "shape", ())
    if shape != ():
        raise TypeError(f"`f` returned an array of shape {shape}, but one real number is needed")
    try:
        return arrays.check_number("f", value)
    except TypeError:
        given = f"{value!r} ({type(value).__name__})"
        raise TypeError(f"`f` returned {given}, but one real number is needed") from None
