"""A state in numbers: table, line of scalars and legend, made as `web/table.js` makes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple

from lnteach.widgets.figure import swatch
from lnteach.widgets.numbers import number_html, power_text, row_text

__all__ = ["Row", "claim_list", "legend", "scalar_line", "table", "text_table"]


class Row(NamedTuple):
    """One row: its name, its label as markup and as text, its values, and the route it shows.

    With `power` its values are written with powers of ten, else as `row_text` decides.
    """

    name: str
    html: str
    text: str
    values: Sequence[float]
    mark: str = ""
    power: bool = False


def legend(name: str, entries: Sequence[Mapping[str, str]]) -> str:
    """Make the legend: mark, word and formula of each bar."""
    items = (
        f'<li class="ln-of-{entry["mark"]}">{swatch(name, entry["mark"])}<b>{entry["word"]}</b> '
        f'<span class="ln-formula">{entry["html"]}</span></li>'
        for entry in entries
    )
    return f'<ul class="ln-legend">{"".join(items)}</ul>'


def claim_list(claims: Sequence[tuple[bool, str]]) -> str:
    """Make the list of claims, each with a mark and the sentence that holds or breaks."""
    if not claims:
        return ""
    marks = {True: ("holds", "M4 10.5l4 4 8-9"), False: ("breaks", "M5 5l10 10M15 5L5 15")}
    items = "".join(
        f'<li class="ln-{marks[holds][0]}"><svg class="ln-verdict-mark" viewBox="0 0 20 20" '
        f'aria-hidden="true"><path d="{marks[holds][1]}"/></svg><span>{html}</span></li>'
        for holds, html in claims
    )
    return f'<ul class="ln-claims" aria-label="What holds for these numbers">{items}</ul>'


def scalar_line(scalars: Sequence[Row]) -> str:
    """Make the line of scalars, each a row of one value."""
    items = (
        f'<span>{row.html} = <span data-name="{row.name}" data-value="{row.values[0]!r}">'
        f"{number_html(row_text(row.values)[0])}</span></span>"
        for row in scalars
    )
    return f'<p class="ln-scalars">{"".join(items)}</p>'


def table(
    name: str, rows: Sequence[Row], caption: tuple[str, str], columns: str = "feature"
) -> str:
    """Make the table, one column a feature (or layer, …), each number with its full double."""
    d = len(rows[0].values)
    head = "".join(f'<th scope="col">{i + 1}</th>' for i in range(d))
    body = "".join(
        (f'<tr class="ln-of-{row.mark}">' if row.mark else "<tr>")
        + f'<th scope="row"><div>{swatch(name, row.mark) if row.mark else ""}'
        f"<span>{row.html}</span></div></th>"
        + "".join(
            f'<td data-name="{row.name}" data-index="{i}" data-value="{x!r}">'
            f"{number_html(text)}</td>"
            for i, (x, text) in enumerate(zip(row.values, texts, strict=True))
        )
        + "</tr>"
        for row, texts in zip(rows, _texts(rows), strict=True)
    )
    whole = ": ".join(caption)
    return (
        f'<div class="ln-scroll" role="region" tabindex="0" aria-label="{escape(whole)}">'
        f'<table class="ln-table"><caption class="ln-said">{escape(caption[1])}</caption>'
        f'<thead><tr><th scope="col">{columns}</th>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def text_table(rows: Sequence[Row], columns: str = "feature") -> str:
    """Make the table for a terminal: aligned columns, a row a line."""
    lines = [[columns, *(str(i + 1) for i in range(len(rows[0].values)))]]
    lines += [[row.text, *texts] for row, texts in zip(rows, _texts(rows), strict=True)]
    first, *others = (max(map(len, column)) for column in zip(*lines, strict=True))
    return "\n".join(
        "  ".join([label.ljust(first), *map(str.rjust, cells, others)]) for label, *cells in lines
    )


def _texts(rows: Sequence[Row]) -> list[list[str]]:
    """Write each row; the routes and their sum alike, so that they can be added in one's head."""
    d = len(rows[0].values)
    summed = [row for row in rows if row.mark not in {"", "measured"}]
    common = iter(row_text([x for row in summed for x in row.values], d))
    return [
        [power_text(x) for x in row.values]
        if row.power
        else [next(common) for _ in range(d)]
        if row in summed
        else row_text(row.values)
        for row in rows
    ]
