"""What every widget shares: the bundle, and a form for hosts that run no widget."""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape
from importlib import resources
from typing import Any, ClassVar

import anywidget
import traitlets

__all__ = ["MissingBundleError", "Widget", "bundle", "host"]


class MissingBundleError(RuntimeError):
    """The browser half has not been built."""


def bundle(name: str) -> str:
    """Read a file of the built browser half, `lnteach.js` or `lnteach.css`.

    Raises
    ------
    MissingBundleError
        If it is not there, which happens only in a checkout: a wheel carries it.
    """
    path = resources.files("lnteach").joinpath("web", "dist", name)
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise MissingBundleError(
            f"the browser half is not built ({name} is missing): run `python tools/bundle.py` "
            "in the checkout, or `make js`"
        ) from None


def host(widget: str, config: Mapping[str, Any], figure: str) -> str:
    """Wrap a static figure so that a page's script finds it and brings it to life.

    The config is JSON inside a script element; no text in it can end that element early.
    """
    data = json.dumps(config, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    for sign in "<>&\u2028\u2029":
        data = data.replace(sign, f"\\u{ord(sign):04x}")
    return (
        f'<div class="ln-widget" data-widget="{escape(widget)}">'
        f'<script type="application/json" class="ln-config">{data}</script>{figure}</div>'
    )


class Widget(anywidget.AnyWidget):  # type: ignore[misc]  # anywidget is untyped
    """A widget of the course: one bundle, one config, and a static form beside the live one.

    Attributes
    ----------
    config : dict
        What the browser half needs to know: fields, presets, titles (`lnteach.course`).
    from_browser : tuple of str
        The attributes that the browser may set.
    """

    config = traitlets.Dict().tag(sync=True)
    from_browser: ClassVar[tuple[str, ...]] = ()

    def __init__(self, **traits: Any) -> None:
        self.add_traits(  # read when the first widget is made, so that importing needs no bundle
            _esm=traitlets.Unicode(bundle("lnteach.js")).tag(sync=True),
            _css=traitlets.Unicode(bundle("lnteach.css")).tag(sync=True),
        )
        super().__init__(**traits)

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Take what the browser may set; a bad state is dropped and the good one sent back."""
        try:
            super().set_state({k: v for k, v in sync_data.items() if k in self.from_browser})
        except traitlets.TraitError:
            self.send_state(list(self.from_browser))

    def static_html(self) -> str:
        """Give the form for a page without a kernel: the figure, and what brings it to life."""
        raise NotImplementedError

    def static_text(self) -> str:
        """Give the form for a terminal."""
        raise NotImplementedError

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        data, metadata = super()._repr_mimebundle_(**kwargs)
        texts = {"text/plain": self.static_text(), "text/html": self.static_html()}
        return {**data, **texts}, metadata

    def __repr__(self) -> str:
        return self.static_text()
