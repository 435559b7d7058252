"""Mathematics in Sphinx: every formula of the book is set in one batch before pages are written."""

from __future__ import annotations

import html
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.math import get_node_equation_number

from .katex import Formula, Unreadable, block, render
from .pages import POINT, breakable

logger = logging.getLogger(__name__)
_set: dict[Formula, str | Unreadable] = {}


def _formula(node: nodes.Element) -> Formula:
    return Formula(node.astext().strip(), isinstance(node, nodes.math_block))


def _output(app: Sphinx) -> str:
    """Give pages MathML alone where no stylesheet of KaTeX will be added to them."""
    return "htmlAndMathml" if app.config.ln_finished else "mathml"


def collect(app: Sphinx, env: Any) -> None:
    """Set all formulas of all pages."""
    trees = (env.get_doctree(name) for name in sorted(env.found_docs))
    found = {
        _formula(node)
        for tree in trees
        for kind in (nodes.math, nodes.math_block)
        for node in tree.findall(kind)
    }
    _set.update(render(found - _set.keys(), _output(app)))


def hold_points(app: Sphinx, tree: nodes.document, name: str) -> None:
    """Keep the full stop or comma after a formula on the formula's line."""
    for node in list(tree.findall(nodes.math)):
        follows = node.next_node(descend=False, siblings=True)
        point = isinstance(follows, nodes.Text) and POINT.match(follows.astext())
        if not point:
            continue
        rest = nodes.Text(follows.astext()[point.end() :])
        follows.parent.replace(follows, rest)
        held = nodes.inline("", "", classes=["ln-point"])
        node.parent.replace(node, held)
        held += [node, nodes.Text(point[0])]


def _written(translator: Any, node: nodes.Element) -> str:
    """Give a formula's HTML; one that cannot be read is a warning with file and line."""
    formula = _formula(node)
    if formula not in _set:  # made after reading, by a transform
        _set.update(render([formula], _output(translator.builder.app)))
    written = _set[formula]
    if isinstance(written, Unreadable):
        logger.warning("the formula %s: %s", formula.tex, written, location=node)
        return f"<code>{html.escape(formula.tex)}</code>"
    return written


def visit_inline(translator: Any, node: nodes.Element) -> None:
    """Write a formula in a line."""
    written = _written(translator, node)
    held = "ln-point" in node.parent.get("classes", ())
    translator.body.append(breakable(written) if held else written)
    raise nodes.SkipNode


def visit_block(translator: Any, node: nodes.Element) -> None:
    """Write a displayed formula."""
    number = get_node_equation_number(translator, node) if node["number"] else ""
    box = block(_written(translator, node), number)
    name = f' id="{node["ids"][0]}"' if node["ids"] else ""
    translator.body.append(box.replace("<div", f"<div{name}", 1))
    raise nodes.SkipNode


def setup(app: Sphinx) -> None:
    """Register the renderer."""
    app.add_html_math_renderer("lnteach", (visit_inline, None), (visit_block, None))
    app.connect("env-updated", collect)
    app.connect("doctree-resolved", hold_points)
