"""Every step of the further derivations: what it displays, why, that it holds and can fail."""

from __future__ import annotations

import re
from functools import cache

import pytest
from latex2mathml.converter import convert
from symbolic.latex_table import LATEX
from symbolic.mutations import broken

from lnteach.symbolic import Step, all_steps, derivation

NAMES = list(LATEX)


def size_of(step: Step) -> int:
    """Take three features where the step does not say: two are too symmetric to show a mistake."""
    return 3 if step.sizes == (2, 3) else step.sizes[0]


@cache
def wrong(name: str) -> list[Step]:
    """Make every wrong version of a step, once for all tests."""
    return broken(all_steps()[name], size_of(all_steps()[name]))


def test_all_steps_are_the_derivation_and_these():
    assert list(all_steps()) == [*derivation(), *LATEX]
    assert len(all_steps()) == len(set(all_steps())) == len(derivation()) + len(LATEX)


@pytest.mark.parametrize("name", NAMES)
def test_the_formula_of_each_step(name):
    assert all_steps()[name].latex == LATEX[name]
    assert all_steps()[name].latex_marked == LATEX[name]


@pytest.mark.parametrize("name", NAMES)
def test_each_step_holds(name):
    assert all_steps()[name].holds()


@pytest.mark.parametrize("name", NAMES)
def test_every_changed_sign_coefficient_power_or_letter_is_found(name):
    size = size_of(all_steps()[name])
    assert wrong(name)
    assert [each.rhs for each in wrong(name) if each.prove(size)] == []


def test_there_are_many_ways_to_be_wrong():
    assert sum(len(wrong(name)) for name in NAMES) > 1500


def test_each_step_names_a_reason_and_only_earlier_steps():
    seen: set[str] = set()
    for name, step in all_steps().items():
        assert step.name == name
        assert set(step.uses) <= seen, name
        assert 20 < len(step.reason) < 340, name
        assert step.reason.endswith("."), name
        assert "\\" not in step.reason, name
        seen.add(name)


def test_latex_uses_only_what_every_host_knows():
    known = {
        "frac", "mathbf", "top", "mu", "varepsilon", "sqrt", "gamma", "beta", "odot", "cdot",
        "mathrm", "operatorname", "nabla", "left", "right", "quad", "neq", "le", "lVert", "rVert",
        "lvert", "rvert", "lambda", "alpha", "kappa", "partial", "sum", "ell", "tilde", "begin",
        "end",
    }  # fmt: skip
    for name in NAMES:
        assert set(re.findall(r"\\([a-zA-Z]+)", all_steps()[name].latex)) <= known


def test_every_formula_becomes_mathml_and_has_balanced_braces():
    for name in NAMES:
        latex = all_steps()[name].latex
        assert convert(latex).startswith("<math")
        assert latex.count("{") == latex.count("}")
        assert latex.count(r"\left") == latex.count(r"\right")
        assert not re.search(r"\\top[a-zA-Z]", latex)


def test_an_unknown_step_lists_what_there_is():
    assert "eigen_u" in all_steps()
    assert "eigen_v" not in all_steps()
    with pytest.raises(KeyError, match="no step 'eigen_v'; the steps are mu, c, v, s, u"):
        all_steps()["eigen_v"]
