"""The widget "mistake": pick a mistake of the catalogue and see it on these numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from lnteach import core, course
from lnteach.arrays import Array
from lnteach.formula import read, to_json
from lnteach.widgets import catalogue
from lnteach.widgets.collect import U_DOT
from lnteach.widgets.explorer import Explorer, Given, judged
from lnteach.widgets.spec import Named

__all__ = ["Mistake", "MistakeResult"]


class MistakeResult(NamedTuple):
    """What the core and the catalogue compute for a state of the widget.

    Attributes
    ----------
    saved : Saved
        What the forward pass saved.
    letter : str
        The letter that the mistake spoils, such as ``"g_h"``.
    truth, value : arrays (d,)
        The right value of that letter, and the mistake's.
    g_h : array (d,)
        What the mistake gives for g_h, on which sum and product with u are judged.
    u_dot : float
        The exact value of u·g_h.
    """

    saved: core.Saved
    letter: str
    truth: Array
    value: Array
    g_h: Array
    u_dot: float


class Mistake(Explorer):
    """Mistake by mistake: its value beside the truth, the edit, and what gives it away.

    Chapters 10 and 14, and the fourth vote.

    Parameters
    ----------
    preset : str, optional
        The preset to open with; the course's choice if not given.
    **state
        Any of the attributes below, on top of the preset.

    Attributes
    ----------
    h, gamma, beta, g_z : list of float
        The features, scale and shift, and the gradient arriving at z.
    eps : float
        The constant under the root, at least 0.
    option : str
        The id of a mistake in the catalogue.

    Raises
    ------
    traitlets.TraitError
        A value that does not fit; the widget keeps its last good state.

    Examples
    --------
    >>> widget = Mistake("gamma-outside")
    >>> widget.result.truth.tolist(), widget.result.value.tolist()
    ([0.25, -0.25, -0.25, 0.25], [0.375, -0.125, -0.75, 0.25])
    """

    id = "mistake"
    fields = ("h", "gamma", "beta", "g_z", "eps", "option")
    h = Given()
    gamma = Given()
    beta = Given()
    g_z = Given()
    eps = Given()
    option = Given()
    _valid = judged(*fields)

    @classmethod
    def data(cls) -> dict[str, Any]:
        """Give the formulas of the mistakes, right and written, and what catches them."""
        ids = course.widget(cls.id).fields["option"]["options"]
        return {"options": catalogue.options(ids), "u_dot": to_json(read(U_DOT))}

    @classmethod
    def compute(cls, state: Mapping[str, Any]) -> MistakeResult:
        """Compute a state with the core and the catalogue."""
        h, gamma, beta, g_z = (
            np.asarray(state[name], dtype=np.float64) for name in ("h", "gamma", "beta", "g_z")
        )
        eps, option = state["eps"], state["option"]
        _, saved = core.layer_norm_forward(h, gamma, beta, eps)
        letter = catalogue.options([option])[option]["letter"]
        a, v = g_z * gamma, float((saved.c**2).mean())
        return MistakeResult(
            saved,
            letter,
            catalogue.value("truth", letter, state),
            catalogue.value(option, letter, state),
            catalogue.value(option, "g_h", state),
            float(eps * (a * saved.u).sum() / (saved.s * (v + eps))),
        )

    @classmethod
    def named(cls, state: Mapping[str, Any]) -> Named:
        """Name the vectors and the scalars as the browser half does."""
        result = cls.compute(state)
        u_value = float(result.saved.u @ result.g_h)
        arrays = {
            **{name: np.asarray(state[name]) for name in ("h", "gamma", "beta", "g_z")},
            "u": result.saved.u,
            "truth": result.truth,
            "value": result.value,
            "gap": result.value - result.truth,
            "g_h": result.g_h,
            "direct": np.asarray(state["g_z"]) * result.saved.gamma / result.saved.s,
        }
        scalars = {
            "s": result.saved.s,
            "sum_value": result.g_h.sum(),
            "u_value": u_value,
            "u_exact": result.u_dot,
            "u_gap": u_value - result.u_dot,
        }
        return Named(
            {name: array.tolist() for name, array in arrays.items()},
            {name: float(x) for name, x in scalars.items()},
            catalogue.options([state["option"]])[state["option"]]["words"],
        )
