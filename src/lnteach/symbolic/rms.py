"""RMSNorm: the same derivation without the centring, so one route and one term fewer."""

from functools import lru_cache, partial

from sympy import Eq, Symbol, Trace, diff, expand, sqrt, together

from lnteach.symbolic import letters as x
from lnteach.symbolic.algebra import at, coefficient, differential, linear, put, swap, total
from lnteach.symbolic.derive import Book
from lnteach.symbolic.letters import d, i, j, k
from lnteach.symbolic.matrices import ONE, collapse, column, dot, identical, square
from lnteach.symbolic.steps import Derivation
from lnteach.symbolic.worlds import root_mean_square

u, w, h = map(column, ("u", "w", "h"))
J = square("J")


@lru_cache(maxsize=1)
def rms_derivation() -> Derivation:
    r"""Derive the backward pass of RMSNorm for a symbolic number of features.

    Returns
    -------
    Derivation
        r, u = h/r, their differentials, the gradient with its two terms, why it does not sum
        to zero, and the Jacobian with its directions (guide, practice problem 5).

    Examples
    --------
    >>> print(rms_derivation()["rms_g_h_means"].latex)
    g_h = \frac{a - u\,\operatorname{mean}(a \odot u)}{r}
    """
    book = Book(root_mean_square)
    _forward(book)
    _gradient(book)
    _jacobian(book)
    return Derivation(book)


def _forward(book: Book) -> None:
    book.write(
        "rms_r", x.r, sqrt(total(x.h[j] ** 2) / d + x.eps),
        why="The root mean square of the features as they come; no mean is taken off.",
    )  # fmt: skip
    book.write(
        "rms_u", x.u[i], x.h[i] / x.r, "rms_r",
        why="One denominator for all features, as before, and nothing subtracted.",
    )  # fmt: skip
    book.write(
        "rms_norm_u", dot(u, u), d * (x.r**2 - x.eps) / x.r**2, "rms_u", "rms_r",
        why="The squared length of h is d times r² less ε; u is h over r.",
    )  # fmt: skip
    root = book.rhs("rms_r")
    book.write(
        "rms_dr", x.dr, swap(linear(differential(root, [x.h])), root, x.r), "rms_r",
        why="The chain rule for a square root; SymPy returns the root written out, and we put its "
        "letter back.",
    )  # fmt: skip
    book.write(
        "rms_du", x.du[i], differential(book.rhs("rms_u"), [x.h, x.r]), "rms_u", "rms_dr",
        why="The quotient rule. Two places of h are left: the numerator and the denominator.",
    )  # fmt: skip

    book.write(
        "rms_z", x.z[i], x.gamma[i] * x.u[i], "rms_u",
        why="A scale for every feature; most of the time there is no shift.",
    )  # fmt: skip


def _gradient(book: Book) -> None:
    book.write(
        "rms_a", x.a[i], x.g_z[i] * x.gamma[i], "rms_z",
        why="What arrives at u, as in LayerNorm.",
    )  # fmt: skip
    book.write(
        "rms_g_gamma", x.g_gamma[i], x.g_z[i] * x.u[i], "rms_z",
        why="The entry of γ multiplies u, so u is what multiplies its change.",
    )  # fmt: skip
    du = swap(book.rhs("rms_du"), x.dr, book.rhs("rms_dr").xreplace({j: k}))
    dL = linear(put(total(x.a[j] * x.du[j]), x.du, partial(at, du)))
    book.write(
        "rms_dL", x.dL, dL, "rms_du", "rms_dr", "rms_a",
        why="The loss changes by 𝑎 times du, with 𝑎 = g_z ⊙ γ as before. Put du and dr in and "
        "split the sum.",
    )  # fmt: skip
    g_h = coefficient(dL, x.dh).xreplace({k: j})
    book.write(
        "rms_g_h", x.g_h[i], g_h, "rms_dL",
        why="What multiplies entry number i of dh.",
    )  # fmt: skip
    in_u = expand(x.r * linear(put(g_h, x.h, lambda n: x.r * x.u[n]))) / x.r
    direct, scale = x.a[i], in_u * x.r - x.a[i]
    book.write(
        "rms_g_h_means", x.g_h[i], in_u, "rms_g_h", "rms_u",
        why="Put r times u for h, where r is the root mean square that RMSNorm divides by: "
        "LayerNorm's formula without the mean's term.",
        means=2,
    )  # fmt: skip
    if expand(direct + scale - in_u * x.r) != 0:
        raise ArithmeticError("the gradient of RMSNorm has more than two terms")
    summed = linear(total(at(in_u.xreplace({j: k}), j))).xreplace({k: j})
    book.write(
        "rms_sum", total(x.g_h[j]), expand(summed * x.r) / x.r, "rms_g_h_means",
        why="Nothing makes this 0: without the centring a common shift does change u, and the "
        "loss can see it.",
        means=2,
    )  # fmt: skip
    left = linear(total(x.u[j] * at(in_u.xreplace({j: k}), j))).xreplace({k: j})
    dotted = together(expand(left.subs(total(x.u[j] ** 2), book.rhs("rms_norm_u"))))
    book.write(
        "rms_dot", total(x.u[j] * x.g_h[j]), dotted, "rms_g_h_means", "rms_norm_u",
        why="Along u only the share ε/r² survives: here h itself is the direction that scaling "
        "follows.",
    )  # fmt: skip


def _jacobian(book: Book) -> None:
    square = Symbol("square", positive=True)
    root = sqrt(square + x.eps)
    chain = diff(root, square).subs(root, x.r) * Trace(h.T * h / d).diff(h)
    grad_r = chain.xreplace({h: x.r * u}).doit()
    book.write(
        "rms_grad_r", column("grad_r"), grad_r, "rms_r", "rms_u",
        why="SymPy differentiates the trace of the product and finds 2h/d; the chain rule divides "
        "by 2r, and h over r is u.",
    )  # fmt: skip
    quotient = h.diff(h) / x.r - h * grad_r.T / x.r**2
    full = collapse(x.r * quotient.xreplace({h: x.r * u}).doit()) / x.r
    book.write(
        "rms_jacobian", J, full, "rms_du", "rms_grad_r",
        why="The quotient rule with the identity for the numerator: LayerNorm's Jacobian without "
        "the ones.",
    )  # fmt: skip
    sizes = {dot(u, u): book.rhs("rms_norm_u")}
    share = x.eps / x.r**2
    if not identical(full * u, share * u / x.r, sizes):
        raise ArithmeticError("u is not an eigenvector of the Jacobian of RMSNorm")
    book.write(
        "rms_eigen_u", J * u, share * u / x.r, "rms_jacobian", "rms_norm_u",
        why="One direction is dimmed: that of h itself, to the share ε/r².",
    )  # fmt: skip
    given = dot(u, w)
    book.write(
        "rms_eigen_rest", J * w, collapse(full * w, {given: 0}), "rms_jacobian",
        why="Across u there are d − 1 directions, 1 among them only where h has mean 0; each is "
        "divided by r and no more.",
        given=(Eq(given, 0),),
    )  # fmt: skip
    book.write(
        "rms_eigen_one", J * ONE, collapse(full * ONE), "rms_jacobian",
        why="LayerNorm's Jacobian sends 1 to 0; this one does not, unless u is a multiple of 1 "
        "and ε is 0.",
        means=2,
    )  # fmt: skip
