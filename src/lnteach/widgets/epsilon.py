"""The widget "epsilon": a stretch of h, and what of the invariances survives an ε."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from lnteach import core
from lnteach.arrays import Array
from lnteach.formula import read, to_json
from lnteach.widgets.collect import U_DOT
from lnteach.widgets.explorer import Explorer, Given, judged
from lnteach.widgets.spec import Named

__all__ = ["Epsilon", "EpsilonResult"]


class EpsilonResult(NamedTuple):
    """What the core computes for a state of the widget.

    Attributes
    ----------
    before, after : Saved
        What the forward pass saves at h, and at lambda times h.
    a, g_h : arrays (d,)
        The gradient that arrives at u, and the gradient at lambda times h.
    routes : Routes
        The three terms of g_h.
    u_dot : float
        The exact value of u·g_h there.
    drift : array (d,)
        u(λh) − sign(λ) u(h), where 0 counts as positive; exactly 0 where nothing drifts.
    """

    before: core.Saved
    after: core.Saved
    a: Array
    g_h: Array
    routes: core.Routes
    u_dot: float
    drift: Array


class Epsilon(Explorer):
    """Stretch the features under an ε: the sum stays zero, the rest has its value.

    Lecture page 72, and the third vote.

    Parameters
    ----------
    preset : str, optional
        The preset to open with; the course's choice if not given.
    **state
        Any of the attributes below, on top of the preset; `lambda` is a word of Python, so it is
        given as ``**{"lambda": 2}``.

    Attributes
    ----------
    h, gamma, g_z : list of float
        The features before the stretch, the scale, and the gradient arriving at z.
    lambda : float
        The factor, of either sign.
    eps : float
        The constant under the root, at least 0; above 0 where `lambda` is 0.

    Raises
    ------
    traitlets.TraitError
        A value that does not fit; the widget keeps its last good state.

    Examples
    --------
    >>> round(Epsilon("as-it-is").result.u_dot, 6)
    -1.666667
    """

    id = "epsilon"
    fields = ("h", "gamma", "g_z", "lambda", "eps")
    h = Given()
    gamma = Given()
    g_z = Given()
    locals()["lambda"] = Given()
    eps = Given()
    _valid = judged(*fields)

    @classmethod
    def data(cls) -> dict[str, Any]:
        """Give the formula of the exact product with u."""
        return {"u_dot": to_json(read(U_DOT))}

    @classmethod
    def compute(cls, state: Mapping[str, Any]) -> EpsilonResult:
        """Compute a state with the core, before and after the stretch."""
        h, gamma, g_z = (
            np.asarray(state[name], dtype=np.float64) for name in ("h", "gamma", "g_z")
        )
        eps = state["eps"]
        _, before = core.layer_norm_forward(h, gamma, 0 * h, eps)
        _, after = core.layer_norm_forward(state["lambda"] * h, gamma, 0 * h, eps)
        a, v = g_z * gamma, float((after.c**2).mean())
        return EpsilonResult(
            before,
            after,
            a,
            core.layer_norm_backward(g_z, after).g_h,
            core.gradient_routes(a, after),
            float(eps * (a * after.u).sum() / (after.s * (v + eps))),
            _drift(before, after, state["lambda"]),
        )

    @classmethod
    def named(cls, state: Mapping[str, Any]) -> Named:
        """Name the vectors and the scalars as the browser half does."""
        one, two, a, g_h, routes, u_dot, drift = cls.compute(state)
        eps, u_value = state["eps"], float(two.u @ g_h)
        arrays = {
            "h": one.h,
            "after": two.h,
            "gamma": one.gamma,
            "g_z": np.asarray(state["g_z"], dtype=np.float64),
            "u": one.u,
            "u_after": two.u,
            "a": a,
            **{f"g_h_{mark}": part for mark, part in routes._asdict().items()},
            "g_h": g_h,
            "drift": drift,
        }
        scalars = {
            "s": one.s,
            "s_after": two.s,
            "factor": state["lambda"] * one.s / two.s,
            "share": eps / ((two.c**2).mean() + eps),
            "sum_g_h": g_h.sum(),
            "u_value": u_value,
            "u_exact": u_dot,
            "u_gap": u_value - u_dot,
        }
        return Named(
            {name: array.tolist() for name, array in arrays.items()},
            {name: float(x) for name, x in scalars.items()},
        )


def _drift(before: core.Saved, after: core.Saved, factor: float) -> Array:
    """Give u(λh) − sign(λ) u(h), by λ²s² − s(λh)² = ε(λ² − 1): nothing cancels.

    So it is 0 exactly where it should be: for λ = ±1, for ε = 0, and for a constant h.
    """
    size, one, two = abs(factor), before.s, after.s
    share = float(before.eps) / one * ((size - 1) * (size + 1)) / two / (size * one + two)
    drift: Array = (-share if factor < 0 else share) * before.c
    return drift
