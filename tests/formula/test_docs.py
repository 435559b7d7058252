"""Every example in a docstring of the language runs; importing it loads the standard library."""

import doctest
import importlib
import pkgutil
import subprocess
import sys

import pytest

import lnteach.formula

MODULES = [
    "lnteach.formula",
    *(m.name for m in pkgutil.iter_modules(lnteach.formula.__path__, "lnteach.formula.")),
]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    module = importlib.import_module(name)
    assert module.__doc__
    assert not doctest.testmod(module, optionflags=doctest.ELLIPSIS).failed


def test_the_language_itself_needs_only_the_standard_library():
    code = (
        "import sys; before = set(sys.modules); import lnteach.formula as f\n"
        "f.to_latex(f.definitions()['g_h']); f.from_json(f.to_json(f.read('u·a')))\n"
        "print(*(n for n in sys.modules if n not in before))"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.split(".")[0] for name in out.stdout.split()} - set(sys.stdlib_module_names)
    # `import lnteach` itself loads NumPy, and nothing else may come with the language.
    assert loaded <= {"lnteach", "numpy"}
