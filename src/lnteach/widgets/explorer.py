"""What every widget with numbers shares: traits that hold up, the core's answer, a static form."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any, ClassVar
from uuid import uuid4

import numpy as np
import traitlets

from lnteach import course
from lnteach.widgets import figure
from lnteach.widgets.base import Widget, host
from lnteach.widgets.spec import Named, claims, fill, read_spec, rows, scalars, visible
from lnteach.widgets.states import checked, with_lengths
from lnteach.widgets.table import claim_list, legend, scalar_line, table, text_table

__all__ = ["Explorer", "Given", "judged"]


class Given(traitlets.Any):  # type: ignore[misc]  # traitlets is untyped
    """A trait that the widget judges; unlike `Any` it does not let None pass unseen."""

    allow_none = False

    def __init__(self) -> None:
        super().__init__()
        self.tag(sync=True)


def judged(*names: str) -> Any:
    """Make the validator of a widget's fields: a new value must fit the other fields."""

    def judge(self: Explorer, proposal: Any) -> Any:
        name = proposal["trait"].name
        return self._checked({**self.state, name: proposal["value"]})[name]

    return traitlets.validate(*names)(judge)


class Explorer(Widget):
    """A widget whose state is computed by the browser and by the core.

    A subclass names its content file (`id`), declares a trait for each field, and computes.
    """

    id: ClassVar[str]
    fields: ClassVar[tuple[str, ...]]
    core = traitlets.Dict().tag(sync=True)

    def __init__(self, preset: str | None = None, **state: Any) -> None:
        config = state.pop("config", None) or self._config(preset)
        self._fields = config["fields"]
        opened = next(p["state"] for p in config["presets"] if p["id"] == config["open"])
        self._refuse(state.keys() - {*self.fields, "layout"})
        layout = {"layout": state.pop("layout")} if "layout" in state else {}
        start = self._checked({**opened, **with_lengths(self.spec["neutral"], opened, state)})
        super().__init__(config={**config, "state": start}, **layout, **start)
        self.observe(self._answer, list(self.fields))
        self._answer()

    @classmethod
    def _config(cls, preset: str | None) -> dict[str, Any]:
        config = course.widget(cls.id).config(preset)
        return {**config, "data": data} if (data := cls.data()) else config

    @classmethod
    def data(cls) -> dict[str, Any]:
        """Give what the browser half needs of the course besides numbers, such as formulas."""
        return {}

    @classmethod
    def compute(cls, state: Mapping[str, Any]) -> Any:
        """Compute a state with the core; `ValueError` says why a state has no value."""
        raise NotImplementedError

    @classmethod
    def named(cls, state: Mapping[str, Any]) -> Named:
        """Name the vectors and the scalars of a state as the browser half does."""
        raise NotImplementedError

    @property
    def spec(self) -> dict[str, Any]:
        """What the widget shows, as data that the browser half shares."""
        return read_spec(self.id)

    @property
    def _caption(self) -> tuple[str, str]:
        return str(self.config["title"]), str(self.spec["caption"])

    @property
    def _columns(self) -> str:
        return str(self.spec.get("columns", "feature"))

    @property
    def from_browser(self) -> tuple[str, ...]:  # type: ignore[override]
        """The attributes that the browser may set."""
        return self.fields

    @property
    def state(self) -> dict[str, Any]:
        """The state as plain values, by the names of the attributes."""
        return {name: getattr(self, name) for name in self.fields}

    @property
    def result(self) -> Any:
        """The core's arrays for the current state."""
        return self.compute(self.state)

    def update(self, **state: Any) -> None:
        """Set several attributes at once; vectors not given follow the length of a new `h`."""
        self._refuse(state.keys() - set(self.fields))
        with self.hold_trait_notifications():
            new = with_lengths(self.spec["neutral"], self.state, state)
            for name, value in new.items():
                setattr(self, name, value)

    def _refuse(self, unknown: set[str]) -> None:
        if unknown:
            names = ", ".join(f"`{name}`" for name in sorted(unknown))
            raise TypeError(f"{type(self).__name__} has no {names}")

    def _checked(self, state: Mapping[str, Any]) -> dict[str, Any]:
        good = checked(self._fields, state)
        try:
            with np.errstate(over="raise", divide="raise", invalid="raise"):
                named = self.named(good)
            values = [*named.scalars.values(), *(x for row in named.vectors.values() for x in row)]
            if not np.isfinite(values).all():
                raise ValueError("with these numbers something divides by 0, or grows too large")
        except (ValueError, FloatingPointError) as error:
            raise traitlets.TraitError(str(error)) from None
        return good

    def _answer(self, change: Any = None) -> None:
        """Compute the state with the core and tell the browser."""
        self.core = {"state": self.state, "values": self.named(self.state).vectors}

    def picture(self, name: str, named: Named) -> str:
        """Draw the static picture; `name` makes its ids unique on a page."""
        panels = [
            figure.panel(one, named, self.state) for one in visible(self.spec["panels"], self.state)
        ]
        caption = text_table(rows(self.spec, named, self.state), self._columns)
        return figure.figure(name, self.spec["title"], panels, caption)

    def below(self, named: Named) -> str:
        """Write what stands between the claims and the numbers, if anything."""
        return ""

    def static_html(self) -> str:
        """Give the figure and the numbers of the current state, ready to come to life."""
        words, state, named = self.spec, self.state, self.named(self.state)
        name = f"{self.id}-{uuid4().hex[:8]}"
        shown = [
            {**entry, "html": fill(entry["html"], named),
             "word": fill(entry.get("word", entry["mark"]), named)}
            for entry in visible(words["legend"], state)
        ]  # fmt: skip
        return host(
            self.id,
            {**self.config, "state": state},
            f'<p class="ln-title">{escape(self.config["title"])}</p>{legend(name, shown)}'
            f'<figure class="ln-figure">{self.picture(name, named)}</figure>'
            f'<div class="ln-later"></div>{claim_list(claims(words, named, state))}'
            f"{self.below(named)}{scalar_line(scalars(words, named, state))}"
            f"{table(name, rows(words, named, state), self._caption, self._columns)}",
        )

    def static_text(self) -> str:
        """Give the numbers of the current state as a table of text."""
        named = self.named(self.state)
        head = ", ".join(
            f"{row.text} = {row.values[0]:.6g}" for row in scalars(self.spec, named, self.state)
        )
        return f"{self.config['title']} ({head})\n{text_table(rows(self.spec, named, self.state))}"
