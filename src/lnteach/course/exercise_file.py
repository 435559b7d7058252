"""Reading an exercise's file, and working out again all that it claims.

The file states the first numbers and the facts it claims of them, the right answer among these; for
a teaching exercise also the mistakes that give this answer. Nothing of it is believed.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import yaml

from lnteach import mistakes
from lnteach.course.cases import FACTS, Cases, CaseTable, check_facts
from lnteach.course.chapters import CHAPTERS
from lnteach.course.exercise import Exercise, Line, Option, Slip
from lnteach.course.expressions import evaluate
from lnteach.course.given import make_cases, work_out
from lnteach.course.prose import expand
from lnteach.course.relations import parts
from lnteach.course.schema import SLUG, Document, choice, items, mapping, pattern, text
from lnteach.formula import definitions, find, read

__all__ = ["FAMILIES", "read_exercise"]

# How fresh numbers are made; lnteach.selfcheck has one maker for each.
FAMILIES = ("row", "uniform", "along", "upstream", "change", "shift", "gamma", "none")

_fraction = pattern(r"-?\d+(?:/\d+)?", "an exact number such as 2 or -1/3")
_column = items(_fraction)


def _columns(node: Any, where: str, document: Document) -> Any:
    """Read a row, or a list of rows."""
    inside = isinstance(node, yaml.SequenceNode) and node.value
    rows = inside and isinstance(node.value[0], yaml.SequenceNode)
    return (items(_column) if rows else _column)(node, where, document)


_SCHEMA = mapping(
    {
        "schema": choice("1"),
        "kind": choice("exercise"),
        "id": SLUG,
        "title": text,
        "chapter": choice(*CHAPTERS),
        "origin": choice("lecture", "guide", "textbook", "ours"),
        "grade": choice("1", "2", "3"),
        "status": choice("diagnostic", "teaching"),
        "answer": choice("vector", "number", "choice", "line", "formula"),
        "question": text,
        "step": text,
        "solution": items(mapping({"why": text}, {"line": text, "tell": text})),
        "fresh": mapping(
            {"family": choice(*FAMILIES)},
            {"d": pattern("[3-7]", "3 to 7"), "rows": pattern("[23]", "2 or 3")},
        ),
    },
    {
        "ask": pattern("[a-z_]+", "a letter"),
        "value": text,
        "norm": choice("layer", "rms"),
        "first": mapping(
            optional={
                **dict.fromkeys(("h", "g_z"), _columns),
                **dict.fromkeys(("gamma", "beta", "dh"), _column),
                "eps": _fraction,
            }
        ),
        "facts": FACTS,
        "shared": items(SLUG, least=0),
        "wrong": items(mapping({"id": SLUG, "value": text, "name": text}), key="id"),
        "choices": items(
            mapping(
                {
                    "id": pattern("[A-E]", "a letter from A to E"),
                    "text": text,
                    "claims": items(text),
                    "reply": text,
                }
            ),
            least=2,
            key="id",
        ),
        "mistakes": items(SLUG),
        "lines": items(pattern("[a-z_]+", "a letter"), least=3),
        "blanks": items(text),
    },
)


def read_exercise(path: Path) -> Exercise:
    """Read and check one exercise file; `ContentError` lists every problem."""
    raw, document = Document.read(path, _SCHEMA)
    if raw["id"] != path.stem:
        document.complain("id", f"is {raw['id']!r}, but the file is named {path.stem!r}")
    _check_shape(raw, document)
    document.raise_if_wrong()
    made = _make(raw)
    cases = _first(made, raw, document)
    document.raise_if_wrong()
    if cases:
        table = CaseTable(cases)
        table.facts = raw.get("facts", ())
        check_facts(table.facts, table, document)
        _check_answer(made, table, document)
        _check_texts(made, table, document)
    _check_ids(made, document)
    document.raise_if_wrong()
    return made


def _check_shape(raw: Mapping[str, Any], document: Document) -> None:
    """See that the fields fit the kind of answer."""
    needs = {
        "vector": ("first", "facts"),
        "number": ("first", "facts"),
        "choice": ("choices",),
        "line": ("lines", "mistakes"),
        "formula": ("ask", "blanks"),
    }[raw["answer"]]
    for name in needs:
        if name not in raw:
            document.complain(name, f"is missing: an answer of kind {raw['answer']!r} needs it")
    if raw["answer"] in ("vector", "number") and ("ask" in raw) == ("value" in raw):
        document.complain("ask", "needs one of `ask` (a letter) and `value` (an expression)")
    teaching = raw["status"] == "teaching"
    if teaching and "shared" not in raw:
        document.complain("status", "is 'teaching', which needs `shared`, the mistakes that pass")
    if not teaching and "shared" in raw:
        document.complain("shared", "belongs to a teaching exercise; this one is diagnostic")
    for number, line in enumerate(raw["solution"], start=1):
        if ("line" in line) == ("tell" in line):
            document.complain(f"solution.{number}", "needs one of `line` and `tell`")


def _make(raw: Mapping[str, Any]) -> Exercise:
    fresh = raw["fresh"]
    ask = raw.get("ask", "")
    return Exercise(
        **{name: raw[name] for name in ("id", "title", "chapter", "origin", "status", "answer")},
        grade=int(raw["grade"]),
        ask=ask,
        value=raw.get("value", f"x.{ask}" if ask else ""),
        norm=raw.get("norm", "layer"),
        given={name: _exact(value) for name, value in raw.get("first", {}).items()},
        question=raw["question"],
        step=raw["step"],
        solution=tuple(
            Line(x.get("line", ""), x.get("tell", ""), x["why"]) for x in raw["solution"]
        ),
        family=fresh["family"],
        d=int(fresh.get("d", "4")),
        shared=raw.get("shared", ()),
        slips=tuple(Slip(**slip) for slip in raw.get("wrong", ())),
        options=tuple(Option(**option) for option in raw.get("choices", ())),
        mistakes=raw.get("mistakes", ()),
        lines=raw.get("lines", ()),
        blanks=raw.get("blanks", ()),
        facts=raw.get("facts", ()),
    )


def _exact(written: Any) -> Any:
    return tuple(map(_exact, written)) if isinstance(written, tuple) else Fraction(written)


def _first(made: Exercise, raw: Mapping[str, Any], document: Document) -> Cases:
    if not made.given:
        return {}
    more = {}
    try:
        if made.options and made.mistakes:  # a wrong answer is shown
            more["w"] = evaluate(f"x.{made.mistakes[0]}", make_cases(made.given, made.norm))
        return make_cases(made.given, made.norm, **more)
    except (ValueError, TypeError, KeyError, ZeroDivisionError) as error:
        document.complain("first", str(error))
        return {}


def _check_answer(made: Exercise, cases: CaseTable, document: Document) -> None:
    if made.options:
        try:
            right = [option.id for option in made.options if option.holds(cases)]
        except ValueError as error:
            document.complain("choices", str(error))
            return
        if len(right) != 1:
            found = " and ".join(right) or "none"
            document.complain(
                "choices", f"one choice has to hold on the first numbers, not {found}"
            )
        return
    if made.answer not in ("vector", "number"):
        return
    if made.value not in {parts(fact)[0] for fact in cases.facts}:
        document.complain("facts", f"no fact says what `{made.value}` is")
    try:
        truth, wrong = made.truth(made.given), made.wrong(made.given)
    except ValueError as error:
        document.complain("wrong" if made.slips else "value", str(error))
        return
    if isinstance(truth, tuple) != (made.answer == "vector"):
        document.complain("answer", f"is {made.answer!r}, which `{made.value}` is not")
    shared = tuple(key for key, value in wrong.items() if value == truth)
    if set(shared) != set(made.shared):
        named = ", ".join(shared) or "none"
        field = "shared" if made.status == "teaching" else "first"
        document.complain(field, f"the mistakes that also give this answer are: {named}")


def _check_texts(made: Exercise, cases: CaseTable, document: Document) -> None:
    texts = {"question": made.question, "step": made.step}
    for option in made.options:
        texts[f"choices.{option.id}.text"] = option.text
        texts[f"choices.{option.id}.reply"] = option.reply
    for number, line in enumerate(made.solution, start=1):
        texts[f"solution.{number}.why"] = line.why
        if line.told:
            texts[f"solution.{number}.tell"] = line.told
        elif made.given:
            try:
                work_out(line.shown, made.given, made.norm)
            except (ValueError, ZeroDivisionError) as error:
                document.complain(f"solution.{number}.line", str(error))
    for where, source in texts.items():
        expand(source, cases, where, document)


def _check_ids(made: Exercise, document: Document) -> None:
    known = mistakes.ids(made.norm)
    for number, id in enumerate(made.mistakes, start=1):
        if id not in known:
            document.complain(f"mistakes.{number}", f"is {id!r}; there are {', '.join(known)}")
    for number, letter in enumerate(made.lines, start=1):
        if letter not in definitions(made.norm):
            document.complain(f"lines.{number}", f"is {letter!r}, which no definition is of")
    for number, written in enumerate(made.blanks, start=1):
        try:
            there = find(definitions(made.norm)[made.ask], read(written))
        except ValueError as error:
            document.complain(f"blanks.{number}", str(error))
        else:
            if not there:
                document.complain(f"blanks.{number}", f"`{written}` is no part of {made.ask}")
