"""The steps: what they say, word for word, and that they follow for every number of features."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from latex2mathml.converter import convert
from sympy import Eq, IndexedBase, Symbol, expand, sqrt

from lnteach.symbolic import along, derivation, letters, same
from lnteach.symbolic.algebra import at, coefficient, differential, linear, put, swap, total
from lnteach.symbolic.letters import (
    a,
    alpha,
    c,
    d,
    dh,
    dmu,
    eps,
    g_h,
    h,
    i,
    j,
    k,
    mu,
    s,
    u,
    v,
)  # fmt: skip

# The lecture's pages 63 to 70 in our notation; typed here by hand, printed there by the derivation.
LATEX = {
    "mu": r"\mu = \frac{1}{d}\,\mathbf{1}^\top h",
    "c": r"c = h - \mathbf{1}\,\mu",
    "v": r"v = \frac{1}{d}\,c^\top c",
    "s": r"s = \sqrt{v + \varepsilon}",
    "u": r"u = \frac{c}{s}",
    "z": r"z = \gamma \odot u + \beta",
    "dmu": r"d\mu = \frac{1}{d}\,\mathbf{1}^\top dh",
    "dc": r"dc = dh - \mathbf{1}\,d\mu",
    "sum_c_open": r"\mathbf{1}^\top c = \mathbf{1}^\top h - d \cdot \mu",
    "sum_c": r"\mathbf{1}^\top c = 0",
    "dv_raw": r"dv = \frac{2}{d}\,c^\top dc",
    "c_dc": r"c^\top dc = c^\top dh - (\mathbf{1}^\top c)\,d\mu",
    "dv": r"dv = \frac{2}{d}\,c^\top dh",
    "ds": r"ds = \frac{dv}{2s}",
    "du": r"du = \frac{dc}{s} - c\,\frac{ds}{s^{2}}",
    "du_direct": r"du_{\mathrm{direct}} = \frac{dh}{s}",
    "du_mean": r"du_{\mathrm{mean}} = -\mathbf{1}\,\frac{d\mu}{s}",
    "du_variance": r"du_{\mathrm{variance}} = -c\,\frac{ds}{s^{2}}",
    "du_routes": r"du = \frac{dh}{s} - \mathbf{1}\,\frac{d\mu}{s} - c\,\frac{ds}{s^{2}}",
    "a": r"a = g_z \odot \gamma",
    "dz": r"dz = \gamma \odot du",
    "dL_dz": r"dL = g_z^\top dz",
    "dL": r"dL = a^\top du",
    "dL_ds": r"dL = \frac{a^\top dc}{s} - \frac{(a^\top c)\,ds}{s^{2}}",
    "dL_dh": r"dL = \frac{(a - \operatorname{mean}(a)\,\mathbf{1})^\top dh}{s}"
    r" - \frac{(a^\top c)(c^\top dh)}{d\,s^{3}}",
    "g_h": r"g_h = \frac{a - \operatorname{mean}(a)\,\mathbf{1}}{s}"
    r" - \frac{(a^\top c)\,c}{d\,s^{3}}",
    "g_h_means": r"g_h = \frac{a - \operatorname{mean}(a)\,\mathbf{1}"
    r" - u\,\operatorname{mean}(a \odot u)}{s}",
    "g_h_direct": r"g_{h,\mathrm{direct}} = \frac{a}{s}",
    "g_h_mean": r"g_{h,\mathrm{mean}} = -\frac{\operatorname{mean}(a)\,\mathbf{1}}{s}",
    "g_h_variance": r"g_{h,\mathrm{variance}} = -\frac{(a^\top c)\,c}{d\,s^{3}}",
    "g_gamma": r"g_\gamma = g_z \odot u",
    "g_beta": r"g_\beta = g_z",
}

INDEXED = {
    "dc": r"{dc}_{i} = {dh}_{i} - d\mu",
    "sum_c_open": r"\sum_{j=1}^{d} {c}_{j} = \sum_{j=1}^{d} {h}_{j} - d \mu",
    "dv": r"dv = \frac{2 \sum_{j=1}^{d} {c}_{j} {dh}_{j}}{d}",
    "du": r"{du}_{i} = \frac{{dc}_{i}}{s} - \frac{ds {c}_{i}}{s^{2}}",
    "dL_dh": r"dL = \frac{\sum_{j=1}^{d} \left({a}_{j} - \frac{\sum_{k=1}^{d} {a}_{k}}{d}\right)"
    r" {dh}_{j}}{s} - \frac{\left(\sum_{j=1}^{d} {a}_{j} {c}_{j}\right) \sum_{j=1}^{d} {c}_{j}"
    r" {dh}_{j}}{d s^{3}}",
    "g_h": r"{g_h}_{i} = \frac{{a}_{i} - \frac{\sum_{j=1}^{d} {a}_{j}}{d}}{s}"
    r" - \frac{{c}_{i} \sum_{j=1}^{d} {a}_{j} {c}_{j}}{d s^{3}}",
}

MARKED = {
    "du_routes": r"\htmlClass{ln-total}{du} = \htmlClass{ln-direct}{\frac{dh}{s}}"
    r" - \htmlClass{ln-mean}{\mathbf{1}\,\frac{d\mu}{s}}"
    r" - \htmlClass{ln-variance}{c\,\frac{ds}{s^{2}}}",
    "g_h": r"\htmlClass{ln-total}{g_h} = \frac{\htmlClass{ln-direct}{a}"
    r" - \htmlClass{ln-mean}{\operatorname{mean}(a)\,\mathbf{1}}}{s}"
    r" - \htmlClass{ln-variance}{\frac{(a^\top c)\,c}{d\,s^{3}}}",
    "g_h_means": r"\htmlClass{ln-total}{g_h} = \frac{\htmlClass{ln-direct}{a}"
    r" - \htmlClass{ln-mean}{\operatorname{mean}(a)\,\mathbf{1}}"
    r" - \htmlClass{ln-variance}{u\,\operatorname{mean}(a \odot u)}}{s}",
}


def test_the_steps_and_their_order():
    assert list(derivation()) == list(LATEX)


@pytest.mark.parametrize("name", LATEX)
def test_the_formula_of_each_step(name):
    assert derivation()[name].latex == LATEX[name]


@pytest.mark.parametrize("name", INDEXED)
def test_the_formula_with_indices(name):
    assert derivation()[name].index_latex == INDEXED[name]


@pytest.mark.parametrize("name", MARKED)
def test_the_three_routes_are_marked(name):
    step = derivation()[name]
    assert step.latex_marked == MARKED[name]
    bare = re.sub(r"\\htmlClass\{ln-\w+\}", "", step.latex_marked)
    assert bare.replace("{", "").replace("}", "") == step.latex.replace("{", "").replace("}", "")


def test_a_step_without_routes_is_not_marked():
    unmarked = {name for name, step in derivation().items() if step.latex_marked == step.latex}
    assert unmarked == set(LATEX) - set(MARKED)


def test_latex_uses_only_what_every_host_knows():
    known = {
        "frac", "mathbf", "top", "mu", "varepsilon", "sqrt", "gamma", "beta", "odot", "cdot",
        "mathrm", "operatorname",
    }  # fmt: skip
    for step in derivation().values():
        assert set(re.findall(r"\\([a-zA-Z]+)", step.latex)) <= known


def test_every_formula_becomes_mathml():
    for step in derivation().values():
        assert convert(step.latex).startswith("<math")


def test_each_step_is_a_sympy_equation_for_symbolic_d():
    for step in derivation().values():
        assert isinstance(step.statement, Eq)
        assert step.lhs == step.statement.lhs
        assert step.rhs == step.statement.rhs
    assert derivation()["dv"].rhs == 2 * total(c[j] * dh[j]) / d
    assert d in derivation()["g_h"].rhs.free_symbols
    assert derivation()["g_h"].lhs == g_h[i]


def test_each_step_names_a_reason_and_only_earlier_steps():
    seen: set[str] = set()
    for name, step in derivation().items():
        assert step.name == name
        assert set(step.uses) <= seen
        assert 20 < len(step.reason) < 330
        assert step.reason.endswith(".")
        assert "\\" not in step.reason
        seen.add(name)


@pytest.mark.parametrize("name", ["dmu", "sum_c_open", "c_dc", "dv", "dL_ds", "dL_dh", "g_h"])
def test_where_sympy_was_helped_the_reason_says_so(name):
    assert "SymPy" in derivation()[name].reason


def test_the_derivation_is_made_once_and_reads_like_a_mapping():
    steps = derivation()
    assert derivation() is steps
    assert len(steps) == len(LATEX)
    assert "dv" in steps
    assert "dV" not in steps
    assert repr(steps).startswith("<Derivation: mu, c, v, s, u, z, dmu, dc,")
    with pytest.raises(KeyError, match="no step 'dV'; the steps are mu, c, v"):
        steps["dV"]


def test_a_notebook_shows_a_step_as_its_formula():
    assert derivation()["sum_c"]._repr_latex_() == r"$\displaystyle \mathbf{1}^\top c = 0$"


# For every d at once -------------------------------------------------------------------------


def test_the_two_forms_of_the_gradient_are_one_for_every_d():
    u_is_c_over_s = put(derivation()["g_h_means"].rhs, u, lambda n: c[n] / s)
    assert same(u_is_c_over_s, derivation()["g_h"].rhs)
    assert not same(u_is_c_over_s, -derivation()["g_h"].rhs)


def test_the_gradient_sums_to_zero_for_every_d():
    summed = linear(total(at(derivation()["g_h"].rhs.xreplace({j: k}), j)))
    assert expand(summed.subs(total(c[j]), 0).replace(k, j)) == 0


def test_dL_is_the_inner_product_of_the_gradient_with_dh():
    g = at(derivation()["g_h"].rhs.xreplace({j: k}), j)
    assert same(total(g * dh[j]), derivation()["dL_dh"].rhs)


def test_the_terms_of_the_gradient_add_up_for_every_d():
    steps = derivation()
    parts = [steps[f"g_h_{route}"].rhs for route in ("direct", "mean", "variance")]
    assert same(sum(parts), steps["g_h"].rhs)
    assert not same(sum(parts[:2]), steps["g_h"].rhs)


def test_the_marked_terms_are_the_terms():
    for name in ("g_h", "g_h_means", "du_routes"):
        step = derivation()[name]
        direct, mean, variance = step.routes
        scale = 1 if name == "du_routes" else s
        in_bracket = step.rhs * scale if name != "g_h" else step.rhs - variance
        rest = direct + mean + (0 if name == "g_h" else variance)
        assert same(in_bracket * (s if name == "g_h" else 1), rest)


@pytest.mark.parametrize(
    ("name", "expected"),
    [("dmu", alpha), ("dc", 0), ("dv_raw", 0), ("dv", 0), ("ds", 0), ("du", 0), ("dz", 0),
     ("du_direct", alpha / s), ("du_mean", -alpha / s), ("du_variance", 0), ("dL", 0),
     ("dL_ds", 0)],
)  # fmt: skip
def test_vote_1_for_every_d(name, expected):
    assert along(derivation()[name], alpha) == expected


def test_vote_1_with_the_lecture_number():
    assert along(derivation()["dmu"], 5) == 5
    assert along(derivation()["du"], 5) == 0


# The moves -----------------------------------------------------------------------------------


def test_differential_moves_only_what_it_is_told():
    formula = (h[i] - mu) / s
    assert differential(formula, [h]) == dh[i] / s
    assert differential(formula, [mu]) == -dmu / s
    assert differential(sqrt(v + eps), [h]) == 0


def test_linear_splits_sums_and_counts_constants():
    assert linear(total(h[j] - mu)) == total(h[j]) - d * mu
    assert linear(total(3 * mu * h[j] * (c[j] + 2))) == (
        3 * mu * total(c[j] * h[j]) + 6 * mu * total(h[j])
    )


def test_coefficient_takes_the_case_that_can_happen():
    assert coefficient(total(a[j] * dh[j]), dh) == a[i]
    assert coefficient(total(dh[j]), dh) == 1
    assert coefficient(total(a[j] * c[j]), dh) == 0


def test_swap_refuses_to_do_nothing():
    with pytest.raises(ValueError, match=r"there is no dmu in"):
        swap(total(c[j]), dmu, 0)
    assert swap(total(c[j] * mu), mu, eps) == total(c[j] * eps)


def test_same_is_blind_to_names_of_the_summed_index_only():
    assert same(total(c[j]), total(c[k], k))
    assert not same(total(c[j]), total(h[j]))
    assert same(total(a[j]) * total(c[j]), total(total(a[j] * c[k], k)))


def test_letters_are_shared():
    assert letters.h is h
    assert isinstance(letters.g_z, IndexedBase)
    assert isinstance(letters.d, Symbol)


def test_the_package_does_not_load_sympy():
    code = "import sys, lnteach; assert 'sympy' not in sys.modules, 'sympy was loaded'"
    subprocess.run([sys.executable, "-c", code], check=True)
