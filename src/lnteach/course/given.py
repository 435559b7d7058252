"""What is given in an exercise, its letters worked out exactly, and what mistakes make of it.

A given is a table of exact numbers under the letters h, eps, gamma, beta, g_z and dh; h and g_z of
a batch hold one row a sample. Every other letter follows from the definitions of the norm, the
differentials from the derivation itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from lnteach import mistakes
from lnteach.course.cases import Cases
from lnteach.course.expressions import exact
from lnteach.course.known import is_known
from lnteach.formula import FormulaError, Name, definitions, evaluate_exact, read, uses

__all__ = ["Given", "applicable", "is_batch", "make_cases", "mistaken", "width", "work_out"]

Given = Mapping[str, Any]
INPUTS = ("h", "eps", "gamma", "beta", "g_z", "dh")
CHANGES = ("dmu", "dc", "dv", "ds", "du", "du_direct", "du_mean", "du_variance")
ROWS = ("one", "two", "three")

# Numbers on which nothing cancels, for asking what a mistake can do at all with what is given.
_GENERIC_H = ((-7, 4, 10, 16, 22), (13, 24, 3, 9, 15), (2, -5, 1, 8, 30))
_GENERIC_G = ((-5, 6, -2, -2, 2), (4, -1, -4, 2, 3), (7, 3, -1, 5, 11))


def width(given: Given) -> int:
    """Count the features.

    Examples
    --------
    >>> width({"g_z": ((1, 0, 2), (0, 1, 1))})
    3
    """
    row = given.get("h", given.get("g_z"))
    assert row is not None
    return len(row[0]) if isinstance(row[0], tuple) else len(row)


def is_batch(given: Given) -> bool:
    """Tell whether there are several rows."""
    row = given.get("h", given.get("g_z"))
    return row is not None and isinstance(row[0], tuple)


def make_cases(given: Given, norm: str = "layer", **more: Any) -> Cases:
    """Work out every letter that what is given decides.

    Parameters
    ----------
    given : mapping
        The inputs.
    norm : {"layer", "rms"}
        Of which norm.
    **more
        Further exact values for the case ``x``.

    Returns
    -------
    mapping of mappings
        The case ``x``; of a batch also its rows by themselves, ``one``, ``two`` and ``three``; of a
        change also what stands ``after`` it.

    Examples
    --------
    >>> make_cases({"h": (1, 3, 1, 3), "eps": 0})["x"]["u"]
    (-1, 1, -1, 1)
    """
    found = {"x": {**_letters(given, norm), **more}}
    if is_batch(given):
        number = len(given.get("h", given.get("g_z")))
        for k, name in enumerate(ROWS[:number]):
            split = {key: given[key][k] for key in ("h", "g_z") if key in given}
            found[name] = _letters({**given, **split}, norm)
    if "dh" in given:
        moved = tuple(x + y for x, y in zip(given["h"], given["dh"], strict=True))
        rest = {name: value for name, value in given.items() if name not in ("h", "dh")}
        found["after"] = _letters({**rest, "h": moved}, norm)
    return found


def _letters(given: Given, norm: str) -> dict[str, Any]:
    meanings = definitions(norm)
    d = width(given)
    inputs = {"gamma": (1,) * d, "beta": (0,) * d, **given}
    change = inputs.pop("dh", None)
    letters = [name for name in meanings if not uses(name, meanings) - {*meanings} - {*inputs}]
    found = {name: exact(evaluate_exact(Name(name), inputs, meanings)) for name in letters}
    if "a" in found and "u" in found and "q" not in found:
        found["q"] = exact(evaluate_exact(Name("q"), inputs, meanings))
    found |= {name: exact(value) for name, value in given.items()} | {"d": exact(d)}
    if change is not None:
        found |= _changes(tuple(given["h"]), given["eps"], tuple(change))
    return found | ({"norm": norm} if norm != "layer" else {})


@lru_cache(maxsize=1024)
def _changes(h: tuple[Any, ...], eps: Any, dh: tuple[Any, ...]) -> dict[str, Any]:
    from lnteach import symbolic

    found = symbolic.exact(exact(h), exact(eps), dh=exact(dh))
    return {name: found[name] for name in CHANGES}


def work_out(written: str, given: Given, norm: str = "layer") -> Any:
    """Work out a line of a solution, which has to be a part of a formula of the course.

    Examples
    --------
    >>> work_out("mean(h)", {"h": (1, 3, 1, 3), "eps": 0})
    Fraction(2, 1)
    """
    tree = read(written)
    if not is_known(tree):
        raise ValueError(f"`{written}` is no part of a formula of the course")
    d = width(given)
    inputs = {"gamma": (1,) * d, "beta": (0,) * d, **given}
    inputs.pop("dh", None)
    return evaluate_exact(tree, inputs, definitions(norm))


def mistaken(id: str, given: Given, letter: str, norm: str = "layer") -> Any:
    """Compute what a mistake of the catalogue (or ``truth``) makes of a letter, exactly.

    None where it has no value there: it divides by zero, or needs what is not given.

    Examples
    --------
    >>> mistaken("no-mean-route", {"h": (0, 1, 4, 9), "eps": 0, "g_z": (1, 0, 0, 0)}, "s")
    Fraction(7, 2)
    """
    entry = mistakes.truth(norm) if id == "truth" else mistakes.get(id, norm)
    meanings = definitions(norm) if id == "truth" else entry.definitions
    d = width(given)
    inputs = {"gamma": (1,) * d, "beta": (0,) * d, **given}
    inputs.pop("dh", None)
    if uses(letter, meanings) - {*meanings, "ones", "d", "B"} - {*inputs}:
        return None
    like = inputs.get("h", inputs.get("g_z"))
    try:
        return evaluate_exact(Name(letter), inputs, meanings, like=like)
    except (FormulaError, ZeroDivisionError):
        return None


def applicable(given: Given, letter: str, norm: str = "layer") -> tuple[str, ...]:
    """Name the mistakes that somebody can make with what is given here.

    Where no γ is given nobody can misplace it, at ε = 0 nobody can forget it, and a single row has
    no axis of samples: such mistakes give the truth, or nothing, whatever the numbers are.

    Examples
    --------
    >>> "gamma-outside" in applicable({"h": (1, 3, 1, 3), "eps": 0, "g_z": (1, 0, 0, 2)}, "g_h")
    False
    """
    row = given.get("h", given.get("g_z"))
    assert row is not None
    shape = (
        tuple(name for name in INPUTS if name in given and name != "dh"),
        "eps" in given and given["eps"] == 0,
        len(row) if is_batch(given) else 0,
    )
    return _applicable(shape, letter, norm)


@lru_cache
def _applicable(
    shape: tuple[tuple[str, ...], bool, int], letter: str, norm: str
) -> tuple[str, ...]:
    names, without, rows = shape
    table: dict[str, Any] = {
        "h": _GENERIC_H[:rows] if rows else _GENERIC_H[0],
        "eps": Fraction(0) if without else Fraction(44),
        "gamma": (3, 1, 4, 1, 2),
        "beta": (1, -1, 2, 0, 1),
        "g_z": _GENERIC_G[:rows] if rows else _GENERIC_G[0],
    }
    generic = {name: table[name] for name in names}
    right = mistaken("truth", generic, letter, norm)
    kept: dict[str, Any] = {}
    for id in mistakes.ids(norm):
        entry = mistakes.get(id, norm)
        if not rows and any("mean_rows" in line.text for line in entry.lines):
            continue
        if letter in entry.targets or letter not in mistakes.OUTPUTS:
            value = mistaken(id, generic, letter, norm)
            if not rows and isinstance(value, tuple) != isinstance(right, tuple):
                continue
            if value is not None and value != right and value not in kept.values():
                kept[id] = value
    return tuple(kept)
