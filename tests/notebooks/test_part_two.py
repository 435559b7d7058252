"""What the chapters of part II claim in words, and the anchors that their readers are sent to."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from lnteach import course
from lnteach.mistakes import get, ids, pages

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"
HIDDEN = {"tags": ["remove-input"], "jupyter": {"source_hidden": True}}

# One heading an item: what a holder of the guide looks for, and what the course adds.
HEADINGS = {
    "worked-examples": [
        "The short answer",
        "Guide, example one: the forward pass",
        "Guide, example one with a small epsilon",
        "Guide, example two: the gradients of scale and shift",
        "Guide, example three: the gradient to the input",
        "Guide, example three, measured",
        "Guide, example four: a batch of two tokens",
        "Guide, example four, measured",
        "Example I: the mirrored row",
        "Example E: the separating batch",
    ],
    "the-jacobian": [
        "One matrix instead of three routes",
        "Symmetric, so backward is forward",
        "Entry by entry",
        "Its directions",
        "The two directions the loss cannot see",
        "One, two and three features",
        "A lone outlier gets no gradient",
        "How long can the gradient be?",
        "Once more by $h$",
    ],
    "mistakes": [
        "What is right",
        "Guide: mean and deviation treated as constants",
        "Guide: only the first term divided",
        "Guide: the scale's gradient left as a matrix",
        "Two at once",
        "All the others",
        "Your own function",
    ],
    "practice": [
        "Guide, problem one: the statistics",
        "Guide, problem two: a uniform push",
        "Guide, problem three: a push along the normalized features",
        "Guide, problem four: the shift of a batch",
        "Guide, problem five: RMSNorm",
        "Ours, problem six: forward with scale and shift",
        "Ours, problem seven: the gradient to that row",
        "Ours, problem eight: the scale of a batch",
        "Ours, problem nine: the shift of that batch",
        "Ours, problem ten: a mean over the batch",
    ],
    "other-norms": [
        "RMSNorm: forward",
        "RMSNorm: backward",
        "Why it does not sum to zero",
        "One engine for the family",
        "BatchNorm, where the scale may stand in front",
        "LayerNorm and GroupNorm, where it may not",
    ],
}


def cells(name: str) -> list[dict]:
    return json.loads((NOTEBOOKS / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]


def source(cell: dict) -> str:
    return "".join(cell["source"])


def text(name: str) -> str:
    return "\n".join(source(cell) for cell in cells(name) if cell["cell_type"] == "markdown")


@pytest.mark.parametrize("name", HEADINGS)
def test_every_item_has_its_heading(name: str) -> None:
    found = re.findall(r"^## (.*)$", text(name), re.M)
    assert [heading for heading in HEADINGS[name] if found.count(heading) != 1] == []


@pytest.mark.parametrize("name", HEADINGS)
def test_the_title_is_the_courses(name: str) -> None:
    assert text(name).startswith(f"# {course.CHAPTERS[name]}\n")


@pytest.mark.parametrize("name", ["the-jacobian", "other-norms"])
def test_narrative_chapters_have_their_length(name: str) -> None:
    assert 800 <= len(text(name).split()) <= 1500


@pytest.mark.parametrize("name", HEADINGS)
def test_cells_that_only_tell_are_folded(name: str) -> None:
    for cell in cells(name):
        if re.match(r"(assert|tell|work|closed|pages\.|norms_table)", source(cell)):
            assert cell["metadata"] == HIDDEN, source(cell)


def test_notebooks_are_stored_without_outputs() -> None:
    for name in HEADINGS:
        assert all(not cell.get("outputs") for cell in cells(name))


@pytest.mark.parametrize("id", ids())
def test_every_mistake_has_its_cell(id: str) -> None:
    found = cells("mistakes")
    wanted = f"(mistake-{id})=\n### {pages.heading(id)}"
    at = [k for k, cell in enumerate(found) if source(cell) == wanted]
    assert len(at) == 1
    assert source(found[at[0] + 1]) == f'pages.page("{id}", one, two)'
    assert found[at[0] + 1]["metadata"] == HIDDEN


def groups() -> dict[str, list[str]]:
    """The mistakes under each heading of the chapter."""
    parts = re.split(r"^## (.*)$", text("mistakes"), flags=re.M)
    return {title: re.findall(r"^\(mistake-(.*)\)=$", body, re.M)
            for title, body in zip(parts[1::2], parts[2::2], strict=True)}  # fmt: skip


def test_the_groups_of_the_catalogue_are_what_they_say() -> None:
    parameters = groups()["In the gradients of scale and shift"]
    assert len(parameters) == 6
    assert all("g_h" not in get(id).targets for id in parameters)  # "all the while g_h is right"
    bracket = groups()["In the bracket and its division"]
    assert {letter for id in bracket for letter in get(id).edited} == {"a", "g_h"}
    root = groups()["In the variance and under the root"]
    assert {"bessel-consistent", "epsilon-outside-root"} <= {
        id for id in root if "own-forward" not in get(id).caught_by
    }  # "the right gradient of another function"
    other = groups()["The formula of another norm"]
    assert [get(id).norm for id in other].count("rms") == 2


def test_the_figures_list_has_the_cases_that_the_text_names() -> None:
    presets = {preset.id for preset in course.widget("three-routes").presets}
    assert {"guide-first-token", "guide-second-token", "separating-row"} <= presets


def test_what_the_text_says_of_the_mirrored_row_and_the_separating_one() -> None:
    row = course.example("mirrored-row").cases["row"]
    assert row["g_h"] == row["g_h"][::-1]
    assert {abs(x) for x in row["u"]} == {abs(x) for x in row["u"][:2]}
    c = course.example("separating-batch").cases["first"]["c"]
    assert len({abs(x) for x in c}) == 5  # "no two distances are equal"
