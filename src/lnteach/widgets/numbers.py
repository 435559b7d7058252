"""How the browser half writes numbers, for figures that stand in when no script runs.

``tests/web/numbers.json`` holds these texts and those of ``web/numbers.js`` together.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

__all__ = ["number_html", "power_of_ten", "power_text", "row_text", "speak"]

MAX_DENOMINATOR = 999
PARTS = [
    "half",
    "third",
    "quarter",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
]
COUNTS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]


def row_text(row: Sequence[float], length: int | None = None) -> list[str]:
    """Write a row of doubles for reading: all as fractions, or all with the same decimals.

    Parameters
    ----------
    row : sequence of float
        Finite numbers.
    length : int, optional
        How many stand side by side, if these are several rows written alike.

    Examples
    --------
    >>> row_text([4 / 3, -1.0, -1 / 3])
    ['4/3', '−1', '−1/3']
    >>> row_text([2**0.5, -0.5])
    ['1.4142', '−0.5000']
    """
    exact = [_fraction(x) for x in row]
    if (length or len(row)) <= 12 and all(exact) and not any(1e-15 < abs(x) < 1e-12 for x in row):
        return [_minus(str(fraction)) for fraction in exact]
    largest = max((abs(x) for x in row), default=0.0)
    if largest >= 1e7 or 0 < largest < 1e-4:
        return [power_text(x) for x in row]
    digits = 0 if largest == 0 else max(0, 4 - max(0, math.floor(math.log10(largest))))
    digits += 2 if 0 < largest < 0.1 else 0
    return [_minus(f"{x:.{digits}f}") for x in row]


def speak(text: str) -> str:
    """Say a number that `row_text` wrote as a fraction.

    Examples
    --------
    >>> speak("−1/3"), speak("7/25"), speak("−2")
    ('minus one third', '7 over 25', 'minus 2')
    """
    sign = "minus " if text.startswith("\u2212") else ""
    over, _, under = text.removeprefix("\u2212").partition("/")
    if not under:
        return sign + over
    if int(under) - 2 >= len(PARTS):
        return f"{sign}{over} over {under}"
    part = PARTS[int(under) - 2]
    count = COUNTS[int(over)] if int(over) < len(COUNTS) else over
    many = part if over == "1" else "halves" if part == "half" else f"{part}s"
    return f"{sign}{count} {many}"


def number_html(text: str) -> str:
    """Set a number of `row_text` as the browser half does: fractions stacked, and said in words."""
    over, _, under = text.removeprefix("\u2212").partition("/")
    if not under:
        return text
    sign = "\u2212" if text.startswith("\u2212") else ""
    return (
        f'<span class="ln-frac" aria-hidden="true"><span>{sign}</span>'
        f'<span class="ln-over">{over}</span><span class="ln-slash">/</span>'
        f'<span class="ln-under">{under}</span></span><span class="ln-said">{speak(text)}</span>'
    )


class _Exact(Fraction):
    """A fraction that is true even when it is 0."""

    def __bool__(self) -> bool:
        return True


def _fraction(x: float) -> _Exact | None:
    if not math.isfinite(x) or abs(x) >= 1e9:
        return None
    near = Fraction(x).limit_denominator(MAX_DENOMINATOR)
    return _Exact(near) if abs(float(near) - x) <= 1e-12 * max(1.0, abs(x)) else None


def power_text(x: float) -> str:
    """Write a number with four digits and a power of ten.

    Examples
    --------
    >>> power_text(-0.000125), power_text(0)
    ('−1.250·10⁻⁴', '0')
    """
    if x == 0:
        return _minus(f"{x:.4f}")
    digits, power = f"{x:.3e}".split("e")
    return f"{_minus(digits)}·{power_of_ten(int(power))}"


def power_of_ten(power: int) -> str:
    """Write a power of ten with its exponent raised."""
    return "10" + str(power).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))


def _minus(text: str) -> str:
    return (text.lstrip("-") if float(Fraction(text)) == 0 else text).replace("-", "\u2212")
