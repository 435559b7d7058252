"""The second derivative along h: the product rule on the gradient, in matrices."""

from functools import lru_cache

from sympy import Eq, ZeroMatrix

from lnteach.symbolic import letters as x
from lnteach.symbolic.derive import Book
from lnteach.symbolic.letters import d
from lnteach.symbolic.matrices import ONE, column, dot, identical, square
from lnteach.symbolic.matrix import matrix_form
from lnteach.symbolic.steps import Derivation
from lnteach.symbolic.worlds import curved

u, a, tilde, g_h, h, c = map(column, ("u", "a", "a_tilde", "g_h", "h", "c"))
J, C, H = square("J"), square("C"), square("hessian")
grad_s = column("grad_s")


@lru_cache(maxsize=1)
def second_derivative() -> Derivation:
    r"""Differentiate the gradient by h once more, with a held.

    Returns
    -------
    Derivation
        g_h by ã and aᵀu, the product rule, the second derivative in closed form, and what it
        does to 1 and, at ε = 0, to c.

    Examples
    --------
    >>> second_derivative()["hessian"].holds(sizes=(2,))
    True
    """
    book = Book(curved)
    au = dot(a, u)
    book.write(
        "a_tilde", tilde, a - ONE * dot(ONE, a) / d,
        why="What the mean's term leaves of 𝑎; it does not depend on h.",
        means=1,
    )  # fmt: skip
    book.write(
        "g_h_tilde", g_h, (tilde - au / d * u) / x.s, "a_tilde", "g_h_outer",
        why="The gradient once more, with the three places where h is in it: twice in u, once "
        "in s.",
    )  # fmt: skip
    product = (-1 / x.s) * (g_h * grad_s.T + au / d * J + u * a.T * J / d)
    book.write(
        "hessian_product", H, product, "g_h_tilde",
        why="The product rule: s moves by its gradient, u by J, and the number 𝑎ᵀu by the row "
        "𝑎ᵀJ. The loss is taken as linear in z; a curved one adds its own term, J on both sides.",
    )  # fmt: skip
    bracket = tilde * u.T + u * tilde.T + au * C - 3 * au / d * u * u.T
    closed = (-1 / (d * x.s**2)) * bracket
    plain = {tilde: book.rhs("a_tilde"), C: matrix_form()["centring"].rhs}
    found = product.xreplace({
        g_h: book.rhs("g_h_tilde"), grad_s: u / d, J: matrix_form()["jacobian"].rhs,
    })  # fmt: skip
    if not identical(*(y.xreplace(plain).doit() for y in (found, closed))):
        raise ArithmeticError("the second derivative is something else")
    book.write(
        "hessian", H, closed, "hessian_product", "g_h_tilde", "grad_s", "jacobian", "g_h_matrix",
        why="Put in the gradient, u/d and J; 𝑎ᵀJ is the gradient as a row, because J is "
        "symmetric. Each of the three things that move, u, the mean of 𝑎 ⊙ u and s, brings "
        "one uuᵀ.",
    )  # fmt: skip
    book.write(
        "hessian_symmetric", H.T, H, "hessian",
        why="The first two terms are each other's transpose: the order of differentiation does "
        "not matter.",
    )  # fmt: skip
    book.write(
        "hessian_one", H * ONE, ZeroMatrix(d, 1), "hessian", "one_u",
        why="A common shift changes neither the loss nor its gradient.",
    )  # fmt: skip
    book.write(
        "hessian_c", H * c, -g_h, "hessian", "eigen_u_zero",
        why="At ε = 0 the gradient shrinks as fast as the centred features grow, which is the "
        "scaling law differentiated at λ = 1.",
        given=(Eq(x.eps, 0),),
    )  # fmt: skip
    return Derivation(book)
