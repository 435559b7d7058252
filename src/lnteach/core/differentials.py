"""One change dh, three routes to u (lecture pages 63-67), and the same three routes back to g_h."""

from typing import Any, NamedTuple

import numpy as np

from lnteach import arrays
from lnteach.arrays import Array, Namespace
from lnteach.core._rows import mean
from lnteach.core.layernorm import Saved, check_saved, normalized


def _differentials(xp: Namespace, dh: Array, c: Array, s: Array) -> tuple[Array, ...]:
    dmu = mean(dh, xp)
    dc = dh - dmu
    dv = 2 * mean(c * dc, xp)  # (2/d) c.dh in exact numbers, since c sums to 0
    ds = dv / (2 * s)
    du = dc / s - c * ds / s**2
    return dmu, dc, dv, ds, du, dh / s, _spread(-dmu / s, c, xp), -c * ds / s**2


def _gradient_routes(xp: Namespace, a: Array, u: Array, s: Array) -> tuple[Array, ...]:
    return a / s, _spread(-mean(a, xp) / s, u, xp), -u * mean(a * u, xp) / s


def _spread(one: Array, row: Array, xp: Namespace) -> Array:
    return one + xp.zeros_like(row)  # one number of a row, at each of its features


class Routes(NamedTuple):
    """Three arrays (..., d) that add up to the whole: one through each appearance of h in u."""

    direct: Array
    mean: Array
    variance: Array


class Differentials(NamedTuple):
    """How each quantity of the forward pass answers a change dh, to first order.

    `dmu`, `dv` and `ds` have one number a row, shape (...); `dc`, `du` and each of the three
    `routes`, which add up to du, have the shape (..., d) of h.
    """

    dmu: Array
    dc: Array
    dv: Array
    ds: Array
    du: Array
    routes: Routes


def differentials(h: Array, dh: Array, eps: Any) -> Differentials:
    """Return how mu, c, v, s and u change to first order when `h` changes by `dh`.

    Parameters
    ----------
    h, dh : arrays (..., d)
        Rows of features, and the change made to each.
    eps : float
        Added to the variance under the root; at least 0.

    Returns
    -------
    Differentials
        ``dmu, dc, dv, ds, du`` and ``routes`` (direct, mean, variance), which add up to du; all in
        the dtype of `h`, with halves, integers and complex numbers as in `layer_norm`.

    Raises
    ------
    ValueError
        `dh` does not have the shape of `h`, or `h` and `eps` are not what `layer_norm` takes.
    TypeError
        An argument holds no numbers, or arrays come from different libraries.

    Notes
    -----
    Lecture pages 64, 66 and 67: ``dmu = mean(dh)``, ``dc = dh - dmu``, ``dv = (2/d) c.dh``,
    ``ds = dv/(2s)``, ``du = dc/s - c*ds/s**2``; the routes are ``dh/s``, ``-dmu/s`` and
    ``-c*ds/s**2``.

    Examples
    --------
    Vote 1, a common shift: the mean route takes back all that the direct route brings.

    >>> change = differentials([1.0, 2.0, 3.0], [5.0, 5.0, 5.0], eps=1/3)
    >>> float(change.dmu), change.dc.tolist(), change.du.tolist()
    (5.0, [0.0, 0.0, 0.0], [0.0, 0.0, 0.0])
    >>> change.routes.direct.round(12).tolist(), change.routes.mean.round(12).tolist()
    ([5.0, 5.0, 5.0], [-5.0, -5.0, -5.0])
    """
    xp, (h, dh) = arrays.read(h=h, dh=dh)
    arrays.check_features(h)
    arrays.check_shape("dh", dh, h)
    eps = arrays.check_eps(eps)
    dtype = arrays.working_dtype(xp, h, dh)
    _, c, s, _ = normalized(h, eps, dtype, xp)
    with np.errstate(invalid="ignore"):
        dmu, dc, dv, ds, du, *routes = _differentials(xp, xp.asarray(dh, dtype=dtype), c, s)
    small = (dmu[..., 0], dc, dv[..., 0], ds[..., 0], du, *routes)
    dmu, dc, dv, ds, du, *routes = (arrays.cast_like(xp, x, h) for x in small)
    return Differentials(dmu, dc, dv, ds, du, Routes(*routes))


def gradient_routes(a: Array, saved: Saved) -> Routes:
    """Split the input gradient g_h into its three routes.

    Parameters
    ----------
    a : array (..., d)
        The gradient arriving at u, ``g_z*gamma``.
    saved : Saved
        What `layer_norm_forward` returned.

    Returns
    -------
    Routes
        ``direct = a/s``, ``mean = -mean(a)/s``, ``variance = -u*mean(a*u)/s``, each (..., d) in the
        dtype of `h`; they add up to g_h.

    Raises
    ------
    ValueError
        `a` does not have the shape of `h`.
    TypeError
        `a` holds no numbers or belongs to another library; `saved` is something else.

    Notes
    -----
    Lecture page 69: A is the direct route, B adds the mean route, C adds the variance route.

    Examples
    --------
    >>> from lnteach.core import layer_norm_forward
    >>> z, saved = layer_norm_forward([1, 2, 3], [2, 1, 3], [0, 0, 0], eps=1/3)
    >>> routes = gradient_routes([2, -2, -3], saved)
    >>> [route.round(3).tolist() for route in routes]
    [[2.0, -2.0, -3.0], [1.0, 1.0, 1.0], [-1.667, 0.0, 1.667]]
    >>> sum(routes).round(3).tolist()
    [1.333, -1.0, -0.333]
    """
    check_saved(saved)
    xp, (h, s, a) = arrays.read(h=saved.h, s=saved.s, a=a)
    arrays.check_shape("a", a, h)
    dtype = arrays.working_dtype(xp, s, a)
    wide = (xp.asarray(x, dtype=dtype) for x in (a, saved.u, s[..., None]))
    with np.errstate(invalid="ignore"):
        routes = _gradient_routes(xp, *wide)
    return Routes(*(arrays.cast_like(xp, route, h) for route in routes))
