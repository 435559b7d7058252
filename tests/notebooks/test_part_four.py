"""What the chapter "Floating point" says in words, asserted apart from its own cells."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import lnteach


def rows(shift: float) -> np.ndarray:
    return (np.random.default_rng(3).standard_normal((100, 48)) + shift).astype(np.float32)


def one_pass_error(shift: float) -> float:
    h = rows(shift)
    right = h.astype(np.float64).var(-1)
    found = (h * h).mean(-1) - h.mean(-1) ** 2
    return float(np.median(abs(found - right) / right))


def test_the_error_of_one_pass_grows_with_the_square_of_the_shift() -> None:
    errors = [one_pass_error(shift) for shift in (1e2, 1e3, 1e4)]
    for before, after in itertools.pairwise(errors):
        assert 30 < after / before < 300
    assert errors[-1] > 1  # larger than the variance itself


def test_taking_the_mean_off_once_costs_in_proportion_to_the_shift() -> None:
    errors = []
    for shift in (1e3, 1e4, 1e5):
        h = rows(shift)
        c = h - h.mean(-1, keepdims=True)
        right = h.astype(np.float64) - h.astype(np.float64).mean(-1, keepdims=True)
        errors.append(float(np.median(abs(c - right).max(-1))))
    for before, after in itertools.pairwise(errors):
        assert 4 < after / before < 25


@pytest.mark.parametrize("size", [1e-3, 1.0, 1e18])
def test_only_what_is_too_large_for_its_square_vanishes(size: float) -> None:
    one, nil = np.ones(48, np.float32), np.zeros(48, np.float32)
    u = lnteach.layer_norm(rows(0) * np.float32(size), one, nil, eps=0)
    assert abs(u).max() > 2
    with np.errstate(over="ignore"):
        shift = lnteach.layer_norm(rows(0) * np.float32(1e20), one, nil + 7)
    assert np.array_equal(shift, np.full((100, 48), 7, np.float32))  # the shift alone, no warning


def test_the_sum_of_squares_does_not_fit_a_half() -> None:
    h = (500 + 100 * rows(0)).astype(np.float16)
    with np.errstate(over="ignore"):
        c = h - h.mean(-1, keepdims=True, dtype=np.float16)
        assert np.isinf((c * c).sum(-1, dtype=np.float16)).all()
    assert np.isfinite(c).all()
