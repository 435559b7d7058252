"""Arrays of any library: their namespace, the dtype to compute in, and what to refuse.

NumPy first. Other libraries enter only through the arguments: an array that follows the array API
standard names its own namespace, so CuPy is never imported here unless a reader asks for it with
`array_module`. Only functions that every CuPy >= 13 has are called on a namespace.
"""

import math
import os
import sys
from types import ModuleType
from typing import Any, TypeAlias

import numpy as np

Array: TypeAlias = Any
"""An array of NumPy, CuPy or any other library with `__array_namespace__`, or what NumPy reads."""
Namespace: TypeAlias = Any
"""The module of functions that an array's library offers."""
DType: TypeAlias = Any

SWITCH = "LNTEACH_ARRAYS"


def array_module() -> ModuleType:
    """Return the array module that the environment variable `LNTEACH_ARRAYS` asks for.

    A notebook makes its arrays with this module and runs unchanged on either library. The values
    are ``numpy`` (the default) and ``cupy``. Where CuPy or its device is missing, one line says so
    and NumPy is returned.

    Raises
    ------
    ValueError
        The variable has another value.

    Examples
    --------
    >>> import os
    >>> os.environ["LNTEACH_ARRAYS"] = "numpy"
    >>> xp = array_module()
    >>> xp.asarray([1.0, 2.0, 3.0]).shape
    (3,)
    """
    asked = os.environ.get(SWITCH, "").strip().lower() or "numpy"
    if asked == "numpy":
        return np
    if asked != "cupy":
        raise ValueError(f"`{SWITCH}` is {asked!r}, but 'numpy' or 'cupy' is needed")
    try:
        import cupy
    except ImportError as error:
        reason = f"CuPy cannot be imported ({error})"
    else:
        try:
            if cupy.cuda.is_available():
                return cupy  # type: ignore[no-any-return]
            reason = "CuPy finds no CUDA device"
        except Exception as error:  # a broken driver may raise anything; the chapter still runs
            reason = f"CuPy cannot use its device ({error})"
    print(f"{SWITCH}=cupy, but {reason}: this chapter runs on NumPy.")
    return np


def namespace_of(x: Array) -> Namespace | None:
    """Return the namespace `x` belongs to; None for what is no array, such as a list."""
    if hasattr(x, "__array_namespace__"):
        return x.__array_namespace__()
    library = type(x).__module__.partition(".")[0]
    # Older CuPy arrays do not name their namespace; one that exists has its module loaded.
    return sys.modules.get("cupy") if library == "cupy" else None


def read(**given: Array) -> tuple[Namespace, list[Array]]:
    """Return the one namespace of the arguments, and each of them as an array of numbers there.

    What is no array (a list, a number) is read by the library of the arrays beside it, NumPy if
    there are none. Nothing is copied that is an array already.

    Raises
    ------
    TypeError
        Arrays of two libraries, or an argument that holds no numbers.
    ValueError
        A ragged list.
    """
    spaces = {name: namespace_of(x) for name, x in given.items()}
    first, xp = next(((name, xp) for name, xp in spaces.items() if xp is not None), ("", np))
    for name, other in spaces.items():
        if other is not None and other is not xp:
            raise TypeError(
                f"`{name}` is an array of {_title(other)}, but `{first}` is one of {_title(xp)}: "
                "all arrays must come from one library"
            )
    beside = given.get(first)
    return xp, [_as_numbers(name, x, spaces[name], xp, beside) for name, x in given.items()]


def _title(xp: Namespace) -> str:
    return str(getattr(xp, "__name__", xp))


def _as_numbers(name: str, x: Array, own: Namespace | None, xp: Namespace, beside: Array) -> Array:
    if own is None or xp is np:
        try:
            x = xp.asarray(x)
        except (TypeError, ValueError) as error:
            refusal = TypeError if isinstance(error, TypeError) else ValueError
            raise refusal(f"`{name}` cannot be read as one array of numbers: {error}") from error
        if beside is not None and x.device != beside.device:
            x = x.to_device(beside.device)
    if kind(xp, x.dtype) == "other":
        raise TypeError(f"`{name}` has dtype {x.dtype}, but real or complex numbers are needed")
    return x


_KINDS = {"f": "real", "c": "complex", "i": "integer", "u": "integer", "b": "integer"}


def kind(xp: Namespace, dtype: DType) -> str:
    """Return ``"real"``, ``"complex"``, ``"integer"`` (booleans too) or ``"other"``."""
    if isinstance(dtype, np.dtype):
        if _is_half(dtype):
            return "real"
        return _KINDS.get(dtype.kind, "other")
    kinds = {"real floating": "real", "complex floating": "complex"}
    return next((ours for theirs, ours in kinds.items() if xp.isdtype(dtype, theirs)), "integer")


def working_dtype(xp: Namespace, *arrays: Array) -> DType:
    """Return the dtype to compute in: halves widen to float32, integers and booleans to float64."""

    def widened(dtype: DType) -> DType:
        if _is_half(dtype):
            return xp.float32
        return xp.float64 if kind(xp, dtype) == "integer" else dtype

    return xp.result_type(*(widened(x.dtype) for x in arrays))


def _is_half(dtype: DType) -> bool:
    if not isinstance(dtype, np.dtype):
        return False  # the array API standard has no halves
    # To NumPy bfloat16 is a void; asking every dtype for its name would cost more than the sums.
    return dtype.char == "e" or (dtype.kind == "V" and dtype.name == "bfloat16")


def cast_like(xp: Namespace, x: Array, source: Array) -> Array:
    """Return the result `x` in the dtype of the argument `source` that it belongs to.

    An integer argument makes float64; a complex result stays complex.
    """
    wanted = result_dtype(xp, x.dtype, source)
    return x if x.dtype == wanted else xp.asarray(x, dtype=wanted)


def result_dtype(xp: Namespace, dtype: DType, source: Array) -> DType:
    """Return the dtype that `cast_like` gives a result which was computed in `dtype`."""
    wanted = xp.float64 if kind(xp, source.dtype) == "integer" else source.dtype
    if kind(xp, dtype) == "complex" and kind(xp, wanted) != "complex":
        return dtype
    return xp.result_type(wanted)  # in native byte order


def machine_epsilon(xp: Namespace, dtype: DType) -> float:
    """Return the spacing of the numbers of a floating `dtype` just above 1."""
    if _is_half(dtype) and dtype.kind == "V":
        return 2.0**-7  # NumPy has no finfo of bfloat16
    return float(xp.finfo(dtype).eps)


def check_real(name: str, x: Array) -> None:
    """Refuse complex numbers where only real ones have a meaning."""
    if kind(namespace_of(x), x.dtype) == "complex":
        raise TypeError(f"`{name}` has dtype {x.dtype}, but real numbers are needed")


def check_features(h: Array, name: str = "h") -> None:
    """Refuse an array without a last axis of at least one feature."""
    if len(h.shape) == 0:
        raise ValueError(f"`{name}` is a single number, but an axis of features is needed")
    if h.shape[-1] == 0:
        raise ValueError(f"`{name}` has shape {h.shape}, but at least one feature is needed")


def check_parameter(name: str, p: Array, h: Array) -> None:
    """Refuse a parameter that does not hold one number a feature of `h`."""
    d = h.shape[-1]
    if p.shape != (d,):
        features = f"{d} feature" + "s" * (d != 1)
        raise ValueError(f"`{name}` has shape {p.shape}, but `h` has {features} on its last axis")


def check_shape(name: str, x: Array, like: Array, like_name: str = "h") -> None:
    """Refuse `x` unless it has the shape of `like`."""
    if x.shape != like.shape:
        raise ValueError(f"`{name}` has shape {x.shape}, but `{like_name}` has shape {like.shape}")


def check_number(name: str, value: Any) -> float:
    """Return `value` as a float; refuse what is no real number (text, a flag, an array)."""
    no_number = bool | np.bool_ | str | bytes | complex | np.complexfloating
    xp = namespace_of(value)
    try:
        if isinstance(value, no_number) or getattr(value, "shape", ()) != ():
            raise TypeError
        if xp is not None and kind(xp, value.dtype) in ("complex", "other"):
            raise TypeError
        return float(value)
    except (TypeError, ValueError):
        given = f"{value!r} ({type(value).__name__})"
        raise TypeError(f"`{name}` is {given}, but a number is needed") from None


def check_eps(eps: Any) -> float:
    """Return `eps` as a float; refuse what is negative, infinite or not a number."""
    number = check_number("eps", eps)
    if not 0 <= number < math.inf:
        raise ValueError(f"`eps` is {number}, but a finite number that is at least 0 is needed")
    return number
