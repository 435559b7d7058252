"""Exact values of one case: every letter of the course in rationals and square roots."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from operator import index
from typing import Any

from sympy import Expr, Float, Integer, Rational, expand

from lnteach.symbolic.collect import derivation
from lnteach.symbolic.explicit import entries, evaluate
from lnteach.symbolic.letters import i

FORWARD = ("mu", "c", "v", "s", "u")
BACKWARD = ("a", "g_h", "g_h_direct", "g_h_mean", "g_h_variance", "g_gamma", "g_beta")
CHANGES = ("dmu", "dc", "dv", "ds", "du", "du_direct", "du_mean", "du_variance")


class Exact(Mapping[str, Any]):
    """The exact values of one case: ``e["g_h"]`` or ``e.g_h``.

    A scalar is a SymPy number, a column a tuple of them. Which letters are there depends on
    what was given: `names` lists them.
    """

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = dict(values)

    def names(self) -> tuple[str, ...]:
        """List the letters that have a value here."""
        return tuple(self._values)

    def __getitem__(self, name: str) -> Any:
        if name not in self._values:
            raise KeyError(self._missing(name))
        return self._values[name]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self._values:
            raise AttributeError(self._missing(name))
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return f"Exact({', '.join(f'{name}={value}' for name, value in self.items())})"

    @staticmethod
    def _missing(name: str) -> str:
        needs = {
            **dict.fromkeys(BACKWARD, "`g_z`"),
            **dict.fromkeys(CHANGES, "`dh`"),
            "z": "`gamma`, `beta` or `g_z`",
            "dL": "`g_z` and `dh`",
        }
        return f"`{name}` needs {needs[name]}" if name in needs else f"there is no letter `{name}`"


def exact(
    h: Sequence[Any],
    eps: Any,
    *,
    gamma: Sequence[Any] | None = None,
    beta: Sequence[Any] | None = None,
    g_z: Sequence[Any] | None = None,
    dh: Sequence[Any] | None = None,
) -> Exact:
    """Evaluate the derivation's own steps for one sample, exactly.

    Parameters
    ----------
    h, eps
        The d features and ε ≥ 0, as integers, fractions, strings such as ``"1/3"`` or SymPy
        rationals. Floats are refused: they are seldom the number that was meant.
    gamma, beta
        Scale and shift, d entries each; ones and zeros if they are needed and not given.
    g_z
        The upstream gradient, d entries: adds a, g_h with its three terms, g_gamma and g_beta.
    dh
        A change of h, d entries: adds its differentials and the three routes of du.
        Of these four, entries may also hold square roots, as SymPy numbers.

    Returns
    -------
    Exact
        mu, c, v, s, u and what was asked for; s is a square root where it is irrational.

    Raises
    ------
    TypeError
        If a number is a float, or is no exact real number.
    ValueError
        If lengths differ, there is no feature, ε is negative, or ε is 0 and h is constant.

    Examples
    --------
    The probe of lecture pages 68 and 69:

    >>> e = exact([1, 2, 3], "1/3", g_z=[2, -2, -3])
    >>> e.u, e.g_h
    ((-1, 0, 1), (4/3, -1, -1/3))
    >>> exact([1, 2, 3], 0).s
    sqrt(6)/3
    """
    given, epsilon = read_case(h, eps, gamma=gamma, beta=beta, g_z=g_z, dh=dh)
    if epsilon == 0 and len(set(given["h"])) == 1:
        raise ValueError(
            "`eps` is 0 and `h` is constant, so s is 0: a positive `eps` or two different "
            "features are needed"
        )
    return Exact(_evaluate(given, epsilon, len(given["h"])))


def read_case(h: Sequence[Any], eps: Any, **optional: Any) -> tuple[dict[str, Any], Expr]:
    """Read the inputs of one case as exact numbers, or say what is wrong with them."""
    given: dict[str, Any] = {"h": _column("h", h, rational=True)}
    d = len(given["h"])
    if d == 0:
        raise ValueError("`h` is empty, but at least one feature is needed")
    for name, values in optional.items():
        if values is not None:
            given[name] = _column(name, values)
            if len(given[name]) != d:
                raise ValueError(
                    f"`{name}` has {_count(len(given[name]), 'entry', 'entries')}, "
                    f"but `h` has {_count(d, 'feature', 'features')}"
                )
    epsilon = _number("eps", eps, rational=True)
    if epsilon < 0:
        raise ValueError(f"`eps` is {epsilon}, but a number that is at least 0 is needed")
    return given, epsilon


def _evaluate(given: dict[str, Any], eps: Expr, d: int) -> dict[str, Any]:
    names = list(FORWARD)
    if given.keys() & {"gamma", "beta", "g_z"}:
        given.setdefault("gamma", (Integer(1),) * d)
        given.setdefault("beta", (Integer(0),) * d)
        names.append("z")
    names += BACKWARD if "g_z" in given else ()
    names += CHANGES if "dh" in given else ()
    names += ("dL",) if {"g_z", "dh"} <= given.keys() else ()
    values = {"d": Integer(d), "eps": eps, **given}
    follow(derivation(), {name: name for name in names}, values)
    return {name: values[name] for name in (*given, "eps", *names)}


def follow(steps: Mapping[str, Any], letters: Mapping[str, str], values: dict[str, Any]) -> None:
    """Evaluate one step after the other: each letter by the step that says what it is."""
    for letter, name in letters.items():
        rhs, d = steps[name].rhs, int(values["d"])
        if i in steps[name].lhs.free_symbols:
            values[letter] = tuple(expand(value) for value in entries(rhs, values, d))
        else:
            values[letter] = expand(evaluate(rhs, values))


def _column(name: str, values: Any, *, rational: bool = False) -> tuple[Expr, ...]:
    if isinstance(values, str) or not hasattr(values, "__iter__"):
        raise TypeError(f"`{name}` is {values!r}, but a sequence of exact numbers is needed")
    return tuple(_number(name, value, rational=rational) for value in values)


def _number(name: str, value: Any, *, rational: bool = False) -> Expr:
    """Read one exact number; numpy's integers count, and no string is evaluated as code."""
    if isinstance(value, Expr):
        radical = value.is_algebraic and value.is_real and not value.has(Float)
        if value.is_Rational or (radical and not rational):
            return value
    elif isinstance(value, str | Fraction):
        try:
            return Rational(Fraction(value))
        except (ValueError, ZeroDivisionError):
            pass
    elif not isinstance(value, float):
        try:
            return Integer(index(value))
        except TypeError:
            pass
    kind = "the float " if isinstance(value, float | Float) else ""
    raise TypeError(
        f"`{name}` holds {kind}{value!r}, but exact values are needed: integers, fractions "
        'or strings such as "1/3"'
    )


def _count(n: int, one: str, many: str) -> str:
    return f"{n} {one if n == 1 else many}"
