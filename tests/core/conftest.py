"""The array libraries that the core is tested on, and a stand-in for one on a device."""

from types import SimpleNamespace

import array_api_strict
import numpy as np
import pytest

# What the core may call on a namespace: present in CuPy 13 under these names.
FUNCTIONS = [
    "abs",
    "all",
    "any",
    "asarray",
    "isfinite",
    "max",
    "min",
    "nonzero",
    "reshape",
    "sqrt",
    "sum",
    "zeros_like",
]
BINARY = ["add", "sub", "mul", "truediv", "pow", "and", "or", "eq", "ne", "lt", "le", "gt", "ge"]


class DeviceArray:
    """An array that, like CuPy's, refuses to become a NumPy array unless asked openly."""

    def __init__(self, values):
        self._values = np.asarray(values)

    def __array__(self, *args, **kwargs):
        raise TypeError("Implicit conversion to a NumPy array is not allowed.")

    def __array_namespace__(self):
        return DEVICE

    def get(self):
        return self._values

    shape = property(lambda self: self._values.shape)
    dtype = property(lambda self: self._values.dtype)
    size = property(lambda self: self._values.size)
    device = property(lambda self: "a device")

    def __getitem__(self, key):
        return DeviceArray(self._values[key])

    def __setitem__(self, key, value):
        self._values[key] = value

    def __neg__(self):
        return DeviceArray(-self._values)

    def __invert__(self):
        return DeviceArray(~self._values)

    def __float__(self):
        return float(self._values)

    def __int__(self):
        return int(self._values)

    def __bool__(self):
        return bool(self._values)

    __hash__ = None


def _host(x):
    return x._values if isinstance(x, DeviceArray) else x


def _operator(name):
    def method(self, other):
        if isinstance(other, np.ndarray):
            raise TypeError("Unsupported type numpy.ndarray")
        return DeviceArray(getattr(self._values, name)(_host(other)))

    return method


for _name in BINARY:
    setattr(DeviceArray, f"__{_name}__", _operator(f"__{_name}__"))
for _name in ("add", "sub", "mul", "truediv"):
    setattr(DeviceArray, f"__r{_name}__", _operator(f"__r{_name}__"))


def _function(name):
    def call(*args, **kwargs):
        out = getattr(np, name)(*map(_host, args), **kwargs)
        return tuple(map(DeviceArray, out)) if isinstance(out, tuple) else DeviceArray(out)

    return call


DEVICE = SimpleNamespace(
    __name__="device_double",
    float32=np.float32,
    float64=np.float64,
    complex128=np.complex128,
    finfo=np.finfo,
    result_type=np.result_type,
    **{name: _function(name) for name in FUNCTIONS},
)
OTHER = array_api_strict.Device("device1")


def _read_only(values, dtype=None):
    array = np.array(values, dtype=dtype)
    array.flags.writeable = False
    return array


class Backend:
    """How to make an array of a library, and how to look at one from NumPy."""

    def __init__(self, name, make, look, array_type):
        self.name, self.make, self.look, self.array_type = name, make, look, array_type


BACKENDS = [
    Backend("numpy", np.array, np.asarray, (np.ndarray, np.generic)),
    Backend("numpy, read-only", _read_only, np.asarray, (np.ndarray, np.generic)),
    Backend("strict", array_api_strict.asarray, np.asarray, array_api_strict.asarray(0).__class__),
    Backend(
        "strict, another device",
        lambda values: array_api_strict.asarray(values, device=OTHER),
        lambda x: np.asarray(x.to_device(array_api_strict.Device("CPU_DEVICE"))),
        array_api_strict.asarray(0).__class__,
    ),
    Backend("device double", DeviceArray, DeviceArray.get, DeviceArray),
]


@pytest.fixture(params=BACKENDS, ids=lambda backend: backend.name)
def backend(request):
    return request.param


@pytest.fixture
def device_double():
    return DeviceArray
