"""Which check is blind to which mistake: a table that is computed, never quoted."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from lnteach.mistakes.catalogue import get, ids, truth
from lnteach.mistakes.checks import CHECKS, Backward, Check, Forward, Verdict, right_forward
from lnteach.mistakes.edits import Edited
from lnteach.mistakes.table import Cell, html, markdown, plain

__all__ = ["Blindness", "blindness", "judge"]


@dataclass(frozen=True)
class Blindness:
    """The table: rows are mistakes, columns are checks.

    Shows itself as an accessible table in a notebook; `to_html`, `to_markdown` and `to_text` give
    the same for other places.

    Attributes
    ----------
    mistakes : tuple of str
        The ids of the rows.
    checks : tuple of Check
        The columns.
    norm : str
        ``"layer"`` or ``"rms"``.
    """

    mistakes: tuple[str, ...]
    checks: tuple[Check, ...]
    norm: str
    _cells: Mapping[tuple[str, str], Cell]

    def cell(self, mistake: str, check: str) -> Cell:
        """Return one cell: ``word`` is caught, blind or undefined, ``reason`` says why.

        Examples
        --------
        >>> blindness().cell("no-variance-route", "sum")
        Cell(word='blind', reason='the entries of g_h sum to 0')
        """
        if (mistake, check) not in self._cells:
            known = ", ".join([*self.mistakes, *(column.id for column in self.checks)])
            raise KeyError(f"there is no cell {mistake!r}, {check!r}; there are {known}")
        return self._cells[mistake, check]

    def caught_by(self, mistake: str) -> tuple[str, ...]:
        """Return the ids of the checks that catch a mistake."""
        return tuple(c.id for c in self.checks if self.cell(mistake, c.id).word == "caught")

    def blind_to(self, check: str) -> tuple[str, ...]:
        """Return the ids of the mistakes that a check does not see."""
        return tuple(m for m in self.mistakes if self.cell(m, check).word == "blind")

    def to_html(self) -> str:
        """Return a table with a caption, scoped headers, and words as well as colour."""
        return html(self)

    def to_markdown(self) -> str:
        """Return the table in Markdown."""
        return markdown(self)

    def to_text(self) -> str:
        """Return the table in plain text, a mistake a line."""
        return plain(self)

    def _repr_html_(self) -> str:
        return self.to_html()

    def __repr__(self) -> str:
        return self.to_text()


def blindness(check: Callable[..., Any] | None = None, *, norm: str = "layer") -> Blindness:
    """Compute the table, with a check of one's own as its last column.

    Parameters
    ----------
    check : callable, optional
        ``check(backward)``: it may call ``backward(h, gamma, beta, g_z, eps)``, which returns
        ``(g_h, g_gamma, g_beta)``, on inputs of its choice. It returns whether it accepts, or
        asserts and returns nothing. If it takes a second argument, that is the forward pass of
        whoever made the mistake, ``forward(h, gamma, beta, eps)``. An exception counts as caught.
    norm : {"layer", "rms"}
        Whose mistakes; RMSNorm's backward functions return ``(g_h, g_gamma)``.

    Returns
    -------
    Blindness

    Examples
    --------
    A check at one sample of the lecture's probe, where s = 1:

    >>> def my_check(backward):
    ...     g_h = backward([1.0, 2, 3], [2.0, 1, 3], [0.0, 0, 0], [1.0, -2, -1], 1 / 3)[0]
    ...     return abs(g_h[0] - 4 / 3) < 1e-9 and abs(g_h[1] + 1) < 1e-9
    >>> table = blindness(my_check)
    >>> table.cell("scale-forgotten", "my_check").word
    'blind'
    >>> table.cell("constant-statistics", "my_check").word
    'caught'
    """
    known = _course(norm)
    if check is None:
        return known
    if not callable(check):
        raise TypeError(f"`check` is of type {type(check).__name__}, but a function is needed")
    column = _own(check)
    cells = dict(known._cells)
    right = judge(column, truth(norm), norm)
    for id in known.mistakes:
        mine = judge(column, get(id, norm), norm)
        if not right.accepts:
            mine = Verdict(None, f"this check refuses the right gradient too: {right.reason}")
        cells[id, column.id] = Cell.of(mine)
    return Blindness(known.mistakes, (*known.checks, column), norm, cells)


@cache
def _course(norm: str) -> Blindness:
    cells = {}
    for check in CHECKS:
        right = judge(check, truth(norm), norm)
        for id in ids(norm):
            found = judge(check, get(id, norm), norm)
            if right.accepts is False:
                found = Verdict(None, f"this check refuses the right gradient too: {right.reason}")
            cells[id, check.id] = Cell.of(found)
    return Blindness(ids(norm), CHECKS, norm, cells)


def judge(check: Check, edited: Edited, norm: str) -> Verdict:
    """Make a check on a backward pass with edits."""
    forward = edited.forward if edited.shared and edited.edits else right_forward(norm)
    return check.run(edited.compute, forward, norm)


def _own(check: Callable[..., Any]) -> Check:
    name = getattr(check, "__name__", "your check")
    wanted = [
        p
        for p in inspect.signature(check).parameters.values()
        if p.default is p.empty and p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)
    ]

    def run(backward: Backward, forward: Forward, norm: str) -> Verdict:
        try:
            said = check(*(backward, forward)[: max(len(wanted), 1)])
            accepts = said is None or bool(said)
        except AssertionError as error:
            return Verdict(False, str(error).strip().partition("\n")[0] or "its assertion fails")
        except Exception as error:
            return Verdict(False, f"it raises {type(error).__name__}")
        return Verdict(accepts, f"{name} {'accepts' if accepts else 'refuses'} it")

    words = (inspect.getdoc(check) or "a check of your own").partition("\n")[0]
    return Check(name, name, words, run)
