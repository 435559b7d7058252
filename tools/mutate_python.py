"""Mutate the derivation and the core with Cosmic Ray, in copies of the tree, two at a time.

Cosmic Ray finds and makes the changes and runs the tests on each. A whole run would take hours, so
a sample is drawn with a fixed seed, of the changes that the course is about: a number (or index),
a sign, an operator, a comparison. The gradient check is left out: its numbers are margins.
"""

from __future__ import annotations

import json
import os
import random
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CACHE = ROOT / ".cache/mutate"
TOOL = "cosmic-ray==8.7.0"
SEED = 20
# Tests that break the steps themselves take longer than all others, and say nothing about a change.
LEFT_OUT = "not every_changed and not many_ways"
KINDS = re.compile(
    r"core/(NumberReplacer|ReplaceBinaryOperator_(Add_Sub|Sub_Add|Mul_Div|Div_Mul|Pow_Mul)"
    r"|ReplaceUnaryOperator_(USub_UAdd|Delete_USub)"
    r"|ReplaceComparisonOperator_(Eq_NotEq|NotEq_Eq|Lt_GtE|GtE_Lt|Gt_LtE|LtE_Gt))"
)
# Modules, and the tests that answer for them. Each half is worked through in a copy of its own.
HALVES: dict[str, list[tuple[str, str]]] = {
    "core": [
        (
            "layernorm differentials rmsnorm",
            "seeds exact properties errors layouts kernels/blocked",
        ),
    ],
    "symbolic": [
        ("derive collect shift", "derivation prove"),
        ("matrix matrices", "matrix all_steps"),
        ("spectrum", "all_steps"),
        ("textbook second batch", "textbook all_steps"),
        ("epsilon", "epsilon all_steps"),
        ("outside", "outside all_steps"),
        ("rms rms_values", "rms all_steps"),
        ("norms", "norms all_steps"),
        ("values", "values"),
    ],
}


def run(survived: Callable[[str], None], sample: int) -> int:
    """Mutate both halves side by side; `sample` changes of each (0 for all)."""
    tool = _tool()
    with ThreadPoolExecutor(len(HALVES)) as pool:
        results = list(pool.map(lambda name: _half(tool, name, sample), HALVES))
    for _, survivors in results:
        for each in survivors:
            survived(each)
    return sum(count for count, _ in results)


def _tool() -> Path:
    """Install Cosmic Ray into an environment of its own, once."""
    venv = CACHE / "venv"
    tool = venv / "bin/cosmic-ray"
    if not tool.exists():
        print("Installing Cosmic Ray (first time only) ...", flush=True)
        subprocess.run([sys.executable, "-m", "venv", str(venv)], check=True)
        install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", TOOL]
        subprocess.run([str(venv / "bin/python"), *install], check=True)
    return tool


def _half(tool: Path, name: str, sample: int) -> tuple[int, list[str]]:
    copy = CACHE / name
    shutil.rmtree(copy, ignore_errors=True)
    ignore = shutil.ignore_patterns("__pycache__", "dist")
    for folder in ("src", "tests"):
        shutil.copytree(ROOT / folder, copy / folder, ignore=ignore)
    shutil.copy(ROOT / "pyproject.toml", copy)
    sessions = [
        _session(tool, copy, name, number, modules.split(), tests.split())
        for number, (modules, tests) in enumerate(HALVES[name])
    ]
    count = _choose([session for session, _ in sessions], sample)
    found: list[str] = []
    for session, config in sessions:
        _run([str(tool), "exec", config, str(session)], copy)
        found += _survivors(session)
    return count, found


def _run(command: list[str], copy: Path) -> None:
    """Run in a copy, whose package comes before any that is installed."""
    environment = {**os.environ, "PYTHONPATH": str(copy / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}\n{(done.stdout + done.stderr)[-2000:]}")


def _session(
    tool: Path, copy: Path, half: str, number: int, modules: list[str], tests: list[str]
) -> tuple[Path, str]:
    paths = [f"src/lnteach/{half}/{module}.py" for module in modules]
    places = [test.split("/") if "/" in test else [half, test] for test in tests]
    files = [f"tests/{room}/test_{name}.py" for room, name in places]
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-n0"]
    command += ["-k", LEFT_OUT, *files]
    _run(command, copy)  # they hold before anything is changed
    config = f"part{number}.toml"
    (copy / config).write_text(
        f"[cosmic-ray]\nmodule-path = {paths!r}\ntimeout = 120.0\nexcluded-modules = []\n"
        f"test-command = {json.dumps(shlex.join(command))}\n"
        '[cosmic-ray.distributor]\nname = "local"\n',
        encoding="utf-8",
    )
    session = copy / f"part{number}.sqlite"
    _run([str(tool), "init", config, str(session)], copy)
    return session, config


def _choose(sessions: list[Path], sample: int) -> int:
    """Leave in the sessions only what is to be tried."""
    wanted = []
    for session in sessions:
        with sqlite3.connect(session) as data:
            rows = data.execute(
                "select job_id, operator_name, module_path, start_pos_row, start_pos_col, "
                "operator_args, occurrence from mutation_specs"
            )
            wanted += [(session, *row) for row in rows if KINDS.fullmatch(row[1])]
    wanted.sort(key=lambda row: tuple(map(str, row[2:])))  # the ids of Cosmic Ray are random
    if sample and len(wanted) > sample:
        wanted = random.Random(SEED).sample(wanted, sample)
    for session in sessions:
        keep = [(row[1],) for row in wanted if row[0] == session]
        with sqlite3.connect(session) as data:
            data.execute("create temp table keep (job_id)")
            data.executemany("insert into keep values (?)", keep)
            for table in ("mutation_specs", "work_items"):
                data.execute(f"delete from {table} where job_id not in (select * from keep)")
    return len(wanted)


def _survivors(session: Path) -> list[str]:
    """Describe what survived; whatever has no result counts as a survivor."""
    with sqlite3.connect(session) as data:
        rows = data.execute(
            "select module_path, definition_name, coalesce(diff, '') from mutation_specs "
            "left join work_results using (job_id) where coalesce(test_outcome, '') "
            "not in ('KILLED', 'INCOMPETENT') order by 1, start_pos_row, 3"
        ).fetchall()
    return [f"{module}, {definition}: {_change(diff)}" for module, definition, diff in rows]


def _change(diff: str) -> str:
    """Give the line before and after."""
    lines = [line for line in diff.splitlines() if not line.startswith(("---", "+++"))]
    before = next((line[1:].strip() for line in lines if line.startswith("-")), "?")
    after = next((line[1:].strip() for line in lines if line.startswith("+")), "?")
    return f"`{before}` → `{after}`"
