"""The family of norms: axes, terms, and where γ may stand."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from sympy import Rational

from lnteach.symbolic import Correction, corrections, derivation, family, letters, norm_family
from lnteach.symbolic.explicit import evaluate
from lnteach.symbolic.letters import SIZE

LEAVES = {
    "layer_norm": False,
    "rms_norm": False,
    "batch_norm": True,
    "batch_norm_images": True,
    "instance_norm": True,
    "group_norm": False,
}


def test_where_gamma_may_leave_the_bracket():
    assert {name: norm.gamma_leaves for name, norm in family().items()} == LEAVES


def test_which_terms_and_axes():
    assert family()["layer_norm"].terms == ("direct", "mean", "variance")
    assert family()["rms_norm"].terms == ("direct", "scale")
    assert {name: tuple(map(str, norm.reduced)) for name, norm in family().items()} == {
        "layer_norm": ("i",), "rms_norm": ("i",), "batch_norm": ("n",),
        "batch_norm_images": ("n", "p"), "instance_norm": ("p",), "group_norm": ("m", "p"),
    }  # fmt: skip


@pytest.mark.parametrize("name", LEAVES)
def test_a_proof_or_a_counterexample(name):
    norm = family()[name]
    if LEAVES[name]:
        assert norm.remainder == 0
        assert norm.counterexample() is None
        assert norm.outside.holds()
    else:
        assert norm.remainder != 0
        found = norm.counterexample()
        assert found["right"] != found["in_front"]
        with pytest.raises(ValueError, match="so it stays in the bracket"):
            _ = norm.outside


def numeric(norm: Correction, sizes: dict[str, int], seed: int):
    """Run a norm in NumPy: random input, and the loss's derivative by central differences."""
    names = [str(p) for p in norm.layout]
    rng = np.random.default_rng(seed)
    shape = [sizes[p] for p in names]
    h, g_z = rng.normal(size=shape), rng.normal(size=shape)
    over = tuple(names.index(str(p)) for p in norm.reduced)
    own = [sizes[p] if p in [str(q) for q in norm.parameter] else 1 for p in names]
    gamma, eps = rng.normal(size=own), 0.4

    def u(h):
        c = h - h.mean(axis=over, keepdims=True) if norm.centred else h
        return c / np.sqrt((c * c).mean(axis=over, keepdims=True) + eps)

    tau, slope = 1e-6, np.zeros(shape)
    for at in itertools.product(*map(range, shape)):
        step = np.zeros(shape)
        step[at] = tau
        slope[at] = (g_z * gamma * (u(h + step) - u(h - step))).sum() / (2 * tau)
    c = h - h.mean(axis=over, keepdims=True) if norm.centred else h
    s = np.sqrt((c * c).mean(axis=over) + eps)
    values = {SIZE[p].name: sizes[str(p)] for p in norm.layout}
    squeezed = gamma.reshape([n for n in own if n != 1] or [1])
    values |= {"h": h.tolist(), "g_z": g_z.tolist(), "u": u(h).tolist(), "s": s.tolist()}
    return values | {"gamma": squeezed.tolist()}, slope


@pytest.mark.parametrize("name", LEAVES)
def test_against_central_differences(name):
    norm = family()[name]
    values, slope = numeric(norm, {"n": 3, "i": 2, "p": 4, "q": 2, "m": 2}, seed=5)
    for step in (norm.gradient, norm.outside) if norm.gamma_leaves else (norm.gradient,):
        for at in itertools.product(*map(range, slope.shape)):
            found = evaluate(step.rhs, values, dict(zip(norm.layout, at, strict=True)))
            assert float(found) == pytest.approx(slope[at], abs=1e-7)


def test_one_channel_in_a_group_lets_gamma_out():
    # The remainder of GroupNorm, evaluated with M = 1: then γ is constant along what is reduced.
    norm = family()["group_norm"]
    names = {"B": 1, "Q": 2, "P": 3}
    for channels, leaves in ((1, True), (2, False)):
        tables = {
            name: [[[[Rational((7 * q + 3 * m + 5 * p) % 11 + k, 3) for p in range(3)]
                     for m in range(channels)] for q in range(2)]]
            for k, name in enumerate(("g_z", "u"), 1)
        }  # fmt: skip
        gamma = [[Rational(q + 2 * m + 1) for m in range(channels)] for q in range(2)]
        values = {**names, "M": channels, **tables, "gamma": gamma, "s": [[2, 3]]}
        at = dict(zip(norm.layout, (0, 1, 0, 2), strict=True))
        assert (evaluate(norm.remainder, values, at) == 0) is leaves


def test_layer_norm_by_the_engine_is_the_derivation():
    rng = np.random.default_rng(7)
    g_z, u = rng.normal(size=(2, 2, 3)).tolist()
    gamma, s = rng.normal(size=3).tolist(), [2.0, 0.5]
    norm = family()["layer_norm"]
    values = {"B": 2, "d": 3, "g_z": g_z, "u": u, "gamma": gamma, "s": s}
    for n, i in itertools.product(range(2), range(3)):
        a = [p * q for p, q in zip(g_z[n], gamma, strict=True)]
        row = {"d": 3, "a": a, "u": u[n], "s": s[n]}
        alone = evaluate(derivation()["g_h_means"].rhs, row, {letters.i: i})
        found = evaluate(norm.gradient.rhs, values, dict(zip(norm.layout, (n, i), strict=True)))
        assert float(found) == pytest.approx(float(alone), rel=1e-12)


def test_a_norm_of_ones_own():
    # Over everything but the sample, with one γ for each channel: LayerNorm on images.
    norm = corrections("i p", "i", layout="n i p")
    assert not norm.gamma_leaves
    assert norm.gradient.name == "this_norm"
    assert norm.gradient.holds()
    # γ for each place as well, over the samples: it may leave.
    assert corrections("n", "i p", layout="n i p").gamma_leaves


def test_gamma_sums_over_what_it_does_not_have():
    steps = norm_family()
    summed = {name: {str(x[0]) for x in steps[f"{name}_gamma"].rhs.limits} for name in LEAVES}
    assert summed == {
        "layer_norm": {"n"}, "rms_norm": {"n"}, "batch_norm": {"n"},
        "batch_norm_images": {"n", "p"}, "instance_norm": {"n", "p"}, "group_norm": {"n", "p"},
    }  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("x", "i"), "`reduced` names the index 'x', but only n, i can be there"),
        (("i", "p"), "`parameter` names the index 'p', but only n, i can be there"),
        (("", "i"), "`reduced` is empty, but a norm needs an index to take its mean over"),
        (("i i", "i"), "`reduced` names the index 'i' twice, but needs it once"),
    ],
)
def test_impossible_norms_are_refused(arguments, message):
    with pytest.raises(ValueError) as refused:
        corrections(*arguments)
    assert str(refused.value) == message
