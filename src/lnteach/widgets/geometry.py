"""The widget "geometry": three features in the plane of centred columns."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from lnteach import core
from lnteach.arrays import Array
from lnteach.widgets import figure
from lnteach.widgets.explorer import Explorer, Given, judged
from lnteach.widgets.spec import Named, rows
from lnteach.widgets.table import text_table

__all__ = ["Geometry", "GeometryResult"]

# The axes of the plane: feature 1 against 2, and both against 3.
ACROSS = np.array([1.0, -1.0, 0.0]) / np.sqrt(2.0)
UP = np.array([1.0, 1.0, -2.0]) / np.sqrt(6.0)
SIZE = 360


class GeometryResult(NamedTuple):
    """What the core computes for a state of the widget.

    Attributes
    ----------
    saved : Saved
        What the forward pass saved.
    a, g_h : arrays (3,)
        The gradient that arrives at u, and the gradient of h.
    points : dict of str to array (2,)
        Where c, u, the centred a and ``s*g_h`` lie in the plane.
    """

    saved: core.Saved
    a: Array
    g_h: Array
    points: dict[str, Array]


class Geometry(Explorer):
    """See three features in their plane: u on its circle, and a losing two components.

    Chapter 9.

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
        shown = {"c": saved.c, "u": saved.u, "a": a - a.mean(), "left": saved.s * g_h}
        points = {name: np.array([x @ ACROSS, x @ UP]) for name, x in shown.items()}
        return GeometryResult(saved, a, g_h, points)

    @classmethod
    def named(cls, state: Mapping[str, Any]) -> Named:
        """Name the vectors and the scalars as the browser half does."""
        saved, a, g_h, points = cls.compute(state)
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
        """Draw the plane, its circle and its four arrows."""
        at = {key: named.vectors[f"at_{key}"] for key in ("c", "u", "a", "left")}
        most = max(math.sqrt(3), *(abs(x) for point in at.values() for x in point))
        reach = figure.round_up(1.15 * most)

        def x(value: float) -> float:
            return SIZE * (value + reach) / (2 * reach)

        def ray(kind: str, start: list[float], end: list[float], color: str, more: str = "") -> str:
            return (
                f'<line class="ln-ray {kind}" x1="{x(start[0]):.2f}" y1="{SIZE - x(start[1]):.2f}" '
                f'x2="{x(end[0]):.2f}" y2="{SIZE - x(end[1]):.2f}" stroke="{color}" '
                f'stroke-width="2.5"{more}/>'
            )

        ink = {key: figure.ink(mark) for key, mark in
               (("c", "before"), ("u", "eps"), ("a", "direct"), ("left", "total"))}  # fmt: skip
        words = {"c": "c", "u": "u", "a": "a less its mean", "left": "s g_h"}
        radius = SIZE * math.sqrt(3) / (2 * reach)
        parts = [
            f'<circle class="ln-circle" cx="{SIZE / 2}" cy="{SIZE / 2}" r="{radius:.2f}" '
            f'fill="none" stroke="{figure.SOFT}" stroke-dasharray="2 4"/>',
            *(ray(f"ln-ray-{key}", [0.0, 0.0], point, ink[key]) for key, point in at.items()),
            ray("ln-ray-variance", at["a"], at["left"], figure.ink("variance"),
                ' stroke-dasharray="2 4"'),
            *(
                f'<text x="{x(point[0]):.2f}" '
                f'y="{SIZE - x(point[1]) + (14 if key == "u" else -8):.2f}" '
                f'text-anchor="{"end" if x(point[0]) > SIZE / 2 else "start"}" '
                f'fill="{figure.INK}">{words[key]}</text>'
                for key, point in at.items()
            ),
        ]  # fmt: skip
        caption = text_table(rows(self.spec, named, self.state))
        title = self.spec["title"]
        return figure.picture(name, title, caption, SIZE, "".join(parts), square=True)
