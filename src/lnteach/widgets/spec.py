"""What a widget shows, as data: the Python reading of ``web/explore/NAME.json``.

The browser half (`web/spec.js`) reads the same files, so that neither half has words or an order of
its own. A state is computed to vectors and scalars by name; the spec says which of them show when.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

import numpy as np

from lnteach.widgets.conditions import visible
from lnteach.widgets.table import Row

__all__ = ["Claim", "Named", "claims", "fill", "read_spec", "rows", "scalars", "visible"]

NOTHING = 1e-9  # rounding of this size, relative, does not break a claim
ROUTES = ("direct", "mean", "variance")


@dataclass(frozen=True)
class Named:
    """A state computed: vectors, scalars, and the words that a text may take, by name; verdicts."""

    vectors: dict[str, list[float]]
    scalars: dict[str, float]
    words: Mapping[str, str] = field(default_factory=dict)
    codes: tuple[int, ...] = ()

    def of(self, name: str) -> Any:
        """Return the vector or scalar of a name."""
        return self.vectors[name] if name in self.vectors else self.scalars[name]

    def size(self, name: str) -> float:
        """Return the largest entry of a name, without its sign."""
        return float(np.abs(self.of(name)).max())


class Claim(NamedTuple):
    """Whether a claim holds, and the sentence that says so, as markup of our own."""

    holds: bool
    html: str


@cache
def read_spec(name: str) -> dict[str, Any]:
    """Read the spec of a widget, with the letters of all widgets under its own."""
    letters = _json("letters.json")["html"]
    spec = _json("explore", f"{name}.json")
    return {**spec, "letters": {**letters, **spec.get("letters", {})}}


def _json(*path: str) -> dict[str, Any]:
    text = resources.files("lnteach").joinpath("web", *path).read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def fill(text: str, named: Named) -> str:
    """Put words into a text: ``{option}``."""
    return re.sub(r"\{(\w+)\}", lambda found: named.words.get(found[1], found[0]), text)


def rows(spec: Mapping[str, Any], named: Named, state: Mapping[str, Any]) -> list[Row]:
    """Make the rows of the table."""
    found = []
    for entry in visible(spec["rows"], state):
        name, mark = entry["name"], entry.get("mark", "")
        route = mark if mark in ROUTES else None
        label = entry.get("label") or route or spec["letters"].get(name, f"<i>{name}</i>")
        found.append(Row(name, label, _plain(label), named.vectors[name], mark))
    return found


def scalars(spec: Mapping[str, Any], named: Named, state: Mapping[str, Any]) -> list[Row]:
    """Make the line of scalars, each a row of one value."""
    found = []
    for entry in visible(spec["scalars"], state):
        name = entry["name"]
        label = entry.get("label") or spec["letters"].get(name, f"<i>{name}</i>")
        found.append(Row(name, label, _plain(label), [named.scalars[name]]))
    return found


def claims(spec: Mapping[str, Any], named: Named, state: Mapping[str, Any]) -> list[Claim]:
    """Judge the claims of a state."""
    found = []
    for entry in visible(spec.get("claims", ()), state):
        scale = max(map(named.size, entry["against"]), default=0.0)
        tolerance = entry.get("tolerance", NOTHING)
        small = named.size(entry["zero"]) <= tolerance * max(scale, 1e-300)
        found.append(Claim(small, fill(entry["holds" if small else "breaks"], named)))
    return found


def _plain(html: str) -> str:
    return re.sub(r"<[^>]+>", "", html.replace("<sub>", "_"))
