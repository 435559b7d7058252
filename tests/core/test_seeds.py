"""Every literal number of the seeds that concerns the core."""

import numpy as np
import pytest
import seed_values as seeds
from numpy.testing import assert_allclose

from lnteach.core import (
    differentials,
    gradient_check,
    gradient_routes,
    layer_norm,
    layer_norm_backward,
    layer_norm_forward,
    rms_norm_backward,
    rms_norm_forward,
)


def floats(x):
    return np.array(x, dtype=float)


def close(actual, exact, name=""):
    assert_allclose(actual, floats(exact), rtol=1e-14, atol=4e-15, err_msg=name)


def run(case):
    """Everything that a source may state about a case."""
    h, gamma, g_z = floats(case.h), floats(case.gamma), floats(case.g_z)
    z, saved = layer_norm_forward(h, gamma, floats(case.beta), case.eps)
    gradients = layer_norm_backward(g_z, saved)
    a = g_z * gamma
    return {
        **gradients._asdict(),
        **{name: getattr(saved, name) for name in ("mu", "c", "s", "u")},
        "z": z,
        "v": saved.s**2 - saved.eps,
        "a": a,
        "mean_a": a.mean(axis=-1),
        "mean_au": (a * saved.u).mean(axis=-1),
        "a_dot_c": (a * saved.c).sum(axis=-1),
        "u_dot_g_h": (saved.u * gradients.g_h).sum(axis=-1),
    }


@pytest.mark.parametrize("case", seeds.LAYER_NORM, ids=lambda case: case.id)
def test_literals(case):
    assert case.facts, "a case without a stated number tests nothing"
    computed = run(case)
    for name, exact in case.facts.items():
        close(computed[name], exact, name)
    assert_allclose(computed["g_h"].sum(axis=-1), 0, atol=1e-15)


def test_probe_moved_by_the_common_shift_of_vote_1():
    case, vote = seeds.LECTURE_PROBE, seeds.LECTURE_VOTE_1
    h = floats(case.h)
    alpha = float(vote["alpha"])
    moved = layer_norm_forward(h + alpha, floats(case.gamma), floats(case.beta), case.eps)[1]
    close(moved.u, vote["u"])
    change = differentials(h, np.full(3, alpha), case.eps)
    close(change.dmu, vote["dmu"])
    for name in ("dc", "dv", "ds", "du"):
        assert not np.any(getattr(change, name)), name
    close(change.routes.direct + change.routes.mean, [0, 0, 0])


def test_vote_2_candidates_are_partial_sums_of_the_routes():
    case = seeds.LECTURE_PROBE
    saved = layer_norm_forward(*map(floats, (case.h, case.gamma, case.beta)), case.eps)[1]
    routes = gradient_routes(floats(case.facts["a"]), saved)
    for name, parts in {"A": 1, "B": 2, "C": 3}.items():
        close(sum(routes[:parts]), seeds.LECTURE_VOTE_2[name], name)


def test_vote_3_scaling_fails_with_eps_and_the_sum_survives():
    case = seeds.LECTURE_PROBE
    h, gamma, beta = map(floats, (case.h, case.gamma, case.beta))
    u = layer_norm_forward(2 * h, gamma, beta, case.eps)[1].u
    close(u * np.sqrt(3), [-2, 0, 2])  # s becomes sqrt(8/3 + 1/3), so u is (-2, 0, 2)/sqrt(3)


def test_guide_mistakes_are_reproduced_from_the_saved_values():
    case = seeds.GUIDE_ONE
    saved = layer_norm_forward(*map(floats, (case.h, case.gamma, case.beta)), case.eps)[1]
    a = floats(case.facts["a"])
    direct, mean, variance = gradient_routes(a, saved)
    wrong = {
        "constant-statistics": direct,
        "only-first-term-divided": direct + saved.s * (mean + variance),
    }
    for name, (value, total) in seeds.GUIDE_MISTAKES.items():
        close(wrong[name], value, name)
        close(wrong[name].sum(), total, name)
        assert not gradient_check(loss_of(case), floats(case.h), wrong[name])


def test_guide_mistake_2_agrees_only_at_unit_deviation():
    _, saved = layer_norm_forward([1, 3, 1, 3], [1, 0.5, 2, 1], [0, 0, 0, 0], eps=0)
    direct, mean, variance = gradient_routes([2, 0, 1, 1], saved)
    close(direct + saved.s * (mean + variance), direct + mean + variance)


def loss_of(case, eps=None):
    gamma, beta, g_z = map(floats, (case.gamma, case.beta, case.g_z))
    eps = case.eps if eps is None else eps
    return lambda h: np.sum(g_z * layer_norm(h, gamma, beta, eps))


def test_guide_example_with_eps_has_the_figures_of_the_text():
    case, text = seeds.GUIDE_ONE, seeds.GUIDE_EPS
    _, saved = layer_norm_forward(*map(floats, (case.h, case.gamma, case.beta)), text["eps"])
    assert_allclose(saved.s, text["s"], rtol=1e-12)
    change = np.abs(saved.u - floats(case.facts["u"]))
    assert_allclose(change, 1.25e-6, rtol=1e-3)  # the sixth digit
    g_h = layer_norm_backward(floats(case.g_z), saved).g_h
    assert_allclose(saved.u @ g_h, text["u_dot_g_h"], rtol=1e-4)
    assert_allclose(g_h.sum(), 0, atol=1e-15)
    for eps in (0, text["eps"]):
        right = layer_norm_backward(
            floats(case.g_z),
            layer_norm_forward(*map(floats, (case.h, case.gamma, case.beta)), eps)[1],
        ).g_h
        assert gradient_check(loss_of(case, eps), floats(case.h), right)


def test_guide_batch_by_finite_differences_of_all_three_gradients():
    case = seeds.GUIDE_BATCH
    h, gamma, beta, g_z = map(floats, (case.h, case.gamma, case.beta, case.g_z))

    def loss(h=h, gamma=gamma, beta=beta):
        return np.sum(g_z * layer_norm(h, gamma, beta, eps=0))

    assert gradient_check(loss, h, floats(case.facts["g_h"]))
    assert gradient_check(lambda x: loss(gamma=x), gamma, floats(case.facts["g_gamma"]))
    assert gradient_check(lambda x: loss(beta=x), beta, floats(case.facts["g_beta"]))


def test_practice_4_column_sums():
    practice = seeds.GUIDE_PRACTICE_4
    saved = layer_norm_forward(floats([[1, 2, 4]] * 3), np.ones(3), np.zeros(3))[1]
    close(layer_norm_backward(floats(practice["g_z"]), saved).g_beta, practice["g_beta"])


def test_practice_5_rms_norm():
    practice = seeds.GUIDE_PRACTICE_5
    _, saved = rms_norm_forward(floats(practice["h"]), np.ones(4), eps=0)
    g_h, g_gamma = rms_norm_backward(floats(practice["a"]), saved)
    close(saved.r, practice["r"])
    close(saved.u, practice["u"])
    close((floats(practice["a"]) * saved.u).mean(), practice["mean_au"])
    close(g_h, practice["g_h"])
    close(g_h.sum(), practice["sum"])
    close(g_gamma, [1, 0, 0, 0])


def test_textbook_formula_as_printed_is_refuted_by_the_core():
    case = seeds.GUIDE_ONE
    h, gamma, g_z = map(floats, (case.h, case.gamma, case.g_z))
    u = floats(case.facts["u"])
    printed = gamma / 2 * (g_z - g_z.mean() - u * (g_z * u).mean())
    close(printed, seeds.TEXTBOOK_PRINTED)
    check = gradient_check(loss_of(case), h, printed)
    assert not check
    assert_allclose(check.numeric, floats(case.facts["g_h"]), atol=1e-10)


def test_textbook_parameter_gradients_sum_over_batch_and_sequence():
    rng = np.random.default_rng(5)
    h, g_z = rng.normal(size=(2, 2, 3, 5))  # batch 2, sequence 3, features 5
    saved = layer_norm_forward(h, rng.normal(size=5), rng.normal(size=5))[1]
    _, g_gamma, g_beta = layer_norm_backward(g_z, saved)
    by_hand = np.zeros((2, 5))
    for n in np.ndindex(2, 3):
        row = h[n]
        u = (row - row.mean()) / np.sqrt(row.var() + 1e-5)
        by_hand += g_z[n] * u, g_z[n]
    assert_allclose([g_gamma, g_beta], by_hand, rtol=1e-13)


@pytest.mark.parametrize(("i", "j", "coupled"), [(0, 1, False), (0, 2, True), (0, 0, True)])
def test_coupling_of_features_is_not_always_there(i, j, coupled):
    # h = (4, 0, 4, 0): the coefficient of dL/dh_i on a_j is (d*[i=j] - 1 - u_i*u_j)/(d*s).
    saved = layer_norm_forward([4, 0, 4, 0], np.ones(4), np.zeros(4), eps=0)[1]
    g_h = layer_norm_backward(np.eye(4)[j], saved).g_h
    assert (abs(g_h[i]) > 1e-12) == coupled
