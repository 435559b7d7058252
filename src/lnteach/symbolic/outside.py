"""γ in front of the bracket, as the textbook section prints it: its error, and when that is 0."""

from functools import lru_cache
from itertools import combinations

from sympy import Eq, Integer, Symbol, expand, groebner, symbols
from sympy.utilities.iterables import multiset_partitions

from lnteach.symbolic import letters as x
from lnteach.symbolic.algebra import at, linear, put, same, total
from lnteach.symbolic.collect import derivation
from lnteach.symbolic.derive import Book
from lnteach.symbolic.letters import Expr, d, i, j, k, m, p
from lnteach.symbolic.steps import Derivation
from lnteach.symbolic.worlds import printed, printed_two_values, printed_uniform, shares

pairs = (x.gamma[i] - x.gamma[j]) * (1 + x.u[i] * x.u[j])


@lru_cache(maxsize=1)
def gamma_outside() -> Derivation:
    r"""Derive the error of the formula with γ outside, for a symbolic number of features.

    Returns
    -------
    Derivation
        The printed formula, its error as a mean over pairs of features, its sum, and the two
        cases in which it is right for every upstream gradient (textbook section; vote 4).

    Examples
    --------
    >>> print(gamma_outside()["printed_equal"].latex)
    g_h = g_{h,\mathrm{printed}},\quad \gamma = \alpha\,\mathbf{1}
    """
    book = Book(printed)
    bracket = put(derivation()["g_h_means"].rhs * x.s, x.a, lambda n: x.g_z[n])
    formula = x.gamma[i] * expand(bracket) / x.s
    book.write(
        "printed", x.g_h_printed[i], formula, "g_h_means",
        why="The bracket holds g_z where 𝑎 belongs, and γ stands in front. This is the formula "
        "that the textbook section prints; it is not the gradient.",
        means=2,
    )  # fmt: skip
    inside = put(derivation()["g_h_means"].rhs, x.a, lambda n: x.g_z[n] * x.gamma[n])
    gap, each = linear(inside - formula), pairs * x.g_z[j] / x.s
    if not same(gap, total(each) / d):
        raise ArithmeticError("the error is not a mean over pairs")
    book.write(
        "printed_gap", x.g_h[i] - x.g_h_printed[i], total(pairs * x.g_z[j]) / d / x.s,
        "g_h_means", "printed", "a",
        why="Subtract, and collect what multiplies entry j of g_z. Feature j spoils entry i "
        "unless the two have one γ, or their normalized values multiply to −1.",
        entries=True,
    )  # fmt: skip
    summed = linear(total(at(formula.xreplace({j: k}), j))).xreplace({k: j})
    book.write(
        "printed_sum", total(x.g_h_printed[j]), expand(x.s * summed) / x.s, "printed",
        why="γ in front weights the entries after they were centred, so nothing makes the sum 0: "
        "the first check of the course sees it.",
        means=2,
    )  # fmt: skip
    _when_right(book)
    return Derivation(book)


def _when_right(book: Book) -> None:
    right = (x.g_h[i], x.g_h_printed[i])
    book.write(
        "printed_equal", *right, "printed_gap",
        why="With one γ for all features every difference in the error is 0. At initialization γ "
        "is 1, which is why nobody notices.",
        given=(Eq(x.gamma[i], x.alpha),), world=printed_uniform,
    )  # fmt: skip
    book.write(
        "two_values_length", m * p**2 + (d - m) / p**2, d,
        why="Suppose two different γ. Wherever they differ the normalized values multiply to −1, "
        "so u is p on one group, of m features, and −1/p on the other; a third group would need "
        "three numbers whose pairwise products are all −1, and there are none. As u sums to 0, "
        "its squared length is then d.",
        given=(Eq(m * p, (d - m) / p),), world=shares,
    )  # fmt: skip
    book.write(
        "printed_pairs", *right, "printed_gap", "two_values_length", "norm_u",
        why="But the squared length of u is dv/(v + ε), less than d when ε > 0. So with ε > 0 the "
        "printed formula is right for every g_z only if all γ are equal; at ε = 0 also if h takes "
        "two values and γ is constant on each.",
        given=(Eq(x.eps, 0), Eq(pairs, 0)), world=printed_two_values, entries=True,
    )  # fmt: skip


def prove_gamma_inside(size: int) -> dict[tuple[tuple[int, ...], ...], Expr]:
    """Prove for an explicit d that only equal γ make the printed formula right when ε > 0.

    Group the features by their γ. Where two groups meet, u_i·u_j = −1; besides, u sums to 0 and
    its squared length is d(1 − θ), with θ = ε/(v + ε) > 0. For each way to form at least two
    groups, a Gröbner basis finds a polynomial that would then be 0 and cannot be.

    Parameters
    ----------
    size
        The number of features, at least 2.

    Returns
    -------
    dict
        For each grouping, features counted from 1, the impossible polynomial: theta, which is
        positive, for two groups, and 1 for more, where the equations contradict each other.

    Raises
    ------
    ArithmeticError
        If some grouping leaves a way out.

    Examples
    --------
    >>> prove_gamma_inside(2)
    {((1,), (2,)): theta}
    """
    theta = Symbol("theta", positive=True)
    u = symbols(f"u_1:{size + 1}", real=True)
    found = {}
    for groups in multiset_partitions(list(range(1, size + 1))):
        if len(groups) == 1:
            continue
        basis = groebner([*_meeting(groups, u), sum(u), _length(u, theta)], *u, theta)
        impossible = [q for q in (Integer(1), theta) if basis.contains(q)]
        if not impossible:
            raise ArithmeticError(f"the groups {groups} may have different γ")
        found[tuple(map(tuple, groups))] = impossible[0]
    return found


def _meeting(groups: list[list[int]], u: tuple[Expr, ...]) -> list[Expr]:
    return [
        u[one - 1] * u[other - 1] + 1
        for first, second in combinations(groups, 2)
        for one in first
        for other in second
    ]


def _length(u: tuple[Expr, ...], theta: Expr) -> Expr:
    return sum(q**2 for q in u) - len(u) * (1 - theta)
