"""What a chapter's notebook says and shows: prose with computed numbers, derivation steps, tables.

Everything returns an object that any notebook host can show (Markdown with LaTeX, and plain text),
so the same cell serves JupyterLab and the page of the book.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from lnteach import arrays, core
from lnteach.course import example, examples, vote
from lnteach.course.cases import Cases
from lnteach.course.prose import expand
from lnteach.course.reasons import set_letters
from lnteach.course.schema import Document
from lnteach.maths import Text, latex_value
from lnteach.symbolic import all_steps

__all__ = ["Text", "compare", "numbers", "say", "steps"]


def say(text: str, *, example: str | None = None, vote: str | None = None) -> Text:
    r"""Say a paragraph whose numbers and formulas come by reference.

    Parameters
    ----------
    text : str
        Markdown. ``$[[probe.u]]$`` is a value of a case of the example or vote,
        ``$[[step:dc]]$`` a formula of the derivation; a number typed by hand is refused.
    example, vote : str, optional
        The content whose cases the text may use.

    Raises
    ------
    ValueError
        If a reference does not resolve, or a number or formula was typed by hand.

    Examples
    --------
    >>> say("Here $u = [[probe.u]]$.", example="lecture-probe")
    Here u = (−1, 0, 1).
    """
    document = Document("this cell")
    markdown = expand(text, _cases(example, vote), "say", document)
    if document.problems:
        raise ValueError("\n".join(problem.message for problem in document.problems))
    return Text(markdown)


def steps(*names: str) -> Text:
    """Show steps of the derivation, each with the reason that allows it.

    Raises
    ------
    KeyError
        If the derivation has no step of that name; the message lists those it has.
    """
    known = all_steps()
    parts = []
    for name in names:
        if name not in known:
            raise KeyError(f"no step {name!r}; the steps are {', '.join(known)}")
        step = known[name]
        # MathJax knows `\class`, KaTeX gets it as a macro: one source for both hosts.
        marked = step.latex_marked.replace(r"\htmlClass", r"\class")
        parts.append(f"$$\n{marked}\n$$\n\n{set_letters(step.reason)}")
    return Text("\n\n".join(parts))


def compare(
    letters: str, *, case: str, example: str | None = None, vote: str | None = None
) -> Text:
    """Put the exact value of each letter beside what the numeric core returns for it.

    Parameters
    ----------
    letters : str
        Names separated by spaces, such as ``"dmu dc dv"``, in the order of the table.
    case : str
        The case of the example or vote.

    Notes
    -----
    The core runs on the array module that `lnteach.array_module` gives, in float64.
    """
    values = _cases(example, vote)[case]
    computed = _by_core(example or vote or "", case)
    rows = ["| | exact | core | difference |", "|---|---|---|---|"]
    for letter in letters.split():
        exact_value, number = values[letter], computed[letter]
        gap = np.max(np.abs(np.subtract(number, np.asarray(exact_value, dtype=float))))
        rows.append(
            f"| ${_LETTERS.get(letter, letter)}$ | ${latex_value(exact_value)}$ "
            f"| {_decimals(number)} | {f'{gap:.0e}' if gap else '0'} |"
        )
    return Text("\n".join(rows))


def numbers(content: str, case: str) -> SimpleNamespace:
    """Give the inputs of a case as arrays, for the code cells of a chapter.

    Parameters
    ----------
    content : str
        The id of an example or a vote.
    case : str
        One of its cases.

    Returns
    -------
    SimpleNamespace
        ``h``, ``gamma``, ``beta``, ``g_z``, ``dh`` (those the case has) as float64 arrays of the
        module that `lnteach.array_module` gives, and ``eps`` as a float.

    Examples
    --------
    >>> numbers("lecture-probe", "probe").h
    array([1., 2., 3.])
    """
    values = _cases(*((content, None) if content in examples() else (None, content)))[case]
    xp = arrays.array_module()
    found = {
        name: xp.asarray([float(x) for x in values[name]]) for name in _INPUTS if name in values
    }
    zeros = 0 * found["h"]
    return SimpleNamespace(**{"gamma": zeros + 1, "beta": zeros, **found}, eps=float(values["eps"]))


_INPUTS = ("h", "gamma", "beta", "g_z", "dh")
# The keys are names in code; the values are how a table's first column shows them.
_LETTERS = {
    "mu": r"\mu",
    "dmu": r"d\mu",
    "du_direct": "dh/s",
    "du_mean": r"-\mathbf{1}\,d\mu/s",
    "du_variance": r"-c\,ds/s^2",
    "gamma": r"\gamma",
    "g_gamma": r"g_\gamma",
    "g_beta": r"g_\beta",
}


def _cases(example_name: str | None, vote_name: str | None) -> Cases:
    if example_name is not None:
        return example(example_name).cases
    return vote(vote_name).cases if vote_name is not None else {}


def _by_core(content: str, case: str) -> dict[str, np.ndarray[Any, Any]]:
    """Compute every letter of a case with the numeric core."""
    given = numbers(content, case)
    h, eps = given.h, given.eps
    dh, g_z = (getattr(given, name, 0 * h) for name in ("dh", "g_z"))
    z, saved = core.layer_norm_forward(h, given.gamma, given.beta, eps)
    back = core.layer_norm_backward(g_z, saved)
    change = core.differentials(h - dh, dh, eps)
    out = {
        "mu": saved.mu, "c": saved.c, "v": saved.s**2 - eps, "s": saved.s, "u": saved.u, "z": z,
        "h": h, "a": g_z * given.gamma,
        "g_h": back.g_h, "g_gamma": back.g_gamma, "g_beta": back.g_beta,
        "dh": dh, "dmu": change.dmu, "dc": change.dc, "dv": change.dv, "ds": change.ds,
        "du": change.du, "du_direct": change.routes.direct, "du_mean": change.routes.mean,
        "du_variance": change.routes.variance,
    }  # fmt: skip
    return {name: np.asarray(value.get() if hasattr(value, "get") else value).squeeze()
            for name, value in out.items()}  # fmt: skip


def _decimals(number: Any) -> str:
    """Write floats with a real minus sign: six decimals, or none if all of them are whole."""
    flat = np.atleast_1d(np.asarray(number, dtype=float)) + 0.0
    places = 0 if np.array_equal(flat, np.round(flat)) else 6
    texts = [f"{value:.{places}f}".replace("-", "−") for value in np.round(flat, places) + 0.0]
    return f"({', '.join(texts)})" if np.ndim(number) else texts[0]
