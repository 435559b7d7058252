"""The API reference has every public name once, with its signature and its docstring."""

from __future__ import annotations

import pkgutil
import re
from html.parser import HTMLParser
from importlib import import_module

import pytest

import lnteach
from lnteach.apidoc import MODULES, entries, render_api, sections

# Rooms whose names are for the course's own machinery: the command line is their way in.
LEFT_OUT = {
    "kernels",
    "apidoc",
    "arrays",
    "bench",
    "cli",
    "__main__",
    "live",
    "selfcheck",
    "site",
    "web",
}
HTML = render_api()


def test_every_room_is_in_it_or_left_out_on_purpose() -> None:
    rooms = {module.name for module in pkgutil.iter_modules(lnteach.__path__)}
    named = {module.partition(".")[2] for module in MODULES} - {""}
    assert rooms - LEFT_OUT <= named
    assert named <= rooms


@pytest.mark.parametrize("module", MODULES)
def test_every_public_name_has_an_entry(module: str) -> None:
    names = {entry.name for entry in entries()}
    source = import_module(module)
    wanted = {n for n in source.__all__ if not n.startswith("__")} - {"letters"}  # a module
    assert wanted <= names


def test_no_entry_stands_twice_and_none_is_without_a_text() -> None:
    anchors = re.findall(r'id="(api-[^"]+)"', HTML)
    assert len(set(anchors)) == len(anchors)
    assert [entry.name for entry in entries() if not entry.doc.strip()] == []


@pytest.mark.parametrize(
    ("name", "signature"),
    [
        (
            "layer_norm",
            "layer_norm(h: Any, gamma: Any, beta: Any, eps: Any = 1e-05, *, "
            "out: Any | None = None, threads: int | None = None) -> Any",
        ),
        ("definitions", "definitions(norm: str = 'layer') -> Mapping[str, Expr]"),
        ("Path", "Path = tuple[int, ...]"),
        ("CHECKS", "CHECKS"),
        ("FormulaError", "FormulaError"),
        ("Cell", "Cell(word: str, reason: str)"),
    ],
)
def test_signatures(name: str, signature: str) -> None:
    assert [entry.signature for entry in entries() if entry.name == name] == [signature]


def test_sections_of_a_docstring() -> None:
    doc = "Do it.\n\nMore.\n\nParameters\n----------\nx : int\n    A number.\n\nNotes\n-----\nPage."
    assert sections(doc) == {
        "": "Do it.\n\nMore.",
        "Parameters": "x : int\n    A number.",
        "Notes": "Page.",
    }


def test_an_entry_as_it_is_rendered() -> None:
    start = HTML.index('id="api-lnteach-gradient_check"')
    entry = HTML[start : HTML.index("</article>", start)]
    assert "<p>Compare a claimed gradient with central differences, entry by entry.</p>" in entry
    assert "<h4>Raises</h4><dl><dt>ValueError</dt>" in entry
    assert "<dt>tau : float, optional</dt>" in entry
    assert "<code>x ± tau</code>" in entry
    assert "&gt;&gt;&gt; import numpy as np" in entry


def test_a_constant_shows_the_text_under_it() -> None:
    assert "<p>The checks of the course, in the order in which it teaches them.</p>" in HTML


def test_the_html_is_well_formed() -> None:
    class Parser(HTMLParser):
        open: list[str] = []  # noqa: RUF012

        def handle_starttag(self, tag: str, attrs: object) -> None:
            self.open.append(tag)

        def handle_endtag(self, tag: str) -> None:
            assert self.open.pop() == tag

    parser = Parser()
    parser.feed(HTML)
    assert parser.open == []


def test_nothing_but_the_modules_asked_for() -> None:
    html = render_api(("lnteach.maths",))
    assert 'id="api-lnteach-maths-mathml"' in html
    assert "gradient_check" not in html
