"""Which dtype goes in, which comes out, and how exact the numbers are."""

import ml_dtypes
import numpy as np
import pytest
from numpy.testing import assert_allclose

from lnteach.core import (
    differentials,
    gradient_routes,
    layer_norm_backward,
    layer_norm_forward,
    rms_norm_backward,
    rms_norm_forward,
)

HALVES = [np.float16, ml_dtypes.bfloat16]
FLOATS = [*HALVES, np.float32, np.float64, np.longdouble, np.complex64, np.complex128]


def draw(shape, dtype, seed=0, mean=0.0):
    rng = np.random.default_rng(seed)
    rows = [rng.normal(size=shape) + mean, *rng.normal(size=(2, shape[-1])), rng.normal(size=shape)]
    return [x.astype(dtype) for x in rows]


def everything(h, gamma, beta, g_z, eps=1e-5):
    """All results of the core by name."""
    z, saved = layer_norm_forward(h, gamma, beta, eps)
    rms_z, rms_saved = rms_norm_forward(h, gamma, eps)
    change = differentials(h, g_z, eps)
    rms = {f"rms_{k}": x for k, x in rms_norm_backward(g_z, rms_saved)._asdict().items()}
    flat = change._asdict()
    flat.update({f"d_{k}": x for k, x in flat.pop("routes")._asdict().items()})
    return {
        "z": z,
        **layer_norm_backward(g_z, saved)._asdict(),
        "rms_z": rms_z,
        **rms,
        **flat,
        **{f"g_{k}": x for k, x in gradient_routes(g_z, saved)._asdict().items()},
    }


@pytest.mark.parametrize("dtype", FLOATS, ids=lambda d: np.dtype(d).name)
def test_floating_dtypes_are_kept(dtype):
    for name, x in everything(*draw((2, 3, 5), dtype)).items():
        assert x.dtype == dtype, name


@pytest.mark.parametrize("dtype", [bool, np.int8, np.uint8, np.int32, np.int64, np.uint64])
def test_integers_and_booleans_become_float64(dtype):
    values = [np.array(x).astype(dtype) for x in ([[1, 0, 1]], [1, 2, 3], [0, 1, 0], [[2, 0, 1]])]
    floats = [x.astype(float) for x in values]
    for (name, ours), theirs in zip(
        everything(*values).items(), everything(*floats).values(), strict=True
    ):
        assert ours.dtype == np.float64, name
        assert_allclose(ours, theirs, err_msg=name)


def test_unsigned_differences_do_not_wrap():
    z, _ = layer_norm_forward(np.array([250, 1], np.uint8), [1, 1], [0, 0], eps=0)
    assert z.tolist() == [1.0, -1.0]


@pytest.mark.parametrize("dtype", HALVES, ids=lambda d: np.dtype(d).name)
def test_halves_accumulate_in_float32(dtype):
    h, gamma, beta, g_z = draw((4, 700), dtype, mean=20)  # a sum of 14000 has no room in a half
    saved = layer_norm_forward(h, gamma, beta)[1]
    assert saved.mu.dtype == saved.s.dtype == saved.c.dtype == saved.u.dtype == np.float32
    narrow = everything(h, gamma, beta, g_z)
    wide = everything(*(x.astype(np.float64) for x in (h, gamma, beta, g_z)))
    unit = 2.0 ** (-11 if dtype == np.float16 else -8)  # half a unit in the last place
    for name, exact in wide.items():
        error = np.max(np.abs(narrow[name].astype(float) - exact))
        assert error <= 1.05 * unit * np.max(np.abs(exact)) + 1e-6, name


@pytest.mark.parametrize("shape", [(8, 5), (3, 768), (2, 4096)])
@pytest.mark.parametrize("mean", [0.0, 1e4, -1e6])
def test_float32_is_exact_to_rounding_far_from_zero(shape, mean):
    h, gamma, beta, g_z = draw(shape, np.float32, mean=mean)
    ours = everything(h, gamma, beta, g_z)
    exact = everything(*(x.astype(np.float64) for x in (h, gamma, beta, g_z)))
    for name in ("z", "g_h", "g_gamma", "g_beta", "dc", "du"):
        size = max(1.0, np.max(np.abs(exact[name])))
        error = np.max(np.abs(ours[name] - exact[name]))
        assert error <= 2e-6 * size, (name, error)
    u = [layer_norm_forward(x, gamma, beta)[1].u for x in (h, h.astype(float))]
    assert np.max(np.abs(u[0] - u[1])) <= 2e-6


def test_the_saved_mean_is_correctly_rounded():
    h, gamma, beta, _ = draw((200, 768), np.float32, mean=1e4)
    exact = h.astype(float).mean(axis=-1)
    assert np.array_equal(layer_norm_forward(h, gamma, beta)[1].mu, exact.astype(np.float32))


def test_computed_c_does_not_depend_on_what_forward_left():
    from lnteach.core import RMSSaved, Saved

    h, gamma, beta, _ = draw((3, 9), np.float32, mean=1e6)
    saved = layer_norm_forward(h, gamma, beta)[1]
    bare = Saved(saved.h, saved.mu, saved.s, saved.gamma, saved.eps)
    assert_allclose(bare.c, saved.c, rtol=0, atol=1e-6)
    assert_allclose(bare.u, saved.u, rtol=0, atol=1e-6)
    rms = rms_norm_forward(h, gamma)[1]
    assert_allclose(RMSSaved(rms.h, rms.r, rms.gamma, rms.eps).u, rms.u, rtol=0, atol=0)


MIXED = [
    # h, parameters, g_z -> z and g_h, g_gamma and g_beta
    (np.float16, np.float32, np.float16, np.float16, np.float32),
    (ml_dtypes.bfloat16, np.float32, ml_dtypes.bfloat16, ml_dtypes.bfloat16, np.float32),
    (np.float32, np.float64, np.float64, np.float32, np.float64),
    (np.float64, np.float32, np.float32, np.float64, np.float32),
    (np.int64, np.float32, np.float32, np.float64, np.float32),
    (np.float32, np.int64, np.float32, np.float32, np.float64),
    (np.complex128, np.float64, np.float64, np.complex128, np.complex128),
    (np.float64, np.complex128, np.float64, np.complex128, np.complex128),
    (np.float32, np.float32, np.complex64, np.complex64, np.complex64),
]


@pytest.mark.parametrize("dtypes", MIXED, ids=lambda d: "-".join(np.dtype(x).name for x in d))
def test_results_take_the_dtype_of_what_they_belong_to(dtypes):
    of_h, of_parameters, of_g_z, rows, parameters = dtypes
    h, gamma, beta, g_z = (2 * x.round(1) for x in draw((2, 4), float))
    z, saved = layer_norm_forward(
        h.astype(of_h), gamma.astype(of_parameters), beta.astype(of_parameters)
    )
    gradients = layer_norm_backward(g_z.astype(of_g_z), saved)
    assert [x.dtype for x in gradients] == [rows, parameters, parameters]
    if of_g_z not in (np.complex64,):  # forward does not see g_z
        assert z.dtype == rows


def test_big_endian_input_gives_native_results():
    values = draw((2, 3), ">f4")
    for name, x in everything(*values).items():
        assert x.dtype == np.float32, name
        assert x.dtype.isnative, name


def test_longdouble_is_computed_in_longdouble():
    if np.finfo(np.longdouble).eps == np.finfo(float).eps:
        pytest.skip("long double is double on this machine")
    h = np.array([1, 2, 3], np.longdouble) / 3
    _, saved = layer_norm_forward(h, np.ones(3, np.longdouble), np.zeros(3, np.longdouble), eps=0)
    exact = np.sqrt(np.longdouble(3) / 2)
    assert abs(saved.u[2] - exact) < 1e-18


def test_squares_are_not_conjugated():
    # With a conjugate the variance of (i, -i) would be +1, without it is -1.
    _, saved = layer_norm_forward([1j, -1j], [1, 1], [0, 0], eps=2)
    assert saved.s == 1
    assert rms_norm_forward([1j, -1j], [1, 1], eps=2)[1].r == 1
