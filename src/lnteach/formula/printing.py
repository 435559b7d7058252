r"""Writing a formula: as text that the reader reads back, as the lecture's LaTeX, as MathML."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from lnteach.formula.shape import axes
from lnteach.formula.tree import Add, Call, Div, Expr, Mul, Name, Neg, Number, Path, Pow, Sub

__all__ = ["to_latex", "to_mathml", "to_text"]

_SUM, _PRODUCT, _POWER, _ATOM = range(4)

_LATEX = {
    "mu": r"\mu",
    "gamma": r"\gamma",
    "beta": r"\beta",
    "eps": r"\varepsilon",
    "ones": r"\mathbf{1}",
    "g_gamma": r"g_\gamma",
    "g_beta": r"g_\beta",
}


def to_text(tree: Expr) -> str:
    """Write a formula in ASCII, so that `read` gives the same tree back.

    Examples
    --------
    >>> from lnteach.formula import read
    >>> to_text(read("1/2 (u − 1)² ⊙ γ"))
    '1/2*(u - 1)^2*gamma'
    """
    return _text(tree)[0]


def _text(tree: Expr) -> tuple[str, int]:
    """Return the text, and how tightly its outermost operation binds."""

    def at_least(part: Expr, strength: int) -> str:
        text, binds = _text(part)
        return text if binds >= strength else f"({text})"

    match tree:
        case Number(value):
            return _decimal(value)
        case Name(name):
            return name, _ATOM
        case Neg(body):
            inside = at_least(body, _PRODUCT)
            return f"-{inside}", _SUM
        case Add(left, right):
            return f"{at_least(left, _SUM)} + {at_least(right, _PRODUCT)}", _SUM
        case Sub(left, right):
            return f"{at_least(left, _SUM)} - {at_least(right, _PRODUCT)}", _SUM
        case Mul(left, right):
            return f"{at_least(left, _PRODUCT)}*{at_least(right, _POWER)}", _PRODUCT
        case Div(left, right):
            return f"{at_least(left, _PRODUCT)}/{at_least(right, _POWER)}", _PRODUCT
        case Pow(base, exponent):
            plain = exponent.denominator == 1 and exponent >= 0
            raised = str(exponent) if plain else f"({exponent})"
            return f"{at_least(base, _ATOM)}^{raised}", _POWER
        case Call(function, arguments):
            return f"{function}({', '.join(to_text(x) for x in arguments)})", _ATOM


def _decimal(value: Fraction) -> tuple[str, int]:
    if value.denominator == 1:
        return str(value.numerator), _ATOM
    for places in range(1, 31):
        if (value * 10**places).denominator == 1:
            digits = str((value * 10**places).numerator).rjust(places + 1, "0")
            return f"{digits[:-places]}.{digits[-places:]}", _ATOM
    return str(value), _PRODUCT


def to_latex(
    tree: Expr,
    *,
    letters: Mapping[str, str] | None = None,
    marks: Mapping[Path, str] | None = None,
) -> str:
    r"""Write a formula in LaTeX as the lecture does.

    Products of columns take ``\odot``, a scalar added to a column takes ``\mathbf{1}``, and a sum
    over samples shows its index.

    Parameters
    ----------
    tree : Expr
        The formula.
    letters : mapping of str to str, optional
        LaTeX for letters that shall look otherwise, e.g. ``{"u": r"\hat x"}``.
    marks : mapping of path to str, optional
        KaTeX classes for the nodes at these paths, set with ``\htmlClass``.

    Examples
    --------
    >>> from lnteach.formula import definitions
    >>> print(to_latex(definitions()["g_h"]))
    \frac{a - \operatorname{mean}(a)\,\mathbf{1} - u\,\operatorname{mean}(a \odot u)}{s}
    >>> print(to_latex(definitions()["g_gamma"]))
    \sum_{n=1}^{B} g_z^{(n)} \odot u^{(n)}
    """
    return _Latex(letters or {}, marks or {}).write(tree, (), _SUM)


def to_mathml(
    tree: Expr, *, display: bool = False, letters: Mapping[str, str] | None = None
) -> str:
    """Write a formula in MathML, for every host that is not a book page.

    Examples
    --------
    >>> from lnteach.formula import read
    >>> "<msqrt>" in to_mathml(read("sqrt(v + eps)"))
    True
    """
    from lnteach.maths import mathml

    return mathml(to_latex(tree, letters=letters), display)


class _Latex:
    """One pass over a tree; `sample` is whether letters carry the index of their sample."""

    def __init__(self, letters: Mapping[str, str], marks: Mapping[Path, str]) -> None:
        self.letters, self.marks, self.sample = {**_LATEX, **letters}, marks, False

    def write(self, tree: Expr, path: Path, strength: int) -> str:
        """Write a node, in brackets if it binds less tightly than its surroundings need."""
        text, binds = self.node(tree, path)
        if path in self.marks:
            text = rf"\htmlClass{{{self.marks[path]}}}{{{text}}}"
        return text if binds >= strength else f"({text})"

    def node(self, tree: Expr, path: Path) -> tuple[str, int]:
        match tree:
            case Number(value):
                plain = value.denominator == 1
                shown = rf"\tfrac{{{value.numerator}}}{{{value.denominator}}}"
                return str(value) if plain else shown, _ATOM
            case Name(name):
                text = self.name(name)
                return text, _POWER if text.endswith("^{(n)}") else _ATOM
            case Neg(body):
                return "-" + self.write(body, (*path, 0), _PRODUCT), _SUM
            case Add(left, right) | Sub(left, right):
                sign = "+" if isinstance(tree, Add) else "-"
                column = "feature" in axes(tree)
                first = self.term(left, (*path, 0), _SUM, column)
                second = self.term(right, (*path, 1), _PRODUCT, column)
                return f"{first} {sign} {second}", _SUM
            case Mul(left, right):
                return self.product(left, right, path), _PRODUCT
            case Div(left, right):
                above = self.write(left, (*path, 0), _SUM)
                return rf"\frac{{{above}}}{{{self.write(right, (*path, 1), _SUM)}}}", _POWER
            case Pow(base, exponent):
                return f"{self.write(base, (*path, 0), _ATOM)}^{{{exponent}}}", _POWER
            case Call(function, arguments):
                return self.call(function, arguments, path)

    def name(self, name: str) -> str:
        text = self.letters.get(name, name)
        return f"{text}^{{(n)}}" if self.sample and "row" in axes(Name(name)) else text

    def term(self, tree: Expr, path: Path, strength: int, column: bool) -> str:
        """Write a term of a sum; beside a column, a scalar stands in every row."""
        if not column or "feature" in axes(tree):
            return self.write(tree, path, strength)
        if tree == Number(Fraction(1)):
            return r"\mathbf{1}"
        return self.write(tree, path, _PRODUCT) + r"\,\mathbf{1}"

    def product(self, left: Expr, right: Expr, path: Path) -> str:
        columns = "feature" in axes(left) and "feature" in axes(right)
        first = self.write(left, (*path, 0), _PRODUCT)
        second = self.write(right, (*path, 1), _POWER)
        if isinstance(left, Number):
            digits = isinstance(right, Number) or isinstance(_first(right), Number)
            return rf"{first} \cdot {second}" if digits else f"{first}{second}"
        digits = isinstance(_first(right), Number)
        return first + (r" \odot " if columns else r" \cdot " if digits else r"\,") + second

    def call(self, function: str, arguments: tuple[Expr, ...], path: Path) -> tuple[str, int]:
        if function == "sqrt":
            return rf"\sqrt{{{self.write(arguments[0], (*path, 0), _SUM)}}}", _ATOM
        if function == "dot" and not all("feature" in axes(x) for x in arguments):
            return rf"\operatorname{{sum}}({self.product(arguments[0], arguments[1], path)})", _ATOM
        if function == "dot":
            row = self.write(arguments[0], (*path, 0), _ATOM)
            column = self.write(arguments[1], (*path, 1), _ATOM)
            return rf"{row}^\top {column}", _PRODUCT
        if function in ("mean", "sum"):
            inside = self.write(arguments[0], (*path, 0), _SUM)
            return rf"\operatorname{{{function}}}({inside})", _ATOM
        outside, self.sample = self.sample, True
        inside = self.write(arguments[0], (*path, 0), _PRODUCT)
        self.sample = outside
        before = r"\frac{1}{B}" if function == "mean_rows" else ""
        return rf"{before}\sum_{{n=1}}^{{B}} {inside}", _SUM


def _first(tree: Expr) -> Expr:
    """Return what a product or power begins with."""
    while isinstance(tree, Mul | Pow):
        tree = tree.left if isinstance(tree, Mul) else tree.base
    return tree
