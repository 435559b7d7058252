"""KaTeX's fonts, cut down to the glyphs that the book's formulas show."""

from __future__ import annotations

import hashlib
import io
import json
import re
from collections.abc import Iterable
from html.parser import HTMLParser
from pathlib import Path
from typing import Final

from .errors import SiteError
from .katex import VERSION

# Which of KaTeX's classes set a font; the innermost one counts.
FONTS: Final[dict[str, str]] = {
    "mathnormal": "Math-Italic",
    "mathit": "Main-Italic",
    "textit": "Main-Italic",
    "mathbf": "Main-Bold",
    "textbf": "Main-Bold",
    "boldsymbol": "Math-BoldItalic",
    "amsrm": "AMS-Regular",
    "mathbb": "AMS-Regular",
    "mathcal": "Caligraphic-Regular",
    "mathfrak": "Fraktur-Regular",
    "mathscr": "Script-Regular",
    "mathtt": "Typewriter-Regular",
    "texttt": "Typewriter-Regular",
    "mathsf": "SansSerif-Regular",
    "textsf": "SansSerif-Regular",
    "small-op": "Size1-Regular",
    "large-op": "Size2-Regular",
    "delim-size1": "Size1-Regular",
    "delim-size4": "Size4-Regular",
    "mainrm": "Main-Regular",
}
VOID: Final = {"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}


class Glyphs(HTMLParser):
    """Collect the characters of a page's formulas, font by font."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.used: dict[str, set[str]] = {}
        self._stack: list[str | None] = []  # the font inside each open element, None outside KaTeX
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Enter an element: its classes may change the font."""
        if tag in VOID:
            return
        font = self._stack[-1] if self._stack else None
        names = (dict(attrs).get("class") or "").split()
        if "katex-html" in names:
            font = "Main-Regular"
        elif font and "delimsizing" in names:
            font = next((f"Size{n[-1]}-Regular" for n in names if re.fullmatch(r"size\d", n)), font)
        elif font:
            font = next((FONTS[name] for name in names if name in FONTS), font)
        self._stack.append(font)

    def handle_endtag(self, tag: str) -> None:
        """Leave an element."""
        if tag not in VOID and self._stack:
            self._stack.pop()

    def handle_data(self, data: str) -> None:
        """Note the characters of a formula."""
        if self._stack and (font := self._stack[-1]):
            self.used.setdefault(font, set()).update(data)


def subset(modules: Path, pages: Iterable[str], out: Path) -> tuple[str, dict[str, str]]:
    """Write the fonts that the pages use into ``out`` and give KaTeX's stylesheet for them.

    Parameters
    ----------
    modules : Path
        The ``node_modules`` folder with katex in it.
    pages : iterable of str
        The pages' HTML.
    out : Path
        The folder for the fonts; the stylesheet names them relative to its own folder.

    Returns
    -------
    css : str
        KaTeX's stylesheet with the rewritten font faces.
    files : dict
        Font name, e.g. ``"Math-Italic"``, to file name.
    """
    from fontTools import subset as cutter

    folder = modules / "katex"
    found = json.loads((folder / "package.json").read_text("utf-8"))["version"]
    if found != VERSION:
        raise SiteError(f"katex in node_modules is {found}, but formulas are set with {VERSION}")
    used: dict[str, set[str]] = {"Main-Regular": set()}
    for page in pages:
        for font, characters in Glyphs(page).used.items():
            used.setdefault(font, set()).update(characters)
    # Every font gets the characters of all: a glyph asked for in another font is then there, too.
    unicodes = sorted({ord(c) for found in used.values() for c in found})
    options = cutter.Options(flavor="woff2", layout_features=["*"], hinting=False)
    options.notdef_outline = True
    files = {}
    for name in sorted(used):
        with cutter.load_font(str(folder / f"dist/fonts/KaTeX_{name}.woff2"), options) as font:
            tool = cutter.Subsetter(options)
            tool.populate(unicodes=unicodes)
            tool.subset(font)
            data = io.BytesIO()
            cutter.save_font(font, data, options)
        digest = hashlib.sha256(data.getvalue()).hexdigest()[:8]
        files[name] = f"KaTeX_{name}.{digest}.woff2"
        (out / files[name]).write_bytes(data.getvalue())
    css = (folder / "dist/katex.min.css").read_text("utf-8")
    return re.sub(r"@font-face\{[^}]*\}", lambda face: _face(face[0], files), css), files


def _face(rule: str, files: dict[str, str]) -> str:
    """Point a font face at its subset, or drop it when no page needs it."""
    name = re.search(r"fonts/KaTeX_([\w-]+)\.woff2", rule)
    if name is None or name[1] not in files:
        return ""
    source = f'src:url({files[name[1]]}) format("woff2")'
    return re.sub(r"src:[^;}]*", source, rule)
