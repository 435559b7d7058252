"""Against oracles that know only the definition: dual numbers over rationals, and 50 digits."""

from fractions import Fraction
from itertools import product

import duals
import mpmath
import numpy as np
import pytest
import seed_values as seeds
from duals import Dual, dot
from numpy.testing import assert_allclose

from lnteach.core import (
    differentials,
    layer_norm_backward,
    layer_norm_forward,
    rms_norm_backward,
    rms_norm_forward,
)

# Rows with a rational s: the smallest exact sizes, and eps that completes the square.
ROWS = [
    ("0 1 4 9", "0"),
    ("0 2 3 4 6", "0"),
    ("1 2 3", "1/3"),
    ("-7 4 10 16 22", "44"),
    ("1 7 9 15", "11"),
    ("3 8", "6"),
    ("5", "1/4"),
    ("5 5 5", "4/9"),
    ("10001 10002 10003", "1/3"),
]


def floats(x):
    return np.array(x, dtype=float)


def rational_row(text):
    return tuple(Fraction(word) for word in text.split())


def parameters(d):
    gamma = tuple(Fraction((-1) ** i * (2 * i + 3), i + 2) for i in range(d))
    g_z = tuple(Fraction(3 * i * i - 4 * i - 2, 3) for i in range(d))
    beta = tuple(Fraction(i, 5) - 1 for i in range(d))
    return gamma, beta, g_z


@pytest.mark.parametrize(("row", "eps"), ROWS)
def test_gradients_of_layer_norm_on_exact_rationals(row, eps):
    h, eps = rational_row(row), Fraction(eps)
    gamma, beta, g_z = parameters(len(h))
    exact = (
        duals.slopes(lambda x: dot(g_z, duals.layer_norm(x, gamma, beta, eps)), h),
        duals.slopes(lambda x: dot(g_z, duals.layer_norm(h_dual(h), x, beta, eps)), gamma),
        duals.slopes(lambda x: dot(g_z, duals.layer_norm(h_dual(h), gamma, x, eps)), beta),
    )
    z, saved = layer_norm_forward(floats(h), floats(gamma), floats(beta), eps)
    values = [x.value for x in duals.layer_norm(h_dual(h), gamma, beta, eps)]
    assert_allclose(z, floats(values), rtol=1e-14, atol=1e-14)
    for ours, theirs in zip(layer_norm_backward(floats(g_z), saved), exact, strict=True):
        assert_allclose(ours, floats(theirs), rtol=1e-13, atol=1e-14)


def h_dual(h):
    return [Dual(x) for x in h]


@pytest.mark.parametrize(
    ("row", "eps"), [("2 -2 2 -2", "0"), ("1 7", "0"), ("3 1 2", "13/3"), ("0 0", "4"), ("-3", "7")]
)
def test_gradients_of_rms_norm_on_exact_rationals(row, eps):
    h, eps = rational_row(row), Fraction(eps)
    gamma, _, g_z = parameters(len(h))
    z, saved = rms_norm_forward(floats(h), floats(gamma), eps)
    g_h, g_gamma = rms_norm_backward(floats(g_z), saved)
    by_h = duals.slopes(lambda x: dot(g_z, duals.rms_norm(x, gamma, eps)), h)
    by_gamma = duals.slopes(lambda x: dot(g_z, duals.rms_norm(h_dual(h), x, eps)), gamma)
    assert_allclose(z, floats([x.value for x in duals.rms_norm(h_dual(h), gamma, eps)]), rtol=1e-14)
    assert_allclose(g_h, floats(by_h), rtol=1e-13, atol=1e-15)
    assert_allclose(g_gamma, floats(by_gamma), rtol=1e-13)


@pytest.mark.parametrize(("row", "eps"), ROWS)
def test_differentials_on_exact_rationals(row, eps):
    h, eps = rational_row(row), Fraction(eps)
    dh = parameters(len(h))[2]
    moving = [Dual(x, dx) for x, dx in zip(h, dh, strict=True)]
    mu = duals.mean(moving)
    c = [x - mu for x in moving]
    v = duals.mean([x * x for x in c])
    s = (v + eps).sqrt()
    exact = {"dmu": mu.slope, "dc": slope(c), "dv": v.slope, "ds": s.slope}
    exact["du"] = slope([x / s for x in c])
    ours = differentials(floats(h), floats(dh), eps)
    for name, value in exact.items():
        assert_allclose(getattr(ours, name), floats(value), rtol=1e-13, atol=1e-13, err_msg=name)
    # Each route by holding the other appearances of h still.
    still = {"mu": Dual(mu.value), "s": Dual(s.value)}
    assert_allclose(
        ours.routes.direct, floats(slope([(x - still["mu"]) / still["s"] for x in moving]))
    )
    frozen = [Dual(x) for x in h]
    assert_allclose(
        ours.routes.mean, floats(slope([(x - mu) / still["s"] for x in frozen])), atol=1e-14
    )
    by_s = slope([(x - still["mu"]) / s for x in frozen])
    assert_allclose(ours.routes.variance, floats(by_s), rtol=1e-13, atol=1e-13)


def test_a_large_common_shift_moves_nothing_at_all():
    # c sums to 0 only up to rounding, which a shift of 1e8 would make visible through c.dh.
    h = np.random.default_rng(2).normal(size=(50, 7))
    change = differentials(h, np.full((50, 7), 1e8), 1e-5)
    for name in ("dc", "dv", "ds", "du"):
        assert not np.any(getattr(change, name)), name


def slope(row):
    return [x.slope for x in row]


def test_example_e_and_the_oracle_agree_exactly():
    # The oracle itself is held against the typed-in fractions.
    for case in (seeds.EXAMPLE_E1, seeds.EXAMPLE_E2, seeds.LECTURE_PROBE, seeds.GUIDE_ONE):
        exact = duals.slopes(
            lambda x, case=case: dot(
                case.g_z, duals.layer_norm(x, case.gamma, case.beta, case.eps)
            ),
            case.h,
        )
        assert tuple(exact) == case.facts["g_h"]


def definition(h, gamma, beta, eps):
    """LayerNorm of one row in mpmath, straight from the definition."""
    mu = mpmath.fsum(h) / len(h)
    s = mpmath.sqrt(mpmath.fsum([(x - mu) ** 2 for x in h]) / len(h) + eps)
    return [g * (x - mu) / s + b for x, g, b in zip(h, gamma, beta, strict=True)]


def rms_definition(h, gamma, beta, eps):
    r = mpmath.sqrt(mpmath.fsum([x**2 for x in h]) / len(h) + eps)
    return [g * x / r for x, g in zip(h, gamma, strict=True)]


def derivative(norm, rows, gamma, beta, eps, g_z, which, at):
    """One entry of a gradient by a central difference at 50 digits: exact to about 1e-30."""
    step = mpmath.mpf(10) ** -16

    def loss(sign):
        moved = {"h": [list(r) for r in rows], "gamma": list(gamma), "beta": list(beta)}
        (moved["h"][at[0]] if which == "h" else moved[which])[at[-1]] += sign * step
        return mpmath.fsum(
            mpmath.fdot(g, norm(row, moved["gamma"], moved["beta"], eps))
            for g, row in zip(g_z, moved["h"], strict=True)
        )

    return float((loss(1) - loss(-1)) / (2 * step))


def _exact(array):
    return [mpmath.mpf(float(x)) for x in array]


SHAPES = [(1, 1), (3, 2), (2, 3), (4, 7), (2, 16), (1, 33)]
LEVELS = [(0.0, 1.0), (1e4, 1.0), (-3.0, 1e-3), (0.5, 1e3)]


@pytest.mark.parametrize(("shape", "level"), list(product(SHAPES, LEVELS)), ids=str)
@pytest.mark.parametrize("norm", ["layer", "rms"])
def test_random_rows_against_fifty_digits(norm, shape, level):
    mean, spread = level
    rng = np.random.default_rng([*shape, 7])
    h = mean + spread * rng.normal(size=shape)
    gamma, beta = rng.normal(size=(2, shape[1]))
    g_z = rng.normal(size=shape)
    eps = 10.0 ** rng.uniform(-8, 0)
    if norm == "layer":
        z, saved = layer_norm_forward(h, gamma, beta, eps)
        gradients = dict(zip(("h", "gamma", "beta"), layer_norm_backward(g_z, saved), strict=True))
    else:
        z, saved = rms_norm_forward(h, gamma, eps)
        gradients = dict(zip(("h", "gamma"), rms_norm_backward(g_z, saved), strict=True))
    formula = definition if norm == "layer" else rms_definition
    with mpmath.workdps(50):
        rows, up = [_exact(r) for r in h], [_exact(r) for r in g_z]
        given = (rows, _exact(gamma), _exact(beta), mpmath.mpf(eps), up)
        truth = [[float(x) for x in formula(r, given[1], given[2], given[3])] for r in rows]
        assert_allclose(z, truth, rtol=1e-11, atol=1e-12)
        for which, ours in gradients.items():
            exact = [derivative(formula, *given, which, at) for at in np.ndindex(ours.shape)]
            size = np.max(np.abs(exact))
            error = np.max(np.abs(ours.ravel() - exact))
            # One input is rounded to about 1e-12 of the spread when the mean is 1e4.
            assert error <= 1e-11 * size + 1e-13, (which, error, size)
