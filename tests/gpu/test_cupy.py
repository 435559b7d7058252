"""The core on CuPy itself; run by `make test-gpu` where a CUDA device is there."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

cupy = pytest.importorskip("cupy", reason="CuPy is not installed (pip install 'lnteach[gpu]')")
if not cupy.cuda.is_available():
    pytest.skip("CuPy finds no CUDA device", allow_module_level=True)

from lnteach import arrays, core  # noqa: E402

pytestmark = pytest.mark.gpu


def draw(shape, dtype, mean=0.0):
    rng = np.random.default_rng(4)
    h, g_z = rng.normal(size=(2, *shape)) + mean
    gamma, beta = rng.normal(size=(2, shape[-1]))
    return [x.astype(dtype) for x in (h, gamma, beta, g_z)]


def everything(h, gamma, beta, g_z, eps):
    z, saved = core.layer_norm_forward(h, gamma, beta, eps)
    rms_z, rms_saved = core.rms_norm_forward(h, gamma, eps)
    *change, routes = core.differentials(h, g_z, eps)
    return [
        *(z, *core.layer_norm_backward(g_z, saved), saved.mu, saved.s, saved.c, saved.u),
        *(rms_z, *core.rms_norm_backward(g_z, rms_saved), rms_saved.r),
        *(*core.gradient_routes(g_z, saved), *change, *routes),
    ]


@pytest.mark.parametrize("shape", [(5,), (4, 7), (2, 3, 1025), (0, 4), (3, 1)])
@pytest.mark.parametrize(
    ("dtype", "tolerance"),
    [("float64", 1e-12), ("float32", 2e-5), ("float16", 2e-2), ("complex128", 1e-12)],
)
def test_same_numbers_as_numpy(shape, dtype, tolerance):
    given = draw(shape, dtype)
    ours = everything(*map(cupy.asarray, given), 0.1)
    for x, expected in zip(ours, everything(*given, 0.1), strict=True):
        assert isinstance(x, cupy.ndarray)
        assert x.dtype == expected.dtype
        size = 1 + np.max(np.abs(expected), initial=0)
        assert_allclose(x.get(), expected, rtol=tolerance, atol=tolerance * size)


def test_rows_far_from_zero():
    given = draw((64, 768), "float32", mean=1e4)
    z = core.layer_norm(*map(cupy.asarray, given[:3]))
    exact = core.layer_norm(*(x.astype(float) for x in given[:3]))
    assert np.max(np.abs(z.get() - exact)) <= 2e-6 * np.max(np.abs(exact))


def test_gradient_check_and_probe():
    h, gamma, beta, g_z = map(cupy.asarray, draw((2, 4), "float64"))
    g_h = core.layer_norm_backward(g_z, core.layer_norm_forward(h, gamma, beta)[1]).g_h

    def loss(x):
        return cupy.sum(g_z * core.layer_norm(x, gamma, beta))

    assert core.gradient_check(loss, h, g_h)
    assert not core.gradient_check(loss, h, g_z)
    assert core.probe_quality(h, gamma, 0.1, g_z) == ()


def test_numpy_beside_cupy_is_refused():
    h, gamma, beta, _ = draw((2, 4), "float64")
    with pytest.raises(TypeError, match="`gamma` is an array of numpy, but `h` is one of cupy"):
        core.layer_norm(cupy.asarray(h), gamma, beta)


def test_constant_row_is_named():
    with pytest.raises(ValueError, match="row 1 of `h` is constant"):
        core.layer_norm(cupy.asarray([[1.0, 2.0], [3.0, 3.0]]), [1, 1], [0, 0], eps=0)


def test_the_switch_returns_cupy(monkeypatch, capsys):
    monkeypatch.setenv(arrays.SWITCH, "cupy")
    assert arrays.array_module() is cupy
    assert capsys.readouterr().out == ""
