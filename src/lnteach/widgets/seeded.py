"""Numbers that look normally distributed, from a seed, the same here and in every browser."""

from __future__ import annotations

import numpy as np

from lnteach.arrays import Array

__all__ = ["normals"]

FACTOR, STEP = np.uint32(1664525), np.uint32(1013904223)
SCATTER = 2654435761  # so that seeds that are neighbours start far apart


def normals(seed: int, count: int) -> Array:
    """Draw numbers of mean 0 and variance 1, to the last bit those of `web/explore/seeded.js`.

    A linear congruential generator modulo 2³² in whole numbers; a normal number is the sum of four
    draws, moved and stretched. It is for weights that both halves of a widget must share, and for
    nothing that has to be random in earnest.

    Parameters
    ----------
    seed, count : int
        Where to start, and how many.

    Returns
    -------
    array (count,), float64

    Examples
    --------
    >>> normals(1, 4).round(6).tolist()
    [-1.220638, -0.530791, 0.405203, 0.003547]
    """
    factors = np.full(4 * count, FACTOR)
    powers = np.cumprod(factors, dtype=np.uint32)  # wraps, as it should
    before = np.concatenate([np.ones(1, dtype=np.uint32), powers[:-1]])
    steps = STEP * np.cumsum(before, dtype=np.uint32)
    states = powers * np.uint32(seed * SCATTER % 2**32) + steps
    drawn: Array = states.reshape(count, 4).sum(axis=1, dtype=np.uint64).astype(np.float64)
    return (drawn / 2**32 - 2) * np.sqrt(3)
