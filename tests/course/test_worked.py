"""Worked lines have the guide's numbers, and nothing in them can be typed by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from lnteach import course
from lnteach.course.norms import norms_table
from lnteach.course.worked import batch, closed, tell, work
from lnteach.symbolic import exact_rms

FIRST = course.example("guide-tokens").cases["first"]
SECOND = course.example("guide-tokens").cases["second"]


def lines(*expressions: str, case: object = FIRST, norm: str = "layer") -> list[str]:
    shown = work(case, *((text, "Because.") for text in expressions), norm=norm).markdown
    return [row.split("$")[1].split(" = ")[-1] for row in shown.splitlines()[2:]]


def test_guide_examples_one_to_three() -> None:
    assert lines("mu", "sum(c)", "v", "s", "dot(u, u)") == ["2", "0", "4", "2", "4"]
    assert lines("mean(a)", "mean(a*u)", "a - mean(a)") == [
        "1", r"\tfrac{1}{2}", r"(1,\,-1,\,0,\,0)"
    ]  # fmt: skip
    quarter = r"\tfrac{1}{4}"
    assert lines("g_h") == [rf"({quarter},\,-{quarter},\,-{quarter},\,{quarter})"]


def test_guide_example_four_and_its_third_mistake() -> None:
    both = batch(FIRST, SECOND)
    assert lines("g_gamma", "g_beta", case=both) == [
        r"(3,\,-1,\,\tfrac{1}{2},\,1)", r"(3,\,1,\,\tfrac{1}{2},\,3)",
    ]  # fmt: skip
    assert lines("g_z*u", case=both) == [
        r"\begin{pmatrix}2 & 0 & \tfrac{1}{2} & -1 \\ 1 & -1 & 0 & 2\end{pmatrix}"
    ]


def test_guide_mistakes_one_and_two() -> None:
    half = r"\tfrac{1}{2}"
    assert lines("a/s", "sum(a/s)") == [rf"(1,\,0,\,{half},\,{half})", "2"]
    wrong = "a/s - mean(a) - u*mean(a*u)"
    assert lines(wrong, f"sum({wrong})") == [rf"(-{half},\,-{half},\,-1,\,0)", "-2"]


def test_guide_practice() -> None:
    cases = course.example("guide-practice").cases
    assert lines("mu", "v", "u", case=cases["statistics"]) == ["2", "1", r"(-1,\,1,\,-1,\,1)"]
    assert lines("g_h", case=cases["uniform"]) == [r"(0,\,0,\,0,\,0)"]
    assert lines("g_h", case=cases["along"]) == [r"(0,\,0,\,0,\,0)"]
    rows = batch(*(cases[f"batch-{n}"] for n in ("one", "two", "three")))
    assert lines("g_beta", case=rows) == [r"(0,\,2,\,3)"]
    five = {"h": [2, -2, 2, -2], "g_z": [1, 0, 0, 0], "eps": 0}
    assert lines("r", "mean(a*u)", "sum(g_h)", case=five, norm="rms") == [
        "2", r"\tfrac{1}{4}", r"\tfrac{1}{2}",
    ]  # fmt: skip


def test_a_letter_stands_with_its_definition() -> None:
    shown = work(FIRST, ("s", "The root of $v$.")).markdown
    assert shown == (
        "| line | why |\n|---|---|\n| $s = \\sqrt{v + \\varepsilon} = 2$ | The root of $v$. |"
    )


def test_roots_stay_roots() -> None:
    assert lines("s", case={"h": [1, 2, 3], "eps": 0, "g_z": [0, 0, 1]}) == [r"\tfrac{\sqrt{6}}{3}"]


@pytest.mark.parametrize(
    "reason", ["It is 3.", "So $u = 2$.", r"$\frac{a}{s}$", "[[first.mu]]", "$[[first.mu]]$"]
)
def test_numbers_typed_by_hand_and_loose_references_are_refused(reason: str) -> None:
    with pytest.raises(ValueError, match=r"typed by hand|reference|no case"):
        work(FIRST, ("mu", reason))


def test_tell_takes_values_that_it_is_given() -> None:
    row = exact_rms([2, -2, 2, -2], 0, g_z=[1, 0, 0, 0])
    assert tell("So $[[p.g_h]]$.", p=row).markdown == (
        r"So $(\tfrac{3}{8},\,\tfrac{1}{8},\,-\tfrac{1}{8},\,\tfrac{1}{8})$."
    )
    with pytest.raises(ValueError, match="no 'mu'"):
        tell("So $[[p.mu]]$.", p=row)


def test_batch_shares_what_is_shared() -> None:
    with pytest.raises(ValueError, match="`gamma` is not the same in all rows"):
        batch(FIRST, {**SECOND, "gamma": (1, 1, 1, Fraction(1, 2))})


def test_closed_leaves_room_for_markdown_inside() -> None:
    shown = closed(tell("One."), work(FIRST, ("mu", "The mean.")), title="Look").markdown
    assert shown.startswith('<details class="ln-solution">\n<summary>Look</summary>\n\nOne.\n\n|')
    assert shown.endswith("|\n\n</details>")


def test_where_gamma_may_stand() -> None:
    rows = [line.strip("| ").split(" | ") for line in norms_table().markdown.splitlines()[2:]]
    assert {row[0]: row[-1] for row in rows} == {
        "LayerNorm": "stays inside",
        "RMSNorm": "stays inside",
        "BatchNorm": "may stand in front",
        "BatchNorm, images": "may stand in front",
        "InstanceNorm": "may stand in front",
        "GroupNorm": "stays inside",
    }
    assert rows[1][3] == "direct, scale"
    assert rows[3][1:3] == ["sample, place", "channel"]
