"""From what Sphinx wrote to the site: formulas set, weight taken off, one folder for any host."""

from __future__ import annotations

import hashlib
import posixpath
import re
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

from . import fonts, katex, pages
from .errors import SiteError

HERE: Final = Path(__file__).parent
WEB: Final = HERE.parent / "web" / "dist"  # the browser half, built by `make js`
SHEETS: Final = (  # in the order of the cascade, from Sphinx's _static
    "styles/theme.css",
    "styles/pydata-sphinx-theme.css",
    "basic.css",
    "styles/sphinx-book-theme.css",
    "pygments.css",
    "mystnb.*.css",
    "sphinx-design.min.css",
)
SEARCH: Final = ("documentation_options.js", "doctools.js", "language_data.js", "searchtools.js")
VIEWPORT: Final = '<meta name="viewport" content="width=device-width, initial-scale=1" />'
SKIPPED: Final = {"genindex.html", "py-modindex.html"}


@dataclass
class Assets:
    """The files that pages load, by what they are, relative to the site's root."""

    style: str = ""
    script: str = ""
    search: str = ""
    live: str = ""
    check: str = ""
    fonts: dict[str, str] = field(default_factory=dict)


def finish(raw: Path, out: Path, *, root: str, sources: Path, modules: Path) -> None:
    """Make the site in the new folder ``out`` from Sphinx's output in ``raw``.

    Parameters
    ----------
    raw, out : Path
        What Sphinx wrote, and the folder to create.
    root : str
        The name of the first page, which the site's ``index.html`` shows as well.
    sources : Path
        The book's folder: pages that are notebooks offer them for download.
    modules : Path
        ``node_modules`` with katex, purgecss and esbuild.

    Raises
    ------
    SiteError
        If a formula cannot be read, a file that a page needs is missing, or Node fails.
    """
    written = [p for p in sorted(raw.rglob("*.html")) if _is_page(p.relative_to(raw))]
    texts = {p.relative_to(raw).as_posix(): p.read_text("utf-8") for p in written}
    rendered = katex.render(f for text in texts.values() for f in pages.formulas(text))
    for name, text in texts.items():
        text = text.replace('data-theme="auto"', 'data-theme="light"', 1)  # without JavaScript
        text = text.replace(VIEWPORT, "", 1)  # docutils adds a second one
        text = pages.EMPTY_HEADER.sub("<td></td>", text)
        folder = raw / posixpath.dirname(name)
        texts[name] = pages.size_images(_set(name, text, rendered), partial(_image_size, folder))
    texts["index.html"] = pages.rebase(texts[f"{root}.html"], posixpath.dirname(root))

    (out / "assets").mkdir(parents=True)
    assets = _assets(raw, out, texts, modules)
    for name, text in texts.items():
        text = pages.tidy(text.replace("<!--ln:head-->", _head(name, text, assets), 1))
        target = out / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8", newline="\n")
        _copy_needed(raw, out, sources, name, text)
    shutil.copyfile(HERE / "static" / "404.html", out / "404.html")
    shutil.copyfile(raw / "searchindex.js", out / "searchindex.js")
    (out / ".nojekyll").touch()


def _is_page(path: Path) -> bool:
    return path.name not in SKIPPED and not path.parts[0].startswith("_")


def _set(name: str, text: str, rendered: Mapping[katex.Formula, str]) -> str:
    for formula in pages.formulas(text):
        if isinstance(complaint := rendered[formula], katex.Unreadable):
            raise SiteError(f"{name}: the formula {formula.tex}: {complaint}")
    return pages.set_formulas(text, rendered)


def _image_size(folder: Path, address: str) -> tuple[int, int] | None:
    import imagesize  # type: ignore[import-untyped]

    path = folder / unquote(address)
    width, height = imagesize.get(str(path)) if path.is_file() else (-1, -1)
    return (round(width), round(height)) if width > 0 and height > 0 else None


def _put(out: Path, stem: str, suffix: str, text: str) -> str:
    """Write an asset under a name that changes with its content."""
    digest = hashlib.sha256(text.encode()).hexdigest()[:8]
    name = f"assets/{stem}.{digest}.{suffix}"
    (out / name).write_text(text, "utf-8", newline="\n")
    return name


def _assets(raw: Path, out: Path, texts: dict[str, str], modules: Path) -> Assets:
    static = raw / "_static"
    made = Assets()
    sheet, made.fonts = fonts.subset(modules, texts.values(), out / "assets")
    sheets = [p.read_text("utf-8") for pattern in SHEETS for p in sorted(static.glob(pattern))]
    sheets += [sheet, (HERE / "static" / "site.css").read_text("utf-8")]
    scripts = {
        "site": (HERE / "static" / "site.js").read_text("utf-8"),
        "mode": (HERE / "static" / "mode.js").read_text("utf-8"),
        "search": "\n".join(
            [
                "const SPHINX_HIGHLIGHT_ENABLED = false;",  # its storage key knows no site
                *((static / name).read_text("utf-8") for name in SEARCH),
                (HERE / "static" / "search.js").read_text("utf-8"),
            ]
        ),
    }
    used = set().union(*map(pages.names, texts.values()))
    for script in scripts.values():
        used.update(re.findall(r"[\w-]+", script))
    request = {
        "modules": str(modules) + "/",
        "css": _joined(sheets),
        "used": sorted(used),
        "kept": ["ln-direct", "ln-mean", "ln-variance", "ln-total", "ln-eps", "pst-sidebar-hidden"],
        "js": scripts,
    }
    shrunk = katex.run_node("styles.cjs", request)
    live = any(map(pages.LIVE.search, texts.values()))
    check = any(map(pages.CHECKED.search, texts.values()))
    sheet = _half("lnteach.css") if live or check else ""
    made.style = _put(out, "site", "css", shrunk["css"] + sheet)  # one sheet: one way to wait
    made.live = _put(out, "lnteach", "js", _half("lnteach.js")) if live else ""
    made.check = _put(out, "selfcheck", "js", _half("selfcheck.js")) if check else ""
    made.script = _put(out, "site", "js", shrunk["js"]["site"])
    made.search = _put(out, "search", "js", shrunk["js"]["search"])
    mode = shrunk["js"]["mode"].strip()
    for name, text in texts.items():
        texts[name] = text.replace("<!--ln:head-->", f"<script>{mode}</script>\n<!--ln:head-->", 1)
    shutil.copyfile(HERE / "static" / "logo.svg", out / "assets" / "logo.svg")
    return made


def _joined(sheets: Iterable[str]) -> str:
    """Join stylesheets: what one imports is here anyway; icons are drawn, not fonts or pictures."""
    css = "\n".join(re.sub(r"@import[^;]*;", "", sheet) for sheet in sheets)
    css = re.sub(r"@font-face\s*\{[^}]*fontawesome[^}]*\}", "", css, flags=re.IGNORECASE)
    return re.sub(r"background(-image)?:[^;}]*url\((?![\"']?data:)[^)]*\)[^;}]*;?", "", css)


def _half(name: str) -> str:
    """Read a file of the browser half, which makes votes, widgets and exercises answer."""
    path = WEB / name
    if not path.is_file():
        raise SiteError(f"{name} is missing in {WEB.name}: run `make js` first")
    return path.read_text("utf-8")


def _head(name: str, text: str, assets: Assets) -> str:
    """Write what a page loads: only what it needs, the fonts of its formulas first."""
    up = "../" * name.count("/") or "./"
    lines = [f'<link rel="stylesheet" href="{up}{assets.style}">']
    lines += [
        f'<link rel="preload" href="{up}assets/{assets.fonts[font]}" as="font" type="font/woff2" '
        "crossorigin>"
        for font in sorted(fonts.Glyphs(text).used)
    ]
    lines.append(f'<link rel="icon" href="{up}assets/logo.svg" type="image/svg+xml">')
    lines.append(f'<script defer src="{up}{assets.script}"></script>')
    if 'id="search-results"' in text:
        lines.append(f'<script defer src="{up}{assets.search}"></script>')
        lines.append(f'<script defer src="{up}searchindex.js"></script>')
    if assets.live and pages.LIVE.search(text):
        lines.append(f'<script type="module" src="{up}{assets.live}"></script>')
    if assets.check and pages.CHECKED.search(text):
        lines.append(f'<script type="module" src="{up}{assets.check}"></script>')
    return "\n".join(lines)


def _copy_needed(raw: Path, out: Path, sources: Path, name: str, text: str) -> None:
    """Copy the images, downloads and notebooks that a page refers to."""
    for address in pages.references(text):
        parts = urlsplit(address)
        if parts.scheme or parts.netloc or not parts.path or parts.path.endswith("/"):
            continue
        path = posixpath.normpath(posixpath.join(posixpath.dirname(name), unquote(parts.path)))
        if path.endswith(".html") or path.startswith("..") or (out / path).exists():
            continue
        source = raw / path if (raw / path).is_file() else sources / path
        if path.endswith(".ipynb"):
            source = sources / path
        if source.is_file():
            (out / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, out / path)
        else:
            raise SiteError(f"{name} refers to {address}, which is not there")
