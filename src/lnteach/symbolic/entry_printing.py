r"""Print a formula about entries, with its indices: $J_{ij} = -\frac{1 + u_i u_j}{d\,s}$."""

from sympy import Integer, Mul, Sum, Symbol
from sympy.printing.latex import LatexPrinter
from sympy.printing.precedence import PRECEDENCE, precedence_traditional

from lnteach.symbolic.letters import LATEX, Expr
from lnteach.symbolic.printing import factor_rank, fraction, order_terms


def entry_latex(expr: Expr) -> str:
    r"""Print a formula entry by entry; a sum over an index divided by its size is a mean.

    Examples
    --------
    >>> from sympy import Sum
    >>> from lnteach.symbolic.letters import a, d, g_h, i, j, s, u
    >>> print(entry_latex(g_h[i]), entry_latex((a[i] - Sum(a[j], (j, 1, d)) / d) / s))
    (g_h)_{i} \frac{1}{s}\left(a_{i} - \operatorname{mean}_{j} a_{j}\right)
    """
    names = {symbol: LATEX.get(symbol.name, symbol.name) for symbol in expr.atoms(Symbol)}
    settings = {"symbol_names": names, "order": "none", "fold_short_frac": False}
    return str(_EntryPrinter(settings).doprint(expr))


class _EntryPrinter(LatexPrinter):  # type: ignore[misc]
    """SymPy's printer with the course's order of terms, bare entries and means."""

    def _as_ordered_terms(self, expr: Expr, order: object = None) -> list[Expr]:
        return order_terms(expr)

    def _print_Indexed(self, expr: Expr) -> str:
        name = expr.base.label.name
        text = LATEX.get(name, name)
        text = text if text.lstrip("\\").isalpha() else f"({text})"
        return rf"{text}_{{{''.join(self._print(index) for index in expr.indices)}}}"

    def _print_KroneckerDelta(self, expr: Expr, exp: object = None) -> str:
        return rf"\delta_{{{''.join(self._print(index) for index in expr.args)}}}"

    def _print_Mul(self, expr: Expr) -> str:
        sums = [x for x in expr.args if isinstance(x, Sum)]
        means = [x for x in sums if not (expr * Mul(*_sizes(x))).has(*(1 / p for p in _sizes(x)))]
        means = [x for x in means if all(1 / p in expr.args for p in _sizes(x))]
        if not means:
            return self._plain_product(expr)
        first = means[0]
        rest = expr / first * Mul(*_sizes(first))
        negative = rest.could_extract_minus_sign()
        rest = -rest if negative else rest
        text = self._mean(first)
        if rest != 1:
            front = self._print(rest)
            text = (rf"\left({front}\right)" if rest.is_Add else front) + rf"\, {text}"
        return f"- {text}" if negative else text

    def _plain_product(self, expr: Expr) -> str:
        """Print a product or a quotient, its letters in the course's order."""
        if expr.could_extract_minus_sign():
            return f"- {self._print(-expr)}"
        above, below = fraction(expr)
        long = [x for x in above if x.is_Add and (x.has(Sum) or len(above) > 1)]
        if len(long) == 1 and below:  # a long bracket stands behind the fraction
            rest = expr / long[0]
            return rf"{self._print(rest)}\left({self._print(long[0])}\right)"
        bottom = self._factors(below)
        top = self._factors(above) or "1"
        return rf"\frac{{{top}}}{{{bottom}}}" if bottom else top

    def _factors(self, factors: list[Expr]) -> str:
        ordered = sorted(factors, key=factor_rank)
        if len(ordered) == 1:
            return str(self._print(ordered[0]))
        text = ""
        for factor in ordered:
            printed = self._print(factor)
            joint = r"\," if text and not text.endswith(r"\right)") else ""
            text += rf"\left({printed}\right)" if factor.is_Add else joint + printed
        return text

    def _print_Sum(self, expr: Expr) -> str:
        over = ", ".join(self._print(index) for index, *_ in expr.limits)
        return rf"\sum_{{{over}}} {self._print(expr.function)}"

    def _mean(self, expr: Expr) -> str:
        body, *limits = expr.args
        text = self._print(body)
        simple = precedence_traditional(body) > PRECEDENCE["Mul"]
        over = "".join(self._print(index) for index, *_ in limits)
        return (
            rf"\operatorname{{mean}}_{{{over}}}"
            + (" " if simple else "")
            + (text if simple else rf"\left({text}\right)")
        )


def _sizes(expr: Expr) -> list[Expr]:
    return [size for _, first, size in expr.args[1:] if first == Integer(1)]
