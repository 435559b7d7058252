"""The widget "batch": rows that are nobody else's, and the parameters that all rows share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from lnteach import core
from lnteach.arrays import Array
from lnteach.widgets.explorer import Explorer, Given, judged
from lnteach.widgets.spec import Named

__all__ = ["Batch", "BatchResult"]

RATE = 0.1  # how far an update goes, to show what it does


class BatchResult(NamedTuple):
    """What the core computes for a state of the widget.

    Attributes
    ----------
    saved : Saved
        What the forward pass saved, for all rows.
    g_z : array (B, d)
        What arrives at z; the 1/B of a mean loss is in it.
    gradients : Gradients
        g_h (B, d), g_gamma (d,), g_beta (d,).
    alone : array (B, d)
        g_h of each row, computed without the others.
    slopes : array (d,)
        Differences of the batch's loss in gamma.
    """

    saved: core.Saved
    g_z: Array
    gradients: core.Gradients
    alone: Array
    slopes: Array


class Batch(Explorer):
    """Let two or three tokens go through one layer: what is summed, and what is not.

    Lecture page 70, and the guide's fourth example.

    Parameters
    ----------
    preset : str, optional
        The preset to open with; the course's choice if not given.
    **state
        Any of the attributes below, on top of the preset.

    Attributes
    ----------
    h1, h2, h3 : list of float
        The features of each token.
    g_z1, g_z2, g_z3 : list of float
        The gradient of each token's own loss at z.
    gamma : list of float
        The scale that all tokens share.
    eps : float
        The constant under the root, at least 0.
    rows : str
        ``"two"`` or ``"three"``: how many tokens count.
    loss : str
        ``"sum"`` or ``"mean"``: how the tokens' losses become one.

    Raises
    ------
    traitlets.TraitError
        A value that does not fit; the widget keeps its last good state.

    Examples
    --------
    >>> Batch("guide-tokens").result.gradients.g_gamma.tolist()
    [3.0, -1.0, 0.5, 1.0]
    """

    id = "batch"
    fields = ("h1", "h2", "h3", "g_z1", "g_z2", "g_z3", "gamma", "eps", "rows", "loss")
    h1 = Given()
    h2 = Given()
    h3 = Given()
    g_z1 = Given()
    g_z2 = Given()
    g_z3 = Given()
    gamma = Given()
    eps = Given()
    rows = Given()
    loss = Given()
    _valid = judged(*fields)

    @classmethod
    def compute(cls, state: Mapping[str, Any]) -> BatchResult:
        """Compute a state with the core, as one batch and row by row."""
        numbers = range(1, 4 if state["rows"] == "three" else 3)
        h, g_z = (
            np.asarray([state[f"{name}{n}"] for n in numbers], dtype=np.float64)
            for name in ("h", "g_z")
        )
        if state["loss"] == "mean":
            g_z = g_z / len(h)
        gamma, eps = np.asarray(state["gamma"], dtype=np.float64), state["eps"]

        def back(h: Array, g_z: Array) -> tuple[core.Saved, core.Gradients]:
            _, saved = core.layer_norm_forward(h, gamma, 0 * gamma, eps)
            return saved, core.layer_norm_backward(g_z, saved)

        def loss(gamma: Array) -> float:
            return float((g_z * core.layer_norm(h, gamma, 0 * gamma, eps)).sum())

        saved, gradients = back(h, g_z)
        alone = np.stack([back(row, above)[1].g_h for row, above in zip(h, g_z, strict=True)])
        halves = 0.5 * np.eye(len(gamma))  # linear in gamma: any step will do
        slopes = np.asarray([loss(gamma + e) - loss(gamma - e) for e in halves])
        return BatchResult(saved, g_z, gradients, alone, slopes)

    @classmethod
    def named(cls, state: Mapping[str, Any]) -> Named:
        """Name the vectors and the scalars as the browser half does."""
        saved, g_z, gradients, alone, slopes = cls.compute(state)
        gamma, parts = saved.gamma, g_z * saved.u
        direct = g_z * gamma / np.asarray(saved.s)[:, None]
        arrays = {
            f"{name}{n}": np.asarray(state[f"{name}{n}"])
            for name in ("h", "g_z")
            for n in (1, 2, 3)
        }
        for k in range(len(g_z)):
            arrays |= {
                f"u{k + 1}": saved.u[k],
                f"g_h{k + 1}": gradients.g_h[k],
                f"direct{k + 1}": direct[k],
                f"part{k + 1}": parts[k],
                f"stray{k + 1}": gamma - RATE * parts[k],
            }
        sizes = np.maximum(np.abs(direct).max(axis=1, keepdims=True), 1e-300)
        arrays |= {
            "gamma": gamma,
            "g_gamma": gradients.g_gamma,
            "g_beta": gradients.g_beta,
            "averaged": gradients.g_gamma / len(g_z),
            "apart": np.ptp(parts, axis=0),
            "loss_gap": slopes - gradients.g_gamma,
            "stepped": gamma - RATE * gradients.g_gamma,
        }
        scalars = {
            "B": len(g_z),
            "share": 1 / len(g_z) if state["loss"] == "mean" else 1.0,
            "gap": np.abs((gradients.g_h - alone) / sizes).max(),
            "one": 1.0,
        }
        return Named(
            {name: array.tolist() for name, array in arrays.items()},
            {name: float(x) for name, x in scalars.items()},
        )
