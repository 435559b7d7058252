"""Every example in a docstring of the core runs, and every public function has one."""

import doctest
import importlib
import inspect

import pytest

import lnteach.core

MODULES = [
    "lnteach.arrays",
    *(f"lnteach.core.{m}" for m in ("check", "differentials", "layernorm", "probe", "rmsnorm")),
]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name, monkeypatch):
    monkeypatch.setenv("LNTEACH_ARRAYS", "numpy")  # restored after the example that sets it
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted
    assert not result.failed


@pytest.mark.parametrize("name", lnteach.core.__all__)
def test_public_docstrings(name):
    thing = getattr(lnteach.core, name)
    doc = inspect.getdoc(thing)
    assert doc
    assert doc.splitlines()[0].endswith(".")
    if inspect.isfunction(thing):
        assert ">>>" in doc
        assert "(..., d)" in doc
        assert "ecture page" in doc or "guide's" in doc, "the source of the formula"
        for parameter in inspect.signature(thing).parameters.values():
            assert parameter.annotation is not inspect.Parameter.empty
