"""Reported mistakes and pairs of mistakes, against each written out by hand in NumPy."""

from __future__ import annotations

import numpy as np
import pytest
from mistakes.values import EXAMPLE_E
from numpy.testing import assert_allclose

from lnteach import mistakes

H, G = np.array(EXAMPLE_E["h"], float), np.array(EXAMPLE_E["g_z"], float)
GAMMA, BETA = np.array(EXAMPLE_E["gamma"], float), np.array(EXAMPLE_E["beta"], float)
EPS = 44.0
A = G * GAMMA


def mean(x):
    return x.mean(axis=-1, keepdims=True)


def layer(v=None, eps=EPS):
    """Return s, u, m and q of LayerNorm."""
    c = H - mean(H)
    s = np.sqrt((mean(c**2) if v is None else v) + eps)
    return s, c / s, mean(A), mean(A * c / s)


S, U, M, Q = layer()


def computed(entry):
    return entry.compute(H, GAMMA, BETA, G, EPS)


def test_the_saved_inverse_taken_for_the_variance():
    c = H - mean(H)
    inverse = 1 / np.sqrt(mean(c**2) + EPS)
    s, u, m, q = layer(v=inverse)
    assert_allclose(computed(mistakes.get("inverse-for-variance")).g_h, (A - m - u * q) / s)


def test_epsilon_beside_d():
    c = H - mean(H)
    s, u, m, q = layer(v=(c**2).sum(-1, keepdims=True) / (5 + EPS), eps=0)
    entry = mistakes.get("epsilon-beside-d")
    assert_allclose(computed(entry).g_h, (A - m - u * q) / s)
    assert_allclose(entry.forward(H, GAMMA, BETA, EPS), GAMMA * u + BETA)


def test_gamma_twice_in_the_correction_of_rmsnorm():
    r = np.sqrt(mean(H**2) + EPS)
    u = H / r
    found = computed(mistakes.get("gamma-twice-in-variance-term")).g_h
    assert_allclose(found, (A - GAMMA * u * mean(A * u)) / r)


def test_parameter_gradients_swapped():
    found = computed(mistakes.get("parameter-gradients-swapped"))
    assert_allclose(found.g_gamma, G.sum(0))
    assert_allclose(found.g_beta, (G * U).sum(0))


FIRST = "only-first-term-divided"


@pytest.mark.parametrize(
    ("other", "wanted"),
    [
        ("sign-flipped-mean-term", A / S + M - U * Q),
        ("sign-flipped-variance-term", A / S - M + U * Q),
        ("no-variance-route", A / S - M),
    ],
)
def test_only_the_first_term_divided_and_another(other, wanted):
    assert_allclose(computed(mistakes.combine(FIRST, other)).g_h, wanted)


def test_the_scale_forgotten_and_squared():
    both = mistakes.combine("scale-forgotten", "variance-for-deviation")
    assert_allclose(computed(both).g_h, (A - M - U * Q) / S)
