"""The Jacobian: its entries and directions on the course's numbers, and for d up to five."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sympy import (
    Eq,
    Identity,
    ImmutableMatrix,
    Integer,
    Matrix,
    MatrixSymbol,
    OneMatrix,
    Rational,
    Trace,
    ZeroMatrix,
    symbols,
)

from lnteach.symbolic import exact, jacobian, matrix_form, silent_zero
from lnteach.symbolic.letters import d, eps, s
from lnteach.symbolic.matrices import ONE, collapse, column, dot, entry, identical, normal, trace
from lnteach.symbolic.matrix_printing import matrix_latex

GENERAL = [name for name, step in matrix_form().items() if step.sizes in {(2, 3), (3, 4)}]
u, a, h, c, w = map(column, ("u", "a", "h", "c", "w"))


def at(h, eps_value):
    names = symbols(f"h_1:{len(h) + 1}")
    return jacobian(len(h)).subs(dict(zip(names, h, strict=True)) | {eps: eps_value})


@pytest.mark.parametrize("name", ["jacobian", "eigen_one", "eigen_u", "eigen_rest", "norm_u"])
@pytest.mark.parametrize("size", [4, 5])
def test_the_spectrum_for_more_features(name, size):
    assert matrix_form()[name].prove(size)


def test_all_general_steps_are_checked_for_two_sizes():
    assert len(GENERAL) == 24


# The trap ------------------------------------------------------------------------------------


def test_the_entry_of_a_product_differentiates_to_zero_without_a_word():
    trace_form, entry_form = silent_zero()
    assert trace_form == 2 * c / d
    assert entry_form in (0, ZeroMatrix(d, 1))


def test_the_trace_sees_h_inside_c_and_the_entry_does_not():
    in_h = h - ONE * ONE.T * h / d
    assert identical(Trace(in_h.T * in_h / d).diff(h), 2 * in_h / d)
    assert not identical(Trace(in_h.T * in_h / d).diff(h), 2 * h / d)
    assert (in_h.T * in_h / d)[0, 0].diff(h) in (0, ZeroMatrix(d, 1))
    assert "0 without a word" in matrix_form()["grad_v"].reason


# Numbers of the course -------------------------------------------------------------------------


def test_the_jacobian_of_the_lecture_probe():
    J = at([1, 2, 3], Rational(1, 3))
    assert Matrix([[1, -1, 0], [-1, 2, -1], [0, -1, 1]]) / 3 == J
    assert J * Matrix([2, -2, -3]) == Matrix([Rational(4, 3), -1, Rational(-1, 3)])


def test_an_entry_is_zero_where_the_values_multiply_to_minus_one():
    J = at([4, 0, 4, 0], 0)
    assert J[0, 1] == J[0, 3] == J[2, 1] == 0
    assert J[0, 2] == Rational(-1, 4)


def test_entries_against_the_formula():
    h = [1, 7, 9, 15]
    e, J = exact(h, 0), at(h, 0)
    for p in range(4):
        for q in range(4):
            top = (4 - 1 if p == q else -1) - e.u[p] * e.u[q]
            assert J[p, q] == top / (4 * e.s)


def test_eigenvalues_of_example_i_and_of_example_e():
    # s = 5, ε = 0: 0 twice and 1/5 twice.
    assert at([1, 7, 9, 15], 0).eigenvals() == {0: 2, Rational(1, 5): 2}
    # s = 12, ε = 44, v = 100: 0, (1/12)(44/144) and 1/12 three times.
    J = at([-7, 4, 10, 16, 22], 44)
    assert J.eigenvals() == {0: 1, Rational(11, 432): 1, Rational(1, 12): 3}
    assert Rational(1, 12) / Rational(11, 432) == 1 + Rational(100, 44)


def test_the_trace_counts_the_directions():
    assert at([-7, 4, 10, 16, 22], 44).trace() == Rational(1, 12) * 3 + Rational(11, 432)


def test_one_and_two_features():
    assert exact([3], 1, g_z=[5]).g_h == (0,)
    g_h = exact([0, 8], 9, g_z=[7, 1]).g_h  # s = 5
    assert g_h == (Rational(9 * 6, 125 * 2), -Rational(9 * 6, 125 * 2))
    assert exact([0, 8], 0, g_z=[7, 1]).g_h == (0, 0)


@pytest.mark.parametrize("g_z", [[1, 0, 0], [2, -5, 7], [0, 3, 3]])
def test_three_features_have_one_direction(g_z):
    e = exact([1, 2, 6], 0, g_z=g_z)
    w = (2 - 6, 6 - 1, 1 - 2)
    along = [g / y for g, y in zip(e.g_h, w, strict=True)]
    assert along[0] == along[1] == along[2]
    assert (along[0] - sum(p * q for p, q in zip(g_z, w, strict=True)) / (9 * e.s**3)) == 0


@pytest.mark.parametrize("g_z", [[7, 2, -3, 1], [1, 0, 0, 0], [-1, 5, 2, 8]])
def test_a_lone_outlier_gets_nothing(g_z):
    assert exact([5, 1, 1, 1], 0, g_z=g_z).g_h[0] == 0
    assert exact([5, 1, 1, 1], 1, g_z=g_z).g_h[0] != 0


# A check that can fail ---------------------------------------------------------------------------


def test_a_step_fails_where_its_condition_does_not_hold():
    step = matrix_form()["eigen_u_zero"]
    assert step.holds()
    assert not replace(step, given=()).prove(2)
    rest = matrix_form()["eigen_rest"]
    assert not replace(rest, given=(Eq(dot(ONE, w), 1),)).prove(3)


def test_a_step_for_two_features_is_about_two():
    step = matrix_form()["two_features"]
    assert step.sizes == (2,)
    assert step.holds()
    assert matrix_form()["one_feature"].sizes == (1,)
    assert not matrix_form()["one_feature"].prove(2)
    assert matrix_form()["condition_number"].sizes == (3, 4)


def test_without_the_variance_route_u_is_no_such_direction():
    step = matrix_form()["jacobian"]
    no_variance = (Identity(d) - ONE * ONE.T / d) / s
    wrong = replace(step, statement=Eq(step.lhs, no_variance, evaluate=False))
    assert not wrong.holds()
    assert wrong.difference(2) != (0, 0, 0, 0)


# The moves ---------------------------------------------------------------------------------------


def test_a_row_before_a_column_is_a_number():
    assert normal(u * u.T * a) == {(u,): dot(a, u)}
    assert normal(ONE.T * ONE * u) == {(u,): d}
    assert collapse(ONE * ONE.T * u, {dot(ONE, u): 0}).shape == (d, 1)
    assert identical(ONE * ONE.T * u, OneMatrix(d, d) * u)
    assert dot(u, a) == dot(a, u)


def test_the_trace_and_entries_of_products():
    assert trace(u * a.T) == dot(a, u)
    assert trace(Identity(d)) == d
    p, q = symbols("i j", integer=True, positive=True)
    assert str(entry(ONE * u.T, p, q)) == "u[j]"
    assert str(entry(u * ONE.T, p, q)) == "u[i]"
    assert str(entry(u * a.T, p, q)) == "a[j]*u[i]"


@pytest.mark.parametrize(
    ("expr", "latex"),
    [
        (u * a.T, r"ua^\top"),
        (-u, "-u"),
        (2 * u, "2u"),
        (u / (2 * d), r"\frac{u}{2\,d}"),
        (dot(a, u) * u, r"(a^\top u)\,u"),
        (d * u, r"d\,u"),
        (a - u, "a - u"),
        ((a - u) / s, r"\frac{1}{s}\left(a - u\right)"),
        (MatrixSymbol("J", d, d).T, r"J^\top"),
        (ImmutableMatrix([[1, -s], [0, 2]]), r"\begin{pmatrix}1 & -s \\ 0 & 2\end{pmatrix}"),
        (Trace(MatrixSymbol("J", d, d)) * Integer(3), r"3\,\operatorname{tr} J"),
    ],
)
def test_printing(expr, latex):
    assert matrix_latex(expr) == latex
