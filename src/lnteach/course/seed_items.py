"""The index of the source documents: each of their formulas, numbers and claims, and where it is.

The course grew out of three documents. Whoever holds one of them finds every item of it here: what
it is, where it stands there, and the page and heading of the course that has it. The index is
checked like all content: a formula is a step that SymPy derived, a number is recomputed, and the
numbers of the literal (what the source prints) have to be those that were recomputed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from lnteach.course.chapters import CHAPTERS
from lnteach.course.expressions import Cases, evaluate
from lnteach.course.prose import expand, mistake_latex, step_latex
from lnteach.course.relations import parts, verdict
from lnteach.course.schema import SLUG, Document, choice, items, mapping, pattern, text

__all__ = ["KINDS", "SeedItem", "read_seed"]

KINDS = (
    "formula", "number", "vote", "example", "step", "mistake", "practice", "claim", "condition",
)  # fmt: skip
# What an item of a kind has to name, so that nothing is listed that nothing checks.
_NEEDS = {
    "formula": ("steps", "mistake", "code"),
    "step": ("steps",),
    "number": ("check",),
    "example": ("check",),
    "practice": ("check",),
    "vote": ("vote",),
    "mistake": ("mistake",),
}
_name = pattern(r"[A-Za-z0-9_]+", "a name in code")

_SCHEMA = mapping(
    {
        "schema": choice("1"),
        "kind": choice("seed"),
        "id": choice("lecture", "guide", "textbook"),
        "title": text,
        "items": items(
            mapping(
                {
                    "id": SLUG,
                    "where": text,
                    "kind": choice(*KINDS),
                    "what": text,
                    "at": pattern(r"[a-z0-9-]+(#[\w-]+)?", "a chapter, or `chapter#anchor`"),
                },
                {
                    "steps": items(_name),
                    "mistake": SLUG,
                    "vote": SLUG,
                    "code": _name,
                    "content": SLUG,
                    "check": items(text),
                    "literal": text,
                },
            ),
            key="id",
        ),
    },
)
_LITERAL = re.compile(r"([-−]?)(\d+(?:\.\d+)?)(?:/(\d+))?(?: × 10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+))?")
_RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")


@dataclass(frozen=True)
class SeedItem:
    """One item of a source document, and where the course has it.

    Attributes
    ----------
    id, source, kind
        A permanent name; ``lecture``, ``guide`` or ``textbook``; one of `KINDS`.
    where
        The page or section of the source.
    what
        The item in words, with ``$…$`` around letters.
    literal
        The numbers as the source prints them, in its own letters; None if it has none.
    steps, mistake, vote, content, check
        What holds it in the course: steps of derivations, an entry of the catalogue of mistakes, a
        vote, and relations that were recomputed on the cases of an example or a vote.
    chapter, anchor
        The chapter, one of `CHAPTERS`, and the id of the heading there, or None.
    """

    id: str
    source: str
    where: str
    kind: str
    what: str
    literal: str | None
    steps: tuple[str, ...]
    mistake: str | None
    vote: str | None
    content: str | None
    check: tuple[str, ...]
    chapter: str
    anchor: str | None

    @property
    def latex(self) -> tuple[str, ...]:
        """The formulas of the item, in the course's letters."""
        wrong = (mistake_latex(self.mistake),) if self.mistake else ()
        return (*(step_latex(name) for name in self.steps), *wrong)

    @property
    def address(self) -> str:
        """The page and heading, relative to the folder of the chapters."""
        return f"{self.chapter}.html" + (f"#{self.anchor}" if self.anchor else "")


def read_seed(path: Path, find_cases: Callable[[str], Cases]) -> tuple[SeedItem, ...]:
    """Read and check one index of a source document.

    Parameters
    ----------
    path : Path
        The file.
    find_cases : callable
        ``find_cases(id)`` gives the cases of an example or a vote, or raises ``KeyError``.

    Raises
    ------
    ContentError
        With every problem found: file, line, field and what is needed.
    """
    raw, document = Document.read(path, _SCHEMA)
    if raw["id"] != path.stem:
        document.complain("id", f"is {raw['id']!r}, but the file is named {path.stem!r}")
    found = tuple(_item(entry, raw["id"], find_cases, document) for entry in raw["items"])
    document.raise_if_wrong()
    return found


def _item(
    entry: Mapping[str, Any],
    source: str,
    find_cases: Callable[[str], Cases],
    document: Document,
) -> SeedItem:
    where = f"items.{entry['id']}"
    chapter, _, anchor = entry["at"].partition("#")
    if chapter not in CHAPTERS:
        document.complain(f"{where}.at", f"{chapter!r} is none of {', '.join(CHAPTERS)}")
    needs = _NEEDS.get(entry["kind"], ())
    if needs and not any(name in entry for name in needs):
        document.complain(where, f"is a {entry['kind']}, so it needs {' or '.join(needs)}")
    for name in ("steps", "mistake", "vote", "code"):
        _check_name(name, entry, where, find_cases, document)
    checks = entry.get("check", ())
    try:
        cases = find_cases(entry["content"]) if "content" in entry else {}
    except KeyError:
        document.complain(f"{where}.content", f"there is no example or vote {entry['content']!r}")
    else:
        _check_numbers(checks, entry.get("literal"), cases, where, document)
    return SeedItem(
        id=entry["id"],
        source=source,
        where=entry["where"],
        kind=entry["kind"],
        what=expand(entry["what"], {}, f"{where}.what", document),
        literal=entry.get("literal"),
        steps=entry.get("steps", ()),
        mistake=entry.get("mistake"),
        vote=entry.get("vote"),
        content=entry.get("content"),
        check=checks,
        chapter=chapter,
        anchor=anchor or None,
    )


def _check_name(
    name: str,
    entry: Mapping[str, Any],
    where: str,
    find_cases: Callable[[str], Cases],
    document: Document,
) -> None:
    """See that what an item names is there."""
    import lnteach
    from lnteach import mistakes, symbolic

    known: dict[str, Callable[[str], bool]] = {
        "steps": lambda wanted: wanted in symbolic.all_steps(),
        "mistake": lambda wanted: wanted in mistakes.ids(),
        "vote": lambda wanted: _is_there(find_cases, wanted),
        "code": lambda wanted: wanted in lnteach.__all__,
    }
    wanted = entry.get(name, ())
    for each in (wanted,) if isinstance(wanted, str) else wanted:
        if not known[name](each):
            document.complain(f"{where}.{name}", f"there is no {name.rstrip('s')} {each!r}")


def _is_there(find_cases: Callable[[str], Cases], name: str) -> bool:
    try:
        find_cases(name)
    except KeyError:
        return False
    return True


def _check_numbers(
    checks: tuple[str, ...], literal: str | None, cases: Cases, where: str, document: Document
) -> None:
    """Recompute the relations; the literal has to hold the numbers of their right sides."""
    numbers: list[Fraction] = []
    for number, relation in enumerate(checks, start=1):
        try:
            holds, found = verdict(relation, cases)
            _, sign, right = parts(relation)
            if literal and sign in {"==", "~"}:
                numbers += [Fraction(right)] if sign == "~" else _flat(evaluate(right, cases))
        except (ValueError, TypeError) as error:
            document.complain(f"{where}.check.{number}", str(error))
        else:
            if not holds:
                message = f"`{relation}` does not hold: {found}"
                document.complain(f"{where}.check.{number}", message)
    if literal is not None and numbers_of(literal) != numbers:
        got, need = (" ".join(map(str, each)) for each in (numbers_of(literal), numbers))
        document.complain(f"{where}.literal", f"has the numbers {got}, but the checks have {need}")


def numbers_of(literal: str) -> list[Fraction]:
    """List the numbers of a text as they stand there.

    Examples
    --------
    >>> [str(x) for x in numbers_of("x̂ = (1, −0.5), −1/3 and 2.5 × 10⁻⁶")]
    ['1', '-1/2', '-1/3', '1/400000']
    """
    found = []
    for sign, number, under, power in _LITERAL.findall(literal):
        value = Fraction(number) / Fraction(under or 1)
        value *= Fraction(10) ** int(power.translate(_RAISED) or 0)
        found.append(-value if sign else value)
    return found


def _flat(value: Any) -> list[Fraction]:
    entries = value if isinstance(value, tuple) else (value,)
    return [Fraction(int(entry.p), int(entry.q)) for entry in entries]
