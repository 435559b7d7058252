"""A check that can reveal a wrong formula: central differences (lecture page 71).

With a step tau the difference quotient is off by a part that grows like (tau/s)**2, because the
loss bends on the scale s of a row's spread, and by a part that grows like epsilon/(tau/s), because
the loss is rounded to a machine epsilon. The two are equal near tau = epsilon**(1/3) * s, where the
error is near epsilon**(2/3): 4e-11 in float64, 2e-5 in float32.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from lnteach import arrays
from lnteach.arrays import Array, Namespace

Floats: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]

RESOLVED = 1e-2
"""A difference less sure than this part of the largest entry decides nothing."""


@dataclass(frozen=True, eq=False)
class GradientCheck:
    """What `gradient_check` found; true in a condition when the check passed.

    Attributes
    ----------
    ok : bool
        Whether the claimed gradient agrees with the central differences, and these can tell.
    verdict : str
        The result as a plain sentence.
    error : float
        The largest gap as a part of the largest entry of either gradient.
    tolerance : float
        What `error` may be at most.
    worst : tuple of int
        Where the largest gap is.
    errors, numeric : arrays of the shape of x
        The gap at each entry, and the central differences.
    tau : array (...)
        The step of each row.
    """

    ok: bool
    verdict: str
    error: float
    tolerance: float
    worst: tuple[int, ...]
    errors: Array
    numeric: Array
    tau: Array

    def __bool__(self) -> bool:
        return self.ok


def tolerance_for(epsilon: float) -> float:
    """Return how well central differences agree with a right gradient, at a machine epsilon.

    Twenty times the error at the best step, and a twentieth at most: 7e-10 in float64, 5e-4 in
    float32, 0.05 in halves.
    """
    return min(20 * math.pow(epsilon, 2 / 3), 0.05)


def gradient_check(
    f: Callable[[Array], Any], x: Array, g: Array, *, tau: float | None = None
) -> GradientCheck:
    """Compare a claimed gradient with central differences, entry by entry.

    Each entry takes four values of `f`, at ``x ± tau`` and at ``x ± 2*tau``: by as much as the two
    quotients differ they are unsure, and the tolerance grows.

    Parameters
    ----------
    f : callable
        A scalar loss. It is given arrays like `x`, fresh ones, so `x` is never written to.
    x : array (..., d)
        Where to check: h, gamma, beta or any other real array. Integers become float64.
    g : array of the shape of x
        The claimed gradient of f at x.
    tau : float, optional
        The step. By default ``2*epsilon**(1/3)`` times the standard deviation of each row, with the
        epsilon of x's dtype. Where a row's spread is below a tenth of its largest entry, that entry
        is tried as the scale too, and the step kept whose differences are surer.

    Returns
    -------
    GradientCheck
        Errors, tolerance and verdict. Agreement is evidence only; `probe_quality` says what a probe
        cannot see.

    Raises
    ------
    ValueError
        `g` does not have the shape of `x`; `x` has no entry; `tau` is not positive and finite, or
        too small to change an entry of `x`; `x` holds a NaN or an infinity.
    TypeError
        `f` returns no single real number; `x` or `g` holds no real numbers.

    Notes
    -----
    Lecture page 71.

    Examples
    --------
    >>> import numpy as np
    >>> from lnteach.core import layer_norm, layer_norm_forward, layer_norm_backward
    >>> h, gamma, beta = np.array([1.0, 2.0, 3.0]), np.array([2.0, 1.0, 3.0]), np.zeros(3)
    >>> g_z = np.array([1.0, -2.0, -1.0])
    >>> z, saved = layer_norm_forward(h, gamma, beta, eps=1/3)
    >>> def loss(h):
    ...     return g_z @ layer_norm(h, gamma, beta, eps=1/3)
    >>> bool(gradient_check(loss, h, layer_norm_backward(g_z, saved).g_h))
    True
    >>> gradient_check(loss, h, g_z * gamma).verdict
    'A gap at entry (2,): the claim is -3, the central difference -0.333333. Start looking there.'
    """
    xp, (x, g) = arrays.read(x=x, g=g)
    for name, value in (("x", x), ("g", g)):
        arrays.check_real(name, value)
    arrays.check_shape("g", g, x, "x")
    if x.size == 0:
        raise ValueError(f"`x` has shape {x.shape}, so there is no entry to check")
    if not bool(xp.all(xp.isfinite(x))):
        raise ValueError("`x` holds a NaN or an infinity, but finite numbers are needed")
    if arrays.kind(xp, x.dtype) == "integer":
        x = xp.asarray(x, dtype=xp.float64)

    middle = f(1 * x)
    epsilon = max(arrays.machine_epsilon(xp, x.dtype), _epsilon_of(middle), 2.0**-52)
    host = np.reshape([float(x[at]) for at in np.ndindex(x.shape)], x.shape)
    claim = np.reshape([float(g[at]) for at in np.ndindex(x.shape)], x.shape)
    best = _best_taus(host, epsilon)
    if tau is None:
        measured = [_measure(f, x, steps, xp) for steps in best]
        near, far, loss, steps = _surest(measured, best)
    else:
        steps = np.full_like(best[0], _check_tau(tau))
        near, far, loss = _measure(f, x, steps, xp)
    best_tau = steps if tau is None else best[0]
    with np.errstate(invalid="ignore"):  # an infinite loss gives NaN, which fails the check
        report = _judge(claim, near, far, max(loss, abs(_scalar(middle))), steps, best_tau, epsilon)
    on_device = arrays.read(
        x=x, errors=abs(near - claim).tolist(), numeric=near.tolist(), tau=steps.tolist()
    )[1][1:]
    return GradientCheck(*report, *on_device)


def _best_taus(x: Floats, epsilon: float) -> list[Floats]:
    """Return the step of each row, or two steps to try where x alone cannot tell the scale of f.

    LayerNorm bends on the scale of a row's spread, RMSNorm on that of its size, and the spread of
    a nearly uniform parameter means nothing.
    """
    rows = np.atleast_1d(x)
    size = np.max(np.abs(rows), axis=-1)
    spread = np.std(rows - rows[..., :1], axis=-1)  # shifted: a constant row has exactly no spread
    scales = [np.where(spread > 0, spread, size), np.where(spread > size / 10, spread, size)]
    # A step below the spacing of the numbers near x would change nothing.
    taus: list[Floats] = [
        np.maximum(2 * epsilon ** (1 / 3) * np.where(scale > 0, scale, 1.0), epsilon * size)
        for scale in scales
    ]
    return taus[: 1 + (not np.array_equal(taus[0], taus[1]))]


Measured: TypeAlias = tuple[Floats, Floats, float]


def _measure(f: Callable[[Array], Any], x: Array, steps: Floats, xp: Namespace) -> Measured:
    """Return the central differences with tau and with 2*tau, and the largest loss they met."""
    quotients = [_quotients(f, x, at, float(steps[at[:-1]]), xp) for at in np.ndindex(x.shape)]
    near, far, losses = (np.reshape(column, x.shape) for column in zip(*quotients, strict=True))
    return near, far, float(np.max(losses))


def _surest(measured: list[Measured], steps: list[Floats]) -> tuple[Floats, Floats, float, Floats]:
    """Take for each row the step at which tau and 2*tau agree best, as a part of what they give.

    In absolute terms they would agree best far out, where a norm's output no longer changes.
    """
    near, far, loss = measured[0]
    if len(measured) == 1:
        return near, far, loss, steps[0]
    other_near, other_far, other_loss = measured[1]
    better = _doubt(other_near, other_far) < _doubt(near, far)
    entry = better[..., None] if near.ndim else better
    return (
        np.where(entry, other_near, near),
        np.where(entry, other_far, far),
        max(loss, other_loss),
        np.where(better, steps[1], steps[0]),
    )


def _doubt(near: Floats, far: Floats) -> Any:
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = _largest(far - near) / _largest(near)
    return np.where(np.isnan(ratio), np.inf, ratio)  # 0/0 says nothing


def _largest(x: Floats) -> Any:
    return np.max(np.abs(np.atleast_1d(x)), axis=-1)


def _check_tau(tau: Any) -> float:
    number = arrays.check_number("tau", tau)
    if not 0 < number < math.inf:
        raise ValueError(f"`tau` is {number}, but a finite number above 0 is needed")
    return number


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
            ends.append((_scalar(f(moved)), end))
        (f_plus, plus), (f_minus, minus) = ends
        if plus == minus:
            raise ValueError(f"`tau` is {step:g}, too small to change `x` at {at} in {x.dtype}")
        found.append((f_plus - f_minus) / (plus - minus))  # the step that rounding left of 2*tau
        losses += [abs(f_plus), abs(f_minus)]
    return found[0], found[1], max(losses)


def _scalar(value: Any) -> float:
    shape = getattr(value, "shape", ())
    if shape != ():
        raise TypeError(f"`f` returned an array of shape {shape}, but one real number is needed")
    try:
        return arrays.check_number("f", value)
    except TypeError:
        given = f"{value!r} ({type(value).__name__})"
        raise TypeError(f"`f` returned {given}, but one real number is needed") from None


def _epsilon_of(value: Any) -> float:
    xp = arrays.namespace_of(value)
    if xp is None or arrays.kind(xp, value.dtype) != "real":
        return 0.0
    return arrays.machine_epsilon(xp, value.dtype)


def _judge(
    claim: Floats,
    near: Floats,
    far: Floats,
    loss: float,
    steps: Floats,
    best: Floats,
    epsilon: float,
) -> tuple[bool, str, float, float, tuple[int, ...]]:
    """Judge row by row, because a row of small spread has large gradients and would hide others."""
    gaps = np.abs(near - claim)
    floor = 50 * epsilon * max(loss, 1.0) / best  # below this a row's gradient is rounding only
    size = np.maximum(np.maximum(_largest(claim), _largest(near)), floor)
    unsure = np.maximum(3 * _largest(far - near), 4 * epsilon * loss / steps) / size
    wanted = tolerance_for(epsilon)
    tolerances = np.maximum(wanted, unsure)
    errors = _largest(gaps) / size

    row = np.unravel_index(int(np.argmax(errors / tolerances)), errors.shape)  # NaN counts as most
    error, tolerance = float(errors[row]), float(tolerances[row])
    inside = int(np.argmax(np.atleast_1d(gaps)[row]))
    worst = (*(int(i) for i in row), inside) if gaps.shape else ()
    nothing = size <= floor
    decided = bool(np.all(nothing | (unsure <= max(RESOLVED, 2 * wanted))))
    ok = error <= tolerance and decided
    if not math.isfinite(float(near[worst])):
        verdict = f"Undecided: the loss is no finite number near entry {worst}."
    elif not error <= tolerance:
        verdict = (
            f"A gap at entry {worst}: the claim is {claim[worst]:.6g}, "
            f"the central difference {near[worst]:.6g}. Start looking there."
        )
    elif not decided:
        doubt = np.where(nothing, 0.0, unsure)
        dim = np.unravel_index(int(np.argmax(doubt)), unsure.shape)
        other = f"a tau near {best[dim]:.2g}" if steps[dim] != best[dim] else "another tau"
        verdict = (
            f"Undecided: with tau = {steps[dim]:.2g} the difference itself is sure only to "
            f"{unsure[dim]:.1g} of the largest entry. Try {other}."
        )
    elif np.all(nothing):
        verdict = "No gap: both are 0 but for rounding. That is evidence, not a proof."
    else:
        verdict = (
            f"No gap: the two agree to {error:.1g} of the largest entry, where {tolerance:.1g} "
            "is allowed. That is evidence, not a proof."
        )
    return ok, verdict, error, tolerance, worst
