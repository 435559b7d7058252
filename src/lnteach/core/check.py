"""A check that can reveal a wrong formula: central differences (lecture page 71).

With a step tau the difference quotient is off by a part that grows like (tau/s)**2, because the
loss bends on the scale s of a row's spread, and by a part that grows like epsilon/(tau/s), because
the loss is rounded to a machine epsilon. The two are equal near tau = epsilon**(1/3) * s, where the
error is near epsilon**(2/3): 4e-11 in float64, 2e-5 in float32.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from lnteach import arrays
from lnteach.arrays import Array
from lnteach.core._differences import Differences, Floats, central_differences, largest, scalar

RESOLVED = 1e-2
"""A difference less sure than this part of the largest entry decides nothing (halves: 0.5)."""


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
        epsilon of x's dtype. Where a row's spread is small beside its largest entry, or that entry
        beside 1, these are tried as the scale too, and the surest differences kept.

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
    found = central_differences(f, x, epsilon, None if tau is None else _check_tau(tau), xp)
    found = found._replace(loss=max(found.loss, abs(scalar(middle))))
    claim = np.reshape([float(g[at]) for at in np.ndindex(x.shape)], x.shape)
    with np.errstate(invalid="ignore"):  # an infinite loss gives NaN, which fails the check
        report = _judge(claim, found, epsilon)
    errors, numeric, steps = (
        x.tolist() for x in (abs(found.near - claim), found.near, found.steps)
    )
    _, (_, *measured) = arrays.read(x=x, errors=errors, numeric=numeric, tau=steps)
    return GradientCheck(*report, *measured)


def _check_tau(tau: Any) -> float:
    number = arrays.check_number("tau", tau)
    if not 0 < number < math.inf:
        raise ValueError(f"`tau` is {number}, but a finite number above 0 is needed")
    return number


def _epsilon_of(value: Any) -> float:
    xp = arrays.namespace_of(value)
    if xp is None or arrays.kind(xp, value.dtype) != "real":
        return 0.0
    return arrays.machine_epsilon(xp, value.dtype)


def _judge(
    claim: Floats, found: Differences, epsilon: float
) -> tuple[bool, str, float, float, tuple[int, ...]]:
    """Judge row by row, because a row of small spread has large gradients and would hide others."""
    near, change = largest(found.near), largest(found.far - found.near)
    gaps = np.abs(found.near - claim)
    # A loss of 0 all around does not say of which size its terms are: they are taken to be near 1.
    fits = (near * found.scales <= 100 * found.loss) & (found.loss > 0)
    unit = np.where(fits, found.loss, max(found.loss, 1.0))
    floor = 50 * epsilon * unit / found.best  # below this a row's gradient is rounding only
    size = np.maximum(np.maximum(largest(claim), near), floor)
    rounding = 10 * epsilon * found.loss / found.steps / size
    unsure = np.maximum(3 * change / size, rounding)
    wanted = tolerance_for(epsilon)
    tolerances = np.maximum(np.maximum(wanted, unsure), 3 * rounding)
    errors = largest(gaps) / size

    row = np.unravel_index(int(np.argmax(errors / tolerances)), errors.shape)  # NaN counts as most
    error, tolerance = float(errors[row]), float(tolerances[row])
    inside = int(np.argmax(np.atleast_1d(gaps)[row]))
    worst = (*(int(i) for i in row), inside) if gaps.shape else ()
    nothing = size <= floor
    # Where tau and 2*tau disagree by a tenth, the step is a jump over what f does, or drowns.
    far_off = (near > floor) & (change > near * max(0.1, 4 * wanted))
    doubtful = far_off | (~nothing & (unsure > max(RESOLVED, 10 * wanted)))
    gap = not error <= tolerance
    ok = not gap and not np.any(doubtful)
    if not math.isfinite(float(found.near[worst])):
        verdict = f"Undecided: the loss is no finite number near entry {worst}."
    elif gap and not far_off[row]:
        verdict = (
            f"A gap at entry {worst}: the claim is {claim[worst]:.6g}, "
            f"the central difference {found.near[worst]:.6g}. Start looking there."
        )
    elif np.any(doubtful):
        doubt = np.where(doubtful, np.maximum(unsure, 3 * change / np.maximum(near, floor)), 0)
        at = np.unravel_index(int(np.argmax(doubt)), doubt.shape)
        given = found.steps[at] != found.best[at]
        other = f"a tau near {found.best[at]:.2g}" if given else "another tau"
        verdict = (
            f"Undecided: with tau = {found.steps[at]:.2g} the difference itself is sure only to "
            f"{doubt[at]:.1g} of the largest entry. Try {other}."
        )
    elif np.all(nothing):
        verdict = "No gap: both are 0 but for rounding. That is evidence, not a proof."
    else:
        verdict = (
            f"No gap: the two agree to {error:.1g} of the largest entry, where {tolerance:.1g} "
            "is allowed. That is evidence, not a proof."
        )
    return ok, verdict, error, tolerance, worst
