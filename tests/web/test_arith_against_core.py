"""The browser's few lines of LayerNorm against the NumPy core."""

from __future__ import annotations

import json

import numpy as np
import pytest

from lnteach import core

CASES = 10_000
TOLERANCE = 1e-12


def random_cases(count: int) -> list[dict]:
    rng = np.random.default_rng(20260301)
    cases = []
    for k in range(count):
        # Mostly what a page shows; each twentieth case is a long row.
        d = int(rng.integers(2, 129) if k % 20 == 0 else rng.integers(2, 13))
        spread = 10.0 ** rng.uniform(-3, 3)
        h = spread * (rng.standard_normal(d) + rng.choice([0, 1, -30, 1000]) * rng.uniform(0, 1))
        if k % 7 == 0:
            h = np.round(h / spread * 4) / 4 * spread
            h[0] = h.max() + spread  # never constant
        eps = float(rng.choice([0.0, 1e-12, 1e-5, 1 / 3, 1.0, 44.0]))
        if abs(h.mean()) > 1e3 * h.std():
            h -= h.mean()
        cases.append(
            {
                "h": h.tolist(),
                "dh": (rng.standard_normal(d) * 10.0 ** rng.uniform(-2, 2)).tolist(),
                "a": (rng.standard_normal(d) + rng.choice([0.0, 5.0])).tolist(),
                "eps": eps,
            }
        )
    return cases


def test_ten_thousand_random_cases(node):
    cases = random_cases(CASES)
    worst = 0.0
    for case, got in zip(cases, node("arith_cases.mjs", json.dumps(cases)), strict=True):
        h, dh, a = (np.array(case[name]) for name in ("h", "dh", "a"))
        _, saved = core.layer_norm_forward(h, np.ones_like(h), np.zeros_like(h), case["eps"])
        change = core.differentials(h, dh, case["eps"])
        routes = core.gradient_routes(a, saved)
        g_h = core.layer_norm_backward(a, saved).g_h
        in_u, in_g = abs(dh).max() / saved.s, abs(a).max() / saved.s
        pairs = [
            (saved.u, got["saved"]["u"], 1.0),
            (saved.s, got["saved"]["s"], saved.s),
            (saved.mu, got["saved"]["mu"], max(abs(saved.mu), saved.s)),
            (change.du, got["change"]["total"], in_u),
            (g_h, got["back"]["total"], in_g),
        ]
        for route in ("direct", "mean", "variance"):
            pairs.append((getattr(change.routes, route), got["change"][route], in_u))
            pairs.append((getattr(routes, route), got["back"][route], in_g))
        for want, found, scale in pairs:
            worst = max(worst, float(np.max(np.abs(want - np.array(found)))) / float(scale))
    assert worst <= TOLERANCE, worst


@pytest.mark.parametrize(
    ("h", "eps", "dh", "a", "du", "g_h"),
    [
        ([1, 2, 3], 1 / 3, [1, 0, 0], [2, -2, -3], [1 / 3, -1 / 3, 0], [4 / 3, -1, -1 / 3]),
        ([1, 2, 3], 1 / 3, [5, 5, 5], [1, 1, 1], [0, 0, 0], [0, 0, 0]),
        ([4, 0, 4, 0], 0, [1, 0, 0, 0], [1, 0, 0, 0], [1 / 4, 0, -1 / 4, 0], [1 / 4, 0, -1 / 4, 0]),
        ([1, 7, 9, 15], 0, [0] * 4, [1, -3, -1, 15], [0] * 4, [1, -1, -1, 1]),
    ],
)
def test_seed_numbers(node, h, eps, dh, a, du, g_h):
    [got] = node("arith_cases.mjs", json.dumps([{"h": h, "dh": dh, "a": a, "eps": eps}]))
    np.testing.assert_allclose(got["change"]["total"], du, rtol=0, atol=1e-14)
    np.testing.assert_allclose(got["back"]["total"], g_h, rtol=0, atol=1e-14)
