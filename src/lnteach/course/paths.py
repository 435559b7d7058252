"""Derivations one step at a time: each letter with its formula, its reason and what it rests on.

``paths.yaml`` says which letters, in which order; formulas come from the definitions and from the
derivation, reasons from the derivation's steps.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path as FilePath
from typing import Any

from lnteach.course.prose import expand
from lnteach.course.reasons import set_letters
from lnteach.course.schema import Document, choice, items, mapping, pattern, text
from lnteach.formula import (
    Add,
    Div,
    Expr,
    Mul,
    Name,
    Neg,
    Sub,
    definitions,
    parts,
    read,
    rebuild,
    to_latex,
)
from lnteach.formula.shape import axes
from lnteach.symbolic import all_steps
from lnteach.symbolic.letters import LATEX, i
from lnteach.symbolic.trees import to_tree

__all__ = ["GIVEN", "Line", "Path", "notes", "paths", "symbol"]

GIVEN = ("h", "gamma", "beta", "g_z", "dh", "eps")
"""The letters that are given, in the lecture's order."""

_FILE = FilePath(__file__).parent / "paths.yaml"
_NAME = pattern(r"[a-z_]+(-[a-z_]+)?", "a name such as mu or rms-u")
_SCHEMA = mapping(
    {
        "schema": choice("1"),
        "kind": choice("paths"),
        "steps": items(
            mapping(
                {"id": _NAME, "letter": _NAME},
                {
                    "norm": choice("layer", "rms"),
                    "step": _NAME,
                    "of": _NAME,
                    "term": choice("direct", "mean", "variance", "all"),
                    "formula": text,
                    "reason": _NAME,
                    "why": text,
                },
            ),
            key="id",
        ),
        "paths": items(mapping({"id": _NAME, "steps": items(_NAME)}), key="id"),
        "notes": mapping({"given": text, "many": text, "long": text}),
    }
)
_ROUTES = ("direct", "mean", "variance")
# The gradient's terms have long names in the derivation; beside each other their routes are enough.
_SHORT = {f"g_h_{route}": rf"g_{{\mathrm{{{route}}}}}" for route in _ROUTES}
_WRITTEN = {"sum_g_h": r"\operatorname{sum}(g_h)", "u_g_h": r"u^\top g_h"}


@dataclass(frozen=True)
class Line:
    """One step of a path.

    Attributes
    ----------
    id, letter : str
        Its name, and the letter that it computes.
    tree : Expr
        Its formula in the letters before it.
    column : bool
        Whether its value is a column of features rather than one number.
    latex : str
        The formula as an equation.
    why : str
        The reason, in a sentence of Markdown.
    uses : tuple of str
        The letters that it rests on, given ones among them, as the formula names them.
    mark : str
        The route that it shows, if it shows one.
    """

    id: str
    letter: str
    tree: Expr
    column: bool
    latex: str
    why: str
    uses: tuple[str, ...]
    mark: str


@dataclass(frozen=True)
class Path:
    """A derivation in steps: what is given, and the lines in order."""

    id: str
    given: tuple[str, ...]
    lines: tuple[Line, ...]


@lru_cache(maxsize=1)
def paths() -> Mapping[str, Path]:
    """Return the paths of the course by name.

    Raises
    ------
    ContentError
        If the file names a step that is not there, or a formula was typed by hand.

    Examples
    --------
    >>> [line.letter for line in paths()["forward"].lines]
    ['mu', 'c', 'v', 's', 'u', 'z']
    >>> paths()["differentials"].lines[-1].uses
    ('dc', 's', 'c', 'ds')
    """
    raw, document = Document.read(_FILE, _SCHEMA)
    lines: dict[str, Line] = {}
    for entry in raw["steps"]:
        try:
            lines[entry["id"]] = _line(entry, document)
        except KeyError as error:
            document.complain(f"steps.{entry['id']}", str(error.args[0]))
    found = {}
    for entry in raw["paths"]:
        if missing := [name for name in entry["steps"] if name not in lines]:
            document.complain(f"paths.{entry['id']}.steps", f"names {missing[0]!r}, no step")
            continue
        own = tuple(lines[name] for name in entry["steps"])
        used = {letter for line in own for letter in line.uses}
        given = tuple(letter for letter in GIVEN if letter in used)
        found[entry["id"]] = Path(entry["id"], given, own)
        for place, line in enumerate(own):
            known = {*given, *(each.letter for each in own[:place])}
            if open_ := [letter for letter in line.uses if letter not in known]:
                where = f"paths.{entry['id']}.steps.{place + 1}"
                document.complain(where, f"rests on `{open_[0]}`, which no step before it gives")
    document.raise_if_wrong()
    return found


@lru_cache(maxsize=1)
def notes() -> Mapping[str, str]:
    """Return the sentences that say why values are not exact."""
    found: Mapping[str, str] = Document.read(_FILE, _SCHEMA)[0]["notes"]
    return found


def _line(entry: Mapping[str, Any], document: Document) -> Line:
    letter, mark = entry["letter"], ""
    meanings = definitions(entry.get("norm", "layer"))
    if "step" in entry:
        step = all_steps()[entry["step"]]
        tree, column, latex = to_tree(step.rhs), i in step.statement.free_symbols, step.latex
    else:
        if "formula" in entry:
            tree = read(entry["formula"])
        elif "term" in entry:
            tree = _term(meanings[entry["of"]], entry["term"], meanings)
            mark = "total" if entry["term"] == "all" else entry["term"]
        else:
            tree = _shortened(meanings[letter], letter, meanings)
        column = "feature" in axes(tree) or entry.get("term") == "all"
        formula = to_latex(tree, letters=_SHORT)
        latex = formula if "formula" in entry else f"{symbol(letter)} = {formula}"
    where = f"steps.{entry['id']}.why"
    why = expand(entry["why"], {}, where, document) if "why" in entry else _reason(entry)
    uses = tuple(dict.fromkeys(name for name in _in_order(tree) if name not in {"d", "ones"}))
    return Line(entry["id"], letter, tree, column, latex, why, uses, mark)


def symbol(letter: str) -> str:
    """Return the LaTeX of a letter on its own."""
    return _WRITTEN.get(letter) or _SHORT.get(letter) or LATEX.get(letter, letter)


def _in_order(tree: Expr) -> list[str]:
    if isinstance(tree, Name):
        return [tree.id]
    return [name for part in parts(tree) for name in _in_order(part)]


def _shortened(tree: Expr, letter: str, meanings: Mapping[str, Expr]) -> Expr:
    """Write the letters m and q for the means that they stand for."""
    for short in ("m", "q"):
        if short != letter and tree == meanings.get(short):
            return Name(short)
    return rebuild(tree, tuple(_shortened(part, letter, meanings) for part in parts(tree)))


def _term(tree: Expr, term: str, meanings: Mapping[str, Expr]) -> Expr:
    """Take one term out of (a - m - u*q)/s, divided; or put the names of all three together."""
    if term == "all":
        first, second, third = (Name(f"g_h_{route}") for route in _ROUTES)
        return Add(Add(first, second), third)
    tree = _shortened(tree, "g_h", meanings)
    match tree:
        case Div(Sub(Sub(direct, mean), variance), below):
            chosen = {"direct": direct, "mean": mean, "variance": variance}[term]
            if term == "direct":
                return Div(direct, below)
            column = "feature" in axes(chosen)
            return Neg(Div(chosen if column else Mul(chosen, Name("ones")), below))
    raise ValueError("the definition has other terms than a, its mean and the multiple of u")


def _reason(entry: Mapping[str, Any]) -> str:
    """Take the first sentence of a step's reason, with its letters as mathematics."""
    reason = all_steps()[entry.get("reason", entry.get("step"))].reason
    first = re.split(r"(?<=\.) ", reason)[0]
    return set_letters(first)
