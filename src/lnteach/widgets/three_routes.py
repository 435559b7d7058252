"""The widget "three routes": how a change of h reaches u, and how a gradient comes back to h."""

from __future__ import annotations

import re
from html import escape
from typing import Any
from uuid import uuid4

import traitlets

from lnteach import course
from lnteach.widgets import figure
from lnteach.widgets.base import Widget, host
from lnteach.widgets.routes import (
    STATE,
    ThreeRoutesResult,
    checked,
    compute,
    labels,
    named,
    with_lengths,
)
from lnteach.widgets.table import Row, legend, scalar_line, table, text_table

__all__ = ["ThreeRoutes", "ThreeRoutesResult"]


class _Given(traitlets.Any):  # type: ignore[misc]  # traitlets is untyped
    """A trait that `checked` judges; unlike `Any` it does not let None pass unseen."""

    allow_none = False


class ThreeRoutes(Widget):
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

    from_browser = STATE
    h = _Given().tag(sync=True)
    dh = _Given().tag(sync=True)
    gamma = _Given().tag(sync=True)
    g_z = _Given().tag(sync=True)
    eps = _Given().tag(sync=True)
    view = traitlets.Unicode().tag(sync=True)
    core = traitlets.Dict().tag(sync=True)

    def __init__(self, preset: str | None = None, **state: Any) -> None:
        config = state.pop("config", None) or course.widget("three-routes").config(preset)
        opened = next(p["state"] for p in config["presets"] if p["id"] == config["open"])
        if unknown := state.keys() - {*STATE, "layout"}:
            raise TypeError(f"ThreeRoutes has no {', '.join(f'`{x}`' for x in sorted(unknown))}")
        layout = {"layout": state.pop("layout")} if "layout" in state else {}
        start = checked({**opened, **with_lengths(opened, state)})
        super().__init__(config={**config, "state": start}, **layout, **start)
        self.observe(self._answer, list(STATE))
        self._answer()

    def update(self, **state: Any) -> None:
        """Set several attributes at once; vectors not given follow the length of a new `h`."""
        if unknown := state.keys() - set(STATE):
            raise TypeError(f"ThreeRoutes has no {', '.join(f'`{x}`' for x in sorted(unknown))}")
        with self.hold_trait_notifications():
            for name, value in with_lengths(self.state, state).items():
                setattr(self, name, value)

    @property
    def state(self) -> dict[str, Any]:
        """The state as plain values: the vectors, `eps` and `view`."""
        return {name: getattr(self, name) for name in STATE}

    @property
    def result(self) -> ThreeRoutesResult:
        """The core's arrays for the current state."""
        return compute(self.state)

    @traitlets.validate(*STATE)  # type: ignore[untyped-decorator]
    def _valid(self, proposal: Any) -> Any:
        name = proposal["trait"].name
        return checked({**self.state, name: proposal["value"]})[name]

    def _answer(self, change: Any = None) -> None:
        """Compute the state with the core and tell the browser."""
        self.core = {
            "state": self.state,
            "values": named(self.result)[0],
        }

    def static_html(self) -> str:
        """Give the figure and the numbers of the current state, ready to come to life."""
        words, view = labels(), self.view
        vectors, scalars = named(self.result)
        push = words["pushed"][view]
        name = f"routes-{uuid4().hex[:8]}"
        rows = self._rows()
        panels = [
            figure.values_panel(words["panels"]["h"], self.h, scalars["mu"]),
            figure.values_panel(
                words["panels"][push], vectors[push], scalars["dmu"] if view == "du" else None
            ),
            figure.routes_panel(
                words["panels"][view],
                [vectors[f"{view}_{mark}"] for mark in ("direct", "mean", "variance")],
                vectors[view],
            ),
        ]
        line = [
            Row(letter, words["letters"][letter], "", [scalars[letter]])
            for letter in words["scalars"][view]
        ]
        return host(
            "three-routes",
            {**self.config, "state": self.state},
            f'<p class="ln-title">{escape(self.config["title"])}</p>'
            f"{legend(name, words['formulas'][view])}"
            f'<figure class="ln-figure">{figure.figure(name, panels, text_table(rows))}</figure>'
            f'<div class="ln-later"></div>{scalar_line(line)}{table(name, rows, words["caption"])}',
        )

    def static_text(self) -> str:
        """Give the numbers of the current state as a table of text."""
        return f"{self.config['title']} (ε = {self.eps:.6g})\n{text_table(self._rows())}"

    def _rows(self) -> list[Row]:
        words, view = labels(), self.view
        vectors, _ = named(self.result)
        rows = []
        for name in words["rows"][view]:
            mark = "total" if name == view else name.removeprefix(f"{view}_")
            mark = mark if mark in figure.MARKS else ""
            label = words["letters"].get(name, mark)
            plain = re.sub(r"<[^>]+>", "", label.replace("<sub>", "_"))
            rows.append(Row(name, label, plain, vectors[name], mark))
        return rows
