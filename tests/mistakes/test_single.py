"""All other single edits: described, different from the truth and from each other."""

import numpy as np
import pytest
from mistakes import values as table

from lnteach import mistakes
from lnteach.formula import FormulaError


@pytest.mark.parametrize(
    ("target", "norm", "least"),
    [("g_h", "layer", 90), ("g_gamma", "layer", 40), ("g_beta", "layer", 8), ("u", "layer", 30),
     ("z", "layer", 40), ("g_h", "rms", 60), ("g_gamma", "rms", 20)],
)  # fmt: skip
def test_they_are_many_and_none_is_the_truth(target, norm, least):
    edits = mistakes.single_edits(target, norm)
    assert len(edits) >= least
    descriptions = [edit.description for edit in edits]
    assert len(set(descriptions)) == len(descriptions), "no two are told in the same words"
    right = mistakes.truth(norm).value(table.EXAMPLE_E, target)
    values = []
    for edit in edits:
        try:
            value = edit.value(table.EXAMPLE_E, target)
        except (FormulaError, ZeroDivisionError):
            continue
        assert value != right, edit.description
        values.append(str(value))
    assert len(set(values)) >= 0.97 * len(values)


def test_they_leave_out_what_has_a_name():
    everything = mistakes.single_edits("g_h", named=True)
    named = {edit.named for edit in everything} - {None}
    assert named >= {
        "no-variance-route", "no-mean-route", "scale-forgotten", "variance-for-deviation",
        "sum-for-mean-term", "sum-for-variance-term", "sign-flipped-mean-term", "gamma-missing",
        "sign-flipped-variance-term", "elementwise-variance-term", "epsilon-forgotten",
        "mean-term-doubled",
    }  # fmt: skip
    assert all(edit.named is None for edit in mistakes.single_edits("g_h"))
    batch = {edit.named for edit in mistakes.single_edits("g_gamma", named=True)} - {None}
    assert batch >= {"unsummed-gamma", "mean-over-batch", "output-for-normalized"}


def test_words_and_lines():
    told = {edit.description: edit for edit in mistakes.single_edits("g_h")}
    edit = told["c where u belongs, in the variance term"]
    assert edit.lines[0].text == (
        "g_h = (a - mean(a) - c*mean(a*u))/s, not (a - mean(a) - u*mean(a*u))/s"
    )
    assert "v where s belongs, in the division at the end" in told
    assert "the root of v + ε is dropped, in the denominator s" in told
    assert "a sum over c² where a mean belongs, in the variance v" in told
    assert "u squared, inside the mean of the variance term" in told
    assert not [words for words in told if "_" in words.replace("g_", "")]


def test_they_compute_floats_too():
    arguments = [table.EXAMPLE_E[name] for name in ("h", "gamma", "beta", "g_z", "eps")]
    for edit in mistakes.single_edits("g_h")[::7]:
        found = np.asarray(edit.compute(*arguments).g_h)
        wanted = np.array(edit.value(table.EXAMPLE_E, "g_h"), dtype=object).astype(float)
        assert np.allclose(found, wanted), edit.description


def test_unknown_target():
    with pytest.raises(ValueError, match="`target` is 'dx'"):
        mistakes.single_edits("dx")
