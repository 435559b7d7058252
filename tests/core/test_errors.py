"""Every refusal, word for word."""

import re
from decimal import Decimal
from fractions import Fraction

import array_api_strict
import numpy as np
import pytest

from lnteach.core import (
    differentials,
    gradient_routes,
    layer_norm,
    layer_norm_backward,
    layer_norm_forward,
    probe_quality,
    rms_norm,
    rms_norm_backward,
    rms_norm_forward,
)
from lnteach.core._rows import refuse_zero_denominator

H = np.array([[1.0, 2.0, 4.0, 8.0], [3.0, 1.0, 2.0, 0.0]])
ONE, ZERO = np.ones(4), np.zeros(4)
SAVED = layer_norm_forward(H, ONE, ZERO)[1]
RMS_SAVED = rms_norm_forward(H, ONE)[1]
STRICT = array_api_strict.asarray([1.0, 1.0, 1.0, 1.0])

LISTS = "all arrays must come from one library"
NUMBER = "a finite number that is at least 0 is needed"
OTHER_ROW = "a larger `eps` or another row is needed"

REFUSED = {
    "gamma too short": (
        lambda: layer_norm(H, ONE[:3], ZERO),
        ValueError,
        "`gamma` has shape (3,), but `h` has 4 features on its last axis",
    ),
    "gamma one number": (
        lambda: layer_norm(H, 1.0, ZERO),
        ValueError,
        "`gamma` has shape (), but `h` has 4 features on its last axis",
    ),
    "gamma a row": (
        lambda: rms_norm(H, ONE[None]),
        ValueError,
        "`gamma` has shape (1, 4), but `h` has 4 features on its last axis",
    ),
    "beta of the batch": (
        lambda: layer_norm(H, ONE, [0, 0]),
        ValueError,
        "`beta` has shape (2,), but `h` has 4 features on its last axis",
    ),
    "one feature": (
        lambda: layer_norm([[1.0]], [1.0], [1.0, 2.0]),
        ValueError,
        "`beta` has shape (2,), but `h` has 1 feature on its last axis",
    ),
    "g_z one row": (
        lambda: layer_norm_backward(H[0], SAVED),
        ValueError,
        "`g_z` has shape (4,), but `h` has shape (2, 4)",
    ),
    "g_z transposed, RMS": (
        lambda: rms_norm_backward(H.T, RMS_SAVED),
        ValueError,
        "`g_z` has shape (4, 2), but `h` has shape (2, 4)",
    ),
    "a": (
        lambda: gradient_routes(H[:, :3], SAVED),
        ValueError,
        "`a` has shape (2, 3), but `h` has shape (2, 4)",
    ),
    "dh": (
        lambda: differentials(H, ZERO, 0.1),
        ValueError,
        "`dh` has shape (4,), but `h` has shape (2, 4)",
    ),
    "g_z of a probe": (
        lambda: probe_quality(H, ONE, 0.1, ONE),
        ValueError,
        "`g_z` has shape (4,), but `h` has shape (2, 4)",
    ),
    "no axis": (
        lambda: layer_norm(3.0, [1.0], [0.0]),
        ValueError,
        "`h` is a single number, but an axis of features is needed",
    ),
    "no axis, RMS": (
        lambda: rms_norm(np.float32(3), [1.0]),
        ValueError,
        "`h` is a single number, but an axis of features is needed",
    ),
    "no feature": (
        lambda: layer_norm(np.empty((2, 0)), [], []),
        ValueError,
        "`h` has shape (2, 0), but at least one feature is needed",
    ),
    "no feature, differentials": (
        lambda: differentials([], [], 0.1),
        ValueError,
        "`h` has shape (0,), but at least one feature is needed",
    ),
    "negative eps": (
        lambda: layer_norm(H, ONE, ZERO, -1e-5),
        ValueError,
        f"`eps` is -1e-05, but {NUMBER}",
    ),
    "NaN eps": (lambda: rms_norm(H, ONE, np.nan), ValueError, f"`eps` is nan, but {NUMBER}"),
    "infinite eps": (
        lambda: differentials(H, H, np.inf),
        ValueError,
        f"`eps` is inf, but {NUMBER}",
    ),
    "text eps": (
        lambda: layer_norm(H, ONE, ZERO, "1e-5"),
        TypeError,
        "`eps` is '1e-5' (str), but a number is needed",
    ),
    "eps forgotten": (
        lambda: layer_norm(H, ONE, ZERO, None),
        TypeError,
        "`eps` is None (NoneType), but a number is needed",
    ),
    "flag eps": (
        lambda: layer_norm(H, ONE, ZERO, True),
        TypeError,
        "`eps` is True (bool), but a number is needed",
    ),
    "complex eps": (
        lambda: layer_norm(H, ONE, ZERO, 1e-5 + 1j),
        TypeError,
        "`eps` is (1e-05+1j) (complex), but a number is needed",
    ),
    "array eps": (
        lambda: layer_norm(H, ONE, ZERO, np.array([0.5])),
        TypeError,
        "`eps` is array([0.5]) (ndarray), but a number is needed",
    ),
    "constant vector": (
        lambda: layer_norm([2.0, 2.0, 2.0, 2.0], ONE, ZERO, 0),
        ValueError,
        f"`eps` is 0 and `h` is constant, so s is 0 in float64: {OTHER_ROW}",
    ),
    "constant row": (
        lambda: layer_norm([[1.0, 2.0], [5.0, 5.0]], [1, 1], [0, 0], eps=0.0),
        ValueError,
        f"`eps` is 0 and row 1 of `h` is constant, so s is 0 in float64: {OTHER_ROW}",
    ),
    "constant row in a batch of sequences": (
        lambda: differentials(np.ones((2, 3, 4)) * [[[1]], [[0]]], np.ones((2, 3, 4)), 0),
        ValueError,
        f"`eps` is 0 and row (0, 0) of `h` is constant, so s is 0 in float64: {OTHER_ROW}",
    ),
    "a constant that is no binary fraction": (
        lambda: layer_norm([[0.1, 0.1, 0.1]], [1, 1, 1], [0, 0, 0], eps=0),
        ValueError,
        f"`eps` is 0 and row 0 of `h` is constant, so s is 0 in float64: {OTHER_ROW}",
    ),
    "one feature without eps": (
        lambda: layer_norm(np.float32([[3.0]]), np.float32([1]), np.float32([0]), eps=0),
        ValueError,
        f"`eps` is 0 and row 0 of `h` is constant, so s is 0 in float32: {OTHER_ROW}",
    ),
    "spread that underflows": (
        lambda: layer_norm([1e-200, 3e-200], [1, 1], [0, 0], eps=0),
        ValueError,
        f"`eps` is 0 and `h` is too close to constant, so s is 0 in float64: {OTHER_ROW}",
    ),
    "eps that float32 does not have": (
        lambda: layer_norm(np.float32([7, 7]), np.float32([1, 1]), np.float32([0, 0]), 1e-50),
        ValueError,
        f"`eps` is 1e-50 and `h` is constant, so s is 0 in float32: {OTHER_ROW}",
    ),
    "zero row": (
        lambda: rms_norm([[1.0, 2.0], [0.0, -0.0]], [1, 1], eps=0),
        ValueError,
        f"`eps` is 0 and row 1 of `h` is zero, so r is 0 in float64: {OTHER_ROW}",
    ),
    "row near zero": (
        lambda: rms_norm([1e-200, 0.0], [1, 1], eps=0),
        ValueError,
        f"`eps` is 0 and `h` is too close to zero, so r is 0 in float64: {OTHER_ROW}",
    ),
    "text": (
        lambda: layer_norm(["a", "b"], [1, 1], [0, 0]),
        TypeError,
        "`h` has dtype <U1, but real or complex numbers are needed",
    ),
    "no array at all": (
        lambda: layer_norm(H, None, ZERO),
        TypeError,
        "`gamma` has dtype object, but real or complex numbers are needed",
    ),
    "fractions": (
        lambda: layer_norm_backward(np.full((2, 4), Fraction(1, 3)), SAVED),
        TypeError,
        "`g_z` has dtype object, but real or complex numbers are needed",
    ),
    "dates": (
        lambda: rms_norm(np.zeros(4, "datetime64[s]"), ONE),
        TypeError,
        "`h` has dtype datetime64[s], but real or complex numbers are needed",
    ),
    "complex probe": (
        lambda: probe_quality(H, ONE * 1j, 0.1, H),
        TypeError,
        "`gamma` has dtype complex128, but real numbers are needed",
    ),
    "two libraries": (
        lambda: layer_norm(H, STRICT, ZERO),
        TypeError,
        f"`gamma` is an array of array_api_strict, but `h` is one of numpy: {LISTS}",
    ),
    "two libraries, backward": (
        lambda: layer_norm_backward(array_api_strict.asarray([[1.0] * 4] * 2), SAVED),
        TypeError,
        f"`g_z` is an array of array_api_strict, but `h` is one of numpy: {LISTS}",
    ),
    "the wrong saved": (
        lambda: layer_norm_backward(H, RMS_SAVED),
        TypeError,
        "`saved` is of type RMSSaved, but the second result of `layer_norm_forward` is needed",
    ),
    "the pair for saved": (
        lambda: gradient_routes(H, (H, SAVED)),
        TypeError,
        "`saved` is of type tuple, but the second result of `layer_norm_forward` is needed",
    ),
    "the wrong saved, RMS": (
        lambda: rms_norm_backward(H, SAVED),
        TypeError,
        "`saved` is of type Saved, but the second result of `rms_norm_forward` is needed",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refusals_word_for_word(name):
    call, kind, message = REFUSED[name]
    with pytest.raises(kind, match=f"^{re.escape(message)}$"):
        call()


def test_a_constant_row_is_refused_even_if_rounding_left_it_a_denominator():
    # On a device that adds in another order a constant row may keep an s that is not quite 0.
    call = lambda eps: refuse_zero_denominator(  # noqa: E731
        np.array([2.0, 1e-17]),
        eps,
        lambda: np.array([False, True]),
        np,
        letter="s",
        word="constant",
    )
    with pytest.raises(ValueError, match=r"^`eps` is 0 and row 1 of `h` is constant, so s is 0"):
        call(0.0)
    call(1e-34)


def test_ragged_lists_are_named():
    with pytest.raises(ValueError, match=r"^`h` cannot be read as one array of numbers: "):
        layer_norm([[1.0, 2.0], [3.0]], [1, 1], [0, 0])


@pytest.mark.parametrize(
    "eps", [Fraction(1, 4), Decimal("0.25"), np.float32(0.25), np.array(0.25), np.longdouble(0.25)]
)
def test_any_real_number_serves_as_eps(eps):
    _, saved = layer_norm_forward([1.0, 2.0], [1, 1], [0, 0], eps)
    assert saved.eps == 0.25
    assert type(saved.eps) is float


def test_eps_zero_is_fine_where_rows_vary_and_constant_rows_where_eps_is_positive():
    assert layer_norm([1, 3], [1, 1], [0, 0], eps=0).tolist() == [-1.0, 1.0]
    assert layer_norm([5, 5], [1, 2], [3, 4], eps=1e-12).tolist() == [3.0, 4.0]
    assert layer_norm([5, 5], [1, 2], [3, 4], eps=1e-320).tolist() == [3.0, 4.0]
    assert rms_norm([0, 0], [1, 2], eps=1e-12).tolist() == [0.0, 0.0]
