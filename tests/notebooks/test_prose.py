"""Prose names, code claims: no number and no equation is typed by hand into a chapter's text."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).resolve().parents[2] / "notebooks").glob("*.ipynb"))
MATH = re.compile(r"\$([^$]+)\$")
CLAIM = re.compile(r"\d|[=+<>-]|\\(?:t?frac|ne|pm|sum|sqrt|mapsto|le|ge)\b")
# Where a source is cited a number is a name: "page 63", "pages 64 and 65".
CITED = re.compile(r"\bpages? \d+(?: (?:and|to) \d+)?")


def cells(path: Path) -> list[dict]:
    return json.loads(path.read_text(encoding="utf-8"))["cells"]


def claims_by_hand(text: str) -> list[str]:
    """List the numbers and equations that a Markdown text types by hand."""
    found = [
        formula
        for formula in MATH.findall(text)
        if CLAIM.search(formula.replace(r"\mathbf{1}", ""))
    ]
    prose = CITED.sub("", MATH.sub("", text))
    return found + re.findall(r"\d+", re.sub(r"\]\([^)]*\)|`[^`]*`", "", prose))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_markdown_cells_claim_nothing_by_hand(path: Path) -> None:
    texts = ["".join(cell["source"]) for cell in cells(path) if cell["cell_type"] == "markdown"]
    assert [claim for text in texts for claim in claims_by_hand(text)] == []


def test_a_claim_by_hand_would_be_found() -> None:
    assert claims_by_hand("so $u = c$, and 3 on page 63, pages 1 and 2") == ["u = c", "3"]
    assert claims_by_hand(r"the column $\mathbf{1}$ of [ones](a1.md) in `x1`") == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_chapter_has_what_every_chapter_has(path: Path) -> None:
    texts = ["".join(cell["source"]) for cell in cells(path)]
    first, last = texts[0], texts[-1]
    assert first.startswith("# ")
    assert re.search(r"^\*[^*]+\?\*", first, re.M), "the question it answers"
    assert "**Keep this.**" in last
    assert any(text.startswith("steps(") for text in texts)
    assert any(text.startswith("compare(") for text in texts)
    assert any(re.match(r"lnteach\.(explore|ThreeRoutes)\(", text) for text in texts)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_cells_that_only_tell_are_folded_in_both_hosts(path: Path) -> None:
    for cell in cells(path):
        source = "".join(cell["source"])
        if re.match(r"(say|steps|compare|lnteach\.(vote|explore|ThreeRoutes))\(", source):
            assert cell["metadata"] == {
                "tags": ["remove-input"],
                "jupyter": {"source_hidden": True},
            }, source
