"""A mistake's page says what the table of the course's plan says, and what the checks found."""

from __future__ import annotations

import re

import pytest
from mistakes.values import EXAMPLE_E1, EXAMPLE_I, G_H, SHAPES, TRUTH_E

from lnteach.formula import root
from lnteach.mistakes import get, ids, pages

ROW_2 = {**EXAMPLE_E1, "h": [13, 24, 3, 9, 15], "g_z": [4, -1, -4, 2, 3]}


def told(id: str) -> str:
    return pages.page(id, EXAMPLE_I, [EXAMPLE_E1, ROW_2]).markdown


@pytest.mark.parametrize("id", ids())
def test_every_page_has_what_every_page_has(id: str) -> None:
    text = told(id)
    for part in ("| where | written | right |", "**Why it tempts.**", "| | the truth |",
                 "**What gives it away.**", "**Where it hides.**", "**The checks.**",
                 "*Caught by:*", f"`{id}`"):  # fmt: skip
        assert part in text
    assert "\n\n\n" not in text
    for line in get(id).lines:
        assert line.latex in text
    for report in get(id).reports:
        assert f"]({report.url})" in text


@pytest.mark.parametrize("id", [id for id, (i, _) in G_H.items() if i is not None])
def test_values_on_both_examples(id: str) -> None:
    on_i, on_e = G_H[id]
    rows = [line for line in told(id).splitlines() if line.startswith("| Example")]
    shown_i = "the same" if on_i == (1, -1, -1, 1) else f"${pages.exact_latex(on_i)}$"
    assert rows[0].endswith(f"| {shown_i} |")
    row = next(line for line in rows if "Example E, first row, $g_h$" in line)
    assert row.endswith(f"| ${pages.exact_latex(TRUTH_E)}$ | ${pages.exact_latex(on_e)}$ |") or (
        get(id).norm == "rms"
    )


def test_literals_as_they_stand_on_the_page() -> None:
    text = told("constant-statistics")
    assert r"(\tfrac{1}{5},\,-\tfrac{3}{5},\,-\tfrac{1}{5},\,3)" in text
    assert r"$\operatorname{sum}(g_h) = -\tfrac{5}{4}$ on the first row of example E; $0$" in text
    assert r"\tfrac{55}{108}$ would be right" in text
    assert r"\tfrac{40 \sqrt{89}}{7921}" in told("rms-for-layer")


def test_the_checks_of_no_variance_route() -> None:
    text = told("no-variance-route")
    blind = re.search(r"\*Blind to it:\* (.*)\.", text)
    assert blind is not None
    assert blind[1].split("; ") == ["Shapes", "Sum", "Differences, g_z = 1 and γ = 1"]


def test_rows_that_meet_one_another_are_shown_together() -> None:
    text = told("batch-statistics")
    assert "divides by zero" in text  # a single row has no variance over the batch
    assert "Example E, both rows, $g_h$" in text
    assert r"\operatorname{sum}(g_h) = 0$" not in text  # as it would be of a batch of one
    for id in set(SHAPES) - {"batch-statistics"}:
        assert "Example E, both rows" in told(id)
        assert "$g_h$ |" not in told(id).partition("**What gives")[0].rpartition("|---|---|---|")[2]


def test_a_root_of_a_root_is_shown_in_decimals() -> None:
    row = {"h": [1, 2, 4], "g_z": [1, 0, 2], "eps": "1/7"}
    assert "about (" in pages.page("inverse-for-variance", row, [row]).markdown


def test_headings_have_no_numbers() -> None:
    headings = [pages.heading(id) for id in ids()]
    assert len(set(headings)) == len(headings)
    assert not any(re.search(r"\d", heading) for heading in headings)


def test_the_lectures_probe_cannot_see_the_scale() -> None:
    probe = {"h": [1, 2, 3], "gamma": [2, 1, 3], "g_z": [1, -2, -1], "eps": "1/3"}
    assert pages.same_answer(probe) == (
        "only-first-term-divided", "scale-forgotten", "variance-for-deviation",
    )  # fmt: skip
    assert pages.also_right(probe).markdown.count("\n- ") == 3


def test_example_e_tells_all_apart() -> None:
    assert pages.same_answer(EXAMPLE_E1) == ()
    assert "means something" in pages.also_right(EXAMPLE_E1).markdown


def test_exact_latex() -> None:
    assert pages.exact_latex(((1, root(2)), (0, -1))) == (
        r"\begin{pmatrix}1 & \sqrt{2} \\ 0 & -1\end{pmatrix}"
    )


def test_pairs_that_cannot_be_told_apart() -> None:
    lines = pages.alias_list().markdown.splitlines()
    assert "- `scale-forgotten` with `variance-for-deviation` is no mistake at all" in lines
    assert sum("no mistake" in line for line in lines) == 1


def test_plain_text_for_terminals() -> None:
    assert "g_h = a/s" in repr(pages.page("constant-statistics", EXAMPLE_I, [EXAMPLE_E1]))


def test_an_unknown_mistake() -> None:
    with pytest.raises(KeyError, match="there is no mistake 'none'"):
        told("none")
