"""Step through: exact values, what falls back to decimals, and the list without scripts."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
import traitlets

from lnteach.widgets import explore
from lnteach.widgets.step_exact import rational


@pytest.mark.parametrize(
    ("x", "meant"),
    [
        (0.0, Fraction(0)),
        (1 / 3, Fraction(1, 3)),
        (-22 / 7, Fraction(-22, 7)),
        (1 / 1001, Fraction(1, 1001)),
        (0.1, Fraction(1, 10)),
        (1e-5, Fraction(1, 100000)),
        (123456.789, Fraction(123456789, 1000)),
        (1e20, Fraction(10**20)),
        (2**0.5, None),
        (0.12345678901234, None),
        (1 / 12345, None),
    ],
)
def test_what_a_double_stands_for(x: float, meant: Fraction | None) -> None:
    assert rational(x) == meant


def texts(html: str) -> list[str]:
    return re.findall(r'data-exact="([^"]*)"', html)


def test_without_scripts_all_steps_of_the_opening_case_stand_in_order() -> None:
    html = explore("step-through", "lecture-change").static_html()
    steps = re.search(r'<ol class="ln-all-steps">(.*?)</ol>', html, re.S)[1].split("<li>")[1:]
    assert [texts(step) for step in steps] == [
        ["2"],
        ["−1", "0", "1"],
        ["2/3"],
        ["1"],
        ["1/3"],
        ["2/3", "−1/3", "−1/3"],
        ["−2/3"],
        ["−1/3"],
        ["1/3", "−1/3", "0"],
    ]
    assert "Given: " in html
    assert all("Uses <math" in step and 'class="ln-step-why"' in step for step in steps)


def test_roots_stay_roots() -> None:
    widget = explore("step-through", "outlier", step=12)
    assert [str(x) for x in widget.result.exact["g_h"]] == ["0", "1*sqrt(3)", "0", "-1*sqrt(3)"]
    assert texts(widget.static_html())[3:5] == ["−1", "−1"]
    assert "2√3" in texts(widget.static_html())


@pytest.mark.parametrize(
    ("state", "why"),
    [
        ({"eps": 2**0.5}, "given"),
        ({"h": [0.5 * k for k in range(13)]}, "many"),
        ({"h": [1 / 9973, 1 / 9967, 1 / 9949, 1]}, "long"),
    ],
)
def test_what_is_not_exact_is_said_to_be_in_decimals(state: dict, why: str) -> None:
    widget = explore("step-through", **state)
    assert widget.result.why == why
    html = widget.static_html()
    assert widget.config["data"]["notes"][why] in html
    assert "\u2248" in html


def test_only_what_is_too_long_is_in_decimals() -> None:
    widget = explore("step-through", "guide-epsilon", eps=1.0e-7)
    shown = widget.shown(widget.result)
    assert [x for x, one in shown.items() if one.why == ""][:8] == [
        "h", "gamma", "g_z", "eps", "mu", "c", "v", "s",
    ]  # fmt: skip
    assert shown["g_h"].why == "long"
    assert shown["g_h"].tokens[0].text == "0.2500"


def test_a_step_is_whole_and_a_shorter_path_shows_its_last() -> None:
    widget = explore("step-through", path="forward", step=14)
    assert widget.result.line.letter == "z"
    with pytest.raises(traitlets.TraitError, match="whole number"):
        widget.step = 1.5
    with pytest.raises(traitlets.TraitError, match="at least 1"):
        widget.step = 0
    assert widget.step == 14
