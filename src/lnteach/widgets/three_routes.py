"""The widget "three routes": how a change of h reaches u, and how a gradient comes back to h."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from lnteach import core
from lnteach.arrays import Array
from lnteach.widgets.explorer import Explorer, Given, judged
from lnteach.widgets.spec import Named

__all__ = ["ThreeRoutes", "ThreeRoutesResult"]


class ThreeRoutesResult(NamedTuple):
    """What the core computes for a state of the widget.

    Attributes
    ----------
    saved : Saved
        What the forward pass saved: h, mu, c, s, u, gamma.
    dh, g_z : arrays (d,)
        The change made to h, and the gradient arriving at z.
    change : Differentials
        dmu, dc, dv, ds, du and the three routes of du.
    dz : array (d,)
        The change of the output, ``gamma*du``.
    a, g_h : arrays (d,)
        The gradient ``g_z*gamma`` that arrives at u, and the gradient of h.
    routes : Routes
        The three terms of g_h.
    """

    saved: core.Saved
    dh: Array
    g_z: Array
    change: core.Differentials
    dz: Array
    a: Array
    g_h: Array
    routes: core.Routes


class ThreeRoutes(Explorer):
    """Three routes from h to u, and back: drag a feature and see the bars add up.

    Lecture pages 63-68. In a notebook the browser and the NumPy core compute separately and the
    widget shows their largest disagreement; several views of one widget stay in step.

    Parameters
    ----------
    preset : str, optional
        The preset to open with; the course's choice if not given.
    **state
        Any of the attributes below, on top of the preset. Vectors that are not given follow the
        length of `h` with neutral entries.

    Attributes
    ----------
    h, dh : list of float
        The features, and the change made to each.
    gamma : list of float
        The scale of each feature.
    g_z : list of float
        The gradient arriving at z.
    eps : float
        The constant under the root, at least 0.
    view : str
        ``"du"``: the change of u; ``"g_h"``: the gradient of h.
    core : dict
        What the core computed, for the browser to compare with.

    Raises
    ------
    traitlets.TraitError
        A value that is not a list of finite numbers, lengths that differ, a negative `eps`, or a
        constant `h` with `eps` = 0. The widget keeps its last good state.

    Examples
    --------
    >>> widget = ThreeRoutes(h=[1, 2, 3], dh=[1, 0, 0], eps=1/3)
    >>> widget.result.change.du.round(6).tolist()
    [0.333333, -0.333333, 0.0]
    """

    id = "three-routes"
    fields = ("h", "dh", "gamma", "g_z", "eps", "view")
    h = Given()
    dh = Given()
    gamma = Given()
    g_z = Given()
    eps = Given()
    view = Given()
    _valid = judged(*fields)

    @classmethod
    def compute(cls, state: Mapping[str, Any]) -> ThreeRoutesResult:
        """Compute a state with the core, forward and backward."""
        h, dh, gamma, g_z = (
            np.asarray(state[name], dtype=np.float64) for name in ("h", "dh", "gamma", "g_z")
        )
        _, saved = core.layer_norm_forward(h, gamma, np.zeros_like(h), state["eps"])
        change = core.differentials(h, dh, state["eps"])
        a = g_z * gamma
        g_h = core.layer_norm_backward(g_z, saved).g_h
        return ThreeRoutesResult(
            saved, dh, g_z, change, gamma * change.du, a, g_h, core.gradient_routes(a, saved)
        )

    @classmethod
    def named(cls, state: Mapping[str, Any]) -> Named:
        """Name the vectors and the scalars as the browser half does."""
        result = cls.compute(state)
        saved, change = result.saved, result.change
        arrays = {
            "h": saved.h,
            "dh": result.dh,
            "gamma": saved.gamma,
            "g_z": result.g_z,
            "u": saved.u,
            "du": change.du,
            "dz": result.dz,
            "a": result.a,
            "g_h": result.g_h,
            **{f"du_{mark}": part for mark, part in change.routes._asdict().items()},
            **{f"g_h_{mark}": part for mark, part in result.routes._asdict().items()},
        }
        scalars = {
            "mu": saved.mu,
            "v": (saved.c * saved.c).mean(),
            "s": saved.s,
            "dmu": change.dmu,
            "dv": change.dv,
            "ds": change.ds,
            "mean_a": result.a.mean(),
            "mean_au": (result.a * saved.u).mean(),
            "sum_g_h": result.g_h.sum(),
            "u_g_h": saved.u @ result.g_h,
        }
        return Named(
            {name: array.tolist() for name, array in arrays.items()},
            {name: float(value) for name, value in scalars.items()},
        )
