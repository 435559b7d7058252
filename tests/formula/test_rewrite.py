"""Edits: patterns with capitals, applied from the leaves up."""

from fractions import Fraction

import pytest

from lnteach.formula import (
    Call,
    FormulaError,
    Name,
    Number,
    Pow,
    Rule,
    axes,
    definitions,
    from_json,
    read,
    rewrite,
    to_text,
    uses,
)


@pytest.mark.parametrize(
    ("rule", "before", "after"),
    [
        ("mean(X) -> sum(X)", "mean(a*u)", "sum(a*u)"),
        ("mean(X) -> sum(X)", "sum(a)", None),
        ("X - X -> 0", "a - a", "0"),
        ("X - X -> 0", "a - u", None),
        ("X/S^2 -> X/S", "a/s^2", "a/s"),
        ("X/S^2 -> X/S", "a/s^3", None),
        ("2*X -> X", "2*u", "u"),
        ("2*X -> X", "3*u", None),
        ("A - M -> A + M", "a + u", None),
        ("u -> c", "u", "c"),
        ("u -> c", "a", None),
        ("dot(X, Y) -> X*Y", "dot(a, u)", "a*u"),
    ],
)
def test_rules(rule, before, after):
    made = Rule.parse(rule).apply(read(before))
    assert made == (None if after is None else read(after))


def test_edits_meet_from_the_leaves_up():
    g_h = definitions()["g_h"]
    inner, outer = ((0, 0, 1), [Rule.parse("M -> 2*M")]), ((0, 0), [Rule.parse("A - M -> A")])
    assert to_text(rewrite(g_h, [inner, outer])[0]) == "(a - u*mean(a*u))/s"
    assert rewrite(g_h, [outer, inner]) == rewrite(g_h, [inner, outer])
    twice = [((1,), [Rule.parse("S -> S^2")]), ((1,), [Rule.parse("s^2 -> v")])]
    assert to_text(rewrite(g_h, twice)[0]).endswith("/v")
    assert rewrite(g_h, twice[::-1])[1] == {1}, "a rule whose pattern is not there does nothing"


def test_the_first_rule_that_fits_is_used():
    rules = [Rule.parse("X/S^2 -> X/S"), Rule.parse("X/S -> X")]
    assert to_text(rewrite(read("a/s^2"), [((), rules)])[0]) == "a/s"
    assert to_text(rewrite(read("a/s"), [((), rules)])[0]) == "a"


def test_capitals_mean_something_only_in_rules():
    with pytest.raises(FormulaError):
        read("mean(X)")
    with pytest.raises(ValueError, match="`pattern -> result` is needed"):
        Rule.parse("mean(a)")


def test_trees_refuse_what_is_no_formula():
    with pytest.raises(ValueError, match="`value` is -1"):
        Number(Fraction(-1))
    with pytest.raises(ValueError, match="`exponent` is 1/3"):
        Pow(Name("u"), Fraction(1, 3))
    with pytest.raises(ValueError, match="`function` is 'exp'"):
        Call("exp", (Name("u"),))
    with pytest.raises(ValueError, match="`dot` takes 2"):
        Call("dot", (Name("u"),))


@pytest.mark.parametrize(
    "data",
    ["__proto__", "foo", "", [], 3, None, ["+", "a"], ["neg", "a", "u"], ["exp", "a"], ["^", "a"],
     ["+", "a", ["mean"]], {"a": 1}, "-1"],
)  # fmt: skip
def test_json_refuses_what_is_no_formula(data):
    with pytest.raises((ValueError, TypeError)):
        from_json(data)


def test_what_letters_rest_on():
    assert uses("g_beta", definitions()) == {"g_beta", "g_z"}
    assert {"h", "eps", "gamma", "g_z", "mu"} < uses("g_h", definitions())
    with pytest.raises(ValueError, match="`norm` is 'batch'"):
        definitions("batch")


def test_shapes_follow_edited_definitions():
    edited = {**definitions(), "mu": read("mean_rows(h)")}
    assert axes(read("mu")) == {"row"}
    assert axes(read("mu"), edited) == {"feature"}
    assert axes(read("sum_rows(g_z u)")) == {"feature"}
    assert axes(read("u"), {"u": read("c"), "c": read("u")}) == {"row", "feature"}
