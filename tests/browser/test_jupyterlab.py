"""The chapter in JupyterLab: the widget renders, and what is dragged reaches the kernel."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from lnteach.bench.lab import jupyterlab, run_all_cells
from lnteach.widgets import EXPLORERS

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """A JupyterLab of its own on a copy of the notebooks."""
    home = tmp_path_factory.mktemp("lab")
    work = home / "notebooks"
    shutil.copytree(ROOT / "notebooks", work, ignore=shutil.ignore_patterns(".*"))
    with jupyterlab(work, home) as base:
        yield base, work


def run_all(visit, lab: tuple[str, Path], name: str):
    """Open a chapter and run every cell, as a reader does."""
    page = visit(base=lab[0]).page
    run_all_cells(page, f"{lab[0]}lab/tree/{name}?reset", ".ln-live svg")
    return page


def core_answers(page) -> None:
    page.wait_for_function(
        "document.querySelector('.ln-core')?.textContent.includes('Largest disagreement')"
    )


@pytest.mark.browser
@pytest.mark.xdist_group("jupyterlab")
def test_what_is_dragged_or_typed_reaches_the_kernel_and_not_the_notebook(visit, lab) -> None:
    page = run_all(visit, lab, "three-routes.ipynb")
    assert page.locator(".jp-OutputArea-output[data-mime-type*=stderr]").count() == 0
    core_answers(page)
    handle = page.locator(".ln-live").first.locator("[role=slider]").first
    handle.scroll_into_view_if_needed()

    def value() -> float:
        return float(handle.get_attribute("aria-valuenow"))

    before = value()
    box = handle.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 30, steps=5)
    page.mouse.up()
    dragged = value()
    assert dragged > before
    core_answers(page)  # shown only if the core's answer is for the state that is drawn
    cells = page.locator(".jp-Cell").count()
    handle.focus()
    for key in ("ArrowUp", "ArrowUp", "b", "x"):
        page.keyboard.press(key)
    assert value() > dragged
    assert page.locator(".jp-Cell").count() == cells
    core_answers(page)


@pytest.mark.browser
@pytest.mark.xdist_group("jupyterlab")
def test_the_second_chapter_and_its_vote(visit, lab: tuple[str, Path]) -> None:
    page = run_all(visit, lab, "centering.ipynb")
    vote = page.locator('.ln-vote[data-vote="common-shift"]').first
    vote.locator("input[value=B]").check()
    vote.get_by_role("button", name="Check my answer").click()
    assert "Right" in vote.locator("[role=status]").first.inner_text()
    core_answers(page)


@pytest.mark.browser
@pytest.mark.xdist_group("jupyterlab")
def test_an_exercise_judges_and_draws_fresh_numbers(visit, lab: tuple[str, Path]) -> None:
    page = run_all(visit, lab, "collecting-the-gradient.ipynb")
    exercise = page.locator(".ln-exercise[data-exercise=input-gradient]").first
    exercise.scroll_into_view_if_needed()
    field = exercise.locator("input[type=text]")
    field.fill("-15/12, 1/2, -2/3, -1/6, 1/3")
    field.press("Enter")
    exercise.get_by_text("Mean and deviation taken for constants.").wait_for()
    field.fill("-5/9; 8/9; -4/9; -1/9; 2/9")
    field.press("Enter")
    exercise.locator(".ln-exercise-verdict .ln-right").wait_for()
    exercise.get_by_role("button", name="Fresh numbers").click()
    exercise.locator(".ln-seed", has_text="Numbers 1").wait_for()
    assert field.input_value() == ""


@pytest.mark.browser
@pytest.mark.xdist_group("jupyterlab")
def test_every_widget_with_the_core_behind_it(visit, lab: tuple[str, Path]) -> None:
    import nbformat

    sources = ["import lnteach", *(f'lnteach.explore("{name}")' for name in EXPLORERS)]
    cells = [nbformat.v4.new_code_cell(source) for source in sources]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook = nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})
    nbformat.write(notebook, lab[1] / "all.ipynb")
    page = run_all(visit, lab, "all.ipynb")
    for name in EXPLORERS:
        widget = page.locator(f".ln-explore-{name}")
        widget.wait_for()
        handle = widget.locator("[role=slider].ln-handle").first
        handle.focus()
        page.keyboard.press("ArrowUp")
        said = widget.locator(".ln-core")
        page.wait_for_function(
            "name => document.querySelector(`.ln-explore-${name} .ln-core`)"
            ".textContent.includes('Largest disagreement')",
            arg=name,
        )
        found = re.search(r"disagreement: (?:none|\S+·10⁻(\S+)),", said.inner_text())
        digits = found[1] and int(found[1].translate(str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")))
        assert digits is None or digits >= 12, (name, said.inner_text())


@pytest.mark.browser
@pytest.mark.xdist_group("jupyterlab")
def test_stored_notebooks_stay_without_outputs(lab: tuple[str, Path]) -> None:
    for path in (ROOT / "notebooks").glob("*.ipynb"):
        assert not any(c.get("outputs") for c in json.loads(path.read_text())["cells"])
