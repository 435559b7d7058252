r"""Texts of content files: prose that names, and numbers and formulas that come by reference.

``$u$`` may name a letter. Whatever claims something is a reference: ``$u = [[before.u]]$`` takes a
value of a case, ``[[step:dc]]`` a formula of the derivation. So no number or sign is written by
hand, and none can be wrong without a fact or a proof failing.
"""

from __future__ import annotations

import re

from lnteach.course.cases import Cases, look_up
from lnteach.course.schema import Document
from lnteach.maths import latex_value

__all__ = ["expand"]

_REFERENCE = re.compile(r"\[\[([^\[\]]+)\]\]")
_MATH = re.compile(r"(?<!\\)\$([^$]*)\$")
_CLAIM = re.compile(r"\d|[-+<>]|\\(?:frac|tfrac|neq?|pm|sum|sqrt|mapsto|leq?|geq?)\b")


def expand(source: str, cases: Cases, where: str, document: Document) -> str:
    """Replace each reference by its LaTeX, and complain of numbers or formulas typed by hand."""
    _lint(source, where, document)

    def latex(match: re.Match[str]) -> str:
        try:
            return _refer(match[1].strip(), cases)
        except ValueError as error:
            document.complain(where, str(error))
            return "?"

    return _REFERENCE.sub(latex, source)


def _refer(name: str, cases: Cases) -> str:
    if name.startswith("step:"):
        from lnteach.symbolic import derivation

        steps, wanted = derivation(), name.removeprefix("step:")
        if wanted not in steps:
            raise ValueError(f"{name!r}: the derivation has no step {wanted!r}")
        return str(steps[wanted].latex)
    value = look_up(name, cases)
    return value if isinstance(value, str) else latex_value(value)


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
        bare = _REFERENCE.sub("", formula)
        if _CLAIM.search(bare) or ("=" in bare and bare == formula):
            document.complain(
                where,
                f"has `${formula}$` typed by hand; a formula is `$[[step:…]]$`, "
                "a number `$[[case.letter]]$`",
            )
