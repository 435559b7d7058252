"""The widget "geometry": three features in the plane of centred columns."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from lnteach import core
from lnteach.arrays import Array
from lnteach.widgets import figure, plane
from lnteach.widgets.explorer import Explorer, Given, judged
from lnteach.widgets.spec import Named, rows
from lnteach.widgets.table import text_table

__all__ = ["Geometry", "GeometryResult"]


class GeometryResult(NamedTuple):
    """What the core computes for a state of the widget.

    Attributes
    ----------
    saved : Saved
        What the forward pass saved.
    a, g_h : arrays (3,)
        The gradient that arrives at u, and the gradient of h.
    points : dict of str to array (2,)
        Where c, u, the centred a, ``s*g_h`` and the leak lie in the plane.
    leak : array (3,)
        The part of ``s*g_h`` along u: 0 without an ε, or with a constant h.
    """

    saved: core.Saved
    a: Array
    g_h: Array
    points: dict[str, Array]
    leak: Array


class Geometry(Explorer):
    """See three features in their plane: u on its circle, and a losing two components.

    Chapter 9. In the page c and a (less its mean) are taken by hand, or moved with the arrow keys,
    Home, End, PageUp and PageDown; where an entry of `gamma` is 0, that of a stays 0.

    Parameters
    ----------
    preset : str, optional
        The preset to open with; the course's choice if not given.
    **state
        Any of the attributes below, on top of the preset.

    Attributes
    ----------
    h, gamma, g_z : list of float
        The three features, the scale, and the gradient arriving at z.
    eps : float
        The constant under the root, at least 0.

    Raises
    ------
    traitlets.TraitError
        A value that does not fit, such as a fourth feature; the widget keeps its last good state.

    Examples
    --------
    >>> result = Geometry("without").result
    >>> round(float(result.saved.u @ result.g_h), 12)
    0.0
    """

    id = "geometry"
    fields = ("h", "gamma", "g_z", "eps")
    h = Given()
    gamma = Given()
    g_z = Given()
    eps = Given()
    _valid = judged(*fields)

    @classmethod
    def compute(cls, state: Mapping[str, Any]) -> GeometryResult:
        """Compute a state with the core, and place it in the plane."""
        h, gamma, g_z = (
            np.asarray(state[name], dtype=np.float64) for name in ("h", "gamma", "g_z")
        )
        if len(h) != 3:
            raise ValueError(f"`h` has {len(h)} features, but this widget shows three")
        _, saved = core.layer_norm_forward(h, gamma, 0 * h, state["eps"])
        a, g_h = g_z * gamma, core.layer_norm_backward(g_z, saved).g_h
        left, square = saved.s * g_h, float(saved.c @ saved.c)
        leak = (saved.c @ left) / square * saved.c if square > 0 else 0 * saved.c
        shown = {"c": saved.c, "u": saved.u, "a": a - a.mean(), "left": left, "leak": leak}
        points = {name: plane.place(x) for name, x in shown.items()}
        return GeometryResult(saved, a, g_h, points, leak)

    @classmethod
    def named(cls, state: Mapping[str, Any]) -> Named:
        """Name the vectors and the scalars as the browser half does."""
        saved, a, g_h, points, leak = cls.compute(state)
        length, v = float(saved.u @ saved.u), float((saved.c**2).mean())
        left = saved.s * g_h
        arrays = {
            "h": saved.h,
            "gamma": saved.gamma,
            "g_z": np.asarray(state["g_z"], dtype=np.float64),
            "c": saved.c,
            "u": saved.u,
            "a": a,
            "centred": a - a.mean(),
            "left": left,
            "along": leak,
            "direct": a / saved.s,
            "g_h": g_h,
            **{f"at_{name}": at for name, at in points.items()},
        }
        scalars = {
            "mu": saved.mu,
            "s": saved.s,
            "mean_a": a.mean(),
            "length": math.sqrt(length),
            "short": length - 3,
            "three": 3.0,
            "share": state["eps"] / (v + state["eps"]),
            "leak": saved.u @ left,
            "sum_g_h": g_h.sum(),
        }
        return Named(
            {name: array.tolist() for name, array in arrays.items()},
            {name: float(x) for name, x in scalars.items()},
        )

    def picture(self, name: str, named: Named) -> str:
        """Draw the plane with its axes, its circle, its arrows and their words."""
        caption = text_table(rows(self.spec, named, self.state))
        title, drawn = self.spec["title"], plane.draw(named.vectors)
        return figure.picture(name, title, caption, plane.HEIGHT, drawn, wide=plane.SIZE)
