"""An exercise in a notebook: its bank, its state in traits, and a form without a kernel."""

from __future__ import annotations

import pytest
import traitlets

import lnteach


def test_it_opens_on_the_numbers_of_the_page_and_on_others() -> None:
    made = lnteach.exercise("input-gradient")
    assert made.seed == 0
    assert made.bank["variants"][0]["exact"] == ["-5/9", "8/9", "-4/9", "-1/9", "2/9"]
    other = lnteach.exercise("input-gradient", seed=1)
    assert other.seed == 1
    with pytest.raises(traitlets.TraitError, match="`seed` is 99999, but the numbers are 0, 1"):
        lnteach.exercise("input-gradient", seed=99999)


def test_what_the_browser_may_set() -> None:
    made = lnteach.exercise("input-gradient")
    made.set_state({"answer": "1, 2", "seed": 1, "solved": 1, "tries": 2, "html": "<b>no</b>"})
    assert (made.answer, made.seed, made.solved, made.tries) == ("1, 2", 1, 1, 2)
    assert "ln-exercise" in made.html
    made.set_state({"seed": -7})
    assert made.seed == 1
    made.set_state({"answer": "1" * 10**6})
    assert len(made.answer) == 4000


def test_without_a_kernel_it_is_the_section_with_its_solution() -> None:
    made = lnteach.exercise("forward-mean")
    data = made._repr_mimebundle_()[0]
    assert data["text/html"] == made.html
    assert "<summary>Solution</summary>" in made.html
    assert repr(made) == "Try it: The mean (exercise forward-mean)"
    assert "application/vnd.jupyter.widget-view+json" in data


def test_it_brings_its_own_half() -> None:
    made = lnteach.exercise("forward-mean")
    assert "ln-exercise" in made._esm
    assert made._esm != lnteach.vote("common-shift")._esm


def test_an_unknown_exercise_is_refused_with_the_list() -> None:
    with pytest.raises(KeyError, match="input-gradient"):
        lnteach.exercise("nothing")
