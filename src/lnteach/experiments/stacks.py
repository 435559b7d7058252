r"""Deep stacks of residual blocks without a norm and with one, and the gradients inside them.

A block adds a branch of two random linear layers with a ReLU between them:

    none   h + f(h)        pre   h + f(LayerNorm(h))
    post   LayerNorm(h + f(h))    rms   h + f(RMSNorm(h))

The weights have variance 2/d before the ReLU and gain²/d after it, so a branch passes rows on
`gain` times as large as they come. Seeds are independent and run side by side, on the first axis.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np

from lnteach import core

Array = np.ndarray[Any, Any]

KINDS: Final = ("none", "pre", "post", "rms")
SEEDS: Final = tuple(range(24))


@dataclass(frozen=True)
class Stacks:
    """One random stack a seed, all of one shape.

    Attributes
    ----------
    kind : {"none", "pre", "post", "rms"}
        Where the norm stands, and which.
    depth, width, rows : int
        Blocks, features d, and rows of input.
    gain : float
        How large the branch's rows are against those that enter it.
    eps : float
        The constant of the norms.
    seeds : sequence of int
        One stack each.
    gamma : sequence of float, optional
        The scale of every norm, one number a feature; 1 if not given.

    Raises
    ------
    ValueError
        There is no such kind.
    """

    kind: str
    depth: int = 24
    width: int = 16
    rows: int = 16
    gain: float = 1.0
    eps: float = 1e-5
    seeds: Sequence[int] = SEEDS
    gamma: Sequence[float] | Array | None = None

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"`kind` is {self.kind!r}, but one of {', '.join(KINDS)} is needed")

    def draw(self) -> tuple[Array, Array, Array, Array]:
        """Draw weights, input rows and upstream gradients, the same for every kind.

        Returns
        -------
        weights : array (depth, 2, seeds, d, d)
        h, g : arrays (seeds, rows, d)
            Input rows and upstream gradients, standard normal.
        target : array (seeds, d, d)
            A linear map to be learned, standard normal over the root of d.
        """
        d, shape = self.width, (self.rows, self.width)
        drawn: list[tuple[Array, ...]] = []
        for seed in self.seeds:
            rng = np.random.default_rng(seed)
            w = rng.standard_normal((self.depth, 2, d, d)) / np.sqrt(d)
            h, g = rng.standard_normal(shape), rng.standard_normal(shape)
            drawn.append((w, h, g, rng.standard_normal((d, d)) / np.sqrt(d)))
        weights, h, g, target = (np.stack(part) for part in zip(*drawn, strict=True))
        gains = np.array([np.sqrt(2), self.gain])[:, None, None, None]
        return weights.transpose(1, 2, 0, 3, 4) * gains, h, g, target

    def forward(self, h: Array, weights: Array) -> tuple[Array, list[Any]]:
        """Run all blocks; return the output and what each block keeps."""
        kept = []
        for first, second in weights:
            x, norm_in = self.norm(h) if self.kind in ("pre", "rms") else (h, None)
            hidden = np.maximum(x @ first, 0)
            h = h + hidden @ second
            h, norm_out = self.norm(h) if self.kind == "post" else (h, None)
            kept.append((x, hidden, norm_in, norm_out))
        return h, kept

    def backward(self, g: Array, weights: Array, kept: list[Any]) -> tuple[list[Array], Array]:
        """Carry `g` back.

        Returns
        -------
        arriving : list of arrays (seeds, rows, d)
            The gradient at the input of each block, from the bottom, and `g` itself at the end.
        g_weights : array, shaped like `weights`
        """
        arriving, g_weights = [g], np.empty_like(weights)
        for k in reversed(range(len(weights))):
            first, second = weights[k]
            x, hidden, norm_in, norm_out = kept[k]
            g = self.norm_backward(g, norm_out)
            g_hidden = (g @ second.swapaxes(-1, -2)) * (hidden > 0)
            g_weights[k, 0] = x.swapaxes(-1, -2) @ g_hidden
            g_weights[k, 1] = hidden.swapaxes(-1, -2) @ g
            g = g + self.norm_backward(g_hidden @ first.swapaxes(-1, -2), norm_in)
            arriving.append(g)
        return arriving[::-1], g_weights

    def norm(self, h: Array) -> tuple[Array, Any]:
        """Apply the norm of this kind, with β = 0."""
        gamma = np.ones(self.width) if self.gamma is None else np.asarray(self.gamma, dtype=float)
        if self.kind == "rms":
            return core.rms_norm_forward(h, gamma, self.eps)
        return core.layer_norm_forward(h, gamma, 0 * gamma, self.eps)

    def norm_backward(self, g: Array, saved: Any) -> Array:
        """Carry `g` back through one norm, or past the place where there is none."""
        if saved is None:
            return g
        if self.kind == "rms":
            return np.asarray(core.rms_norm_backward(g, saved).g_h)
        return np.asarray(core.layer_norm_backward(g, saved).g_h)


def gradient_norms(kind: str, *, scale: float = 1.0, **shape: Any) -> Array:
    """Measure how large the gradient is at every block of a random stack, before any training.

    Parameters
    ----------
    kind : {"none", "pre", "post", "rms"}
        Where the norm stands, and which.
    scale : float
        What the input rows, standard normal, are multiplied by.
    **shape
        The fields of `Stacks`.

    Returns
    -------
    array (seeds, depth + 1)
        The root mean square of the gradient at the input of each block, from the bottom, relative
        to what arrives at the top: the last column is 1.

    Examples
    --------
    >>> without, before = (np.median(gradient_norms(kind)[:, 0]) for kind in ("none", "pre"))
    >>> bool(without > 100 * before)
    True
    """
    stacks = Stacks(kind, **shape)
    weights, h, g, _ = stacks.draw()
    _, kept = stacks.forward(scale * h, weights)
    arriving, _ = stacks.backward(g, weights, kept)
    sizes = np.stack([np.sqrt(np.mean(x**2, axis=(-1, -2))) for x in arriving], axis=-1)
    relative: Array = sizes / sizes[:, -1:]
    return relative


class BottomBlock(NamedTuple):
    """What the block at the bottom does to a gradient, one number a seed."""

    scale: float
    amplification: Array
    inverse_s: Array


def bottom_block(kind: str, scales: Sequence[float], **shape: Any) -> list[BottomBlock]:
    """Measure how much the lowest block lengthens the gradient, for input rows of any size.

    Parameters
    ----------
    kind : {"none", "pre", "post", "rms"}
        Where the norm stands, and which.
    scales : sequence of float
        What the input rows are multiplied by.

    Returns
    -------
    list of BottomBlock
        For each scale, a number a seed: the amplification, and the mean of 1/s over the input rows.
    """
    found = []
    for scale in scales:
        sizes = gradient_norms(kind, scale=scale, **shape)
        stacks = Stacks(kind, **shape)
        h = scale * stacks.draw()[1]
        inverse = np.mean(1 / np.sqrt(h.var(axis=-1) + stacks.eps), axis=-1)
        found.append(BottomBlock(scale, sizes[:, 0] / sizes[:, 1], inverse))
    return found


def train(kind: str, rate: float, *, steps: int = 40, **shape: Any) -> Array:
    """Train a stack by plain gradient descent to repeat a random linear map of its input.

    The loss is the mean of half the squared error. Stacks with the norm inside the branch have one
    more at their end, as is usual; a stack without a norm has none there either.

    Returns
    -------
    array (seeds, steps + 1)
        The loss before each step and after the last, relative to that of the answer 0; infinite
        once a number has overflowed.
    """
    stacks = Stacks(kind, **shape)
    weights, h, _, target = stacks.draw()
    wanted = h @ target
    losses = []
    with np.errstate(over="ignore", invalid="ignore"):  # what explodes is the experiment's result
        for _ in range(steps + 1):
            out, kept = stacks.forward(h, weights)
            z, saved = stacks.norm(out) if kind in ("pre", "rms") else (out, None)
            miss = z - wanted
            losses.append(np.mean(miss**2, axis=(-1, -2)) / np.mean(wanted**2, axis=(-1, -2)))
            g = stacks.norm_backward(miss / miss[0].size, saved)
            weights = weights - rate * stacks.backward(g, weights, kept)[1]
    history = np.stack(losses, axis=-1)
    return np.where(np.isfinite(history), history, np.inf)


def trained_share(kind: str, rates: Sequence[float], *, by: float = 0.5, **shape: Any) -> Array:
    """Return, for each learning rate, the share of seeds that end at or below `by` (see `train`).

    Examples
    --------
    >>> trained_share("pre", [1e-9], steps=1, depth=2).tolist()
    [0.0]
    """
    histories = [train(kind, rate, **shape) for rate in rates]
    return np.array([np.mean(x[:, -1] <= by) for x in histories])
