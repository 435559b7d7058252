"""Exact numbers with square roots: sums of rationals times roots of whole numbers.

A row's s is rational only in chosen examples; in all others it is a root, and the mistakes mix
several of them (√v beside √(v + ε)). Roots of different square classes are independent over the
rationals, so a sum is zero exactly if all its coefficients are.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import gcd, isqrt, sqrt
from typing import Any, TypeAlias

from lnteach.formula.language import FormulaError

__all__ = ["ExactNumber", "Surd", "exact_number", "root"]


class Surd:
    """A number such as ``3/2 + 2*sqrt(5)`` that is not rational; results that are become Fractions.

    Examples
    --------
    >>> root(Fraction(2)) * root(Fraction(8)), root(Fraction(5)) / 5
    (Fraction(4, 1), Surd('1/5*sqrt(5)'))
    >>> (1 + root(Fraction(2))) * (1 - root(Fraction(2)))
    Fraction(-1, 1)
    """

    __slots__ = ("_terms",)

    def __init__(self, terms: dict[int, Fraction]) -> None:
        self._terms = terms  # of each whole number under a root (1 for none): its coefficient

    def terms(self) -> Iterator[tuple[int, Fraction]]:
        """Yield each radicand with its coefficient, the rational part first."""
        yield from sorted(self._terms.items())

    def __add__(self, other: Any) -> ExactNumber:
        terms = _terms(other)
        if terms is None:
            return NotImplemented
        return _collect([*self._terms.items(), *terms.items()])

    __radd__ = __add__

    def __neg__(self) -> Surd:
        return Surd({n: -x for n, x in self._terms.items()})

    def __pos__(self) -> Surd:
        return self

    def __sub__(self, other: Any) -> ExactNumber:
        return NotImplemented if _terms(other) is None else self + -other

    def __rsub__(self, other: Any) -> ExactNumber:
        return NotImplemented if _terms(other) is None else -self + other

    def __mul__(self, other: Any) -> ExactNumber:
        terms = _terms(other)
        if terms is None:
            return NotImplemented
        products = []
        for n, x in self._terms.items():
            for m, y in terms.items():
                common = gcd(n, m)
                products.append((n // common * (m // common), x * y * common))
        return _collect(products)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> ExactNumber:
        if _terms(other) is None:
            return NotImplemented
        return self * (other._inverse() if isinstance(other, Surd) else 1 / Fraction(other))

    def __rtruediv__(self, other: Any) -> ExactNumber:
        return NotImplemented if _terms(other) is None else self._inverse() * other

    def __pow__(self, exponent: int) -> ExactNumber:
        base: Any = self if exponent >= 0 else self._inverse()
        value: Any = Fraction(1)
        for _ in range(abs(exponent)):
            value = value * base
        return value  # type: ignore[no-any-return]

    def _inverse(self) -> ExactNumber:
        """Divide 1 by this: multiply by the conjugate until no root is left below the line."""
        if len(self._terms) == 1:
            ((n, x),) = self._terms.items()
            return Surd({n: 1 / (x * n)})
        flip = next(n for n in sorted(self._terms, reverse=True) if n != 1)
        prime = _odd_prime_of(flip)
        for n in self._terms:  # of a large radicand a factor that all others share or not
            prime = gcd(prime, n) if gcd(prime, n) > 1 else prime
        conjugate: Any = Surd({n: -x if _divides_oddly(prime, n) else x for n, x in self.terms()})
        inverse: ExactNumber = conjugate / (self * conjugate)
        return inverse

    def __eq__(self, other: Any) -> bool:
        terms = _terms(other)
        return NotImplemented if terms is None else not _terms(self - other)

    def __hash__(self) -> int:
        return hash(f"{float(self):.9g}")

    def __float__(self) -> float:
        return sum(float(x) * sqrt(n) for n, x in self._terms.items())

    def __lt__(self, other: Any) -> bool:
        return self != other and float(self) < float(other)

    def __gt__(self, other: Any) -> bool:
        return self != other and float(self) > float(other)

    def __abs__(self) -> Surd:
        return -self if float(self) < 0 else self

    def __str__(self) -> str:
        return " + ".join(str(x) if n == 1 else f"{x}*sqrt({n})" for n, x in self.terms())

    def __repr__(self) -> str:
        return f"Surd({str(self)!r})"

    def _sympy_(self) -> Any:
        from sympy import Add, Integer, Rational
        from sympy import sqrt as sympy_sqrt

        return Add(*(Rational(x) * sympy_sqrt(Integer(n)) for n, x in self.terms()))


ExactNumber: TypeAlias = Fraction | Surd


def root(value: ExactNumber) -> ExactNumber:
    """Return the square root of an exact number; only of a rational that is not negative."""
    if isinstance(value, Surd) or value < 0:
        what = f"the root of {value} is not among the exact numbers of the course"
        raise FormulaError("inexact", text=what)
    whole, left = _split(value.numerator * value.denominator)
    return _collect([(left, Fraction(whole, value.denominator))])


@lru_cache(maxsize=4096)
def _split(n: int) -> tuple[int, int]:
    """Write √n as w√m with the squares of small numbers, and a last whole square, taken out."""
    whole, left, p = 1, n, 2
    while p * p <= left and p < 1000:
        while left % (p * p) == 0:
            left //= p * p
            whole *= p
        p += 1
    square = isqrt(left)
    return (whole * square, 1) if left and square * square == left else (whole, left)


def _terms(x: Any) -> dict[int, Fraction] | None:
    if isinstance(x, Surd):
        return x._terms
    if isinstance(x, int | Fraction):
        return {1: Fraction(x)} if x else {}
    return None


def _collect(parts: list[tuple[int, Fraction]]) -> ExactNumber:
    """Add up terms whose roots belong together; a rational sum is a Fraction."""
    terms: dict[int, Fraction] = {}
    for n, x in parts:
        whole, left = _split(n)
        x *= whole
        for other in terms:
            square = isqrt(left * other)
            if other != left and square * square == left * other:
                x, left = x * Fraction(square, other), other
                break
        terms[left] = terms.get(left, Fraction(0)) + x
    terms = {n: x for n, x in terms.items() if x and n}
    return terms.get(1, Fraction(0)) if set(terms) <= {1} else Surd(terms)


def _odd_prime_of(n: int) -> int:
    """Return a factor of n that divides it an odd number of times; a prime where it is small."""
    p = 2
    while p * p <= n and p < 1000:
        if _divides_oddly(p, n):
            return p
        p += 1
    return n


def _divides_oddly(p: int, n: int) -> bool:
    times = 0
    while n % p == 0:
        n //= p
        times += 1
    return times % 2 == 1


def exact_number(name: str, value: Any) -> ExactNumber:
    """Read an int, a Fraction, a text such as ``"1/3"``, or a SymPy number with square roots."""
    if isinstance(value, Surd | Fraction):
        return value
    if isinstance(value, int | str) and not isinstance(value, bool):
        try:
            return Fraction(value)
        except (ValueError, ZeroDivisionError):
            pass
    elif hasattr(value, "is_Rational"):
        if value.is_Rational:
            return Fraction(int(value.p), int(value.q))
        if value.is_Add or value.is_Mul:
            total: Any = Fraction(0 if value.is_Add else 1)
            for argument in value.args:
                number: Any = exact_number(name, argument)
                total = total + number if value.is_Add else total * number
            return total  # type: ignore[no-any-return]
        if value.is_Pow and value.exp.is_Rational and value.exp.q == 2:
            base: Any = root(exact_number(name, value.base))
            return base ** int(value.exp.p)  # type: ignore[no-any-return]
    elif hasattr(value, "__index__") and not isinstance(value, bool):
        return Fraction(value.__index__())
    raise TypeError(
        f"`{name}` holds {value!r}, but an exact number is needed: an integer, a fraction, a text "
        'such as "1/3" or a SymPy number with square roots'
    )
