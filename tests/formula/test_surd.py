"""Exact roots: a field whose zero is known, held against SymPy."""

from fractions import Fraction

import pytest
import sympy
from hypothesis import assume, given
from hypothesis import strategies as st

from lnteach.formula import FormulaError, Surd, exact_number, root
from lnteach.maths import plain_value

small = st.fractions(-4, 4, max_denominator=6)
radicands = st.fractions(0, 40, max_denominator=6)


@st.composite
def surds(draw):
    total = draw(small)
    for _ in range(draw(st.integers(0, 3))):
        total = total + draw(small) * root(draw(radicands))
    return total


def as_sympy(x):
    return sympy.sympify(x)


@given(surds(), surds())
def test_arithmetic(x, y):
    assert sympy.expand(as_sympy(x + y) - as_sympy(x) - as_sympy(y)) == 0
    assert sympy.expand(as_sympy(x - y) - as_sympy(x) + as_sympy(y)) == 0
    assert sympy.expand(as_sympy(x * y) - as_sympy(x) * as_sympy(y)) == 0
    assert (x == y) == (sympy.expand(as_sympy(x) - as_sympy(y)) == 0)
    assert exact_number("x", as_sympy(x)) == x


@given(surds(), surds())
def test_division_undoes_multiplication(x, y):
    assume(y != 0)
    assert x * y / y == x
    assert 1 / y * y == 1
    assert y**-2 * y * y == 1


def test_what_is_rational_is_a_fraction():
    assert type(root(Fraction(9, 4))) is Fraction
    assert root(Fraction(2)) * root(Fraction(8)) == 4
    assert type(root(Fraction(2)) ** 2) is Fraction
    assert root(Fraction(0)) == 0
    x = root(Fraction(3))
    assert type(x - x) is Fraction


def test_large_radicands_still_know_their_square_class():
    p = 1_000_003
    x, y = root(Fraction(p * p * 7 * 9)), root(Fraction(7))
    assert x == 3 * p * y
    q = 1_000_033
    mixed = root(Fraction(p * q)) + root(Fraction(p)) + 1
    assert mixed * (1 / mixed) == 1


def test_how_it_shows_itself():
    x = 2 - root(Fraction(20)) / 3
    assert repr(x) == "Surd('2 + -2/3*sqrt(5)')"
    assert plain_value(x) == "2 − 2√5/3"
    assert abs(x) == x
    assert -x < x
    assert x > 0
    assert float(x) == pytest.approx(2 - 20**0.5 / 3)
    assert hash(x) == hash(2 - 2 * root(Fraction(5)) / 3)


def test_no_root_outside_the_field():
    with pytest.raises(FormulaError, match="root of -2"):
        root(Fraction(-2))
    with pytest.raises(FormulaError, match="not among the exact numbers"):
        root(1 + root(Fraction(2)))


@pytest.mark.parametrize("value", [0.5, True, None, "x", "1/0", sympy.pi, sympy.Float(1)])
def test_refuses_what_is_not_exact(value):
    with pytest.raises(TypeError, match="`h` holds"):
        exact_number("h", value)


def test_does_not_mix_with_floats():
    with pytest.raises(TypeError):
        _ = root(Fraction(2)) + 0.5
    assert isinstance(root(Fraction(2)) + 1, Surd)
