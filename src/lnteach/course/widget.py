"""What a widget shows: its fields, its presets and where it opens.

Presets name a case of an example or a vote, so a preset's numbers are content, written once. The
ranges and steps under ``presentation`` are presentation and claim nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lnteach.course.cases import Cases
from lnteach.course.schema import SLUG, Document, choice, items, mapping, pattern, text

__all__ = ["Preset", "Widget", "read_widget"]

_decimal = pattern(r"-?\d+(\.\d+)?", "a decimal number")
_whole = pattern(r"\d+", "a whole number")
_letter = pattern(r"[a-z_]+", "a letter of the course, such as h or g_z")

_SCHEMA = mapping(
    {
        "schema": choice("1"),
        "kind": choice("widget"),
        "id": SLUG,
        "title": text,
        "vectors": items(_letter),
        "numbers": items(_letter, least=0),
        "views": items(_letter),
        "opens": SLUG,
        "presets": items(
            mapping(
                {"id": SLUG, "title": text, "case": SLUG, "view": _letter},
                {"example": SLUG, "vote": SLUG},
            ),
            key="id",
        ),
        "presentation": mapping(
            {
                "lengths": mapping({"min": _whole, "max": _whole}),
                "ranges": mapping(
                    each=mapping({"min": _decimal, "max": _decimal, "step": _decimal})
                ),
            }
        ),
    }
)


@dataclass(frozen=True)
class Preset:
    """One opening state, taken from a case."""

    id: str
    title: str
    state: Mapping[str, Any]


@dataclass(frozen=True)
class Widget:
    """A widget's fields, presets and presentation, checked."""

    id: str
    title: str
    fields: Mapping[str, Mapping[str, Any]]
    lengths: Mapping[str, int]
    presets: tuple[Preset, ...]
    opens: str

    def config(self, opens: str | None = None) -> dict[str, Any]:
        """Give what the browser half needs, in plain JSON types.

        Parameters
        ----------
        opens : str, optional
            The preset to open with; the widget's own choice if not given.

        Raises
        ------
        ValueError
            If no preset has that name.
        """
        names = [preset.id for preset in self.presets]
        opens = self.opens if opens is None else opens
        if opens not in names:
            raise ValueError(f"`opens` is {opens!r}, but the presets are {', '.join(names)}")
        return {
            "widget": self.id,
            "title": self.title,
            "fields": {name: dict(field) for name, field in self.fields.items()},
            "lengths": dict(self.lengths),
            "presets": [
                {"id": preset.id, "title": preset.title, "state": dict(preset.state)}
                for preset in self.presets
            ],
            "open": opens,
        }


def read_widget(path: Path, find_cases: Any) -> Widget:
    """Read and check one widget file.

    Parameters
    ----------
    path : Path
        The file.
    find_cases : callable
        ``find_cases(kind, id)`` gives the cases of an example or a vote, or raises ``KeyError``.
    """
    raw, document = Document.read(path, _SCHEMA)
    if raw["id"] != path.stem:
        document.complain("id", f"is {raw['id']!r}, but the file is named {path.stem!r}")
    ranges = raw["presentation"]["ranges"]
    fields: dict[str, dict[str, Any]] = {}
    for kind in ("vector", "number"):
        for letter in raw[f"{kind}s"]:
            if letter not in ranges:
                document.complain("presentation.ranges", f"has no range for `{letter}`")
                continue
            bounds = {key: float(value) for key, value in ranges[letter].items()}
            if not bounds["min"] < bounds["max"]:
                document.complain(f"presentation.ranges.{letter}", "needs min below max")
            fields[letter] = {"type": kind, **bounds}
    fields["view"] = {"type": "choice", "options": list(raw["views"])}
    presets = []
    for entry in raw["presets"]:
        where = f"presets.{entry['id']}"
        try:
            cases = _cases(entry, find_cases)
            state = _state(cases[entry["case"]], raw)
        except KeyError as error:
            document.complain(where, f"names {error.args[0]!r}, which is not there")
            continue
        if entry["view"] not in raw["views"]:
            document.complain(f"{where}.view", f"is not one of {', '.join(raw['views'])}")
        presets.append(Preset(entry["id"], entry["title"], {**state, "view": entry["view"]}))
    if raw["opens"] not in {entry["id"] for entry in raw["presets"]}:
        document.complain("opens", f"is {raw['opens']!r}, which is no preset")
    document.raise_if_wrong()
    lengths = {key: int(value) for key, value in raw["presentation"]["lengths"].items()}
    return Widget(raw["id"], raw["title"], fields, lengths, tuple(presets), raw["opens"])


def _cases(entry: Mapping[str, str], find_cases: Any) -> Cases:
    kind = next((kind for kind in ("example", "vote") if kind in entry), "example")
    found: Cases = find_cases(kind, entry.get(kind, ""))
    return found


def _state(case: Mapping[str, Any], raw: Mapping[str, Any]) -> dict[str, Any]:
    """Take the widget's letters from a case; what a case leaves open is neutral."""
    start = dict(case)
    if "dh" in case:  # the widget starts before the change and shows the change beside it
        start["h"] = tuple(a - b for a, b in zip(case["h"], case["dh"], strict=True))
    d = len(start["h"])
    neutral = {"gamma": (1,) * d, "beta": (0,) * d, "g_z": (1,) + (0,) * (d - 1)}
    neutral["dh"] = (1,) + (0,) * (d - 1)
    values = {letter: start.get(letter, neutral.get(letter)) for letter in raw["vectors"]}
    state: dict[str, Any] = {k: [float(x) for x in v] for k, v in values.items() if v is not None}
    return {**state, **{letter: float(start[letter]) for letter in raw["numbers"]}}
