"""Answers are read as a person would read them, in every notation and without a stumble."""

from __future__ import annotations

import doctest
import json
import time
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lnteach.selfcheck import comparing, entries, read_vector, reading
from tests.selfcheck import notations

CASES: list[dict[str, Any]] = json.loads(notations.TABLE.read_text(encoding="utf-8"))


def test_the_shared_table_is_the_one_that_is_made() -> None:
    assert notations.TABLE.read_text(encoding="utf-8") == notations.table()
    assert len(CASES) >= 400


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_the_shared_table(case: dict[str, Any]) -> None:
    found = read_vector(case["text"], case["d"])
    assert found.kind == case["kind"], found
    if found.kind == "read":
        assert found.values == pytest.approx(case["values"], rel=1e-15, abs=0)
        assert found.message == ""
        assert found.position is None
    if "given" in case:
        assert len(found.entries) == case["given"]
        assert f" {case['given']} " in found.message
        assert f" {case['d']} " in found.message
    if "first" in case:
        assert f"read as {case['first']} or as {case['second']}." in found.message
        assert len(found.entries) == len(found.other) == case["d"]
    if found.kind == "unreadable":
        assert found.position == case["position"]
        assert found.message == case.get("says", found.message)


def test_examples_run() -> None:
    assert sum(doctest.testmod(m).failed for m in (reading, entries, comparing)) == 0


numbers = st.one_of(
    st.fractions(-50, 50, max_denominator=60).map(str),
    st.decimals(-1000, 1000, places=4).map(str),
    st.integers(-99, 99).map(str),
)


@given(st.lists(numbers, min_size=2, max_size=8), st.sampled_from(sorted(notations.NOTATIONS)))
def test_written_then_read(vector: list[str], name: str) -> None:
    found = read_vector(notations.NOTATIONS[name](vector), len(vector))
    assert found.kind == "read"
    wanted = [float(eval(each)) for each in vector]  # a fraction or decimal that we made
    assert found.values == pytest.approx(wanted, rel=1e-15)


@given(st.lists(numbers, min_size=2, max_size=8), st.sampled_from(sorted(notations.SPACED)))
def test_written_with_spaces_then_read(vector: list[str], name: str) -> None:
    found = read_vector(notations.SPACED[name](vector), len(vector))
    assert found.values == pytest.approx([float(eval(each)) for each in vector], rel=1e-15)


@given(st.text(max_size=80), st.integers(1, 6))
def test_no_text_is_too_strange(text: str, d: int) -> None:
    found = read_vector(text, d)
    assert found.kind in {"read", "blank", "unreadable", "length", "ambiguous"}
    assert (found.message == "") == (found.kind == "read")
    if found.position is not None:
        assert 0 <= found.position <= len(text)


@pytest.mark.parametrize(
    "text",
    [
        "1" * 1_000_000,
        "[" * 10_000 + "1" + "]" * 10_000,
        "(" * 900 + "1" + ")" * 900,
        "1,2" * 600,
        ",".join(["1"] * 40),
        "-" * 1999,
        "√" * 999 + "2",
        "np.array(" * 200,
        "[1]" * 600,
        " " * 2000,
        "T" * 2000,
        "1 , " * 400,
        ", a = 1" * 250 + ")",
        "array(" + ", a_b = 1" * 200 + ")",
        "(" * 999 + "1" + ")" * 999,
        "1" + "'" * 1999,
        "array(" * 280 + "1" + ")" * 280,
        "2√√2√2" * 60,
        "(2·" * 60 + "2" + ")" * 60,
        "2·√2" * 90,
        "⅔" * 400,
        "\u202e" * 2000,
    ],
    ids=lambda text: text[:12],
)
def test_hostile_texts_are_answered_at_once(text: str) -> None:
    best = 1.0
    for _ in range(3):  # the fastest, since a machine may be busy
        began = time.process_time()
        assert read_vector(text, 20).kind in {"unreadable", "blank", "length", "read", "ambiguous"}
        best = min(best, time.process_time() - began)
    assert best < 0.05


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("4/3, -1, -1/3", "right right right"),
        ("1.333, -1, -0.333", "right right right"),
        ("1.33, -1.0, -.33", "rounded right rounded"),
        ("1.3, -1, -0.3", "rounded right rounded"),
        ("1, -1, -0.3", "wrong right rounded"),
        ("1.34, -1, -0.34", "wrong right wrong"),
        ("1., -1., -0.", "wrong right wrong"),  # as NumPy prints whole numbers
        ("1.36, -1, -1/3", "wrong right right"),
        ("133/100, -1, -1/3", "wrong right right"),
        ("1.3333333333333335, -1.0000000000000002, -0.33333333333333337", "right right right"),
    ],
)
def test_marks_know_how_many_digits_were_typed(text: str, marks: str) -> None:
    found = read_vector(text, 3)
    units = [entry.unit for entry in found.entries]
    assert " ".join(comparing.compare(found.values, units, [4 / 3, -1, -1 / 3]).marks) == marks


@given(
    st.fractions(-3, 3, max_denominator=40),
    st.integers(1, 2),
    st.sampled_from(["ROUND_HALF_EVEN", "ROUND_DOWN"]),
    st.integers(-2, 2),
)
def test_only_what_the_truth_rounds_to_is_rounded(
    truth: Fraction, digits: int, way: str, beside: int
) -> None:
    unit = Decimal(1).scaleb(-digits)
    exact = Decimal(truth.numerator) / truth.denominator
    typed = exact.quantize(unit, way) + beside * unit
    found = read_vector(f"{typed:.{digits}f}", 1)
    mark = comparing.compare(found.values, [found.entries[0].unit], [float(truth)]).verdict
    gap = abs(typed - exact)
    allowed = {exact.quantize(unit, each) for each in ("ROUND_HALF_UP", "ROUND_HALF_DOWN")}
    allowed.add(exact.quantize(unit, "ROUND_DOWN"))
    assert mark != "wrong" or typed not in allowed
    assert mark != "rounded" or typed in allowed
    assert (mark == "right") == (gap <= Decimal(comparing.tolerance([float(truth)])))


def test_the_digits_of_a_column_count_too() -> None:
    for text in ("[[1.33], [-0.33]]", "tensor([[1.33], [-0.33]])", "np.float64(1.33), (-0.33)"):
        found = read_vector(text, 2)
        assert [entry.unit for entry in found.entries] == [0.01, 0.01]
        assert found.text == "(1.33, −0.33)"


def test_zero_is_compared_as_it_is() -> None:
    assert comparing.compare([1e-10, 0], [0, 0], [0, 0]).verdict == "right"
    assert comparing.compare([1e-8, 0], [0, 0], [0, 0]).verdict == "wrong"
    with pytest.raises(ValueError, match="`values` has 1 entries, but `truth` has 2"):
        comparing.compare([1], [0], [0, 0])
