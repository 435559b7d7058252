"""The API reference, made of signatures and docstrings: nothing is written twice.

Docstrings are numpydoc. Each public name stands once, under the first module that offers it.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from importlib import import_module
from types import GenericAlias, UnionType
from typing import Any

__all__ = ["MODULES", "Entry", "entries", "render_api", "sections"]

MODULES = (
    "lnteach",
    "lnteach.core",
    "lnteach.formula",
    "lnteach.symbolic",
    "lnteach.mistakes",
    "lnteach.course",
    "lnteach.selfcheck",
    "lnteach.experiments",
    "lnteach.widgets",
    "lnteach.plots",
    "lnteach.notebook",
    "lnteach.maths",
)
"""The modules whose public names a reader may use, in the order of the reference."""

_SECTION = re.compile(r"^([A-Z][A-Za-z ]*)\n-{3,}$", re.MULTILINE)


@dataclass(frozen=True)
class Entry:
    """A public name: where it stands, its kind, its signature and its docstring."""

    module: str
    name: str
    kind: str
    signature: str
    doc: str

    @property
    def anchor(self) -> str:
        """The id of its place on the page."""
        return f"api-{self.module}.{self.name}".replace(".", "-")


def entries(modules: tuple[str, ...] = MODULES) -> tuple[Entry, ...]:
    """List the public names of the modules, each once.

    Examples
    --------
    >>> [entry.signature for entry in entries() if entry.name == "rms_norm"]
    ['rms_norm(h: Any, gamma: Any, eps: Any = 1e-05) -> Any']
    """
    found: dict[int, Entry] = {}
    for module in modules:
        source = import_module(module)
        for name in source.__all__:
            thing = getattr(source, name)
            if name.startswith("__") or inspect.ismodule(thing) or id(thing) in found:
                continue
            found[id(thing)] = _entry(module, name, thing)
    return tuple(found.values())


def sections(doc: str) -> dict[str, str]:
    r"""Split a numpydoc docstring; the part before the first heading has the key ``""``.

    Examples
    --------
    >>> list(sections("What it does.\n\nReturns\n-------\nint\n"))
    ['', 'Returns']
    """
    parts = _SECTION.split(inspect.cleandoc(doc))
    named = zip(parts[1::2], parts[2::2], strict=True)
    return {"": parts[0].strip(), **{title: body.strip() for title, body in named}}


def render_api(modules: tuple[str, ...] = MODULES) -> str:
    """Render the reference as HTML: a section a module, an article a name, each with its anchor.

    Examples
    --------
    >>> 'id="api-lnteach-layer_norm"' in render_api(("lnteach",))
    True
    """
    by_module: dict[str, list[Entry]] = {}
    for entry in entries(modules):
        by_module.setdefault(entry.module, []).append(entry)
    contents = "".join(
        f'<li><a href="#api-{_dashed(module)}"><code>{module}</code></a>: '
        f"{_inline(_first_line(import_module(module).__doc__))}</li>"
        for module in by_module
    )
    body = "".join(_module(module, found) for module, found in by_module.items())
    return f'<nav aria-label="Modules"><ul class="ln-api-modules">{contents}</ul></nav>{body}'


def _entry(module: str, name: str, thing: Any) -> Entry:
    if inspect.isclass(thing):
        kind = "exception" if issubclass(thing, Exception) else "class"
    else:
        kind = "function" if inspect.isroutine(thing) or hasattr(thing, "__wrapped__") else "data"
    doc = inspect.getdoc(thing) if kind != "data" else _data_doc(module, name)
    if kind == "data" and _is_alias(thing):
        kind, doc = "type", doc or "What these annotations stand for."
    return Entry(module, name, kind, _signature(name, thing, kind), doc or "")


def _data_doc(module: str, name: str) -> str:
    """Find the string that stands under a constant, in the module that defines it."""
    package = import_module(module)
    sources = [package, *(m for m in vars(package).values() if inspect.ismodule(m))]
    pattern = re.compile(rf'^{re.escape(name)}\b[^\n]*=.*?^"""(.*?)"""', re.DOTALL | re.MULTILINE)
    for source in sources:
        if re.search(rf"^{re.escape(name)}\b.*=", text := inspect.getsource(source), re.MULTILINE):
            match = pattern.search(text)
            return match[1] if match else sections(source.__doc__ or "")[""]
    return ""


def _is_alias(thing: Any) -> bool:
    return isinstance(thing, GenericAlias | UnionType) or hasattr(thing, "__origin__")


def _signature(name: str, thing: Any, kind: str) -> str:
    if kind in {"data", "exception"}:
        return name
    if kind == "type":
        return _annotations(f"{name} = {thing}")
    try:
        written = str(inspect.signature(thing))
    except (TypeError, ValueError):
        return name
    written = _annotations(written)
    return name + (re.sub(r" -> None$", "", written) if kind == "class" else written)


def _annotations(written: str) -> str:
    # Annotations read better without quotes and module paths; a default keeps its quotes.
    # A default that Python can only show by its address is left out.
    written = re.sub(r" = <[^<>]* at 0x[0-9a-f]+>", " = …", written)
    written = re.sub(r"ForwardRef\(('[^']*').*?\)", r"\1", written)
    written = re.sub(r"(: |-> )'([^']*)'", r"\1\2", written)
    return re.sub(r"(?:\b[a-z_]\w*\.)+(?=[A-Za-z_])", "", written)


def _module(module: str, found: list[Entry]) -> str:
    names = "".join(map(_article, found))
    about = _prose(sections(import_module(module).__doc__ or "")[""])
    return (
        f'<section class="ln-api" id="api-{_dashed(module)}"><h2><code>{module}</code></h2>'
        f"{about}{names}</section>"
    )


def _article(entry: Entry) -> str:
    parts = sections(entry.doc)
    body = "".join(
        f"<h4>{title}</h4>{_section(title, text)}" if title else _prose(text)
        for title, text in parts.items()
    )
    return (
        f'<article class="ln-api-entry" id="{entry.anchor}"><h3><code>{escape(entry.name)}</code> '
        f'<span class="ln-api-kind">{entry.kind}</span></h3>'
        f'<pre class="ln-api-signature" tabindex="0">{escape(entry.signature)}</pre>'
        f"{body}</article>"
    )


def _section(title: str, text: str) -> str:
    if title == "Examples":
        return "".join(_example(part) for part in re.split(r"\n\s*\n", text))
    if title in {"Notes", "References", "See Also"}:
        return _prose(text)
    items = "".join(
        f"<dt>{_inline(term)}</dt><dd>{_prose(about)}</dd>"
        if about
        else f"<dt>{_inline(term)}</dt><dd></dd>"
        for term, about in _fields(text)
    )
    return f"<dl>{items}</dl>"


def _fields(text: str) -> Iterator[tuple[str, str]]:
    """Yield each field of a section with what is indented under it."""
    term, about = "", list[str]()
    for line in text.splitlines():
        if line[:1].strip():
            if term:
                yield term, inspect.cleandoc("\n".join(about))
            term, about = line.strip(), []
        else:
            about.append(line)
    if term:
        yield term, inspect.cleandoc("\n".join(about))


def _example(part: str) -> str:
    if part.lstrip().startswith(">>>"):
        return f'<pre tabindex="0"><code>{escape(part.strip())}</code></pre>'
    return _prose(part)


def _prose(text: str) -> str:
    paragraphs = re.split(r"\n\s*\n", text.strip())
    return "".join(f"<p>{_inline(' '.join(p.split()))}</p>" for p in paragraphs if p)


def _inline(text: str) -> str:
    """Escape a text, and set what stands between backticks as code."""
    parts = re.split(r"``(.+?)``|`([^`]+)`", text)
    codes = zip(parts[1::3], parts[2::3], parts[3::3], strict=True)
    return escape(parts[0]) + "".join(
        f"<code>{escape(double or single)}</code>{escape(rest)}" for double, single, rest in codes
    )


def _first_line(doc: str | None) -> str:
    return (doc or "").strip().partition("\n")[0]


def _dashed(module: str) -> str:
    return module.replace(".", "-")
