"""What is done to the HTML of one page after Sphinx wrote it."""

from __future__ import annotations

import html
import posixpath
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from .katex import Formula

MATH: Final = re.compile(r'<span class="ln-math"([^>]*)>(.*?)</span>', re.DOTALL)
POINT: Final = re.compile(r"[.,;:!?)’”]+")
TAG: Final = re.compile(r"<[a-zA-Z][^<>]*>")
REFERENCE: Final = re.compile(r'(?<=\s)(href|src|action|poster|data-bank)="([^"]*)"')
VERBATIM: Final = re.compile(r"(<(?:pre|textarea|script)\b.*?</(?:pre|textarea|script)>)", re.S)
EMPTY_HEADER: Final = re.compile(r"<th\b[^>]*>\s*(?:<p>\s*</p>)?\s*</th>")  # heads nothing
LIVE: Final = re.compile(r'class="[^"]*\bln-(?:widget|vote)\b')
CHECKED: Final = re.compile(r'class="[^"]*\bln-(?:exercise|progress)\b')


def formulas(page: str) -> list[Formula]:
    r"""List the formulas that the package left to be set.

    Examples
    --------
    >>> formulas('<span class="ln-math" data-tex="a &lt; b"><math></math></span>')
    [Formula(tex='a < b', display=False)]
    """
    return [_formula(match[1]) for match in MATH.finditer(page)]


def _formula(attributes: str) -> Formula:
    tex = re.search(r'data-tex="([^"]*)"', attributes)
    return Formula(html.unescape(tex[1]) if tex else "", "data-display" in attributes)


def breakable(written: str) -> str:
    """Say where a formula may break that is held together with the point after it."""
    return written.replace('</span><span class="base">', '</span><wbr><span class="base">')


def set_formulas(page: str, rendered: Mapping[Formula, str]) -> str:
    """Put the rendered formulas in the place of their MathML; the LaTeX stays as an attribute.

    A formula in a line holds on to the full stop or comma after it.
    """

    def put(match: re.Match[str]) -> str:
        attributes, point = match[1], match[3] or ""
        formula = _formula(attributes)
        held = point and not formula.display
        written = breakable(rendered[formula]) if held else rendered[formula]
        shown = f'<span class="ln-math"{attributes}>{written}</span>'
        return f'<span class="ln-point">{shown}{point}</span>' if held else shown + point

    return re.sub(f"{MATH.pattern}({POINT.pattern})?", put, page, flags=re.DOTALL)


def references(page: str) -> list[str]:
    """List what a page refers to, in ``href``, ``src``, ``action``, ``poster``, ``data-bank``.

    Examples
    --------
    >>> references('<a href="x.html#y">y</a><img src="z.png">')
    ['x.html#y', 'z.png']
    """
    return [html.unescape(r[2]) for tag in TAG.findall(page) for r in REFERENCE.finditer(tag)]


def rebase(page: str, folder: str) -> str:
    """Move a page from a folder of the site to its root: every relative reference is rewritten.

    Examples
    --------
    >>> rebase('<a href="../notebooks/x.html">x</a> <a href="y.html#z">y</a>', "book")
    '<a href="notebooks/x.html">x</a> <a href="book/y.html#z">y</a>'
    """

    def moved(match: re.Match[str]) -> str:
        name, address = match[1], match[2]
        if not address or re.match(r"#|/|[a-z][a-z0-9+.-]*:", address):
            return match[0]
        path, *rest = re.split(r"(?=[?#])", address, maxsplit=1)
        return f'{name}="{posixpath.normpath(posixpath.join(folder, path))}{"".join(rest)}"'

    page = TAG.sub(lambda tag: REFERENCE.sub(moved, tag[0]), page)
    return re.sub(r'data-content_root="[^"]*"', 'data-content_root="./"', page, count=1)


def size_images(page: str, size: Callable[[str], tuple[int, int] | None]) -> str:
    """Give every image its width and height, so that nothing jumps when it arrives.

    Parameters
    ----------
    page : str
        The page's HTML.
    size : callable
        From an image's address to its size in pixels, or None where it cannot be told.
    """

    def sized(match: re.Match[str]) -> str:
        tag = match[0]
        source = re.search(r'\ssrc="([^"]*)"', tag)
        if source is None or re.search(r'\s(width|height)="', tag):
            return tag
        found = size(html.unescape(source[1]))
        if found is None:
            return tag
        return f'<img width="{found[0]}" height="{found[1]}" decoding="async"' + tag[len("<img") :]

    return re.sub(r"<img\s[^>]*>", sized, page)


def tidy(page: str) -> str:
    r"""Remove what only the build needed: comments of templates and blank lines between tags.

    Examples
    --------
    >>> tidy("<p>a</p>\n\n   \n<!-- made by a tool -->\n<p>b</p>")
    '<p>a</p>\n<p>b</p>'
    """
    kept = VERBATIM.split(page)
    for k in range(0, len(kept), 2):
        text = re.sub(r"<!--.*?-->", "", kept[k], flags=re.S)
        kept[k] = re.sub(r"[ \t]*\n(?:\s*\n)+", "\n", re.sub(r"[ \t]+\n", "\n", text))
        kept[k] = re.sub(r"\n[ \t]+", "\n", kept[k])
    return "".join(kept)


def names(page: str) -> set[str]:
    """Collect what a stylesheet may select in a page: tags, ids, classes and attributes.

    Examples
    --------
    >>> sorted(names('<div class="a b" id="c" data-x="d">text</div>'))
    ['a', 'b', 'c', 'class', 'd', 'data-x', 'div', 'id']
    """
    found: set[str] = set()
    for tag in TAG.findall(page):
        for part in re.findall(r'[\w-]+(?:="[^"]*")?', tag):
            name, _, value = part.partition("=")
            found.add(name.lower())
            if name in {"class", "id", "type", "role"} or name.startswith(("data-", "aria-")):
                found.update(re.findall(r"[\w-]+", value))
    return found


def depth(path: Path, site: Path) -> str:
    """Give the way from a page up to the site's root, ``"./"`` for a page at the root.

    Examples
    --------
    >>> depth(Path("site/notebooks/x.html"), Path("site"))
    '../'
    """
    return "../" * (len(path.relative_to(site).parts) - 1) or "./"
