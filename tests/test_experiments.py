"""The experiments measure what they say they measure, and their effects have a margin."""

from __future__ import annotations

import doctest
from importlib import import_module

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lnteach import core, experiments, mistakes
from lnteach.experiments import KINDS, Stacks, spread
from lnteach.symbolic import claims, exact

MODULES = ("__init__", "summary", "stacks", "features", "gamma")
H = [1, 7, 9, 15]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    module = import_module("lnteach.experiments" + ("" if name == "__init__" else f".{name}"))
    assert not doctest.testmod(module).failed


def test_spread_is_the_median_and_the_middle_half():
    found = spread([[5.0], [1.0], [2.0], [np.inf], [4.0]])
    assert [x.tolist() for x in found] == [[2.0], [4.0], [5.0]]
    with pytest.raises(ValueError, match=r"`samples` has shape \(0,\), but an axis of seeds"):
        spread([])


# Stacks


@pytest.mark.parametrize("kind", KINDS)
def test_the_gradients_of_a_stack_against_central_differences(kind):
    stacks = Stacks(kind, depth=3, width=4, rows=2, gain=0.7, eps=0.1, seeds=(0, 5))
    weights, h, g, _ = stacks.draw()
    out, kept = stacks.forward(h, weights)
    arriving, g_weights = stacks.backward(g, weights, kept)
    assert out.shape == h.shape == (2, 2, 4)
    assert len(arriving) == 4
    assert arriving[-1] is g
    tau, rng = 1e-6, np.random.default_rng(1)
    dh, dw = rng.standard_normal(h.shape), rng.standard_normal(weights.shape)

    def loss(t):
        return np.sum(g * stacks.forward(h + t * dh, weights + t * dw)[0])

    measured = (loss(tau) - loss(-tau)) / (2 * tau)
    claimed = np.sum(arriving[0] * dh) + np.sum(g_weights * dw)
    assert abs(measured - claimed) < 1e-6 * abs(claimed)


def test_seeds_are_independent_of_their_number_and_kinds_get_the_same_draw():
    few = experiments.gradient_norms("pre", depth=2, seeds=(3, 4))
    more = experiments.gradient_norms("pre", depth=2, seeds=(0, 3, 4, 9))
    np.testing.assert_allclose(few, more[1:3], rtol=1e-12)
    assert not np.allclose(few[0], few[1])
    draws = [Stacks(kind, depth=2, seeds=(1, 2)).draw() for kind in KINDS]
    for other in draws[1:]:
        assert all(np.array_equal(x, y) for x, y in zip(draws[0], other, strict=True))


def test_a_stack_without_a_norm_does_not_care_how_large_its_rows_are():
    large, small = (experiments.gradient_norms("none", scale=x, depth=3) for x in (1.0, 1e-3))
    np.testing.assert_allclose(large, small, rtol=1e-9)


def test_an_unknown_kind_is_named():
    with pytest.raises(ValueError, match="`kind` is 'post-norm', but one of none, pre, post, rms"):
        Stacks("post-norm")


def test_normalization_evens_out_the_gradient_unless_the_branches_are_small():
    bottom = {kind: experiments.gradient_norms(kind)[:, 0] for kind in KINDS}
    assert all(len(x) >= 20 for x in bottom.values())
    low = {kind: spread(x).low for kind, x in bottom.items()}
    high = {kind: spread(x).high for kind, x in bottom.items()}
    for kind in ("pre", "post", "rms"):  # the spreads are far apart, not only the medians
        assert low["none"] > 100 * high[kind]
        assert 0.3 < low[kind] < high[kind] < 10
    # The condition under which there is no effect: branches scaled down by the root of the depth.
    scaled = {k: spread(experiments.gradient_norms(k, gain=24**-0.5)[:, 0]) for k in KINDS}
    assert scaled["none"].median < 2 * min(x.median for x in scaled.values())


def test_small_rows_make_a_norm_amplify_by_one_over_s():
    for kind in ("pre", "post", "rms"):
        ordinary, tenth, tiny = experiments.bottom_block(kind, (1.0, 0.1, 1e-4))
        assert tenth.scale == 0.1
        assert 0.5 < np.median(ordinary.amplification) < 2
        assert 0.7 < np.median(tenth.amplification / tenth.inverse_s) < 1.3
        assert 200 < np.median(tiny.amplification) < 500
        assert np.allclose(tiny.inverse_s, 1e5**0.5, rtol=1e-3)
    for block in experiments.bottom_block("none", (1.0, 1e-4)):
        assert np.median(block.amplification) < 2


def test_one_step_of_training_is_a_step_down_the_gradient():
    history = experiments.train("pre", 1e-4, steps=1, depth=2, width=4, rows=3, seeds=range(20))
    assert history.shape == (20, 2)
    assert (history[:, 1] < history[:, 0]).all()


def test_what_explodes_is_infinite_and_not_trained():
    history = experiments.train("none", 10.0, steps=6, depth=4, seeds=range(3))
    assert np.isfinite(history[:, 0]).all()
    assert np.isinf(history[:, -1]).all()
    assert experiments.trained_share("none", [10.0], steps=6, depth=4, seeds=range(3)) == [0]


# Features


@given(st.lists(st.integers(-20, 20), min_size=3, max_size=6).filter(lambda h: len(set(h)) > 1))
def test_the_expected_square_is_the_sum_of_squares_of_a_row_of_the_jacobian(h):
    found = experiments.expected_square(h, eps=0.5)
    d = len(h)
    rows, eye = np.tile(np.array(h, dtype=float), (d, 1)), np.eye(d)
    _, saved = core.layer_norm_forward(rows, np.ones(d), np.zeros(d), 0.5)
    J = core.layer_norm_backward(eye, saved).g_h
    np.testing.assert_allclose(found, np.sum(J**2, axis=0), rtol=1e-9, atol=1e-12)


def test_the_expected_square_is_the_proved_one():
    assert claims()["expected_square"].prove(3)
    e = exact(H, 11)
    wanted = [float((1 - (1 + u**2 * (1 + e.eps / e.s**2)) / 4) / e.s**2) for u in e.u]
    np.testing.assert_allclose(experiments.expected_square(H, eps=11), wanted, rtol=1e-14)


def test_far_features_get_smaller_gradients_whether_or_not_a_points_along_u():
    formula = experiments.expected_square(H)
    for along in (0.0, 2.0):
        found = experiments.feature_gradients(H, along=along)
        assert found.total.shape == (24, 4)
        middle = spread(found.total).median
        assert np.abs(middle / formula - 1).max() < 0.05
        assert middle[0] < 0.8 * middle[1]
    bare = spread(found.without_variance).median
    assert bare[0] > 2 * bare[1]  # only without the term do they get the larger ones


def test_feature_gradients_repeat_themselves():
    one, two = (experiments.feature_gradients(H, draws=20, seeds=[7, 8]) for _ in range(2))
    assert np.array_equal(one.total, two.total)
    assert not np.array_equal(one.total[0], one.total[1])


# γ


def test_the_printed_formula_is_the_catalogued_mistake():
    case = {"h": H, "gamma": [1, 3, 1, 3], "g_z": [1, -1, -1, 5], "eps": 0}
    wanted = [float(x) for x in mistakes.get("gamma-outside").value(case)]
    assert wanted == [49 / 125, -129 / 125, -57 / 125, 153 / 125]  # course.md
    h, gamma, g_z = (np.array(case[name], dtype=float) for name in ("h", "gamma", "g_z"))
    _, saved = core.layer_norm_forward(h, gamma, 0 * gamma, 0)
    np.testing.assert_allclose(experiments.printed_gradient(g_z, saved), wanted, rtol=1e-13)
    batch = experiments.printed_gradient(*_batch(h, gamma, g_z))
    np.testing.assert_allclose(batch, [wanted, wanted], rtol=1e-13)


def _batch(h, gamma, g_z):
    _, saved = core.layer_norm_forward(np.stack([h, h + 5]), gamma, 0 * gamma, 0)
    return np.stack([g_z, g_z]), saved


def test_the_error_follows_the_scatter_and_not_the_size_of_gamma():
    found = experiments.gamma_error([0.0, 0.01, 0.02])
    assert found.shape == (24, 3)
    assert found[:, 0].max() < 1e-12
    np.testing.assert_allclose(found[:, 2] / found[:, 1], 2, rtol=0.05)
    assert spread(found[:, 1]).low > 0.003
    assert experiments.gamma_error([0.0], centre=-7.0).max() < 1e-12  # where it cannot be seen


def test_learning_gamma_brings_the_mistake_out():
    found = experiments.learn_gamma(steps=20, seeds=range(20))
    assert found.error.shape == found.scatter.shape == found.loss.shape == (20, 21)
    assert found.error[:, 0].max() < 1e-12
    assert found.scatter[:, 0].max() == 0
    assert spread(found.error[:, 20]).low > 0.2
    assert (found.loss[:, 20] < found.loss[:, 0]).all()


def test_the_printed_formula_trains_only_worse():
    right = experiments.learn_gamma(seeds=range(20)).loss
    wrong = experiments.learn_gamma(seeds=range(20), use_printed=True).loss
    assert np.array_equal(right[:, :2], wrong[:, :2])  # the first step is the same
    assert np.mean(wrong[:, -1] > right[:, -1]) > 0.8
    assert spread(wrong[:, -1] / wrong[:, 0]).high < 0.1
