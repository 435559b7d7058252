"""What the chapters "Gradient flow" and "Why γ stays inside" say in words, asserted.

Each claim of the textbook section (course.md's table) has a test named after its verdict; the
experiments' margins are asserted in the chapters' own cells and in tests/test_experiments.py.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from sympy import Rational, sqrt

from lnteach import course, experiments, mistakes
from lnteach.symbolic import all_steps, exact, family

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"
H, ONES = (1, 7, 9, 15), (1, 1, 1, 1)


def source(name: str) -> str:
    cells = json.loads((NOTEBOOKS / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]
    return "\n".join("".join(cell["source"]) for cell in cells)


FLOW, INSIDE = source("gradient-flow"), source("gamma-inside")


@pytest.mark.parametrize(
    ("text", "step"),
    [
        (FLOW, "influence"), (FLOW, "coupling"), (FLOW, "sum_g_h"), (FLOW, "uniform_a"),
        (FLOW, "uniform_g_z"), (FLOW, "variance_size"), (FLOW, "aligned_a"),
        (FLOW, "expected_square"), (FLOW, "created_gradient"), (FLOW, "worst_amplification"),
        (FLOW, "g_gamma_batch"), (FLOW, "g_beta_batch"), (FLOW, "g_h_direct"),
        (INSIDE, "printed"), (INSIDE, "printed_gap"), (INSIDE, "printed_sum"),
        (INSIDE, "printed_equal"), (INSIDE, "printed_pairs"), (INSIDE, "batch_norm_outside"),
        (INSIDE, "instance_norm_outside"), (INSIDE, "group_norm"), (INSIDE, "layer_norm"),
    ],
)  # fmt: skip
def test_what_is_called_proved_is_shown_and_proved(text: str, step: str) -> None:
    assert f'"{step}"' in text
    assert all_steps()[step].prove(3)


def test_gradient_flow_far_features_influence_the_variance_those_at_the_mean_do_not() -> None:
    e = exact((1, 2, 3, 2), 0, dh=(0, 1, 0, 0))
    assert e.dv == 0  # the second feature lies at the mean
    assert exact((1, 2, 3, 2), 0, dh=(0, 0, 1, 0)).dv == Rational(1, 2)


def test_gradient_flow_a_gradient_need_not_depend_on_all_the_others() -> None:
    first = {exact((4, 0, 4, 0), 0, g_z=(1, x, 0, 0)).g_h[0] for x in (0, 5, -3)}
    assert first == {Rational(1, 4)}


def test_gradient_flow_the_direct_term_is_simple_scaling() -> None:
    case = {"h": H, "gamma": (1, 3, 1, 3), "g_z": (1, -1, -1, 5), "eps": 0}
    simple = tuple(Rational(n, 5) for n in (1, -3, -1, 15))  # a/s, statistics held
    assert mistakes.get("constant-statistics").value(case) == simple
    assert exact(**case).g_h_direct == simple


def test_gradient_flow_the_printed_formula_subtracts_no_constant() -> None:
    e = exact((4, 0, 4, 0), 0, gamma=(1, "1/2", 2, 1), g_z=(2, 0, "1/2", 1))
    assert set(e.g_h_mean) == {Rational(-1, 2)}
    mean_g_z = sum(e.g_z) / 4
    assert [-g * mean_g_z / e.s for g in e.gamma] == [
        Rational(-7, 16), Rational(-7, 32), Rational(-7, 8), Rational(-7, 16),
    ]  # fmt: skip


def test_gradient_flow_a_uniform_push_is_removed_if_a_is_uniform_and_not_if_g_z_is() -> None:
    assert exact(H, 0, gamma=(3, 3, 3, 3), g_z=(2, 2, 2, 2)).g_h == (0, 0, 0, 0)
    left = exact(H, 0, gamma=(1, 3, 1, 3), g_z=(2, 2, 2, 2)).g_h
    assert left == tuple(Rational(n, 125) for n in (-8, 56, -56, 8))


def test_gradient_flow_order_is_not_what_matters() -> None:
    near, far = exact((1, 2, 3), 0).u, exact((1, 2, 30), 0).u
    assert near == (-sqrt(6) / 2, 0, sqrt(6) / 2)
    # "The middle feature has joined the lowest": closer to it by a factor of more than ten.
    gaps = [(x[1] - x[0]) / (x[2] - x[0]) for x in (near, far)]
    assert gaps == [Rational(1, 2), Rational(1, 29)]


def test_gradient_flow_no_feature_is_corrected_where_a_is_perpendicular_to_u() -> None:
    e = course.example("blind-probe").cases["plain"]
    assert e["q"] == 0
    assert exact(H, 0, g_z=e["a"]).g_h_variance == (0, 0, 0, 0)


def test_gradient_flow_a_gradient_is_created() -> None:
    e = exact(H, 0, g_z=(0, 1, -1, 0))
    assert (e.a[0], e.a[3], sum(e.a)) == (0, 0, 0)
    assert e.g_h == tuple(Rational(n, 250) for n in (-7, 49, -49, 7))


def test_gradient_flow_the_worst_amplification_is_about_316() -> None:
    flat = course.example("textbook-claims").cases["flat"]
    assert flat["eps"] == Rational(1, 10**5)
    assert round(float(1 / flat["s"])) == 316
    assert flat["g_h"][0] / flat["a"][0] == 1 / flat["s"]


def test_gradient_flow_no_smaller_rate_trains_the_stack_without_a_norm() -> None:
    rates = [1e-6, 1e-5, 1e-4, 1e-3, 1e-2]
    share = experiments.trained_share("none", rates, depth=12, width=8, seeds=range(20))
    assert share.tolist() == [0] * 5


def test_gamma_inside_the_guides_token() -> None:
    case = {"h": (4, 0, 4, 0), "gamma": (1, "1/2", 2, 1), "g_z": (2, 0, "1/2", 1), "eps": 0}
    wrong = mistakes.get("gamma-outside").value(case)
    assert wrong == (Rational(3, 8), Rational(-1, 8), Rational(-3, 4), Rational(1, 4))
    assert sum(wrong) == Rational(-1, 4)


def test_gamma_inside_one_gamma_in_front_changes_only_its_own_feature() -> None:
    def answers(gamma: tuple[int, ...]) -> tuple[list[bool], list[bool]]:
        base = {"h": H, "eps": 0, "g_z": (2, 0, 1, 1)}
        found = []
        for entry in (mistakes.get("gamma-outside"), mistakes.truth()):
            before = entry.value({**base, "gamma": ONES})
            after = entry.value({**base, "gamma": gamma})
            found.append([p != q for p, q in zip(before, after, strict=True)])
        return found[0], found[1]

    assert answers((1, 1, 4, 1)) == ([False, False, True, False], [True] * 4)


def test_gamma_inside_equal_gamma_multiplies_the_total() -> None:
    one = exact(H, 0, gamma=ONES, g_z=(2, 0, 1, 1)).g_h
    assert exact(H, 0, gamma=(3, 3, 3, 3), g_z=(2, 0, 1, 1)).g_h == tuple(3 * x for x in one)


def test_gamma_inside_two_channels_in_a_group_are_enough() -> None:
    found = family()["group_norm"].counterexample()
    assert np.shape(found["h"])[2] == 2  # n, q, m, p: two channels in each group
    assert found["right"] != found["in_front"]
