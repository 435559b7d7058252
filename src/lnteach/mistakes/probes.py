"""The inputs that checks are made at: generic ones, and generic ones with one thing special.

A check sees only what its inputs let it see. Each probe here is random, with three samples of five
features, except for the one property that its name says.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

__all__ = ["CONDITIONS", "Probe", "probe"]

Floats = Any


@dataclass(frozen=True, eq=False)
class Probe:
    """Inputs of a backward pass: `h` and `g_z` (3, 5), `gamma` and `beta` (5,), and `eps`."""

    h: Floats
    gamma: Floats
    beta: Floats
    g_z: Floats
    eps: float
    norm: str = "layer"

    @property
    def inputs(self) -> tuple[Floats, Floats, Floats, Floats, float]:
        """The arguments of a backward function, in its order."""
        return self.h, self.gamma, self.beta, self.g_z, self.eps

    @property
    def c(self) -> Floats:
        """What is divided: the centred rows, of RMSNorm h itself."""
        return self.h - self.h.mean(-1, keepdims=True) * (self.norm == "layer")

    @property
    def v(self) -> Floats:
        """The mean square of `c`, (3, 1)."""
        return (self.c**2).mean(-1, keepdims=True)

    @property
    def u(self) -> Floats:
        """The normalized rows."""
        return self.c / np.sqrt(self.v + self.eps)

    @property
    def z(self) -> Floats:
        """The output."""
        return self.gamma * self.u + self.beta * (self.norm == "layer")

    @property
    def a(self) -> Floats:
        """What arrives at u."""
        return self.g_z * self.gamma

    def with_a(self, a: Floats) -> Probe:
        """Return the probe with the g_z that gives this a."""
        return replace(self, g_z=a / self.gamma)


def _generic(norm: str, eps: float = 1e-5) -> Probe:
    draw = np.random.default_rng(7)
    h, g_z = (draw.normal(size=(3, 5)) for _ in range(2))
    gamma = draw.uniform(0.5, 2.0, size=5) * [1, -1, 1, 1, -1]
    return Probe(0.3 + 1.7 * h, gamma, draw.normal(size=5), g_z, eps, norm)


def _unit_s(p: Probe) -> Probe:
    p = replace(p, eps=0.36)
    return replace(p, h=p.h * np.sqrt(0.64 / p.v))


def _zero_mean_a(p: Probe) -> Probe:
    return p.with_a(p.a - p.a.mean(-1, keepdims=True))


def _zero_mean_au(p: Probe) -> Probe:
    u, a = p.u, p.a
    along = (a * u).mean(-1, keepdims=True) / (u * u).mean(-1, keepdims=True)
    return p.with_a(a - along * u)


def _two_valued(p: Probe) -> Probe:
    h = np.array([[1.0, 4, 1, 4, 4], [2, -1, 2, -1, -1], [5, 3, 5, 3, 3]])
    return replace(p, h=h, gamma=np.array([1.4, -0.6, 1.4, -0.6, -0.6]), eps=0.0)


def _one_sample(p: Probe) -> Probe:
    return replace(p, h=p.h[:1], g_z=p.g_z[:1])


_SPECIAL: dict[str, tuple[str, Callable[[Probe], Probe]]] = {
    "unit-s": ("s = 1 in every row", _unit_s),
    "zero-mean-a": ("mean(a) = 0", _zero_mean_a),
    "zero-mean-au": ("mean(a ⊙ u) = 0", _zero_mean_au),
    "both-means-zero": (
        "mean(a) = 0 and mean(a ⊙ u) = 0",
        lambda p: _zero_mean_au(_zero_mean_a(p)),
    ),
    "uniform-gamma": ("all γ equal", lambda p: replace(p, gamma=np.full(5, 1.7))),
    "unit-gamma": ("γ = 1", lambda p: replace(p, gamma=np.ones(5))),
    "zero-eps": ("ε = 0", lambda p: replace(p, eps=0.0)),
    "constant-a": ("a uniform", lambda p: p.with_a(np.full_like(p.h, 1.3))),
    "a-along-u": ("a a multiple of u", lambda p: p.with_a(2.0 * p.u)),
    "two-values-and-zero-eps": (
        "h with two values, γ constant on each, and ε = 0",
        _two_valued,
    ),
    "one-sample": ("a batch of one", _one_sample),
    "zero-beta-unit-gamma": (
        "β = 0 and γ = 1",
        lambda p: replace(p, beta=np.zeros(5), gamma=np.ones(5)),
    ),
}

CONDITIONS: dict[str, str] = {id: words for id, (words, _) in _SPECIAL.items()}
"""The special inputs on which some mistakes give the right answer, with their words."""

_OTHER: dict[str, Callable[[Probe], Probe]] = {
    "generic": lambda p: p,
    "large-eps": lambda p: replace(p, eps=0.9),
    "upstream-ones": lambda p: replace(p, g_z=np.ones((3, 5))),
    "upstream-ones-unit-gamma": lambda p: replace(p, g_z=np.ones((3, 5)), gamma=np.ones(5)),
    "half-square-loss": lambda p: replace(p, g_z=p.z),
    "small-variance": lambda p: replace(p, h=p.h * np.array([[1.0], [np.sqrt(p.eps / 4)], [1.0]])),
    "float32": lambda p: replace(
        p, **{name: getattr(p, name).astype(np.float32) for name in ("h", "gamma", "beta", "g_z")}
    ),
}


@cache
def probe(id: str, norm: str = "layer") -> Probe:
    """Return the inputs of a name, of `CONDITIONS` or of a check.

    Examples
    --------
    >>> p = probe("unit-s")
    >>> (p.v + p.eps).round(12).ravel().tolist()
    [1.0, 1.0, 1.0]
    """
    conditional = id in _SPECIAL and id != "unit-gamma"
    made = _SPECIAL[id][1] if id in _SPECIAL else _OTHER[id]
    return made(_generic(norm, 0.9 if conditional else 1e-5))
