"""RMSNorm: LayerNorm without the centering, so one route and one correction term fewer.

Of one row h of d features the forward pass makes

    r = sqrt(mean(h*h) + eps)    u = h/r    z = gamma*u

and with a = g_z*gamma the backward pass returns

    g_h = (a - u*mean(a*u)) / r
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from lnteach import arrays, kernels
from lnteach.arrays import Array, Namespace
from lnteach.core._dispatch import check_out, in_blocks, put, rows_of, written
from lnteach.core._rows import mean, over_rows, refuse_zero_denominator


def _forward(xp: Namespace, h: Array, gamma: Array, eps: float) -> tuple[Array, ...]:
    r = xp.sqrt(mean(h * h, xp) + eps)
    u = h / r
    z = gamma * u
    return z, r, u


def _backward(xp: Namespace, g_z: Array, gamma: Array, r: Array, u: Array) -> tuple[Array, ...]:
    a = g_z * gamma
    g_h = (a - u * mean(a * u, xp)) / r
    g_gamma = over_rows(g_z * u, xp)
    return g_h, g_gamma


class RMSGradients(NamedTuple):
    """What the backward pass of RMSNorm returns, each shaped like what it belongs to."""

    g_h: Array
    g_gamma: Array


@dataclass(frozen=True, eq=False)
class RMSSaved:
    """What the forward pass of RMSNorm keeps for its backward pass.

    `h` and `gamma` are the caller's arrays, not copies: leave them as they are until the backward
    pass has run. All else is in the dtype that the forward pass computed in (float32 for halves).

    Attributes
    ----------
    h : array (..., d)
        The input.
    r : array (...)
        The denominator ``sqrt(mean(h*h) + eps)`` of each row.
    gamma : array (d,)
        The scale.
    eps : float
        The constant under the root.
    u : array (..., d)
        The normalized rows ``h/r``; computed when first asked for, if the forward pass left none.
    """

    h: Array
    r: Array
    gamma: Array
    eps: float

    @cached_property
    def u(self) -> Array:
        """The normalized rows ``h/r``."""
        xp, (h, r) = arrays.read(h=self.h, r=self.r)
        with np.errstate(invalid="ignore"):
            return xp.asarray(h, dtype=r.dtype) / r[..., None]


def rms_norm(
    h: Array,
    gamma: Array,
    eps: Any = 1e-5,
    *,
    out: Array | None = None,
    threads: int | None = None,
) -> Array:
    """Divide each row of `h` by its root mean square, then scale by `gamma`.

    Parameters
    ----------
    h : array (..., d)
        Rows of features; the mean square is that of the last axis.
    gamma : array (d,)
        Scale, shared by all rows.
    eps : float, default 1e-5
        Added to the mean square under the root; at least 0.
    out, threads
        As in `layer_norm`.

    Returns
    -------
    array (..., d)
        ``z = gamma*h/r``, with the dtypes of `layer_norm`: that of `h`, halves computed in float32,
        integers as float64, complex if any argument is.

    Raises
    ------
    ValueError
        `gamma` does not have shape (d,); `h` has no axis or d = 0; `eps` is negative, NaN or
        infinite; `eps` is 0 and a row is zero.
    TypeError
        An argument holds no numbers, or arrays come from different libraries.

    Notes
    -----
    The guide's practice problem 5.

    Examples
    --------
    >>> rms_norm([2, -2, 2, -2], [1, 1, 1, 3], eps=0).tolist()
    [1.0, -1.0, 1.0, -3.0]
    """
    return rms_norm_forward(h, gamma, eps, out=out, threads=threads)[0]


def rms_norm_forward(
    h: Array,
    gamma: Array,
    eps: Any = 1e-5,
    *,
    out: Array | None = None,
    threads: int | None = None,
) -> tuple[Array, RMSSaved]:
    """Return ``(z, saved)``: the result of `rms_norm`, and what its backward pass needs.

    Parameters, dtypes and errors are those of `rms_norm`.

    Returns
    -------
    z : array (..., d)
        The output, in the dtype of `h`.
    saved : RMSSaved
        Offers ``h, r, gamma, eps, u``.

    Notes
    -----
    The guide's practice problem 5.

    Examples
    --------
    >>> z, saved = rms_norm_forward([2, -2, 2, -2], [1, 1, 1, 3], eps=0)
    >>> float(saved.r), saved.u.tolist()
    (2.0, [1.0, -1.0, 1.0, -1.0])
    """
    xp, (h, gamma) = arrays.read(h=h, gamma=gamma)
    arrays.check_features(h)
    arrays.check_parameter("gamma", gamma, h)
    eps = arrays.check_eps(eps)
    dtype = arrays.working_dtype(xp, h, gamma)
    check_out(out, h, arrays.result_dtype(xp, dtype, h), xp, h, gamma)
    workers = kernels.allowed(threads)
    if in_blocks(xp, dtype, eps, h):
        z, made = written(h, out)
        r, scale = np.empty(h.shape[:-1], dtype), np.ascontiguousarray(gamma, dtype=dtype)
        kernels.rms_forward(rows_of(h), scale, eps, rows_of(made), np.ravel(r), workers)
        return (z if made is z else put(made, z)), RMSSaved(h, r[()], gamma, eps)
    with np.errstate(divide="ignore", invalid="ignore"):
        # 0/0 happens only in a row with r = 0, which is refused just below.
        z, r, u = _forward(xp, xp.asarray(h, dtype=dtype), xp.asarray(gamma, dtype=dtype), eps)
    r = r[..., 0]
    refuse_zero_denominator(r, eps, lambda: xp.all(h == 0, axis=-1), xp, letter="r", word="zero")
    saved = RMSSaved(h, r, gamma, eps)
    saved.__dict__.update(u=u)  # known already: the cached property need not compute it
    return put(arrays.cast_like(xp, z, h), out), saved


def rms_norm_backward(
    g_z: Array, saved: RMSSaved, *, out: Array | None = None, threads: int | None = None
) -> RMSGradients:
    """Return the gradients of a loss with respect to `h` and `gamma`.

    Parameters
    ----------
    g_z : array (..., d)
        The upstream gradient, of the shape of z.
    saved : RMSSaved
        What `rms_norm_forward` returned.
    out, threads
        As in `layer_norm_backward`.

    Returns
    -------
    RMSGradients
        ``g_h`` (..., d) in the dtype of `h`; ``g_gamma`` (d,), summed over every leading axis, in
        the dtype of `gamma`. With integers or complex numbers as in `layer_norm`.

    Raises
    ------
    ValueError
        `g_z` does not have the shape of `h`.
    TypeError
        `g_z` holds no numbers or belongs to another library; `saved` is something else.

    Notes
    -----
    The guide's practice problem 5: without the centering there is no mean term, so the entries of
    ``g_h = (a - u*mean(a*u))/r`` need not sum to 0.

    Examples
    --------
    >>> z, saved = rms_norm_forward([2, -2, 2, -2], [1, 1, 1, 1], eps=0)
    >>> g_h, g_gamma = rms_norm_backward([1, 0, 0, 0], saved)
    >>> g_h.tolist()
    [0.375, 0.125, -0.125, 0.125]
    """
    if not isinstance(saved, RMSSaved):
        raise TypeError(
            f"`saved` is of type {type(saved).__name__}, "
            "but the second result of `rms_norm_forward` is needed"
        )
    xp, (h, gamma, r, g_z) = arrays.read(h=saved.h, gamma=saved.gamma, r=saved.r, g_z=g_z)
    arrays.check_shape("g_z", g_z, h)
    dtype = arrays.working_dtype(xp, r, g_z)
    check_out(out, h, arrays.result_dtype(xp, dtype, h), xp, h, gamma, r, g_z)
    workers = kernels.allowed(threads)
    if in_blocks(xp, dtype, saved.eps, h, g_z, r):
        g_h, made = written(h, out)
        scale, over = np.ascontiguousarray(gamma, dtype=dtype), np.ravel(r)
        g_gamma = kernels.rms_backward(
            rows_of(g_z), rows_of(h), scale, over, rows_of(made), workers
        )
        g_h = g_h if made is g_h else put(made, g_h)
        return RMSGradients(g_h, arrays.cast_like(np, g_gamma, gamma))
    wide = (xp.asarray(x, dtype=dtype) for x in (g_z, gamma, r[..., None], saved.u))
    with np.errstate(invalid="ignore"):
        g_h, g_gamma = _backward(xp, *wide)
    g_h = put(arrays.cast_like(xp, g_h, h), out)
    return RMSGradients(g_h, arrays.cast_like(xp, g_gamma, gamma))
