"""Exact values: every number the three seeds print, and random cases against plain fractions."""

from __future__ import annotations

import time
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import Float, Integer, Rational, expand, pi, sqrt

from lnteach import core
from lnteach.symbolic import Exact, derivation, exact


def fractions(*texts):
    return tuple(Rational(text) for text in texts)


def over(n, *tops):
    return tuple(Rational(top, n) for top in tops)


# The lecture -----------------------------------------------------------------------------------

PROBE = {"h": [1, 2, 3], "eps": "1/3"}


def test_lecture_probe():
    e = exact(**PROBE, gamma=[2, 1, 3], g_z=[1, -2, -1])
    assert (e.mu, e.v, e.s) == (2, Rational(2, 3), 1)
    assert e.c == e.u == (-1, 0, 1)
    assert e.a == (2, -2, -3)
    assert sum(p * q for p, q in zip(e.a, e.c, strict=True)) == -5
    # Vote 2: A is the direct term, B adds the mean term, C adds the variance term.
    assert e.g_h_direct == (2, -2, -3)
    assert tuple(map(sum, zip(e.g_h_direct, e.g_h_mean, strict=True))) == (3, -1, -2)
    assert e.g_h == fractions("4/3", "-1", "-1/3")
    assert sum(e.g_h) == 0
    assert sum(p * q for p, q in zip(e.u, e.g_h, strict=True)) == Rational(-5, 3)


def test_lecture_vote_1():
    e = exact(**PROBE, dh=[5, 5, 5])
    assert e.dmu == 5
    assert e.dc == e.du == (0, 0, 0)
    assert (e.dv, e.ds) == (0, 0)
    assert exact([6, 7, 8], "1/3").u == (-1, 0, 1)


def test_lecture_vote_1_a_nonuniform_change_moves_u():
    e = exact(**PROBE, dh=[1, 0, 0])
    assert (e.dmu, e.dv, e.ds) == fractions("1/3", "-2/3", "-1/3")
    assert e.dc == fractions("2/3", "-1/3", "-1/3")
    assert e.du == fractions("1/3", "-1/3", "0")
    assert e.du_direct == (1, 0, 0)
    assert e.du_mean == fractions("-1/3", "-1/3", "-1/3")
    assert e.du_variance == fractions("-1/3", "0", "1/3")


def test_lecture_vote_3_scaling_changes_u():
    assert exact([2, 4, 6], "1/3").u != exact([1, 2, 3], "1/3").u
    assert exact([2, 4, 6], "4/3").u == exact([1, 2, 3], "1/3").u


# The guide -------------------------------------------------------------------------------------

GUIDE = {"h": [4, 0, 4, 0], "eps": 0, "gamma": [1, "1/2", 2, 1], "beta": [0, 0, 0, 1]}


def test_guide_examples_1_to_3():
    e = exact(**GUIDE, g_z=[2, 0, "1/2", 1])
    assert (e.mu, e.v, e.s) == (2, 4, 2)
    assert e.c == (2, -2, 2, -2)
    assert e.u == (1, -1, 1, -1)
    assert e.z == fractions("1", "-1/2", "2", "0")
    assert e.g_gamma == fractions("2", "0", "1/2", "-1")
    assert e.g_beta == fractions("2", "0", "1/2", "1")
    assert e.a == (2, 0, 1, 1)
    assert e.g_h_mean == fractions(*["-1/2"] * 4)
    assert e.g_h_variance == fractions("-1/4", "1/4", "-1/4", "1/4")
    assert e.g_h == fractions("1/4", "-1/4", "-1/4", "1/4")


def test_guide_mistake_1_is_the_direct_term_alone():
    assert exact(**GUIDE, g_z=[2, 0, "1/2", 1]).g_h_direct == fractions("1", "0", "1/2", "1/2")


def test_guide_example_4():
    first = exact(**GUIDE, g_z=[2, 0, "1/2", 1])
    second = exact([3, -1, -1, 3], 0, gamma=GUIDE["gamma"], beta=GUIDE["beta"], g_z=[1, 1, 0, 2])
    assert (second.mu, second.s, second.v) == (1, 2, 4)
    assert second.c == (2, -2, -2, 2)
    assert second.u == (1, -1, -1, 1)
    assert second.a == fractions("1", "1/2", "0", "2")
    assert second.g_h == fractions("-1/4", "1/8", "-1/8", "1/4")
    assert second.g_gamma == (1, -1, 0, 2)
    assert tuple(map(sum, zip(first.g_gamma, second.g_gamma, strict=True))) == fractions(
        "3", "-1", "1/2", "1"
    )
    assert tuple(map(sum, zip(first.g_beta, second.g_beta, strict=True))) == fractions(
        "3", "1", "1/2", "3"
    )


def test_guide_epsilon_figures():
    e = exact(**{**GUIDE, "eps": "1e-5"}, g_z=[2, 0, "1/2", 1])
    assert e.s == sqrt(Rational(400001, 100000))
    assert float(e.s) == pytest.approx(2.0000025, abs=1e-11)
    dot = sum(p * q for p, q in zip(e.u, e.g_h, strict=True))
    assert float(dot) == pytest.approx(2.5e-6, rel=1e-5)
    assert expand(sum(e.g_h)) == 0


def test_guide_practice():
    e = exact([1, 3, 1, 3], 0)
    assert (e.mu, e.v) == (2, 1)
    assert e.u == (-1, 1, -1, 1)
    assert exact([4, 0, 4, 0], 0, g_z=[1, 1, 1, 1]).g_h == (0, 0, 0, 0)
    assert exact([4, 0, 4, 0], 0, g_z=[1, -1, 1, -1]).g_h == (0, 0, 0, 0)


# The course's own examples -----------------------------------------------------------------------


def test_example_i():
    e = exact([1, 7, 9, 15], 0, gamma=[1, 3, 1, 3], g_z=[1, -1, -1, 5])
    assert (e.mu, e.s) == (8, 5)
    assert e.u == over(5, -7, -1, 1, 7)
    assert e.g_h == (1, -1, -1, 1)
    assert e.g_h_direct == over(5, 1, -3, -1, 15)
    assert e.g_h_mean == over(5, -3, -3, -3, -3)
    assert tuple(map(sum, zip(e.g_h_direct, e.g_h_mean, strict=True))) == over(5, -2, -6, -4, 12)
    assert tuple(map(sum, zip(e.g_h_direct, e.g_h_variance, strict=True))) == over(5, 8, -2, -2, 8)


def test_example_e():
    gamma, beta = [3, 1, 4, 1, 2], [1, -1, 2, 0, 1]
    e = exact([-7, 4, 10, 16, 22], 44, gamma=gamma, beta=beta, g_z=[-5, 6, -2, -2, 2])
    assert (e.mu, e.v, e.s) == (9, 100, 12)
    assert e.c == (-16, -5, 1, 7, 13)
    assert e.a == (-15, 6, -8, -2, 4)
    assert e.g_h == over(9, -5, 8, -4, -1, 2)
    assert e.g_h_direct == over(12, -15, 6, -8, -2, 4)
    assert tuple(map(sum, zip(e.g_h_direct, e.g_h_mean, strict=True))) == over(12, -12, 9, -5, 1, 7)
    assert sum(p * q for p, q in zip(e.u, e.g_h, strict=True)) == Rational(55, 108)

    f = exact([13, 24, 3, 9, 15], 44, gamma=gamma, beta=beta, g_z=[4, -1, -4, 2, 3])
    assert f.s == Rational(48, 5)
    assert f.g_h == over(72, 85, -40, -100, 20, 35)
    assert tuple(map(sum, zip(e.g_gamma, f.g_gamma, strict=True))) == fractions(
        "27/4", "-11/3", "47/12", "-47/24", "137/48"
    )
    assert tuple(map(sum, zip(e.g_beta, f.g_beta, strict=True))) == (-1, 5, -6, 0, 5)


def test_a_lone_outlier_gets_no_gradient():
    assert exact([5, 1, 1, 1], 0, g_z=[7, 2, -3, 1]).g_h[0] == 0


def test_one_feature_and_two():
    assert exact([3], 1, g_z=[5], dh=[2]).g_h == (0,)
    # (ε/s³)(a₁ − a₂)/2·(1, −1) with s = 5, ε = 9
    assert exact([0, 8], 9, g_z=[7, 1]).g_h == over(125, 27, -27)


def test_smallest_exact_sizes():
    assert exact([0, 1, 4, 9], 0).s == Rational(7, 2)
    assert exact([0, 2, 3, 4, 6], 0).s == 2


# Square roots --------------------------------------------------------------------------------


def test_square_roots_stay_and_are_simple():
    e = exact([1, 2, 3], 0, g_z=[1, 0, 0], dh=[1, 0, 0])
    assert e.s == sqrt(6) / 3
    assert e.u == (-sqrt(6) / 2, 0, sqrt(6) / 2)
    assert e.g_h == (sqrt(6) / 12, -sqrt(6) / 6, sqrt(6) / 12)
    assert e.du == (sqrt(6) / 12, -sqrt(6) / 6, sqrt(6) / 12)
    assert str(e.g_h[1]) == "-sqrt(6)/6"


def test_an_upstream_gradient_may_be_irrational():
    u = exact([1, 2, 3], 0).u
    assert exact([1, 2, 3], 0, g_z=u).g_h == (0, 0, 0)
    assert exact([1, 2, 3], 1, g_z=u).g_h == exact([1, 2, 3], 1, g_z=list(u)).g_h


# What is there, and what is refused ------------------------------------------------------------

FORWARD = ("mu", "c", "v", "s", "u")


def test_the_letters_follow_what_was_given():
    assert exact([1, 2], 1).names() == ("h", "eps", *FORWARD)
    assert exact([1, 2], 1, gamma=[1, 2]).names() == ("h", "gamma", "beta", "eps", *FORWARD, "z")
    assert exact([1, 2], 1, beta=[1, 2]).z == tuple(
        p + q for p, q in zip(exact([1, 2], 1).u, (1, 2), strict=True)
    )
    everything = exact([1, 2], 1, g_z=[1, 2], dh=[1, 0])
    assert everything.names() == (
        "h", "g_z", "dh", "gamma", "beta", "eps", *FORWARD, "z",
        "a", "g_h", "g_h_direct", "g_h_mean", "g_h_variance", "g_gamma", "g_beta",
        "dmu", "dc", "dv", "ds", "du", "du_direct", "du_mean", "du_variance", "dL",
    )  # fmt: skip
    assert everything.gamma == (1, 1)
    assert everything.beta == (0, 0)


def test_an_exact_case_reads_like_a_mapping():
    e = exact([1, 2, 3], "1/3")
    assert isinstance(e, Exact)
    assert e["u"] is e.u
    assert dict(e)["mu"] == 2
    assert len(e) == len(e.names()) == 7
    assert repr(e).startswith("Exact(h=(1, 2, 3), eps=1/3, mu=2, c=(-1, 0, 1)")


def test_a_missing_letter_says_what_it_needs():
    e = exact([1, 2, 3], "1/3")
    with pytest.raises(AttributeError, match="`g_h` needs `g_z`"):
        _ = e.g_h
    with pytest.raises(KeyError, match="`du` needs `dh`"):
        e["du"]
    with pytest.raises(AttributeError, match="`z` needs `gamma`, `beta` or `g_z`"):
        _ = e.z
    with pytest.raises(AttributeError, match="`dL` needs `g_z` and `dh`"):
        _ = e.dL
    with pytest.raises(AttributeError, match="there is no letter `sigma`"):
        _ = e.sigma


@pytest.mark.parametrize(
    "third",
    [Fraction(1, 3), "1/3", Rational(1, 3), Integer(1) / 3],
)
def test_every_way_to_write_a_third(third):
    assert exact([1, 2, 3], third).u == (-1, 0, 1)
    assert exact(np.array([1, 2, 3]), third).u == (-1, 0, 1)
    assert exact([third, "0.5", Integer(1)], 1).h == fractions("1/3", "1/2", "1")


HINT = 'but exact values are needed: integers, fractions or strings such as "1/3"'


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"h": [0.1, 2]}, f"`h` holds the float 0.1, {HINT}"),
        ({"h": [1, Float("0.5")]}, f"`h` holds the float 0.500000000000000, {HINT}"),
        ({"h": [1, 1j]}, f"`h` holds 1j, {HINT}"),
        ({"h": [1, None]}, f"`h` holds None, {HINT}"),
        ({"h": [1, sqrt(2)]}, f"`h` holds sqrt(2), {HINT}"),
        ({"h": [1, "1/0"]}, f"`h` holds '1/0', {HINT}"),
        ({"h": [1, "nan"]}, f"`h` holds 'nan', {HINT}"),
        ({"h": [1, "__import__('os')"]}, f"`h` holds \"__import__('os')\", {HINT}"),
        ({"h": [[1, 2], [3, 4]]}, f"`h` holds [1, 2], {HINT}"),
        ({"h": 3}, "`h` is 3, but a sequence of exact numbers is needed"),
        ({"h": "123"}, "`h` is '123', but a sequence of exact numbers is needed"),
        ({"eps": 1e-5}, f"`eps` holds the float 1e-05, {HINT}"),
        ({"g_z": [1, pi]}, f"`g_z` holds pi, {HINT}"),
        ({"dh": [1, 2 * Float(1)]}, f"`dh` holds the float 2.00000000000000, {HINT}"),
    ],
)
def test_inexact_numbers_are_refused(arguments, message):
    with pytest.raises(TypeError) as refused:
        exact(**{"h": [1, 2], "eps": 1, **arguments})
    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"gamma": [1, 2, 3]}, "`gamma` has 3 entries, but `h` has 2 features"),
        ({"beta": []}, "`beta` has 0 entries, but `h` has 2 features"),
        ({"g_z": [1]}, "`g_z` has 1 entry, but `h` has 2 features"),
        ({"h": [1], "dh": [1, 2]}, "`dh` has 2 entries, but `h` has 1 feature"),
        ({"h": []}, "`h` is empty, but at least one feature is needed"),
        ({"eps": "-1/3"}, "`eps` is -1/3, but a number that is at least 0 is needed"),
        (
            {"h": ["1/2", Fraction(1, 2)], "eps": 0},
            "`eps` is 0 and `h` is constant, so s is 0: a positive `eps` or two different "
            "features are needed",
        ),
    ],
)
def test_impossible_cases_are_refused(arguments, message):
    with pytest.raises(ValueError) as refused:
        exact(**{"h": [1, 2], "eps": 1, **arguments})
    assert str(refused.value) == message


def test_inputs_are_left_alone():
    h = np.array([1, 5, 3])
    h.flags.writeable = False
    exact(h, 1, g_z=h[::-1], dh=h)
    assert h.tolist() == [1, 5, 3]


def test_a_case_is_quick():
    derivation()
    h = [7, -3, 2, 11, 5, 1, -8, 4]
    started = time.process_time()
    for n in range(5):
        exact([*h, n], "1/7", gamma=range(9), g_z=range(1, 10), dh=range(9))
    assert (time.process_time() - started) / 5 < 0.2  # about 0.03 s where nothing else runs


# Against oracles that know no derivation ------------------------------------------------------

rationals = st.fractions(min_value=-9, max_value=9, max_denominator=6)


@st.composite
def cases(draw):
    d = draw(st.integers(1, 5))
    column = st.lists(rationals, min_size=d, max_size=d)
    eps = draw(st.fractions(min_value=Fraction(1, 9), max_value=5, max_denominator=9))
    h, gamma, beta, g_z, dh = (draw(column) for _ in range(5))
    return {"h": h, "eps": eps, "gamma": gamma, "beta": beta, "g_z": g_z, "dh": dh}


@given(case=cases())
def test_exact_equals_plain_fractions(case):
    h, gamma, g_z, dh = (case[name] for name in ("h", "gamma", "g_z", "dh"))
    d = len(h)
    mu = sum(h) / d
    c = [x - mu for x in h]
    square = sum(x * x for x in c) / d + case["eps"]  # s²: fractions know no roots
    a = [x * y for x, y in zip(gamma, g_z, strict=True)]
    e = exact(**case)

    def times_s(value):
        return Fraction(str(expand(value * e.s)))

    assert Fraction(str(expand(e.s**2))) == square
    for n in range(d):
        # The Jacobian's row n, written as a double sum over all features.
        row = [
            ((n == m) - Fraction(1, d)) - c[n] * c[m] / (d * square) for m in range(d)
        ]  # fmt: skip
        assert times_s(e.u[n]) == c[n]
        assert times_s(e.g_h[n]) == sum(r * x for r, x in zip(row, a, strict=True))
        assert times_s(e.du[n]) == sum(r * x for r, x in zip(row, dh, strict=True))
        assert times_s(e.g_gamma[n]) == g_z[n] * c[n]
        assert times_s(e.z[n] - case["beta"][n]) == gamma[n] * c[n]
        routes = (e.du_direct, e.du_mean, e.du_variance)
        assert expand(sum(route[n] for route in routes) - e.du[n]) == 0
        terms = (e.g_h_direct, e.g_h_mean, e.g_h_variance)
        assert expand(sum(term[n] for term in terms) - e.g_h[n]) == 0
    assert expand(sum(e.g_h)) == 0
    assert expand(sum(x * y for x, y in zip(e.g_h, e.dh, strict=True)) - e.dL) == 0


def floats(values):
    return np.array([float(x) for x in values])


@given(case=cases())
def test_exact_equals_the_numeric_core(case):
    e = exact(**case)
    h, gamma, beta, g_z, dh = (floats(case[x]) for x in ("h", "gamma", "beta", "g_z", "dh"))
    eps = float(case["eps"])
    z, saved = core.layer_norm_forward(h, gamma, beta, eps)
    back = core.layer_norm_backward(g_z, saved)
    change = core.differentials(h, dh, eps)
    routes = core.gradient_routes(g_z * gamma, saved)
    pairs = {
        "u": saved.u, "c": saved.c, "z": z,
        "g_h": back.g_h, "g_gamma": back.g_gamma, "g_beta": back.g_beta,
        "g_h_direct": routes.direct, "g_h_mean": routes.mean, "g_h_variance": routes.variance,
        "dc": change.dc, "du": change.du, "du_direct": change.routes.direct,
        "du_mean": change.routes.mean, "du_variance": change.routes.variance,
    }  # fmt: skip
    for name, value in pairs.items():
        np.testing.assert_allclose(value, floats(e[name]), rtol=1e-12, atol=2e-12, err_msg=name)
    for name, value in {"dmu": change.dmu, "dv": change.dv, "ds": change.ds}.items():
        np.testing.assert_allclose(value, float(e[name]), rtol=1e-12, atol=2e-12, err_msg=name)
