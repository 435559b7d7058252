"""The catalogue itself: the entries of ``catalogue.yaml`` as edits of the right formulas."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import yaml

from lnteach.formula import Expr, Rule, at, definitions, find, read, substitute
from lnteach.mistakes.edits import Edit, Edited

__all__ = ["Mistake", "Report", "get", "ids", "locate", "raw", "truth"]

NORMS = ("layer", "rms")


class Report(NamedTuple):
    """A public report of the mistake: where, its address, and what happened there."""

    who: str
    url: str
    what: str


@dataclass(frozen=True)
class Mistake(Edited):
    """A named mistake: the edits of the right formula, and what to say about it.

    Attributes
    ----------
    id, title : str
        The permanent name, and a short one to read.
    origin : str
        Which of the course's sources has it.
    tempts : str
        Why one makes it.
    reports : tuple of Report
        Public reports of it.
    """

    id: str = "truth"
    title: str = "The right formula"
    origin: str = ""
    tempts: str = ""
    reports: tuple[Report, ...] = ()

    @property
    def hides(self) -> tuple[str, ...]:
        """The inputs on which its answer is right, as ids of `lnteach.mistakes.CONDITIONS`."""
        from lnteach.mistakes.hiding import hides

        return hides(self)

    @property
    def caught_by(self) -> tuple[str, ...]:
        """The checks of the course that tell it from the truth, as ids of `CHECKS`."""
        from lnteach.mistakes.blindness import blindness

        return blindness(norm=self.norm).caught_by(self.id)


def get(id: str, norm: str | None = None) -> Mistake:
    """Return a mistake by its id.

    Parameters
    ----------
    id : str
        One of `ids`.
    norm : {"layer", "rms"}, optional
        Of which norm; by default of the one it is told of.

    Raises
    ------
    KeyError
        There is no such mistake, or none of this norm.

    Examples
    --------
    >>> mistake = get("gamma-outside")
    >>> [line.text for line in mistake.lines][1]
    'g_h = gamma*((a - mean(a) - u*mean(a*u))/s), not (a - mean(a) - u*mean(a*u))/s'
    """
    tables = [_catalogue(name) for name in NORMS] if norm is None else [_catalogue(norm)]
    for table in tables:
        if id in table:
            return table[id]
    raise KeyError(f"there is no mistake {id!r}; there are {', '.join(ids(norm))}")


def ids(norm: str | None = None) -> tuple[str, ...]:
    """Return the ids of all mistakes, or of those that one norm can have, in the catalogue's order.

    Examples
    --------
    >>> ids()[:2], "no-mean-route" in ids("rms")
    (('constant-statistics', 'no-variance-route'), False)
    """
    if norm is not None:
        return tuple(_catalogue(norm))
    return tuple(entry["id"] for entry in raw()["mistakes"])


def truth(norm: str = "layer") -> Mistake:
    """Return the right formulas as an entry without edits.

    Examples
    --------
    >>> truth().value({"h": [1, 2, 3], "g_z": [2, -2, -3], "eps": "1/3"})
    (Fraction(4, 3), Fraction(-1, 1), Fraction(-1, 3))
    """
    return Mistake(norm=norm, shared=True)


@cache
def raw() -> dict[str, Any]:
    """Read the file once."""
    text = files("lnteach.mistakes").joinpath("catalogue.yaml").read_text(encoding="utf-8")
    data: dict[str, Any] = yaml.safe_load(text)
    return data


@cache
def _catalogue(norm: str) -> Mapping[str, Mistake]:
    if norm not in NORMS:
        raise ValueError(f"`norm` is {norm!r}, but 'layer' or 'rms' is needed")
    found = {}
    for entry in raw()["mistakes"]:
        wanted = [edit for edit in entry["edits"] if edit.get("only", norm) == norm]
        edits = [_edit(edit, norm) for edit in wanted]
        if entry.get("norm", norm) != norm or not all(edits):
            continue
        found[entry["id"]] = Mistake(
            norm=norm,
            edits=tuple(edit for edit in edits if edit),
            shared=entry.get("forward") == "shared",
            id=entry["id"],
            title=entry["title"],
            origin=entry["origin"],
            tempts=" ".join(entry["tempts"].split()),
            reports=tuple(Report(**report) for report in entry.get("seen", ())),
        )
    return found


def _edit(entry: Mapping[str, Any], norm: str) -> Edit | None:
    """Find the place of an edit in a norm; None if it has no such place."""
    if "from" in entry:
        letter, source = entry["in"], entry["from"]
        known = {letter, source} <= {*definitions(norm)}
        return (
            Edit(letter, "whole", (), (), raw()["words"][letter], source=source) if known else None
        )
    letter, rules = entry["in"], [Rule.parse(text) for text in entry["rules"]]
    if norm == "rms":
        letter = "r" if letter == "s" else letter
        rules = [Rule(_in_rms(rule.pattern), _in_rms(rule.result)) for rule in rules]
    if letter not in definitions(norm):
        return None
    place = locate(letter, entry["place"], norm)
    if place is None:
        return None
    words = raw()["words"]
    name = entry["place"] if letter == "g_h" else letter
    return Edit(letter, entry["place"], place, tuple(rules), words[name], entry.get("order", 0))


def locate(letter: str, place: str, norm: str = "layer") -> tuple[int, ...] | None:
    """Return the path of a named place in a definition, or None."""
    named = raw()["places"][norm].get(letter, {})
    if place == "whole" and place not in named:
        return ()
    if place not in named:
        return None
    paths = find(definitions(norm)[letter], read(named[place]))
    if not paths:
        raise ValueError(f"catalogue.yaml: {named[place]!r} does not stand in {letter}")
    assert at(definitions(norm)[letter], paths[0]) == read(named[place])
    return paths[0]


def _in_rms(tree: Expr) -> Expr:
    return substitute(tree, {"s": read("r"), "v": read("mean(h^2)")})
