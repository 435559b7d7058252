"""What a widget shows: its fields, its presets and where it opens.

Presets name a case of an example or a vote, so a preset's numbers are content, written once; what
no case has (an option, a step, a shift) stands under ``set``. The ranges and steps under
``presentation`` are presentation and claim nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from lnteach.course.cases import Cases
from lnteach.course.schema import SLUG, Document, choice, items, mapping, pattern, text

__all__ = ["Preset", "Widget", "read_widget"]

_decimal = pattern(r"-?\d+(\.\d+)?", "a decimal number")
_whole = pattern(r"\d+", "a whole number")
_letter = pattern(r"[a-z_]+[0-9]?", "a letter of the course, such as h or g_z")

_SCHEMA = mapping(
    {
        "schema": choice("1"),
        "kind": choice("widget"),
        "id": SLUG,
        "title": text,
        "vectors": items(_letter),
        "numbers": items(_letter, least=0),
        "choices": mapping(
            each=mapping(
                {"label": text}, {"options": mapping(each=text), "mistakes": items(_letter)}
            )
        ),
        "visible": items(_letter, least=0),
        "opens": SLUG,
        "presets": items(
            mapping(
                {"id": SLUG, "title": text, "set": mapping(each=text)},
                {"example": SLUG, "vote": SLUG, "case": SLUG, "cases": items(SLUG)},
            ),
            key="id",
        ),
        "presentation": mapping(
            {
                "lengths": mapping({"min": _whole, "max": _whole}),
                "ranges": mapping(
                    each=mapping(
                        {"min": _decimal, "max": _decimal, "step": _decimal},
                        {"least": _decimal, "scale": choice("log"), "label": text},
                    )
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
    visible: tuple[str, ...] = field(default=())

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
            "visible": list(self.visible),
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
    fields = _fields(raw, document)
    presets = []
    for entry in raw["presets"]:
        where = f"presets.{entry['id']}"
        try:
            state = _state(_cases(entry, find_cases), fields)
        except KeyError as error:
            document.complain(where, f"names {error.args[0]!r}, which is not there")
            continue
        state |= _set(entry["set"], fields, f"{where}.set", document)
        if missing := ", ".join(f"`{name}`" for name in fields if name not in state):
            document.complain(f"{where}.set", f"has to give {missing}, which its case lacks")
        ordered = {name: state[name] for name in fields if name in state}
        presets.append(Preset(entry["id"], entry["title"], ordered))
    if raw["opens"] not in {entry["id"] for entry in raw["presets"]}:
        document.complain("opens", f"is {raw['opens']!r}, which is no preset")
    if unknown := [name for name in raw["visible"] if name not in fields]:
        document.complain("visible", f"names {unknown[0]!r}, which is no field")
    document.raise_if_wrong()
    lengths = {key: int(value) for key, value in raw["presentation"]["lengths"].items()}
    return Widget(
        raw["id"], raw["title"], fields, lengths, tuple(presets), raw["opens"], raw["visible"]
    )


def _fields(raw: Mapping[str, Any], document: Document) -> dict[str, dict[str, Any]]:
    ranges = raw["presentation"]["ranges"]
    fields: dict[str, dict[str, Any]] = {}
    for kind in ("vector", "number"):
        for letter in raw[f"{kind}s"]:
            if letter not in ranges:
                document.complain("presentation.ranges", f"has no range for `{letter}`")
                continue
            words = ("scale", "label")
            bounds = {k: v if k in words else float(v) for k, v in ranges[letter].items()}
            if not bounds["min"] < bounds["max"]:
                document.complain(f"presentation.ranges.{letter}", "needs min below max")
            fields[letter] = {"type": kind, **bounds}
    for name, given in raw["choices"].items():
        named = given.get("options", {}) | _catalogued(given.get("mistakes", ()))
        options, titles = list(named), list(named.values())
        fields[name] = {
            "type": "choice", "label": given["label"], "options": options, "titles": titles,
        }  # fmt: skip
    return fields


def _catalogued(letters: tuple[str, ...]) -> dict[str, str]:
    """Give the mistakes of LayerNorm about some letters that one row can show."""
    from lnteach import mistakes

    found = (mistakes.get(id, "layer") for id in mistakes.ids("layer"))
    return {
        each.id: each.title
        for each in found
        if each.target in letters and each.id not in _OF_A_BATCH
    }


# What these do wrong is done to the rows of a batch; the widget "batch" shows it.
_OF_A_BATCH = {"batch-statistics", "unsummed-gamma", "features-summed", "mean-over-batch"}


def _cases(entry: Mapping[str, Any], find_cases: Any) -> list[Mapping[str, Any]]:
    """Give the cases that a preset names, in order."""
    kind = next((kind for kind in ("example", "vote") if kind in entry), None)
    if kind is None:
        return []
    found: Cases = find_cases(kind, entry[kind])
    return [found[name] for name in entry.get("cases", (entry.get("case", ""),))]


def _state(cases: list[Mapping[str, Any]], fields: Mapping[str, Any]) -> dict[str, Any]:
    """Take the widget's letters from its cases; what a case leaves open is neutral.

    A letter with a digit, such as h2, is the letter of the case of that number.
    """
    state: dict[str, Any] = {}
    for number, case in enumerate(cases, 1):
        start = dict(case)
        if "dh" in case:  # the widget starts before the change and shows the change beside it
            start["h"] = tuple(a - b for a, b in zip(case["h"], case["dh"], strict=True))
        d = len(start["h"])
        first = (1,) + (0,) * (d - 1)
        start = {"gamma": (1,) * d, "beta": (0,) * d, "g_z": first, "dh": first, **start}
        for name, field_ in fields.items():
            letter = name.removesuffix(str(number)) if len(cases) > 1 else name
            if name in state or letter not in start:
                continue
            if field_["type"] == "vector":
                state[name] = [float(x) for x in start[letter]]
            elif field_["type"] == "number":
                state[name] = float(start[letter])
    return state


def _set(
    given: Mapping[str, str], fields: Mapping[str, Any], where: str, document: Document
) -> dict[str, Any]:
    """Read what a preset sets itself: an option, a number, or numbers with commas between."""
    found: dict[str, Any] = {}
    for name, written in given.items():
        field_ = fields.get(name)
        if field_ is None:
            document.complain(where, f"names {name!r}, which is no field")
        elif field_["type"] == "choice":
            if written not in field_["options"]:
                options = ", ".join(field_["options"])
                document.complain(f"{where}.{name}", f"is {written!r}, but is one of {options}")
            found[name] = written
        else:
            try:
                numbers = [float(Fraction(part.strip())) for part in written.split(",")]
            except (ValueError, ZeroDivisionError):
                document.complain(f"{where}.{name}", f"is {written!r}, which is no number")
                continue
            found[name] = numbers if field_["type"] == "vector" else numbers[0]
    return found
