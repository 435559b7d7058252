"""The exploration that ours is compared with is a fair one: the same numbers, and it runs."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest

from lnteach.bench import usual


class Route:
    """A request as Playwright hands it over, and how it was answered."""

    answered: ClassVar[list[dict]] = []

    def __init__(self, url: str) -> None:
        self.request = self
        self.url = url

    def fulfill(self, **answer: object) -> None:
        self.answered.append(answer)

    def abort(self) -> None:
        self.answered.append({})


def test_the_usual_cell_shows_the_routes_of_the_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MPLBACKEND", "agg")
    import ipywidgets
    import matplotlib.pyplot as plt

    monkeypatch.setattr(ipywidgets, "interact", lambda *_, **__: None)
    monkeypatch.setattr(plt, "show", lambda: None)
    names: dict = {}
    exec(usual.USUAL, names)
    given = {name: slider.value for name, slider in names["sliders"].items()}
    names["show"](eps=0.5, **given)
    heights = [bar.get_height() for bar in plt.gcf().axes[0].patches]
    plt.close("all")
    routes, du = np.array(heights[:9]).reshape(3, 3), heights[9:]
    # h = (-1, 0, 1), dh = (1, 0, 0), eps = 1/2: v = 2/3, s**2 = 7/6, u = h/s
    s = np.sqrt(7 / 6)
    mean, variance = np.full(3, -1 / 3), np.array([-1.0, 0.0, 1.0]) * (1 / 3) / (7 / 6)
    assert routes == pytest.approx(np.array([[1, 0, 0], mean, variance]) / s)
    assert du == pytest.approx((np.array([1, 0, 0]) + mean + variance) / s)


def test_a_public_host_is_answered_from_the_package_it_names(tmp_path: Path) -> None:
    for name in ("mathjax/es5/tex.js", "requirejs/require.min.js", "manager/dist/embed-amd.js"):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text(f"// {name}" * 100, encoding="utf-8")
    files = {
        "mathjax": tmp_path / "mathjax",
        "requirejs": tmp_path / "requirejs",
        "@jupyter-widgets/html-manager": tmp_path / "manager",
    }
    sizes: list[int] = []
    Route.answered.clear()
    for url in (
        "https://one.test/npm/mathjax@3/es5/tex.js?x=1",
        "https://two.test/ajax/libs/require.js/2.3.4/require.min.js",
        "https://one.test/npm/@jupyter-widgets/html-manager@1.0.6/dist/embed-amd.js",
        "https://one.test/npm/mathjax@3/es5/none.js",
        "https://elsewhere.test/x.js",
    ):
        usual._from_package(Route(url), files, sizes)
    bodies = [answer.get("body", b"")[:20].decode() for answer in Route.answered]
    assert [body[:12] for body in bodies] == [
        "// mathjax/e",
        "// requirejs",
        "// manager/d",
        "",
        "",
    ]
    assert len(sizes) == 3
    assert max(sizes) < 200, "sizes are those of the compressed files"


def test_the_default_notebook_has_the_text_and_the_cell(tmp_path: Path) -> None:
    import nbformat

    usual._notebook(tmp_path / "page.ipynb", usual.TEXT, usual.USUAL)
    cells = nbformat.read(tmp_path / "page.ipynb", as_version=4).cells
    assert [cell.cell_type for cell in cells] == ["markdown", "code"]
