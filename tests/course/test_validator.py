"""A content file that is wrong is refused, with file, line and field; one that is right passes."""

from __future__ import annotations

import os
import re
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lnteach import course

CONTENT = Path(course.__file__).parent
FILES = sorted(CONTENT.glob("*/*.yaml"))
VOTE = (CONTENT / "votes" / "common-shift.yaml").read_text(encoding="utf-8")


def problems(tmp_path: Path, source: str, name: str = "common-shift.yaml") -> list[str]:
    path = tmp_path / name
    path.write_text(source, encoding="utf-8")
    return [str(problem) for problem in course.check_file(path)]


def line_of(needle: str) -> int:
    return VOTE[: VOTE.index(needle)].count("\n") + 1


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_course_is_good_and_checked_in_seconds(path: Path) -> None:
    start = time.monotonic()
    assert course.check_file(path) == []
    assert time.monotonic() - start < 20


@pytest.mark.parametrize(
    ("old", "new", "field", "message"),
    [
        ("- before.mu == 2", "- before.mu == 3", "facts.1",
         "`before.mu == 3` does not hold: before.mu is 2"),
        ("- before.mu == 2", "- before.mu = 2", "facts.1",
         "'before.mu = 2' is not a relation such as `before.u == [-1, 0, 1]`"),
        ("- before.mu == 2", "- after.mu == 2", "facts.1",
         "'after.mu': there is no case 'after'; the cases are before, shifted, pushed"),
        ("- before.mu == 2", "- before.mu == 2.5", "facts.1",
         "'2.5' is not an exact number such as 2, -1/3 or 2*sqrt(5)/5"),
        ("right: B", "right: C", "right", "is C, but the claims that hold are: B"),
        ("id: common-shift", "id: common-shifts", "id",
         "is 'common-shifts', but the file is named 'common-shift'"),
        ("number: 1", "number: first", "number", "got 'first', needs a whole number"),
        ("kind: vote", "kind: poll", "kind",
         "got 'poll', needs vote, example, exercise, widget, seed"),
        ("title: A common shift", "titel: A common shift", "titel",
         "is not a field here; the fields are schema, kind, id, number"),
        ("eps: 1/3", "eps: 0.33", "cases.before.eps",
         "got '0.33', needs an exact number such as 2, -1/3 or 2*sqrt(5)/5"),
        ("dh: [1, 0, 0]", "dh: [1, 0]", "cases.pushed", "`dh` has 2 entries, but `h` has 3"),
        ("alpha: 5, dh", "dh", "cases.shifted", "`dh` uses alpha, so the case needs `alpha`"),
        ("from: before, alpha", "from: behind, alpha", "cases.shifted",
         "`from` names 'behind', which is no case above this one"),
        ("h: [1, 2, 3], eps: 1/3", "h: [2, 2, 2], eps: 0", "cases.before", "eps"),
        ("text: They become zero.", "text: They become 0.", "choices.C.text",
         "has a number typed by hand; take it from a case: `$[[case.u]]$`"),
        ("a common shift into", "$dh = \\alpha$ into", "explanation",
         "has `$dh = \\alpha$` typed by hand"),
        ("$c = [[shifted.c]]$", "$c = [[shifted.u]]$", "choices.C.reply",
         "says `c`, but takes the value of `u`"),
        ("[[shifted.map]]", "[[formula:C]]", "question",
         "'formula:C': the formulas with a name here are: A, B"),
        ("[[shifted.map]]", "[[mistake:none]]", "question",
         "'mistake:none': there is no mistake 'none'"),
        ("mistake: truth", "mistake: lie", "choices.B.mistake", "is 'lie'; there are truth, con"),
        ("mistake: truth", "proof: sum_x", "choices.B.proof",
         "is 'sum_x', which is no step of a derivation"),
        ("mistake: no-mean-route", "proof: sum_g_h", "choices.A.proof",
         "is given for a choice whose claim does not hold"),
        ("alpha: 5, dh: alpha*one", "scale: 2, dh: [1, 0, 0]", "cases.shifted",
         "has `dh` and `scale`; one of them is a change"),
        ("eps: 1/3}", "eps: 1/3, norm: rms, beta: [0, 0, 0]}", "cases.before",
         "RMSNorm has no `beta`"),
        ("chapter: centering", "chapter: centring", "chapter", "got 'centring', needs one of"),
        ("into $[[step:dc]]$", "into $[[step:dx]]$", "explanation",
         "'step:dx': the derivation has no step 'dx'"),
        ("case: shifted", "case: shift", "demonstration.case",
         "is 'shift'; the cases are before, shifted, pushed"),
        ("  - id: B", "  - id: A", "choices.A", "id 'A' stands twice"),
        ("schema: 1\n", "schema: 1\nschema: 1\n", "schema", "stands twice"),
        ("origin: lecture\n", "", "origin", "is missing"),
    ],
)  # fmt: skip
def test_problems_name_file_line_and_field(
    tmp_path: Path, old: str, new: str, field: str, message: str
) -> None:
    assert VOTE.count(old) >= 1
    found = problems(tmp_path, VOTE.replace(old, new, 1))
    line = line_of(old) if new and "stands twice" not in message else None
    hit = [text for text in found if f": {field}: " in text and message in text]
    assert hit, found
    if line and field not in {"explanation", "right", "question", "choices.C.reply"}:
        assert hit[0].startswith(f"common-shift.yaml:{line}: ")


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("", "the file is empty"),
        ("kind: vote\nid: [", "not readable"),
        ("- just\n- a list\n", "needs vote, example, exercise, widget, seed"),
        ("kind: &a vote\nid: *a\n", "aliases (`*name`) are not used in content files"),
        ("kind: vote\ncases: {}\n", "is missing"),
        ("kind: vote\nquestion: [1]\n", "question: needs a text, not a list or a table"),
        ("kind: vote\nchoices: one\n", "choices: needs a list"),
        ("kind: vote\nchoices: []\n", "choices: has 0 entries, needs at least 2"),
        ("kind: vote\ncases: 3\n", "cases: needs a table of fields"),
        ("kind: vote\ntitle: ''\n", "title: is empty"),
        ("[" * 5000, "not readable"),
    ],
)
def test_hostile_files_are_refused_in_words(tmp_path: Path, source: str, message: str) -> None:
    assert any(message in text for text in problems(tmp_path, source, "x.yaml"))


def test_not_a_text_file(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_bytes(b"\xff\xfe\x00\x01")
    assert "not readable" in str(course.check_file(path)[0])
    assert str(course.check_file(tmp_path / "none.yaml")[0]) == "none.yaml:1: is not a file"


@given(st.text(max_size=300))
def test_any_text_at_all_gives_problems_not_exceptions(tmp_path_factory, source: str) -> None:
    path = tmp_path_factory.mktemp("any") / "x.yaml"
    path.write_text(source, encoding="utf-8", errors="replace")
    assert course.check_file(path)


NUMBERS = re.compile(r"(?<![\w./-])-?\d+(?:/\d+)?(?![\w/]*\.\d)")


def mutants(source: str) -> list[str]:
    """Change one number of the inputs, the claims or the facts at a time: by one, and its sign."""
    start, stop = source.index("\ncases:"), len(source)
    out = []
    for match in NUMBERS.finditer(source, start, stop):
        text = match[0]
        whole, _, under = text.partition("/")
        more = f"{int(whole) + 1}/{under}" if under else str(int(whole) + 1)
        minus = text.removeprefix("-") if text.startswith("-") else f"-{text}"
        for new in [more] if text == "0" else [more, minus]:
            out.append(source[: match.start()] + new + source[match.end() :])
    for old, new in (("==", "!="), ("!=", "==")):
        for match in re.finditer(old, source[start:]):
            at = start + match.start()
            out.append(source[:at] + new + source[at + 2 :])
    return out


@pytest.mark.parametrize(
    "path",
    [path for path in FILES if path.parent.name in {"votes", "examples"}],
    ids=lambda path: path.stem,
)
def test_a_changed_number_sign_or_claim_fails(path: Path, tmp_path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    candidates = mutants(source)
    assert len(candidates) > 40
    if os.environ.get("HYPOTHESIS_PROFILE") != "long":  # `make test-long` goes through all of them
        candidates = candidates[:: len(candidates) // 20]
    survivors = [m for m in candidates if not problems(tmp_path, m, path.name)]
    shown = [
        next(b for a, b in zip(source.splitlines(), m.splitlines(), strict=True) if a != b)
        for m in survivors
    ]
    assert shown == [], "\n".join(shown)
