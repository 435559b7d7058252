"""Evaluating a formula: exactly, or in floats of any array library.

Values are arrays whose last axis holds the features and whose other axes hold the samples. A letter
of a row (mu, v, s, …) has one number a sample, a letter of a feature (gamma, beta) one a feature.
``mean``, ``sum`` and ``dot`` run over the features of each sample; ``mean_rows`` and ``sum_rows``
over all samples, which of a single sample changes nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from lnteach.formula.language import AXES, FormulaError
from lnteach.formula.shape import axes
from lnteach.formula.surd import exact_number, root
from lnteach.formula.tree import Add, Call, Div, Expr, Mul, Name, Neg, Number, Pow, Sub

__all__ = ["evaluate", "evaluate_exact"]

Values = Mapping[str, Any]


def evaluate(
    tree: Expr, values: Values, definitions: Mapping[str, Expr] | None = None, *, like: Any = None
) -> Any:
    """Evaluate a formula in floats.

    Parameters
    ----------
    tree : Expr
        What to evaluate.
    values : mapping of str to array
        Letters by name. A column (..., d), a letter of a row (...), of a feature (d,), or a number;
        arrays of any library that names its namespace, lists as NumPy. They are computed in the
        dtype they have, so nothing here widens them.
    definitions : mapping of str to Expr, optional
        What letters without a value mean; each is evaluated once.
    like : array, optional
        A column that says how many samples and features there are, if the formula does not.

    Returns
    -------
    array
        (..., d) for a column, (...) for a letter of a row, (d,) for one of a feature. Division by
        zero gives infinities and NaN, as the arrays do.

    Raises
    ------
    FormulaError
        A letter has neither a value nor a definition.

    Examples
    --------
    >>> from lnteach.formula import read, definitions
    >>> evaluate(read("(a - mean(a))/s"), {"a": [2.0, -2.0, -3.0], "s": 1.0}).tolist()
    [3.0, -1.0, -2.0]
    >>> evaluate(read("u"), {"h": [4.0, 0.0, 4.0, 0.0], "eps": 0}, definitions()).tolist()
    [1.0, -1.0, 1.0, -1.0]
    """
    import numpy as np

    library = next((x for x in values.values() if hasattr(x, "__array_namespace__")), None)
    xp: Any = np if library is None else library.__array_namespace__()

    def number(value: Any) -> Any:
        if isinstance(value, int | float | Fraction):
            return float(value)
        return value if hasattr(value, "dtype") else xp.asarray(value, dtype=xp.float64)

    def sqrt(x: Any) -> Any:
        if isinstance(x, float):  # a Python number does not widen float32
            return math.sqrt(x) if x >= 0 else math.nan
        return xp.sqrt(x)

    run = Run({name: number(x) for name, x in values.items()}, definitions or {}, float, sqrt, like)
    with np.errstate(divide="ignore", invalid="ignore"):
        return result(run.value(tree), tree, run, xp.asarray)


def evaluate_exact(
    tree: Expr, values: Values, definitions: Mapping[str, Expr] | None = None, *, like: Any = None
) -> Any:
    """Evaluate a formula exactly, in fractions and square roots.

    Parameters and shapes are those of `evaluate`; values are integers, fractions, texts such as
    ``"1/3"``, SymPy numbers with square roots, or sequences of these. No float is taken.

    Returns
    -------
    Fraction, Surd, or nested tuples of them
        One number, one row, or a tuple of rows.

    Raises
    ------
    FormulaError
        A letter is missing, or a root of a root would be needed.
    ZeroDivisionError
        Something is divided by zero.

    Examples
    --------
    >>> from lnteach.formula import read, definitions
    >>> evaluate_exact(read("c/s"), {"h": [1, 2, 3], "eps": 0}, definitions())[2]
    Surd('1/2*sqrt(6)')
    """
    import numpy as np

    exact = {name: _exact_array(name, value) for name, value in values.items()}
    roots = np.frompyfunc(root, 1, 1)
    shape = None if like is None else _exact_array("like", like)
    run = Run(exact, definitions or {}, Fraction, roots, shape)
    found = result(run.value(tree), tree, run, lambda x: np.asarray(x, dtype=object))
    return _tuples(found)


def _exact_array(name: str, value: Any) -> Any:
    import numpy as np

    if isinstance(value, str) or not hasattr(value, "__iter__"):
        return exact_number(name, value)
    entries = np.array(value, dtype=object)
    return np.frompyfunc(lambda x: exact_number(name, x), 1, 1)(entries)


def _tuples(x: Any) -> Any:
    if getattr(x, "shape", ()) == ():
        return x.item() if hasattr(x, "item") else x
    return tuple(_tuples(entry) for entry in x)


class Run:
    """One evaluation: the values that are known, kept with their axis of features."""

    def __init__(
        self,
        values: dict[str, Any],
        definitions: Mapping[str, Expr],
        number: Callable[[Any], Any],
        sqrt: Callable[[Any], Any],
        like: Any = None,
    ) -> None:
        self.known = {name: _kept(name, value) for name, value in values.items()}
        self.definitions, self.number, self.sqrt = definitions, number, sqrt
        self.open: set[str] = set()
        self.rows: tuple[int, ...] = ()
        self.features = 0
        for x in (*self.known.values(), like):
            shape = getattr(x, "shape", ())
            if shape:
                self.rows = max(self.rows, tuple(shape[:-1]), key=len)
                self.features = max(self.features, shape[-1])

    def value(self, tree: Expr) -> Any:
        match tree:
            case Number(value):
                return self.number(value)
            case Name(name):
                return self.name(name)
            case Neg(body):
                return -self.value(body)
            case Add(left, right):
                return self.value(left) + self.value(right)
            case Sub(left, right):
                return self.value(left) - self.value(right)
            case Mul(left, right):
                return self.value(left) * self.value(right)
            case Div(left, right):
                return self.divide(self.value(left), self.value(right))
            case Pow(base, exponent):
                return self.power(self.value(base), exponent)
            case Call(function, arguments):
                return self.call(function, [self.value(x) for x in arguments])

    def name(self, name: str) -> Any:
        if name not in self.known:
            if name in ("d", "B"):
                self.known[name] = self.number(
                    self.features if name == "d" else math.prod(self.rows)
                )
            elif name == "ones":
                self.known[name] = self.number(1)
            elif name in self.definitions and name not in self.open:
                self.open.add(name)
                self.known[name] = self.value(self.definitions[name])
            else:
                raise FormulaError("value", text=f"the letter `{name}` has no value here")
        return self.known[name]

    def divide(self, left: Any, right: Any) -> Any:
        if isinstance(right, float) and right == 0:  # Python raises where arrays give inf and nan
            return left * float("inf") if not isinstance(left, float) or left else float("nan")
        return left / right

    def power(self, base: Any, exponent: Fraction) -> Any:
        if exponent.denominator == 2:
            base, exponent = self.sqrt(base), exponent * 2
        whole = int(exponent)
        if self.number is not float or whole >= 0:
            return base**whole
        return self.divide(1.0, base ** (-whole))

    def call(self, function: str, arguments: list[Any]) -> Any:
        x = arguments[0] if function != "dot" else arguments[0] * arguments[1]
        if function == "sqrt":
            return self.sqrt(x)
        if function in ("mean_rows", "sum_rows"):
            return self.over_rows(x, mean=function == "mean_rows")
        wide = getattr(x, "shape", ()) != () and x.shape[-1] == self.features
        total = self.add_up(x, -1) if wide else x  # a scalar is the same in every feature
        count = self.number(self.features)
        if function == "mean":
            return total / count if wide else x
        return total if wide else x * count

    def over_rows(self, x: Any, *, mean: bool) -> Any:
        count = self.number(math.prod(self.rows))
        shape: tuple[int, ...] = getattr(x, "shape", ())
        if len(shape) < 2:  # the same for every sample
            return x if mean else x * count
        xp = _namespace(x)
        total = self.add_up(xp.reshape(x, (-1, shape[-1])), 0)
        return total / count if mean else total

    @staticmethod
    def add_up(x: Any, axis: int) -> Any:
        return _namespace(x).sum(x, axis=axis, keepdims=axis < 0)


def _namespace(x: Any) -> Any:
    import numpy as np

    return np if isinstance(x, np.ndarray) else x.__array_namespace__()


def _kept(name: str, value: Any) -> Any:
    """Give a letter of a row its axis of features, of length 1."""
    if getattr(value, "shape", ()) != () and AXES.get(name, frozenset()) == {"row"}:
        return value[..., None]
    return value


def result(value: Any, tree: Expr, run: Run, asarray: Callable[[Any], Any]) -> Any:
    """Return the value in the shape that its axes say."""
    runs, value = axes(tree, run.definitions), asarray(value)
    if "feature" in runs:
        if value.shape[-1:] == (run.features,):
            return value
        # Only `ones` made it a column: a scalar has the same value in every feature.
        return _namespace(value).broadcast_to(value, (*value.shape[:-1], run.features))
    return value[..., 0] if value.shape else value
