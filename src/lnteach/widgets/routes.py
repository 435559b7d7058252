"""What the three-routes widget accepts, computes and says, apart from how it shows it."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from functools import cache
from importlib import resources
from numbers import Real
from typing import Any, NamedTuple

import numpy as np
import traitlets

from lnteach import core
from lnteach.arrays import Array

__all__ = ["STATE", "ThreeRoutesResult", "checked", "compute", "labels", "named", "with_lengths"]

VECTORS = ("h", "dh", "gamma", "g_z")
STATE = (*VECTORS, "eps", "view")
VIEWS = ("du", "g_h")
NEUTRAL = {"dh": 0.0, "gamma": 1.0, "g_z": 0.0}  # what a new feature starts with
MAX_FEATURES = 128
MAX_SIZE = 1e100  # beyond it squares and products leave the doubles


class ThreeRoutesResult(NamedTuple):
    """What the core computes for a state of the widget.

    Attributes
    ----------
    saved : Saved
        What the forward pass saved: h, mu, c, s, u, gamma.
    dh, g_z : arrays (d,)
        The change made to h, and the gradient arriving at z.
    change : Differentials
        dmu, dc, dv, ds, du and the three routes of du.
    dz : array (d,)
        The change of the output, ``gamma*du``.
    a, g_h : arrays (d,)
        The gradient ``g_z*gamma`` that arrives at u, and the gradient of h.
    routes : Routes
        The three terms of g_h.
    """

    saved: core.Saved
    dh: Array
    g_z: Array
    change: core.Differentials
    dz: Array
    a: Array
    g_h: Array
    routes: core.Routes


def checked(state: Mapping[str, Any]) -> dict[str, Any]:
    """Give a state in plain Python types, or say what is wrong with it."""
    good: dict[str, Any] = {name: _vector(name, state[name]) for name in VECTORS}
    d = len(good["h"])
    for name in VECTORS:
        if len(good[name]) != d:
            raise traitlets.TraitError(
                f"`h` has {d} features, but `{name}` has {len(good[name])}; "
                "change lengths with `update(h=..., ...)`"
            )
    good["eps"] = _number("eps", state["eps"])
    if good["eps"] < 0:
        raise traitlets.TraitError(f"`eps` is {good['eps']:g}, but must be at least 0")
    if state["view"] not in VIEWS:
        raise traitlets.TraitError(f"`view` is {state['view']!r}, but must be 'du' or 'g_h'")
    good["view"] = state["view"]
    try:
        with np.errstate(over="raise", divide="raise", invalid="raise"):
            compute(good)
    except (ValueError, FloatingPointError) as error:
        raise traitlets.TraitError(str(error)) from None
    return good


def _vector(name: str, given: Any) -> list[float]:
    try:
        values = list(given)
    except TypeError:
        raise traitlets.TraitError(
            f"`{name}` is {given!r}, but must be a list of numbers"
        ) from None
    if not 1 <= len(values) <= MAX_FEATURES:
        raise traitlets.TraitError(
            f"`{name}` has {len(values)} entries, but the widget shows 1 to {MAX_FEATURES}"
        )
    return [_number(f"{name}[{i}]", value) for i, value in enumerate(values)]


def _number(name: str, given: Any) -> float:
    if not isinstance(given, Real | np.number):
        raise traitlets.TraitError(f"`{name}` is {given!r}, but must be a number")
    value = float(given)
    if not math.isfinite(value) or abs(value) > MAX_SIZE:
        raise traitlets.TraitError(f"`{name}` is {value}, but must be finite and at most 1e100")
    return value


def with_lengths(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """Let the vectors that are not given follow the length of a new `h`."""
    if "h" not in new:
        return dict(new)
    d = len(_vector("h", new["h"]))
    follow = {name: [*old[name][:d], *[NEUTRAL[name]] * (d - len(old[name]))] for name in NEUTRAL}
    return {**follow, **new}


def compute(state: Mapping[str, Any]) -> ThreeRoutesResult:
    """Compute a state with the core, forward and backward."""
    h, dh, gamma, g_z = (np.asarray(state[name], dtype=np.float64) for name in VECTORS)
    _, saved = core.layer_norm_forward(h, gamma, np.zeros_like(h), state["eps"])
    change = core.differentials(h, dh, state["eps"])
    a = g_z * gamma
    g_h = core.layer_norm_backward(g_z, saved).g_h
    return ThreeRoutesResult(
        saved, dh, g_z, change, gamma * change.du, a, g_h, core.gradient_routes(a, saved)
    )


@cache
def labels() -> dict[str, Any]:
    """Read the words that both halves show."""
    text = resources.files("lnteach").joinpath("web", "labels.json").read_text(encoding="utf-8")
    words: dict[str, Any] = json.loads(text)
    return words


def named(result: ThreeRoutesResult) -> tuple[dict[str, list[float]], dict[str, float]]:
    """Name the vectors and the scalars as the browser half does."""
    saved, change = result.saved, result.change
    arrays = {
        "h": saved.h,
        "dh": result.dh,
        "gamma": saved.gamma,
        "g_z": result.g_z,
        "u": saved.u,
        "du": change.du,
        "dz": result.dz,
        "a": result.a,
        "g_h": result.g_h,
        **{f"du_{mark}": part for mark, part in change.routes._asdict().items()},
        **{f"g_h_{mark}": part for mark, part in result.routes._asdict().items()},
    }
    scalars = {
        "mu": saved.mu,
        "v": (saved.c * saved.c).mean(),
        "s": saved.s,
        "dmu": change.dmu,
        "dv": change.dv,
        "ds": change.ds,
        "mean_a": result.a.mean(),
        "mean_au": (result.a * saved.u).mean(),
        "sum_g_h": result.g_h.sum(),
        "u_g_h": saved.u @ result.g_h,
    }
    return (
        {name: array.tolist() for name, array in arrays.items()},
        {name: float(value) for name, value in scalars.items()},
    )
