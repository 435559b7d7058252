"""The one place that chooses how a norm is computed: readable formulas, or blocks of rows.

Blocks are for plain NumPy rows in float32 or float64 that lie one after another, and for an eps
that keeps the denominator away from 0. All else (other libraries, halves, integers, complex
numbers, views with gaps, small inputs) goes through the formulas of `layernorm` and `rmsnorm`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lnteach.arrays import Array, Namespace

__all__ = ["check_out", "in_blocks", "put", "rows_of", "written"]

LEAST = 16_384
"""From this many entries on, blocks are faster than whole arrays."""
_FLOATS = (np.dtype(np.float32), np.dtype(np.float64))


def in_blocks(xp: Namespace, dtype: Any, eps: float, h: Array, *others: Array) -> bool:
    """Say whether blocks can compute with h and with other arrays, columns or one number a row."""
    if xp is not np or dtype not in _FLOATS or h.size < LEAST:
        return False
    if eps < float(np.finfo(dtype).smallest_normal):
        return False
    return all(_lies_close(x, dtype) for x in (h, *others))


def _lies_close(x: Array, dtype: Any) -> bool:
    plain = isinstance(x, np.generic) or type(x) is np.ndarray
    return bool(plain and x.dtype == dtype and x.flags.c_contiguous and x.flags.aligned)


def written(like: Array, out: Array | None) -> tuple[Array, Array]:
    """Give the array to return, and the array with its rows close together that blocks write."""
    result = np.empty_like(like) if out is None else out
    return result, result if _lies_close(result, like.dtype) else np.empty_like(like)


def rows_of(x: Array) -> Array:
    """See a column (..., d) as rows (n, d), without a copy."""
    return x.reshape(-1, x.shape[-1])


def check_out(out: Array | None, like: Array, dtype: Any, xp: Namespace, *inputs: Array) -> None:
    """Refuse an `out` that cannot take a result, or that is where an input is.

    Raises
    ------
    TypeError
        It is no NumPy array, or has another dtype.
    ValueError
        It has another shape, is read-only, or shares memory with an input.
    """
    if out is None:
        return
    if xp is not np or not isinstance(out, np.ndarray):
        raise TypeError(f"`out` is of type {type(out).__name__}, but a NumPy array is needed")
    if out.dtype != dtype:
        raise TypeError(f"`out` has dtype {out.dtype}, but the result has {np.dtype(dtype)}")
    if out.shape != like.shape:
        raise ValueError(f"`out` has shape {out.shape}, but the result has {like.shape}")
    if not out.flags.writeable:
        raise ValueError("`out` is read-only, but it has to be written to")
    if any(np.may_share_memory(out, x) for x in inputs if isinstance(x, np.ndarray)):
        raise ValueError("`out` shares memory with an input, which would be lost")


def put(result: Array, out: Array | None) -> Array:
    """Give the result, in `out` if there is one."""
    if out is None:
        return result
    out[...] = result
    return out
