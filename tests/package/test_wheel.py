"""The wheel is complete: installed in an empty environment without Node, it works."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import lnteach

ROOT = Path(__file__).resolve().parents[2]


def run(*command: object, **more: object) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, check=False, **more
    )
    return done


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("dist")
    done = run(sys.executable, "-m", "build", "--no-isolation", "--outdir", out, ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    return out


@pytest.fixture(scope="module")
def installed(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty environment with nothing but the wheel and what it asks for."""
    home = tmp_path_factory.mktemp("empty")
    assert run(sys.executable, "-m", "venv", home / "venv").returncode == 0
    python = home / "venv" / "bin" / "python"
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    lock = ["-c", ROOT / "requirements-lock.txt"]
    done = run(*pip, *lock, *dist.glob("*.whl"), env=bare(home))
    assert done.returncode == 0, done.stderr
    return home


def bare(home: Path) -> dict[str, str]:
    """This environment with a PATH that has nothing but the empty one's own programs."""
    return {**os.environ, "PATH": str(home / "venv" / "bin"), "PYTHONPATH": ""}


def test_the_wheel_carries_content_bundle_and_templates(dist: Path) -> None:
    names = set(zipfile.ZipFile(next(dist.glob("*.whl"))).namelist())
    assert {
        "lnteach/web/dist/lnteach.js",
        "lnteach/web/dist/lnteach.css",
        "lnteach/course/votes/common-shift.yaml",
        "lnteach/course/widgets/three-routes.yaml",
        "lnteach/course/exercises/input-gradient.yaml",
        "lnteach/selfcheck/banks/input-gradient.json",
        "lnteach/py.typed",
    } <= names
    tops = {name.split("/")[0] for name in names}
    assert tops == {"lnteach", f"lnteach-{lnteach.__version__}.dist-info"}


def test_version_core_and_vote(installed: Path) -> None:
    def ask(*command: str) -> str:
        done = run(*command, env=bare(installed), cwd=installed)
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert shutil.which("node", path=bare(installed)["PATH"]) is None
    assert ask(str(installed / "venv/bin/lnteach"), "--version") == (
        f"lnteach {lnteach.__version__}\n"
    )
    assert "Answer: B" in ask(str(installed / "venv/bin/lnteach"), "show", "common-shift")
    code = (
        "import lnteach; z, s = lnteach.layer_norm_forward([4, 0, 4, 0], [1, .5, 2, 1], "
        "[0, 0, 0, 1], 0); print(lnteach.layer_norm_backward([2, 0, .5, 1], s).g_h.tolist()); "
        "print(type(lnteach.ThreeRoutes()).__name__, type(lnteach.vote('common-shift')).__name__)"
    )
    python = str(installed / "venv/bin/python")
    assert ask(python, "-c", code).splitlines()[0] == "[0.25, -0.25, -0.25, 0.25]"


def test_serve_without_a_site_says_in_a_line_how_to_get_one(installed: Path) -> None:
    done = run(installed / "venv/bin/lnteach", "serve", env=bare(installed), cwd=installed)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "make site" in done.stderr


def test_the_sdist_builds_without_node_and_without_the_network(dist: Path, tmp_path: Path) -> None:
    done = run(
        sys.executable, "-m", "pip", "wheel", "--quiet", "--no-index", "--no-deps",
        "--no-build-isolation", "--disable-pip-version-check", "--wheel-dir", tmp_path,
        next(dist.glob("*.tar.gz")),
        env={**os.environ, "PATH": str(Path(sys.executable).parent), "PIP_NO_INDEX": "1"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    ours, theirs = (
        {i.filename: i.CRC for i in zipfile.ZipFile(next(p.glob("*.whl"))).infolist()}
        for p in (dist, tmp_path)
    )
    assert {n: c for n, c in ours.items() if "/RECORD" not in n} == {
        n: c for n, c in theirs.items() if "/RECORD" not in n
    }
