"""Every example in a docstring runs, and the public names are these."""

import doctest
import importlib
import inspect
import pkgutil

import pytest

from lnteach import mistakes

MODULES = [
    "lnteach.mistakes",
    *(m.name for m in pkgutil.iter_modules(mistakes.__path__, "lnteach.mistakes.")),
]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    module = importlib.import_module(name)
    assert module.__doc__
    assert not doctest.testmod(module).failed


def test_public_names():
    names = """
        CHECKS CONDITIONS Accident Blindness Cell Check Edit Edited Line Mistake OUTPUTS Report
        SingleEdit Verdict aliases blindness combine get hides ids pairs passes_by_accident
        single_edits truth
    """
    assert sorted(mistakes.__all__) == sorted(names.split())


@pytest.mark.parametrize("name", mistakes.__all__)
def test_public_docstrings(name):
    thing = getattr(mistakes, name)
    if inspect.isfunction(thing):
        assert ">>>" in inspect.getdoc(thing)
