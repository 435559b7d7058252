"""A lecture vote: a question, three choices, a reply to each, and the facts that decide it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from lnteach.course.cases import CASES, FACTS, Cases, CaseTable, check_facts, compute
from lnteach.course.chapters import CHAPTERS
from lnteach.course.expressions import exact
from lnteach.course.prose import expand
from lnteach.course.relations import verdict
from lnteach.course.schema import SLUG, Document, choice, items, mapping, pattern, text

__all__ = ["Choice", "Demonstration", "Vote", "read_vote", "read_vote_cases"]

_whole = pattern(r"[1-9]\d*", "a whole number")

_SCHEMA = mapping(
    {
        "schema": choice("1"),
        "kind": choice("vote"),
        "id": SLUG,
        "number": _whole,
        "origin": choice("lecture", "ours"),
        "chapter": choice(*CHAPTERS),
        "title": text,
        "cases": CASES,
        "facts": FACTS,
        "question": text,
        "choices": items(
            mapping(
                {
                    "id": pattern("[A-E]", "a letter from A to E"),
                    "text": text,
                    "claim": text,
                    "reply": text,
                    "reveals": text,
                },
                {"mistake": SLUG, "proof": pattern("[A-Za-z0-9_]+", "the name of a step")},
            ),
            least=2,
            key="id",
        ),
        "right": pattern("[A-E]", "the letter of a choice"),
        "explanation": text,
        "demonstration": mapping({"widget": SLUG, "case": SLUG, "show": text}),
    },
    {"page": _whole, "follow_up": text},
)


@dataclass(frozen=True)
class Choice:
    """One option: its text, whether it is right, the reply to it, what choosing it reveals.

    Attributes
    ----------
    mistake
        The id in the catalogue of what somebody who chooses it computes (``"truth"`` if nothing is
        wrong with it), for whoever wants to run the option's formula; None where there is none.
    proof
        The step of the derivation that says the claim for all inputs, not only for the case.
    """

    id: str
    text: str
    right: bool
    claim: str
    reply: str
    reveals: str
    mistake: str | None = None
    proof: str | None = None


@dataclass(frozen=True)
class Demonstration:
    """The widget (its preset has the vote's id) and the case that show the vote's answer."""

    widget: str
    case: str
    show: str


@dataclass(frozen=True)
class Vote:
    r"""A vote, checked: texts are expanded (``$…$`` holds LaTeX) and every fact holds."""

    id: str
    number: int
    origin: str
    page: int | None
    chapter: str
    title: str
    question: str
    choices: tuple[Choice, ...]
    explanation: str
    follow_up: str
    demonstration: Demonstration
    cases: Cases
    facts: tuple[str, ...]

    @property
    def right(self) -> Choice:
        """The right choice."""
        return next(option for option in self.choices if option.right)


def read_vote_cases(path: Path) -> Cases:
    """Read a vote's cases alone, which is all that a preset needs of it."""
    raw, document = Document.read(path, _SCHEMA)
    cases = compute(raw["cases"], document, raw["facts"])
    document.raise_if_wrong()
    return cases


def read_vote(path: Path, *, prove: bool = False) -> Vote:
    """Read and check one vote file; the proofs it names are gone through only if asked for.

    Raises
    ------
    ContentError
        With every problem found: file, line, field and what is needed.
    """
    raw, document = Document.read(path, _SCHEMA)
    formulas = _formulas(raw["choices"], document)
    cases = _with_formulas(compute(raw["cases"], document, raw["facts"]), formulas)
    document.raise_if_wrong()
    check_facts(raw["facts"], cases, document)
    if raw["id"] != path.stem:
        document.complain("id", f"is {raw['id']!r}, but the file is named {path.stem!r}")

    def told(source: str, where: str) -> str:
        return expand(source, cases, where, document, formulas)

    choices = tuple(
        Choice(
            id=option["id"],
            text=told(option["text"], f"choices.{option['id']}.text"),
            right=_claim_holds(option, cases, document),
            claim=option["claim"],
            reply=told(option["reply"], f"choices.{option['id']}.reply"),
            reveals=told(option["reveals"], f"choices.{option['id']}.reveals"),
            mistake=option.get("mistake"),
            proof=option.get("proof"),
        )
        for option in raw["choices"]
    )
    for option in choices:
        _check_proof(option, document, prove)
    true = [option.id for option in choices if option.right]
    if true != [raw["right"]]:
        found = " and ".join(true) or "none"
        document.complain("right", f"is {raw['right']}, but the claims that hold are: {found}")
    show = raw["demonstration"]
    if show["case"] not in cases:
        document.complain(
            "demonstration.case", f"is {show['case']!r}; the cases are {', '.join(cases)}"
        )
    vote = Vote(
        id=raw["id"],
        number=int(raw["number"]),
        origin=raw["origin"],
        page=int(raw["page"]) if "page" in raw else None,
        chapter=raw["chapter"],
        title=raw["title"],
        question=told(raw["question"], "question"),
        choices=choices,
        explanation=told(raw["explanation"], "explanation"),
        follow_up=told(raw.get("follow_up", ""), "follow_up"),
        demonstration=Demonstration(
            show["widget"],
            show["case"],
            told(show["show"], "demonstration.show"),
        ),
        cases=cases,
        facts=raw["facts"],
    )
    document.raise_if_wrong()
    return vote


def _claim_holds(option: dict[str, str], cases: Cases, document: Document) -> bool:
    try:
        return verdict(option["claim"], cases)[0]
    except ValueError as error:
        document.complain(f"choices.{option['id']}.claim", str(error))
        return False


def _formulas(options: tuple[dict[str, str], ...], document: Document) -> dict[str, str]:
    """Map each choice that names a mistake to it: `[[formula:A]]` and `case.A` rest on this."""
    from lnteach import mistakes

    found = {}
    for option in options:
        id = option.get("mistake")
        if id is None:
            continue
        if id == "truth" or id in mistakes.ids("layer"):
            found[option["id"]] = id
        else:
            known = ", ".join(["truth", *mistakes.ids("layer")])
            document.complain(f"choices.{option['id']}.mistake", f"is {id!r}; there are {known}")
    return found


def _with_formulas(cases: CaseTable, formulas: dict[str, str]) -> CaseTable:
    """Add to each case with an upstream gradient what each choice's formula gives on it."""
    from lnteach import mistakes

    entries = {
        letter: mistakes.truth() if id == "truth" else mistakes.get(id, "layer")
        for letter, id in formulas.items()
    }
    for name, case in cases.items():
        if "g_z" in case:
            made = {letter: exact(entry.value(case, "g_h")) for letter, entry in entries.items()}
            cases[name] = {**case, **made}
    return cases


def _check_proof(option: Choice, document: Document, prove: bool) -> None:
    if option.proof is None:
        return
    from lnteach.symbolic import all_steps

    where = f"choices.{option.id}.proof"
    if option.proof not in all_steps():
        document.complain(where, f"is {option.proof!r}, which is no step of a derivation")
    elif not option.right:
        document.complain(where, "is given for a choice whose claim does not hold")
    elif prove and not _proved(option.proof):
        document.complain(where, f"{option.proof!r} does not hold")


@lru_cache
def _proved(step: str) -> bool:
    """Check a step against direct differentiation, once."""
    from lnteach.symbolic import all_steps

    return all_steps()[step].holds()
