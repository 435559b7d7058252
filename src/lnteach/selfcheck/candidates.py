"""What an answer may be instead of right: named mistakes, pairs of them, any other single edit.

They are tried in this order, so that the likelier name comes first. What gives the truth, or what
an earlier one gives, on the numbers at hand is no candidate there.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from lnteach.formula import Expr, FormulaError, definitions, uses
from lnteach.mistakes import get, ids, pairs, single_edits
from lnteach.mistakes.edits import Edited

__all__ = ["Candidate", "candidates"]


@dataclass(frozen=True)
class Candidate:
    """A way to be wrong.

    Attributes
    ----------
    key : str
        Its permanent name: an id, two ids joined by ``+``, or ``edit:`` and a description.
    kind : str
        ``mistake``, ``pair`` or ``edit``.
    ids : tuple of str
        The mistakes of the catalogue that it is made of.
    title : str
        What was done, in words.
    edited : Edited
        The norm with this done to it.
    ask : str
        The letter that comes out wrong.
    """

    key: str
    kind: str
    ids: tuple[str, ...]
    title: str
    edited: Edited
    ask: str

    @property
    def section(self) -> str:
        """Where the course treats it: a page and an anchor."""
        return f"mistakes.html#{self.ids[0]}" if self.ids else ""

    @property
    def lines(self) -> tuple[tuple[str, Expr, Expr], ...]:
        """The lines where it happens, on the way to `ask`: letter, what was written, the right."""
        way = {self.ask, *uses(self.ask, definitions(self.edited.norm))}
        return tuple(
            (line.letter, line.wrong, line.right)
            for line in self.edited.lines
            if line.letter in way
        )


@cache
def candidates(ask: str, norm: str = "layer") -> tuple[Candidate, ...]:
    """Return all ways of the course to get a letter wrong.

    Parameters
    ----------
    ask : str
        A letter of the norm: ``g_h``, ``g_gamma``, ``u``, ``s``, …
    norm : {"layer", "rms"}
        Of which norm.

    Raises
    ------
    ValueError
        The norm has no such letter.

    Examples
    --------
    >>> [each.key for each in candidates("g_h")][:2]
    ['constant-statistics', 'no-variance-route']
    """
    edits = single_edits(ask, norm)  # refuses a letter that the norm does not have
    found = [
        Candidate(id, "mistake", (id,), get(id, norm).title, get(id, norm), ask) for id in ids(norm)
    ]
    for first, second, both in pairs(norm):
        title = f"{first.title}; and {second.title[:1].lower()}{second.title[1:]}"
        found.append(
            Candidate(f"{first.id}+{second.id}", "pair", (first.id, second.id), title, both, ask)
        )
    for edit in edits:
        found.append(Candidate(f"edit:{edit.description}", "edit", (), edit.description, edit, ask))
    return tuple(found)


def value(edited: Edited, case: dict[str, object], ask: str) -> tuple[object, ...] | None:
    """Return the exact entries that a norm with edits gives on a case; None if it has none.

    A matrix (a mistake of shape) is read row by row; a single number is one entry.
    """
    try:
        found = edited.value(case, ask)
    except (FormulaError, ZeroDivisionError):
        return None
    if not isinstance(found, tuple):
        return (found,)
    if found and isinstance(found[0], tuple):
        return tuple(entry for row in found for entry in row)
    return found
