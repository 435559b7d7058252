"""Derived formulas as trees: the letters and the order of the lecture, and what is refused."""

from __future__ import annotations

import pytest

from lnteach.formula import to_text
from lnteach.symbolic import all_steps
from lnteach.symbolic.trees import to_tree


@pytest.mark.parametrize(
    ("step", "text"),
    [
        ("mu", "sum(h)/d"),
        ("c", "h - mu"),
        ("s", "sqrt(v + eps)"),
        ("z", "gamma*u + beta"),
        ("dmu", "sum(dh)/d"),
        ("dc", "dh - dmu"),
        ("dv", "2*sum(c*dh)/d"),
        ("ds", "dv/(2*s)"),
        ("du", "dc/s - c*ds/s^2"),
        ("du_mean", "-dmu/s"),
        ("g_h_means", "(a - sum(a)/d - sum(a*u)*u/d)/s"),
        ("g_gamma", "g_z*u"),
        ("sum_g_h", "0"),
        ("rms_r", "sqrt(sum(h^2)/d + eps)"),
    ],
)
def test_a_step_reads_as_the_lecture_writes_it(step: str, text: str) -> None:
    assert to_text(to_tree(all_steps()[step].rhs)) == text


def test_a_matrix_is_refused() -> None:
    with pytest.raises(TypeError, match="no node for"):
        to_tree(all_steps()["jacobian"].rhs)
