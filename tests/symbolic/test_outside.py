"""γ outside the bracket: its error on the guide's numbers, and exactly when there is none."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import Integer, Rational, Symbol, expand, groebner, symbols

from lnteach.symbolic import exact, gamma_outside, prove_gamma_inside
from lnteach.symbolic.explicit import entries


def printed(e):
    values = {**e, "d": len(e.h)}
    return tuple(expand(y) for y in entries(gamma_outside()["printed"].rhs, values, len(e.h)))


def gap(e):
    values = {**e, "d": len(e.h)}
    rhs = gamma_outside()["printed_gap"].rhs
    return tuple(expand(y) for y in entries(rhs, values, len(e.h)))


GUIDE = {"h": [4, 0, 4, 0], "eps": 0, "gamma": [1, "1/2", 2, 1], "g_z": [2, 0, "1/2", 1]}


def test_the_printed_formula_on_the_guides_example_3():
    e = exact(**GUIDE)
    found = printed(e)
    assert found == tuple(map(Rational, ("3/8", "-1/8", "-3/4", "1/4")))
    assert sum(found) == Rational(-1, 4)
    assert gap(e) == tuple(p - q for p, q in zip(e.g_h, found, strict=True))


def test_example_i_and_example_e():
    e = exact([1, 7, 9, 15], 0, gamma=[1, 3, 1, 3], g_z=[1, -1, -1, 5])
    assert printed(e) == tuple(Rational(n, 125) for n in (49, -129, -57, 153))
    f = exact([-7, 4, 10, 16, 22], 44, gamma=[3, 1, 4, 1, 2], g_z=[-5, 6, -2, -2, 2])
    assert printed(f) == tuple(Rational(n, 720) for n in (-624, 397, -452, -143, 134))


def test_two_values_at_no_epsilon_and_gamma_constant_on_each():
    case = {"h": [4, 0, 4, 0], "gamma": [3, 7, 3, 7], "g_z": [2, 1, -5, 8]}
    e = exact(eps=0, **case)
    assert printed(e) == e.g_h
    assert set(gap(e)) == {0}
    assert printed(exact(eps=1, **case)) != exact(eps=1, **case).g_h
    other = exact([4, 0, 4, 0], 0, gamma=[3, 7, 4, 7], g_z=[2, 1, -5, 8])
    assert printed(other) != other.g_h


rationals = st.fractions(min_value=-5, max_value=5, max_denominator=3)


@given(
    h=st.lists(rationals, min_size=3, max_size=3),
    gamma=st.lists(st.integers(-2, 2), min_size=3, max_size=3),
    eps=st.fractions(min_value=Fraction(1, 4), max_value=3),
)
def test_right_for_every_upstream_gradient_exactly_if_gamma_is_uniform(h, gamma, eps):
    # Three unit upstream gradients are enough, because both formulas are linear in g_z.
    units = ([1, 0, 0], [0, 1, 0], [0, 0, 1])
    right = all(set(gap(exact(h, eps, gamma=gamma, g_z=g))) == {0} for g in units)
    assert right is (len(set(gamma)) == 1)


@pytest.mark.parametrize(("size", "groupings"), [(2, 1), (3, 4), (4, 14)])
def test_only_equal_gammas_for_explicit_sizes(size, groupings):
    found = prove_gamma_inside(size)
    assert len(found) == groupings
    for groups, polynomial in found.items():
        assert polynomial == (Symbol("theta", positive=True) if len(groups) == 2 else 1)
        assert sorted(n for group in groups for n in group) == list(range(1, size + 1))


def test_without_epsilon_two_groups_are_a_way_out():
    # θ = 0: the same equations then have solutions, with one value of u in each group.
    u = symbols("u_1:4")
    equations = [u[0] * u[2] + 1, u[1] * u[2] + 1, sum(u), sum(q**2 for q in u) - 3]
    basis = groebner(equations, *u)
    assert not basis.contains(Integer(1))
    assert basis.contains(u[0] - u[1])


def test_when_it_is_right_in_words():
    reason = gamma_outside()["printed_pairs"].reason
    assert "ε > 0" in reason
    assert "only if all γ are equal" in reason
