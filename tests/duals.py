"""Exact derivatives by dual numbers over the rationals: an oracle that knows no formula for g_h.

A dual number is a value with its derivative along one input. Running the definition of a norm on
duals differentiates it by the product, quotient and chain rules alone, without rounding.
"""

from fractions import Fraction
from math import isqrt


class Dual:
    def __init__(self, value, slope=0):
        self.value, self.slope = Fraction(value), Fraction(slope)

    def __add__(self, other):
        other = dual(other)
        return Dual(self.value + other.value, self.slope + other.slope)

    def __sub__(self, other):
        other = dual(other)
        return Dual(self.value - other.value, self.slope - other.slope)

    def __mul__(self, other):
        other = dual(other)
        return Dual(self.value * other.value, self.slope * other.value + self.value * other.slope)

    def __truediv__(self, other):
        other = dual(other)
        ratio = self.value / other.value
        return Dual(ratio, (self.slope - ratio * other.slope) / other.value)

    __radd__, __rmul__ = __add__, __mul__

    def sqrt(self):
        root = Fraction(isqrt(self.value.numerator), isqrt(self.value.denominator))
        assert root * root == self.value, f"{self.value} is no square of a rational"
        return Dual(root, self.slope / (2 * root))


def dual(x):
    return x if isinstance(x, Dual) else Dual(x)


def mean(row):
    return sum(row, Dual(0)) / len(row)


def layer_norm(row, gamma, beta, eps):
    mu = mean(row)
    s = (mean([(x - mu) * (x - mu) for x in row]) + eps).sqrt()
    return [g * (x - mu) / s + b for x, g, b in zip(row, gamma, beta, strict=True)]


def rms_norm(row, gamma, eps):
    r = (mean([x * x for x in row]) + eps).sqrt()
    return [g * x / r for x, g in zip(row, gamma, strict=True)]


def slopes(f, at):
    """Return df along each entry of the row `at`, for a function of a row of duals."""
    return [f([Dual(x, i == j) for i, x in enumerate(at)]).slope for j in range(len(at))]


def dot(x, y):
    return sum((a * b for a, b in zip(x, y, strict=True)), Dual(0))
