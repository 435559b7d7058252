"""The namespace, the dtypes, and the switch between NumPy and CuPy."""

import builtins
import subprocess
import sys
from types import ModuleType, SimpleNamespace

import array_api_strict
import ml_dtypes
import numpy as np
import pytest

from lnteach import arrays


def fake_cupy(monkeypatch, is_available):
    module = ModuleType("cupy")
    module.cuda = SimpleNamespace(is_available=is_available)
    monkeypatch.setitem(sys.modules, "cupy", module)
    return module


@pytest.mark.parametrize("value", ["", "numpy", " NumPy "])
def test_the_switch_is_numpy_unless_asked(monkeypatch, capsys, value):
    monkeypatch.setenv("LNTEACH_ARRAYS", value)
    assert arrays.array_module() is np
    monkeypatch.delenv("LNTEACH_ARRAYS")
    assert arrays.array_module() is np
    assert capsys.readouterr().out == ""


def test_the_switch_returns_cupy_where_a_device_is(monkeypatch, capsys):
    module = fake_cupy(monkeypatch, lambda: True)
    monkeypatch.setenv("LNTEACH_ARRAYS", "CuPy")
    assert arrays.array_module() is module
    assert capsys.readouterr().out == ""


def test_no_device_is_said_in_a_line(monkeypatch, capsys):
    fake_cupy(monkeypatch, lambda: False)
    monkeypatch.setenv("LNTEACH_ARRAYS", "cupy")
    assert arrays.array_module() is np
    assert capsys.readouterr().out == (
        "LNTEACH_ARRAYS=cupy, but CuPy finds no CUDA device: this chapter runs on NumPy.\n"
    )


def test_a_broken_driver_is_said_in_a_line(monkeypatch, capsys):
    def broken():
        raise RuntimeError("driver too old")

    fake_cupy(monkeypatch, broken)
    monkeypatch.setenv("LNTEACH_ARRAYS", "cupy")
    assert arrays.array_module() is np
    assert capsys.readouterr().out == (
        "LNTEACH_ARRAYS=cupy, but CuPy cannot use its device (driver too old): "
        "this chapter runs on NumPy.\n"
    )


def test_missing_cupy_is_said_in_a_line(monkeypatch, capsys):
    importing = builtins.__import__

    def without_cupy(name, *args, **kwargs):
        if name == "cupy":
            raise ModuleNotFoundError("No module named 'cupy'")
        return importing(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without_cupy)
    monkeypatch.setenv("LNTEACH_ARRAYS", "cupy")
    assert arrays.array_module() is np
    assert capsys.readouterr().out == (
        "LNTEACH_ARRAYS=cupy, but CuPy cannot be imported (No module named 'cupy'): "
        "this chapter runs on NumPy.\n"
    )


def test_an_unknown_value_is_refused(monkeypatch):
    monkeypatch.setenv("LNTEACH_ARRAYS", "torch")
    with pytest.raises(ValueError, match=r"^`LNTEACH_ARRAYS` is 'torch', but 'numpy' or 'cupy' is"):
        arrays.array_module()


def test_importing_and_using_the_core_imports_no_cupy():
    code = (
        "import sys, lnteach.core as c; c.layer_norm([1, 2], [1, 1], [0, 0]);"
        "sys.exit(any(m.partition('.')[0] == 'cupy' for m in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_an_older_cupy_array_finds_its_loaded_module(monkeypatch):
    module = fake_cupy(monkeypatch, lambda: True)
    old_array = type("ndarray", (), {"__module__": "cupy._core.core"})()
    assert arrays.namespace_of(old_array) is module
    assert arrays.namespace_of([1.0]) is None
    assert arrays.namespace_of(np.ones(2)) is np
    assert arrays.namespace_of(np.float32(1)) is np
    assert arrays.namespace_of(array_api_strict.asarray(1)) is array_api_strict


def test_read_copies_no_array():
    x = np.ones(3)
    xp, (same, made) = arrays.read(x=x, y=[1, 2])
    assert xp is np
    assert same is x
    assert made.tolist() == [1, 2]


def test_the_first_array_decides_whatever_its_place():
    strict = array_api_strict.asarray([1.0])
    xp, (one, two) = arrays.read(x=[2.0], y=strict)
    assert xp is array_api_strict
    assert two is strict
    assert isinstance(one, type(strict))


DTYPES = {
    np.float16: np.float32,
    ml_dtypes.bfloat16: np.float32,
    np.float32: np.float32,
    np.float64: np.float64,
    np.longdouble: np.longdouble,
    np.complex64: np.complex64,
    np.int8: np.float64,
    np.uint64: np.float64,
    np.bool_: np.float64,
}


@pytest.mark.parametrize("dtype", DTYPES, ids=lambda d: np.dtype(d).name)
def test_working_dtype(dtype):
    assert arrays.working_dtype(np, np.zeros(1, dtype)) == DTYPES[dtype]


def test_working_dtype_of_several_and_of_strict_arrays():
    half, single = np.zeros(1, np.float16), np.zeros(1, np.float32)
    assert arrays.working_dtype(np, half, single) == np.float32
    assert arrays.working_dtype(np, single, np.zeros(1, int)) == np.float64
    assert arrays.working_dtype(np, np.zeros(1, ml_dtypes.bfloat16), half) == np.float32
    xp = array_api_strict
    assert arrays.working_dtype(xp, xp.asarray([True])) == xp.float64
    assert arrays.working_dtype(xp, xp.zeros(1, dtype=xp.float32)) == xp.float32


@pytest.mark.parametrize(
    ("dtype", "epsilon"),
    [(np.float16, 2**-10), (ml_dtypes.bfloat16, 2**-7), (np.float32, 2**-23), (float, 2**-52)],
)
def test_machine_epsilon_is_the_spacing_above_one(dtype, epsilon):
    assert arrays.machine_epsilon(np, np.dtype(dtype)) == epsilon
    one = np.ones((), dtype)
    assert float(np.nextafter(one, dtype(2))) - 1 == epsilon
