"""The widget "shift": a number added to every feature, to one, or along c, and what it moves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from lnteach import core
from lnteach.arrays import Array
from lnteach.widgets.explorer import Explorer, Given, judged
from lnteach.widgets.spec import Named

__all__ = ["Shift", "ShiftResult"]


class ShiftResult(NamedTuple):
    """What the core computes for a state of the widget.

    Attributes
    ----------
    before, after : Saved
        What the forward pass saves before and after the shift.
    z : array (d,)
        ``gamma*u`` after the shift.
    """

    before: core.Saved
    after: core.Saved
    z: Array


class Shift(Explorer):
    """Shift the features together, one alone, or along c, and see what stays and what moves.

    Lecture pages 64 and 65, and the first vote.

    Parameters
    ----------
    preset : str, optional
        The preset to open with; the course's choice if not given.
    **state
        Any of the attributes below, on top of the preset.

    Attributes
    ----------
    h, gamma : list of float
        The features before the shift, and the scale.
    alpha : float
        How much is added.
    feature : float
        Which feature is pushed, from 1, where one alone is.
    eps : float
        The constant under the root, at least 0.
    way : str
        ``"every"``, ``"one"`` or ``"along"``: what alpha is added to.

    Raises
    ------
    traitlets.TraitError
        A value that does not fit, such as a feature that is not there; the widget keeps its last
        good state.

    Examples
    --------
    >>> result = Shift("common-shift").result
    >>> result.before.u.tolist() == result.after.u.tolist()
    True
    """

    id = "shift"
    fields = ("h", "gamma", "alpha", "feature", "eps", "way")
    h = Given()
    gamma = Given()
    alpha = Given()
    feature = Given()
    eps = Given()
    way = Given()
    _valid = judged(*fields)

    @classmethod
    def compute(cls, state: Mapping[str, Any]) -> ShiftResult:
        """Compute a state with the core, before and after the shift."""
        h, gamma = (np.asarray(state[name], dtype=np.float64) for name in ("h", "gamma"))
        d, feature = len(h), state["feature"]
        if feature not in range(1, d + 1):
            raise ValueError(f"`feature` is {feature:g}, but the features are numbered 1 to {d}")
        _, before = core.layer_norm_forward(h, gamma, 0 * h, state["eps"])
        share = {
            "every": np.ones(d),
            "one": np.eye(d)[int(feature) - 1],
            "along": before.c,
        }[state["way"]]
        z, after = core.layer_norm_forward(h + state["alpha"] * share, gamma, 0 * h, state["eps"])
        return ShiftResult(before, after, z)

    @classmethod
    def named(cls, state: Mapping[str, Any]) -> Named:
        """Name the vectors and the scalars as the browser half does."""
        one, two, z = cls.compute(state)
        v, v_after = (float((x.c * x.c).mean()) for x in (one, two))
        arrays = {
            "h": one.h,
            "gamma": one.gamma,
            "after": two.h,
            "c": one.c,
            "c_after": two.c,
            "u": one.u,
            "u_after": two.u,
            "z_after": z,
            "change_c": two.c - one.c,
            "change_u": two.u - one.u,
        }
        scalars = {
            "mu": one.mu,
            "mu_after": two.mu,
            "v": v,
            "v_after": v_after,
            "s": one.s,
            "s_after": two.s,
            "change_v": v_after - v,
        }
        return Named(
            {name: array.tolist() for name, array in arrays.items()},
            {name: float(x) for name, x in scalars.items()},
        )
