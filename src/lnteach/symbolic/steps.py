"""A step of the derivation: a statement, how it is written, why it holds, and its check."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from sympy import (
    Add,
    Eq,
    Gt,
    Integer,
    Le,
    MatrixBase,
    MatrixExpr,
    Ne,
    Pow,
    Rational,
    Trace,
    cancel,
    expand,
    sqrt,
)

from lnteach.symbolic.entry_printing import entry_latex
from lnteach.symbolic.explicit import Values, evaluate, loosened, meaning
from lnteach.symbolic.letters import SIZE, Expr, d, eps, i, s
from lnteach.symbolic.matrix_printing import matrix_latex
from lnteach.symbolic.printing import column_latex, index_latex

CLASSES = ("ln-direct", "ln-mean", "ln-variance")
RELATIONS = {Eq: "=", Ne: r"\neq", Gt: ">", Le: r"\le"}

World = Callable[[int], Values | tuple[Values, ...]]
"""What the letters mean for an explicit d; several meanings if a statement covers several cases."""


@dataclass(frozen=True)
class Step:
    """One statement of a derivation, as a SymPy object for a symbolic number of features d.

    Attributes
    ----------
    name
        What the step is called, e.g. ``"dv"``.
    statement
        The equation, a ``sympy.Eq`` with indexed columns and free index i, or between matrices;
        or an inequality of nonnegative numbers, a ``sympy.Le``.
    reason
        Why the step is allowed, in a sentence or two of plain text.
    uses
        The names of the earlier steps it rests on.
    means
        How many columns a printed mean may hold (see `column_latex`).
    loose
        Letters (of μ and c) whose meaning the step does not need; it is checked without.
    routes
        The direct, mean and variance terms as they stand in the right-hand side, if it has them.
    given
        The conditions it needs, as relations; they are printed, and the check relies on them.
    world
        What its letters mean for an explicit d, worked out without the derivation.
    entries
        Whether it is about entries, and is to be printed with its indices.
    slack
        For an inequality: what the square of the right side has over that of the left.
    """

    name: str
    statement: Expr
    reason: str
    uses: tuple[str, ...] = ()
    means: int = 0
    loose: tuple[str, ...] = ()
    routes: tuple[Expr, ...] = ()
    given: tuple[Expr, ...] = ()
    world: World = meaning
    entries: bool = False
    slack: Expr = None

    @property
    def lhs(self) -> Expr:
        """The left-hand side."""
        return self.statement.lhs

    @property
    def rhs(self) -> Expr:
        """The right-hand side, which is what was derived."""
        return self.statement.rhs

    @property
    def latex(self) -> str:
        r"""The statement as the lecture writes it, with its conditions (no macro but \mathbf)."""
        return self._relation(self.statement) + self._conditions()

    @property
    def latex_marked(self) -> str:
        r"""The same with KaTeX classes on the three routes and on their total."""
        if not self.routes:
            return self.latex
        marks = dict(zip(self.routes, CLASSES, strict=True))
        total = rf"\htmlClass{{ln-total}}{{{self._print(self.lhs)}}}"
        return f"{total} = {self._print(self.rhs, marks)}" + self._conditions()

    @property
    def index_latex(self) -> str:
        """The equation with its indices, printed by SymPy."""
        return index_latex(self.statement)

    @property
    def sizes(self) -> tuple[int, ...]:
        """The numbers of features it is checked for unless told: 2 and 3, or what is given."""
        for each in self.given:
            if each.lhs == d:
                size = int(each.rhs)
                return (size,) if isinstance(each, Eq) else (size + 1, size + 2)
        return 2, 3

    def difference(self, d: int) -> tuple[Expr, ...]:
        """Return left minus right for an explicit d, entry by entry: zeros if the step holds.

        The letters mean what direct differentiation of the definitions says (`explicit`), so a
        changed sign leaves something over, in the symbols h_1 … h_d, dh_1 … dh_d and s. The
        equations among the conditions are checked along with the statement.
        """
        return tuple(self._tidy(gap, values) for gap, values in self._gaps(d))

    def prove(self, d: int) -> bool:
        """Say whether the step holds for this d, as an identity in all its symbols."""
        return not any(
            _far_from_zero(gap, values["v"] if self._at_no_eps else None)
            or self._tidy(gap, values) != 0
            for gap, values in self._gaps(d)
        )

    def holds(self, sizes: Sequence[int] | None = None) -> bool:
        """Say whether the step holds for each of these numbers of features (default `sizes`)."""
        return all(self.prove(d) for d in (self.sizes if sizes is None else sizes))

    @property
    def _at_no_eps(self) -> bool:
        return any(each == Eq(eps, 0) for each in self.given)

    def _tidy(self, gap: Expr, values: Values) -> Expr:
        return _on_the_cone(gap, values["v"]) if self._at_no_eps else _tidy(gap)

    def _gaps(self, d: int) -> Iterator[tuple[Expr, Values]]:
        """Evaluate the statement and the conditions in each world: left minus right, untidied."""
        found = loosened(d, self.loose) if self.loose else self.world(d)
        conditions = [each for each in self.given if isinstance(each, Eq)]
        for values in found if isinstance(found, tuple) else (found,):
            for each in (self.statement, *conditions):
                for at in self._places(each, values):
                    yield from ((gap, values) for gap in self._gap(each, values, at))

    def _places(self, statement: Expr, values: Values) -> Iterator[dict[Expr, int]]:
        symbols = statement.free_symbols
        free = [index for index in SIZE if index in symbols]
        apart = [each.args for each in self.given if isinstance(each, Ne)]
        for place in product(*(range(int(values[SIZE[index].name])) for index in free)):
            at = dict(zip(free, place, strict=True))
            if not any(at.get(p) == at.get(q) for p, q in apart):
                yield at

    def _gap(self, statement: Expr, values: Values, at: Mapping[Expr, int]) -> Sequence[Expr]:
        left, right = statement.args
        if isinstance(statement, Le):
            left, right = left**2 + self.slack, right**2
        left, right = (evaluate(side, values, at) for side in (left, right))
        gap = left - right
        return tuple(gap) if isinstance(gap, MatrixBase) else (gap,)

    def _conditions(self) -> str:
        return "".join(rf",\quad {self._relation(each)}" for each in self.given)

    def _relation(self, each: Expr) -> str:
        sign = next(text for kind, text in RELATIONS.items() if isinstance(each, kind))
        column = i in each.free_symbols
        left, right = (self._print(side, column=column) for side in each.args)
        return f"{left} {sign} {right}"

    def _print(
        self, expr: Expr, marks: Mapping[Expr, str] | None = None, column: bool | None = None
    ) -> str:
        if expr.has(MatrixExpr, MatrixBase, Trace):
            return matrix_latex(expr, means=self.means)
        if self.entries:
            return entry_latex(expr)
        column = i in self.statement.free_symbols if column is None else column
        return column_latex(expr, column=column, means=self.means, marks=marks)

    def _repr_latex_(self) -> str:
        return rf"$\displaystyle {self.latex}$"


def _far_from_zero(gap: Expr, v: Expr = None) -> bool:
    """Say whether some numbers show already that a gap is not 0; they never show that it is.

    Where ε is 0, `v` is the variance, and s its root.
    """
    symbols = sorted(gap.free_symbols | getattr(v, "free_symbols", set()), key=str)
    numbers = {symbol: Rational(n * n + 13, 5 * n + 7) for n, symbol in enumerate(symbols)}
    if v is not None:
        numbers[s] = sqrt(v.xreplace(numbers))
    return bool(abs(complex(gap.xreplace(numbers))) > 1e-6)


def _tidy(gap: Expr) -> Expr:
    """Expand; where that leaves something, simplify what stands under roots and fractions too."""
    first = expand(gap)
    if not any(map(_tall, first.atoms(Pow))):
        return first
    return expand(cancel(first.replace(_tall, lambda x: cancel(x.base) ** x.exp)))


def _tall(x: Expr) -> bool:
    """Say whether a sum stands under a fraction bar or a root."""
    sum_inside = isinstance(x, Pow) and isinstance(x.base, Add)
    return sum_inside and not (x.exp.is_integer and x.exp.is_positive)


def _on_the_cone(gap: Expr, v: Expr) -> Expr:
    """Expand where ε is 0, that is, where s² is the variance.

    ε is traded for s² − v, so a gap is a polynomial over a power of s; with s² = v both its
    even and its odd part have to vanish.
    """
    powers: dict[int, Expr] = defaultdict(lambda: Integer(0))
    for term in Add.make_args(expand(gap)):
        rest, power = term.as_coeff_exponent(s)
        powers[int(power)] += rest
    lowest = min(powers) // 2
    halves: dict[int, Expr] = defaultdict(lambda: Integer(0))
    for power, rest in powers.items():
        halves[power % 2] += rest * v ** (power // 2 - lowest)
    return expand(halves[0]) + expand(halves[1]) * s


class Derivation(Mapping[str, Step]):
    """The steps in order, by name: ``derivation()["dv"]``."""

    def __init__(self, steps: Mapping[str, Step]) -> None:
        self._steps = dict(steps)

    def __getitem__(self, name: str) -> Step:
        if name not in self._steps:
            raise KeyError(f"no step {name!r}; the steps are {', '.join(self._steps)}")
        return self._steps[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._steps)

    def __len__(self) -> int:
        return len(self._steps)

    def __repr__(self) -> str:
        return f"<Derivation: {', '.join(self._steps)}>"

    def holds(self, sizes: Sequence[int] | None = None) -> bool:
        """Say whether every step holds for each of these numbers of features."""
        return all(step.holds(sizes) for step in self.values())
