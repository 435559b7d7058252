r"""Texts of content files: prose that names, and numbers and formulas that come by reference.

``$u$`` may name a letter. Whatever claims something is a reference: ``$u = [[before.u]]$`` takes a
value of a case or a function of such (``[[dot(probe.a, probe.c)]]``; where it calculates, one of
the content's facts has to begin with it), ``[[step:dc]]`` a formula of a derivation,
``[[mistake:no-mean-route]]`` the formula of a mistake. So no number or sign is written by hand, and
none can be wrong without a fact or a proof failing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from lnteach.course.expressions import NAME, Cases, evaluate, latex
from lnteach.course.relations import parts
from lnteach.course.schema import Document

__all__ = ["expand", "mistake_latex", "step_latex"]

_REFERENCE = re.compile(r"\[\[([^\[\]]+)\]\]")
_MATH = re.compile(r"(?<!\\)\$([^$]*)\$")
_CLAIM = re.compile(r"\d|[-+<>]|\\(?:frac|tfrac|neq?|pm|sum|sqrt|mapsto|leq?|geq?)\b")
_NAMED = re.compile(r"(?:^|[,;]) *([A-Za-z\\_]+) = \[\[[a-z0-9-]+\.(\w+)\]\]")
_LETTERS = {
    **{x: x for x in ("h", "c", "v", "s", "u", "z", "a", "g_z", "g_h", "r", "d")},
    **{f"d{x}": f"d{x}" for x in ("h", "c", "v", "s", "u", "L")},
    **{rf"\{x}": x for x in ("mu", "gamma", "beta", "alpha")},
    **{rf"g_\{x}": f"g_{x}" for x in ("gamma", "beta")},
    r"\varepsilon": "eps",
    r"d\mu": "dmu",
    r"\lambda": "scale",
}


def expand(
    source: str,
    cases: Cases,
    where: str,
    document: Document,
    formulas: Mapping[str, str] | None = None,
) -> str:
    """Replace each reference by its LaTeX, and complain of numbers or formulas typed by hand.

    Parameters
    ----------
    source : str
        The text.
    cases : mapping
        What its values are taken from.
    where, document : str, Document
        The field, and the file that is being read, for complaints.
    formulas : mapping, optional
        What ``[[formula:name]]`` may name: ids of mistakes, or ``truth``.
    """
    _lint(source, where, document)

    def replaced(match: re.Match[str]) -> str:
        try:
            return _refer(match[1].strip(), cases, formulas or {})
        except ValueError as error:
            document.complain(where, str(error))
            return "?"

    return _REFERENCE.sub(replaced, source)


def step_latex(name: str) -> str:
    """Give a step of any derivation in LaTeX; `ValueError` if there is none of that name."""
    from lnteach.symbolic import all_steps

    steps = all_steps()
    if name not in steps:
        raise ValueError(f"the derivation has no step {name!r}")
    return str(steps[name].latex)


def mistake_latex(id: str) -> str:
    r"""Give the formula of a mistake, or of the ``truth``, in LaTeX.

    Examples
    --------
    >>> mistake_latex("constant-statistics")
    'g_h = \\frac{a}{s}'
    """
    from lnteach import mistakes
    from lnteach.formula import Name, to_latex

    if id != "truth" and id not in mistakes.ids():
        raise ValueError(f"there is no mistake {id!r}; there are {', '.join(mistakes.ids())}")
    entry = mistakes.truth() if id == "truth" else mistakes.get(id)
    if id == "truth" or entry.target in entry.edited:
        return f"{to_latex(Name(entry.target))} = {to_latex(entry.formula)}"
    return r",\quad ".join(line.latex for line in entry.lines)


def _refer(name: str, cases: Cases, formulas: Mapping[str, str]) -> str:
    kind, colon, wanted = name.partition(":")
    if not colon:
        _see_pinned(name, cases)
        return latex(evaluate(name, cases))
    try:
        if kind == "step":
            return step_latex(wanted)
        if kind == "mistake":
            return mistake_latex(wanted)
    except ValueError as error:
        raise ValueError(f"{name!r}: {error}") from None
    if kind != "formula" or wanted not in formulas:
        known = ", ".join(formulas) or "none"
        raise ValueError(f"{name!r}: the formulas with a name here are: {known}")
    return mistake_latex(formulas[wanted])


def _see_pinned(expression: str, cases: Cases) -> None:
    """Refuse a text that calculates, unless a fact of the content says what comes out."""
    if not re.search(r"[-+*/\d]", NAME.sub("", expression)):
        return
    pinned = {parts(fact)[0].replace(" ", "") for fact in getattr(cases, "facts", ())}
    if expression.replace(" ", "") not in pinned:
        raise ValueError(f"`{expression}` calculates; a fact of the content has to begin with it")


def _lint(source: str, where: str, document: Document) -> None:
    if source.count("$") % 2:
        document.complain(where, "has a `$` without its partner")
        return
    outside = _MATH.sub(" ", source)
    if _REFERENCE.search(outside):
        document.complain(where, "has a reference outside `$…$`")
    if re.search(r"\d", _REFERENCE.sub("", outside)):
        document.complain(where, "has a number typed by hand; take it from a case: `$[[case.u]]$`")
    for formula in _MATH.findall(source):
        for letter, wanted in _NAMED.findall(formula):
            if _LETTERS.get(letter, wanted) != wanted:
                document.complain(where, f"says `{letter}`, but takes the value of `{wanted}`")
        bare = _REFERENCE.sub("", formula)
        if _CLAIM.search(bare) or ("=" in bare and bare == formula):
            document.complain(
                where,
                f"has `${formula}$` typed by hand; a formula is `$[[step:…]]$`, "
                "a number `$[[case.letter]]$`",
            )
