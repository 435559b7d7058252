"""The chapter in JupyterLab: the widget renders, and what is dragged reaches the kernel."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from lnteach.widgets import EXPLORERS

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """A JupyterLab of its own, with fresh settings, on a copy of the notebooks."""
    home = tmp_path_factory.mktemp("lab")
    work = home / "notebooks"
    shutil.copytree(ROOT / "notebooks", work, ignore=shutil.ignore_patterns(".*"))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    fresh = {
        name: str(home / name.lower())
        for name in (
            "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR",
            "JUPYTERLAB_SETTINGS_DIR", "JUPYTERLAB_WORKSPACES_DIR",
        )
    }  # fmt: skip
    # JupyterLab leaves what is off the screen out of the page; the tests want all of it.
    tracker = home / "jupyterlab_settings_dir" / "@jupyterlab" / "notebook-extension"
    tracker.mkdir(parents=True)
    (tracker / "tracker.jupyterlab-settings").write_text('{"windowingMode": "none"}')
    command = [
        sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1",
        f"--port={port}", "--ServerApp.port_retries=0", "--IdentityProvider.token=",
        "--ServerApp.password=", "--LabApp.news_url=", f"--notebook-dir={work}",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]  # fmt: skip
    with (home / "log").open("w") as log:
        process = subprocess.Popen(command, env={**os.environ, **fresh}, stdout=log, stderr=log)
    base = f"http://127.0.0.1:{port}/"
    try:
        deadline = time.monotonic() + 60
        while True:
            try:
                urllib.request.urlopen(f"{base}api/status", timeout=2).close()
                break
            except (urllib.error.URLError, OSError):
                assert process.poll() is None, (home / "log").read_text()
                assert time.monotonic() < deadline, (home / "log").read_text()
                time.sleep(0.3)
        yield base, work
    finally:
        process.terminate()
        process.wait(20)


def run_all(visit, lab: tuple[str, Path], name: str):
    """Open a chapter and run every cell, as a reader does."""
    page = visit(base=lab[0]).open(f"lab/tree/{name}?reset")
    page.set_default_timeout(60_000)
    page.locator(".jp-Notebook").wait_for()
    # On a slow machine JupyterLab may ask for the kernel that it has already started, or miss the
    # first widget of a session ("Loading widget..."). A reader says yes, or loads the page again.
    dialog = page.locator(".jp-Dialog button.jp-mod-accept")
    idle = page.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]")
    deadline, run_at = time.monotonic() + 240, 0.0
    while page.locator(".ln-live svg").count() == 0:
        assert time.monotonic() < deadline, page.locator(".jp-Notebook").inner_text()
        if dialog.count():
            dialog.first.click()
            run_at = 0.0
        elif run_at and idle.count() and time.monotonic() > run_at + 30:
            page.reload()
            page.locator(".jp-Notebook").wait_for()
            run_at = 0.0
        elif not run_at and idle.count():
            page.wait_for_timeout(2500)
            if not dialog.count():
                page.get_by_role("menuitem", name="Run", exact=True).click()
                page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
                run_at = time.monotonic()
        page.wait_for_timeout(250)
    idle.wait_for()
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
