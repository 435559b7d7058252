"""A lecture vote: a question, three choices, a reply to each, and the facts that decide it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from lnteach.course.cases import CASES, FACTS, Cases, check_facts, compute, verdict
from lnteach.course.prose import expand
from lnteach.course.schema import SLUG, Document, choice, items, mapping, pattern, text

__all__ = ["Choice", "Demonstration", "Vote", "read_vote"]

_whole = pattern(r"[1-9]\d*", "a whole number")

_SCHEMA = mapping(
    {
        "schema": choice("1"),
        "kind": choice("vote"),
        "id": SLUG,
        "number": _whole,
        "origin": choice("lecture", "ours"),
        "chapter": SLUG,
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
                }
            ),
            least=2,
            key="id",
        ),
        "right": pattern("[A-E]", "the letter of a choice"),
        "explanation": text,
        "demonstration": mapping({"widget": SLUG, "case": SLUG, "view": SLUG, "show": text}),
    },
    {"page": _whole, "follow_up": text},
)


@dataclass(frozen=True)
class Choice:
    """One option: its text, whether it is right, the reply to it, what choosing it reveals."""

    id: str
    text: str
    right: bool
    claim: str
    reply: str
    reveals: str


@dataclass(frozen=True)
class Demonstration:
    """The widget, the case and the view that show the vote's answer."""

    widget: str
    case: str
    view: str
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


def read_vote(path: Path) -> Vote:
    """Read and check one vote file.

    Raises
    ------
    ContentError
        With every problem found: file, line, field and what is needed.
    """
    raw, document = Document.read(path, _SCHEMA)
    cases = compute(raw["cases"], document)
    document.raise_if_wrong()
    check_facts(raw["facts"], cases, document)
    if raw["id"] != path.stem:
        document.complain("id", f"is {raw['id']!r}, but the file is named {path.stem!r}")
    choices = tuple(
        Choice(
            id=option["id"],
            text=expand(option["text"], cases, f"choices.{option['id']}.text", document),
            right=_claim_holds(option, cases, document),
            claim=option["claim"],
            reply=expand(option["reply"], cases, f"choices.{option['id']}.reply", document),
            reveals=expand(option["reveals"], cases, f"choices.{option['id']}.reveals", document),
        )
        for option in raw["choices"]
    )
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
        question=expand(raw["question"], cases, "question", document),
        choices=choices,
        explanation=expand(raw["explanation"], cases, "explanation", document),
        follow_up=expand(raw.get("follow_up", ""), cases, "follow_up", document),
        demonstration=Demonstration(
            show["widget"],
            show["case"],
            show["view"],
            expand(show["show"], cases, "demonstration.show", document),
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
