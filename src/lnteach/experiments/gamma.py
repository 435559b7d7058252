"""How wrong the gradient with γ in front of the bracket becomes, as γ moves off its start."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from lnteach import core

Array = np.ndarray[Any, Any]

EPS = 1e-5


def printed_gradient(g_z: Array, saved: core.Saved) -> Array:
    """Return the input gradient as the textbook section prints it, with γ in front.

    Parameters
    ----------
    g_z : array (..., d)
        The upstream gradient.
    saved : Saved
        What `lnteach.layer_norm_forward` returned.

    Returns
    -------
    array (..., d)
        ``gamma * (g_z - mean(g_z) - u*mean(g_z*u)) / s``, which is not the gradient.

    Examples
    --------
    The guide's example 3, whose gradient is (1/4, −1/4, −1/4, 1/4):

    >>> z, saved = core.layer_norm_forward([4, 0, 4, 0], [1, 0.5, 2, 1], [0, 0, 0, 1], eps=0)
    >>> printed_gradient([2, 0, 0.5, 1], saved).tolist()
    [0.375, -0.125, -0.75, 0.25]
    """
    g_z, u = np.asarray(g_z, dtype=float), saved.u
    bracket = g_z - _mean(g_z) - u * _mean(g_z * u)
    return saved.gamma * bracket / saved.s[..., None]  # type: ignore[no-any-return]


def gamma_error(
    drifts: Sequence[float],
    *,
    centre: float = 1.0,
    d: int = 16,
    rows: int = 32,
    seeds: Iterable[int] = range(24),
) -> Array:
    """Measure the printed formula's error for γ scattered about one value.

    Parameters
    ----------
    drifts : sequence of float
        γ is ``centre + drift * x`` with independent standard normal x.
    centre : float
        The value that all γ share at drift 0.
    d, rows : int
        Features, and rows of standard normal h and g_z.

    Returns
    -------
    array (seeds, len(drifts))
        The length of the error over the length of the gradient, both over all rows.

    Examples
    --------
    >>> gamma_error([0.0], centre=3.0).max() < 1e-12
    np.True_
    """
    found = []
    for seed in seeds:
        rng = np.random.default_rng(seed)
        h, g_z, x = (rng.standard_normal(shape) for shape in ((rows, d), (rows, d), d))
        found.append([_error(h, g_z, centre + drift * x) for drift in drifts])
    return np.array(found)


def _error(h: Array, g_z: Array, gamma: Array) -> float:
    _, saved = core.layer_norm_forward(h, gamma, 0 * gamma, EPS)
    return _distance(printed_gradient(g_z, saved), core.layer_norm_backward(g_z, saved).g_h)


class GammaDrift(NamedTuple):
    """What happens while γ is learned; arrays (seeds, steps + 1), the first column before any step.

    Attributes
    ----------
    error : array
        Of the printed formula, relative to the gradient.
    scatter : array
        The standard deviation of the entries of γ.
    loss : array
        What is minimized.
    """

    error: Array
    scatter: Array
    loss: Array


def learn_gamma(
    *,
    steps: int = 60,
    rate: float = 0.1,
    use_printed: bool = False,
    d: int = 8,
    rows: int = 64,
    seeds: Iterable[int] = range(24),
) -> GammaDrift:
    """Train one linear layer and its norm, and watch the printed formula go wrong.

    A teacher of the same form makes the outputs to be repeated; its γ is 1 plus half a standard
    normal number a feature. The student starts with γ = 1 and descends along the right gradient of
    weights, γ and β.

    Parameters
    ----------
    steps, rate : int, float
        How many steps of plain gradient descent, and how long.
    use_printed : bool
        Train the weights by the printed formula instead.
    d, rows : int
        Features, and rows of the batch, which stays the same.

    Returns
    -------
    GammaDrift
        One row a seed.

    Examples
    --------
    >>> learn_gamma(steps=1, seeds=[0]).error[0, 0] < 1e-12
    np.True_
    """
    runs = [_learn(seed, steps, rate, use_printed, d, rows) for seed in seeds]
    return GammaDrift(*(np.array([run[k] for run in runs]) for k in range(3)))


def _learn(
    seed: int, steps: int, rate: float, use_printed: bool, d: int, rows: int
) -> tuple[list[float], list[float], list[float]]:
    rng = np.random.default_rng(seed)
    h = rng.standard_normal((rows, d))
    teacher, weights = (rng.standard_normal((d, d)) / np.sqrt(d) for _ in range(2))
    gamma, beta = np.ones(d), np.zeros(d)
    wanted = core.layer_norm(h @ teacher, 1 + 0.5 * rng.standard_normal(d), beta, EPS)
    errors, scatters, losses = [], [], []
    for _ in range(steps + 1):
        z, saved = core.layer_norm_forward(h @ weights, gamma, beta, EPS)
        g_z = (z - wanted) / rows
        g_h, g_gamma, g_beta = core.layer_norm_backward(g_z, saved)
        printed = printed_gradient(g_z, saved)
        errors.append(_distance(printed, g_h))
        scatters.append(float(np.std(gamma)))
        losses.append(float(np.sum((z - wanted) ** 2) / (2 * rows)))
        weights = weights - rate * h.T @ (printed if use_printed else g_h)
        gamma, beta = gamma - rate * g_gamma, beta - rate * g_beta
    return errors, scatters, losses


def _mean(x: Array) -> Array:
    return np.asarray(np.mean(x, axis=-1, keepdims=True))


def _distance(found: Array, right: Array) -> float:
    return float(np.linalg.norm(found - right) / np.linalg.norm(right))
