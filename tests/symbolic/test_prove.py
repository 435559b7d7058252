"""The steps are held against direct differentiation, and each of these checks can fail."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest
from sympy import Add, Eq, Indexed, Integer, Matrix, Pow, Rational, Sum, Symbol, symbols

from lnteach.symbolic import derivation, jacobian, prove_gradient
from lnteach.symbolic.letters import d, eps, s

STEPS = list(derivation())


def mutants(expr) -> Iterator[object]:
    """Change one sign, one coefficient or one power anywhere in a formula."""
    if isinstance(expr, Indexed) or expr.is_Symbol:
        if expr != d:
            yield from (-expr, 2 * expr)
        return
    args = expr.args
    for n, arg in enumerate(args[:1] if isinstance(expr, Sum) else args):
        for changed in mutants(arg):
            yield expr.func(*args[:n], changed, *args[n + 1 :])
    if isinstance(expr, Add):
        for term in args:
            yield expr - 2 * term
            yield expr + term
    if isinstance(expr, Pow):
        yield Pow(expr.base, expr.exp + 1)
        yield Pow(expr.base, -expr.exp)
    yield -expr
    yield 2 * expr


def broken(name: str):
    step = derivation()[name]
    found = {m for m in mutants(step.rhs) if m != step.rhs} or {Integer(1)}
    return [replace(step, statement=Eq(step.lhs, m, evaluate=False)) for m in found]


@pytest.mark.parametrize("name", STEPS)
@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_each_step_holds(name, size):
    step = derivation()[name]
    assert step.prove(size)
    assert set(step.difference(size)) == {0}


@pytest.mark.parametrize("name", STEPS)
def test_every_changed_sign_coefficient_or_power_is_found(name):
    steps = broken(name)
    assert len(steps) >= (1 if name == "sum_c" else 2)
    missed = [step.rhs for step in steps if step.holds(sizes=(3,))]
    assert missed == []


def test_there_are_many_ways_to_be_wrong():
    assert sum(len(broken(name)) for name in STEPS) > 200


def test_a_broken_step_prints_what_it_says():
    step = derivation()["dc"]
    flipped = replace(step, statement=Eq(step.lhs, -step.rhs))
    assert flipped.latex == r"dc = \mathbf{1}\,d\mu - dh"
    assert not flipped.holds()


def test_the_difference_shows_where_and_how_much():
    step = derivation()["dmu"]
    doubled = replace(step, statement=Eq(step.lhs, 2 * step.rhs))
    first, second = symbols("dh_1:3")
    assert doubled.difference(2) == (-first / 2 - second / 2,)
    assert derivation()["dc"].difference(3) == (0, 0, 0)


def test_the_whole_derivation_holds_and_defaults_to_two_sizes():
    assert derivation().holds()
    assert derivation()["du"].holds()


@pytest.mark.parametrize("form", ["g_h", "g_h_means"])
@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_the_gradient_is_the_transposed_jacobian_times_a(size, form):
    assert prove_gradient(size, form) == Matrix.zeros(size, 1)


@pytest.mark.parametrize("form", ["g_h_mean", "g_h_direct", "g_h_variance"])
def test_the_proof_finds_a_gradient_with_routes_missing(form):
    assert prove_gradient(3, form) != Matrix.zeros(3, 1)


def test_jacobian_against_the_closed_form_on_rationals():
    # (I - 11ᵀ/d - uuᵀ/d)/s, with h = (1, 7, 9, 15), so u = (-7, -1, 1, 7)/5 and s = 5.
    J = jacobian(4)
    case = dict(zip(symbols("h_1:5"), (1, 7, 9, 15), strict=True)) | {eps: 0}
    u = [Fraction(n, 5) for n in (-7, -1, 1, 7)]
    expected = [
        [((p == q) - Fraction(1, 4) - u[p] * u[q] / 4) / 5 for q in range(4)] for p in range(4)
    ]
    assert J.subs(case) == Matrix(4, 4, lambda p, q: Rational(expected[p][q]))


def test_jacobian_rows_are_outputs():
    # Only the numerator tells rows from columns before it is simplified: J itself is symmetric.
    J = jacobian(3)
    assert J.shape == (3, 3)
    assert J.free_symbols == {*symbols("h_1:4"), eps}
    assert (J - J.T).subs(dict(zip(symbols("h_1:4"), (2, 3, 7), strict=True))) == Matrix.zeros(3)


def test_proofs_leave_no_other_letter():
    bad = prove_gradient(2, "g_h_direct")
    assert bad.free_symbols <= {*symbols("h_1:3 a_1:3"), s}
    assert isinstance(next(iter(bad.free_symbols)), Symbol)
