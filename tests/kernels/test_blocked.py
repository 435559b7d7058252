"""Blocks of rows give the numbers of the readable formulas, in every shape and dtype."""

from __future__ import annotations

import doctest
import inspect
import threading
import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import lnteach
from lnteach.core import _dispatch
from lnteach.kernels import blocked, threads

# How far the two ways may differ, in units of the largest entry: rounding, and no more.
BOUND = {"float32": 4e-6, "float64": 8e-15}


@pytest.fixture
def always(monkeypatch: pytest.MonkeyPatch) -> None:
    """Send every input that blocks can take to them, however small."""
    monkeypatch.setattr(_dispatch, "LEAST", 1)


def inputs(shape, dtype, seed=0, mean=0.0, spread=1.0):
    rng = np.random.default_rng(seed)
    d = shape[-1]
    h = (mean + spread * rng.standard_normal(shape)).astype(dtype)
    gamma, beta = (rng.uniform(0.5, 2, d).astype(dtype), rng.standard_normal(d).astype(dtype))
    return h, gamma, beta, rng.standard_normal(shape).astype(dtype)


def by_formulas(function, *arguments, **options):
    """Run the readable formulas, whatever the size."""
    before, _dispatch.LEAST = _dispatch.LEAST, 1 << 62
    try:
        return function(*arguments, **options)
    finally:
        _dispatch.LEAST = before


def near(found, right, dtype, times=1.0, size=None):
    size = size or max(float(np.max(np.abs(right), initial=0)), 1e-300)
    assert found.dtype == right.dtype
    assert found.shape == right.shape
    assert float(np.max(np.abs(found - right), initial=0)) <= times * BOUND[dtype] * size


SHAPES = [(1, 1), (1, 4), (3, 2), (2, 3, 5), (7, 64), (40, 300), (5, 2049), (1000, 16), (9,)]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("workers", [1, 2, 3])
def test_layer_norm_is_that_of_the_formulas(always, shape, dtype, workers) -> None:
    h, gamma, beta, g_z = inputs(shape, dtype)
    z, saved = lnteach.layer_norm_forward(h, gamma, beta, 1e-5, threads=workers)
    right, kept = by_formulas(lnteach.layer_norm_forward, h, gamma, beta, 1e-5)
    near(z, right, dtype)
    for name in ("mu", "s", "c", "u"):
        near(getattr(saved, name), getattr(kept, name), dtype, 4)
    wanted = by_formulas(lnteach.layer_norm_backward, g_z, kept)
    size = float(np.max(np.abs(g_z * gamma)) / np.min(kept.s))  # of the terms, which may cancel
    for either in (saved, kept):  # what one way saved, the other can use
        found = lnteach.layer_norm_backward(g_z, either, threads=workers)
        near(found.g_h, wanted.g_h, dtype, 4, size)
        near(found.g_gamma, wanted.g_gamma, dtype, 8)
        near(found.g_beta, wanted.g_beta, dtype, 8)
    near(by_formulas(lnteach.layer_norm_backward, g_z, saved).g_h, wanted.g_h, dtype, 4, size)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("workers", [1, 2])
def test_rms_norm_is_that_of_the_formulas(always, shape, dtype, workers) -> None:
    h, gamma, _, g_z = inputs(shape, dtype)
    z, saved = lnteach.rms_norm_forward(h, gamma, 1e-5, threads=workers)
    right, kept = by_formulas(lnteach.rms_norm_forward, h, gamma, 1e-5)
    near(z, right, dtype)
    near(saved.r, kept.r, dtype)
    near(saved.u, kept.u, dtype)
    wanted = by_formulas(lnteach.rms_norm_backward, g_z, kept)
    size = float(np.max(np.abs(g_z * gamma)) / np.min(kept.r))
    for either in (saved, kept):
        found = lnteach.rms_norm_backward(g_z, either, threads=workers)
        near(found.g_h, wanted.g_h, dtype, 4, size)
        near(found.g_gamma, wanted.g_gamma, dtype, 8)


@pytest.mark.parametrize("mean", [1e4, 1e6])
@pytest.mark.parametrize("workers", [1, 2])
def test_rows_far_from_zero_are_as_accurate_as_others(mean, workers) -> None:
    h, gamma, beta, g_z = inputs((64, 768), "float32", mean=mean)
    wide = [x.astype(np.float64) for x in (h, gamma, beta, g_z)]
    z, saved = lnteach.layer_norm_forward(h, gamma, beta, 1e-5, threads=workers)
    right, kept = by_formulas(lnteach.layer_norm_forward, *wide[:3], 1e-5)
    assert float(np.max(np.abs(z - right)) / np.max(np.abs(right))) <= 2e-6
    found = lnteach.layer_norm_backward(g_z, saved, threads=workers)
    wanted = by_formulas(lnteach.layer_norm_backward, wide[3], kept)
    for ours, theirs in zip(found, wanted, strict=True):
        assert float(np.max(np.abs(ours - theirs)) / np.max(np.abs(theirs))) <= 4e-6


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("where", ["h", "g_z"])
def test_what_is_not_finite_stays_in_its_row(always, bad, where) -> None:
    h, gamma, beta, g_z = inputs((6, 8), "float64")
    {"h": h, "g_z": g_z}[where][2, 3] = bad
    z, saved = lnteach.layer_norm_forward(h, gamma, beta)
    found = lnteach.layer_norm_backward(g_z, saved)
    right, kept = by_formulas(lnteach.layer_norm_forward, h, gamma, beta)
    wanted = by_formulas(lnteach.layer_norm_backward, g_z, kept)
    for ours, theirs in ((z, right), *zip(found, wanted, strict=True)):
        assert np.array_equal(np.isfinite(ours), np.isfinite(theirs))
        np.testing.assert_allclose(
            ours[np.isfinite(ours)], theirs[np.isfinite(theirs)], rtol=1e-12, atol=1e-13
        )


@given(
    st.integers(1, 6),
    st.integers(1, 40),
    st.sampled_from(["float32", "float64"]),
    st.floats(-3, 6),
    st.floats(-6, 6),
    st.integers(0, 10**6),
)
def test_any_scale_and_shift(n, d, dtype, spread, mean, seed) -> None:
    mean_ = 10.0**mean if mean > 0 else 0.0
    h, gamma, beta, _ = inputs((n, d), dtype, seed, mean_, 10.0**spread)
    before, _dispatch.LEAST = _dispatch.LEAST, 1
    try:
        z = lnteach.layer_norm(h, gamma, beta)
    finally:
        _dispatch.LEAST = before
    right = by_formulas(lnteach.layer_norm, h, gamma, beta)
    near(z, right, dtype, 8 * max(1.0, min(mean_ / 10.0**spread, 1e3)))


def test_out_is_written_and_returned() -> None:
    h, gamma, beta, g_z = inputs((320, 64), "float32")
    for way in (lambda f, *a, **k: f(*a, **k), by_formulas):
        out = np.full((320, 64), np.nan, np.float32)
        z, saved = way(lnteach.layer_norm_forward, h, gamma, beta, out=out)
        assert z is out
        assert np.array_equal(z, way(lnteach.layer_norm, h, gamma, beta))
        g_h = np.full((320, 64), np.nan, np.float32)
        assert way(lnteach.layer_norm_backward, g_z, saved, out=g_h).g_h is g_h
        assert np.isfinite(g_h).all()
        assert way(lnteach.rms_norm, h, gamma, out=out) is out
        backwards = np.empty((64, 320), np.float32).T
        assert np.array_equal(way(lnteach.rms_norm, h, gamma, out=backwards), out)


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda h: [0.0], TypeError, "`out` is of type list"),
        (lambda h: np.empty((320, 64)), TypeError, "`out` has dtype float64"),
        (lambda h: np.empty((64, 320), np.float32), ValueError, r"shape \(64, 320\)"),
        (lambda h: h, ValueError, "shares memory with an input"),
        (lambda h: h[:], ValueError, "shares memory with an input"),
        (lambda h: _read_only(h), ValueError, "`out` is read-only"),
    ],
)
def test_an_out_that_cannot_be_used_is_refused(make, error, message) -> None:
    h, gamma, beta, g_z = inputs((320, 64), "float32")
    kept = h.copy()
    with pytest.raises(error, match=message):
        lnteach.layer_norm(h, gamma, beta, out=make(h))
    with pytest.raises(error, match=message):
        lnteach.rms_norm(h, gamma, out=make(h))
    _, saved = lnteach.layer_norm_forward(h, gamma, beta)
    with pytest.raises(error, match=message):
        lnteach.layer_norm_backward(g_z, saved, out=make(h))
    assert np.array_equal(h, kept)


def _read_only(h):
    out = np.empty_like(h)
    out.flags.writeable = False
    return out


@pytest.mark.parametrize(
    "function",
    [
        lnteach.layer_norm,
        lnteach.layer_norm_forward,
        lnteach.layer_norm_backward,
        lnteach.rms_norm,
        lnteach.rms_norm_forward,
        lnteach.rms_norm_backward,
    ],
    ids=lambda f: f.__name__,
)
def test_where_and_how_is_said_by_name(function) -> None:
    kinds = {p.name: p.kind for p in inspect.signature(function).parameters.values()}
    assert kinds["out"] == kinds["threads"] == inspect.Parameter.KEYWORD_ONLY


@pytest.mark.parametrize("asked", [0, -1, 65, 1.5, "two", True])
def test_a_thread_count_that_is_none_is_refused(asked) -> None:
    with pytest.raises(ValueError, match="but a whole number from 1 to 64 is needed"):
        lnteach.layer_norm([1.0, 2.0], [1, 1], [0, 0], threads=asked)


def test_the_environment_may_ask_for_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    assert threads.allowed() == 1
    monkeypatch.setenv("LNTEACH_THREADS", "3")
    assert threads.allowed() == 3
    assert threads.allowed(2) == 2
    monkeypatch.setenv("LNTEACH_THREADS", "many")
    with pytest.raises(ValueError, match="`LNTEACH_THREADS` is 'many'"):
        threads.allowed()
    monkeypatch.setattr(threads.sys, "platform", "emscripten")
    assert threads.allowed(4) == 1


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_never_more_threads_than_asked(workers: int) -> None:
    seen = set()

    def work(start: int, stop: int) -> int:
        seen.add(threading.get_ident())
        return stop - start

    assert sum(threads.share(work, 1000, 10, workers)) == 1000
    assert len(seen) <= workers
    assert threads.share(work, 5, 10, workers) == [5]


def test_settings_of_the_caller_come_back() -> None:
    h, gamma, beta, _ = inputs((128, 512), "float64")
    before = np.getbufsize(), np.geterr()
    lnteach.layer_norm(h, gamma, beta)
    assert (np.getbufsize(), np.geterr()) == before


def test_memory_is_a_few_blocks() -> None:
    h, gamma, beta, g_z = inputs((8192, 512), "float32")
    out, g_h = np.empty_like(h), np.empty_like(h)
    _, saved = lnteach.layer_norm_forward(h, gamma, beta, out=out)
    tracemalloc.start()
    lnteach.layer_norm_forward(h, gamma, beta, out=out)
    lnteach.layer_norm_backward(g_z, saved, out=g_h)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 6 * blocked.SHARED < h.nbytes / 2


def test_what_blocks_cannot_take_goes_through_the_formulas(
    monkeypatch: pytest.MonkeyPatch, always
) -> None:
    def refuse(*_):
        raise AssertionError("blocks were asked")

    monkeypatch.setattr("lnteach.kernels.layer_forward", refuse)
    h, gamma, beta, _ = inputs((8, 6), "float64")
    for x in (h[::2], h[:, ::-1], h.astype(np.float16), h.astype(">f8"), h.astype(int), h + 1j):
        lnteach.layer_norm(x, gamma, beta)
    lnteach.layer_norm(h, gamma, beta, eps=0)
    with pytest.raises(AssertionError, match="blocks were asked"):
        lnteach.layer_norm(h, gamma, beta)


def test_examples_run() -> None:
    assert doctest.testmod(threads).failed == 0
