"""The first vote says what the lecture says, and shows it in every form."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml
from sympy import Rational, sqrt

from lnteach import course

VOTE = course.vote("common-shift")


PUBLISHED = yaml.safe_load(Path(__file__).with_name("published.yaml").read_text("utf-8"))


def test_the_published_ids_are_permanent() -> None:
    assert list(course.votes()) == PUBLISHED["votes"]
    assert sorted(course.examples()) == sorted(PUBLISHED["examples"])
    assert sorted(course.exercises()) == sorted(PUBLISHED["exercises"])
    assert sorted(course.widgets()) == sorted(PUBLISHED["widgets"])
    for name, presets in PUBLISHED["widgets"].items():
        assert [preset.id for preset in course.widget(name).presets] == presets


def test_what_the_lecture_says_of_vote_one() -> None:
    assert [option.id for option in VOTE.choices] == ["A", "B", "C"]
    assert VOTE.right.id == "B"
    assert (VOTE.number, VOTE.page, VOTE.origin, VOTE.chapter) == (1, 65, "lecture", "centering")
    before, shifted = VOTE.cases["before"], VOTE.cases["shifted"]
    assert before["eps"] == Rational(1, 3)
    assert shifted["dmu"] == 5
    assert before["u"] == shifted["u"] == (-1, 0, 1)
    assert shifted["dc"] == (0, 0, 0)
    assert VOTE.cases["pushed"]["u"] == (-sqrt(5) / 5, -sqrt(5) / 5, 2 * sqrt(5) / 5)


def test_every_choice_has_its_reply_and_what_it_reveals() -> None:
    for option in VOTE.choices:
        assert len(option.reply.split()) > 15
        assert len(option.reveals.split()) > 15
    assert len({option.reply for option in VOTE.choices}) == 3


def test_references_became_numbers() -> None:
    assert r"$u$ stays at $(-1,\,0,\,1)$" in VOTE.choices[0].reply
    assert r"$\alpha = 5$" in VOTE.choices[0].reply
    assert "[[" not in course.render_vote(VOTE) + course.render_notes(VOTE)


def test_the_page_is_complete_without_scripts() -> None:
    html = course.render_vote(VOTE)
    assert len(re.findall(r'<input type="radio" name="vote-common-shift"', html)) == 3
    assert "<fieldset><legend>" in html
    answer = html[html.index("<details") :]
    assert " open" not in answer[: answer.index(">")]
    assert re.findall(r'data-choice="(.)"( data-right)?', answer) == [
        ("A", ""), ("B", " data-right"), ("C", ""),
    ]  # fmt: skip
    assert "<script" not in html


def test_plain_text_for_a_terminal() -> None:
    text = course.render_plain(VOTE)
    assert "Vote 1: A common shift" in text
    assert "h ↦ h + α𝟏" in text
    assert "Answer: B" in text
    assert "(−√5/5, −√5/5, 2√5/5)" in text
    assert "$" not in text


def test_a_vote_of_ours_is_labelled() -> None:
    from dataclasses import replace

    assert "Vote 1 (ours): A common shift" in course.render_plain(replace(VOTE, origin="ours"))


def test_unknown_names_list_what_there_is() -> None:
    with pytest.raises(KeyError, match="there is no vote 'shift'; there are: common-shift, "):
        course.vote("shift")


def test_presets_take_their_numbers_from_the_cases() -> None:
    presets = {preset.id: preset.state for preset in course.widget("three-routes").presets}
    assert presets["lecture-probe"] == {
        "h": [1, 2, 3], "dh": [1, 0, 0], "gamma": [2, 1, 3], "g_z": [1, -2, -1],
        "eps": 1 / 3, "view": "du",
    }  # fmt: skip
    assert presets["common-shift"]["h"] == [1, 2, 3]
    assert presets["common-shift"]["dh"] == [5, 5, 5]
    assert presets["guide-first-token"]["h"] == [4, 0, 4, 0]
    assert presets["guide-first-token"]["gamma"] == [1, 0.5, 2, 1]
    assert presets["guide-second-token"]["g_z"] == [1, 1, 0, 2]
    assert presets["separating-row"]["eps"] == 44


def test_a_widget_opens_where_it_is_told() -> None:
    widget = course.widget("three-routes")
    assert widget.config()["open"] == "lecture-probe"
    assert widget.config("common-shift")["open"] == "common-shift"
    with pytest.raises(ValueError, match="`opens` is 'probe', but the presets are lecture-probe"):
        widget.config("probe")


@pytest.mark.parametrize("name", course.votes())
def test_the_demonstration_of_a_vote_is_a_preset(name: str) -> None:
    vote = course.vote(name)
    show = vote.demonstration
    widget = course.widget(show.widget)
    preset = next(preset for preset in widget.presets if preset.id == vote.id)
    case = vote.cases[show.case]
    start = [a - b for a, b in zip(case["h"], case.get("dh", [0] * 9), strict=False)]
    assert preset.state["h"] == [float(x) for x in start]
