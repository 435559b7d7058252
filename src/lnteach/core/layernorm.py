"""LayerNorm: the forward pass and, directly under it, the backward pass of lecture pages 63-70.

The letters are the lecture's. Of one row h of d features the forward pass makes

    mu = mean(h)   c = h - mu   v = mean(c*c)   s = sqrt(v + eps)   u = c/s   z = gamma*u + beta

and a change dh reaches u by three routes: directly, through mu, and through v. Collecting the three
with a = g_z*gamma gives the two correction terms of the input gradient:

    g_h = (a - mean(a) - u*mean(a*u)) / s
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from lnteach import arrays, kernels
from lnteach.arrays import Array, Namespace
from lnteach.core._dispatch import check_out, in_blocks, put, rows_of, written
from lnteach.core._rows import is_constant, mean, over_rows, refuse_zero_denominator


def _forward(xp: Namespace, h: Array, eps: float) -> tuple[Array, ...]:
    mu, c = _centre(h, mean(h, xp), xp)
    v = mean(c * c, xp)  # no conjugate: a complex step must pass through
    s = xp.sqrt(v + eps)
    u = c / s
    return mu, c, s, u


def _centre(h: Array, mu: Array, xp: Namespace) -> tuple[Array, Array]:
    c = h - mu
    delta = mean(c, xp)  # what rounding left in mu: all of the error where |mu| is far above s
    return mu + delta, c - delta


def _backward(xp: Namespace, g_z: Array, gamma: Array, s: Array, u: Array) -> tuple[Array, ...]:
    a = g_z * gamma
    g_h = (a - mean(a, xp) - u * mean(a * u, xp)) / s
    g_gamma = over_rows(g_z * u, xp)
    g_beta = over_rows(g_z, xp)
    return g_h, g_gamma, g_beta


class Gradients(NamedTuple):
    """What the backward pass of LayerNorm returns, each shaped like what it belongs to."""

    g_h: Array
    g_gamma: Array
    g_beta: Array


@dataclass(frozen=True, eq=False)
class Saved:
    """What the forward pass keeps for the backward pass, whichever implementation made it.

    `h` and `gamma` are the caller's arrays, not copies: leave them as they are until the backward
    pass has run. All else is in the dtype that the forward pass computed in (float32 for halves).

    Attributes
    ----------
    h : array (..., d)
        The input.
    mu, s : arrays (...)
        The mean and the denominator ``sqrt(v + eps)`` of each row.
    gamma : array (d,)
        The scale.
    eps : float
        The constant under the root.
    c, u : arrays (..., d)
        The centred and the normalized rows; what the forward pass did not leave is computed when
        first asked for.

    Examples
    --------
    >>> z, saved = layer_norm_forward([4, 0, 4, 0], [1, 0.5, 2, 1], [0, 0, 0, 1], eps=0)
    >>> float(saved.mu), float(saved.s)
    (2.0, 2.0)
    >>> saved.c.tolist(), saved.u.tolist()
    ([2.0, -2.0, 2.0, -2.0], [1.0, -1.0, 1.0, -1.0])
    """

    h: Array
    mu: Array
    s: Array
    gamma: Array
    eps: float

    @cached_property
    def c(self) -> Array:
        """The centred rows ``h - mu``."""
        xp, (h, mu) = arrays.read(h=self.h, mu=self.mu)
        with np.errstate(invalid="ignore"):
            return _centre(xp.asarray(h, dtype=mu.dtype), mu[..., None], xp)[1]

    @cached_property
    def u(self) -> Array:
        """The normalized rows ``c/s``."""
        with np.errstate(invalid="ignore"):
            return self.c / self.s[..., None]


def layer_norm(
    h: Array,
    gamma: Array,
    beta: Array,
    eps: Any = 1e-5,
    *,
    out: Array | None = None,
    threads: int | None = None,
) -> Array:
    """Normalize each row of `h`, then scale by `gamma` and shift by `beta`.

    Parameters
    ----------
    h : array (..., d)
        Rows of features; the statistics are those of the last axis.
    gamma, beta : arrays (d,)
        Scale and shift, shared by all rows.
    eps : float, default 1e-5
        Added to the variance under the root; at least 0.
    out : NumPy array (..., d), optional
        Where to write the result; of its shape and dtype, and away from the inputs.
    threads : int, optional
        How many threads large NumPy inputs may use; by default `LNTEACH_THREADS`, or 1.

    Returns
    -------
    array (..., d)
        ``z = gamma*u + beta`` in the dtype of `h`. Float16 and bfloat16 are computed in float32;
        integers and booleans become float64; if any argument is complex, so is z. A NaN or an
        infinity makes its own row NaN and no other.

    Raises
    ------
    ValueError
        `gamma` or `beta` does not have shape (d,); `h` has no axis or d = 0; `eps` is negative, NaN
        or infinite; `eps` is 0 and a row is constant; `out` or `threads` cannot be used.
    TypeError
        An argument holds no numbers, or arrays come from different libraries.

    Notes
    -----
    Lecture page 63; the guide's short answer. The variance divides by d. The square of the spread
    must fit the dtype: about 1e19 in float32.

    Examples
    --------
    The guide's example 1:

    >>> layer_norm([4, 0, 4, 0], [1, 0.5, 2, 1], [0, 0, 0, 1], eps=0).tolist()
    [1.0, -0.5, 2.0, 0.0]
    """
    return layer_norm_forward(h, gamma, beta, eps, out=out, threads=threads)[0]


def layer_norm_forward(
    h: Array,
    gamma: Array,
    beta: Array,
    eps: Any = 1e-5,
    *,
    out: Array | None = None,
    threads: int | None = None,
) -> tuple[Array, Saved]:
    """Return ``(z, saved)``: the result of `layer_norm`, and what its backward pass needs.

    Parameters, dtypes and errors are those of `layer_norm`.

    Returns
    -------
    z : array (..., d)
        The output, in the dtype of `h`.
    saved : Saved
        Offers ``h, mu, s, gamma, eps, c, u``.

    Notes
    -----
    Lecture pages 63 and 67: c, s and u are saved by the forward pass and reused by the backward.

    Examples
    --------
    The lecture's probe, where s = 1:

    >>> z, saved = layer_norm_forward([1, 2, 3], [2, 1, 3], [0, 0, 0], eps=1/3)
    >>> z.round(12).tolist(), round(float(saved.s), 12)
    ([-2.0, 0.0, 3.0], 1.0)
    """
    xp, (h, gamma, beta) = arrays.read(h=h, gamma=gamma, beta=beta)
    arrays.check_features(h)
    arrays.check_parameter("gamma", gamma, h)
    arrays.check_parameter("beta", beta, h)
    eps = arrays.check_eps(eps)
    dtype = arrays.working_dtype(xp, h, gamma, beta)
    check_out(out, h, arrays.result_dtype(xp, dtype, h), xp, h, gamma, beta)
    workers = kernels.allowed(threads)
    if in_blocks(xp, dtype, eps, h):
        return _forward_in_blocks(h, gamma, beta, eps, out, workers)
    mu, c, s, u = normalized(h, eps, dtype, xp)
    gamma_wide, beta_wide = (xp.asarray(x, dtype=dtype) for x in (gamma, beta))
    with np.errstate(invalid="ignore"):
        z = gamma_wide * u + beta_wide
    mu, s = mu[..., 0], s[..., 0]
    saved = Saved(h, mu, s, gamma, eps)
    saved.__dict__.update(c=c, u=u)  # known already: the cached properties need not compute them
    return put(arrays.cast_like(xp, z, h), out), saved


def _forward_in_blocks(
    h: Array, gamma: Array, beta: Array, eps: float, out: Array | None, workers: int
) -> tuple[Array, Saved]:
    z, made = written(h, out)
    mu, s = (np.empty(h.shape[:-1], h.dtype) for _ in range(2))
    scale, shift = (np.ascontiguousarray(x, dtype=h.dtype) for x in (gamma, beta))
    rows = rows_of(h), scale, shift, eps, rows_of(made), np.ravel(mu), np.ravel(s)
    kernels.layer_forward(*rows, workers)
    return (z if made is z else put(made, z)), Saved(h, mu[()], s[()], gamma, eps)


def layer_norm_backward(
    g_z: Array, saved: Saved, *, out: Array | None = None, threads: int | None = None
) -> Gradients:
    """Return the gradients of a loss with respect to `h`, `gamma` and `beta`.

    Parameters
    ----------
    g_z : array (..., d)
        The upstream gradient, of the shape of z. A mean over the batch belongs in here.
    saved : Saved
        What `layer_norm_forward` returned.
    out : NumPy array (..., d), optional
        Where to write ``g_h``; of its shape and dtype, and away from the inputs.
    threads : int, optional
        As in `layer_norm`.

    Returns
    -------
    Gradients
        ``g_h`` (..., d) in the dtype of `h`; ``g_gamma`` and ``g_beta`` (d,), summed over every
        leading axis, in the dtype of `gamma`. With integers or complex numbers as in `layer_norm`.

    Raises
    ------
    ValueError
        `g_z` does not have the shape of `h`; `out` or `threads` cannot be used.
    TypeError
        `g_z` holds no numbers or belongs to another library; `saved` is something else.

    Notes
    -----
    Lecture pages 68 to 70: ``g_h = (a - mean(a) - u*mean(a*u))/s`` with ``a = g_z*gamma``,
    ``g_gamma = sum(g_z*u)``, ``g_beta = sum(g_z)``.

    Examples
    --------
    The guide's examples 2 and 3:

    >>> z, saved = layer_norm_forward([4, 0, 4, 0], [1, 0.5, 2, 1], [0, 0, 0, 1], eps=0)
    >>> g_h, g_gamma, g_beta = layer_norm_backward([2, 0, 0.5, 1], saved)
    >>> g_h.tolist()
    [0.25, -0.25, -0.25, 0.25]
    >>> g_gamma.tolist(), g_beta.tolist()
    ([2.0, 0.0, 0.5, -1.0], [2.0, 0.0, 0.5, 1.0])
    """
    check_saved(saved)
    xp, (h, gamma, s, g_z) = arrays.read(h=saved.h, gamma=saved.gamma, s=saved.s, g_z=g_z)
    arrays.check_shape("g_z", g_z, h)
    dtype = arrays.working_dtype(xp, s, g_z)
    check_out(out, h, arrays.result_dtype(xp, dtype, h), xp, h, gamma, s, g_z)
    workers = kernels.allowed(threads)
    if in_blocks(xp, dtype, saved.eps, h, g_z, saved.mu, s):
        return _backward_in_blocks(g_z, saved, gamma, out, workers)
    wide = (xp.asarray(x, dtype=dtype) for x in (g_z, gamma, s[..., None], saved.u))
    with np.errstate(invalid="ignore"):
        g_h, g_gamma, g_beta = _backward(xp, *wide)
    return Gradients(
        put(arrays.cast_like(xp, g_h, h), out),
        arrays.cast_like(xp, g_gamma, gamma),
        arrays.cast_like(xp, g_beta, gamma),
    )


def _backward_in_blocks(
    g_z: Array, saved: Saved, gamma: Array, out: Array | None, workers: int
) -> Gradients:
    h = saved.h
    g_h, made = written(h, out)
    scale = np.ascontiguousarray(gamma, dtype=h.dtype)
    mu, s = (np.ravel(x) for x in (saved.mu, saved.s))
    g_gamma, g_beta = kernels.layer_backward(
        rows_of(g_z), rows_of(h), scale, mu, s, rows_of(made), workers
    )
    return Gradients(
        g_h if made is g_h else put(made, g_h),
        arrays.cast_like(np, g_gamma, gamma),
        arrays.cast_like(np, g_beta, gamma),
    )


def normalized(h: Array, eps: float, dtype: Any, xp: Namespace) -> tuple[Array, ...]:
    """Return mu, c, s, u of checked rows, computed in `dtype`; refuse a row whose s is 0."""
    with np.errstate(divide="ignore", invalid="ignore"):
        # inf - inf is NaN in its row by design; a row with s = 0 is refused on the next line.
        mu, c, s, u = _forward(xp, xp.asarray(h, dtype=dtype), eps)
    refuse_zero_denominator(
        s[..., 0], eps, lambda: is_constant(h, xp), xp, letter="s", word="constant"
    )
    return mu, c, s, u


def check_saved(saved: Any) -> None:
    """Refuse what `layer_norm_forward` did not return as its second result."""
    if not isinstance(saved, Saved):
        raise TypeError(
            f"`saved` is of type {type(saved).__name__}, "
            "but the second result of `layer_norm_forward` is needed"
        )
