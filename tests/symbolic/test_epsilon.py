"""What ε changes, on the numbers of the course and in floating point."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import Dummy, Le, Rational, Sum, expand

from lnteach import core
from lnteach.symbolic import epsilon_facts, exact
from lnteach.symbolic.letters import eps, v


def dot(p, q):
    return sum(x * y for x, y in zip(p, q, strict=True))


def test_the_exact_u_dot_of_the_lecture_probe_and_of_example_e():
    e = exact([1, 2, 3], "1/3", g_z=[2, -2, -3])
    # (ε/(v + ε)) aᵀu/s = (1/3)(−5)/1
    assert dot(e.u, e.g_h) == Rational(-5, 3)
    f = exact([-7, 4, 10, 16, 22], 44, gamma=[3, 1, 4, 1, 2], g_z=[-5, 6, -2, -2, 2])
    assert dot(f.u, f.g_h) == Rational(55, 108) == Rational(44 * 5 * 4, 12 * 144)


def test_euler_ties_the_rows_together():
    f = exact([-7, 4, 10, 16, 22], 44, gamma=[3, 1, 4, 1, 2], g_z=[-5, 6, -2, -2, 2])
    assert dot(f.h, f.g_h) == Rational(44, 144) * dot(f.gamma, f.g_gamma)


def test_the_surviving_share_of_u():
    f = exact([-7, 4, 10, 16, 22], 44)
    assert 1 - dot(f.u, f.u) / 5 == Rational(44, 144)


@pytest.mark.parametrize("factor", [2, -3])
def test_scaling(factor):
    h, g_z = [1, 7, 9, 15], [1, -1, -1, 5]
    one = exact(h, 11, g_z=g_z)
    two = exact([factor * x for x in h], 11 * factor**2, g_z=g_z)
    sign = 1 if factor > 0 else -1
    assert two.u == tuple(sign * x for x in one.u)
    assert two.g_h == tuple(x / abs(factor) for x in one.g_h)


def test_vote_3_without_scaling_epsilon():
    assert exact([2, 4, 6], "1/3").u != exact([1, 2, 3], "1/3").u


def test_the_loss_moves_with_epsilon():
    h, a, eps_0 = np.array([1.0, 2.0, 4.0]), np.array([2.0, -2.0, -3.0]), 0.3

    def loss(e):
        return a @ ((h - h.mean()) / np.sqrt(h.var() + e))

    step = 1e-6
    measured = (loss(eps_0 + step) - loss(eps_0 - step)) / (2 * step)
    u = (h - h.mean()) / np.sqrt(h.var() + eps_0)
    assert measured == pytest.approx(-(a @ u) / (2 * (h.var() + eps_0)), rel=1e-8)


def test_c_is_recovered_from_u():
    e = exact([1, 2, 6], "1/3")
    root = Rational(1, 3) / (1 - dot(e.u, e.u) / 3)
    assert expand(root - e.s**2) == 0


@pytest.mark.parametrize(("std", "error"), [(5, 2e-7), (1, 5e-6), (0.1, 5e-4), (0.01, 4.9e-2)])
def test_the_error_of_a_forgotten_epsilon(std, error):
    rhs = epsilon_facts()["epsilon_forgotten_error"].rhs
    ratio = rhs.args[0] if not rhs.args[0].has(Sum) and rhs.args[0].has(v) else rhs.args[1]
    found = float(ratio.subs({v: std**2, eps: 1e-5}))
    assert found == pytest.approx(math.sqrt(1 + 1e-5 / std**2) - 1, rel=1e-9)
    assert found == pytest.approx(error, rel=0.02)


@pytest.mark.parametrize("name", ["g_h_bound", "worst_amplification"])
def test_what_was_taken_off_is_never_negative(name):
    step = epsilon_facts()[name]
    assert isinstance(step.statement, Le)
    slack = step.slack.replace(Sum, lambda *_: Dummy(real=True)).subs(v, Dummy(nonnegative=True))
    slack = slack.subs(eps, Dummy(positive=True))
    assert slack.is_nonnegative
    assert not (-slack).is_nonnegative


def test_the_worst_amplification_at_the_usual_epsilon():
    assert 316 < 1 / math.sqrt(1e-5) < 317


columns = st.lists(st.floats(-9, 9), min_size=4, max_size=4)


@given(h=columns, a=columns, e=st.floats(1e-3, 5))
def test_the_bound_holds_in_the_numeric_core(h, a, e):
    h, a = np.array(h), np.array(a)
    _, saved = core.layer_norm_forward(h, np.ones(4), np.zeros(4), e)
    g_h = core.layer_norm_backward(a, saved).g_h
    s = math.sqrt(h.var() + e)
    length = math.sqrt(((a - a.mean()) ** 2).sum())
    assert np.linalg.norm(g_h) <= length / s * (1 + 1e-12) + 1e-12
    assert np.linalg.norm(g_h) <= length / math.sqrt(e) * (1 + 1e-12) + 1e-12
