"""Inputs that break careless code: strange memory, no rows, one feature, NaN, shared storage."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from lnteach.core import (
    differentials,
    gradient_routes,
    layer_norm,
    layer_norm_backward,
    layer_norm_forward,
    rms_norm,
    rms_norm_backward,
    rms_norm_forward,
)


def draw(shape, seed=3):
    rng = np.random.default_rng(seed)
    return (*rng.normal(size=(2, *shape)), *rng.normal(size=(2, shape[-1])))


def everything(h, g_z, gamma, beta, eps=0.1):
    z, saved = layer_norm_forward(h, gamma, beta, eps)
    rms_z, rms_saved = rms_norm_forward(h, gamma, eps)
    *change, routes = differentials(h, g_z, eps)
    return [
        *(z, *layer_norm_backward(g_z, saved), *gradient_routes(g_z, saved)),
        *(rms_z, *rms_norm_backward(g_z, rms_saved), *change, *routes),
    ]


def fortran(x):
    return np.asfortranarray(x)


def strided(x):
    wide = np.full((*x.shape[:-1], 3 * x.shape[-1]), np.nan)
    wide[..., ::3] = x
    return wide[..., ::3]


def negative(x):
    return x[..., ::-1].copy()[..., ::-1]


def unaligned(x):
    raw = np.empty(x.nbytes + 1, np.uint8)
    view = raw[1:].view(x.dtype).reshape(x.shape)
    view[...] = x
    return view


@pytest.mark.parametrize("layout", [fortran, strided, negative, unaligned])
def test_memory_layout_does_not_matter(layout):
    given = draw((2, 3, 5))
    odd = [layout(x) for x in given]
    for x in odd:
        x.flags.writeable = False
    for ours, theirs in zip(everything(*odd), everything(*given), strict=True):
        assert_allclose(ours, theirs, rtol=1e-13, atol=1e-15)


def test_broadcast_views_are_read():
    row = np.array([1.0, 2.0, 4.0])
    rows = np.broadcast_to(row, (4, 3))
    z = layer_norm(rows, np.ones(3), np.zeros(3))
    assert_array_equal(z, np.tile(layer_norm(row, np.ones(3), np.zeros(3)), (4, 1)))


def test_inputs_are_never_written_and_results_share_nothing_with_them():
    given = draw((4, 3))
    before = [x.copy() for x in given]
    results = everything(*given)
    for result in results:
        assert not any(np.shares_memory(result, x) for x in given)
        if isinstance(result, np.ndarray) and result.ndim:
            assert result.flags.writeable
            result[...] = np.nan
    for x, copy in zip(given, before, strict=True):
        assert_array_equal(x, copy)


def test_one_row_does_not_come_back_as_a_view_of_the_upstream_gradient():
    g_z = np.array([[1.0, -2.0, 4.0]])
    saved = layer_norm_forward([[1.0, 2.0, 4.0]], [1, 2, 3], [0, 0, 0])[1]
    g_beta = layer_norm_backward(g_z, saved).g_beta
    g_beta += 1
    assert g_z.tolist() == [[1.0, -2.0, 4.0]]


def test_saved_refers_to_the_callers_arrays_and_backward_reuses_what_is_saved():
    h, g_z, gamma, beta = draw((4, 3))
    saved = layer_norm_forward(h, gamma, beta)[1]
    rms_saved = rms_norm_forward(h, gamma)[1]
    assert saved.h is h
    assert saved.gamma is gamma
    right = layer_norm_backward(g_z, layer_norm_forward(h.copy(), gamma, beta)[1])
    rms_right = rms_norm_backward(g_z, rms_norm_forward(h.copy(), gamma)[1])
    h[...] = np.nan  # c, s and u were saved: the backward pass must not look at h again
    ours = (*layer_norm_backward(g_z, saved), *rms_norm_backward(g_z, rms_saved))
    for one, other in zip(ours, (*right, *rms_right), strict=True):
        assert_array_equal(one, other)
    assert np.isfinite(saved.c).all()


@pytest.mark.parametrize("shape", [(0, 3), (2, 0, 3), (0, 0, 1)])
def test_empty_batches(shape):
    d = shape[-1]
    empty = np.empty(shape)
    z, saved = layer_norm_forward(empty, np.ones(d), np.zeros(d), eps=0)
    assert z.shape == saved.u.shape == saved.c.shape == shape
    assert saved.mu.shape == saved.s.shape == shape[:-1]
    g_h, g_gamma, g_beta = layer_norm_backward(empty, saved)
    assert g_h.shape == shape
    assert g_gamma.tolist() == g_beta.tolist() == [0.0] * d
    z, rms_saved = rms_norm_forward(empty, np.ones(d), eps=0)
    assert rms_norm_backward(empty, rms_saved).g_gamma.tolist() == [0.0] * d
    change = differentials(empty, empty, 0)
    assert change.du.shape == shape
    assert change.dv.shape == shape[:-1]


def test_one_feature():
    z, saved = layer_norm_forward([[7.0], [-2.0]], [3.0], [0.5])
    assert z.tolist() == [[0.5], [0.5]]
    g_h, g_gamma, g_beta = layer_norm_backward([[1.0], [4.0]], saved)
    assert g_h.tolist() == [[0.0], [0.0]]
    assert (g_gamma.tolist(), g_beta.tolist()) == ([0.0], [5.0])
    assert_allclose(rms_norm([[3.0]], [2.0], eps=16), [[1.2]], rtol=1e-15)  # r = sqrt(9 + 16)


def test_two_features():
    # g_h = eps/s**3 * (a_1 - a_2)/2 * (1, -1): nothing is left at eps = 0.
    for eps in (0.0, 0.75):
        saved = layer_norm_forward([1.0, 2.0], [2.0, 3.0], [0.0, 0.0], eps)[1]
        g_h = layer_norm_backward([5.0, 1.0], saved).g_h
        s = np.sqrt(0.25 + eps)
        assert_allclose(g_h, eps / s**3 * 3.5 * np.array([1, -1]), atol=1e-15)


def test_lone_outlier_gets_no_gradient():
    saved = layer_norm_forward([5.0, 1.0, 1.0, 1.0], [1, 2, 3, 4], [0, 0, 0, 0], eps=0)[1]
    assert abs(layer_norm_backward([3.0, -1.0, 2.0, 7.0], saved).g_h[0]) < 1e-14


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("norm", ["layer", "rms"])
def test_nan_and_infinity_stay_in_their_row(norm, bad):
    h, g_z, gamma, beta = draw((3, 4))
    spoiled = h.copy()
    spoiled[1, 2] = bad
    if norm == "layer":
        (z, saved), (clean, good) = (layer_norm_forward(x, gamma, beta) for x in (spoiled, h))
        ours, theirs = layer_norm_backward(g_z, saved), layer_norm_backward(g_z, good)
        assert np.isnan(z[1]).all()
    else:
        (z, saved), (clean, good) = (rms_norm_forward(x, gamma) for x in (spoiled, h))
        ours, theirs = rms_norm_backward(g_z, saved), rms_norm_backward(g_z, good)
        assert np.isnan(z[1]).any()
    assert_array_equal(z[[0, 2]], clean[[0, 2]])
    assert_array_equal(ours.g_h[[0, 2]], theirs.g_h[[0, 2]])
    change, right = (differentials(x, g_z, 0) for x in (spoiled, h))
    assert_array_equal(change.du[[0, 2]], right.du[[0, 2]])
    assert np.isnan(change.du[1]).all()


def test_nan_upstream_stays_in_its_row():
    h, g_z, gamma, beta = draw((3, 4))
    saved = layer_norm_forward(h, gamma, beta)[1]
    spoiled = g_z.copy()
    spoiled[0, 0] = np.nan
    g_h = layer_norm_backward(spoiled, saved).g_h
    assert np.isnan(g_h[0]).all()
    assert_array_equal(g_h[1:], layer_norm_backward(g_z, saved).g_h[1:])


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_a_row_of_nan_or_infinity_is_not_called_constant(bad):
    z = layer_norm([[bad, bad], [1.0, 2.0]], [1, 1], [0, 0], eps=0)
    assert np.isnan(z[0]).all()
    assert z[1].tolist() == [-1.0, 1.0]


def test_lists_and_tuples_are_read_as_numpy_reads_them():
    z = layer_norm([(1, 3), [5, 9]], (1, 2), [0, 0.5], eps=0)
    assert type(z) is np.ndarray
    assert z.tolist() == [[-1.0, 2.5], [-1.0, 2.5]]


def test_subclasses_come_back_as_plain_arrays():
    with pytest.warns(PendingDeprecationWarning):
        matrix = np.matrix([[1.0, 3.0], [5.0, 9.0]])
    assert type(layer_norm(matrix, [1, 1], [0, 0])) is np.ndarray
