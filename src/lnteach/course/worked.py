"""Worked lines: each expression in the course's letters, its exact value, and the reason.

An expression is read and evaluated by `lnteach.formula`, so a line such as
``("a - mean(a)", "The mean is taken off.")`` carries no number that somebody typed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from lnteach.course.cases import Cases
from lnteach.course.known import is_known
from lnteach.course.prose import expand
from lnteach.course.schema import Document
from lnteach.formula import Name, definitions, evaluate_exact, read, to_latex
from lnteach.maths import Text
from lnteach.mistakes.edits import INPUTS
from lnteach.mistakes.pages import exact_latex

__all__ = ["batch", "closed", "tell", "work"]


class HasMarkdown(Protocol):
    """What `closed` can close."""

    @property
    def markdown(self) -> str:
        """The Markdown."""


def work(case: Mapping[str, Any], *lines: tuple[str, str], norm: str = "layer") -> Text:
    r"""Work a case out line by line: expression, exact value, reason.

    Parameters
    ----------
    case : mapping
        ``h``, ``eps`` and, where needed, ``gamma``, ``beta`` and ``g_z``, as exact numbers; of a
        `batch` h and g_z hold several rows. Scale and shift are ones and zeros if not given.
    *lines : (str, str)
        An expression that `lnteach.formula.read` reads, or a letter, which is shown with its
        definition; and the reason, in words.
    norm : {"layer", "rms"}
        Whose definitions the letters have.

    Raises
    ------
    ValueError
        If a reason has a number or a formula typed by hand, or an expression is no part of a
        formula of the course.
    FormulaError
        If an expression cannot be read, or has no exact value.

    Examples
    --------
    >>> row = {"h": [4, 0, 4, 0], "g_z": [2, 0, 1, 1], "eps": 0}
    >>> print(work(row, ("mean(a)", "The mean of what arrives.")).markdown.splitlines()[2])
    | $\operatorname{mean}(a) = 1$ | The mean of what arrives. |
    """
    meanings = definitions(norm)
    d = len(case["h"][0] if hasattr(case["h"][0], "__len__") else case["h"])
    given = {name: case[name] for name in INPUTS if name in case}
    given = {"gamma": [1] * d, "beta": [0] * d, **given}
    rows = ["| line | why |", "|---|---|"]
    for written, reason in lines:
        tree = read(written)
        if not is_known(tree):
            raise ValueError(f"`{written}` is no part of a formula of the course")
        parts = [to_latex(tree)]
        if isinstance(tree, Name) and tree.id in meanings:
            parts.append(to_latex(meanings[tree.id]))
        parts.append(exact_latex(evaluate_exact(tree, given, meanings)))
        rows.append(f"| ${' = '.join(parts)}$ | {tell(reason).markdown} |")
    return Text("\n".join(rows))


def batch(*rows: Mapping[str, Any]) -> dict[str, Any]:
    """Stack cases that share γ, β and ε into one with a row for each.

    Raises
    ------
    ValueError
        If they do not share them.

    Examples
    --------
    >>> first = {"h": [1, 2], "g_z": [1, 0], "eps": 1}
    >>> batch(first, {"h": [0, 4], "g_z": [2, 1], "eps": 1})["g_z"]
    [[1, 0], [2, 1]]
    """
    shared = ("gamma", "beta", "eps")
    for name in shared:
        if len({str(row.get(name)) for row in rows}) > 1:
            raise ValueError(f"`{name}` is not the same in all rows, but a batch shares it")
    common = {name: rows[0][name] for name in shared if name in rows[0]}
    return common | {name: [row[name] for row in rows] for name in ("h", "g_z")}


def tell(text: str, **cases: Mapping[str, Any]) -> Text:
    """Say a paragraph whose numbers come from exact values computed where it stands.

    Parameters
    ----------
    text : str
        Markdown; ``$[[name.letter]]$`` is a value, ``$[[step:dc]]$`` a formula.
    **cases : mapping
        The values by name, such as what `lnteach.symbolic.exact_rms` returns.

    Raises
    ------
    ValueError
        If a reference does not resolve, or a number or a formula was typed by hand.

    Examples
    --------
    >>> from lnteach.symbolic import exact_rms
    >>> tell("So $r = [[row.r]]$.", row=exact_rms([2, -2, 2, -2], 0))
    So r = 2.
    """
    known: Cases = {
        name: {letter: exact_latex(value) for letter, value in case.items()}
        for name, case in cases.items()
    }
    document = Document("this cell")
    markdown = expand(text, known, "tell", document)
    if document.problems:
        raise ValueError("\n".join(problem.message for problem in document.problems))
    return Text(markdown)


def closed(*parts: HasMarkdown, title: str = "Solution") -> Text:
    """Close texts and tables behind a line that opens them, without any script.

    Examples
    --------
    >>> closed(tell("It is unchanged.")).markdown.splitlines()[:2]
    ['<details class="ln-solution">', '<summary>Solution</summary>']
    """
    inside = "\n\n".join(part.markdown for part in parts)
    head = f'<details class="ln-solution">\n<summary>{title}</summary>'
    return Text(f"{head}\n\n{inside}\n\n</details>")
