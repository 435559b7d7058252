"""The gradient check: right gradients pass, wrong ones do not, a bad step decides nothing."""

import re

import ml_dtypes
import numpy as np
import pytest
import seed_values as seeds
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from lnteach.core import (
    gradient_check,
    gradient_routes,
    layer_norm,
    layer_norm_backward,
    layer_norm_forward,
    rms_norm,
    rms_norm_backward,
    rms_norm_forward,
)


def probe(dtype=float, spread=1.0, mean=0.0, shape=(3, 8), seed=0):
    rng = np.random.default_rng(seed)
    h = (mean + spread * rng.normal(size=shape)).astype(dtype)
    gamma, beta = rng.normal(size=(2, shape[-1])).astype(dtype) + dtype(1)
    return h, gamma, beta, rng.normal(size=shape).astype(dtype)


def checks(h, gamma, beta, g_z, eps=1e-5, tau=None, scale=1.0):
    """The checks of all gradients of both norms with the right formulas."""
    g_h, g_gamma, g_beta = layer_norm_backward(g_z, layer_norm_forward(h, gamma, beta, eps)[1])
    rms = rms_norm_backward(g_z, rms_norm_forward(h, gamma, eps)[1])
    k = h.dtype.type(scale)
    losses = [
        (lambda x: np.sum(k * g_z * layer_norm(x, gamma, beta, eps)), h, g_h),
        (lambda x: np.sum(k * g_z * layer_norm(h, x, beta, eps)), gamma, g_gamma),
        (lambda x: np.sum(k * g_z * layer_norm(h, gamma, x, eps)), beta, g_beta),
        (lambda x: np.sum(k * g_z * rms_norm(x, gamma, eps)), h, rms.g_h),
        (lambda x: np.sum(k * g_z * rms_norm(h, x, eps)), gamma, rms.g_gamma),
    ]
    return [gradient_check(f, x, k * g, tau=tau) for f, x, g in losses]


SPREADS = [1e-2, 1.0, 1e3]


@pytest.mark.parametrize("spread", SPREADS)
@pytest.mark.parametrize("mean", [0.0, 1e4])
@pytest.mark.parametrize("scale", [1.0, 1e-6, 1e6])
def test_right_gradients_pass_in_float64(spread, mean, scale):
    for check in checks(*probe(spread=spread, mean=mean), scale=scale):
        assert check.ok, check.verdict
        assert check.error < 1e-8
        assert "evidence, not a proof" in check.verdict


@pytest.mark.parametrize("dtype", [np.float32, np.float16, ml_dtypes.bfloat16, np.longdouble])
def test_right_gradients_pass_in_other_dtypes(dtype):
    for check in checks(*probe(dtype)):
        assert check.ok, check.verdict
        assert check.numeric.dtype == check.errors.dtype == np.float64


def test_best_step_is_as_good_as_the_theory_says():
    # float64: error about 3e-11 at about 1.2e-5*s; float32: about 2e-5 at about 1e-2*s.
    for dtype, step, error in ((np.float64, 1.2e-5, 3e-11), (np.float32, 1e-2, 2e-5)):
        h, gamma, beta, g_z = probe(dtype, spread=4.0, shape=(1, 64))
        check = checks(h, gamma, beta, g_z)[0]
        assert_allclose(check.tau / h.std(axis=-1), step, rtol=0.05)
        assert check.error < 10 * error


@given(st.integers(0, 10**6), st.integers(2, 5), st.sampled_from([1e-5, 0.3]))
def test_random_probes_are_never_called_wrong(seed, d, eps):
    for check in checks(*probe(shape=(2, d), seed=seed), eps=eps):
        assert not check.verdict.startswith("A gap"), check.verdict


@pytest.mark.parametrize("spread", SPREADS)
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_wrong_gradients_do_not_pass(spread, dtype):
    h, gamma, beta, g_z = probe(dtype, spread=spread)
    saved = layer_norm_forward(h, gamma, beta)[1]
    direct, mean, variance = gradient_routes(g_z * gamma, saved)
    right = direct + mean + variance
    wrong = [
        *(direct, direct + mean, direct + variance, direct - mean + variance, -right),
        *(right * saved.s[:, None] ** 2, right * 1.01, g_z, 0 * g_z),
    ]
    for g in wrong:
        check = gradient_check(lambda x: np.sum(g_z * layer_norm(x, gamma, beta)), h, g)
        assert not check.ok
        assert check.verdict.startswith("A gap at entry (")


def test_one_wrong_entry_is_found_in_a_row_of_large_spread():
    # Beside a row with gradients near 100 the second row's error would vanish if judged together.
    h, gamma, beta, g_z = probe(shape=(2, 6))
    h *= [[1e-2], [1e4]]
    g = layer_norm_backward(g_z, layer_norm_forward(h, gamma, beta)[1]).g_h.copy()
    loss = lambda x: np.sum(g_z * layer_norm(x, gamma, beta))  # noqa: E731
    assert gradient_check(loss, h, g)
    g[1, 4] *= 1.001
    check = gradient_check(loss, h, g)
    assert not check
    assert check.worst == (1, 4)
    assert check.verdict == (
        f"A gap at entry (1, 4): the claim is {g[1, 4]:.6g}, "
        f"the central difference {check.numeric[1, 4]:.6g}. Start looking there."
    )


def test_forgotten_eps_is_seen_where_v_is_near_eps():
    # Dividing by sqrt(v) in the backward pass only: a relative error of sqrt(1 + eps/v) - 1.
    for spread, visible in ((1e-2, 4.9e-2), (5.0, 2e-7)):
        h = spread * np.array([1.0, -1.0, 1.0, -1.0, 0.5]) / 0.9
        gamma, g_z = np.arange(1.0, 6), np.array([1.0, 2.0, -1.0, 0.0, 3.0])
        saved = layer_norm_forward(h, gamma, np.zeros(5))[1]
        forgotten = layer_norm_backward(g_z, saved).g_h * saved.s / h.std()
        check = gradient_check(
            lambda x, g=gamma, u=g_z: np.sum(u * layer_norm(x, g, 0 * g)), h, forgotten
        )
        assert not check
        assert_allclose(check.error, visible, rtol=0.3)


@pytest.mark.parametrize("case", [seeds.GUIDE_PRACTICE_2, seeds.GUIDE_PRACTICE_3])
def test_a_zero_gradient_is_no_gap_and_zero_claimed_wrongly_is(case):
    h, gamma, g_z = (np.array(x, float) for x in (case.h, case.gamma, case.g_z))
    loss = lambda x: np.sum(g_z * layer_norm(x, gamma, 0 * gamma, 0))  # noqa: E731
    check = gradient_check(loss, h, np.zeros(4))
    assert check.ok
    assert check.verdict == "No gap: both are 0 but for rounding. That is evidence, not a proof."
    assert not gradient_check(loss, h, g_z / 2)  # constant statistics
    assert not gradient_check(lambda x: loss(x) + x[1], h, np.zeros(4))


def test_a_bad_step_decides_nothing():
    # A fixed 1e-5 in float32 errs by percents; a fixed 1e-2 at a spread of 0.01 too.
    small = checks(*probe(np.float32), tau=1e-5)[0]
    large = checks(*probe(spread=1e-2), tau=1e-2)[0]
    for check in (small, large):
        assert not check.ok
        assert check.error > 1e-3
        assert re.fullmatch(
            r"Undecided: with tau = \S+ the difference itself is sure only to \S+ of the largest "
            r"entry\. Try a tau near \S+\.",
            check.verdict,
        )
    # Taking the advice helps.
    near = float(large.verdict.rpartition(" ")[2].rstrip("."))
    assert checks(*probe(spread=1e-2), tau=near)[0].ok


def test_errors_are_per_entry_and_overall():
    x, g = np.array([1.0, 2.0, 4.0]), np.array([2.0, 4.0, 9.0])
    check = gradient_check(lambda x: np.sum(x * x), x, g)
    assert_allclose(check.numeric, [2, 4, 8], atol=1e-9)
    assert_allclose(check.errors, [0, 0, 1], atol=1e-9)
    assert_allclose(check.error, 1 / 9)
    assert check.worst == (2,)
    assert not check.ok
    assert not check
    assert check.verdict == (
        "A gap at entry (2,): the claim is 9, the central difference 8. Start looking there."
    )


def test_x_is_never_written_even_by_a_careless_loss():
    x = np.array([1.0, 2.0, 4.0])
    x.flags.writeable = False

    def careless(x):
        total = np.sum(x * x)
        x[...] = 7
        return total

    assert gradient_check(careless, x, [2.0, 4.0, 8.0])
    assert_array_equal(x, [1, 2, 4])


@pytest.mark.parametrize("x", [5, 5.0, np.float64(5), np.array(5.0)])
def test_a_single_number_can_be_checked(x):
    check = gradient_check(lambda x: x * x, x, 10)
    assert check.ok, check.verdict
    assert check.worst == ()
    assert not gradient_check(lambda x: x * x, x, 11)


def test_constant_rows_zeros_and_ones_have_a_step():
    # gamma = 1 and beta = 0 as at initialization; a row without spread at eps = 1e-5.
    h, g_z = np.full((2, 3), 4.0), np.array([[1.0, -2.0, 3.0], [0.0, 1.0, 5.0]])
    for check in checks(h, np.ones(3), np.zeros(3), g_z):
        assert check.ok, check.verdict
    assert_allclose(gradient_check(np.sum, np.zeros(3), np.ones(3)).tau, 1.2e-5, rtol=0.02)


def test_a_nearly_uniform_parameter_is_checked_on_the_scale_of_its_size():
    # Its spread of 1e-9 says nothing about the loss, and a step of that scale drowns in rounding.
    h, _, beta, g_z = probe(shape=(2, 4))
    gamma = 1 + 1e-9 * np.arange(4)
    for check in checks(h, gamma, beta, g_z):
        assert check.ok, check.verdict
        assert check.error < 1e-9


def test_the_default_step_is_never_below_the_spacing_of_the_numbers():
    # Near 1e6 float32 has steps of 1/16, above a hundredth of a spread of 1.
    for check in checks(*probe(np.float32, mean=1e6)):
        assert not check.verdict.startswith("A gap"), check.verdict


def test_a_step_far_beyond_the_scale_of_the_loss_accuses_nobody():
    # A constant row at 1e4 does not show that the loss bends on the scale of sqrt(eps).
    _, gamma, beta, g_z = probe(np.float32)
    h = np.full((3, 8), np.float32(1e4))
    for check in checks(h, gamma, beta, g_z):
        assert not check.verdict.startswith("A gap"), check.verdict


@pytest.mark.parametrize("scale", [1e-6, 1e6])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_wrong_gradients_of_small_and_large_losses_do_not_pass(dtype, scale):
    h, gamma, beta, g_z = probe(dtype)
    g_z = g_z * dtype(scale)
    right = layer_norm_backward(g_z, layer_norm_forward(h, gamma, beta)[1]).g_h
    loss = lambda x: np.sum(g_z * layer_norm(x, gamma, beta))  # noqa: E731
    assert gradient_check(loss, h, right)
    assert not gradient_check(loss, h, right * dtype(1.01))
    assert not gradient_check(loss, h, 0 * right)


def test_integers_are_checked_as_floats():
    assert gradient_check(lambda x: np.sum(x**3), [1, 2], [3, 12])


def test_a_loss_that_is_not_finite_is_undecided():
    for value in (np.nan, np.inf):
        check = gradient_check(lambda x, v=value: v if x[1] > 2 else 0.0, [1.0, 2.0], [0.0, 0.0])
        assert not check.ok
        assert check.verdict == "Undecided: the loss is no finite number near entry (1,)."
    nan = gradient_check(np.sum, [1.0, 2.0], [1.0, np.nan])
    assert not nan.ok
    assert nan.verdict.startswith("A gap at entry (1,): the claim is nan")


X = np.array([1.0, 2.0])
REFUSED = {
    "shape of g": (
        lambda: gradient_check(np.sum, X, [1.0, 1.0, 1.0]),
        ValueError,
        "`g` has shape (3,), but `x` has shape (2,)",
    ),
    "nothing to check": (
        lambda: gradient_check(np.sum, np.empty((0, 3)), np.empty((0, 3))),
        ValueError,
        "`x` has shape (0, 3), so there is no entry to check",
    ),
    "NaN": (
        lambda: gradient_check(np.sum, [1.0, np.nan], X),
        ValueError,
        "`x` holds a NaN or an infinity, but finite numbers are needed",
    ),
    "complex x": (
        lambda: gradient_check(np.sum, X + 0j, X),
        TypeError,
        "`x` has dtype complex128, but real numbers are needed",
    ),
    "complex g": (
        lambda: gradient_check(np.sum, X, X + 0j),
        TypeError,
        "`g` has dtype complex128, but real numbers are needed",
    ),
    "a loss with axes": (
        lambda: gradient_check(lambda x: x, X, X),
        TypeError,
        "`f` returned an array of shape (2,), but one real number is needed",
    ),
    "no loss": (
        lambda: gradient_check(lambda x: None, X, X),
        TypeError,
        "`f` returned None (NoneType), but one real number is needed",
    ),
    "a complex loss": (
        lambda: gradient_check(lambda x: np.complex128(3j), X, X),
        TypeError,
        "`f` returned np.complex128(3j) (complex128), but one real number is needed",
    ),
    "negative tau": (
        lambda: gradient_check(np.sum, X, X, tau=-1e-5),
        ValueError,
        "`tau` is -1e-05, but a finite number above 0 is needed",
    ),
    "tau for x": (
        lambda: gradient_check(np.sum, X, X, tau=[1e-5, 1e-5]),
        TypeError,
        "`tau` is [1e-05, 1e-05] (list), but a number is needed",
    ),
    "tau lost in rounding": (
        lambda: gradient_check(np.sum, X, X, tau=1e-20),
        ValueError,
        "`tau` is 1e-20, too small to change `x` at (0,) in float64",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refusals_word_for_word(name):
    call, kind, message = REFUSED[name]
    with pytest.raises(kind, match=f"^{re.escape(message)}$"):
        call()
