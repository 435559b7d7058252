"""Judging a backward function that a person wrote: right, or which mistake, and what would miss it.

The function runs on cases that separate every mistake of the catalogue, in both precisions and with
one, two and three axes. What it returns is compared with the truth and with every candidate.
"""

from __future__ import annotations

import signal
import threading
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np

from lnteach.mistakes import Accident, passes_by_accident
from lnteach.mistakes import truth as right_formulas
from lnteach.selfcheck.candidates import Candidate, candidates
from lnteach.selfcheck.wording import lines

__all__ = ["CASES", "Case", "Finding", "FunctionReport", "diagnose_function"]

NEAR: Final = {"float64": 1e-7, "float32": 1e-3}
"""How far a gradient may be off, as a part of its largest entry."""


@dataclass(frozen=True)
class Case:
    """One input that a backward function is run on, and what it is called in a report."""

    name: str
    h: np.ndarray
    gamma: np.ndarray
    beta: np.ndarray
    g_z: np.ndarray
    eps: float

    @property
    def inputs(self) -> tuple[Any, ...]:
        """Fresh copies, since a function may write to what it is given."""
        return (
            self.h.copy(),
            self.gamma.copy(),
            self.beta.copy(),
            self.g_z.copy(),
            self.eps,
        )


def _cases() -> tuple[Case, ...]:
    h = np.array([[-7.0, 4, 10, 16, 22], [13, 24, 3, 9, 15]])
    g_z = np.array([[-5.0, 6, -2, -2, 2], [4, -1, -4, 2, 3]])
    gamma, beta = np.array([3.0, 1, 4, 1, 2]), np.array([1.0, -1, 2, 0, 1])
    rng = np.random.default_rng(71)
    random = [rng.standard_normal((4, 6)) for _ in range(2)]
    scale = rng.uniform(0.5, 2, 6)
    stack = (np.stack([h, h[::-1] * 1.25 - 0.5]), np.stack([g_z, g_z * 0.5 + 1]))
    f4 = np.float32
    return (
        Case("a batch of two rows", h, gamma, beta, g_z, 44.0),
        Case("random rows", random[0], scale, rng.standard_normal(6), random[1], 0.4),
        Case("one row", h[0], gamma, beta, g_z[0], 44.0),
        Case("three axes", stack[0], gamma, beta, stack[1], 44.0),
        Case("float32", h.astype(f4), gamma.astype(f4), beta.astype(f4), g_z.astype(f4), 44.0),
    )


CASES: Final = _cases()
"""The first two name a mistake; the others find what depends on shape or precision."""


@dataclass(frozen=True)
class Finding:
    """What one gradient of the function is.

    Attributes
    ----------
    letter : str
        ``g_h``, ``g_gamma`` or ``g_beta``.
    kind : str
        ``right``, ``mistake``, ``pair``, ``edit``, ``unknown``; ``shape``, ``raises``, ``value``
        (NaN or no numbers), or ``case``: right but for some inputs.
    words : str
        What to say about it.
    ids : tuple of str
        The mistakes of the catalogue.
    lines : tuple of str
        Where the mistake happens, with formulas between dollar signs.
    """

    letter: str
    kind: str
    words: str
    ids: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()


@dataclass(frozen=True)
class FunctionReport:
    """What was found about a backward function.

    Attributes
    ----------
    findings : tuple of Finding
        One for each gradient that it returns.
    notes : tuple of str
        What else was seen, such as inputs that were written to.
    accident : Accident or None
        Which checks of the course it would pass though it is wrong.
    """

    findings: tuple[Finding, ...]
    notes: tuple[str, ...] = ()
    accident: Accident | None = None

    @property
    def right(self) -> bool:
        """Whether every gradient is right on all inputs."""
        return all(finding.kind == "right" for finding in self.findings)

    def __str__(self) -> str:
        from lnteach.maths import plain_text

        said = [f"{finding.letter}: {finding.words}" for finding in self.findings]
        for at, finding in reversed(list(enumerate(self.findings, 1))):
            said[at:at] = [f"    {plain_text(line)}" for line in finding.lines]
        said += self.notes
        if self.accident is not None and not self.right:
            said.append(str(self.accident))
        return "\n".join(said)

    __repr__ = __str__


def diagnose_function(function: Callable[..., Any], *, norm: str = "layer") -> FunctionReport:
    """Say whether a backward function is right, or which mistake it makes, and what misses it.

    Parameters
    ----------
    function : callable
        ``function(h, gamma, beta, g_z, eps)`` with NumPy arrays: h and g_z (..., d), gamma and beta
        (d,). It returns ``(g_h, g_gamma, g_beta)``, of RMSNorm ``(g_h, g_gamma)``, or g_h alone.
    norm : {"layer", "rms"}
        Which norm it is meant for.

    Returns
    -------
    FunctionReport
        Prints as a report.

    Raises
    ------
    TypeError
        `function` cannot be called.

    Examples
    --------
    >>> def backward(h, gamma, beta, g_z, eps):
    ...     c = h - h.mean(-1, keepdims=True)
    ...     s = np.sqrt((c * c).mean(-1, keepdims=True) + eps)
    ...     a = g_z * gamma
    ...     return (a - a.mean(-1, keepdims=True)) / s
    >>> report = diagnose_function(backward)
    >>> report.findings[0].words, "sum" in report.accident.by_accident
    ('The variance route left out.', True)
    """
    if not callable(function):
        raise TypeError(
            f"`function` is of type {type(function).__name__}, but something to call is needed"
        )
    notes: list[str] = []
    made = {case.name: _run(function, case, norm, notes) for case in CASES}
    letters = ("g_h", "g_gamma", "g_beta")[: 3 if norm == "layer" else 2]
    counts = {len(found) for found in made.values() if not isinstance(found, str)}
    shown = letters[: max(counts, default=1)]
    findings = tuple(_judge(letter, n, made, norm) for n, letter in enumerate(shown))
    report = FunctionReport(findings, tuple(dict.fromkeys(notes)))
    if report.right or all(finding.kind == "raises" for finding in findings):
        return report
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        accident = passes_by_accident(function, norm=norm)
    return FunctionReport(findings, report.notes, accident)


SECONDS: Final = 10.0
"""How long all runs of a function may take together, where the system has an alarm."""


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    """Interrupt what takes too long; without an alarm (a thread, Windows) calls are just few."""
    here = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if not here:
        yield
        return

    def ring(*_: Any) -> None:
        raise TimeoutError(f"it took longer than {seconds:g} s and was stopped")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


Outputs = Sequence[np.ndarray] | str


def _run(function: Callable[..., Any], case: Case, norm: str, notes: list[str]) -> Outputs:
    """Run a function on a case; a text says why there is nothing to judge."""
    inputs = case.inputs
    try:
        with np.errstate(all="ignore"), warnings.catch_warnings(), _alarm(SECONDS / len(CASES)):
            warnings.simplefilter("ignore")
            found = function(*inputs)
    except Exception as error:
        return f"it raises {type(error).__name__}: {str(error)[:200]}"
    before = case.inputs
    if any(not np.array_equal(x, y) for x, y in zip(inputs[:4], before[:4], strict=True)):
        notes.append("It writes to its inputs: whoever calls it loses them.")
    if found is None:
        return "it returns nothing"
    outputs = tuple(found) if isinstance(found, tuple | list) else (found,)
    most = 3 if norm == "layer" else 2
    if len(outputs) not in (1, most):
        return f"it returns {len(outputs)} values, but 1 or {most} are needed"
    try:
        return tuple(np.asarray(output, dtype=np.float64) for output in outputs)
    except (TypeError, ValueError):
        return "it returns something that is no array of real numbers"


def _judge(letter: str, n: int, made: Mapping[str, Outputs], norm: str) -> Finding:
    """Judge one gradient over all cases."""
    wrong = [(case, said) for case in CASES if (said := _gap(letter, n, case, made, norm))]
    if not wrong:
        return Finding(letter, "right", "Right.")
    first, said = wrong[0]
    if first not in CASES[:2]:
        names = ", ".join(case.name for case, _ in wrong)
        return Finding(letter, "case", f"Right, but not for {names}: there {said}.")
    for candidate in candidates(letter, norm):
        if all(_agrees(candidate, letter, n, case, made, norm) for case in CASES[:2]):
            title = candidate.title
            if title[:1].isascii():
                title = title[:1].upper() + title[1:]
            written = lines(candidate.key, letter, norm)
            return Finding(letter, candidate.kind, f"{title}.", candidate.ids, written)
    kind = "raises" if said.startswith("it r") else "shape" if "shape" in said else "unknown"
    words = f"Not right on {first.name}: {said}."
    return Finding(letter, "value" if "finite" in said else kind, words)


def _gap(letter: str, n: int, case: Case, made: Mapping[str, Outputs], norm: str) -> str:
    """Say what is wrong with a gradient on a case; empty if nothing is."""
    outputs = made[case.name]
    if isinstance(outputs, str):
        return outputs
    if n >= len(outputs):
        return f"it returns no {letter}"
    found, right = outputs[n], _truth(letter, case, norm)
    if found.shape != right.shape:
        return f"its shape is {found.shape} instead of {right.shape}"
    if not np.isfinite(found).all():
        return "it is not finite"
    gap = float(np.max(np.abs(found - right)) / np.max(np.abs(right)))
    return "" if gap <= NEAR[str(case.h.dtype)] else f"it is off by {gap:.2g} of its largest entry"


def _agrees(
    candidate: Candidate, letter: str, n: int, case: Case, made: Mapping[str, Outputs], norm: str
) -> bool:
    outputs = made[case.name]
    if isinstance(outputs, str) or n >= len(outputs):
        return False
    expected = _expected(candidate.key, letter, case.name, norm)
    found = outputs[n]
    if expected is None or found.shape != expected.shape or not np.isfinite(found).all():
        return False
    size = max(float(np.max(np.abs(expected))), 1e-12)
    return float(np.max(np.abs(found - expected))) <= NEAR["float64"] * size


@cache
def _expected(key: str, letter: str, case_name: str, norm: str) -> np.ndarray | None:
    candidate = next(each for each in candidates(letter, norm) if each.key == key)
    case = next(each for each in CASES if each.name == case_name)
    try:
        with np.errstate(all="ignore"):
            made = getattr(candidate.edited.compute(*case.inputs), letter)
    except Exception:  # a candidate that has no value here can be no explanation
        return None
    found = np.asarray(made, dtype=np.float64)
    return found if np.isfinite(found).all() else None


def _truth(letter: str, case: Case, norm: str) -> np.ndarray:
    h, gamma, beta, g_z = (x.astype(np.float64) for x in case.inputs[:4])
    found = right_formulas(norm).compute(h, gamma, beta, g_z, case.eps)
    return np.asarray(getattr(found, letter))
