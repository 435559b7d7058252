"""The letters of the course beside everybody else's names, from one data file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any

from lnteach.course.prose import expand
from lnteach.course.schema import SLUG, Document, choice, items, mapping, text
from lnteach.maths import text_html

__all__ = ["Letter", "Notation", "Trap", "notation", "read_notation", "render_notation"]

_FILE = Path(__file__).parent / "notation.yaml"
_SCHEMA = mapping(
    {
        "schema": choice("1"),
        "kind": choice("notation"),
        "columns": items(mapping({"id": SLUG, "title": text}), key="id"),
        "letters": items(
            mapping({"letter": text, "what": text, "names": mapping(each=text)}), key="letter"
        ),
        "traps": items(mapping({"title": text, "text": text}), key="title"),
    }
)


@dataclass(frozen=True)
class Letter:
    """One letter: what it is, and its name in each column."""

    letter: str
    what: str
    names: Mapping[str, str]


@dataclass(frozen=True)
class Trap:
    """One letter that means different things in different places."""

    title: str
    text: str


@dataclass(frozen=True)
class Notation:
    """The table: columns from id to title, letters in the lecture's order, and the traps."""

    columns: Mapping[str, str]
    letters: tuple[Letter, ...]
    traps: tuple[Trap, ...]


@lru_cache
def notation() -> Notation:
    """Return the course's notation.

    Examples
    --------
    >>> next(row.names["guide"] for row in notation().letters if row.letter == "$d$")
    '$n$'
    """
    return read_notation(_FILE)


def read_notation(path: Path) -> Notation:
    """Read a notation file.

    Raises
    ------
    ContentError
        With every problem found: a field that is missing, a letter without a name in a column, a
        formula typed by hand.
    """
    raw, document = Document.read(path, _SCHEMA)
    columns = {column["id"]: column["title"] for column in raw["columns"]}
    letters = []
    for row in raw["letters"]:
        where = f"letters.{row['letter']}"
        _same_columns(row["names"], columns, where, document)
        what = expand(row["what"], {}, f"{where}.what", document)
        for name, value in row["names"].items():
            named = re.sub(r"`[^`]*`|\\mathbf\{1\}", "", value)  # code and the column of ones
            expand(named, {}, f"{where}.names.{name}", document)
        letters.append(Letter(row["letter"], what, row["names"]))
    traps = tuple(
        Trap(trap["title"], expand(trap["text"], {}, f"traps.{trap['title']}.text", document))
        for trap in raw["traps"]
    )
    document.raise_if_wrong()
    return Notation(columns, tuple(letters), traps)


def _same_columns(
    names: Mapping[str, Any], columns: Mapping[str, Any], where: str, document: Document
) -> None:
    for name in columns:
        if name not in names:
            document.complain(f"{where}.names", f"has no {name!r}")
    for name in names:
        if name not in columns:
            known = ", ".join(columns)
            document.complain(f"{where}.names.{name}", f"is no column; the columns are {known}")


def render_notation(table: Notation | None = None) -> str:
    """Render the table and its traps as HTML: scoped headers, one anchor a letter.

    Examples
    --------
    >>> 'id="letter-g_z"' in render_notation()
    True
    """
    table = table or notation()
    head = "".join(f'<th scope="col">{escape(title)}</th>' for title in table.columns.values())
    rows = "".join(
        f'<tr id="letter-{_slug(row.letter)}"><td>{_html(row.letter)}</td>'
        f'<th scope="row">{_html(row.what)}</th>'
        + "".join(f"<td>{_html(row.names[name])}</td>" for name in table.columns)
        + "</tr>"
        for row in table.letters
    )
    traps = "".join(
        f"<dt>{_html(trap.title)}</dt><dd>{_html(trap.text)}</dd>" for trap in table.traps
    )
    caption = "The letters of the course and their names elsewhere"
    return (
        f'<div class="ln-scroll pst-scrollable-table-container" role="region" tabindex="0" '
        f'aria-label="{caption}"><table class="ln-notation table"><caption>{caption}</caption>'
        '<thead><tr><th scope="col">Lecture and course</th><th scope="col">What it is</th>'
        f'{head}</tr></thead><tbody>{rows}</tbody></table></div><dl class="ln-traps">{traps}</dl>'
    )


def _html(written: str) -> str:
    parts = written.split("`")
    return "".join(
        f"<code>{escape(part)}</code>" if k % 2 else text_html(part) for k, part in enumerate(parts)
    )


def _slug(letter: str) -> str:
    """Name a letter for an anchor, as code names it."""
    bare = letter.strip("$").replace("\\", "")
    return {"mathbf{1}": "ones", "varepsilon": "eps"}.get(bare, bare)
