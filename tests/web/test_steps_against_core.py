"""Exact steps: the browser's whole numbers, the core's doubles, and fractions worked out here."""

from __future__ import annotations

import json
import os
import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from lnteach.formula.surd import root
from lnteach.widgets import explore, step_cards
from lnteach.widgets.step_through import StepThrough

CASES = 3000 if os.environ.get("HYPOTHESIS_PROFILE") == "long" else 1200
PATHS = ("forward", "differentials", "gradient", "parameters", "rms")
VECTORS = ("h", "gamma", "beta", "g_z", "dh")


def oracle(state: dict[str, Any], path: str) -> dict[str, Any]:
    """Every letter of a path in fractions and roots, from the lecture's formulas."""
    h, gamma, beta, g, dh = (state[name] for name in VECTORS)
    eps, d = state["eps"], len(state["h"])

    def mean(x):
        return sum(x, Fraction(0)) / d

    def times(x, y):
        return [p * q for p, q in zip(x, y, strict=True)]

    a = times(g, gamma)
    if path == "rms":
        r = root(mean(times(h, h)) + eps)
        u = [x / r for x in h]
        q = mean(times(a, u))
        g_h = [(x - y * q) / r for x, y in zip(a, u, strict=True)]
        found = {"r": r, "u": u, "z": times(gamma, u), "a": a, "q": q, "g_h": g_h}
        return found | {"g_gamma": times(g, u), "sum_g_h": sum(g_h)}
    mu = mean(h)
    c = [x - mu for x in h]
    v = mean(times(c, c))
    s = root(v + eps)
    u = [x / s for x in c]
    dmu = mean(dh)
    dc = [x - dmu for x in dh]
    dv = 2 * mean(times(c, dc))
    ds = dv / (2 * s)
    m, q = mean(a), mean(times(a, u))
    g_h = [(x - m - y * q) / s for x, y in zip(a, u, strict=True)]
    return {
        **{"mu": mu, "c": c, "v": v, "s": s, "u": u, "dmu": dmu, "dc": dc, "dv": dv, "ds": ds},
        "z": [x + y for x, y in zip(times(gamma, u), beta, strict=True)],
        "du": [(x - y * ds) / s for x, y in zip(dc, u, strict=True)],
        **{"a": a, "m": m, "q": q, "g_h": g_h, "sum_g_h": sum(g_h), "g_gamma": times(g, u)},
        "g_h_direct": [x / s for x in a],
        "g_h_mean": [-m / s] * d,
        "g_h_variance": [-y * q / s for y in u],
        "u_g_h": sum(times(u, g_h)),
        "g_beta": list(g),
    }


def random_fraction(draw: random.Random) -> Fraction:
    kind = draw.randrange(4)
    if kind == 0:
        return Fraction(draw.randint(-12, 12))
    if kind == 1:
        return Fraction(draw.randint(-40, 40), draw.randint(1, 12))
    if kind == 2:
        return Fraction(draw.randint(-99, 99), 10)
    return Fraction(draw.randint(-900, 900), draw.choice([7, 97, 1001, 9973]))


def cases() -> list[tuple[dict[str, Any], dict[str, Any]]]:
    draw, found = random.Random(20260411), []
    while len(found) < CASES:
        d = draw.randint(1, 6)
        simple = draw.random() < 0.7
        one = (lambda: Fraction(draw.randint(-9, 9))) if simple else lambda: random_fraction(draw)
        state: dict[str, Any] = {name: [one() for _ in range(d)] for name in VECTORS}
        state["eps"] = draw.choice([Fraction(0), Fraction(1, 3), Fraction(44), abs(one())])
        if len(set(state["h"])) == 1 and state["eps"] == 0:
            continue
        path = PATHS[len(found) % len(PATHS)]
        floats = {n: [float(x) for x in state[n]] for n in VECTORS} | {"eps": float(state["eps"])}
        found.append((state, {**floats, "path": path, "step": 1.0}))
    return found


def text(x: Any) -> str:
    """Write an exact number, in a way of its own."""
    terms = list(x.terms()) if hasattr(x, "terms") else [(1, Fraction(x))]
    parts = []
    for radicand, factor in terms:
        size = abs(factor)
        over = str(size.numerator) if radicand == 1 or size.numerator > 1 else ""
        over += f"√{radicand}" if radicand > 1 else ""
        part = over + (f"/{size.denominator}" if size.denominator > 1 else "")
        parts.append((factor < 0, part))
    first, *others = parts
    whole = ("−" if first[0] else "") + first[1]
    return whole + "".join(f" {'−' if low else '+'} {part}" for low, part in others)


@pytest.fixture(scope="module")
def answers(node: Any, built: Any) -> list[tuple[dict[str, Any], dict[str, Any], dict[str, Any]]]:
    states = cases()
    config = explore("step-through").config
    asked = json.dumps({"config": config, "states": [state for _, state in states]})
    return [
        (*one, answer) for one, answer in zip(states, node("step_cases.mjs", asked), strict=True)
    ]


def test_the_browser_writes_the_fractions_that_are_worked_out_here(answers) -> None:
    compared = roots = 0
    for exact, state, answer in answers:
        for letter, wanted in oracle(exact, state["path"]).items():
            if answer["why"].get(letter, "absent"):
                continue
            texts = [text(x) for x in (wanted if isinstance(wanted, list) else [wanted])]
            assert answer["texts"][letter] == texts, (letter, state)
            compared += len(texts)
            roots += any("√" in one for one in texts)
    assert compared > 15 * CASES
    assert roots > CASES


def test_few_are_too_long_and_none_is_refused_for_what_was_given(answers) -> None:
    reasons = [why for _, _, answer in answers for why in answer["why"].values()]
    assert set(reasons) <= {"", "long"}
    assert reasons.count("long") < len(reasons) / 3


def test_exact_values_are_the_core_s(answers) -> None:
    for exact, state, _ in answers:
        result = StepThrough.compute(state)
        if result.why:
            continue
        wanted = oracle(exact, state["path"])
        scale = max(1.0, *(np.abs(x).max() for x in result.values.values()))
        for line in result.path.lines:
            found = np.array([float(x) for x in result.exact[line.letter]])
            here = np.array(
                [float(x) for x in np.atleast_1d(np.array(wanted[line.letter], dtype=object))]
            )
            assert np.array_equal(found, here), line.letter
            assert np.abs(found - result.values[line.letter]).max() <= 1e-12 * scale, line.letter


def test_both_halves_make_the_same_cards(answers) -> None:
    for _, state, answer in answers:
        result = StepThrough.compute(state)
        values = StepThrough.shown(result)
        assert answer["why"] == {letter: one.why for letter, one in values.items()}
        if any(answer["why"].values()):
            continue  # the last decimal may differ
        cards = [
            step_cards.card(line, values, len(state["h"]), f"Step {k}, numbers put in")
            for k, line in enumerate(result.path.lines, 1)
        ]
        assert answer["cards"] == cards
