"""What a widget accepts: finite numbers, lists of them that fit together, and known options."""

from __future__ import annotations

import math
from collections.abc import Mapping
from numbers import Real
from typing import Any

import numpy as np
import traitlets

__all__ = ["checked", "with_lengths"]

MAX_FEATURES = 128
MAX_SIZE = 1e100  # beyond it squares and products leave the doubles


def checked(fields: Mapping[str, Any], state: Mapping[str, Any]) -> dict[str, Any]:
    """Give a state in plain Python types, or say what is wrong with it.

    Raises
    ------
    traitlets.TraitError
        Naming the attribute, what was given and what is needed.
    """
    good: dict[str, Any] = {}
    first = ""
    for name, field in fields.items():
        given = state[name]
        if field["type"] == "choice":
            if given not in field["options"]:
                options = " or ".join(map(repr, field["options"]))
                raise traitlets.TraitError(f"`{name}` is {given!r}, but must be {options}")
            good[name] = given
        elif field["type"] == "number":
            good[name] = _number(name, given)
            least = field.get("least", -math.inf)
            if good[name] < least:
                raise traitlets.TraitError(
                    f"`{name}` is {good[name]:g}, but must be at least {least:g}"
                )
        else:
            good[name] = _vector(name, given)
            first = first or name
            if len(good[name]) != len(good[first]):
                raise traitlets.TraitError(
                    f"`{first}` has {len(good[first])} features, but `{name}` has "
                    f"{len(good[name])}; change lengths with `update({first}=..., ...)`"
                )
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


def with_lengths(
    neutral: Mapping[str, float], old: Mapping[str, Any], new: Mapping[str, Any]
) -> dict[str, Any]:
    """Let the vectors that are not given follow the length of a new first vector."""
    leader = next(iter(neutral), None)
    if leader is None or leader not in new:
        return dict(new)
    d = len(_vector(leader, new[leader]))
    follow = {
        name: [*old[name][:d], *[filler] * (d - len(old[name]))]
        for name, filler in neutral.items()
        if name != leader
    }
    return {**follow, **new}
