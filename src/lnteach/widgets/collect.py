"""The widget "collect": the three terms of g_h, an option's formula, and the measured gradient."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from lnteach import core, course
from lnteach.arrays import Array
from lnteach.formula import read, to_json
from lnteach.widgets import catalogue
from lnteach.widgets.explorer import Explorer, Given, judged
from lnteach.widgets.spec import Named

__all__ = ["Collect", "CollectResult"]

U_DOT = "eps*d*mean(a*u)/(s*(v + eps))"  # tests compare it with the derivation's step `u_dot`


class CollectResult(NamedTuple):
    """What the core computes for a state of the widget.

    Attributes
    ----------
    saved : Saved
        What the forward pass saved.
    a, g_h : arrays (d,)
        The gradient that arrives at u, and the gradient of h.
    routes : Routes
        The three terms of g_h.
    value : array (d,)
        What the chosen option's formula gives.
    measured : array (d,)
        Central differences of the loss ``sum(g_z*z)``.
    u_dot : float
        The exact value of u·g_h.
    """

    saved: core.Saved
    a: Array
    g_h: Array
    routes: core.Routes
    value: Array
    measured: Array
    u_dot: float


class Collect(Explorer):
    """Collect the gradient term by term, and run any option's formula beside it.

    Lecture pages 68 and 69, and the second vote. The sum, the product with u and the distance from
    central differences are judged at once, for the option and for these numbers.

    Parameters
    ----------
    preset : str, optional
        The preset to open with; the course's choice if not given.
    **state
        Any of the attributes below, on top of the preset.

    Attributes
    ----------
    h, gamma, g_z : list of float
        The features, the scale, and the gradient arriving at z.
    eps : float
        The constant under the root, at least 0.
    option : str
        ``"truth"``, or the id of a mistake about g_h in the catalogue.

    Raises
    ------
    traitlets.TraitError
        A value that does not fit; the widget keeps its last good state.

    Examples
    --------
    >>> Collect("only-direct").result.value.tolist()
    [2.0, -2.0, -3.0]
    """

    id = "collect"
    fields = ("h", "gamma", "g_z", "eps", "option")
    h = Given()
    gamma = Given()
    g_z = Given()
    eps = Given()
    option = Given()
    _valid = judged(*fields)

    @classmethod
    def data(cls) -> dict[str, Any]:
        """Give the formulas of the options, and that of the exact product with u."""
        ids = course.widget(cls.id).fields["option"]["options"]
        return {"options": catalogue.options(ids), "u_dot": to_json(read(U_DOT))}

    @classmethod
    def compute(cls, state: Mapping[str, Any]) -> CollectResult:
        """Compute a state with the core and the catalogue."""
        h, gamma, g_z = (
            np.asarray(state[name], dtype=np.float64) for name in ("h", "gamma", "g_z")
        )
        eps = state["eps"]
        _, saved = core.layer_norm_forward(h, gamma, 0 * h, eps)
        a = g_z * gamma
        v = float((saved.c**2).mean())
        return CollectResult(
            saved,
            a,
            core.layer_norm_backward(g_z, saved).g_h,
            core.gradient_routes(a, saved),
            catalogue.value(state["option"], "g_h", state),
            catalogue.central(state),
            float(eps * (a * saved.u).sum() / (saved.s * (v + eps))),
        )

    @classmethod
    def named(cls, state: Mapping[str, Any]) -> Named:
        """Name the vectors and the scalars as the browser half does."""
        result = cls.compute(state)
        saved, value = result.saved, result.value
        u_value = float(saved.u @ value)
        option = catalogue.options([state["option"]])[state["option"]]
        arrays = {
            "h": saved.h,
            "u": saved.u,
            "gamma": saved.gamma,
            "g_z": np.asarray(state["g_z"], dtype=np.float64),
            "a": result.a,
            "g_h": result.g_h,
            **{f"g_h_{mark}": part for mark, part in result.routes._asdict().items()},
            "value": value,
            "measured": result.measured,
            "gap": value - result.measured,
        }
        scalars = {
            "s": saved.s,
            "mean_a": result.a.mean(),
            "mean_au": (result.a * saved.u).mean(),
            "sum_value": value.sum(),
            "u_value": u_value,
            "u_exact": result.u_dot,
            "u_gap": u_value - result.u_dot,
        }
        return Named(
            {name: array.tolist() for name, array in arrays.items()},
            {name: float(x) for name, x in scalars.items()},
            {"formula": option["formula"], "title": option["title"]},
        )
