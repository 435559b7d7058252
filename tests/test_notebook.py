"""What chapters say is computed, and refused when it was typed by hand."""

from __future__ import annotations

import doctest
import re

import numpy as np
import pytest

from lnteach import notebook
from lnteach.course.reasons import set_letters
from lnteach.notebook import compare, numbers, say, steps
from lnteach.symbolic import all_steps


def test_numbers_come_by_reference() -> None:
    out = say("$g_h = [[probe.g_h]]$ and $[[step:dmu]]$", example="lecture-probe")
    assert r"$g_h = (\tfrac{4}{3},\,-1,\,-\tfrac{1}{3})$" in out._repr_markdown_()
    assert repr(out) == "g_h = (4/3, −1, −1/3) and dμ = 1/d 𝟏ᵀdh"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("There are 3 features.", "has a number typed by hand"),
        ("$u = c$", "typed by hand; a formula is"),
        ("$[[probe.w]]$", "'probe.w': case 'probe' has no 'w'; it has"),
        ("$[[none.u]]$", "there is no case 'none'; the cases are probe, pushed"),
        ("[[probe.u]]", "has a reference outside"),
        ("$u", "without its partner"),
    ],
)
def test_what_is_typed_by_hand_is_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message.replace("(", r"\(")):
        say(text, example="lecture-probe")


def test_steps_show_the_formula_and_the_reason() -> None:
    out = steps("du_routes")._repr_markdown_()
    assert r"\class{ln-direct}" in out
    assert out.startswith("$$\n")
    assert "htmlClass" not in out
    with pytest.raises(KeyError, match="no step 'dw'; the steps are mu, c, v"):
        steps("dw")


def test_exact_values_stand_beside_the_core() -> None:
    table = compare("u g_h", example="lecture-probe", case="probe")._repr_markdown_()
    rows = table.splitlines()
    assert rows[0] == "| | exact | core | difference |"
    assert (
        r"| $(\tfrac{4}{3},\,-1,\,-\tfrac{1}{3})$ | (1.333333, −1.000000, −0.333333) |" in rows[3]
    )


def test_a_wrong_core_would_show(monkeypatch: pytest.MonkeyPatch) -> None:
    from lnteach import core

    right = core.layer_norm_backward
    wrong = lambda g, saved: right(2 * g, saved)  # noqa: E731
    monkeypatch.setattr(core, "layer_norm_backward", wrong)
    row = compare("g_h", example="lecture-probe", case="probe")._repr_markdown_().splitlines()[2]
    assert row.endswith("| 1e+00 |")


def test_inputs_as_arrays() -> None:
    p = numbers("lecture-probe", "pushed")
    np.testing.assert_array_equal(p.h, [2, 2, 3])
    np.testing.assert_array_equal(p.dh, [1, 0, 0])
    np.testing.assert_array_equal(numbers("common-shift", "before").gamma, [1, 1, 1])
    assert p.eps == 1 / 3


def test_examples_run() -> None:
    assert doctest.testmod(notebook).failed == 0


@pytest.mark.parametrize(
    ("step", "shown"),
    [
        ("dc", r"We let $\mu$ keep its letter and move it by $d\mu$;"),
        ("mu", "every feature has a share of $1/d$ in it."),
        ("g_h_matrix", "$J$ is symmetric"),
        ("g_h_mean", "takes the mean of $a$ off every entry"),
        ("hessian", r"$u/d$ and $J$; $a^\top J$ is the gradient as a row"),
        ("lone_outlier", "the others are −$1/u_1$, so"),
        ("expected_square_zero", "the whole of $u$'s part"),
        ("dL_batch", "the features of a sample, and the samples."),
        ("grad_s_v", "through $v$ alone."),
    ],
)
def test_letters_in_reasons_are_set_as_mathematics(step: str, shown: str) -> None:
    assert shown in steps(step)._repr_markdown_()


def test_no_letter_of_a_reason_stays_plain() -> None:
    for name, step in all_steps().items():
        plain = re.sub(r"\$[^$]*\$", "", set_letters(step.reason))
        assert re.findall(r"(?<![\w'’])(?![aAI]\b)[^\W\d_](?:_\w)?(?!\w)", plain) == [], name
