"""Run a chapter's cells in this process, and collect all that they say.

``python tools/chapter_run.py`` writes down what the chapters' visible code prints, into
``tests/notebooks/printed``: a change there is part of a change of a chapter, to be read and agreed
to like any other.
"""

from __future__ import annotations

import ast
import contextlib
import functools
import io
import json
import os
import sys
from pathlib import Path
from typing import Any

__all__ = ["code_cells", "printed", "run", "texts"]

ROOT = Path(__file__).resolve().parent.parent


def code_cells(notebook: Path) -> list[str]:
    """List the sources of a notebook's code cells."""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


def printed(notebook: Path) -> str:
    """Give what the visible code cells print, each after its number."""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    shown = [
        f"--- cell {number}\n{text.strip()}\n"
        for number, (cell, text) in enumerate(zip(code, texts(notebook), strict=True))
        if "remove-input" not in cell["metadata"].get("tags", []) and text.strip()
    ]
    return "".join(shown)


@functools.cache
def texts(notebook: Path) -> tuple[str, ...]:
    """Run a chapter once in this process, and give what each of its code cells says."""
    return tuple(run(code_cells(notebook)))


def run(cells: list[str], first: int = 0, names: dict[str, Any] | None = None) -> list[str]:
    """Run cells from the one numbered `first`, in `names`; what each of them shows and prints.

    Whatever a cell raises is raised.
    """
    names = {} if names is None else names
    return [_show(source, names) for source in cells[first:]]


def _show(source: str, names: dict[str, Any]) -> str:
    printed = io.StringIO()
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "cell", "exec"), names)
        value = None
        if last is not None:
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    return f"{printed.getvalue()}\n{_text(value)}"


def _text(value: Any) -> str:
    """Give what a host would show: a vote as its page, Markdown as it is, else the repr."""
    if type(value).__name__ == "VoteWidget":
        from lnteach import course

        return course.render_vote(course.vote(value._vote.id))
    if hasattr(value, "_repr_markdown_"):
        return str(value._repr_markdown_())
    return "" if value is None else repr(value)


def main() -> None:
    """Write what each chapter prints."""
    os.environ.setdefault("MPLBACKEND", "agg")
    from lnteach.course import CHAPTERS

    for chapter in CHAPTERS:
        text = printed(ROOT / f"notebooks/{chapter}.ipynb")
        (ROOT / f"tests/notebooks/printed/{chapter}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
