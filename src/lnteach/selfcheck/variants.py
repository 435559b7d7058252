"""Variants of an exercise: the same question on fresh numbers, each with its certificate.

The seed decides everything, on every machine. The search for numbers that pass the screen is
bounded; draws are right by construction, so few are refused.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

from lnteach.course import Exercise, exercise
from lnteach.course.expressions import evaluate
from lnteach.course.given import Given, make_cases
from lnteach.selfcheck.draws import draw
from lnteach.selfcheck.screen import Certificate, certify, small

__all__ = ["Variant", "first", "variants"]

TRIES = 400


@dataclass(frozen=True)
class Variant:
    """One set of numbers for an exercise.

    Attributes
    ----------
    exercise : Exercise
        What is asked.
    seed : int
        What decides the numbers; 0 stands for those of the exercise's file.
    given : mapping
        The numbers, exact.
    truth : exact value, or str
        The right answer; of a choice its letter, of a program the number of its line.
    wrong : mapping
        What each applicable mistake gives; those in `shared` give the truth.
    shared : tuple of str
        Mistakes that give the truth on these numbers: none, unless the exercise teaches.
    mistake : str
        The mistake that made what is shown, where an answer or a program is shown.
    order : tuple of str
        The order of the choices.
    certificate : Certificate or None
        How far mistakes are from the truth and from each other.
    """

    exercise: Exercise
    seed: int
    given: Given
    truth: Any
    wrong: dict[str, Any] = field(default_factory=dict)
    shared: tuple[str, ...] = ()
    mistake: str = ""
    order: tuple[str, ...] = ()
    certificate: Certificate | None = None

    @property
    def cases(self) -> Any:
        """The case ``x`` of the exercise's texts on these numbers."""
        exercise = self.exercise
        cases = make_cases(self.given, exercise.norm) if self.given else {}
        if self.mistake and self.given:
            shown = evaluate(f"x.{self.mistake}", cases)
            cases = make_cases(self.given, exercise.norm, w=shown)
        return cases

    @property
    def distance(self) -> str:
        """The smallest distance between the truth and any mistake; empty if there is none."""
        return self.certificate.distance if self.certificate else ""


def variants(name: str | Exercise, n: int, seed: int = 1) -> tuple[Variant, ...]:
    """Make fresh variants of an exercise.

    Parameters
    ----------
    name : str or Exercise
        The exercise, or its id.
    n : int
        How many.
    seed : int
        The seed of the first one, at least 1; the others have those that follow.

    Returns
    -------
    tuple of Variant

    Raises
    ------
    KeyError
        If there is no such exercise.
    ValueError
        If `n` or `seed` is not positive, or no numbers pass the screen.

    Examples
    --------
    >>> one, two = variants("forward-normalized", 2, seed=5)
    >>> one.seed, two.seed, one.certificate.holds
    (5, 6, True)
    >>> variants("forward-normalized", 1, seed=6)[0].given == two.given
    True
    """
    if n < 1 or seed < 1:
        raise ValueError(f"`n` is {n} and `seed` is {seed}, but both need to be at least 1")
    asked = exercise(name) if isinstance(name, str) else name
    return tuple(_fresh(asked, seed + k) for k in range(n))


def first(name: str | Exercise) -> Variant:
    """Return the exercise on the numbers of its file.

    Examples
    --------
    >>> [str(x) for x in first("lecture-probe").truth]
    ['4/3', '-1', '-1/3']
    """
    asked = exercise(name) if isinstance(name, str) else name
    made = _judged(asked, 0, asked.given, asked.mistakes[0] if asked.mistakes else "", Random(0))
    assert made is not None  # the file was checked
    return made


def _fresh(asked: Exercise, seed: int) -> Variant:
    random = Random(f"{asked.id}:{seed}")
    for _ in range(TRIES):
        given = draw(asked, random) if asked.family != "none" else {}
        mistake = ""
        if asked.mistakes:
            mistake = asked.mistakes[int(random.random() * len(asked.mistakes))]
        made = _judged(asked, seed, given, mistake, random)
        if made is not None:
            return made
    raise ValueError(f"no numbers of {asked.id!r} with seed {seed} pass the screen")


def _judged(
    asked: Exercise, seed: int, given: Given, mistake: str, random: Random
) -> Variant | None:
    """Work out the answer; None if fresh numbers do not pass the screen."""
    if asked.answer == "line":
        return Variant(asked, seed, given, str(_line(asked, mistake)), mistake=mistake)
    if asked.answer == "formula":
        return Variant(asked, seed, given, asked.blanks[seed % len(asked.blanks)])
    if asked.answer == "choice":
        return _chosen(asked, seed, given, mistake, random)
    truth = asked.truth(given)
    if seed and not small(asked, given, truth):
        return None
    wrong = asked.wrong(given)
    shared = tuple(key for key, value in wrong.items() if value == truth)
    others = {key: value for key, value in wrong.items() if key not in shared}
    certificate = certify(truth, others)
    degenerate = asked.family in ("uniform", "along")
    if seed and not degenerate and (shared or not certificate.holds):
        return None
    return Variant(asked, seed, given, truth, wrong, shared, certificate=certificate)


def _chosen(
    asked: Exercise, seed: int, given: Given, mistake: str, random: Random
) -> Variant | None:
    made = Variant(asked, seed, given, "", mistake=mistake)
    cases = made.cases
    means = [cases["x"].get(letter, 1) for letter in ("m", "q")] if cases else []
    if seed and asked.norm == "layer" and 0 in means:
        return None
    right = [option.id for option in asked.options if option.holds(cases)]
    if len(right) != 1:
        return None
    letters = tuple(option.id for option in asked.options)
    keys = [random.random() for _ in letters]
    order = tuple(x for _, x in sorted(zip(keys, letters, strict=True))) if seed else letters
    truth = letters[order.index(right[0])]
    return Variant(asked, seed, given, truth, mistake=mistake, order=order)


def _line(asked: Exercise, mistake: str) -> int:
    """Find the line of the program that the mistake is on, counted from 1."""
    from lnteach import mistakes

    (letter,) = mistakes.get(mistake, asked.norm).edited
    return asked.lines.index(letter) + 1
