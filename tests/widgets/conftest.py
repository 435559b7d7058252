"""Widgets under test need the bundle: build it if it is stale."""

from __future__ import annotations

import importlib.util

import pytest


@pytest.fixture(scope="session", autouse=True)
def _bundle(root):
    spec = importlib.util.spec_from_file_location("lnteach_bundle", root / "tools" / "bundle.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    if not module.is_fresh():
        module.build()
