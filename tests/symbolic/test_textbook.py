"""The second derivative, the batch, and the textbook section's claims, on numbers."""

from __future__ import annotations

import numpy as np
import pytest
from sympy import Rational

from lnteach import core
from lnteach.symbolic import claims, exact, parameters, second_derivative


def mean_squares(h, eps):
    """Sum the squares of each row of the Jacobian: E g² for independent a of variance 1."""
    d = len(h)
    rows = [exact(h, eps, g_z=[int(k == n) for k in range(d)]).g_h for n in range(d)]
    return [sum(x * x for x in row) for row in zip(*rows, strict=True)]


@pytest.mark.parametrize("eps", [0, 11])
def test_far_features_get_the_smaller_gradients_on_average(eps):
    h = [1, 7, 9, 15]
    e = exact(h, eps)
    share = Rational(eps, 25 + eps)
    expected = [
        (1 - Rational(1, 4) - (1 + share) * u**2 / 4) / e.s**2 for u in e.u
    ]  # fmt: skip
    assert mean_squares(h, eps) == expected
    assert expected[0] < expected[1]


def test_a_gradient_can_be_created():
    e = exact([1, 7, 9, 15], 0, g_z=[0, 1, -1, 0])
    assert e.a == (0, 1, -1, 0)
    # mean(a) = 0 and mean(a ⊙ u) = −1/10, so the far features get ±7/250 out of nothing.
    assert e.g_h == tuple(Rational(n, 250) for n in (-7, 49, -49, 7))


def test_a_push_on_everything_alike():
    assert exact([1, 5, 2], "1/3", g_z=[4, 4, 4]).g_h == (0, 0, 0)
    assert exact([1, 5, 2], "1/3", gamma=[1, 2, 3], g_z=[4, 4, 4]).g_h != (0, 0, 0)


def test_a_push_along_u_is_held_back():
    e = exact([-7, 4, 10, 16, 22], 44)
    f = exact([-7, 4, 10, 16, 22], 44, g_z=e.u)
    assert f.g_h == tuple(Rational(44, 144) * u / 12 for u in e.u)


def test_every_claim_for_four_features():
    for name in ("influence", "sum_g_h", "uniform_a", "aligned_a", "created_gradient"):
        assert claims()[name].prove(4), name


def test_the_second_derivative_for_four_features():
    assert second_derivative()["hessian"].prove(4)


def test_the_second_derivative_against_differences_of_the_gradient():
    h, a, eps, tau = np.array([1.0, 7, 9, 15]), np.array([1.0, -3, -1, 15]), 11.0, 1e-5

    def g_h(h):
        _, saved = core.layer_norm_forward(h, np.ones(4), np.zeros(4), eps)
        return core.layer_norm_backward(a, saved).g_h

    measured = np.stack([(g_h(h + tau * e) - g_h(h - tau * e)) / (2 * tau) for e in np.eye(4)])
    c = h - h.mean()
    s = np.sqrt((c * c).mean() + eps)
    u, tilde, C = c / s, a - a.mean(), np.eye(4) - 0.25
    au = a @ u
    closed = -(np.outer(tilde, u) + np.outer(u, tilde) + au * C - 0.75 * au * np.outer(u, u))
    np.testing.assert_allclose(measured, closed / (4 * s**2), atol=1e-9)


def test_the_batch_of_the_guide():
    # Example 4: the rows' parts add up to the gradients of γ and β.
    gamma = [1, "1/2", 2, 1]
    first = exact([4, 0, 4, 0], 0, gamma=gamma, g_z=[2, 0, "1/2", 1])
    second = exact([3, -1, -1, 3], 0, gamma=gamma, g_z=[1, 1, 0, 2])
    total = tuple(p + q for p, q in zip(first.g_gamma, second.g_gamma, strict=True))
    assert total == tuple(map(Rational, ("3", "-1", "1/2", "1")))


def test_the_batch_for_other_sizes():
    assert parameters().holds(sizes=(1, 2, 4))
