"""What ε does to the gradient: a share ε/(v + ε) survives along u, and all that follows from it."""

from functools import lru_cache

from sympy import Abs, Gt, Le, diff, expand, powdenest, sign, sqrt, together

from lnteach.symbolic import letters as x
from lnteach.symbolic.algebra import at, linear, put, same, swap, total
from lnteach.symbolic.collect import derivation
from lnteach.symbolic.derive import Book
from lnteach.symbolic.letters import Expr, d, i, j, k
from lnteach.symbolic.steps import Derivation
from lnteach.symbolic.worlds import forgetful, losses, matrices, scaled

u_a, u_u = total(x.a[j] * x.u[j]), total(x.u[j] ** 2)
survives = x.eps / (x.v + x.eps)


@lru_cache(maxsize=1)
def epsilon_facts() -> Derivation:
    r"""Derive what ε > 0 changes in the backward pass, for a symbolic number of features.

    Returns
    -------
    Derivation
        The exact u-dot check, Euler's identity, ∂L/∂ε, the effect of scaling h, the length of
        the gradient and its bound, c recovered from u, and the error of a forgotten ε.

    Examples
    --------
    >>> print(epsilon_facts()["u_dot"].latex)
    u^\top g_h = \frac{\varepsilon}{v + \varepsilon}\,\frac{a^\top u}{s}
    """
    book = Book(matrices)
    _along_u(book)
    _epsilon_moves(book)
    _scaling(book)
    _length(book)
    _back_and_forgotten(book)
    return Derivation(book)


def dotted(column: Expr, formula: Expr, facts: dict[Expr, Expr]) -> Expr:
    """Multiply a column's formula by another column and sum, using known sums."""
    summed = linear(total(column * at(formula.xreplace({j: k}), j))).xreplace({k: j})
    return expand(summed.subs(facts))


def _known() -> dict[Expr, Expr]:
    """Σu is 0, and Σu² follows from Σc² = d·v."""
    in_c = linear(put(u_u, x.u, lambda n: x.c[n] / x.s))
    squares = in_c.subs(total(x.c[j] ** 2), d * x.v).subs(x.s, sqrt(x.v + x.eps))
    return {total(x.u[j]): 0, u_u: squares}


def _along_u(book: Book) -> None:
    formula = derivation()["g_h_means"].rhs
    book.write(
        "surviving_share", 1 - u_u / d, together(1 - _known()[u_u] / d), "norm_u",
        why="The squared length of u falls short of d by this share. It is 0 at ε = 0 and 1 "
        "for a constant h.",
        means=2,
    )  # fmt: skip
    found = dotted(x.u[j], formula, _known())
    book.write(
        "u_dot", total(x.u[j] * x.g_h[j]), together(found), "g_h_means", "one_u", "norm_u",
        why="Multiply the gradient by u and sum: the mean's term drops out, because u sums to 0, "
        "and the variance's term takes off all but the surviving share. This is what a check "
        "has to compare with, and 0 is only its limit.",
    )  # fmt: skip
    found = linear(put(book.rhs("u_dot"), x.u, lambda n: x.c[n] / x.s)) * x.s
    book.write(
        "c_dot", total(x.h[j] * x.g_h[j]), together(found.subs(total(x.a[j] * x.c[j]), x.s * u_a)),
        "u_dot", "sum_g_h",
        why="The gradient sums to 0, so h may stand for c, and c is s times u.",
    )  # fmt: skip
    opened = put(book.rhs("c_dot"), x.a, lambda n: x.g_z[n] * x.gamma[n])
    book.write(
        "euler", total(x.h[j] * x.g_h[j]), opened, "c_dot", "a",
        why="Write 𝑎 out. The sum is γ times the gradient of γ from this sample: Euler's identity "
        "ties what reaches h to what reaches γ, row by row.",
        world=losses,
    )  # fmt: skip
    in_gamma = opened.subs(total(x.g_z[j] * x.gamma[j] * x.u[j]), total(x.gamma[j] * x.g_gamma[j]))
    book.write(
        "euler_gamma", total(x.h[j] * x.g_h[j]), in_gamma, "euler", "g_gamma",
        why="The gradient of γ is g_z times u.",
        world=losses,
    )  # fmt: skip


def _epsilon_moves(book: Book) -> None:
    root = sqrt(x.v + x.eps)
    moved = diff(x.c[i] / x.s, x.s) * diff(root, x.eps).subs(root, x.s)
    change = linear(put(linear(total(x.a[j] * at(moved, j))), x.c, lambda n: x.s * x.u[n]))
    book.write(
        "dL_deps", x.dL_deps, change.subs(x.s**2, x.v + x.eps), "u", "s", "dL",
        why="Hold h and move ε: only the denominator changes, and it shrinks every entry of u "
        "at one rate.",
    )  # fmt: skip
    book.write(
        "euler_epsilon", total(x.h[j] * x.g_h[j]), -2 * x.eps * x.dL_deps, "c_dot", "dL_deps",
        why="Stretch h by a factor and ε by its square, and nothing changes; so, to first order, "
        "what h gains ε loses. Both sides are the share times 𝑎ᵀu.",
    )  # fmt: skip


def _scaling(book: Book) -> None:
    steps = derivation()
    c = steps["c"].rhs.subs(x.mu, steps["mu"].rhs)
    at_scaled = linear(put(c, x.h, lambda n: x.lam * x.h[n]))
    if not same(at_scaled, x.lam * c):
        raise ArithmeticError("the centred column does not scale with h")
    world = {"world": scaled}
    book.write(
        "scaled_c", x.c_scaled[i], x.lam * x.c[i], "mu", "c",
        why="The mean scales with h, so the centred column does too.", **world,
    )  # fmt: skip
    v = swap(linear(put(steps["v"].rhs, x.c, lambda n: x.lam * x.c[n])), steps["v"].rhs, x.v)
    book.write(
        "scaled_v", x.v_scaled, v, "v", "scaled_c",
        why="Squares take the factor twice; the sign is lost here.", **world,
    )  # fmt: skip
    root = powdenest(sqrt(x.lam**2 * x.s**2))
    book.write(
        "scaled_s", x.s_scaled, root, "s", "scaled_v",
        why="Scale ε by the square of the factor as well, and it comes out of the root, without "
        "its sign.", **world,
    )  # fmt: skip
    book.write(
        "scaled_u", x.u_scaled[i], sign(x.lam) * x.u[i], "u", "scaled_c", "scaled_s",
        why="The factor cancels and its sign stays. With ε held instead, u changes: the third "
        "vote's claim C.", **world,
    )  # fmt: skip
    formula = put(steps["g_h_means"].rhs, x.u, lambda n: sign(x.lam) * x.u[n])
    if not same(formula.subs(x.s, root), steps["g_h_means"].rhs / Abs(x.lam)):
        raise ArithmeticError("the gradient does not scale as 1/|λ|")
    book.write(
        "scaled_g_h", x.g_h_scaled[i], x.g_h[i] / Abs(x.lam), "g_h_means", "scaled_u", "scaled_s",
        why="In the bracket u stands twice, so its sign cancels; what is left is the division by "
        "s. A gradient at ten times the input is ten times smaller.", **world,
    )  # fmt: skip


def _length(book: Book) -> None:
    # g_h is (ã − u·mean(a⊙u))/s with ã = a − mean(a)1; only three sums are left over.
    formula = derivation()["g_h_means"].rhs
    a_a, a_1 = total(x.a[j] ** 2), total(x.a[j])
    second = formula.xreplace({j: k})
    square = dotted(expand(at(second, j)), formula.xreplace({j: k}), _known())
    centred = total((x.a[j] - total(x.a[k], k) / d) ** 2)
    excess = (1 + survives) * u_a**2 / d
    spelled = (a_a - a_1**2 / d - excess) / x.s**2
    if expand(together(expand(square - spelled))) != 0:
        raise ArithmeticError("the squared length of the gradient is something else")
    book.write(
        "g_h_length", total(x.g_h[j] ** 2), (centred - excess) / x.s**2,
        "g_h_means", "one_u", "norm_u",
        why="Square and sum; u sums to 0, so only the lengths of the centred 𝑎 and of u and "
        "their product are left.",
        means=1,
    )  # fmt: skip
    book.add(
        "g_h_bound", Le(sqrt(total(x.g_h[j] ** 2)), sqrt(centred) / x.s), "g_h_length",
        why="What was taken off is a square times a positive number. So both corrections only "
        "shorten the gradient, and it is this long exactly if 𝑎 is perpendicular to u.",
        means=1, slack=excess / x.s**2,
    )  # fmt: skip
    book.add(
        "worst_amplification", Le(1 / x.s, 1 / sqrt(x.eps)), "s",
        why="The denominator is never less than the root of ε, so no gradient is stretched "
        "further than this; at the usual ε the limit is about three hundred.",
        slack=x.v / (x.eps * x.s**2), given=(Gt(x.eps, 0),),
    )  # fmt: skip


def _back_and_forgotten(book: Book) -> None:
    s_squared = x.eps / (1 - u_u / d)
    book.write(
        "s_from_u", x.s**2, s_squared, "surviving_share",
        why="The share that survives is ε over s squared, and u alone tells it: solve for s.",
        given=(Gt(x.eps, 0),), means=2,
    )  # fmt: skip
    book.write(
        "c_from_u", x.c[i], x.u[i] * sqrt(x.eps) / sqrt(1 - u_u / d), "s_from_u", "u",
        why="So the whole centred column can be read off from u: with ε > 0 the mean is the only "
        "thing that the forward pass forgets.",
        given=(Gt(x.eps, 0),), means=2,
    )  # fmt: skip
    ratio = sqrt(1 + x.eps / x.v)
    book.write(
        "epsilon_forgotten_outside", x.g_h_forgot[i], ratio * x.g_h[i], "g_h_means", "s",
        why="Forward divides by s, but a backward pass that divides by the root of v makes every "
        "entry too long by the same factor.",
        given=(Gt(x.v, 0),), world=forgetful,
    )  # fmt: skip
    book.write(
        "epsilon_forgotten_error", x.g_h_forgot[i] - x.g_h[i], (ratio - 1) * x.g_h[i],
        "epsilon_forgotten_outside",
        why="The relative error is one number for all entries: half of ε/v where that is small, "
        "and not small at all in a row whose variance is near ε.",
        given=(Gt(x.v, 0),), world=forgetful,
    )  # fmt: skip
