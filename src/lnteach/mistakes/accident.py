"""A backward function of one's own: whether it is right, and what it would pass though wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from lnteach.mistakes.catalogue import truth
from lnteach.mistakes.checks import CHECKS, Check, Verdict, right_forward
from lnteach.mistakes.hiding import agrees
from lnteach.mistakes.probes import Probe, probe

__all__ = ["Accident", "passes_by_accident"]

_WHERE = {
    "generic": "random inputs at ε = 1e-5",
    "large-eps": "random inputs with ε near v",
    "small-variance": "a row with v near ε",
    "three-axes": "an input of shape (2, 3, 5)",
}


@dataclass(frozen=True)
class Accident:
    """What the checks of the course say about a function.

    Attributes
    ----------
    right : bool
        Whether it gives the right gradients on inputs that separate every mistake.
    where : str
        Where it first fails, if it is wrong.
    passes : tuple of str
        The ids of the checks that accept it.
    caught, undefined : tuple of (id, reason)
        Those that refuse it, and those that cannot be made, with the reason.
    """

    right: bool
    where: str
    passes: tuple[str, ...]
    caught: tuple[tuple[str, str], ...]
    undefined: tuple[tuple[str, str], ...]

    @property
    def by_accident(self) -> tuple[str, ...]:
        """The checks that accept it although it is wrong."""
        return () if self.right else self.passes

    def __str__(self) -> str:
        if self.right:
            return "Right wherever we tried; every check that passes it does so with reason."
        titles = {check.id: check.title for check in CHECKS}
        lines = [f"Not right: it fails on {self.where}."]
        passed = ", ".join(titles[id] for id in self.passes)
        lines.append(f"Passed by accident: {passed}." if passed else "No check would pass it.")
        lines += [f"Caught by {titles[id]}: {reason}." for id, reason in self.caught]
        return "\n".join(lines)

    __repr__ = __str__


def passes_by_accident(
    function: Callable[..., Any],
    *,
    forward: Callable[..., Any] | None = None,
    norm: str = "layer",
) -> Accident:
    """Say which of the course's checks a backward function passes though it is wrong.

    Parameters
    ----------
    function : callable
        ``function(h, gamma, beta, g_z, eps)``, given NumPy arrays: h and g_z (..., d), gamma and
        beta (d,). It returns ``(g_h, g_gamma, g_beta)``, of RMSNorm ``(g_h, g_gamma)``, or g_h
        alone, and then only g_h is judged.
    forward : callable, optional
        ``forward(h, gamma, beta, eps)``, its own forward pass; by default the right one.
    norm : {"layer", "rms"}
        Which norm it is meant for.

    Returns
    -------
    Accident

    Raises
    ------
    TypeError
        `function` cannot be called.

    Examples
    --------
    >>> from lnteach import mistakes
    >>> found = passes_by_accident(mistakes.get("no-variance-route").compute)
    >>> found.right, "sum" in found.by_accident
    (False, True)
    """
    if not callable(function):
        raise TypeError(
            f"`function` is of type {type(function).__name__}, but needs to be callable"
        )
    where = _first_failure(function, norm)
    own = forward or right_forward(norm)
    said = {check.id: _make(check, function, own, norm) for check in CHECKS}
    return Accident(
        right=where is None,
        where=where or "",
        passes=tuple(id for id, verdict in said.items() if verdict.accepts),
        caught=tuple((id, v.reason) for id, v in said.items() if v.accepts is False),
        undefined=tuple((id, v.reason) for id, v in said.items() if v.accepts is None),
    )


def _make(check: Check, function: Callable[..., Any], forward: Any, norm: str) -> Verdict:
    try:
        return check.run(function, forward, norm)
    except Exception as error:
        return Verdict(False, f"it raises {type(error).__name__}: {error}")


def _first_failure(function: Callable[..., Any], norm: str) -> str | None:
    for id, words in _WHERE.items():
        p = _three_axes(norm) if id == "three-axes" else probe(id, norm)
        right = truth(norm).compute(*p.inputs)
        try:
            found = function(*p.inputs)
            gradients = tuple(found) if isinstance(found, tuple | list) else (found,)
            wanted = right if len(gradients) > 1 else right[:1]
            fine = len(gradients) == len(wanted)
            if not fine or not agrees([np.asarray(x) for x in gradients], wanted, 1e-9):
                return words
        except Exception as error:
            return f"{words}, where it raises {type(error).__name__}"
    return None


def _three_axes(norm: str) -> Probe:
    p = probe("large-eps", norm)
    h, g_z = (np.stack([x, x[:, ::-1] * 1.3 - 0.2]) for x in (p.h, p.g_z))
    return Probe(h, p.gamma, p.beta, g_z, p.eps, norm)
