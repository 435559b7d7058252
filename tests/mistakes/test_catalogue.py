"""The catalogue: every id, its values, its texts, and that truth is the truth."""

import re
from fractions import Fraction

import numpy as np
import pytest
import seed_values as seeds
from hypothesis import given
from hypothesis import strategies as st
from mistakes import values as table
from numpy.testing import assert_allclose

from lnteach import core, mistakes, symbolic
from lnteach.formula import definitions, exact_number, read, to_text
from lnteach.maths import mathml

IDS = (*list(table.G_H)[:-1], "layer-for-rms", *table.SHAPES, *table.REPORTED)


def test_the_published_ids_are_permanent():
    assert set(mistakes.ids()) == set(IDS)
    assert len(mistakes.ids()) == len(IDS) == 32
    assert set(mistakes.ids()) == {*mistakes.ids("layer"), *mistakes.ids("rms")}
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", id) for id in mistakes.ids())
    assert set(mistakes.ids()) - set(mistakes.ids("layer")) == {
        "layer-for-rms",
        "gamma-twice-in-variance-term",
    }


def exact(value):
    return tuple(exact_number("value", x) for x in value)


@pytest.mark.parametrize("id", table.G_H)
def test_both_tables_of_values(id):
    on_i, on_e = table.G_H[id]
    mistake = mistakes.get(id)
    assert mistake.target == "g_h"
    assert mistake.value(table.EXAMPLE_E1) == exact(on_e)
    if on_i is not None:
        assert mistake.value(table.EXAMPLE_I) == exact(on_i)


@pytest.mark.parametrize("id", ["bessel", "bessel-consistent"])
def test_what_is_irrational_on_example_i(id):
    assert all(not isinstance(x, Fraction) for x in mistakes.get(id).value(table.EXAMPLE_I))


def test_truth():
    truth = mistakes.truth()
    assert truth.value(table.EXAMPLE_I) == table.TRUTH_I
    assert truth.value(table.EXAMPLE_E1) == table.TRUTH_E
    assert truth.value(table.EXAMPLE_E, "g_gamma") == table.BATCH_G_GAMMA
    assert truth.value(table.EXAMPLE_E, "g_beta") == table.BATCH_G_BETA
    found = symbolic.exact(
        table.EXAMPLE_E1["h"], 44, gamma=table.EXAMPLE_E1["gamma"], g_z=table.EXAMPLE_E1["g_z"]
    )
    assert exact(found.g_h) == truth.value(found), "a case may be what `exact` returns"


@given(st.integers(0, 2**32 - 1), st.sampled_from([(4,), (2, 5), (2, 3, 3)]))
def test_truth_is_the_core(seed, shape):
    draw = np.random.default_rng(seed)
    h, g_z = draw.normal(size=(2, *shape))
    gamma, beta = draw.normal(size=(2, shape[-1]))
    z, saved = core.layer_norm_forward(h, gamma, beta, 0.01)
    found = mistakes.truth().compute(h, gamma, beta, g_z, 0.01)
    for name, right in core.layer_norm_backward(g_z, saved)._asdict().items():
        assert_allclose(getattr(found, name), right, rtol=1e-10, atol=1e-10)
    assert_allclose(mistakes.truth().forward(h, gamma, beta, 0.01), z, rtol=1e-12, atol=1e-12)
    _, saved = core.rms_norm_forward(h, gamma, 0.01)
    found = mistakes.truth("rms").compute(h, gamma, beta, g_z, 0.01)
    for name, right in core.rms_norm_backward(g_z, saved)._asdict().items():
        assert_allclose(getattr(found, name), right, rtol=1e-10, atol=1e-10)


def test_the_guides_mistakes_have_the_guides_numbers():
    guide = seeds.GUIDE_ONE
    case = {name: getattr(guide, name) for name in ("h", "gamma", "beta", "g_z", "eps")}
    for id, (value, total) in seeds.GUIDE_MISTAKES.items():
        assert mistakes.get(id).value(case) == value
        assert sum(value) == total
    assert mistakes.get("gamma-outside").value(case) == seeds.TEXTBOOK_PRINTED
    batch = seeds.GUIDE_BATCH
    case = {name: getattr(batch, name) for name in ("h", "gamma", "beta", "g_z", "eps")}
    assert mistakes.get("unsummed-gamma").value(case) == ((2, 0, Fraction(1, 2), -1), (1, -1, 0, 2))


def test_the_lectures_vote_two():
    case = {"h": [1, 2, 3], "gamma": [2, 1, 3], "g_z": [1, -2, -1], "eps": "1/3"}
    vote = seeds.LECTURE_VOTE_2
    assert mistakes.get("constant-statistics").value(case) == vote["A"]
    assert mistakes.get("no-variance-route").value(case) == vote["B"]
    assert mistakes.truth().value(case) == vote["C"]
    # s is 1 there, so three mistakes give the right answer.
    for id in ("only-first-term-divided", "scale-forgotten", "variance-for-deviation"):
        assert mistakes.get(id).value(case) == vote["C"]


def test_on_the_batch_of_example_e():
    case = table.EXAMPLE_E
    u = mistakes.truth().value(case, "u")
    products = [[Fraction(g) * x for g, x in zip(*rows, strict=True)]
                for rows in zip(case["g_z"], u, strict=True)]  # fmt: skip
    wanted = {
        "unsummed-gamma": tuple(map(tuple, products)),
        "features-summed": tuple(map(sum, products)),
        "mean-over-batch": tuple(x / 2 for x in table.BATCH_G_GAMMA),
        "parameter-gradients-swapped": table.BATCH_G_BETA,
        "upstream-scaled": tuple(
            g * x for g, x in zip(case["gamma"], table.BATCH_G_GAMMA, strict=True)
        ),
        "output-for-normalized": tuple(
            g * sum(Fraction(p) * y for p, y in zip(column, us, strict=True)) + b * total
            for g, b, column, us, total in zip(
                case["gamma"],
                case["beta"],
                [[p * x for p, x in zip(gs, xs, strict=True)] for gs, xs in zip(
                    zip(*case["g_z"], strict=True), zip(*u, strict=True), strict=True)],
                [(1, 1)] * 5,
                table.BATCH_G_BETA,
                strict=True,
            )
        ),
    }  # fmt: skip
    for id, value in wanted.items():
        mistake = mistakes.get(id)
        assert mistake.target == "g_gamma"
        assert mistake.value(case) == value, id
    assert mistakes.get("mean-over-batch").value(case, "g_beta") == tuple(
        Fraction(x, 2) for x in table.BATCH_G_BETA
    )
    assert mistakes.get("features-summed").value(case, "g_beta") == (-1, 4)


def test_batch_statistics_are_those_of_batchnorm():
    h, g_z = np.array(table.EXAMPLE_E["h"], float), np.array(table.EXAMPLE_E["g_z"], float)
    gamma = np.array(table.EXAMPLE_E["gamma"], float)
    # LayerNorm of the transposed batch normalizes over the samples; γ is folded into g_z first.
    _, saved = core.layer_norm_forward(h.T, np.ones(2), np.zeros(2), 44)
    wanted = core.layer_norm_backward((g_z * gamma).T, saved).g_h.T
    found = mistakes.get("batch-statistics").compute(h, gamma, np.zeros(5), g_z, 44)
    assert_allclose(found.g_h, wanted, rtol=1e-12)


@pytest.mark.parametrize("id", [id for id, value in table.REPORTED.items() if value])
def test_reported_ones_on_example_e(id):
    assert mistakes.get(id).value(table.EXAMPLE_E1) == table.REPORTED[id]


def test_everything_differs_on_example_e():
    for norm in ("layer", "rms"):
        known = {}
        for mistake in (mistakes.truth(norm), *(mistakes.get(i, norm) for i in mistakes.ids(norm))):
            outputs = ("g_h", "g_gamma", "g_beta") if norm == "layer" else ("g_h", "g_gamma")
            key = tuple(str(mistake.value(table.EXAMPLE_E, name)) for name in outputs)
            assert key not in known, f"{mistake.id} and {known.get(key)}"
            known[key] = mistake.id


def test_floats_and_exact_values_agree():
    case = table.EXAMPLE_E
    for norm in ("layer", "rms"):
        for id in mistakes.ids(norm):
            mistake = mistakes.get(id, norm)
            arguments = [case[name] for name in ("h", "gamma", "beta", "g_z", "eps")]
            found = mistake.compute(*arguments)._asdict()
            for name, value in found.items():
                wanted = np.array(mistake.value(case, name), dtype=object).astype(float)
                assert_allclose(value, wanted, rtol=1e-12, atol=1e-12, err_msg=f"{id} {name}")


@pytest.mark.parametrize("norm", ["layer", "rms"])
def test_every_entry_can_be_told(norm):
    for id in mistakes.ids(norm):
        mistake = mistakes.get(id, norm)
        assert mistake.complete
        assert mistake.id == id
        assert 4 < len(mistake.title) < 60
        assert mistake.tempts.endswith((".", "!"))
        assert 60 < len(mistake.tempts) < 320
        assert mistake.origin
        assert mistake.lines
        for line in mistake.lines:
            assert line.right == definitions(norm)[line.letter] != line.wrong
            assert mathml(line.latex).startswith("<math")
            assert line.words
            assert all(words.startswith(("in", "where")) for words in line.words)
        for report in mistake.reports:
            assert report.url.startswith("https://github.com/")
            assert report.what.endswith(".")


def test_the_line_where_it_happens():
    lines = mistakes.get("gamma-outside").lines
    assert [(line.letter, to_text(line.wrong)) for line in lines] == [
        ("a", "g_z"),
        ("g_h", "gamma*((a - mean(a) - u*mean(a*u))/s)"),
    ]
    assert mistakes.get("gamma-outside").formula == read(
        "gamma*((g_z - mean(g_z) - u*mean(g_z*u))/s)"
    )
    assert mistakes.get("no-variance-route").lines[0].words == ("in the bracket of g_h",)
    assert mistakes.get("bessel").targets == ("g_h", "g_gamma", "z", "u")
    assert mistakes.get("epsilon-forgotten").targets == ("g_h", "g_gamma"), "only on the way back"


def test_unknown_ids_say_what_there_is():
    with pytest.raises(KeyError, match="there is no mistake 'typo'; there are constant-statistics"):
        mistakes.get("typo")
    with pytest.raises(KeyError, match="no-mean-route"):
        mistakes.get("no-mean-route", "rms")
    with pytest.raises(ValueError, match="`norm` is 'batch'"):
        mistakes.ids("batch")


def test_where_they_hide():
    hides = {id: set(mistakes.get(id).hides) for id in mistakes.ids("layer")}
    three = {id for id in hides if "unit-s" in hides[id]}
    assert three == {"only-first-term-divided", "scale-forgotten", "variance-for-deviation"}
    assert hides["gamma-outside"] == {"uniform-gamma", "two-values-and-zero-eps"}
    assert hides["gamma-missing"] == hides["upstream-scaled"] == {"unit-gamma"}
    assert hides["output-for-normalized"] == {"zero-beta-unit-gamma"}
    assert hides["mean-over-batch"] == {"one-sample"}
    assert {id for id in hides if "zero-eps" in hides[id]} == {
        "epsilon-outside-root", "epsilon-forgotten", "epsilon-forgotten-outside",
        "epsilon-beside-d",
    }  # fmt: skip
    assert set().union(*hides.values()) <= set(mistakes.CONDITIONS)


def test_a_probe_where_both_means_are_zero_hides_six():
    # h = (1, 7, 9, 15), gamma = (1, 2, 3, 4), g_z = (5, -10, 5, 0), at eps = 0 and at eps = 11
    six = {"constant-statistics", "no-variance-route", "no-mean-route", "only-first-term-divided",
           "sums-for-means", "sum-for-mean-term", "sum-for-variance-term",
           "sign-flipped-mean-term", "sign-flipped-variance-term", "mean-term-doubled"}  # fmt: skip
    for eps in (0, 11):
        case = {"h": [1, 7, 9, 15], "gamma": [1, 2, 3, 4], "g_z": [5, -10, 5, 0], "eps": eps}
        right = mistakes.truth().value(case)
        hidden = {id for id in mistakes.ids("layer") if "g_h" in mistakes.get(id).targets
                  and mistakes.get(id).edited == ("g_h",)
                  and mistakes.get(id).value(case) == right}  # fmt: skip
        assert six <= hidden


def test_lone_samples_and_mistakes_of_shape():
    one = mistakes.get("unsummed-gamma").compute([1, 2, 4], [1, 2, 3], [0, 0, 0], [1, -1, 2], 0.5)
    right = mistakes.truth().compute([1, 2, 4], [1, 2, 3], [0, 0, 0], [1, -1, 2], 0.5)
    assert_allclose(one.g_gamma, right.g_gamma)
    batch = np.arange(24.0).reshape(2, 3, 4) ** 1.5
    found = mistakes.get("features-summed").compute(batch, np.ones(4), np.ones(4), batch, 0.5)
    assert found.g_gamma.shape == found.g_beta.shape == (2, 3)
    assert mistakes.get("unsummed-gamma").compute(
        batch, np.ones(4), np.ones(4), batch, 0.5
    ).g_gamma.shape == (2, 3, 4)


def test_dtypes_and_refusals():
    h = np.array([[1, 2, 4]], dtype=np.float32)
    assert mistakes.get("bessel").compute(h, h[0], h[0], h, 1e-5).g_h.dtype == np.float32
    assert mistakes.get("bessel").compute([1, 2], [1, 1], [0, 0], [1, 0], 0).g_h.dtype == np.float64
    with pytest.raises(TypeError, match=r"`h` holds 0\.5"):
        mistakes.truth().value({"h": [0.5, 1], "g_z": [1, 1], "eps": 0})
    with pytest.raises(ZeroDivisionError):
        mistakes.get("batch-statistics").value(table.EXAMPLE_I)
