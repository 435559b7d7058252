"""Which check is blind to which mistake: what the course knows, and a reader's own check."""

import re

import numpy as np
import pytest

from lnteach import mistakes
from lnteach.core import gradient_check

TABLE = mistakes.blindness()
RMS = mistakes.blindness(norm="rms")

VARIANCE_ROUTE = {"no-variance-route", "sum-for-variance-term", "sign-flipped-variance-term"}
SCALE = {"scale-forgotten", "variance-for-deviation"}
GAMMA = {"gamma-outside", "gamma-missing"}


def test_rows_and_columns():
    assert TABLE.mistakes == mistakes.ids("layer")
    assert [check.id for check in TABLE.checks] == [
        "shape", "sum", "u-dot-zero", "u-dot-exact", "unit-gamma", "upstream-ones",
        "upstream-ones-unit-gamma", "half-square-loss", "unit-s", "zero-mean-a", "two-valued",
        "generic", "small-variance", "own-forward", "float32",
    ]  # fmt: skip
    for table in (TABLE, RMS):
        for mistake in table.mistakes:
            for check in table.checks:
                cell = table.cell(mistake, check.id)
                assert cell.word in {"caught", "blind", "undefined"}
                assert cell.reason


def test_each_mistake_is_caught_by_a_check_that_the_course_teaches():
    for table in (TABLE, RMS):
        for mistake in table.mistakes:
            assert table.caught_by(mistake), mistake
            assert mistakes.get(mistake, table.norm).caught_by == table.caught_by(mistake)


def test_the_right_formula_passes_every_check_that_can_be_made():
    for norm, table in (("layer", TABLE), ("rms", RMS)):
        found = mistakes.passes_by_accident(mistakes.truth(norm).compute, norm=norm)
        assert found.right
        assert not found.caught
        undefined = {id for id, _ in found.undefined}
        assert undefined == ({"sum"} if norm == "rms" else set())
        for check in table.checks:
            words = {table.cell(m, check.id).word for m in table.mistakes}
            assert ("undefined" in words) == (check.id in undefined)


def test_the_sum_sees_nothing_in_the_variance_route_in_gamma_missing_or_in_the_scale():
    assert VARIANCE_ROUTE | SCALE | {"gamma-missing"} <= set(TABLE.blind_to("sum"))
    assert "gamma-outside" not in TABLE.blind_to("sum")


def test_gamma_one_hides_both_gamma_mistakes_from_every_difference():
    assert set(TABLE.blind_to("unit-gamma")) == GAMMA | {"upstream-scaled"}


def test_upstream_ones_and_gamma_one_hide_variance_route_gamma_and_scale():
    assert set(TABLE.blind_to("upstream-ones-unit-gamma")) >= VARIANCE_ROUTE | SCALE | GAMMA
    assert "no-mean-route" not in TABLE.blind_to("upstream-ones-unit-gamma")


def test_the_exact_u_dot_sees_many_that_zero_cannot():
    zero, exact = set(TABLE.blind_to("u-dot-zero")), set(TABLE.blind_to("u-dot-exact"))
    assert exact < zero
    assert {"bessel-consistent", "epsilon-forgotten", "gamma-missing", *SCALE} <= zero - exact
    assert "no-mean-route" in exact, "the mean term is orthogonal to u"


def test_u_dot_zero_refuses_the_right_answer_where_eps_is_not_small():
    def at_the_lectures_probe(backward):
        """Hold u·g_h against 0 at the lecture's probe."""
        g_h = backward([1.0, 2, 3], [2.0, 1, 3], [0.0] * 3, [1.0, -2, -1], 1 / 3)[0]
        return abs(np.dot([-1, 0, 1], g_h)) < 0.01

    table = mistakes.blindness(at_the_lectures_probe)
    for mistake in table.mistakes:
        cell = table.cell(mistake, "at_the_lectures_probe")
        assert cell.word == "undefined"
        assert "refuses the right gradient too" in cell.reason


def test_s_one_hides_three():
    assert set(TABLE.blind_to("unit-s")) == {"only-first-term-divided", *SCALE}


def test_a_mean_of_zero_hides_the_mean_term():
    assert set(TABLE.blind_to("zero-mean-a")) == {
        "no-mean-route", "sum-for-mean-term", "sign-flipped-mean-term", "mean-term-doubled",
    }  # fmt: skip


def test_two_values_hide_gamma_outside_and_all_that_eps_does():
    assert set(TABLE.blind_to("two-valued")) == {
        "gamma-outside", "epsilon-outside-root", "epsilon-forgotten", "epsilon-forgotten-outside",
        "epsilon-beside-d",
    }  # fmt: skip


def test_ones_own_forward_hides_every_consistent_mistake():
    consistent = {"bessel-consistent", "epsilon-outside-root", "batch-statistics"}
    assert set(TABLE.blind_to("own-forward")) == consistent | {"rms-for-layer"}


def test_float32_cannot_see_eps_but_a_row_near_eps_can():
    assert set(TABLE.blind_to("float32")) == {
        "epsilon-outside-root", "epsilon-forgotten", "epsilon-forgotten-outside",
        "epsilon-beside-d",
    }  # fmt: skip
    assert TABLE.blind_to("small-variance") == ()
    assert TABLE.blind_to("generic") == ()


def test_shapes_catch_only_mistakes_of_shape():
    caught = {m for m in TABLE.mistakes if TABLE.cell(m, "shape").word == "caught"}
    assert caught == {"unsummed-gamma", "features-summed"}
    assert TABLE.cell("unsummed-gamma", "shape").reason == (
        "g_γ has shape (3, 5), but (5,) is needed"
    )


def test_rmsnorm_need_not_sum_to_zero():
    assert {RMS.cell(m, "sum").word for m in RMS.mistakes} == {"undefined"}
    assert "takes off no mean" in RMS.cell("scale-forgotten", "sum").reason


def test_checks_of_ones_own():
    draw = np.random.default_rng(0)
    h, g_z = draw.normal(size=(2, 4, 6))
    gamma, beta = draw.normal(size=(2, 6))

    def with_asserts(backward):
        g_h, _, _ = backward(h, gamma, beta, g_z, 1e-5)
        assert np.allclose(g_h.sum(-1), 0), "the rows do not sum to 0"

    def own(backward, forward):
        g_h = backward(h, gamma, beta, g_z, 0.3)[0]
        return gradient_check(lambda x: (g_z * forward(x, gamma, beta, 0.3)).sum(), h, g_h)

    def shapes(backward):
        return backward(h, gamma, beta, g_z, 1e-5)[1] @ gamma < np.inf

    table = mistakes.blindness(with_asserts)
    assert len(table.checks) == len(TABLE.checks) + 1
    assert table.cell("no-mean-route", "with_asserts") == ("caught", "the rows do not sum to 0")
    assert table.cell("no-variance-route", "with_asserts").word == "blind"
    table = mistakes.blindness(own)
    assert table.cell("bessel-consistent", "own").word == "blind"
    assert table.cell("bessel", "own").word == "caught"
    table = mistakes.blindness(shapes)
    assert table.cell("features-summed", "shapes") == ("caught", "it raises ValueError")
    assert table.cell("scale-forgotten", "shapes").word == "blind"
    with pytest.raises(TypeError, match="`check` is of type int"):
        mistakes.blindness(3)
    with pytest.raises(KeyError, match="there is no cell 'typo'"):
        table.cell("typo", "sum")


def test_the_table_is_accessible():
    html = TABLE.to_html()
    assert html.count('<th scope="row">') == len(TABLE.mistakes)
    assert html.count('<th scope="col"') == len(TABLE.checks) + 1
    assert "<caption>Which check catches which mistake" in html
    assert 'role="region" tabindex="0" aria-label=' in html
    words = re.findall(r"</span> (caught|blind|undefined)</td>", html)
    assert len(words) == len(TABLE.mistakes) * len(TABLE.checks)
    assert TABLE._repr_html_() == html
    assert len(set(re.findall(r' id="([^"]+)"', html))) == len(TABLE.mistakes)


def test_the_table_in_markdown_and_text():
    lines = TABLE.to_markdown().splitlines()
    assert len(lines) == 4 + len(TABLE.mistakes)
    assert all(line.count("|") == len(TABLE.checks) + 2 for line in lines[2:])
    assert lines[4].startswith("| Mean and deviation taken for constants | ○ blind | ● caught |")
    text = repr(TABLE)
    assert "no-variance-route" in text
    assert "● caught   ○ blind   – undefined" in text


def test_own_words_are_escaped():
    def sneaky(backward):
        """<script>alert("x")</script>."""
        raise AssertionError("<b>no</b>")

    html = mistakes.blindness(sneaky).to_html()
    assert "<script>" not in html
    assert "<b>no" not in html
