"""The index of the source documents as tables of links, for the appendix of the book."""

from __future__ import annotations

from html import escape

from lnteach.course.chapters import CHAPTERS
from lnteach.course.library import seed_items
from lnteach.course.seed_items import SeedItem
from lnteach.maths import math_html, text_html

__all__ = ["render_seed_items"]

_SOURCES = {
    "lecture": "The lecture supplement, page by page",
    "guide": "The guide, from its short answer to its practice problems",
    "textbook": "The textbook section, claim by claim",
}


def render_seed_items(chapters: str = "../notebooks/") -> str:
    """Render one table a source document: what stands where there, and where it is here.

    Parameters
    ----------
    chapters : str
        The way from the page to the folder of the chapters.

    Returns
    -------
    str
        HTML that is complete without scripts; mathematics as in `render_vote`.

    Examples
    --------
    >>> page = render_seed_items()
    >>> page.count("<table"), 'href="../notebooks/centering.html#centering-a-change"' in page
    (3, True)
    """
    return "".join(_table(source, caption, chapters) for source, caption in _SOURCES.items())


def _table(source: str, caption: str, chapters: str) -> str:
    rows = "".join(_row(item, chapters) for item in seed_items() if item.source == source)
    return (
        f'<div class="ln-seed-items ln-scroll" role="region" tabindex="0" '
        f'aria-label="{escape(caption, quote=True)}"><table><caption>{escape(caption)}</caption>'
        '<thead><tr><th scope="col">There</th><th scope="col">What</th>'
        '<th scope="col">Here</th><th scope="col">As formula or number</th></tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def _row(item: SeedItem, chapters: str) -> str:
    shown = [math_html(tex) for tex in item.latex]
    shown += [escape(item.literal)] if item.literal else []
    title = CHAPTERS[item.chapter]
    return (
        f'<tr id="seed-{item.id}"><th scope="row">{escape(item.where)}</th>'
        f"<td>{text_html(item.what)}</td>"
        f'<td><a href="{escape(chapters + item.address)}">{escape(title)}</a></td>'
        f"<td>{'<br>'.join(shown)}</td></tr>"
    )
