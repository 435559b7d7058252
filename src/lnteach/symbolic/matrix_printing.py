r"""Print matrix expressions the way the course writes them: $\frac{1}{s}\left(I - \dots\right)$."""

from sympy import (
    Add,
    Identity,
    MatAdd,
    MatMul,
    MatrixBase,
    MatrixSymbol,
    Mul,
    OneMatrix,
    Pow,
    Rational,
    Symbol,
    Trace,
    Transpose,
    ZeroMatrix,
)
from sympy.matrices.expressions.matexpr import MatrixElement

from lnteach.symbolic.letters import LATEX, ORDER, Expr, d, eps, v

ONE = r"\mathbf{1}"


def matrix_latex(expr: Expr, *, means: int = 0) -> str:
    r"""Print a matrix, a column, or a number made of them.

    Parameters
    ----------
    expr
        A SymPy matrix expression in the course's letters; a trace of a row times a column
        prints as that product.
    means
        Print xᵀy/d as a mean: 0 never, 1 for 1ᵀx/d, 2 for any.

    Examples
    --------
    >>> from sympy import Identity, MatrixSymbol, OneMatrix
    >>> from lnteach.symbolic.letters import d, s
    >>> u, one = MatrixSymbol("u", d, 1), OneMatrix(d, 1)
    >>> print(matrix_latex((Identity(d) - one * one.T / d - u * u.T / d) / s))
    \frac{1}{s}\left(I - \frac{\mathbf{1}\mathbf{1}^\top}{d} - \frac{uu^\top}{d}\right)
    """
    return _Matrix(means).sum(expr)


class _Matrix:
    def __init__(self, means: int) -> None:
        self.means = means

    def sum(self, expr: Expr) -> str:
        """Print signed terms in the order of the course: the identity, 1, then the letters."""
        text = ""
        for term in sorted(_addends(expr), key=_rank):
            negative = term.as_coeff_mmul()[0] if isinstance(term, MatMul) else term
            minus = negative.could_extract_minus_sign()
            printed = self.term(-term if minus else term)
            plus = " + " if text else ""
            text += (" - " if text else "-") + printed if minus else plus + printed
        return text

    def term(self, term: Expr) -> str:
        """Print a number times a product of matrices, without its sign."""
        number, factors = _split(term)
        above, below = self._fraction(number, bare=not factors)
        shown = _beside(*(self._factor(x, alone=len(factors) == 1) for x in factors))
        if eps in Mul.make_args(number) and (v + eps) ** -1 in Mul.make_args(number):
            left = number * (v + eps) / eps
            share = rf"\frac{{{LATEX['eps']}}}{{v + {LATEX['eps']}}}"
            rest = self.term(left * MatMul(*factors)) if factors else self.term(left)
            return share if left == 1 and not factors else rf"{share}\,{rest}"
        if not factors:
            return _over(above or "1", below)
        if not below and not above and len(factors) == 1 and isinstance(factors[0], MatAdd):
            return self.sum(factors[0])
        bracketed = any(isinstance(x, MatAdd | MatrixBase) for x in factors)
        if bracketed or (above and below):
            front = _over(above or "1", below) if above or below else ""
            return front + ("" if bracketed or not front else r"\,") + shown
        if above:
            return rf"{above}{shown}" if above.isdigit() else rf"{above}\,{shown}"
        return _over(shown, below)

    def _fraction(self, number: Expr, *, bare: bool) -> tuple[str, str]:
        above, below = [], []
        for factor in Mul.make_args(number):
            base, power = factor.as_base_exp()
            if isinstance(factor, Rational):
                above += [Rational(factor.p)] if factor.p != 1 else []
                below += [Rational(factor.q)] if factor.q != 1 else []
            else:
                (below if power.is_negative else above).append(Pow(base, abs(power)))
        mean = self._mean(above, below)
        lone = len(above) + bool(mean) == 1 and (bare or bool(below))
        top = r"\,".join([self._scalar(x, lone) for x in sorted(above, key=_scalar_rank)] + mean)
        bottom = [self._scalar(x, len(below) == 1) for x in sorted(below, key=_scalar_rank)]
        return top, r"\,".join(bottom)

    def _mean(self, above: list[Expr], below: list[Expr]) -> list[str]:
        for x in [x for x in above if isinstance(x, Trace) and x.arg.shape == (1, 1)]:
            left, right = _row_and_column(x)
            if d in below and self.means >= (1 if isinstance(left, OneMatrix) else 2):
                below.remove(d)
                above.remove(x)
                inside = _name(right)
                if not isinstance(left, OneMatrix):
                    inside = rf"{_name(left)} \odot {inside}"
                return [rf"\operatorname{{mean}}({inside})"]
        return []

    def _scalar(self, x: Expr, alone: bool) -> str:
        if isinstance(x, Trace):
            return self._trace(x) if alone else self._bracket_trace(x)
        if isinstance(x, Add):
            return self.sum(x) if alone else rf"({self.sum(x)})"
        if isinstance(x, Pow):
            return f"{self._scalar(x.base, False)}^{{{x.exp}}}"
        if isinstance(x, MatrixElement):
            return rf"{_name(x.parent)}_{{{x.i + 1}}}"
        return _name(x) if isinstance(x, Symbol) else str(x)

    def _trace(self, x: Expr) -> str:
        if x.arg.shape == (1, 1):
            left, right = _row_and_column(x)
            return _beside(self._factor(left.T, alone=True), self._factor(right, alone=True))
        return rf"\operatorname{{tr}} {self._factor(x.arg, alone=True)}"

    def _bracket_trace(self, x: Expr) -> str:
        return f"({self._trace(x)})" if x.arg.shape == (1, 1) else self._trace(x)

    def _factor(self, x: Expr, *, alone: bool) -> str:
        if isinstance(x, Identity):
            return "I"
        if isinstance(x, ZeroMatrix):
            return "0"
        if isinstance(x, OneMatrix):
            return {(d, 1): ONE, (1, d): rf"{ONE}^\top"}.get(x.shape, rf"{ONE}{ONE}^\top")
        if isinstance(x, MatAdd):
            return rf"\left({self.sum(x)}\right)"
        if isinstance(x, Transpose):
            base = x.arg
            name = self._factor(base, alone=False)
            return rf"{{{name}}}^\top" if "^" in name else rf"{name}^\top"
        if isinstance(x, MatrixBase):
            rows = r" \\ ".join(" & ".join(self.sum(y) for y in x.row(p)) for p in range(x.rows))
            return rf"\begin{{pmatrix}}{rows}\end{{pmatrix}}"
        if isinstance(x, MatrixSymbol):
            name = _name(x)
            return name if alone or not name.startswith(r"\nabla") else f"({name})"
        raise TypeError(f"no matrix form for {x!r}")


def _addends(expr: Expr) -> tuple[Expr, ...]:
    if isinstance(expr, MatAdd | Add):
        return tuple(expr.args)
    if isinstance(expr, Mul) and not isinstance(expr, MatMul):
        number, rest = expr.as_coeff_Mul()
        if isinstance(rest, Add) and abs(number) == 1:
            return tuple(number * x for x in rest.args)
    return (expr,)


def _split(term: Expr) -> tuple[Expr, list[Expr]]:
    if isinstance(term, MatMul):
        number, matrices = term.as_coeff_matrices()
        return number, [y for x in matrices for y in _outer(x)]
    if getattr(term, "is_Matrix", False):
        return Rational(1), _outer(term)
    return term, []


def _outer(x: Expr) -> list[Expr]:
    """Read 11ᵀ, which SymPy writes as one matrix of ones, as a column times a row."""
    return [OneMatrix(d, 1), OneMatrix(1, d)] if x == OneMatrix(d, d) else [x]


def _row_and_column(x: Expr) -> tuple[Expr, Expr]:
    left, right = x.arg.args
    return left.T, right


def _beside(*texts: str) -> str:
    """Put factors side by side; a command needs a space before a letter."""
    text = ""
    for each in texts:
        text += (" " if text.endswith(r"\top") and each[:1].isalpha() else "") + each
    return text


def _over(above: str, below: str) -> str:
    return rf"\frac{{{above}}}{{{below}}}" if below else above


def _name(x: Expr) -> str:
    name: str = getattr(x, "name", "")
    return ONE if isinstance(x, OneMatrix) else LATEX.get(name, name)


def _letters(x: Expr) -> list[int]:
    if isinstance(x, Identity):
        return [-2]
    if isinstance(x, OneMatrix):
        return [-1]
    if isinstance(x, MatrixSymbol | Symbol):
        return [ORDER.index(x.name)] if x.name in ORDER else [99]
    return sorted(y for arg in getattr(x, "args", ()) for y in _letters(arg))


def _rank(term: Expr) -> tuple[bool, int, bool, list[int], str]:
    number, factors = _split(term)
    first = number == d or (factors and isinstance(factors[0], Identity))
    late = 0 if first else 1 if number.is_number and not factors else 2
    negative = bool(number.could_extract_minus_sign())
    return negative and late != 1, late, negative, _letters(term), str(factors)


def _scalar_rank(x: Expr) -> tuple[bool, bool, list[int]]:
    return not x.is_number, x not in (eps, d), _letters(x)
