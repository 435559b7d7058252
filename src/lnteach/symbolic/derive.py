"""The derivation, first half: from the definitions to du, along the line h + t·dh."""

from functools import partial
from typing import Any

from sympy import Eq, sqrt

from lnteach.symbolic import letters as x
from lnteach.symbolic.algebra import at, differential, linear, put, swap, total
from lnteach.symbolic.explicit import meaning
from lnteach.symbolic.letters import Expr, d, i, j
from lnteach.symbolic.steps import Step, World


class Book(dict[str, Step]):
    """The steps written so far, in order; `world` says what their letters mean."""

    def __init__(self, world: World = meaning) -> None:
        super().__init__()
        self.world = world

    def write(self, name: str, lhs: Expr, rhs: Expr, *uses: str, why: str, **details: Any) -> None:
        """Add a step; `details` are the other fields of `Step`."""
        statement = Eq(lhs, rhs, evaluate=False)
        self.add(name, statement, *uses, why=why, **details)

    def add(self, name: str, statement: Expr, *uses: str, why: str, **details: Any) -> None:
        """Add a step that need not be an equation."""
        details.setdefault("world", self.world)
        self[name] = Step(name, statement, why, uses, **details)

    def rhs(self, name: str) -> Expr:
        """Look up what an earlier step found."""
        return self[name].rhs


def define(book: Book) -> None:
    """Write the forward pass in the lecture's letters (pages 63 and 66)."""
    book.write(
        "mu", x.mu, total(x.h[j]) / d,
        why="The mean of the features: one scalar, and every feature has a share of 1/d in it.",
    )  # fmt: skip
    book.write(
        "c", x.c[i], x.h[i] - x.mu, "mu",
        why="Centering takes the same scalar off every feature.",
    )  # fmt: skip
    book.write(
        "v", x.v, total(x.c[j] ** 2) / d, "c",
        why="The variance is the mean of the squared centred features; it divides by d, not d − 1.",
    )  # fmt: skip
    book.write(
        "s", x.s, sqrt(x.v + x.eps), "v",
        why="Positive unless h is constant and ε is 0, so we may divide by s and differentiate it.",
    )  # fmt: skip
    book.write(
        "u", x.u[i], x.c[i] / x.s, "c", "s",
        why="Each feature has a numerator of its own; the denominator is one for all of them.",
    )  # fmt: skip
    book.write(
        "z", x.z[i], x.gamma[i] * x.u[i] + x.beta[i], "u",
        why="The learned scale and shift act feature by feature, so they couple nothing.",
    )  # fmt: skip


def differentiate(book: Book) -> None:
    """Differentiate each definition along h + t·dh (pages 64, 66 and 67)."""
    book.write(
        "dmu", x.dmu, differential(book.rhs("mu")), "mu",
        why="The mean is linear in h: on the line from h towards dh it moves by the mean of dh. "
        "SymPy differentiates under the sum sign, because the number of terms does not depend "
        "on t.",
    )  # fmt: skip
    book.write(
        "dc", x.dc[i], differential(book.rhs("c")), "c", "dmu",
        why="A difference moves by the difference of the moves. We let μ keep its letter and move "
        "it by dμ; SymPy would otherwise spell the whole sum out in every row.",
    )  # fmt: skip
    _sum_of_c(book)
    _variance(book)
    book.write(
        "ds", x.ds, swap(differential(book.rhs("s")), book.rhs("s"), x.s), "s", "dv",
        why="The chain rule for a square root; ε stands still. SymPy returns the root written "
        "out, and we put its letter s back.",
    )  # fmt: skip
    book.write(
        "du", x.du[i], differential(book.rhs("u")), "u", "dc", "ds",
        why="The quotient rule, row by row: the numerator moves by dc, the denominator by ds. "
        "Both c and s are at hand from the forward pass.",
    )  # fmt: skip
    _routes(book)


def _sum_of_c(book: Book) -> None:
    c = book.rhs("c")
    opened = linear(put(total(x.c[j]), x.c, partial(at, c)))
    book.write(
        "sum_c_open", total(x.c[j]), opened, "c",
        why="Put h − μ back for c and sum the two parts apart: the same μ is taken off d times. "
        "SymPy does not split a sum of d terms unasked, so we do it for it.",
        loose=("mu",),
    )  # fmt: skip
    book.write(
        "sum_c", total(x.c[j]), swap(opened, x.mu, book.rhs("mu")), "sum_c_open", "mu",
        why="d times the mean is the sum of the features, so nothing is left: deviations from "
        "a mean cancel exactly, whatever h is.",
    )  # fmt: skip


def _variance(book: Book) -> None:
    book.write(
        "dv_raw", x.dv, differential(book.rhs("v")), "v", "dc",
        why="A square moves by twice itself times its change, in every term of the sum. SymPy "
        "leaves the 2 inside the sum; we take it out in front.",
    )  # fmt: skip
    dc, c_dc = book.rhs("dc"), total(x.c[j] * x.dc[j])
    split = linear(put(c_dc, x.dc, partial(at, dc)))
    book.write(
        "c_dc", c_dc, split, "dc",
        why="Put dh − dμ back for dc and split the sum. The scalar dμ is the same in all d terms, "
        "so it comes out; SymPy has to be told so.",
        loose=("c",),
    )  # fmt: skip
    inner = swap(split, *book["sum_c"].statement.args)
    book.write(
        "dv", x.dv, swap(book.rhs("dv_raw"), c_dc, inner), "dv_raw", "c_dc", "sum_c",
        why="The centred column sums to 0, so dμ drops out and dh may stand where dc stood. "
        "SymPy cannot see that from the letter c alone: we hand it the step that proved it.",
    )  # fmt: skip


def _routes(book: Book) -> None:
    c = book.rhs("c")
    opened = put(book.rhs("u"), x.c, partial(at, c))  # (h − μ)/s: the three places of h
    book.write(
        "du_direct", x.du_direct[i], differential(opened, [x.h]), "c", "u",
        why="Only the feature in the numerator moves; the mean and the denominator are held.",
    )  # fmt: skip
    book.write(
        "du_mean", x.du_mean[i], differential(opened, [x.mu]), "c", "u", "dmu",
        why="Only the mean in the numerator moves, and it takes every feature the same way.",
    )  # fmt: skip
    book.write(
        "du_variance", x.du_variance[i],
        swap(differential(opened, [x.s]), at(c, i), x.c[i]), "c", "u", "ds",
        why="Only the denominator moves, and it stretches the centred column as a whole. We put "
        "the letter c back for h − μ.",
    )  # fmt: skip
    parts = tuple(book.rhs(f"du_{route}") for route in ("direct", "mean", "variance"))
    book.write(
        "du_routes", x.du[i], sum(parts), "du_direct", "du_mean", "du_variance",
        why="To first order the routes add up: h stands in u at three places, and each is moved "
        "with the other two held.",
        routes=parts,
    )  # fmt: skip
