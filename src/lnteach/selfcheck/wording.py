"""What a judgement says to the person: first the nudge, then the line, then what gives it away."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from lnteach.formula import Name, to_latex
from lnteach.maths import plain_text, text_html
from lnteach.mistakes import get, ids
from lnteach.selfcheck.candidates import candidates
from lnteach.selfcheck.judge import Judgement
from lnteach.selfcheck.keys import Key
from lnteach.selfcheck.tables import DATA

__all__ = ["Feedback", "feedback", "lines", "say_number"]

TEXTS: Final[dict[str, str]] = DATA["feedback"]


@dataclass(frozen=True)
class Feedback:
    """Words for one judgement, as texts whose formulas stand between dollar signs.

    Attributes
    ----------
    message : str
        What the answer is.
    lines : tuple of str
        The lines where the mistake happens, if it has a name.
    clue : str
        What gives it away on these numbers; empty if there is nothing to give away.
    section : str
        Where to read on: a page and an anchor; empty if there is none.
    """

    message: str
    lines: tuple[str, ...] = ()
    clue: str = ""
    section: str = ""

    @property
    def html(self) -> str:
        """All of it as HTML with MathML, complete without scripts."""
        parts = [part for part in (self.message, *self.lines, self.clue) if part]
        return "".join(f"<p>{text_html(part)}</p>" for part in parts)

    def __str__(self) -> str:
        parts = (self.message, *self.lines, self.clue)
        return " ".join(plain_text(part) for part in parts if part)


def feedback(judgement: Judgement, key: Key) -> Feedback:
    """Put a judgement into words.

    Examples
    --------
    >>> from lnteach.selfcheck import judge, key
    >>> case = {"h": [1, 2, 3], "eps": "1/3", "gamma": [2, 1, 3], "g_z": [1, -2, -1]}
    >>> made = key(case)
    >>> print(feedback(judge("3, -1, -2", made), made))  # doctest: +NORMALIZE_WHITESPACE
    The variance route left out. It happens in the line g_h = (a − mean(a) 𝟏)/s; right is
    g_h = (a − mean(a) 𝟏 − u mean(a⊙u))/s. Its product with u is −5; here it has to be −5/3.
    """
    kind, detail, wrong = judgement.kind, judgement.detail, judgement.wrong
    if judgement.reading is not None and judgement.reading.message and wrong is None:
        return Feedback(judgement.reading.message)
    if kind == "right" and key.shared:
        known = ids(key.norm)  # an exercise has slips of its own besides
        names = "; ".join(get(id, key.norm).title if id in known else id for id in key.shared)
        return Feedback(TEXTS["shared"].format(names=names))
    name = f"{kind} {detail}" if kind in ("order", "property") else kind
    title = wrong.title if wrong is not None else ""
    message = TEXTS[name].format(title=title, detail=detail)
    named = wrong is not None and (wrong.ids or wrong.kind == "edit")
    written = lines(wrong.key, key.ask, key.norm) if wrong is not None and named else ()
    section = f"mistakes.html#{wrong.ids[0]}" if wrong is not None and wrong.ids else ""
    return Feedback(message, written, _clue(judgement, key), section)


def _title(id: str, norm: str) -> str:
    """Give a mistake's title; a slip of one exercise is called by its id."""
    return get(id, norm).title if id in ids(norm) else id.replace("-", " ")


def lines(candidate: str, ask: str, norm: str = "layer") -> tuple[str, ...]:
    """Say in which lines a candidate happens, each with the right one beside it."""
    found = next(each for each in candidates(ask, norm) if each.key == candidate)
    return tuple(
        TEXTS["line"].format(
            wrong=f"{to_latex(Name(letter))} = {to_latex(wrong)}",
            rightly=f"{to_latex(Name(letter))} = {to_latex(right)}",
        )
        for letter, wrong, right in found.lines
    )


def _clue(judgement: Judgement, key: Key) -> str:
    if judgement.clue is None:
        return ""
    what, given, right = judgement.clue
    name, _, place = what.partition(" ")
    if name == "entry" and key.ask == "g_h" and len(key.checks) == 2:
        name = "loss"
    if len(key.truth) == 1:
        name = "number"
    return TEXTS[f"clue {name}"].format(
        given=say_number(given), right=say_number(right), place=place
    )


def say_number(value: float) -> str:
    """Write a float as a small fraction where it is one, else with five digits.

    Examples
    --------
    >>> say_number(-5 / 3), say_number(0.1 + 0.2), say_number(2**0.5), say_number(-0.0)
    ('−5/3', '3/10', '1.4142', '0')
    """
    for under in range(1, 1000):
        over = value * under
        whole = round(over)
        short = under == 1 or abs(whole) < 10_000
        if short and abs(over - whole) <= 1e-11 * max(1.0, abs(over)):
            shown = str(whole) if under == 1 else f"{whole}/{under}"
            return shown.replace("-", "−")
    rounded = float(f"{value:.5g}")
    if abs(rounded) < 1e-6:
        return f"{rounded:.12f}".rstrip("0").rstrip(".").replace("-", "−")
    return format(Decimal(repr(rounded)), "f").removesuffix(".0").replace("-", "−")
