"""A worked example: named cases with their inputs, and the facts that the course claims of them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from lnteach.course.cases import CASES, FACTS, Cases, check_facts, compute
from lnteach.course.schema import SLUG, Document, choice, mapping, text

__all__ = ["Example", "read_example"]

_SCHEMA = mapping(
    {
        "schema": choice("1"),
        "kind": choice("example"),
        "id": SLUG,
        "origin": choice("lecture", "guide", "textbook", "ours"),
        "title": text,
        "cases": CASES,
        "facts": FACTS,
    },
)


@dataclass(frozen=True)
class Example:
    """A checked example; ``cases["name"]["u"]`` is exact."""

    id: str
    origin: str
    title: str
    cases: Cases
    facts: tuple[str, ...]


def read_example(path: Path) -> Example:
    """Read and check one example file; `ContentError` lists every problem."""
    raw, document = Document.read(path, _SCHEMA)
    cases = compute(raw["cases"], document, raw["facts"])
    document.raise_if_wrong()
    check_facts(raw["facts"], cases, document)
    if raw["id"] != path.stem:
        document.complain("id", f"is {raw['id']!r}, but the file is named {path.stem!r}")
    document.raise_if_wrong()
    return Example(raw["id"], raw["origin"], raw["title"], cases, raw["facts"])
