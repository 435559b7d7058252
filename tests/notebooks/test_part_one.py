"""What chapters 3 to 7 say in words, held against the lecture's own numbers (pages 66 to 72)."""

from __future__ import annotations

from fractions import Fraction as F

import numpy as np
import pytest

import lnteach
from lnteach import mistakes
from lnteach.course import example
from lnteach.symbolic import exact


def q(*values: str | int) -> tuple[F, ...]:
    return tuple(F(value) for value in values)


def dot(left, right):
    return sum(x * y for x, y in zip(left, right, strict=True))


def inputs(name: str, case: str) -> dict:
    return {x: example(name).cases[case][x] for x in ("h", "gamma", "g_z", "eps")}


PROBE = example("lecture-probe").cases["probe"]
CHANGES = example("variance-changes").cases

# Mistakes in g_h that one sample can show.
ALONE = [
    id
    for id in mistakes.ids("layer")
    if mistakes.get(id).target == "g_h" and id != "batch-statistics"
]


def hidden_at(**probe) -> set[str]:
    right = mistakes.truth().value(probe)
    return {id for id in ALONE if mistakes.get(id).value(probe) == right}


# Chapter 3, pages 66 and 67


@pytest.mark.parametrize(
    ("case", "feature"), [("first-pushed", 0), ("middle-pushed", 1), ("last-pushed", 2)]
)
def test_page_66_each_feature_moves_the_variance_by_twice_its_distance_over_d(case, feature):
    assert CHANGES[case]["dv"] == F(2, 3) * q(-1, 0, 1)[feature]


def test_page_66_a_feature_at_the_mean_moves_the_variance_in_second_order_only():
    for t in q("1/10", "1/1000"):
        moved = exact([1, 2 + t, 3], F(1, 3)).v
        assert moved - F(2, 3) == F(2, 9) * t**2


def test_page_67_across_both_columns_only_the_direct_bars_stand():
    routes = lnteach.explore("variance", preset="across").result.change.routes
    assert np.allclose(routes.direct, [1, -2, 1])
    assert np.allclose(routes.mean, 0)
    assert np.allclose(routes.variance, 0)


def test_page_67_along_the_centred_column_u_stands_still_without_eps_and_moves_with_it():
    stay, go = CHANGES["stretched"], CHANGES["along"]
    assert stay["dh"] == CHANGES["exact"]["c"]
    assert stay["u"] == CHANGES["exact"]["u"]
    assert not any(stay["du"])
    assert go["du"] == q("-1/3", 0, "1/3")
    assert exact([0, 1, 4, 9], 0).s == F(7, 2)
    mixed = exact([0, 1, 4, 9], 0, dh=[F(x, 2) + 3 for x in (-7, -5, 1, 11)])
    assert not any(mixed.du)


# Chapter 4, pages 68 and 69


def test_page_68_two_scalars_of_the_probe():
    assert dot(PROBE["a"], PROBE["c"]) == -5
    assert F(str(dot(PROBE["a"], PROBE["u"]))) / 3 == F(-5, 3)


def test_page_69_a_b_and_c_and_their_sums():
    routes = [PROBE["g_h_direct"], PROBE["g_h_mean"], PROBE["g_h_variance"]]
    a, b, c = (tuple(map(sum, zip(*routes[:n], strict=True))) for n in (1, 2, 3))
    assert a == q(2, -2, -3)
    assert b == q(3, -1, -2)
    assert c == PROBE["g_h"] == q("4/3", -1, "-1/3")
    assert [sum(x) for x in (a, b, c)] == [-3, 0, 0]
    along = PROBE["c"]
    assert [dot(x, along) / dot(c, along) for x in (a, b, c)] == [3, 3, 1]


def test_chapter_4_the_first_gamma_reaches_two_of_three_totals():
    moved = exact([1, 2, 3], F(1, 3), gamma=[7, 1, 3], g_z=[1, -2, -1]).g_h
    assert [x != y for x, y in zip(moved, PROBE["g_h"], strict=True)] == [True, True, False]
    assert PROBE["u"][0] * PROBE["u"][2] == -1


def test_chapter_4_no_mistake_hides_on_the_vector_of_five():
    assert hidden_at(**inputs("separating-batch", "first")) == set()


# Chapter 5, page 70


@pytest.mark.parametrize(
    ("name", "g_gamma", "g_beta"),
    [
        ("guide-tokens", q(3, -1, "1/2", 1), q(3, 1, "1/2", 3)),
        (
            "separating-batch",
            q("27/4", "-11/3", "47/12", "-47/24", "137/48"),
            q(-1, 5, -6, 0, 5),
        ),
    ],
)
def test_page_70_sums_over_the_samples(name, g_gamma, g_beta):
    rows = [example(name).cases[case] for case in ("first", "second")]
    for letter, wanted in (("g_gamma", g_gamma), ("g_beta", g_beta)):
        assert tuple(map(sum, zip(*(row[letter] for row in rows), strict=True))) == wanted


def test_chapter_5_the_third_feature_of_the_second_row():
    row = example("guide-tokens").cases["second"]
    assert row["g_z"][2] == row["g_gamma"][2] == row["g_beta"][2] == 0
    assert row["g_h"][2] == F(-1, 8)
    other = exact(row["h"], 0, gamma=[1, F(1, 2), 9, 1], g_z=row["g_z"])
    assert other.g_h == row["g_h"]


# Chapter 6, page 71


def test_page_71_the_probe_meets_the_three_conditions_and_hides_three_mistakes():
    h, gamma, g_z = ([float(x) for x in PROBE[name]] for name in ("h", "gamma", "g_z"))
    assert [f.id for f in lnteach.probe_quality(h, gamma, 1 / 3, g_z)] == ["unit-s"]
    assert hidden_at(**inputs("lecture-probe", "probe")) == {
        "only-first-term-divided", "scale-forgotten", "variance-for-deviation",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "hidden"),
    [
        ({"gamma": [2] * 5}, {"gamma-outside"}),
        ({"eps": 0}, {"epsilon-forgotten", "epsilon-forgotten-outside"}),
        ({"g_z": [-5, 6, -2, 13, 2]}, {"no-mean-route"}),
        ({"g_z": [-5, 54, -2, -2, 2]}, {"no-variance-route"}),
        ({"g_z": [0, 6, -2, -2, 2]}, {"constant-statistics", "only-first-term-divided"}),
    ],
)
def test_page_71_what_each_arrangement_hides(changes, hidden):
    assert hidden <= hidden_at(**{**inputs("separating-batch", "first"), **changes})


def test_page_71_both_means_zero_hides_them_with_eps_and_without():
    for case, s in (("plain", 5), ("with-eps", 6)):
        row = example("blind-probe").cases[case]
        assert row["g_h"] == tuple(a / F(s) for a in q(5, -20, 15, 0))
        hidden = hidden_at(**inputs("blind-probe", case))
        assert {"constant-statistics", "no-mean-route", "sums-for-means"} <= hidden


def test_page_71_where_all_squares_of_u_are_equal_a_forgotten_mean_hides():
    flat = {"h": [4, 0, 4, 0], "gamma": [1, F(1, 2), 2, 1], "g_z": [2, 0, F(1, 2), 1], "eps": 5}
    found = [edit for edit in mistakes.single_edits() if edit.lines[0].text.startswith("v = c^2,")]
    assert len(found) == 1
    right = mistakes.truth()
    assert found[0].value(flat) == right.value(flat)
    sharp = inputs("separating-batch", "first")
    assert found[0].value(sharp) != right.value(sharp)


def test_chapter_6_a_common_shift_does_not_change_how_the_loss_bends():
    rng = np.random.default_rng(3)
    h, g_z, dh = rng.normal(size=(3, 6))

    def bend(h):
        z = [lnteach.layer_norm(x, np.ones(6), np.zeros(6), 1e-5) for x in (h - dh, h, h + dh)]
        return g_z @ (z[0] - 2 * z[1] + z[2])

    assert bend(h + 50) == pytest.approx(bend(h), rel=1e-9)


# Chapter 7, page 72


def test_page_72_the_dot_product_of_the_probe():
    assert dot(PROBE["u"], PROBE["g_h"]) == F(-5, 3)
    assert sum(PROBE["g_h"]) == 0
    assert dot(PROBE["h"], PROBE["g_h"]) == F(1, 3) * dot(PROBE["gamma"], PROBE["g_gamma"])


def test_page_72_without_eps_the_outer_totals_of_the_probe_are_equal():
    g_h = example("scaled-probe").cases["no-eps"]["g_h"]
    assert g_h[0] == g_h[2]
    assert sum(g_h) == 0


def test_chapter_7_the_variance_bars_shrink_faster_than_the_others():
    def bars(eps):
        row = exact([1, 2, 3], eps, gamma=[2, 1, 3], g_z=[1, -2, -1])
        return row.g_h_mean[0], row.g_h_variance[0]

    (mean, variance), (mean_later, variance_later) = bars(F(1, 3)), bars(F(25, 3))
    assert abs(mean_later / mean) == F(1, 3)
    assert abs(variance_later / variance) == F(1, 27)


def test_chapter_7_the_guides_first_token():
    _, saved = lnteach.layer_norm_forward([4, 0, 4, 0], [1, 0.5, 2, 1], [0, 0, 0, 1], 1e-5)
    g_h = lnteach.layer_norm_backward([2, 0, 0.5, 1], saved).g_h
    assert saved.u @ g_h == pytest.approx(2.5e-6, rel=1e-4)


def test_chapter_7_a_forgotten_eps_stretches_by_one_factor():
    given = inputs("separating-batch", "first")
    right = mistakes.truth().value(given)
    forgot = mistakes.get("epsilon-forgotten-outside").value(given)
    assert {x / y for x, y in zip(forgot, right, strict=True)} == {F(6, 5)}
