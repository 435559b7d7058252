"""γ and β over a batch: every sample adds its part, and where a mean over the batch belongs."""

from functools import lru_cache

from sympy import Sum, expand

from lnteach.symbolic import letters as x
from lnteach.symbolic.algebra import coefficient, linear, put, total
from lnteach.symbolic.collect import derivation
from lnteach.symbolic.derive import Book
from lnteach.symbolic.letters import B, Expr, i, j, n
from lnteach.symbolic.steps import Derivation
from lnteach.symbolic.worlds import samples


@lru_cache(maxsize=1)
def parameters() -> Derivation:
    r"""Derive the gradients of γ and β for B samples that share them (lecture page 70).

    Returns
    -------
    Derivation
        The loss's change over a batch, g_gamma and g_beta as sums over its samples, and the
        place of 1/B when the loss is a mean.

    Examples
    --------
    >>> print(parameters()["g_gamma_batch"].latex)
    g_\gamma = \sum_{n=1}^{B} {g_z}^{(n)} \odot {u}^{(n)}
    """
    book = Book(samples)
    moved = derivation()["z"].rhs  # γ ⊙ u + β: linear in γ and in β
    dz = moved.xreplace({x.gamma[i]: x.dgamma[i], x.beta[i]: x.dbeta[i], x.u[i]: x.u[n, i]})
    book.write(
        "dz_batch", x.dz[n, i], dz, "z",
        why="Hold h and move the parameters: z is linear in both, and every sample meets the same "
        "dγ and dβ.",
    )  # fmt: skip
    upstream = over_batch(total(x.g_z[n, j] * x.dz[n, j]))
    book.write(
        "dL_batch", x.dL, upstream, "dL_dz",
        why="To first order the loss adds up over everything it depends on: the features of a "
        "sample, and the samples.",
    )  # fmt: skip
    change = put(upstream, x.dz, lambda _, feature: dz.xreplace({i: feature}))
    for name, letter, moving, why in (
        ("g_gamma_batch", x.g_gamma, x.dgamma, "What multiplies entry number i of dγ is a sum over "
         "the samples, because one γ serves them all. It has the shape of γ, not of the batch."),
        ("g_beta_batch", x.g_beta, x.dbeta, "What multiplies dβ is the sum of what arrives; "
         "nothing saved by the forward pass is needed."),
    ):  # fmt: skip
        book.write(name, letter[i], _read(change, moving), "dL_batch", "dz_batch", why=why)
    book.write(
        "mean_loss", x.g_z[n, i], x.g_loss[n, i] / B,
        why="If the loss is the mean of one loss per sample, the 1/B is in what arrives: each "
        "sample's own gradient is divided once, here.",
    )  # fmt: skip
    divided = put(book.rhs("g_gamma_batch"), x.g_z, lambda *at: x.g_loss[at] / B)
    body, *limits = expand(divided).args
    book.write(
        "g_gamma_mean_loss", x.g_gamma[i], Sum(B * body, *limits) / B, "g_gamma_batch", "mean_loss",
        why="So the sum over samples becomes a mean by itself. To divide in the normalization as "
        "well would divide twice.",
    )  # fmt: skip
    return Derivation(book)


def over_batch(body: Expr) -> Expr:
    """Write the sum of `body` over all B samples."""
    return Sum(body, (n, 1, B))


def _read(change: Expr, moving: Expr) -> Expr:
    """Read off what multiplies `moving[i]`, sample by sample."""
    body, features, over = change.args
    return Sum(coefficient(linear(Sum(body, features)), moving), over)
