"""The widget "variance": what moves v and s, and the step beside its differential."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from lnteach import core
from lnteach.arrays import Array
from lnteach.widgets.explorer import Explorer, Given, judged
from lnteach.widgets.spec import Named

__all__ = ["Variance", "VarianceResult"]


class VarianceResult(NamedTuple):
    """What the core computes for a state of the widget.

    Attributes
    ----------
    saved, after : Saved
        What the forward pass saves at h, and at ``h + step*dh``.
    change : Differentials
        The differentials for dh.
    common, along, across : arrays (d,)
        The parts of dh along the column of ones, along c, and across both.
    """

    saved: core.Saved
    after: core.Saved
    change: core.Differentials
    common: Array
    along: Array
    across: Array


class Variance(Explorer):
    """See which changes move the variance, and how good a differential is for a step.

    Lecture pages 66 and 67.

    Parameters
    ----------
    preset : str, optional
        The preset to open with; the course's choice if not given.
    **state
        Any of the attributes below, on top of the preset.

    Attributes
    ----------
    h, dh, gamma : list of float
        The features, the change made to each, and the scale.
    step : float
        How much of dh is carried out, above 0.
    eps : float
        The constant under the root, at least 0.

    Raises
    ------
    traitlets.TraitError
        A value that does not fit; the widget keeps its last good state.

    Examples
    --------
    >>> Variance("across").result.change.dv.item()
    0.0
    """

    id = "variance"
    fields = ("h", "dh", "gamma", "step", "eps")
    h = Given()
    dh = Given()
    gamma = Given()
    step = Given()
    eps = Given()
    _valid = judged(*fields)

    @classmethod
    def compute(cls, state: Mapping[str, Any]) -> VarianceResult:
        """Compute a state with the core, before and after the step."""
        h, dh, gamma = (np.asarray(state[name], dtype=np.float64) for name in ("h", "dh", "gamma"))
        eps = state["eps"]
        _, saved = core.layer_norm_forward(h, gamma, 0 * h, eps)
        _, after = core.layer_norm_forward(h + state["step"] * dh, gamma, 0 * h, eps)
        change = core.differentials(h, dh, eps)
        common = np.full_like(h, change.dmu)
        length = saved.c @ saved.c
        along = saved.c * ((saved.c @ dh) / length if length > 0 else 0.0)
        return VarianceResult(saved, after, change, common, along, dh - common - along)

    @classmethod
    def named(cls, state: Mapping[str, Any]) -> Named:
        """Name the vectors and the scalars as the browser half does."""
        saved, after, change, common, along, across = cls.compute(state)
        step = state["step"]
        dh = np.asarray(state["dh"], dtype=np.float64)
        v, v_after = (float((x.c * x.c).mean()) for x in (saved, after))
        finite = (after.u - saved.u) / step
        arrays = {
            "h": saved.h,
            "dh": dh,
            "gamma": saved.gamma,
            "c": saved.c,
            "u": saved.u,
            "common": common,
            "along": along,
            "across": across,
            **{f"du_{mark}": part for mark, part in change.routes._asdict().items()},
            "du": change.du,
            "finite": finite,
            "bend": finite - change.du,
        }
        scalars = {
            "mu": saved.mu,
            "v": v,
            "s": saved.s,
            "dv": change.dv,
            "v_finite": (v_after - v) / step,
            "ds": change.ds,
            "s_finite": (after.s - saved.s) / step,
            "dv_most": 2 * np.sqrt(v * (dh * dh).mean()),
        }
        return Named(
            {name: array.tolist() for name, array in arrays.items()},
            {name: float(x) for name, x in scalars.items()},
        )
