"""Both norms in blocks of rows that stay in the cache: the same numbers with fewer passes.

Everything is computed in place, block by block, with row sums as dot products. The mean is taken
off twice only where rounding in it would show: where a row's mean is far larger than its spread.
The readable formulas in `lnteach.core` are what these functions are held against.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lnteach.kernels.threads import share

__all__ = ["layer_backward", "layer_forward", "rms_backward", "rms_forward"]

Rows = np.ndarray[Any, Any]

BLOCK, SHARED = 1 << 19, 1 << 20
"""Bytes of one array that a block holds: of one thread, and of each of several, which hand over."""
FAR = 8.0
"""From this ratio of mean to spread on, the mean is taken off twice."""
LONG = 256
"""From this row length on, NumPy's buffer is made small: it would slow every broadcast."""


class _Block:
    """The settings of one thread while it computes: no warnings, a small buffer for long rows."""

    def __init__(self, d: int) -> None:
        self.long = d >= LONG
        self.quiet = np.errstate(all="ignore")

    def __enter__(self) -> None:
        self.quiet.__enter__()
        if self.long:
            self.before = np.setbufsize(16)

    def __exit__(self, *error: Any) -> None:
        if self.long:
            np.setbufsize(self.before)
        self.quiet.__exit__(*error)


def _steps(start: int, stop: int, x: Rows, threads: int) -> range:
    size = BLOCK if threads == 1 else SHARED
    return range(start, stop, max(1, size // max(1, x.shape[1] * x.itemsize)))


def _least(x: Rows) -> int:
    return int(max(1, BLOCK // max(1, 2 * x.shape[1] * x.itemsize)))


def layer_forward(
    x: Rows, gamma: Rows, beta: Rows, eps: float, z: Rows, mu: Rows, s: Rows, threads: int
) -> None:
    """Write z, and mu and s of each row; all arrays are of one dtype, x and z (n, d)."""
    d = x.shape[1]
    mean = np.full(d, 1.0 / d, x.dtype)

    def work(start: int, stop: int) -> None:
        with _Block(d):
            steps = _steps(start, stop, x, threads)
            for at in steps:
                rows = slice(at, min(at + steps.step, stop))
                _layer_block(x[rows], gamma, beta, eps, z[rows], mu[rows], s[rows], mean)

    share(work, len(x), _least(x), threads)


def _layer_block(
    x: Rows, gamma: Rows, beta: Rows, eps: float, z: Rows, mu: Rows, s: Rows, mean: Rows
) -> None:
    np.vecdot(x, mean, out=mu)
    np.subtract(x, mu[:, None], out=z)
    _deviation(z, eps, s)
    if _is_far(mu, s):
        left = np.vecdot(z, mean)
        mu += left
        np.subtract(z, left[:, None], out=z)
        _deviation(z, eps, s)
    np.multiply(z, (1 / s)[:, None], out=z)
    np.multiply(z, gamma, out=z)
    np.add(z, beta, out=z)


def _deviation(c: Rows, eps: float, s: Rows) -> None:
    np.vecdot(c, c, out=s)
    np.multiply(s, 1.0 / c.shape[1], out=s)
    np.add(s, eps, out=s)
    np.sqrt(s, out=s)


def _is_far(mu: Rows, s: Rows) -> bool:
    return not bool(np.all(np.abs(mu) <= FAR * s))  # a NaN is far, and stays NaN


def layer_backward(
    g_z: Rows, x: Rows, gamma: Rows, mu: Rows, s: Rows, g_h: Rows, threads: int
) -> tuple[Rows, Rows]:
    """Write g_h, and return g_gamma and g_beta in float64."""
    d = x.shape[1]
    mean, share_of = np.full(d, 1.0 / d, x.dtype), gamma * x.dtype.type(1.0 / d)

    def work(start: int, stop: int) -> tuple[Rows, Rows]:
        g_gamma, g_beta = np.zeros(d), np.zeros(d)
        steps = _steps(start, stop, x, threads)
        size = min(steps.step, stop - start)
        c, t = np.empty((size, d), x.dtype), np.empty((size, d), x.dtype)
        with _Block(d):
            for at in steps:
                rows = slice(at, min(at + steps.step, stop))
                n = rows.stop - at
                block = (g_z[rows], x[rows], mu[rows], s[rows], g_h[rows], c[:n], t[:n])
                added = _layer_back(*block, gamma, share_of, mean)
                g_gamma += added[0]
                g_beta += added[1]
        return g_gamma, g_beta

    parts = share(work, len(x), _least(x), threads)
    return sum(part[0] for part in parts), sum(part[1] for part in parts)


def _layer_back(
    g_z: Rows,
    x: Rows,
    mu: Rows,
    s: Rows,
    g_h: Rows,
    c: Rows,
    t: Rows,
    gamma: Rows,
    share_of: Rows,
    mean: Rows,
) -> tuple[Rows, Rows]:
    np.subtract(x, mu[:, None], out=c)
    if _is_far(mu, s):
        np.subtract(c, np.vecdot(c, mean)[:, None], out=c)
    r = 1 / s
    np.multiply(g_z, c, out=t)
    along = np.vecdot(t, share_of)  # mean(a*c)
    centre = np.vecdot(g_z, share_of)  # mean(a)
    added = r @ t, np.ones(len(x), x.dtype) @ g_z
    np.multiply(c, (along * r * r)[:, None], out=c)
    np.multiply(g_z, gamma, out=t)
    np.subtract(t, c, out=t)
    np.subtract(t, centre[:, None], out=t)
    np.multiply(t, r[:, None], out=g_h)
    return added


def rms_forward(x: Rows, gamma: Rows, eps: float, z: Rows, r: Rows, threads: int) -> None:
    """Write z, and r of each row."""
    d = x.shape[1]

    def work(start: int, stop: int) -> None:
        with _Block(d):
            steps = _steps(start, stop, x, threads)
            for at in steps:
                rows = slice(at, min(at + steps.step, stop))
                _deviation(x[rows], eps, r[rows])
                np.multiply(x[rows], (1 / r[rows])[:, None], out=z[rows])
                np.multiply(z[rows], gamma, out=z[rows])

    share(work, len(x), _least(x), threads)


def rms_backward(g_z: Rows, x: Rows, gamma: Rows, r: Rows, g_h: Rows, threads: int) -> Rows:
    """Write g_h, and return g_gamma in float64."""
    d = x.shape[1]
    share_of = gamma * x.dtype.type(1.0 / d)

    def work(start: int, stop: int) -> Rows:
        g_gamma = np.zeros(d)
        steps = _steps(start, stop, x, threads)
        size = min(steps.step, stop - start)
        t = np.empty((size, d), x.dtype)
        u = np.empty((size, d), x.dtype)
        with _Block(d):
            for at in steps:
                rows = slice(at, min(at + steps.step, stop))
                n = rows.stop - at
                over = 1 / r[rows]
                np.multiply(g_z[rows], x[rows], out=t[:n])
                along = np.vecdot(t[:n], share_of)
                g_gamma += over @ t[:n]
                np.multiply(x[rows], (along * over * over)[:, None], out=u[:n])
                np.multiply(g_z[rows], gamma, out=t[:n])
                np.subtract(t[:n], u[:n], out=t[:n])
                np.multiply(t[:n], over[:, None], out=g_h[rows])
        return g_gamma

    total: Rows = sum(share(work, len(x), _least(x), threads))
    return total
