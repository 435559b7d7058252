"""Showing the blindness table in HTML, Markdown and plain text: words, never colour alone."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, NamedTuple

from lnteach.mistakes.catalogue import get
from lnteach.mistakes.checks import Verdict

if TYPE_CHECKING:
    from lnteach.mistakes.blindness import Blindness

__all__ = ["Cell", "html", "markdown", "plain"]

_MARKS = {"caught": "●", "blind": "○", "undefined": "–"}


class Cell(NamedTuple):
    """What a check makes of a mistake: ``caught``, ``blind`` or ``undefined``, and why."""

    word: str
    reason: str

    @classmethod
    def of(cls, verdict: Verdict) -> Cell:
        """Turn a verdict into a cell: a check that accepts a mistake is blind to it."""
        words = {True: "blind", False: "caught", None: "undefined"}
        return cls(words[verdict.accepts], verdict.reason)


def _caption(table: Blindness) -> str:
    name = {"layer": "LayerNorm", "rms": "RMSNorm"}[table.norm]
    return f"Which check catches which mistake in the backward pass of {name}"


def html(table: Blindness) -> str:
    """Write the table in HTML; ``ln-caught``, ``ln-blind`` and ``ln-undefined`` colour it."""
    head = "".join(
        f'<th scope="col" title="{escape(check.words, quote=True)}">{escape(check.title)}</th>'
        for check in table.checks
    )
    rows = []
    for id in table.mistakes:
        cells = []
        for check in table.checks:
            word, reason = table.cell(id, check.id)
            told = escape(reason, quote=True)
            cells.append(
                f'<td class="ln-{word}" title="{told}">'
                f'<span aria-hidden="true">{_MARKS[word]}</span> {word}</td>'
            )
        title = escape(get(id, table.norm).title)
        rows.append(f'<tr id="blind-{id}"><th scope="row">{title}</th>{"".join(cells)}</tr>')
    return (
        '<div class="ln-scroll" role="region" tabindex="0" '
        f'aria-label="{escape(_caption(table), quote=True)}">'
        f'<table class="ln-blindness"><caption>{escape(_caption(table))}. '
        f"{_MARKS['caught']} caught, {_MARKS['blind']} blind, {_MARKS['undefined']} undefined."
        f'</caption><thead><tr><th scope="col">Mistake</th>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def markdown(table: Blindness) -> str:
    """Write the table in Markdown."""
    head = ["Mistake", *(check.title for check in table.checks)]
    lines = [f"*{_caption(table)}.*", "", _line(head), _line(["---"] * len(head))]
    for id in table.mistakes:
        words = [table.cell(id, check.id).word for check in table.checks]
        lines.append(_line([get(id, table.norm).title, *(f"{_MARKS[w]} {w}" for w in words)]))
    return "\n".join(lines)


def _line(cells: list[str]) -> str:
    return "| " + " | ".join(cell.replace("|", r"\|") for cell in cells) + " |"


def plain(table: Blindness) -> str:
    """Write the table in plain text: the checks by number, a mistake a line."""
    lines = [_caption(table), ""]
    lines += [f"{n:>3}  {check.words}" for n, check in enumerate(table.checks, start=1)]
    width = max(map(len, table.mistakes))
    lines += ["", " " * width + "".join(f"{n + 1:>4}" for n in range(len(table.checks)))]
    for id in table.mistakes:
        marks = [_MARKS[table.cell(id, check.id).word] for check in table.checks]
        lines.append(f"{id:<{width}}" + "".join(f"   {mark}" for mark in marks))
    lines += ["", "● caught   ○ blind   – undefined"]
    return "\n".join(lines)
