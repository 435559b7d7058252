"""The central difference in single and in double precision, operation by operation.

`web/explore/check-sweep.js` does the same operations in the same order. Sums run from the first
feature to the last and each operation is rounded by IEEE 754, so the two halves agree in every bit.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from lnteach.arrays import Array

__all__ = ["EPSILON", "STEPS", "Probe", "central", "spoiled", "tested"]

EPSILON = {64: 2.0**-52, 32: 2.0**-23}
STEPS = [2.0 ** (2 * k - 36) for k in range(23)]  # powers of four, exact in both precisions
DTYPES: Mapping[int, Any] = {64: np.float64, 32: np.float32}
WORK = 64


class Probe(NamedTuple):
    """What a check is made at: features, scale, the gradient arriving at z, and ε."""

    h: Array
    gamma: Array
    g_z: Array
    eps: float

    @classmethod
    def of(cls, state: Mapping[str, Any]) -> Probe:
        """Take a probe from a state, in double precision."""
        h, gamma, g_z = (
            np.asarray(state[name], dtype=np.float64) for name in ("h", "gamma", "g_z")
        )
        return cls(h, gamma, g_z, float(state["eps"]))

    def narrowed(self, bits: int) -> Probe:
        """Round the probe to a precision."""
        return self._as(DTYPES[bits])

    def wide(self) -> Probe:
        """Give the same numbers in double precision."""
        return self._as(np.float64)._replace(eps=float(self.eps))

    def _as(self, dtype: Any) -> Probe:
        h, gamma, g_z, eps = self
        return Probe(h.astype(dtype), gamma.astype(dtype), g_z.astype(dtype), dtype(eps))


def tested(d: int) -> list[int]:
    """Return the features that the sweep moves: all up to eight, fewer where each costs more."""
    count = min(d, max(2, WORK // d))
    return [k * d // count for k in range(count)]


def central(probe: Probe, features: Sequence[int], steps: Sequence[float]) -> Array:
    """Return the central differences of the loss ``sum(a*u)``, a row a step, a column a feature.

    All in the precision of the probe, (steps, features). Where all features are equal and ε is 0
    there is no u, and the loss is taken to be 0.
    """
    kind = probe.h.dtype.type
    tau = np.asarray(steps, dtype=kind)[:, None]
    moved = np.empty((2, len(steps), len(features), len(probe.h)), dtype=kind)
    moved[:] = probe.h
    for k, j in enumerate(features):
        moved[0, :, k, j] = probe.h[j] + tau[:, 0]
        moved[1, :, k, j] = probe.h[j] - tau[:, 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        plus, minus = _loss(moved, probe)
        return (plus - minus) / (kind(2) * tau)


def _loss(h: Array, probe: Probe) -> Array:
    d = h.dtype.type(h.shape[-1])
    c = h - _total(h) / d
    s = np.sqrt(_total(c * c) / d + probe.eps)
    loss = _total(probe.g_z * probe.gamma * (c / s))
    return np.where(s == 0, h.dtype.type(0), loss)[..., 0]


def _total(x: Array) -> Array:
    """Add from the first to the last, one after the other, and keep the axis."""
    return np.cumsum(x, axis=-1)[..., -1:]


def spoiled(probe: Probe, spoil: str) -> Probe:
    """Return the probe with one of its conditions broken, all else as it is.

    Parameters
    ----------
    probe : Probe
        In double precision.
    spoil : str
        The id of a finding of `lnteach.core.probe_quality`, or ``"none"``.

    Raises
    ------
    ValueError
        With an odd number of features the squares of u cannot be equal.

    Examples
    --------
    >>> probe = Probe(np.array([1.0, 2.0, 6.0]), np.ones(3), np.array([1.0, 2.0, 6.0]), 0.0)
    >>> spoiled(probe, "constant-h").h.tolist(), spoiled(probe, "zero-mean-a").g_z.tolist()
    ([3.0, 3.0, 3.0], [-2.0, -1.0, 3.0])
    """
    h, gamma, g_z, eps = probe
    d = len(h)
    mu = _total(h) / d
    c = h - mu
    v = _total(c * c) / d
    s = np.sqrt(v + eps)
    if spoil == "constant-h":
        # In single precision, so that the mean of equal features is exactly each of them.
        return probe._replace(h=np.full(d, float(np.float32(mu[0]))))
    if spoil == "uniform-gamma":
        return probe._replace(gamma=np.ones(d))
    if spoil == "zero-eps":
        return probe._replace(eps=0.0)
    if spoil == "unit-s":
        return probe._replace(h=h / s, eps=float(eps / (s * s)[0]))
    if spoil == "zero-mean-a":
        return probe._replace(g_z=_without(g_z, gamma))
    if spoil == "zero-mean-au":
        return probe._replace(g_z=_without(g_z, gamma * c / s))
    if spoil == "constant-u-squared":
        if d % 2:
            raise ValueError(
                f"`h` has {d} features, but only of an even number can all squares of u be equal"
            )
        root = math.sqrt(v[0])
        level = np.empty(d)
        for rank, i in enumerate(sorted(range(d), key=lambda i: h[i])):
            level[i] = mu[0] + (-root if rank < d / 2 else root)
        return probe._replace(h=level)
    return probe._replace(h=np.full(d, float(np.float32(h[0])))) if np.all(h == h[0]) else probe


def _without(g_z: Array, w: Array) -> Array:
    """Take from g_z what lies along w."""
    square = float(_total(w * w)[0])
    part = float(_total(w * g_z)[0]) / square if square > 0 else 0.0
    return g_z - part * w
