"""Facts are exact arithmetic on cases, and nothing else."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from sympy import Rational, sqrt

from lnteach.course import expressions as ex
from lnteach.course import relations

CASES = {
    "probe": {
        "h": (Rational(1), Rational(2), Rational(3)), "eps": Rational(1, 3),
        "u": (Rational(-1), Rational(0), Rational(1)), "s": sqrt(3),
        "gamma": (Rational(2), Rational(1), Rational(3)),
        "g_z": (Rational(1), Rational(-2), Rational(-1)),
    },
    "first-pushed": {"du": (Rational(1, 3), Rational(-1, 3), Rational(0)), "map": "h"},
}  # fmt: skip


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("-5/3", Rational(-5, 3)),
        ("2*sqrt(5)/5", 2 * sqrt(5) / 5),
        ("[1, -1/2]", (1, Rational(-1, 2))),
        ("sum(probe.h)", 6),
        ("mean(probe.h)", 2),
        ("dot(probe.h, probe.u)", 2),
        ("probe.h * probe.u - 1", (-2, -1, 2)),
        ("probe.s ** 2", 3),
        ("entry(first-pushed.du, 2)", Rational(-1, 3)),
        ("max(probe.h)", 3),
        ("abs(probe.u)", (1, 0, 1)),
        ("sqrt([4, 9])", (2, 3)),
        ("-probe.u", (1, 0, -1)),
        ("probe.constant-statistics", (2, -2, -3)),
        ("sum(probe.no-variance-route)", 0),
    ],
)
def test_values(written: str, value: object) -> None:
    assert relations.same(ex.evaluate(written, CASES), value)


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("decimal(sqrt(400001/100000), 8)", "2.0000025"),
        ("decimal(25/10**7, 2)", r"2.5 \cdot 10^{-6}"),
        ("decimal(-2/3, 3)", "-0.667"),
        ("decimal(1/10000, 1)", "0.0001"),
        ("decimal(99999999, 2)", r"1.0 \cdot 10^{8}"),
        ("decimal([1/3, 2], 2)", r"(0.33,\,2.0)"),
        ("probe.h", r"(1,\,2,\,3)"),
        ("first-pushed.map", "h"),
    ],
)
def test_how_a_value_is_written(written: str, text: str) -> None:
    assert ex.latex(ex.evaluate(written, CASES)) == text


@pytest.mark.parametrize(
    ("relation", "holds"),
    [
        ("sum(probe.u) == 0", True),
        ("probe.u == 0", False),
        ("probe.h != probe.u", True),
        ("probe.s < 2", True),
        ("probe.s <= sqrt(3)", True),
        ("probe.s > sqrt(3)", False),
        ("probe.s >= 2", False),
        ("decimal(probe.s, 3) == 173/100", True),
        ("[1, 2] == [1, 2, 3]", False),
    ],
)
def test_relations(relation: str, holds: bool) -> None:
    assert relations.verdict(relation, CASES)[0] is holds


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("2.5", "'2.5' is not an exact number"),
        ("probe", "is not an exact number"),
        ("after.mu", "there is no case 'after'; the cases are probe, first-pushed"),
        ("probe.w", "case 'probe' has no 'w'; it has eps, g_z, gamma, h, s, u, and what each"),
        ("first-pushed.no-mean-route", "needs `g_z` in the case"),
        ("1/0", "divides by zero"),
        ("probe.h + [1, 2]", "mixes columns of [2, 3] entries"),
        ("entry(probe.h, 0)", "`entry` cannot take this"),
        ("entry(probe.h, 4)", "`entry` cannot take this"),
        ("sum(2)", "`sum` cannot take this"),
        ("sqrt(-1)", "`sqrt` cannot take this"),
        ("decimal(1, 99)", "`decimal` cannot take this"),
        ("dot(probe.h)", "`dot` takes 2, got 1"),
        ("__import__('os')", "is not an exact number"),
        ("probe.h.real", "is not an exact number"),
        ("9**9**9", "is not an exact number"),
        ("first-pushed.map + 1", "calculates with a text"),
        ("1 +", "is not an expression"),
        ("(" * 300, "is not an expression"),
        ("1" * 500, "is not an expression"),
    ],
)
def test_what_is_no_expression_is_refused_in_words(written: str, message: str) -> None:
    with pytest.raises(ValueError) as error:
        ex.evaluate(written, CASES)
    assert message in str(error.value)


def test_columns_have_no_order() -> None:
    with pytest.raises(ValueError, match="only numbers have an order"):
        relations.verdict("probe.u < probe.h", CASES)


@example("_0")
@example("b.b1")
@example("probe.u1")
@example("probe.u + _0")
@given(st.text(alphabet="probe.hu_s0123456789+-*/()[], =<>!sumdotqrt", max_size=60))
def test_any_text_gives_a_value_or_a_refusal(text: str) -> None:
    for read in (ex.evaluate, relations.verdict):
        with contextlib.suppress(ValueError):
            read(text, CASES)
