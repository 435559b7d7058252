"""An exercise: what is asked, its first numbers, and the right and the mistaken answers to it.

Texts take their numbers from the case ``x``, so the same text serves every variant.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from lnteach.course.cases import Cases, CaseTable
from lnteach.course.expressions import evaluate
from lnteach.course.given import Given, applicable, make_cases, mistaken
from lnteach.course.prose import expand
from lnteach.course.relations import verdict
from lnteach.course.schema import Document
from lnteach.formula import definitions, exact_number

__all__ = ["Exercise", "Line", "Option", "Slip"]


@dataclass(frozen=True)
class Slip:
    """A mistake of this exercise alone: its value as an expression, and what was done, in words."""

    id: str
    value: str
    name: str


@dataclass(frozen=True)
class Option:
    """One choice: right where all its claims hold."""

    id: str
    text: str
    claims: tuple[str, ...]
    reply: str

    def holds(self, cases: Cases) -> bool:
        """Decide the claims on a variant's numbers."""
        return all(verdict(claim, cases)[0] for claim in self.claims)


@dataclass(frozen=True)
class Line:
    """A line of the solution: an expression that is worked out, or a text; and why."""

    shown: str
    told: str
    why: str


@dataclass(frozen=True)
class Exercise:
    """An exercise, checked. Texts still have their references: `tell` fills in a variant's numbers.

    Attributes
    ----------
    ask : str
        The letter that is asked for, or the empty string.
    value : str
        The expression of the right answer in terms of the case ``x``, such as ``x.g_h``.
    given : mapping
        The first numbers, exact.
    shared : tuple of str
        Of a teaching exercise: the mistakes that give the right answer on the first numbers.
    """

    id: str
    title: str
    chapter: str
    origin: str
    grade: int
    status: str
    answer: str
    ask: str
    value: str
    norm: str
    given: Given
    question: str
    step: str
    solution: tuple[Line, ...]
    family: str
    d: int
    shared: tuple[str, ...]
    slips: tuple[Slip, ...]
    options: tuple[Option, ...]
    mistakes: tuple[str, ...]
    lines: tuple[str, ...]
    blanks: tuple[str, ...]
    facts: tuple[str, ...]

    @cached_property
    def applicable(self) -> tuple[str, ...]:
        """The mistakes of the catalogue that can be made in the letter asked for."""
        if self.answer not in ("vector", "number") or self.ask not in definitions(self.norm):
            return ()
        return applicable(self.given, self.ask, self.norm)

    def truth(self, given: Given) -> Any:
        """Work out the right answer for some numbers: Fractions and roots."""
        if self.ask in definitions(self.norm):
            return mistaken("truth", given, self.ask, self.norm)
        return _plain(evaluate(self.value, make_cases(given, self.norm)))

    def wrong(self, given: Given) -> dict[str, Any]:
        """Work out what each mistake gives; those without a value here are left out."""
        found = {id: mistaken(id, given, self.ask, self.norm) for id in self.applicable}
        if self.slips:
            cases = make_cases(given, self.norm)
            found |= {slip.id: _plain(evaluate(slip.value, cases)) for slip in self.slips}
        return {key: value for key, value in found.items() if value is not None}

    def tell(self, source: str, cases: Cases) -> str:
        """Fill the numbers of a variant into a text (``$…$`` holds LaTeX).

        Raises
        ------
        ValueError
            If a reference does not resolve.
        """
        document, table = Document(self.id), CaseTable(cases)
        table.facts = self.facts
        filled = expand(source, table, "text", document)
        if document.problems:
            raise ValueError("; ".join(problem.message for problem in document.problems))
        return filled


def _plain(value: Any) -> Any:
    """Turn SymPy's numbers into Fractions and roots."""
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    return exact_number("value", value)
