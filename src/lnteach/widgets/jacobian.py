"""The widget "jacobian": the matrix of du by dh, its directions, and a change it is applied to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from lnteach import core
from lnteach.arrays import Array
from lnteach.widgets.explorer import Explorer, Given, judged
from lnteach.widgets.heat import MANY, heat_map
from lnteach.widgets.numbers import number_html, row_text
from lnteach.widgets.spec import Named

__all__ = ["Jacobian", "JacobianResult"]


class JacobianResult(NamedTuple):
    """What the core computes for a state of the widget.

    Attributes
    ----------
    saved : Saved
        What the forward pass saved.
    J : array (d, d)
        The Jacobian: row i is what moves u_i.
    du : array (d,)
        J applied to dh.
    across : array (d,)
        The part of dh across the column of ones and across c.
    """

    saved: core.Saved
    J: Array
    du: Array
    across: Array


class Jacobian(Explorer):
    """See the Jacobian as a table of numbers and shades, and apply it to a change.

    Chapter 9; the guide's matrix form.

    Parameters
    ----------
    preset : str, optional
        The preset to open with; the course's choice if not given.
    **state
        Any of the attributes below, on top of the preset.

    Attributes
    ----------
    h, dh, gamma : list of float
        The features, the change that J is applied to, and the scale.
    output, input : float
        Row and column of the chosen entry, from 1.
    eps : float
        The constant under the root, at least 0.

    Raises
    ------
    traitlets.TraitError
        A value that does not fit; the widget keeps its last good state.

    Examples
    --------
    >>> Jacobian("guide-first-token").result.J[0].tolist()
    [0.25, 0.0, -0.25, 0.0]
    """

    id = "jacobian"
    fields = ("h", "dh", "gamma", "output", "input", "eps")
    h = Given()
    dh = Given()
    gamma = Given()
    output = Given()
    input = Given()
    eps = Given()
    _valid = judged(*fields)

    @classmethod
    def compute(cls, state: Mapping[str, Any]) -> JacobianResult:
        """Compute a state with the core, a column of the matrix for each unit change."""
        h, dh, gamma = (np.asarray(state[name], dtype=np.float64) for name in ("h", "dh", "gamma"))
        d, eps = len(h), state["eps"]
        for name in ("output", "input"):
            if state[name] not in range(1, d + 1):
                raise ValueError(
                    f"`{name}` is {state[name]:g}, but the features are numbered 1 to {d}"
                )
        _, saved = core.layer_norm_forward(h, gamma, 0 * h, eps)
        matrix = np.stack([core.differentials(h, e, eps).du for e in np.eye(d)], axis=1)
        length = saved.c @ saved.c
        share = (saved.c @ dh) / length if length > 0 else 0.0
        across = dh - dh.mean() - share * saved.c
        return JacobianResult(saved, matrix, core.differentials(h, dh, eps).du, across)

    @classmethod
    def named(cls, state: Mapping[str, Any]) -> Named:
        """Name the vectors and the scalars as the browser half does."""
        saved, matrix, du, across = cls.compute(state)
        i, j = int(state["output"]) - 1, int(state["input"]) - 1
        dh, eps = np.asarray(state["dh"], dtype=np.float64), state["eps"]
        leak = eps / ((saved.c**2).mean() + eps) / saved.s
        arrays = {
            "h": saved.h,
            "dh": dh,
            "gamma": saved.gamma,
            "u": saved.u,
            "du": du,
            "dz": saved.gamma * du,
            "direct": dh / saved.s,
            "J": matrix.ravel(),
            "unit": np.asarray([1 / saved.s]),
            "row": matrix[i],
            "J_ones": matrix @ np.ones(len(dh)),
            "u_gap": matrix @ saved.u - leak * saved.u,
            "across": across,
            "rest_gap": matrix @ across - across / saved.s,
        }
        scalars = {
            "s": saved.s,
            "entry": matrix[i, j],
            "leak": leak,
            "rest": 1 / saved.s,
            "meet": saved.u[i] * saved.u[j],
        }
        return Named(
            {name: array.tolist() for name, array in arrays.items()},
            {name: float(x) for name, x in scalars.items()},
        )

    def picture(self, name: str, named: Named) -> str:
        """Draw the panels, and under them the matrix: a table, or a map if it is large."""
        entries, d = named.vectors["J"], len(self.state["h"])
        shown = self._table(entries, d) if d <= MANY else heat_map(np.reshape(entries, (d, d)))
        return (
            f'<div>{super().picture(name, named)}</div><div class="ln-scroll" role="region" '
            f'tabindex="0" aria-label="The Jacobian du by dh">{shown}</div>'
        )

    def _table(self, entries: Sequence[float], d: int) -> str:
        largest = max(map(abs, entries)) or 1.0
        chosen = (int(self.state["output"]) - 1) * d + int(self.state["input"]) - 1
        cells = [
            f'<td><button type="button" disabled style="--share:{round(70 * abs(x) / largest)}%" '
            f'data-sign="{"minus" if x < 0 else "plus"}" '
            f'aria-pressed="{"true" if k == chosen else "false"}" data-value="{x!r}">'
            f"{number_html(text)}</button></td>"
            for k, (x, text) in enumerate(zip(entries, row_text(entries, d), strict=True))
        ]
        head = "".join(f'<th scope="col">dh<sub>{j + 1}</sub></th>' for j in range(d))
        body = "".join(
            f'<tr><th scope="row">du<sub>{i + 1}</sub></th>{"".join(cells[i * d : (i + 1) * d])}'
            "</tr>"
            for i in range(d)
        )
        return (
            f'<table class="ln-heat"><thead><tr><td></td>{head}</tr></thead>'
            f"<tbody>{body}</tbody></table>"
        )
