"""The derivation, second half: collect the loss's change in dh and read off the gradients."""

from functools import lru_cache, partial

from sympy import expand

from lnteach.symbolic import letters as x
from lnteach.symbolic.algebra import at, coefficient, differential, linear, put, same, swap, total
from lnteach.symbolic.derive import Book, define, differentiate
from lnteach.symbolic.letters import Expr, i, j, k
from lnteach.symbolic.steps import Derivation


@lru_cache(maxsize=1)
def derivation() -> Derivation:
    r"""Derive the backward pass of layer normalization for a symbolic number of features.

    Returns
    -------
    Derivation
        The steps by name, in the lecture's order (pages 63-70): the definitions, the
        differentials, the three routes, dL collected in dh, and g_h, g_gamma, g_beta.

    Examples
    --------
    >>> steps = derivation()
    >>> print(steps["dv"].latex)
    dv = \frac{2}{d}\,c^\top dh
    >>> steps["dv"].rhs
    2*Sum(c[j]*dh[j], (j, 1, d))/d
    >>> steps["dv"].holds()
    True
    """
    book = Book()
    define(book)
    differentiate(book)
    _loss(book)
    _gradient(book)
    _gradient_routes(book)
    _parameters(book)
    return Derivation(book)


def _loss(book: Book) -> None:
    book.write(
        "a", x.a[i], x.g_z[i] * x.gamma[i], "z",
        why="What arrives at u: each upstream entry passes the scale of its own feature.",
    )  # fmt: skip
    book.write(
        "dz", x.dz[i], differential(book.rhs("z"), [x.u]), "z", "du",
        why="Only u depends on h; γ and β are held while h moves.",
    )  # fmt: skip
    dz, upstream = book.rhs("dz"), total(x.g_z[j] * x.dz[j])
    book.write(
        "dL_dz", x.dL, upstream,
        why="This is what the upstream gradient means: to first order, the loss changes by the "
        "inner product of g_z with the change of z.",
    )  # fmt: skip
    arriving = put(upstream, x.dz, partial(at, dz))
    book.write(
        "dL", x.dL, swap(arriving, at(book.rhs("a"), j), x.a[j]), "dL_dz", "dz", "a",
        why="Regroup each term: γ may stand with g_z as well as with du, and their product has "
        "the letter 𝑎.",
    )  # fmt: skip


def _gradient(book: Book) -> None:
    du, dc, dmu = book.rhs("du"), book.rhs("dc"), book.rhs("dmu")
    in_ds = linear(put(book.rhs("dL"), x.du, partial(at, du)))
    book.write(
        "dL_ds", x.dL, in_ds, "dL", "du",
        why="Put du in and split the sum. The scalars s and ds are shared by all d terms, so "
        "they come out; SymPy has to be told so.",
    )  # fmt: skip
    a_dc = total(x.a[j] * x.dc[j])
    numerator = linear(put(a_dc, x.dc, partial(at, swap(dc, x.dmu, _k(dmu)))))
    bracket = coefficient(numerator, x.dh)
    gathered = total(at(_k(bracket), j) * x.dh[j])
    if not same(gathered, numerator):
        raise ArithmeticError("the change of the numerator is not linear in dh")
    ds = swap(book.rhs("ds"), x.dv, book.rhs("dv"))
    book.write(
        "dL_dh", x.dL, swap(swap(in_ds, a_dc, gathered), x.ds, ds),
        "dL_ds", "dc", "dmu", "ds", "dv",
        why="Write every change through dh. The sum of 𝑎 times dμ is the mean of 𝑎 times the sum "
        "of dh, so it joins the first product; here two sums are regrouped into one, and SymPy "
        "checks our regrouping instead of finding it.",
        means=1,
    )  # fmt: skip
    g_h = coefficient(book.rhs("dL_dh"), x.dh).xreplace({k: j})
    direct_and_mean = (x.a[i], bracket - x.a[i])
    book.write(
        "g_h", x.g_h[i], g_h, "dL_dh",
        why="dh is arbitrary, so what multiplies its entry number i is the gradient's entry "
        "number i. SymPy offers two cases, i between 1 and d or not; we take the first.",
        means=1, routes=(*direct_and_mean, g_h - bracket / x.s),
    )  # fmt: skip
    in_u = linear(put(g_h, x.c, lambda n: x.s * x.u[n]))
    in_means = expand(x.s * in_u) / x.s
    book.write(
        "g_h_means", x.g_h[i], in_means, "g_h", "u",
        why="Put s times u for c: two of the three powers of s cancel, and one division by s "
        "is left for the whole bracket.",
        means=2, routes=(*direct_and_mean, in_means * x.s - bracket),
    )  # fmt: skip


def _gradient_routes(book: Book) -> None:
    reasons = {
        "direct": "The direct route carries 𝑎 straight back, divided by s.",
        "mean": "The mean route hands every feature the same share, so it takes the mean of 𝑎 "
        "off every entry.",
        "variance": "The variance route sends back a multiple of the centred column, one scalar "
        "for all features.",
    }
    ds, dmu = swap(book.rhs("ds"), x.dv, book.rhs("dv")), book.rhs("dmu")
    for route, why in reasons.items():
        moved = book.rhs(f"du_{route}").subs({x.ds: _k(ds), x.dmu: _k(dmu)})
        change = linear(total(x.a[j] * at(moved, j)))
        letter = {"direct": x.g_h_direct, "mean": x.g_h_mean, "variance": x.g_h_variance}[route]
        book.write(
            f"g_h_{route}", letter[i], coefficient(change, x.dh), f"du_{route}", "dL", "dmu", "dv",
            why=why + " It is the coefficient of dh in the inner product of 𝑎 with this part "
            "of du.",
            means=1,
        )  # fmt: skip


def _parameters(book: Book) -> None:
    for parameter, change, letter, why in (
        (x.gamma, x.dgamma, x.g_gamma, "Hold h and β and move γ: z moves by u in each feature."),
        (x.beta, x.dbeta, x.g_beta, "Hold h and γ and move β: z moves along, one to one."),
    ):
        dL = put(book.rhs("dL_dz"), x.dz, partial(at, differential(book.rhs("z"), [parameter])))
        book.write(
            str(letter.label), letter[i], coefficient(dL, change), "z", "dL_dz",
            why=why + " The entry of the gradient is what multiplies that move; a batch adds "
            "these columns over its samples.",
        )  # fmt: skip


def _k(formula: Expr) -> Expr:
    """Sum over k instead of j, so that the formula may stand inside a sum over j."""
    return formula.xreplace({j: k})
