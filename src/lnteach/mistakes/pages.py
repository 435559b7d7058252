"""One mistake as a page tells it: what was written, its numbers, what gives it away.

Everything on it is computed from the catalogue, on the cases that the caller gives: this room knows
no content of the course.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from lnteach.formula import FormulaError, Surd, evaluate_exact, exact_number, read, to_latex
from lnteach.maths import Text, latex_value
from lnteach.mistakes.blindness import Blindness, blindness
from lnteach.mistakes.catalogue import Mistake, get, ids, truth
from lnteach.mistakes.edits import INPUTS
from lnteach.mistakes.pairs import aliases
from lnteach.mistakes.probes import CONDITIONS

__all__ = ["alias_list", "also_right", "exact_latex", "heading", "page", "same_answer"]

Case = Mapping[str, Any]
# Headings carry no numbers, so that every number of a page is computed.
_SPELLED = {"d − 1": "d less one", "1/s": "inverse of s"}


def heading(id: str) -> str:
    """Return the title of a mistake as a heading without numbers.

    Examples
    --------
    >>> heading("bessel")
    'd less one under the variance'
    """
    title = get(id).title
    for old, new in _SPELLED.items():
        title = title.replace(old, new)
    return title


def page(id: str, one: Case, batch: Sequence[Case]) -> Text:
    """Tell one mistake: lines, temptation, values, what gives it away, where it hides, reports.

    Parameters
    ----------
    id : str
        A mistake of the catalogue.
    one : mapping
        A case of one row, the page's example I.
    batch : sequence of mappings
        Rows that share γ, β and ε, the page's example E; g_h is shown of the first.

    Returns
    -------
    Text

    Raises
    ------
    KeyError
        There is no such mistake.

    Examples
    --------
    >>> row = {"h": [4, 0, 4, 0], "g_z": [2, 0, 1, 1], "eps": 0}
    >>> text = page("constant-statistics", row, [row]).markdown
    >>> "would be right" in text
    True
    """
    mistake = get(id)
    parts = [
        _lines(mistake),
        f"**Why it tempts.** {mistake.tempts}",
        _values(mistake, one, batch),
        _gives_away(mistake, batch),
        _hides(mistake),
        _checks(mistake),
        *(
            f"**Met in public.** [{report.who}]({report.url}): {report.what}"
            for report in mistake.reports
        ),
        f"*Identifier:* `{id}`. *Where the course has it from:* {mistake.origin}.",
    ]
    return Text("\n\n".join(parts))


def same_answer(case: Case, letter: str = "g_h", norm: str = "layer") -> tuple[str, ...]:
    """Name the mistakes that give the right value of a letter on this case.

    Examples
    --------
    >>> same_answer({"h": [1, 2, 3], "g_z": [2, -2, -3], "eps": "1/3"})[:3]
    ('only-first-term-divided', 'gamma-outside', 'gamma-missing')
    """
    right = _value(truth(norm), case, letter)
    reached = (id for id in ids(norm) if letter in get(id, norm).targets)
    return tuple(id for id in reached if _agrees(_value(get(id, norm), case, letter), right))


def also_right(case: Case, letter: str = "g_h", norm: str = "layer") -> Text:
    """Say which mistakes give the right answer on this case too, with what to do about it.

    Examples
    --------
    >>> probe = {"h": [1, 2, 3], "gamma": [2, 1, 3], "g_z": [1, -2, -1], "eps": "1/3"}
    >>> print(also_right(probe).markdown.splitlines()[2])
    - Only the first term divided by s (`only-first-term-divided`)
    """
    found = same_answer(case, letter, norm)
    if not found:
        named = to_latex(read(letter))
        return Text(
            f"No catalogued mistake in ${named}$ gives this answer: here a right answer means "
            "something."
        )
    lines = "\n".join(f"- {get(id, norm).title} (`{id}`)" for id in found)
    return Text(f"Right; and so would these mistakes be. Try fresh numbers to be sure.\n\n{lines}")


def alias_list(norm: str = "layer") -> Text:
    """List the pairs of mistakes that are one mistake, or none, on all inputs.

    Examples
    --------
    >>> print(alias_list().markdown.splitlines()[0])
    - `no-mean-route` with `no-variance-route` is `constant-statistics`
    """
    pairs = {tuple(sorted(pair)): is_ for pair, is_ in aliases(norm).items()}
    lines = [
        f"- {' with '.join(f'`{id}`' for id in pair)} is {_named(x)}" for pair, x in pairs.items()
    ]
    return Text("\n".join(lines))


def _named(id: str) -> str:
    return "no mistake at all" if id == "truth" else f"`{id}`"


def exact_latex(value: Any) -> str:
    r"""Write an exact value in LaTeX: a number, a column as a row, or a matrix; roots stay roots.

    Examples
    --------
    >>> from lnteach.formula import root
    >>> exact_latex((root(2) / 3, 1))
    '(\\tfrac{\\sqrt{2}}{3},\\,1)'
    """
    if isinstance(value, Sequence) and value and isinstance(value[0], Sequence):
        rows = (" & ".join(latex_value(_plain(x)) for x in row) for row in value)
        return r"\begin{pmatrix}" + r" \\ ".join(rows) + r"\end{pmatrix}"
    return latex_value(_plain(value))


def _plain(value: Any) -> Any:
    """Turn a Surd into a SymPy number."""
    if isinstance(value, Sequence):
        return tuple(map(_plain, value))
    if isinstance(value, Surd):
        import sympy

        terms = (
            sympy.Rational(x.numerator, x.denominator) * sympy.sqrt(n) for n, x in value.terms()
        )
        return sympy.Add(*terms)
    return value


def _lines(mistake: Mistake) -> str:
    rows = ["| where | written | right |", "|---|---|---|"]
    for line in mistake.lines:
        right = f"{to_latex(read(line.letter))} = {to_latex(line.right)}"
        rows.append(f"| {', '.join(line.words)} | ${line.latex}$ | ${right}$ |")
    notes = ["This is a mistake about RMSNorm."] if mistake.norm == "rms" else []
    notes += ["The forward pass that goes with it has the same edit."] if mistake.shared else []
    return "\n\n".join(filter(None, ["\n".join(rows), " ".join(notes)]))


def _values(mistake: Mistake, one: Case, batch: Sequence[Case]) -> str:
    rows = ["| | the truth | this mistake |", "|---|---|---|"]
    for name, case in _cases(mistake, one, batch):
        for letter in _shown_letters(mistake):
            right = _value(truth(mistake.norm), case, letter)
            wrong = _value(mistake, case, letter)
            told = "the same" if _agrees(wrong, right) else _told(wrong)
            rows.append(f"| {name}, ${to_latex(read(letter))}$ | {_told(right)} | {told} |")
    return "\n".join(rows)


def _cases(mistake: Mistake, one: Case, batch: Sequence[Case]) -> list[tuple[str, Case]]:
    """Choose what to show: of example E the first row, or all where rows meet one another."""
    alone = mistake.targets[0] == "g_h" and mistake.id != "batch-statistics"
    if alone:
        return [("Example I", one), ("Example E, first row", batch[0])]
    return [("Example I", one), ("Example E, both rows", _whole(batch))]


def _whole(batch: Sequence[Case]) -> Case:
    """Stack the rows."""
    return {**batch[0], **{name: [row[name] for row in batch] for name in ("h", "g_z")}}


def _shown_letters(mistake: Mistake) -> list[str]:
    return [name for name in mistake.targets if name in ("g_h", "g_gamma", "g_beta")]


def _value(mistake: Mistake, case: Case, letter: str) -> Any:
    """Return an exact value, floats if it has a root of a root, None if it divides by 0."""
    try:
        return mistake.value(case, letter)
    except ZeroDivisionError:
        return None
    except FormulaError:
        return _floats(mistake, case, letter)


def _floats(mistake: Mistake, case: Case, letter: str) -> Any:
    d = np.shape(case["h"])[-1]
    given = {"gamma": [1] * d, "beta": [0] * d, **case}
    read_all = np.vectorize(lambda x: float(exact_number("case", x)), otypes=[float])
    h, gamma, beta, g_z, eps = (read_all(given[name]) for name in INPUTS)
    return getattr(mistake.compute(h, gamma, beta, g_z, float(eps)), letter)


def _agrees(found: Any, right: Any) -> bool:
    if found is None or isinstance(found, np.ndarray) or isinstance(right, np.ndarray):
        return found is not None and np.shape(found) == np.shape(right) and bool(
            np.allclose(np.asarray(found, float), np.asarray(right, float), atol=1e-12)
        )  # fmt: skip
    return bool(found == right)


def _told(value: Any) -> str:
    if value is None:
        return "divides by zero"
    if isinstance(value, np.ndarray):
        rows = ["(" + ", ".join(f"{x:.4f}" for x in row) + ")" for row in np.atleast_2d(value)]
        return "about " + ", ".join(rows).replace("-", "−")
    return f"${exact_latex(value)}$"


def _gives_away(mistake: Mistake, batch: Sequence[Case]) -> str:
    """Say what the cheapest checks see on the first row, and the first check that catches."""
    found = []
    value: Any = _value(mistake, _whole(batch), "g_h") if "g_h" in mistake.targets else None
    for formula in ("sum(g_h)", "dot(u, g_h)") if isinstance(value, tuple) else ():
        seen = _of(formula, value[0], batch[0], mistake.norm)
        wanted = _of(formula, None, batch[0], mistake.norm)
        told = f"${to_latex(read(formula))} = {exact_latex(seen)}$ on the first row of example E"
        right = "as it should be" if seen == wanted else f"${exact_latex(wanted)}$ would be right"
        found.append(f"{told}; {right}")
    table = blindness(norm=mistake.norm)
    caught = table.caught_by(mistake.id)
    id = next(id for id in ("shape", "generic", *caught) if id in caught)
    found.append(f"{_title(table, id)}: {table.cell(mistake.id, id).reason}")
    return "**What gives it away.**\n\n" + "\n".join(f"- {text}." for text in found)


def _of(formula: str, g_h: Any, case: Case, norm: str) -> Any:
    """Evaluate a check's formula with the right u, and the right g_h or another."""
    meanings = dict(truth(norm).definitions)
    given = {name: case[name] for name in INPUTS if name in case}
    given = {"gamma": [1] * len(given["h"]), "beta": [0] * len(given["h"]), **given}
    if g_h is not None:
        given["g_h"] = g_h
        del meanings["g_h"]
    return evaluate_exact(read(formula), given, meanings)


def _title(table: Blindness, id: str) -> str:
    return next(check.title for check in table.checks if check.id == id)


def _hides(mistake: Mistake) -> str:
    words = "; or with ".join(CONDITIONS[id] for id in mistake.hides)
    none = "On none of the special inputs that other entries name here."
    return f"**Where it hides.** {f'It gives the right answer with {words}.' if words else none}"


def _checks(mistake: Mistake) -> str:
    table = blindness(norm=mistake.norm)
    by_word: dict[str, list[str]] = {"caught": [], "blind": [], "undefined": []}
    for check in table.checks:
        by_word[table.cell(mistake.id, check.id).word].append(check.title)
    labels = {"caught": "Caught by", "blind": "Blind to it", "undefined": "Cannot be asked"}
    told = [
        f"- *{labels[word]}:* {'; '.join(titles)}." for word, titles in by_word.items() if titles
    ]
    return "**The checks.**\n\n" + "\n".join(told)
