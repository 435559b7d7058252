"""A page's description for search engines and previews, from its own first words."""

from __future__ import annotations

from docutils import nodes

LIMIT = 160


def shorten(text: str, limit: int = LIMIT) -> str:
    """Cut a text at a word's end so that it has at most `limit` characters.

    Examples
    --------
    >>> shorten("One feature reaches the output three ways.", 24)
    'One feature reaches…'
    >>> shorten("Three  ways.")
    'Three ways.'
    """
    text = " ".join(text.split())
    if len(text) <= limit:
        return text
    return text[: limit - 1].rsplit(" ", 1)[0].rstrip(" ,;:–-") + "…"


def describe(doctree: nodes.document) -> str:
    r"""Give a page's description: its first paragraph of prose without a formula, else its title.

    Examples
    --------
    >>> from docutils.core import publish_doctree
    >>> describe(publish_doctree("Title\n=====\n\nThe mean moves, and so does the variance."))
    'The mean moves, and so does the variance.'
    """
    for paragraph in doctree.findall(nodes.paragraph):
        text = paragraph.astext()
        in_section = isinstance(paragraph.parent, nodes.section | nodes.document)
        if in_section and len(text) >= 40 and not any(paragraph.findall(nodes.math)):
            return shorten(text)
    title = next(doctree.findall(nodes.title), None)
    return shorten(title.astext()) if title is not None else ""
