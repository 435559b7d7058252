"""A wrong answer gets its name: every mistake, every pair, every edit, and honest words else."""

from __future__ import annotations

import doctest
import itertools
import random
from fractions import Fraction

import pytest

from lnteach import mistakes
from lnteach.selfcheck import candidates, diagnose, feedback, judge, judge_formula, key, keys
from lnteach.selfcheck.candidates import value
from lnteach.selfcheck.wording import say_number
from tests.selfcheck.cases import BATCH, E1, E2, GUIDE, MIRRORED, PROBE


def test_examples_run() -> None:
    import importlib

    for name in ("candidates", "keys", "judge", "wording", "diagnose"):
        module = importlib.import_module(f"lnteach.selfcheck.{name}")
        assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize(
    ("case", "ask", "right"),
    [
        (PROBE, "g_h", "4/3, -1, -1/3"),
        (GUIDE, "g_h", "1/4, -1/4, -1/4, 1/4"),
        (E1, "g_h", "-5/9, 8/9, -4/9, -1/9, 2/9"),
        (E2, "g_h", "85/72, -5/9, -25/18, 5/18, 35/72"),
        (BATCH, "g_gamma", "27/4, -11/3, 47/12, -47/24, 137/48"),
        (BATCH, "g_beta", "-1, 5, -6, 0, 5"),
        (E1, "s", "12"),
        (E1, "v", "100"),
        (E1, "u", "-4/3, -5/12, 1/12, 7/12, 13/12"),
        (MIRRORED, "g_h", "1, -1, -1, 1"),
    ],
)
def test_the_right_answer_is_right(case, ask, right) -> None:
    assert judge(right, key(case, ask)).kind == "right"


@pytest.mark.parametrize(
    ("text", "name"),
    [  # the values of the catalogue on the first row, as literals
        ("-15/12, 6/12, -8/12, -2/12, 4/12", "constant-statistics"),
        ("-1, .75, -5/12, 1/12, 7/12", "no-variance-route"),
        ("-29/36, 23/36, -25/36, -13/36, -1/36", "no-mean-route"),
        ("85/12, 62/12, 24/12, 6/12, -12/12", "only-first-term-divided"),
        ("-624/720, 397/720, -452/720, -143/720, 134/720", "gamma-outside"),
        ("-208/720, 397/720, -113/720, -143/720, 67/720", "gamma-missing"),
        ("20/9, 22/9, 4/9, 1/9, -2/9", "sums-for-means"),
        ("-20/3, 32/3, -16/3, -4/3, 8/3", "scale-forgotten"),
        ("-5/108, 8/108, -4/108, -1/108, 2/108", "variance-for-deviation"),
        ("-1260/2197, 1761/2197, -893/2197, -167/2197, 559/2197", "bessel"),
        ("-1068/2197, 1821/2197, -905/2197, -251/2197, 403/2197", "bessel-consistent"),
        ("-108/250, 285/250, -137/250, -59/250, 19/250", "epsilon-forgotten"),
        ("1056/864, 573/864, -356/864, 121/864, 166/864", "elementwise-variance-term"),
        ("-19/18, 7/18, -17/18, -11/18, -5/18", "sign-flipped-mean-term"),
        ("-1076/1125, 422/1125, -670/1125, -262/1125, 146/1125", "rms-for-layer"),
    ],
)
def test_known_values_have_their_names(text: str, name: str) -> None:
    found = judge(text, key(E1))
    assert (found.kind, found.wrong and found.wrong.key) == ("mistake", name)


@pytest.mark.parametrize("ask", ["g_h", "g_gamma", "g_beta", "u", "z", "s", "v", "c", "a"])
@pytest.mark.parametrize("norm", ["layer", "rms"])
def test_every_candidate_is_named(ask: str, norm: str) -> None:
    if ask not in mistakes.truth(norm).definitions:
        pytest.skip(f"the norm {norm} has no {ask}")
    made = key(BATCH if ask in {"g_gamma", "g_beta"} else E1, ask, norm)
    for wrong in made.wrong:
        text = "; ".join(repr(x) for x in wrong.values)
        assert judge(text, made).wrong == wrong, wrong.key


def test_on_example_e_all_mistakes_of_the_catalogue_are_kept() -> None:
    kept = {wrong.key for wrong in key(E1).wrong}
    reach = {id for id in mistakes.ids("layer") if "g_h" in mistakes.get(id).targets}
    assert reach <= kept
    assert key(E1).nearest >= 10


def test_undeclared_pairs_are_named_or_are_something_else() -> None:
    """At least 95 of 100 pairs get both names; the others give what one mistake or edit gives."""
    made = key(E1)
    names = {wrong.key for wrong in made.wrong}
    told = total = 0
    for first, second, both in mistakes.pairs("layer"):
        values = value(both, E1 | {"beta": [0] * 5}, "g_h")
        single = {value(mistakes.get(id), E1, "g_h") for id in (first.id, second.id)}
        if values is None or values in single:
            continue  # the second of them does not reach g_h
        total += 1
        found = judge([float(x) for x in values], made)
        told += found.kind == "pair" and bool(names) and found.wrong is not None
    assert total > 150
    assert told / total >= 0.95


def test_the_lecture_s_probe_is_shared_by_three_mistakes() -> None:
    made = key(PROBE)
    assert made.shared == (
        "only-first-term-divided",
        "scale-forgotten",
        "variance-for-deviation",
    )
    said = str(feedback(judge("4/3; -1; -1/3", made), made))
    assert said.startswith("Right; and so would be the answer to: Only the first term divided")


@pytest.mark.parametrize(
    ("text", "kind", "detail", "clue"),
    [
        ("", "blank", "", None),
        ("a, b, c, d, e", "unreadable", "", None),
        ("1, 2", "length", "", None),
        ("-0.56 0.89 -0.44 -0.11 0.22", "rounded", "", None),
        ("2/9 -1/9 -4/9 8/9 -5/9", "order", "reversed", "u-dot"),
        ("8/9 -5/9 -4/9 -1/9 2/9", "order", "permuted", "u-dot"),
        ("-25/9 40/9 -20/9 -5/9 10/9", "ratio", "d", "u-dot"),
        ("1 1 1 1 1", "property", "sum", "sum"),
        ("1 1 -1 -1 0", "property", "u-dot", "u-dot"),
    ],
)
def test_answers_without_a_name(text: str, kind: str, detail: str, clue: str | None) -> None:
    found = judge(text, key(E1))
    assert (found.kind, found.detail) == (kind, detail)
    assert (found.clue[0] if found.clue else None) == clue
    assert found.attempt == (kind in {"order", "ratio", "property"})


def test_what_satisfies_every_property_is_honestly_unknown() -> None:
    made = key(E1)
    u, d = made.checks[1].weights, 5
    direction = [1.0, -2.0, 1.0, 0.5, -0.5]
    mean = sum(direction) / d
    along = sum(x * y for x, y in zip(direction, u, strict=True)) / sum(x * x for x in u)
    across = [x - mean - along * y for x, y in zip(direction, u, strict=True)]
    found = judge([t + x for t, x in zip(made.truth, across, strict=True)], made)
    assert found.kind == "unknown"
    assert found.clue is not None
    assert found.clue[0] == "entry 1"
    said = str(feedback(found, made))
    assert said.startswith("Not right, and we cannot tell why. Its sum and its product with u")


def test_a_matrix_for_the_scale_s_gradient_is_named() -> None:
    made = key(BATCH, "g_gamma")
    rows = "20/3 -5/2 -1/6 -7/6 13/6 1/12 -7/6 49/12 -19/24 11/16"
    assert judge(rows, made).wrong.key == "unsummed-gamma"


def test_zero_answers_know_no_factor() -> None:
    zero = {"h": [4, 0, 4, 0], "eps": 0, "g_z": [1, 1, 1, 1]}
    assert key(zero).ratios == ()
    assert judge("0 0 0 0", key(zero)).kind == "right"


def test_feedback_names_line_and_clue() -> None:
    made = key(PROBE)
    said = feedback(judge("2 -2 -3", made), made)
    assert said.section == "mistakes.html#constant-statistics"
    assert str(said).endswith("Its entries sum to −3; here they have to sum to 0.")
    assert "<math" in said.html
    assert "$" not in said.html


def test_a_case_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="`case` needs `h` and `eps`"):
        key({"h": [1, 2]})
    with pytest.raises(ValueError, match="no exact g_h"):
        key({"h": [1, 1], "eps": 0, "g_z": [1, 2]})


def test_rewritten_truth_is_never_refused() -> None:
    rewrites(random.Random(3), 1_000)


@pytest.mark.long
def test_rewritten_truth_is_never_refused_ten_thousand_times() -> None:
    rewrites(random.Random(4), 10_000)


PIECES = {
    "a": ["a", "g_z*gamma", "γ g_z", "(gamma*g_z)", "g'", "(g_z ⊙ γ)"],
    "m": ["mean(a)", "sum(a)/d", "mean(g_z*gamma)", "m", "(1^T a)/d", "(1/d) sum(a)"],
    "q": ["mean(a*u)", "mean(u a)", "dot(a, u)/d", "(u·a)/d", "q", "mean(a c)/s", "sum(a*u)/d"],
    "u": ["u", "c/s", "(h - mu)/s", "(h - mean(h))/sqrt(v + eps)", "x̂"],
    "s": ["s", "sqrt(v + eps)", "sqrt(mean(c^2) + ε)", "(v + eps)^(1/2)", "σ"],
}
SHAPES = [
    "({a} - {m} - {u} {q})/({s})",
    "({a} - {m})/({s}) - ({u} {q})/({s})",
    "(1/({s})) ({a} - {m} - {u} {q})",
    "({a})/({s}) - ({m})/({s}) - (({q}) ({u}))/({s})",
    "-({m} - {a} + {u} {q})/({s})",
    "(2({a}) - 2({m}) - 2 ({u}) ({q}))/(2 ({s}))",
    "({a} - ({u} {q} + {m}))/({s})",
]


def rewrites(rng: random.Random, count: int) -> None:
    """Write the right formula in ways that people write it; count the distinct ones."""
    seen = set()
    while len(seen) < count:
        parts = {name: f"({rng.choice(ways)})" for name, ways in PIECES.items()}
        text = rng.choice(SHAPES).format(**parts)
        if rng.random() < 0.5:
            text = text.replace(" ", rng.choice(["  ", "\u00a0", "\n"]))
        if rng.random() < 0.3:
            text = "g_h = " + text
        if text not in seen:
            seen.add(text)
            assert judge_formula(text).kind == "right", text


@pytest.mark.parametrize(
    ("text", "kind", "key_"),
    [
        ("a/s", "mistake", "constant-statistics"),
        ("gamma (g_z - mean(g_z) - u mean(g_z u))/s", "mistake", "gamma-outside"),
        ("(a - sum(a) - u sum(a u))/s", "mistake", "sums-for-means"),
        ("(a - mean(a) - u u a)/s", "mistake", "elementwise-variance-term"),
        ("(a - mean(a) - c mean(a*u))/s", "edit", "edit:c where u belongs, in the variance term"),
        ("(g_z - u mean(g_z u))/s", "pair", "no-mean-route+gamma-missing"),
        ("h + z", "unknown", None),
        ("a/0", "undecided", None),
        ("", "blank", None),
        ("(a", "unreadable", None),
        ("g_h", "unreadable", None),
    ],
)
def test_formulas_are_judged_by_their_values(text: str, kind: str, key_: str | None) -> None:
    found = judge_formula(text)
    assert found.kind == kind
    assert (found.wrong.key if found.wrong else None) == key_


def test_the_probes_tell_every_candidate_apart() -> None:
    from lnteach.selfcheck.formulas import formula_key

    made = formula_key("g_h")
    assert {w.key for w, _ in made.wrong} >= {
        id
        for id in mistakes.ids("layer")
        if "g_h" in mistakes.get(id).targets and id != "batch-statistics"
    }
    for (_, one), (_, two) in itertools.combinations(made.wrong[:40], 2):
        assert max(abs(x - y) for x, y in zip(one[1], two[1], strict=True)) > 1e-6


@pytest.mark.parametrize("value_", [Fraction(-5, 3), 0, 0.5, 1e-3, 12345.678])
def test_numbers_are_said_shortly(value_: float) -> None:
    said = say_number(float(value_))
    assert len(said) <= 8
    assert float(Fraction(said.replace("−", "-"))) == pytest.approx(float(value_), rel=1e-4)


def test_keys_hold_what_the_browser_needs() -> None:
    made = key(E1)
    assert isinstance(made, keys.Key)
    assert len(made.truth) == len(made.exact) == 5
    assert {each.kind for each in candidates.candidates("g_h")} == {"mistake", "pair", "edit"}


@pytest.mark.parametrize(
    ("answer", "kind", "ids"),
    [
        ("-15/12, 6/12, -8/12, -2/12, 4/12", "mistake", ("constant-statistics",)),
        ([-5 / 9, 8 / 9, -4 / 9, -1 / 9, 2 / 9], "right", ()),
        ("a/s", "mistake", ("constant-statistics",)),
        ("a/s, 1, 2, 3, 4", "unreadable", ()),
        ("what?", "unreadable", ()),
    ],
)
def test_one_door_for_every_answer(answer, kind: str, ids: tuple[str, ...]) -> None:
    found = diagnose(answer, E1)
    assert (found.kind, found.ids) == (kind, ids)
    assert str(found) == repr(found) != ""


def test_a_function_comes_in_by_the_same_door() -> None:
    report = diagnose(mistakes.get("gamma-outside").compute, E1)
    assert report.findings[0].ids == ("gamma-outside",)
