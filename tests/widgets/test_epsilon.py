"""The stretch under an ε: what the claim about u says, for every sign of λ, with and without ε."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest
import traitlets
from hypothesis import assume, given
from hypothesis import strategies as st

from lnteach.widgets.epsilon import Epsilon
from lnteach.widgets.spec import claims

PROBE = {"h": [1, 2, 3], "gamma": [2, 1, 3], "g_z": [1, -2, -1], "lambda": 2, "eps": 1 / 3}
numbers = st.floats(-100, 100).map(lambda x: round(x, 3))


def stretched(**more) -> Epsilon:
    return Epsilon(**{**PROBE, **more})


def claim(widget: Epsilon) -> tuple[bool, str]:
    holds, html = claims(widget.spec, widget.named(widget.state), widget.state)[-1]
    return holds, re.sub(r"<[^>]+>", "", html)


def test_the_drift_on_the_probe() -> None:
    named = stretched().named(stretched().state)
    more = 2 / math.sqrt(3)  # v at 2h is 8/3, so s is √3
    np.testing.assert_allclose(named.vectors["drift"], [1 - more, 0, more - 1], atol=1e-15)
    assert named.scalars["factor"] == pytest.approx(more, rel=1e-15)
    turned = stretched(**{"lambda": -2})
    np.testing.assert_allclose(turned.result.drift, [more - 1, 0, 1 - more], atol=1e-15)


@pytest.mark.parametrize(
    ("more", "holds", "words"),
    [
        ({}, False, "ε did not stretch along"),
        ({"lambda": -0.5}, False, "not by a sign alone"),
        ({"lambda": 0}, False, "nothing of u is left"),
        ({"lambda": -0.0}, False, "nothing of u is left"),
        ({"lambda": -1}, True, "but for the sign of λ"),
        ({"lambda": 1}, True, "leaves u as it was"),
        ({"eps": 0, "lambda": 3}, True, "leaves u as it was"),
        ({"eps": 0, "lambda": -3}, True, "leaves u as it was"),
        ({"eps": 1e-12}, False, "moves u"),
        ({"h": [0.1] * 3}, True, "leaves u as it was"),
        ({"h": [0.1] * 3, "lambda": 0}, True, "u was 0 before"),
    ],
)
def test_the_claim_is_true_for_every_sign_of_lambda(more: dict, holds: bool, words: str) -> None:
    found, text = claim(stretched(**more))
    assert found is holds
    assert words in text


def test_lambda_zero_is_refused_without_an_epsilon() -> None:
    widget = stretched(eps=0)
    with pytest.raises(traitlets.TraitError):
        widget.update(**{"lambda": 0})
    assert widget.state["lambda"] == 2
    with pytest.raises(traitlets.TraitError):
        stretched(**{"lambda": 0}).update(eps=0)


@given(st.lists(numbers, min_size=2, max_size=6), numbers, st.floats(1e-3, 50))
def test_the_drift_is_what_the_columns_differ_by(h: list[float], factor: float, eps: float) -> None:
    zero = [0.0] * len(h)
    result = stretched(**{"h": h, "gamma": zero, "g_z": zero, "lambda": factor, "eps": eps}).result
    sign = -1.0 if factor < 0 else 1.0
    want = result.after.u - sign * result.before.u
    np.testing.assert_allclose(result.drift, want, rtol=0, atol=1e-11)


@given(st.lists(numbers, min_size=2, max_size=6), numbers, st.sampled_from([0.0, 1e-6, 0.5, 20.0]))
def test_the_claim_holds_exactly_where_u_keeps_its_size(
    h: list[float], factor: float, eps: float
) -> None:
    constant = len(set(h)) == 1
    assume(eps > 0 or not (constant or factor == 0))
    zero = [0.0] * len(h)
    state = {"h": h, "gamma": zero, "g_z": zero, "lambda": factor, "eps": eps}
    assert claim(stretched(**state))[0] == (constant or eps == 0 or abs(factor) == 1)
