"""The bank of an exercise: its variants with everything a page needs to judge an answer, as JSON.

Banks are built ahead (``tools/bank.py``) and carried by the wheel. Without one, the same is made on
the spot, which takes a few seconds.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Mapping
from functools import lru_cache
from math import floor, log10
from pathlib import Path
from typing import Any

from lnteach.course import Exercise, exercise, exercises
from lnteach.formula import Expr, Name, definitions, to_latex, to_text
from lnteach.maths import text_mathml
from lnteach.selfcheck import telling
from lnteach.selfcheck.candidates import Candidate, candidates
from lnteach.selfcheck.comparing import distance
from lnteach.selfcheck.keys import Key, Wrong, key
from lnteach.selfcheck.screen import flat
from lnteach.selfcheck.variants import Variant, first, variants
from lnteach.selfcheck.wording import TEXTS

__all__ = [
    "FOLDER",
    "SIZE",
    "as_json",
    "as_text",
    "bank",
    "exercises",
    "to_text_file",
    "variant_key",
]

FOLDER = Path(__file__).parent / "banks"
SIZE = 20
"""How many fresh variants a bank has, beside the first numbers."""
# Written out, but never < > & or a quote.
_CHARACTER = re.compile(r"&#x0*(28|29|2B|2C|2F|3D|[1-9A-F][0-9A-F]{2,4});")
LIMIT = 140_000
"""How many bytes a bank may have when it is compressed; its last variants give way."""


@lru_cache
def bank(id: str) -> Mapping[str, Any]:
    """Give the bank of an exercise, as its file has it.

    Parameters
    ----------
    id : str
        The exercise; `exercises` lists them.

    Raises
    ------
    KeyError
        If there is no such exercise.

    Examples
    --------
    >>> bank("forward-mean")["variants"][0]["exact"]
    ['4']
    """
    made: dict[str, Any] = json.loads(as_text(id))
    return made


@lru_cache
def as_text(id: str) -> str:
    """Give the text of a bank's file, or what it would hold."""
    asked = exercise(id)
    file = FOLDER / f"{id}.json"
    return file.read_text("utf-8") if file.is_file() else to_text_file(as_json(asked))


def as_json(asked: Exercise, size: int = SIZE) -> dict[str, Any]:
    """Make the bank of an exercise: the first numbers, and some fresh variants."""
    made = _different([*([first(asked)] if asked.given else []), *variants(asked, size)])
    found: dict[str, Any] = {
        "schema": 1,
        **{name: getattr(asked, name) for name in ("id", "title", "chapter", "grade", "status")},
        **{name: getattr(asked, name) for name in ("origin", "ask", "norm")},
        "step": text_mathml(asked.tell(asked.step, made[0].cases)),
        "answer": _answer(made[0]),
    }
    keys = [variant_key(each) for each in made]
    seen = {wrong.key: wrong for made_key in keys for wrong in made_key.wrong}
    if asked.answer == "formula":
        from lnteach.selfcheck.formulas import formula_key

        seen = {wrong.key: wrong for wrong, _ in formula_key(asked.ask, asked.norm).wrong}
        found["probes"] = _probes(asked)
    found["wrong"] = {name: _about(wrong, asked) for name, wrong in seen.items()}
    found["lines"] = _lines(list(seen.values()), asked)
    shared = {name: _own(each, name).title for each in made for name in each.shared}
    found["names"] = dict(sorted(shared.items()))
    found["variants"] = [_variant(*pair) for pair in zip(made, keys, strict=True)]
    while _weight(found) > LIMIT:
        found["variants"].pop()
    return found


def to_text_file(found: Mapping[str, Any]) -> str:
    """Write a bank as its file has it; characters of MathML stand for themselves."""
    text = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
    return _CHARACTER.sub(lambda match: chr(int(match[1], 16)), text)


def _weight(found: Mapping[str, Any]) -> int:
    return len(gzip.compress(to_text_file(found).encode(), 6, mtime=0))


def _different(made: list[Variant]) -> list[Variant]:
    """Leave out what is the same question again."""
    kept, seen = [], set()
    for each in made:
        mark = (str(each.given), str(each.truth), each.mistake)
        if mark not in seen:
            seen.add(mark)
            kept.append(each)
    return kept


def variant_key(variant: Variant) -> Key:
    """Make the key that `lnteach.selfcheck.judge` judges an answer to a variant with.

    Raises
    ------
    ValueError
        If the answer is no vector and no number.

    Examples
    --------
    >>> from lnteach.selfcheck import judge
    >>> made = variant_key(first("change-of-variance"))
    >>> judge("5", made).wrong.title
    'The factor two is missing'
    """
    asked = variant.exercise
    truth = flat(variant.truth)
    if asked.answer not in ("vector", "number"):
        return Key(asked.ask, asked.norm, (), truth, (), (), (), ())
    own = [_own(variant, name) for name in variant.wrong if name not in variant.shared]
    floats = tuple(map(float, truth))
    ratios: tuple[tuple[str, float], ...] = (("−1", -1.0), ("2", 2.0), ("1/2", 0.5))
    base = None
    if asked.ask in definitions(asked.norm) and "h" in variant.given:
        base = key(variant.given, asked.ask, asked.norm)
    for wrong in base.wrong if base else ():
        named = {*wrong.ids} <= {*asked.applicable}
        if wrong.kind != "mistake" and named and _new(wrong, own):
            own.append(wrong)
    return Key(
        asked.ask,
        asked.norm,
        floats,
        tuple(map(str, truth)),
        tuple(own),
        variant.shared,
        base.ratios if base else ratios if any(truth) else (),
        base.checks if base else (),
    )


def _own(variant: Variant, name: str) -> Wrong:
    asked = variant.exercise
    values = tuple(map(float, flat(variant.wrong[name])))
    slip = next((slip for slip in asked.slips if slip.id == name), None)
    if slip:
        return Wrong(name, "mistake", (), slip.name, values)
    return Wrong(name, "mistake", (name,), _candidate(name, asked).title, values)


def _new(wrong: Wrong, known: list[Wrong]) -> bool:
    return all(
        len(wrong.values) != len(each.values) or distance(wrong.values, each.values) > 1
        for each in known
    )


@lru_cache
def _by_key(ask: str, norm: str) -> Mapping[str, Candidate]:
    return {each.key: each for each in candidates(ask, norm)}


def _candidate(name: str, asked: Exercise) -> Candidate:
    return _by_key(asked.ask, asked.norm)[name]


def _about(wrong: Wrong, asked: Exercise) -> dict[str, Any]:
    """Say what a way to be wrong is; its lines by their text, which the bank explains once."""
    lines = _candidate(wrong.key, asked).lines if wrong.ids or wrong.kind == "edit" else ()
    about: dict[str, Any] = {"kind": wrong.kind, "name": wrong.title, "ids": list(wrong.ids)}
    about["lines"] = [_line(letter, written) for letter, written, _ in lines]
    return about | ({"section": f"mistakes.html#{wrong.ids[0]}"} if wrong.ids else {})


def _line(letter: str, formula: Expr) -> str:
    return f"{letter} = {to_text(formula)}"


def _lines(ways: list[Wrong], asked: Exercise) -> dict[str, str]:
    """Set every line that a way to be wrong has: what was written, and what is right."""
    found = {}
    for wrong in ways:
        if wrong.ids or wrong.kind == "edit":
            for letter, written, right in _candidate(wrong.key, asked).lines:
                name = to_latex(Name(letter))
                told = TEXTS["line"].format(
                    wrong=f"{name} = {to_latex(written)}", rightly=f"{name} = {to_latex(right)}"
                )
                found[_line(letter, written)] = text_mathml(told)
    return found


def _answer(variant: Variant) -> dict[str, Any]:
    asked = variant.exercise
    numeric = asked.answer in ("vector", "number")
    return {"kind": asked.answer} | ({"length": len(flat(variant.truth))} if numeric else {})


def _probes(asked: Exercise) -> list[dict[str, Any]]:
    """Give what the right formula and each wrong one are on the probes."""
    from lnteach.selfcheck.formulas import PROBES, formula_key

    made = formula_key(asked.ask, asked.norm)
    return [
        {
            "values": dict(values),
            "truth": [_short(x, 12) for x in made.truth[k]],
            "wrong": {wrong.key: [_short(x, 8) for x in them[k]] for wrong, them in made.wrong},
        }
        for k, values in enumerate(PROBES)
    ]


def _variant(variant: Variant, made: Key) -> dict[str, Any]:
    asked = variant.exercise
    found: dict[str, Any] = {
        "seed": variant.seed,
        "given": [[name, _strings(value)] for name, value in variant.given.items()],
        "question": telling.question(variant, text_mathml),
        "truth": [_short(x, 17) for x in made.truth] or list(made.exact),
        "exact": list(made.exact),
        "wrong": {wrong.key: _brief(wrong) for wrong in made.wrong},
        "shared": list(made.shared),
        "ratios": [[name, _short(x, 12)] for name, x in made.ratios],
        "checks": [
            {
                "name": check.name,
                "weights": [_short(x, 12) for x in check.weights],
                "value": _short(check.value, 12),
            }
            for check in made.checks
        ],
        "first": telling.first_entry(variant, text_mathml),
        "solution": telling.solution(variant, text_mathml),
        "distance": variant.distance,
    }
    if variant.certificate and variant.certificate.which:
        found["nearest"] = _short(variant.certificate.nearest, 4)
    if asked.answer in ("choice", "line"):
        found["choices"] = telling.choices(variant, text_mathml)
    if asked.answer == "formula":
        found["blank"] = telling.blank(variant)
    return found


def _short(value: float, digits: int) -> float | int:
    rounded = float(f"{value:.{digits}g}")
    return int(rounded) if rounded.is_integer() and abs(rounded) < 1e15 else rounded


def _brief(wrong: Wrong) -> list[float | int]:
    """Round the values: a named mistake to six digits, others to far less than the tolerance."""
    if wrong.kind == "mistake":
        return [_short(x, 6) for x in wrong.values]
    size = max(map(abs, wrong.values))
    decimals = 4 - floor(log10(2 * size)) if size else 0
    return [_short(round(x, decimals), 6) for x in wrong.values]


def _strings(value: Any) -> Any:
    return [_strings(entry) for entry in value] if isinstance(value, tuple) else str(value)
