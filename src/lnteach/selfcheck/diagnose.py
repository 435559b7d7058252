"""One door for whatever a person hands in: numbers, a typed answer, a formula, a function."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lnteach.formula import FormulaError, names, read
from lnteach.selfcheck.formulas import judge_formula
from lnteach.selfcheck.functions import FunctionReport, diagnose_function
from lnteach.selfcheck.judge import Judgement, judge
from lnteach.selfcheck.keys import key
from lnteach.selfcheck.wording import Feedback, feedback

__all__ = ["Diagnosis", "diagnose"]


@dataclass(frozen=True)
class Diagnosis:
    """What an answer is, and what to say about it; prints as its words.

    Attributes
    ----------
    judgement : Judgement
        The verdict; its ``kind`` is ``right``, the kind of mistake, or why it cannot be read.
    feedback : Feedback
        The message, the lines of the mistake, what gives it away, the section to read.
    """

    judgement: Judgement
    feedback: Feedback

    @property
    def kind(self) -> str:
        """The kind of the judgement."""
        return self.judgement.kind

    @property
    def ids(self) -> tuple[str, ...]:
        """The mistakes of the catalogue that it is."""
        return self.judgement.wrong.ids if self.judgement.wrong else ()

    def __str__(self) -> str:
        return str(self.feedback)

    __repr__ = __str__


def diagnose(
    answer: str | Sequence[float] | Callable[..., Any],
    case: Mapping[str, Any],
    ask: str = "g_h",
    norm: str = "layer",
) -> Diagnosis | FunctionReport:
    """Say whether an answer is right, or which mistake it is.

    Parameters
    ----------
    answer : str, sequence of numbers, or callable
        Numbers as they are or as a person types them; a formula in the course's letters; or a
        backward function, see `diagnose_function`, for which `case` and `ask` do not matter.
    case : mapping
        The numbers of the question, as `key` takes them.
    ask : str
        The letter that is asked for.
    norm : {"layer", "rms"}
        Which norm.

    Returns
    -------
    Diagnosis, or FunctionReport for a function

    Raises
    ------
    ValueError
        The case has not what it needs, or numbers are too many or too few.

    Examples
    --------
    >>> case = {"h": [1, 2, 3], "eps": "1/3", "gamma": [2, 1, 3], "g_z": [1, -2, -1]}
    >>> diagnose("2, -2, -3", case).ids
    ('constant-statistics',)
    >>> diagnose("(a - mean(a))/s", case).ids
    ('no-variance-route',)
    >>> diagnose([4 / 3, -1, -1 / 3], case).kind
    'right'
    """
    if callable(answer):
        return diagnose_function(answer, norm=norm)
    made = key(case, ask, norm)
    if isinstance(answer, str) and _is_formula(answer):
        found = judge_formula(answer, ask, norm)
    else:
        found = judge(answer, made)
    return Diagnosis(found, feedback(found, made))


def _is_formula(text: str) -> bool:
    """Say whether a text can be read as a formula that has letters in it."""
    try:
        return bool(names(read(text)))
    except FormulaError:
        return False
