"""What the textbook section says about the three terms, as far as it can be proved."""

from functools import lru_cache

from sympy import Eq, expand, together

from lnteach.symbolic import letters as x
from lnteach.symbolic.algebra import at, linear, put, total
from lnteach.symbolic.collect import derivation
from lnteach.symbolic.derive import Book
from lnteach.symbolic.explicit import meaning
from lnteach.symbolic.letters import Expr, d, i, j, k
from lnteach.symbolic.matrices import ONE, collapse, column, dot, entry, identical, square
from lnteach.symbolic.matrix import matrix_form
from lnteach.symbolic.steps import Derivation
from lnteach.symbolic.worlds import aligned, created, gains, matrices, uniform, uniform_upstream

u, J, C = column("u"), square("J"), square("C")
survives = x.eps / (x.v + x.eps)


@lru_cache(maxsize=1)
def claims() -> Derivation:
    r"""Prove what can be proved of the textbook section's claims, with the conditions they need.

    Returns
    -------
    Derivation
        The influence of a feature on v, what the mean's and the variance's term do, what they
        leave of a uniform and of an aligned a, and the mean square of an entry for independent a.

    Examples
    --------
    >>> print(claims()["influence"].latex)
    (\nabla v)_{i} = \frac{2\,c_{i}}{d}
    """
    book = Book(matrices)
    _mean_term(book)
    _variance_term(book)
    _independent(book)
    return Derivation(book)


def _mean_term(book: Book) -> None:
    formula = derivation()["g_h_means"].rhs
    book.write(
        "influence", x.grad_v[i], 2 * x.c[i] / d, "grad_v",
        why="A feature far from the mean moves the variance more, in proportion to its distance; "
        "one at the mean does not move it, to first order.",
        entries=True,
    )  # fmt: skip
    summed = linear(total(at(formula.xreplace({j: k}), j))).xreplace({k: j})
    book.write(
        "sum_g_h", total(x.g_h[j]), expand(summed.subs(total(x.u[j]), 0)), "g_h_means", "one_u",
        why="The mean's term takes the mean off, and u sums to 0 anyway. So never do all entries "
        "of the gradient have one sign, unless it is 0.",
    )  # fmt: skip
    flat = linear(put(formula, x.a, lambda _: x.alpha)).subs(total(x.u[j]), 0)
    book.write(
        "uniform_a", x.g_h[i], expand(flat), "g_h_means", "one_u",
        why="A push on all normalized features alike asks for a shift. It is not tempered but "
        "removed.",
        given=(Eq(x.a[i], x.alpha),), world=uniform,
    )  # fmt: skip
    upstream = linear(put(formula, x.a, lambda n: x.alpha * x.gamma[n]))
    book.write(
        "uniform_g_z", x.g_h[i], x.alpha * expand(upstream * x.s / x.alpha) / x.s, "g_h_means", "a",
        why="A push on all outputs alike is not a shift once γ has weighted it: what is left is "
        "γ without its mean and without its part along u.",
        given=(Eq(x.g_z[i], x.alpha),), world=uniform_upstream, means=2,
    )  # fmt: skip


def _variance_term(book: Book) -> None:
    in_u = linear(put(derivation()["g_h_variance"].rhs, x.c, lambda n: x.s * x.u[n]))
    book.write(
        "variance_size", x.g_h_variance[i], in_u, "g_h_variance", "u",
        why="The correction grows with the distance from the mean, with one factor for all "
        "features; where 𝑎 is perpendicular to u it is 0 for all of them.",
        means=2, world=meaning,
    )  # fmt: skip
    formula = put(derivation()["g_h_means"].rhs, x.a, lambda n: x.alpha * x.u[n])
    sizes = {total(x.u[j]): 0, total(x.u[j] ** 2): d * x.v / (x.v + x.eps)}
    left = together(expand(linear(formula).subs(sizes)))
    book.write(
        "aligned_a", x.g_h[i], left, "g_h_means", "one_u", "norm_u",
        why="Of a push along u the surviving share is left. Here the variance's term does what "
        "the text says: it holds back the features that are far out.",
        given=(Eq(x.a[i], x.alpha * x.u[i]),), world=aligned,
    )  # fmt: skip
    term = -x.u[1] * (total(x.a[j] * x.u[j]) / d) / x.s
    book.write(
        "created_gradient", x.g_h[1], term, "g_h_means",
        why="Nothing arrives at the first feature, and nothing on average; yet it gets a "
        "gradient, the larger the farther out it lies. The correction has created it.",
        given=(Eq(x.a[1], 0), Eq(total(x.a[j]) / d, 0)), world=created, entries=True,
    )  # fmt: skip


def _independent(book: Book) -> None:
    full = matrix_form()["jacobian"].rhs
    sizes = {dot(ONE, u): 0, dot(u, u): d * x.v / (x.v + x.eps)}
    closed = (C - (1 + survives) / d * u * u.T) / x.s**2
    centring = {C: matrix_form()["centring"].rhs}
    if not identical(full * full.T, closed.xreplace(centring).doit(), sizes):
        raise ArithmeticError("the Jacobian's square is something else")
    book.write(
        "jacobian_squared", J * J.T, closed, "jacobian", "one_u", "norm_u",
        why="Multiply out: centring twice is centring once, u sums to 0, and uuᵀ times itself is "
        "its squared length times itself.",
    )  # fmt: skip
    book.write(
        "expected_sum", x.mean_square[i], x.var_a * total(x.J[i, j] ** 2), "g_h_matrix",
        why="Square row i of J𝑎 and take the mean: for independent 𝑎 with mean 0 the mixed "
        "products vanish, and each square brings the variance.",
        entries=True, world=gains,
    )  # fmt: skip
    on_diagonal = entry(collapse(closed.xreplace(centring).doit()), i, i)
    whole = x.var_a * expand(x.s**2 * on_diagonal) / x.s**2
    book.write(
        "expected_square", x.mean_square[i], _by_share(whole), "expected_sum", "jacobian_squared",
        why="The sum of squares of a row of J is the diagonal of J times its transpose. So with "
        "independent 𝑎 the far features get the smaller gradients, on average.",
        entries=True, world=gains,
    )  # fmt: skip
    book.write(
        "expected_square_zero", x.mean_square[i], book.rhs("expected_square").subs(x.eps, 0),
        "expected_square",
        why="Without ε the whole of u's part is taken off.",
        entries=True, world=gains, given=(Eq(x.eps, 0),),
    )  # fmt: skip


def _by_share(whole: Expr) -> Expr:
    """Write what multiplies u_i² as 1 plus the surviving share."""
    closed = x.var_a * (1 - 1 / d - (1 + survives) * x.u[i] ** 2 / d) / x.s**2
    if expand(together(expand(whole - closed))) != 0:
        raise ArithmeticError("the mean square of an entry is something else")
    return closed
