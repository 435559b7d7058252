"""The whole core on arrays of other libraries: same numbers, same kind of array, no detour."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from lnteach.arrays import namespace_of
from lnteach.core import (
    differentials,
    gradient_check,
    gradient_routes,
    layer_norm,
    layer_norm_backward,
    layer_norm_forward,
    probe_quality,
    rms_norm,
    rms_norm_backward,
    rms_norm_forward,
)

RNG = np.random.default_rng(8)
H, G_Z = RNG.normal(size=(2, 2, 3, 5))
GAMMA, BETA = RNG.normal(size=(2, 5))


def everything(h, gamma, beta, g_z, eps):
    z, saved = layer_norm_forward(h, gamma, beta, eps)
    rms_z, rms_saved = rms_norm_forward(h, gamma, eps)
    *change, routes = differentials(h, g_z, eps)
    return [
        *(z, layer_norm(h, gamma, beta, eps), *layer_norm_backward(g_z, saved)),
        *(saved.h, saved.mu, saved.s, saved.gamma, saved.c, saved.u),
        *(rms_z, rms_norm(h, gamma, eps), *rms_norm_backward(g_z, rms_saved), rms_saved.r),
        *(*gradient_routes(g_z, saved), *change, *routes),
    ]


@pytest.mark.parametrize("eps", [0, 0.1])
def test_same_numbers_in_the_same_kind_of_array(backend, eps):
    given = (H, GAMMA, BETA, G_Z)
    theirs = everything(*map(backend.make, given), eps)
    for ours, expected in zip(theirs, everything(*given, eps), strict=True):
        assert isinstance(ours, backend.array_type)
        assert_allclose(backend.look(ours), expected, rtol=1e-14, atol=1e-15)


def test_lists_beside_an_array_join_its_library(backend):
    z = layer_norm(backend.make(H), GAMMA.tolist(), [0] * 5)
    assert isinstance(z, backend.array_type)
    assert_allclose(backend.look(z), layer_norm(H, GAMMA, np.zeros(5)), rtol=1e-14)


def test_integers_on_every_library(backend):
    z = layer_norm(backend.make([[1, 3], [9, 5]]), backend.make([1, 2]), backend.make([0, 0]), 0)
    assert backend.look(z).tolist() == [[-1.0, 2.0], [1.0, -2.0]]
    assert backend.look(z).dtype == np.float64


def test_empty_batch_on_every_library(backend):
    empty = backend.make(np.empty((2, 0, 3)))
    saved = layer_norm_forward(empty, backend.make([1.0, 2.0, 3.0]), backend.make([0.0] * 3), 0)[1]
    gradients = layer_norm_backward(empty, saved)
    assert [backend.look(x).shape for x in gradients] == [(2, 0, 3), (3,), (3,)]


def test_constant_row_is_named_on_every_library(backend):
    h = backend.make([[1.0, 2.0], [0.1, 0.1], [3.0, 4.0]])
    with pytest.raises(ValueError, match=r"^`eps` is 0 and row 1 of `h` is constant"):
        layer_norm(h, backend.make([1.0, 1.0]), backend.make([0.0, 0.0]), 0)


def test_complex_numbers_on_every_library(backend):
    h = backend.make(H + 1e-30j)
    z = backend.look(layer_norm(h, backend.make(GAMMA + 0j), backend.make(BETA + 0j)))
    assert_allclose(z.real, layer_norm(H, GAMMA, BETA), rtol=1e-13)


def total(x):
    """A sum in whatever library the array is of; over one axis at a time for the double."""
    xp = x.__array_namespace__()
    return xp.sum(xp.reshape(x, (-1,)), axis=0)


def test_gradient_check_on_every_library(backend):
    h, gamma, beta, g_z = map(backend.make, (H, GAMMA, BETA, G_Z))
    g_h, g_gamma, g_beta = layer_norm_backward(g_z, layer_norm_forward(h, gamma, beta)[1])
    checks = (
        gradient_check(lambda x: total(g_z * layer_norm(x, gamma, beta)), h, g_h),
        gradient_check(lambda x: total(g_z * layer_norm(h, x, beta)), gamma, g_gamma),
        gradient_check(lambda x: total(g_z * layer_norm(h, gamma, x)), beta, g_beta),
    )
    for check, g in zip(checks, (g_h, g_gamma, g_beta), strict=True):
        assert check, check.verdict
        for x in (check.numeric, check.errors, check.tau):
            assert isinstance(x, backend.array_type)
        assert backend.look(check.numeric - g).shape == g.shape
    wrong = gradient_check(lambda x: total(g_z * layer_norm(x, gamma, beta)), h, g_z)
    assert not wrong
    assert wrong.verdict.startswith("A gap at entry (")


def test_probe_quality_on_every_library(backend):
    h = backend.make([[1.0, 2.0, 4.0], [5.0, 5.0, 5.0]])
    g_z = backend.make([[1.0, -2.0, 3.0], [1.0, 2.0, 3.0]])
    found = probe_quality(h, backend.make([2.0, 1.0, 3.0]), 1 / 3, g_z)
    assert [(finding.id, finding.rows) for finding in found] == [("constant-h", ((1,),))]


def test_the_double_really_refuses_to_become_numpy(device_double):
    double = device_double([1.0])
    with pytest.raises(TypeError, match="Implicit conversion"):
        np.asarray(double)
    with pytest.raises(TypeError, match="Unsupported type"):
        double + np.ones(1)
    assert namespace_of(double).__name__ == "device_double"
