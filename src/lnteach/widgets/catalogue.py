"""The catalogue of mistakes as the browser half reads it, and their values by the core's arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from lnteach import core, mistakes
from lnteach.arrays import Array
from lnteach.formula import Expr, Name, to_json, to_latex
from lnteach.maths import math_html

__all__ = ["central", "options", "value"]


@lru_cache
def _options(ids: tuple[str, ...]) -> dict[str, dict[str, Any]]:
    right = mistakes.truth().definitions
    found = {}
    for id in ids:
        entry = mistakes.truth() if id == "truth" else mistakes.get(id, "layer")
        lines = {
            letter: to_json(tree)
            for letter, tree in entry.definitions.items()
            if right.get(letter) != tree
        }
        shown = next(iter(reversed(entry.lines)), None)
        letter = shown.letter if shown else "g_h"
        truth = right[letter]
        formula = _line(letter, shown.wrong if shown else truth)
        found[id] = {
            "lines": lines,
            "letter": "g_h" if id == "truth" else entry.target,
            "title": "the gradient" if id == "truth" else entry.title,
            "formula": formula,
            "words": {
                "wrong": formula,
                "right": _line(letter, shown.right if shown else truth),
                "blind": ", ".join(_blind(id)) or "none",
            },
        }
    return found


def _line(letter: str, tree: Expr) -> str:
    return math_html(f"{to_latex(Name(letter))} = {to_latex(tree)}")


def _blind(id: str) -> list[str]:
    if id == "truth":
        return []
    caught = mistakes.get(id, "layer").caught_by
    return [check.title for check in mistakes.CHECKS if check.id not in caught]


def options(ids: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Give, for each id, its title, its formula as MathML, and the lines that differ, as trees."""
    return _options(tuple(ids))


def value(option: str, letter: str, state: Mapping[str, Any]) -> Array:
    """Compute a letter by the formulas of an option, as a row of features."""
    entry = mistakes.truth() if option == "truth" else mistakes.get(option, "layer")
    h, gamma, g_z = (np.asarray(state[name], dtype=np.float64) for name in ("h", "gamma", "g_z"))
    beta = np.asarray(state.get("beta", np.zeros_like(h)), dtype=np.float64)
    if letter in {"z", "u"}:
        found: Any = entry.forward(h, gamma, beta, state["eps"])
    else:
        found = getattr(entry.compute(h, gamma, beta, g_z, state["eps"]), letter)
    return np.broadcast_to(np.asarray(found, dtype=np.float64), h.shape)


def central(state: Mapping[str, Any]) -> Array:
    """Measure g_h: central differences of sum(g_z*z), with a step that follows s."""
    h, gamma, g_z = (np.asarray(state[name], dtype=np.float64) for name in ("h", "gamma", "g_z"))
    _, saved = core.layer_norm_forward(h, gamma, 0 * h, state["eps"])
    moves = 1e-5 * float(saved.s) * np.eye(len(h))
    a = g_z * gamma

    def loss(x: Array) -> Array:
        return core.layer_norm(x, np.ones(len(h)), np.zeros(len(h)), state["eps"]) @ a

    return (loss(h + moves) - loss(h - moves)) / (2e-5 * float(saved.s))
