"""Votes 2, 3 and 4 say what the lecture (and, for the fourth, the plan) says, in numbers."""

from __future__ import annotations

import re
from fractions import Fraction as Q

import numpy as np
import pytest

import lnteach
from lnteach import course, mistakes


def numbers(column) -> tuple[Q, ...]:
    return tuple(Q(int(x.p), int(x.q)) for x in column)


def sums(column) -> Q:
    return sum(numbers(column), Q(0))


def test_vote_two_is_the_lectures() -> None:
    vote = course.vote("complete-gradient")
    assert (vote.number, vote.page, vote.origin) == (2, 69, "lecture")
    assert vote.chapter == "collecting-the-gradient"
    assert vote.right.id == "C"
    probe = vote.cases["probe"]
    assert numbers(probe["A"]) == (2, -2, -3)
    assert numbers(probe["B"]) == (3, -1, -2)
    assert numbers(probe["C"]) == (Q(4, 3), -1, Q(-1, 3))
    assert [sums(probe[k]) for k in "ABC"] == [-3, 0, 0]
    assert [choice.mistake for choice in vote.choices] == [
        "constant-statistics", "no-variance-route", "truth",
    ]  # fmt: skip
    assert vote.choices[0].text == r"$g_h = \frac{a}{s}$"
    assert r"u\,\operatorname{mean}" in vote.choices[2].text


def test_only_a_finite_difference_catches_the_second_choice_of_vote_two() -> None:
    h, gamma = np.array([1.0, 2, 3]), np.array([2.0, 1, 3])
    g_z, tau = np.array([1.0, -2, -1]), 1e-5

    def loss(x):
        return float(g_z @ lnteach.layer_norm(x, gamma, 0 * gamma, 1 / 3))

    slope = [(loss(h + tau * e) - loss(h - tau * e)) / (2 * tau) for e in np.eye(3)]
    probe = course.vote("complete-gradient").cases["probe"]
    gap = {k: np.abs(np.array(probe[k], float) - slope).max() for k in "ABC"}
    assert gap["C"] < 1e-9 < 0.1 < gap["B"] < 2
    assert gap["A"] > 0.6


def test_vote_three_is_the_lectures() -> None:
    vote = course.vote("surviving-invariance")
    assert (vote.number, vote.page, vote.origin) == (3, 72, "lecture")
    assert vote.chapter == "what-epsilon-breaks"
    assert vote.right.id == "A"
    assert vote.right.proof == "sum_g_h"
    probe, doubled = vote.cases["probe"], vote.cases["doubled"]
    assert sum(u * g for u, g in zip(numbers(probe["u"]), numbers(probe["g_h"]), strict=True)) == Q(
        -5, 3
    )
    assert numbers(doubled["h"]) == (2, 4, 6)
    assert doubled["eps"] == probe["eps"]
    assert doubled["u"] != probe["u"]
    assert vote.cases["constant-doubled"]["u"] == vote.cases["constant"]["u"]


def test_vote_four_is_ours() -> None:
    vote = course.vote("gamma-outside")
    assert (vote.number, vote.page, vote.origin) == (4, None, "ours")
    assert vote.chapter == "gamma-inside"
    assert vote.right.id == "B"
    printed = course.expressions.evaluate("unequal.gamma-outside", vote.cases)
    assert numbers(printed) == (Q(3, 8), Q(-1, 8), Q(-3, 4), Q(1, 4))
    assert sums(printed) == Q(-1, 4)
    assert "Vote 4 (ours)" in course.render_vote(vote)


@pytest.mark.parametrize("gamma", [[1, 2], [3, 3]])
def test_what_vote_four_says_of_positive_eps(gamma: list[int]) -> None:
    """With eps > 0 unequal gamma make the printed formula wrong for some upstream gradient."""
    wrong = False
    for g_z in ([1, 0], [0, 1]):
        case = {"h": [1, 4], "eps": "1/3", "gamma": gamma, "g_z": g_z}
        wrong |= mistakes.get("gamma-outside").value(case) != mistakes.truth().value(case)
    assert wrong == (gamma[0] != gamma[1])


@pytest.mark.parametrize("name", course.votes())
def test_each_vote_is_complete(name: str) -> None:
    vote = course.vote(name)
    assert len(vote.choices) == 3
    assert vote.follow_up
    assert vote.chapter in course.CHAPTERS
    for option in vote.choices:
        assert len(option.reply.split()) > 20
        assert len(option.reveals.split()) > 15
    html = course.render_vote(vote) + course.render_notes(vote)
    assert "[[" not in html
    assert "—" not in html
    assert len(re.findall("data-right", html)) == 1
