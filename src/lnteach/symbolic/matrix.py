"""The Jacobian as a matrix: found by SymPy's matrix calculus, for a symbolic d."""

from functools import lru_cache

from sympy import KroneckerDelta, Ne, Trace, diff, expand, sqrt, together

from lnteach.symbolic import letters as x
from lnteach.symbolic.derive import Book
from lnteach.symbolic.letters import Expr, d, i, j
from lnteach.symbolic.matrices import ONE, collapse, column, dot, entry, identical, square
from lnteach.symbolic.spectrum import cases, eigenvectors
from lnteach.symbolic.steps import Derivation
from lnteach.symbolic.worlds import matrices

h, c, u, a, g_h = map(column, ("h", "c", "u", "a", "g_h"))
J, C = square("J"), square("C")
grad_v, grad_s = column("grad_v"), column("grad_s")


@lru_cache(maxsize=1)
def matrix_form() -> Derivation:
    r"""Derive the Jacobian of u as a matrix, and what it does to every direction.

    Returns
    -------
    Derivation
        The gradients of v and s, J, g_h = Ja, single entries, the eigenvectors, and the cases
        ε = 0 and d = 1, 2, 3 (guide, "Why it works").

    Examples
    --------
    >>> steps = matrix_form()
    >>> print(steps["eigen_rest"].latex)
    Jw = \frac{w}{s},\quad \mathbf{1}^\top w = 0,\quad u^\top w = 0,\quad d > 2
    >>> steps["jacobian"].holds()
    True
    """
    book = Book(matrices)
    _gradients(book)
    _jacobian(book)
    _entries(book)
    eigenvectors(book)
    cases(book)
    return Derivation(book)


def silent_zero() -> tuple[Expr, Expr]:
    r"""Differentiate v = cᵀc/d by c in two ways: as a trace, and as the entry [0, 0].

    Returns
    -------
    tuple
        What SymPy finds for the trace, which is right, and for the entry, which is 0: it does
        not look for a column in a single entry of a product, and says nothing.

    Examples
    --------
    >>> silent_zero()
    ((2/d)*c, 0)
    """
    return dot(c, c).diff(c) / d, (c.T * c / d)[0, 0].diff(c)


def _gradients(book: Book) -> None:
    book.write(
        "matrix_c", c, h - ONE * ONE.T * h / d, "mu", "c",
        why="The mean is 1 transposed times h over d, and the 1 in front puts it in every row.",
    )  # fmt: skip
    in_h = book.rhs("matrix_c")
    book.write(
        "centring", C, in_h.diff(h), "matrix_c",
        why="SymPy differentiates the column by the column: C is the matrix that centres.",
    )  # fmt: skip
    book.write(
        "matrix_v", x.v, dot(c, c) / d, "v",
        why="To SymPy a row times a column is a 1 × 1 matrix. Its trace is a number, which is "
        "what can be differentiated.",
    )  # fmt: skip
    spelled = Trace(in_h.T * in_h / d).diff(h)
    if not identical(spelled, 2 * in_h / d):
        raise ArithmeticError("the gradient of v is not 2c/d")
    book.write(
        "grad_v", grad_v, 2 * c / d, "matrix_v", "matrix_c",
        why="SymPy differentiates the trace and finds twice the centred h over d; we put the "
        "letter c back. The same product's entry [0, 0] would give 0 without a word: SymPy does "
        "not see h in it.",
    )  # fmt: skip
    root = sqrt(x.v + x.eps)
    book.write(
        "grad_s_v", grad_s, diff(root, x.v).subs(root, x.s) * grad_v, "s", "grad_v",
        why="The chain rule: s depends on h through v alone.",
    )  # fmt: skip
    in_c = book.rhs("grad_s_v").xreplace({grad_v: book.rhs("grad_v")}).doit()
    book.write(
        "grad_s", grad_s, in_c.xreplace({c: x.s * u}).doit(), "grad_s_v", "grad_v", "u",
        why="Put 2c/d for the gradient of v; the halves cancel, and c over s is u.",
    )  # fmt: skip


def _jacobian(book: Book) -> None:
    quotient = C / x.s - c * grad_s.T / x.s**2
    book.write(
        "jacobian_quotient", J, quotient, "du", "centring",
        why="The quotient rule, column by column: the numerator moves by C, and the denominator's "
        "gradient stands as a row, for it meets every column of the change.",
    )  # fmt: skip
    known = {C: book.rhs("centring"), c: x.s * u, grad_s: book.rhs("grad_s")}
    inside = collapse(x.s * quotient.xreplace(known).doit())
    book.write(
        "jacobian", J, inside / x.s, "jacobian_quotient", "centring", "grad_s", "u",
        why="Put in C, su for c and u/d for the gradient of s; one division by s is common to all "
        "three: the direct route, the mean's and the variance's.",
    )  # fmt: skip
    full = book.rhs("jacobian")
    if not identical(full.T, full):
        raise ArithmeticError("the Jacobian is not symmetric")
    book.write(
        "jacobian_symmetric", J.T, J, "jacobian",
        why="Each of the three matrices is its own transpose. Feature i moves u_j exactly as much "
        "as feature j moves u_i.",
    )  # fmt: skip
    book.write(
        "g_h_transposed", g_h, J.T * a, "dL", "jacobian",
        why="The change of the loss is 𝑎 transposed times J dh, so what multiplies dh, stood up "
        "as a column, is J transposed times 𝑎.",
    )  # fmt: skip
    book.write(
        "g_h_matrix", g_h, J * a, "g_h_transposed", "jacobian_symmetric",
        why="J is symmetric, so backward multiplies by the very matrix that forward "
        "differentiation does.",
    )  # fmt: skip
    inside = collapse(x.s * full * a)
    book.write(
        "g_h_outer", g_h, inside / x.s, "g_h_matrix", "jacobian",
        why="Multiply out from the right: in each outer product the row meets 𝑎 first and leaves "
        "a number, the mean of 𝑎 and the mean of 𝑎 times u. No d × d matrix is ever needed.",
        means=2,
    )  # fmt: skip


def _entries(book: Book) -> None:
    whole = expand(entry(book.rhs("jacobian"), i, j))
    apart = -together(-whole.subs(KroneckerDelta(i, j), 0))
    book.write(
        "coupling", x.J[i, j], apart, "jacobian",
        why="Off the diagonal the identity is silent. How much feature j moves output i is fixed "
        "by s and the two normalized values; it is nothing where their product is −1.",
        given=(Ne(i, j),), entries=True,
    )  # fmt: skip
    same = together(whole.subs(KroneckerDelta(i, j), 1).subs(j, i))
    book.write(
        "coupling_self", x.J[i, i], same, "jacobian",
        why="On the diagonal the identity adds 1: a feature moves its own output the less, the "
        "farther out it lies.",
        entries=True,
    )  # fmt: skip
