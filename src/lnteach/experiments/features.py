"""Which features of one row get large gradients, when what arrives is random."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from lnteach import core

Array = np.ndarray[Any, Any]


class FeatureGradients(NamedTuple):
    """Mean squares of each entry of the gradient, one row a seed.

    Attributes
    ----------
    total, without_variance : arrays (seeds, d)
        With all three terms, and with the variance's term left out.
    """

    total: Array
    without_variance: Array


def feature_gradients(
    h: Any,
    *,
    along: float = 0.0,
    draws: int = 2000,
    eps: float = 1e-5,
    seeds: Iterable[int] = range(24),
) -> FeatureGradients:
    """Send random columns a back through the norm and square what reaches each feature.

    Parameters
    ----------
    h : array (d,)
        The row.
    along : float
        Each a is ``along * u`` plus independent standard normal entries.
    draws : int
        How many columns a a seed draws.

    Returns
    -------
    FeatureGradients
        Means over the draws, one row a seed.

    Examples
    --------
    >>> feature_gradients([1, 7, 9, 15], draws=10, seeds=range(3)).total.shape
    (3, 4)
    """
    h = np.asarray(h, dtype=float)
    d = len(h)
    total, without = [], []
    for seed in seeds:
        rows = np.broadcast_to(h, (draws, d))
        _, saved = core.layer_norm_forward(rows, np.ones(d), np.zeros(d), eps)
        a = along * saved.u + np.random.default_rng(seed).standard_normal((draws, d))
        routes = core.gradient_routes(a, saved)
        total.append(np.mean((routes.direct + routes.mean + routes.variance) ** 2, axis=0))
        without.append(np.mean((routes.direct + routes.mean) ** 2, axis=0))
    return FeatureGradients(np.stack(total), np.stack(without))


def expected_square(h: Any, *, eps: float = 1e-5) -> Array:
    """Return the mean square of each entry of the gradient for independent a of variance 1.

    It is what the proved step ``expected_square`` of `lnteach.symbolic` says, in floats.

    Examples
    --------
    >>> expected_square([4, 0, 4, 0], eps=0).tolist()
    [0.125, 0.125, 0.125, 0.125]
    """
    h = np.asarray(h, dtype=float)
    one = np.ones(len(h))
    _, saved = core.layer_norm_forward(h, one, 0 * one, eps)
    survives = eps / saved.s**2
    return (1 - (1 + saved.u**2 * (1 + survives)) / len(h)) / saved.s**2  # type: ignore[no-any-return]
