r"""Print indexed formulas the way the lecture writes them: as columns.

An indexed SymPy expression says everything, but a lecture writes $c^\top dh$ for a sum of
products and $\mathbf{1}\,d\mu$ for a scalar that stands in every row. This module turns the one
into the other; no formula of the derivation is typed as LaTeX by hand.
"""

from collections.abc import Mapping

from sympy import Abs, Add, Indexed, Mul, Pow, Rational, Sum, Symbol, sign
from sympy.printing.latex import LatexPrinter

from lnteach.symbolic.letters import LATEX, ORDER, B, Expr, alpha, d, eps, g_h, i, lam, n, v, var_a

ONE = r"\mathbf{1}"
FRONT = {alpha, lam, var_a}  # factors that stand before the columns
RANK = {letter: rank for rank, letter in enumerate(ORDER)}


def index_latex(expr: Expr) -> str:
    r"""Print a formula with its indices, by SymPy's own printer.

    Examples
    --------
    >>> from lnteach.symbolic.letters import c, d, dh, i, j
    >>> from sympy import Sum
    >>> print(index_latex(Sum(c[j] * dh[j], (j, 1, d)) / d))
    \frac{\sum_{j=1}^{d} {c}_{j} {dh}_{j}}{d}
    """
    names = {symbol: LATEX.get(symbol.name, symbol.name) for symbol in expr.atoms(Symbol)}
    return str(_IndexPrinter({"symbol_names": names}).doprint(expr))


class _IndexPrinter(LatexPrinter):  # type: ignore[misc]
    """SymPy's printer, with the terms of a sum in the lecture's order."""

    def _as_ordered_terms(self, expr: Expr, order: object = None) -> list[Expr]:
        return order_terms(expr)


def order_terms(expr: Expr) -> list[Expr]:
    """List the terms of a sum as the lecture writes them: positive first, then by letters.

    A number stays with d: d − 2 counts directions.
    """
    terms = Add.make_args(expr)
    return sorted(
        terms, key=lambda x: (False, [-1]) if x.is_number and d in terms else _term_rank(x)
    )


def column_latex(
    expr: Expr, *, column: bool, means: int = 0, marks: Mapping[Expr, str] | None = None
) -> str:
    r"""Print a formula as the lecture does, without indices.

    Parameters
    ----------
    expr
        An expression in the course's letters, with free index i if it is a column.
    column
        Whether the value is a column: a term without an index then stands in every row.
    means
        Print a sum over d as a mean: 0 never, 1 for a single column, 2 for a product as well.
    marks
        KaTeX classes for terms, wrapped around them without their sign.

    Examples
    --------
    >>> from lnteach.symbolic.letters import c, d, dh, dmu, i, j
    >>> from sympy import Sum
    >>> print(column_latex(2 * Sum(c[j] * dh[j], (j, 1, d)) / d, column=False))
    \frac{2}{d}\,c^\top dh
    >>> print(column_latex(dh[i] - dmu, column=True))
    dh - \mathbf{1}\,d\mu
    """
    return _Column(means, marks or {}).sum(expr, i if column and expr != 0 else None)


def _letters(term: Expr) -> list[int]:
    names = [x.base.label.name if isinstance(x, Indexed) else x.name for x in _leaves(term)]
    return sorted(RANK[name] for name in names if name in RANK)


def _leaves(term: Expr) -> list[Expr]:
    if isinstance(term, Indexed | Symbol):
        return [term]
    inside = term.args[:1] if isinstance(term, Sum) else term.args
    return [leaf for arg in inside for leaf in _leaves(arg)]


def _term_rank(term: Expr) -> tuple[bool, list[int]]:
    return bool(term.could_extract_minus_sign()), _letters(term)


def fraction(expr: Expr) -> tuple[list[Expr], list[Expr]]:
    """List the factors above and below the bar of a product."""
    number, rest = expr.as_coeff_Mul()
    above = [Rational(number.p)] if number.p != 1 else []
    below = [Rational(number.q)] if number.q != 1 else []
    for factor in Mul.make_args(rest):
        base, power = factor.as_base_exp()
        if factor != 1:
            (below if power.is_negative else above).append(Pow(base, abs(power)))
    return above, below


def factor_rank(factor: Expr) -> tuple[bool, bool, bool, list[int]]:
    """Order the factors of a product: numbers, d, brackets, letters."""
    first = factor == d or factor in FRONT
    return not factor.is_number, not first, not factor.is_Add, _letters(factor)


def _name(letter: Expr) -> str:
    name: str = letter.base.label.name if isinstance(letter, Indexed) else letter.name
    text = LATEX.get(name, name)
    sample = isinstance(letter, Indexed) and n in letter.indices
    return rf"{{{text}}}^{{({n})}}" if sample else text


def _take_surviving(above: list[Expr], below: list[Expr]) -> str:
    """Take ε/(v + ε), the share that survives along u, out of a product, as its own fraction."""
    if eps not in above or eps + v not in below:
        return ""
    above.remove(eps)
    below.remove(eps + v)
    return rf"\frac{{{LATEX['eps']}}}{{v + {LATEX['eps']}}}"


class _Column:
    """One pass over an expression; `index` is the index that runs down the column, if any."""

    def __init__(self, means: int, marks: Mapping[Expr, str]) -> None:
        self.means, self.marks = means, marks

    def sum(self, expr: Expr, index: Expr | None) -> str:
        """Print signed terms: positive ones first, then in the lecture's order of letters."""
        text = ""
        for term in order_terms(expr):
            negative = term.could_extract_minus_sign()
            printed = self.term(-term if negative else term, index)
            if term in self.marks:
                printed = rf"\htmlClass{{{self.marks[term]}}}{{{printed}}}"
            plus = " + " if text else ""
            text += (" - " if text else "-") + printed if negative else plus + printed
        return text

    def term(self, term: Expr, index: Expr | None) -> str:
        """Print one product or quotient without its sign."""
        number, rest = term.as_coeff_Mul()
        above: list[Expr] = []
        below: list[Expr] = []
        for factor in Mul.make_args(rest):
            if factor == 1:
                continue
            base, power = factor.as_base_exp()
            (below if power.is_negative else above).append(Pow(base, abs(power)))
        survives = _take_surviving(above, below)
        if survives:
            rest = number * Mul(*above) / Mul(*below)
            return survives if rest == 1 else rf"{survives}\,{self.term(rest, index)}"
        mean = self._take_mean(above, below)
        top = self._product(above, mean, index, number.p)
        bottom = self._denominator(below, number.q)
        sum_only = len(above) == 1 and isinstance(above[0], Sum) and not mean
        if not bottom:
            return top
        if sum_only and (index is None or index in above[0].free_symbols) and set(below) <= {d, B}:
            # A number over d stands before the product of two columns.
            return rf"\frac{{{number.p}}}{{{bottom}}}\,{self.inner(above[0])}"
        columns = [x for x in above if index in x.free_symbols]
        scalars = [x for x in above if isinstance(x, Symbol) and x not in FRONT]
        if index is not None and number.p == 1 and len(scalars) == 1 and not mean:
            # A column stands before the ratio of two scalars.
            stem = ONE if above == scalars else self._factor(columns[0], index, alone=False)
            if len(above) == len(scalars) + len(columns) and len(columns) <= 1:
                return rf"{stem}\,\frac{{{_name(scalars[0])}}}{{{bottom}}}"
        return rf"\frac{{{top}}}{{{bottom}}}"

    def _take_mean(self, above: list[Expr], below: list[Expr]) -> str:
        if d not in below:
            return ""
        for factor in [x for x in above if isinstance(x, Sum)]:
            body, (index, *_) = factor.args
            parts = self._parts(body)
            if len(parts) <= self.means:
                above.remove(factor)
                below.remove(d)
                inside = r" \odot ".join(self._factor(x, index, alone=True) for x in parts)
                return rf"\operatorname{{mean}}({inside})"
        return ""

    def _product(self, above: list[Expr], mean: str, index: Expr | None, number: int) -> str:
        ordered = sorted(above, key=lambda x: (x.is_Add, _letters(x)))
        inner = [x for x in ordered if isinstance(x, Sum) and index not in x.free_symbols]
        columns = [x for x in ordered if x not in inner and index in x.free_symbols]
        scalars = [x for x in ordered if x not in inner and x not in columns]
        alone = len(above) == 1 and not mean and number == 1
        lone_sum = alone and not (index is not None and not columns)
        sums = "".join(self.inner(x) if lone_sum else f"({self.inner(x)})" for x in inner)
        front = [x for x in scalars if x.free_symbols & FRONT]
        pieces = [self._scalars(front, alone), sums, self._columns(columns, index, alone), mean]
        if index is not None and not columns:
            pieces.append(ONE)
        pieces.append(self._scalars([x for x in scalars if x not in front], alone))
        text = r"\,".join(piece for piece in pieces if piece)
        return text if number == 1 and text else f"{number}{text}"

    def _columns(self, columns: list[Expr], index: Expr | None, alone: bool) -> str:
        return r" \odot ".join(self._factor(x, index, alone) for x in columns)

    def _scalars(self, scalars: list[Expr], alone: bool) -> str:
        # d times a letter takes a dot, so that it cannot be read as that letter's differential.
        front = [x for x in scalars if x == d]
        rest = r"\,".join(self._factor(x, None, alone) for x in scalars if x != d)
        return r"d \cdot " + rest if front and rest else ("d" if front else rest)

    def _denominator(self, below: list[Expr], number: int) -> str:
        ordered = sorted(below, key=lambda x: (x != d, _letters(x)))
        alone = len(below) == 1 and number == 1
        text = r"\,".join(self._factor(x, None, alone) for x in ordered)
        return text if number == 1 else f"{number}{text}"

    def _factor(self, x: Expr, index: Expr | None, alone: bool) -> str:
        if isinstance(x, Indexed | Symbol):
            return _name(x)
        if isinstance(x, Sum) and x.limits[-1][2] != d:  # a sum over samples is a column
            return self.inner(x)
        if isinstance(x, Add):
            text = self.sum(x, index if index in x.free_symbols else None)
            return text if alone else f"({text})"
        if isinstance(x, Pow) and x.exp == Rational(1, 2):
            if isinstance(x.base, Sum) and x.base.function.as_base_exp()[1] == 2:
                return self._norm(x.base.function.as_base_exp()[0], x.base.variables[0])
            return rf"\sqrt{{{self.sum(x.base, None)}}}"
        if isinstance(x, Pow) and isinstance(x.base, Sum) and x.exp.is_integer:
            return f"({self.inner(x.base)})^{{{x.exp}}}"
        if isinstance(x, Abs):
            return rf"\lvert {self.sum(x.args[0], None)} \rvert"
        if isinstance(x, sign):
            return rf"\operatorname{{sign}}({self.sum(x.args[0], None)})"
        if isinstance(x, Pow):
            return f"{self._factor(x.base, index, alone=False)}^{{{x.exp}}}"
        raise TypeError(f"no column form for {x!r}: split its sums first, as `linear` does")

    def _norm(self, root: Expr, index: Expr) -> str:
        return rf"\lVert {self.sum(root, index)} \rVert"

    def _parts(self, body: Expr) -> list[Expr]:
        parts: list[Expr] = []
        for factor in Mul.make_args(body):
            base, power = factor.as_base_exp()
            parts += [base] * int(power)
        return sorted(parts, key=_letters)

    def inner(self, expr: Expr) -> str:
        r"""Print a sum over the features as a row times a column, $x^\top y$."""
        body, *inside, (index, _, size) = expr.args
        if size != d:
            body = Sum(body, *inside) if inside else body
            each = self.sum(body, i if i in body.free_symbols else None)
            return rf"\sum_{{{index}=1}}^{{{size}}} {each}"
        root, power = body.as_base_exp()
        if power == 2 and (isinstance(root, Add) or root == g_h[index]):
            return rf"{self._norm(root, index)}^{{2}}"
        parts = [self._factor(x, index, alone=False) for x in self._parts(body)]
        row = r" \odot ".join(parts[:-1]) or ONE
        row = f"({row})" if len(parts) > 2 else f"{{{row}}}" if "}^{(" in row else row
        return rf"{row}^\top {parts[-1]}"
