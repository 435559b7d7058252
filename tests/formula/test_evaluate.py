"""Values: exact against SymPy's derivation, floats against the core, in any array library."""

from fractions import Fraction

import array_api_strict
import numpy as np
import pytest
import seed_values as seeds
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from lnteach import core, symbolic
from lnteach.formula import (
    FormulaError,
    Name,
    definitions,
    evaluate,
    evaluate_exact,
    read,
    to_sympy,
)

LETTERS = ("mu", "c", "v", "s", "u", "z", "a", "g_h", "g_gamma", "g_beta")


def inputs(case):
    return {name: getattr(case, name) for name in ("h", "gamma", "beta", "g_z", "eps")}


@pytest.mark.parametrize("case", seeds.LAYER_NORM, ids=lambda case: case.id)
def test_every_number_of_the_seeds_exactly(case):
    extra = {
        "mean_a": read("mean(a)"),
        "mean_au": read("mean(a*u)"),
        "a_dot_c": read("a·c"),
        "u_dot_g_h": read("u·g_h"),
    }
    for name, value in case.facts.items():
        tree = extra.get(name, Name(name))
        assert evaluate_exact(tree, inputs(case), definitions()) == value, name


@given(
    st.lists(st.fractions(-5, 5, max_denominator=4), min_size=2, max_size=5).filter(
        lambda h: len(set(h)) > 1
    ),
    st.fractions(0, 2, max_denominator=4),
    st.data(),
)
def test_exact_values_are_those_of_the_derivation(h, eps, data):
    d = len(h)
    column = st.lists(st.fractions(-3, 3, max_denominator=3), min_size=d, max_size=d)
    given_ = {"h": h, "eps": eps, **{n: data.draw(column) for n in ("gamma", "beta", "g_z")}}
    truth = symbolic.exact(h, eps, gamma=given_["gamma"], beta=given_["beta"], g_z=given_["g_z"])
    for name in LETTERS:
        found = evaluate_exact(Name(name), given_, definitions())
        assert found == _exact(truth[name]), name


def _exact(value):
    from lnteach.formula import exact_number

    if isinstance(value, tuple):
        return tuple(_exact(x) for x in value)
    return exact_number("value", value)


@pytest.mark.parametrize("shape", [(5,), (3, 5), (2, 3, 5), (1, 1), (4, 2)])
def test_floats_are_those_of_the_core(shape):
    draw = np.random.default_rng(3)
    h, g_z = draw.normal(size=(2, *shape))
    gamma, beta = draw.normal(size=(2, shape[-1]))
    values = {"h": h, "gamma": gamma, "beta": beta, "g_z": g_z, "eps": 0.1}
    z, saved = core.layer_norm_forward(h, gamma, beta, 0.1)
    truth = {"z": z, "u": saved.u, "s": saved.s, "mu": saved.mu, "c": saved.c}
    truth |= core.layer_norm_backward(g_z, saved)._asdict()
    for name, value in truth.items():
        found = evaluate(Name(name), values, definitions())
        assert found.shape == value.shape, name
        assert_allclose(found, value, rtol=1e-12, atol=1e-13, err_msg=name)
    r = {**values, "g_z": g_z}
    z, saved = core.rms_norm_forward(h, gamma, 0.1)
    for name, value in core.rms_norm_backward(g_z, saved)._asdict().items():
        assert_allclose(evaluate(Name(name), r, definitions("rms")), value, rtol=1e-12, atol=1e-13)


def test_float32_stays_float32():
    h = np.array([[1, 2, 4]], dtype=np.float32)
    values = {"h": h, "gamma": h[0], "beta": h[0], "g_z": h, "eps": 1e-5}
    for name in LETTERS:
        assert evaluate(Name(name), values, definitions()).dtype == np.float32, name
    assert evaluate(read("sqrt(2) u^(1/2)/√d"), values, definitions()).dtype == np.float32


def test_another_array_library():
    xp = array_api_strict
    h = xp.asarray([[1.0, 2.0, 4.0], [3.0, 0.0, 5.0]])
    values = {"h": h, "gamma": h[0, :], "beta": h[1, :], "g_z": h, "eps": 0.5}
    found = evaluate(Name("g_gamma"), values, definitions())
    assert found.__array_namespace__() is xp
    plain = {name: np.asarray(x) if name != "eps" else x for name, x in values.items()}
    assert_allclose(np.asarray(found), evaluate(Name("g_gamma"), plain, definitions()))


def test_batch_rules():
    batch = {"a": [[1, 2], [3, 4], [5, 6]], "s": [1, 10, 100], "gamma": [7, 8]}
    exact = {
        "sum_rows(a)": (9, 12),
        "mean_rows(a)": (3, 4),
        "sum_rows(gamma)": (21, 24),
        "mean_rows(gamma)": (7, 8),
        "sum_rows(s)": 111,
        "sum(s)": (2, 20, 200),
        "sum(3)": 6,
        "a*s": ((1, 2), (30, 40), (500, 600)),
        "dot(a, gamma)": (23, 53, 83),
        "B*d": 6,
    }
    for text, value in exact.items():
        assert evaluate_exact(read(text), batch) == value, text
        assert_allclose(evaluate(read(text), batch), np.array(value, dtype=float), err_msg=text)


def test_what_has_no_value_says_so():
    with pytest.raises(FormulaError, match="the letter `u` has no value here"):
        evaluate(read("u"), {"h": [1.0, 2.0]})
    with pytest.raises(FormulaError, match="has no value here"):
        evaluate(read("u"), {}, {"u": read("c"), "c": read("u")})
    with pytest.raises(ZeroDivisionError):
        evaluate_exact(read("u"), {"h": [1, 1], "eps": 0}, definitions())
    with pytest.raises(FormulaError, match="not among the exact numbers"):
        evaluate_exact(read("sqrt(1 + sqrt(2))"), {"h": [1, 2]})
    with pytest.raises(TypeError, match=r"`h` holds 0\.5, but an exact number is needed"):
        evaluate_exact(read("h"), {"h": [0.5, 1]})
    assert np.isnan(evaluate(read("h/0 - h/0"), {"h": [1.0, 2.0]})).all()


def test_division_by_a_number_zero_is_what_arrays_make_of_it():
    assert evaluate(read("1/0"), {"h": [1.0]}) == np.inf
    assert np.isnan(evaluate(read("0/0"), {"h": [1.0]}))
    assert evaluate(read("h/0"), {"h": [1.0, -1.0]}).tolist() == [np.inf, -np.inf]


def test_sympy_form_is_what_the_derivation_derives():
    steps = symbolic.derivation()
    forms = {name: to_sympy(tree) for name, tree in definitions().items()}
    assert symbolic.same(forms["g_h"], steps["g_h_means"].rhs)
    assert symbolic.same(forms["v"], steps["v"].rhs)
    assert forms["c"] == steps["c"].rhs
    assert forms["z"] == steps["z"].rhs
    assert forms["a"] == steps["a"].rhs
    assert symbolic.same(to_sympy(read("(a - mean(a))/s - (a^T c)c/(d s^3)")), steps["g_h"].rhs)
    assert not symbolic.same(
        to_sympy(read("(a - mean(a) + u mean(a u))/s")), steps["g_h_means"].rhs
    )


def test_sympy_form_for_a_number_of_features():
    found = to_sympy(read("h - mean(h)"), d=3)
    assert [str(x) for x in found] == [
        "2*h_1/3 - h_2/3 - h_3/3",
        "-h_1/3 + 2*h_2/3 - h_3/3",
        "-h_1/3 - h_2/3 + 2*h_3/3",
    ]
    assert str(to_sympy(read("sum(c²)/(d - 1) + sqrt(2)"), d=2)) == "c_1**2 + c_2**2 + sqrt(2)"


def test_exact_results_are_fractions():
    found = evaluate_exact(read("u"), {"h": [1, 2, 3], "eps": "1/3"}, definitions())
    assert found == (-1, 0, 1)
    assert all(type(x) is Fraction for x in found)
