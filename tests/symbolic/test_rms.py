"""RMSNorm: the guide's numbers, exact values against plain fractions and the numeric core."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import Rational, expand

from lnteach import core
from lnteach.symbolic import exact_rms, rms_derivation


def test_practice_5():
    e = exact_rms([2, -2, 2, -2], 0, g_z=[1, 0, 0, 0])
    assert (e.r, e.u) == (2, (1, -1, 1, -1))
    assert e.g_h == tuple(map(Rational, ("3/8", "1/8", "-1/8", "1/8")))
    assert sum(e.g_h) == Rational(1, 2)


def test_example_e_with_layer_norms_gradient_mistaken_for_it():
    e = exact_rms([-7, 4, 10, 16, 22], 44, gamma=[3, 1, 4, 1, 2], g_z=[-5, 6, -2, -2, 2])
    assert e.r == 15
    assert e.g_h == tuple(Rational(n, 1125) for n in (-1076, 422, -670, -262, 146))


def test_example_i_has_an_irrational_root():
    e = exact_rms([1, 7, 9, 15], 0, gamma=[1, 3, 1, 3], g_z=[1, -1, -1, 5])
    root = 10 * Rational(89) ** Rational(1, 2) / 7921
    assert e.g_h == tuple(expand(root * n) for n in (4, -61, -53, 60))


def test_the_letters_follow_what_was_given():
    assert exact_rms([1, 2], 1).names() == ("eps", "h", "r", "u")
    assert "z" in exact_rms([1, 2], 1, gamma=[1, 2])
    assert exact_rms([1, 2], 1, g_z=[1, 2]).gamma == (1, 1)
    assert "mu" not in exact_rms([1, 2], 1, g_z=[1, 2])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"h": [0, 0], "eps": 0}, "`eps` is 0 and so is all of `h`, so r is 0: a positive `eps` "
         "or a feature other than 0 is needed"),
        ({"h": []}, "`h` is empty, but at least one feature is needed"),
        ({"gamma": [1]}, "`gamma` has 1 entry, but `h` has 2 features"),
        ({"eps": -1}, "`eps` is -1, but a number that is at least 0 is needed"),
    ],
)  # fmt: skip
def test_impossible_cases_are_refused(arguments, message):
    with pytest.raises(ValueError) as refused:
        exact_rms(**{"h": [1, 2], "eps": 1, **arguments})
    assert str(refused.value) == message


def test_a_constant_row_is_fine_here():
    assert exact_rms([3, 3], 0, g_z=[1, 1]).g_h == (0, 0)


rationals = st.fractions(min_value=-9, max_value=9, max_denominator=4)


@st.composite
def cases(draw):
    d = draw(st.integers(1, 5))
    h, gamma, g_z = (draw(st.lists(rationals, min_size=d, max_size=d)) for _ in range(3))
    eps = draw(st.fractions(min_value=Fraction(1, 9), max_value=5, max_denominator=9))
    return {"h": h, "eps": eps, "gamma": gamma, "g_z": g_z}


@given(case=cases())
def test_exact_equals_plain_fractions_and_the_core(case):
    e, d = exact_rms(**case), len(case["h"])
    h, a = case["h"], [p * q for p, q in zip(case["gamma"], case["g_z"], strict=True)]
    square = sum(x * x for x in h) / d + case["eps"]
    along = sum(p * q for p, q in zip(a, h, strict=True))
    for n in range(d):
        times_r = Fraction(str(expand(e.g_h[n] * e.r)))
        assert times_r == a[n] - h[n] * along / (d * square)
    floats = {name: np.array([float(x) for x in case[name]]) for name in ("h", "gamma", "g_z")}
    _, saved = core.rms_norm_forward(floats["h"], floats["gamma"], float(case["eps"]))
    back = core.rms_norm_backward(floats["g_z"], saved)
    for name in ("g_h", "g_gamma"):
        wanted = [float(x) for x in e[name]]
        np.testing.assert_allclose(getattr(back, name), wanted, rtol=1e-12, atol=2e-12)


def test_two_terms_and_no_mean():
    steps = rms_derivation()
    assert len(steps["rms_g_h"].rhs.args) == 2
    assert not rms_derivation()["rms_sum"].rhs.equals(0)
    assert list(steps)[:3] == ["rms_r", "rms_u", "rms_norm_u"]
    assert steps.holds(sizes=(4,))
