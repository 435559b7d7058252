"""Curves for pages without JavaScript: the same places, lines and names as `web/curves.js` has."""

from __future__ import annotations

import math
import re

import pytest

from lnteach.widgets.curves import Axis, Curve, Rule, curves, share, ticks


def test_round_steps_of_both_kinds() -> None:
    assert [text for _, text in ticks(Axis("x", -1, 1), 4)] == ["−1", "−0.5", "0", "0.5", "1"]
    powers = ticks(Axis("x", 1e-13, 100, log=True), 5)
    assert [text for _, text in powers] == ["10⁻¹²", "10⁻⁹", "10⁻⁶", "10⁻³", "10⁰"]
    assert [at for at, _ in powers] == pytest.approx([1e-12, 1e-9, 1e-6, 1e-3, 1])


def test_places() -> None:
    assert share(Axis("x", 2, 6), 3) == 0.25
    assert share(Axis("x", 0.01, 100, log=True), 1) == pytest.approx(0.5)
    assert math.isnan(share(Axis("x", 0.01, 100, log=True), 0))


def test_lines_dots_gaps_and_names() -> None:
    drawn = curves(
        "one",
        "a picture",
        "what it shows",
        [1, 10, 100],
        [
            Curve("whole", [1, 0.01, 1e-4], dot="square"),
            Curve("broken", [1, 0, 0.01], 0, dash="2 4", ink="soft"),
        ],
        Axis("τ", 1, 100, log=True),
        Axis("error", 1e-4, 1, log=True),
        rules=[Rule(10, "best")],
        crosses=[(10, 0.01)],
    )
    assert re.findall(r'<path class="ln-curve[^"]*" d="([^"]*)"', drawn) == [
        "M0.0 0.0L500.0 110.0L1000.0 220.0",
        "M0.0 0.0h0M500.0 110.0h0M1000.0 220.0h0",
        "M0.0 0.0M1000.0 110.0",
    ]
    assert re.findall(r'class="ln-named"[^>]*>([^<]*)<', drawn) == ["whole", "broken", "best"]
    assert 'x1="54.5%"' in drawn
    assert drawn.count("ln-measured") == 1
    assert '<desc id="one-desc">what it shows</desc>' in drawn


def test_names_of_curves_that_meet_are_apart() -> None:
    drawn = curves(
        "one", "t", "c", [0, 1],
        [Curve(label, [0, 0.5]) for label in "abc"],
        Axis("x", 0, 1), Axis("y", 0, 1),
    )  # fmt: skip
    heights = [float(y) for y in re.findall(r'class="ln-named" x="[^"]*" y="([\d.]+)"', drawn)]
    assert heights[1] - heights[0] == heights[2] - heights[1] == 14
