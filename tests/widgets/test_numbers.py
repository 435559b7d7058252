"""Python and JavaScript write numbers alike: one table of cases for both."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lnteach.widgets.numbers import number_html, row_text, speak

TABLE = json.loads((Path(__file__).parents[1] / "web" / "numbers.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("row", "texts"), TABLE["rows"])
def test_rows(row, texts):
    assert row_text([float(x) for x in row]) == texts


@pytest.mark.parametrize(("x", "said"), TABLE["said"])
def test_said(x, said):
    assert speak(row_text([x])[0]) == said


def test_a_fraction_is_drawn_and_said():
    assert number_html("5") == "5"
    html = number_html("−1/3")
    assert 'aria-hidden="true"' in html
    assert '<span class="ln-said">minus one third</span>' in html
