"""Two mistakes at once: aliases are identities, everything else is not."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mistakes import values as table

from lnteach import mistakes
from lnteach.formula import FormulaError

# What the course's plan declares, typed; a test below holds the rest of the list against all pairs.
DECLARED = {
    ("no-mean-route", "no-variance-route"): "constant-statistics",
    ("scale-forgotten", "variance-for-deviation"): "truth",
    ("scale-forgotten", "only-first-term-divided"): "scale-forgotten",
    ("scale-forgotten", "epsilon-forgotten-outside"): "scale-forgotten",
    ("no-variance-route", "elementwise-variance-term"): "no-variance-route",
    ("no-variance-route", "sum-for-variance-term"): "no-variance-route",
    ("no-variance-route", "sign-flipped-variance-term"): "no-variance-route",
    ("no-mean-route", "sum-for-mean-term"): "no-mean-route",
    ("no-mean-route", "sign-flipped-mean-term"): "no-mean-route",
}


def batches(count):
    for seed in range(count):
        draw = np.random.default_rng(seed)
        rows, d = int(draw.integers(2, 4)), int(draw.integers(4, 7))
        h, g_z = draw.normal(size=(2, rows, d)) * 2 + 0.7
        gamma, beta = draw.normal(size=(2, d))
        yield h, gamma, beta, g_z, float(draw.uniform(0.1, 1.0))


BATCHES = list(batches(2))


def floats(edited):
    found = []
    for inputs in BATCHES:
        for x in edited.compute(*inputs):
            found += [np.array(x.shape), x.ravel()]
    return found


def same(first, second):
    return all(
        x.shape == y.shape and np.allclose(x, y, rtol=1e-9, atol=1e-9)
        for x, y in zip(first, second, strict=True)
    )


def test_declared_ones_are_in_the_list():
    aliases = mistakes.aliases()
    for pair, result in DECLARED.items():
        assert aliases[frozenset(pair)] == result


@pytest.mark.parametrize("norm", ["layer", "rms"])
def test_the_list_of_aliases_is_true_and_complete(norm):
    singles = {id: floats(mistakes.get(id, norm)) for id in mistakes.ids(norm)}
    singles["truth"] = floats(mistakes.truth(norm))
    for first, second in combinations(singles, 2):
        assert not same(singles[first], singles[second]), f"{first} is {second}"
    declared = mistakes.aliases(norm)
    for first, second in combinations(mistakes.ids(norm), 2):
        both = mistakes.combine(first, second, norm)
        if both is None:
            continue
        made = floats(both)
        alike = [id for id, values in singles.items() if same(made, values)]
        assert alike == [x for x in [declared.get(frozenset({first, second}))] if x], (
            first,
            second,
        )


rationals = st.fractions(-4, 4, max_denominator=3)


@given(st.data(), st.integers(4, 5))
def test_aliases_hold_exactly_on_random_rationals(data, d):
    column = st.lists(rationals, min_size=d, max_size=d)
    case = {
        "h": data.draw(column.filter(lambda x: len(set(x)) > 1)),
        "g_z": data.draw(column),
        "gamma": data.draw(column),
        "beta": data.draw(column),
        "eps": data.draw(st.fractions(0, 2, max_denominator=3)),
    }
    pair, result = data.draw(st.sampled_from(sorted(mistakes.aliases().items(), key=str)))
    one = mistakes.truth() if result == "truth" else mistakes.get(result)
    both = mistakes.combine(*sorted(pair))
    try:
        for name in ("g_h", "g_gamma", "g_beta"):
            assert both.value(case, name) == one.value(case, name)
    except (ZeroDivisionError, FormulaError):
        pass  # a batch of one has no statistics over the batch


def test_pairs_of_one_norm():
    pairs = list(mistakes.pairs())
    assert len(pairs) > 350
    for first, second, both in pairs:
        assert set(both.edits) == {*first.edits, *second.edits}
        assert both.complete
        assert both.shared == (first.shared or second.shared)
    names = {frozenset({first.id, second.id}) for first, second, _ in pairs}
    assert not names & set(mistakes.aliases())


def test_what_cannot_be_made_at_once():
    assert mistakes.combine("gamma-outside", "gamma-missing") is None, "one contains the other"
    assert mistakes.combine("bessel", "batch-statistics") is None, "both change the mean of c²"
    both = mistakes.combine("sign-flipped-mean-term", "gamma-missing")
    swapped = mistakes.combine("gamma-missing", "sign-flipped-mean-term")
    # On example I: g_z = (1, -1, -1, 5), its mean 1, mean(g_z u) = 7/5, s = 5.
    value = tuple(Fraction(n, 125) for n in (99, 7, -7, 101))
    assert both.value(table.EXAMPLE_I) == swapped.value(table.EXAMPLE_I) == value


def test_most_pairs_differ_from_each_other():
    made = [floats(both) for _, _, both in mistakes.pairs()]
    keys = {tuple(np.round(np.concatenate(x), 7)) for x in made}
    assert len(keys) >= 0.95 * len(made)


def test_gradients_change_places_after_everything_else_was_done_to_them():
    h, gamma, beta, g_z, eps = BATCHES[0]
    s = np.sqrt(h.var(-1, keepdims=True) + eps)
    z = gamma * (h - h.mean(-1, keepdims=True)) / s + beta
    both = mistakes.combine("parameter-gradients-swapped", "output-for-normalized")
    found = both.compute(h, gamma, beta, g_z, eps)
    assert np.allclose(found.g_gamma, g_z.sum(0))
    assert np.allclose(found.g_beta, (g_z * z).sum(0))
    unsummed = mistakes.combine("parameter-gradients-swapped", "unsummed-gamma")
    found = unsummed.compute(h, gamma, beta, g_z, eps)
    assert found.g_gamma.shape == gamma.shape
    assert found.g_beta.shape == h.shape
