"""What the Jacobian does along 1, along u and across both; and the small cases d = 1, 2, 3."""

from sympy import Eq, Gt, MatMul, MatrixSymbol, Symbol, Trace, ZeroMatrix, cancel, expand
from sympy import ImmutableDenseMatrix as Rows

from lnteach.symbolic import letters as x
from lnteach.symbolic.derive import Book
from lnteach.symbolic.letters import d, i
from lnteach.symbolic.matrices import ONE, collapse, column, dot, identical, square, trace
from lnteach.symbolic.worlds import lone, numbers, three

c, u, a, g_h, w, h = map(column, ("c", "u", "a", "g_h", "w", "h"))
J = square("J")
survives = x.eps / (x.v + x.eps)  # what is left of a change along u
no_eps, some_eps = Eq(x.eps, 0), Gt(x.eps, 0)
across = (Eq(dot(ONE, w), 0), Eq(dot(u, w), 0))


def eigenvectors(book: Book) -> None:
    """Apply J to 1, to u and to what is perpendicular to both."""
    book.write(
        "one_u", dot(ONE, u), 0, "sum_c", "u",
        why="The centred column sums to 0, and so does it over s.",
    )  # fmt: skip
    book.write(
        "norm_u", dot(u, u), d * x.v / (x.v + x.eps), "matrix_v", "s", "u",
        why="The squared length of c is d times v, and u is c over s. It is d only where ε is 0.",
    )  # fmt: skip
    full = book.rhs("jacobian")
    sizes = {dot(ONE, u): book.rhs("one_u"), dot(u, u): book.rhs("norm_u")}
    book.write(
        "eigen_one", J * ONE, collapse(full * ONE, sizes), "jacobian", "one_u",
        why="A common shift moves nothing: the identity and the mean's term cancel, and u is "
        "perpendicular to 1.",
    )  # fmt: skip
    if not identical(full * u, survives * u / x.s, sizes):
        raise ArithmeticError("u is not an eigenvector of the Jacobian")
    for name, y, why in (
        ("eigen_u", u, "Along u the variance's term takes away v/(v + ε) of the whole, so this "
         "share is left: nothing at ε = 0, little where ε is small against v."),
        ("eigen_c", c, "c is a multiple of u, so stretching the centred features is the same "
         "direction."),
    ):  # fmt: skip
        book.write(
            name, J * y, survives * y / x.s, "jacobian", "one_u", "norm_u", why=why,
        )  # fmt: skip
    rest = collapse(full * w, {pair.lhs: pair.rhs for pair in across})
    book.write(
        "eigen_rest", J * w, rest, "jacobian",
        why="Across 1 and u both corrections are silent, and the change is divided by s and no "
        "more. There are d − 2 such directions.",
        given=(*across, Gt(d, 2)),
    )  # fmt: skip
    total = trace(full).subs(sizes)
    if expand(cancel(x.s * total - (d - 2 + survives))) != 0:
        raise ArithmeticError("the trace is not the sum of the eigenvalues")
    book.write(
        "jacobian_trace", Trace(J), (d - 2 + survives) / x.s, "jacobian", "norm_u",
        why="The trace is the sum of all eigenvalues: 0 once, the small one once, and 1/s for "
        "each of the other d − 2. So none is missing.",
    )  # fmt: skip
    book.write(
        "condition_number", x.kappa, expand(cancel(1 / survives)), "eigen_u", "eigen_rest",
        why="Without the direction 1, the largest eigenvalue over the smallest: how unevenly J "
        "stretches the directions it does see.",
        given=(some_eps, Gt(d, 2)), world=numbers,
    )  # fmt: skip
    book.write(
        "eigen_u_zero", J * u, survives.subs(x.eps, 0) * ZeroMatrix(d, 1), "eigen_u",
        why="At ε = 0 a second direction is lost: u does not change when the centred features "
        "are stretched.",
        given=(no_eps,),
    )  # fmt: skip


def cases(book: Book) -> None:
    """Say what is left of the gradient with one, two or three features, and for an outlier."""
    book.write(
        "one_feature", x.g_h[i], 0, "eigen_one",
        why="A single feature is its own mean: with ε > 0, u is 0 whatever h is.",
        given=(Eq(d, 1),),
    )  # fmt: skip
    a_2, g_2 = MatrixSymbol("a", 2, 1), MatrixSymbol("g_h", 2, 1)
    apart = a_2[0, 0] - a_2[1, 0]
    book.write(
        "two_features", g_2, MatMul(x.eps * apart / (2 * x.s**3), Rows([1, -1])),
        "eigen_c", "eigen_one",
        why="With two features the only direction besides 1 is that of c, and there ε decides "
        "everything: at ε = 0 no gradient comes through.",
        given=(Eq(d, 2),),
    )  # fmt: skip
    w_3, h_3 = MatrixSymbol("w", 3, 1), MatrixSymbol("h", 3, 1)
    p, q, r = (h_3[n, 0] for n in range(3))
    book.write(
        "three_direction", w_3, Rows([q - r, r - p, p - q]), "eigen_rest",
        why="With three features one direction is perpendicular to both 1 and c: their vector "
        "product.",
        given=(Eq(d, 3),), world=three,
    )  # fmt: skip
    book.write(
        "three_features", g_h, dot(a, w) / (9 * x.s**3) * w,
        "eigen_one", "eigen_u_zero", "eigen_rest", "three_direction",
        why="At ε = 0 only w is left, so 𝑎 decides how long the gradient is and never where it "
        "points. The squared length of w is 9v, and v is s squared.",
        given=(Eq(d, 3), no_eps), world=three,
    )  # fmt: skip
    e_1 = column("e_1")
    book.write(
        "lone_outlier", x.g_h[1], 0, "coupling", "coupling_self",
        why="Let all features be q but the first, which is p ≠ 0 away. Then u_1 = "
        "±√(d − 1), the others are −1/u_1, so its whole row of J is 0: "
        "whatever 𝑎 is, no gradient reaches it.",
        given=(no_eps, Eq(h, Symbol("q") * ONE + Symbol("p") * e_1)), world=lone, entries=True,
    )  # fmt: skip
