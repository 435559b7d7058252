"""Named curves over a shared x, as `web/curves.js` draws them, for pages without JavaScript."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from typing import NamedTuple

from lnteach.widgets.figure import INK, LEFT, LINE, SOFT, picture
from lnteach.widgets.numbers import power_of_ten

__all__ = ["Axis", "Curve", "Rule", "curves", "share", "ticks"]

WIDE = 98 - LEFT
BELOW = 38
APART = 14  # pixels between two names
INKS = {"ink": INK, "soft": SOFT, "line": LINE}


class Axis(NamedTuple):
    """What an axis measures, from where to where, and whether in powers of ten."""

    title: str
    low: float
    high: float
    log: bool = False


class Curve(NamedTuple):
    """A curve: its name, a value an x, the point its name stands at, its colour, dash and dots.

    `ink` is a colour of the page such as ``"ink"``, ``"soft"``, ``"direct"``; `dot` is ``"round"``,
    ``"square"`` or nothing; `anchor` ``"start"``, ``"middle"``, ``"end"``, or by the place. What a
    logarithm cannot show is a gap.
    """

    label: str
    values: Sequence[float]
    at: int = -1
    below: bool = False
    ink: str = "ink"
    dash: str = ""
    dot: str = ""
    anchor: str = ""


class Rule(NamedTuple):
    """A line upwards at an x, with its name in one of the rows over the picture."""

    at: float
    label: str
    row: int = 0
    ink: str = "soft"
    dash: str = ""
    anchor: str = ""


def ticks(axis: Axis, most: int) -> list[tuple[float, str]]:
    """Return the round steps of an axis, with their texts.

    Examples
    --------
    >>> [text for _, text in ticks(Axis("x", 0, 24), 7)]
    ['0', '5', '10', '15', '20']
    >>> [text for _, text in ticks(Axis("x", 1e-4, 10, log=True), 7)]
    ['10⁻⁴', '10⁻³', '10⁻²', '10⁻¹', '10⁰', '10¹']
    """
    start, end = (
        (math.log10(axis.low), math.log10(axis.high)) if axis.log else (axis.low, axis.high)
    )
    rough = (end - start) / most
    power = 1.0 if axis.log and rough < 1 else 10.0 ** math.floor(math.log10(rough))
    step = next((rung for rung in (1, 2, 3, 5) if rung * power >= rough - 1e-9), 10) * power
    first = math.ceil(start / step - 1e-9)
    found = []
    for k in range(math.floor(end / step + 1e-9) - first + 1):
        at = float(f"{(first + k) * step:.12g}")
        text = f"{at:g}".replace("-", "\u2212")
        found.append((10.0**at, power_of_ten(int(at))) if axis.log else (at, text))
    return found


def share(axis: Axis, x: float) -> float:
    """Return where a number stands on an axis, from 0 to 1; NaN where a logarithm has no place."""
    if not axis.log:
        return (x - axis.low) / (axis.high - axis.low)
    return math.log(x / axis.low) / math.log(axis.high / axis.low) if x > 0 else math.nan


def curves(
    name: str,
    title: str,
    caption: str,
    x: Sequence[float],
    drawn: Sequence[Curve],
    across: Axis,
    up: Axis,
    *,
    rules: Sequence[Rule] = (),
    crosses: Sequence[tuple[float, float]] = (),
    height: int = 220,
    rows: int = 1,
) -> str:
    """Draw curves as one SVG with a title and a description.

    Parameters
    ----------
    name : str
        Makes the ids of this picture unique on its page.
    title, caption : str
        What the picture is, and what it shows, for those who do not see it.
    x : sequence of float
        Where the curves have their values.
    drawn : sequence of Curve
        The curves.
    across, up : Axis
        The two axes.
    rules : sequence of Rule
        Lines upwards, such as the best x.
    crosses : sequence of (x, y)
        Points that are measured.
    height, rows : int
        Of the plot in pixels, and how many rows of names of rules stand over it.
    """
    top = 24 + 16 * rows

    def left(value: float) -> str:
        return f"{LEFT + WIDE * share(across, value):.4g}%"

    def y(value: float) -> float:
        return top + height * (1 - share(up, value))

    def text(where: str, words: str, fill: str = INK, anchor: str = "start") -> str:
        return f'<text {where} text-anchor="{anchor}" fill="{fill}">{escape(words)}</text>'

    parts = [text(f'x="{LEFT}%" y="15"', up.title)]
    for at, words in ticks(up, 5):
        parts.append(
            f'<line class="ln-grid" x1="{LEFT}%" x2="{LEFT + WIDE}%" y1="{y(at):.1f}" '
            f'y2="{y(at):.1f}" stroke="{LINE}"/>'
        )
        parts.append(text(f'x="{LEFT - 1}%" y="{y(at) + 4:.1f}"', words, SOFT, "end"))
    for at, words in ticks(across, 7):
        parts.append(text(f'x="{left(at)}" y="{top + height + 17}"', words, SOFT, "middle"))
    parts.append(text(f'x="{LEFT + WIDE}%" y="{top + height + 33}"', across.title, anchor="end"))

    places = [1000 * share(across, one) for one in x]
    paths: list[str] = []
    names: list[_Name] = []
    for curve in drawn:
        points = [(place, y(v) - top) for place, v in zip(places, curve.values, strict=True)]
        dash = f' stroke-dasharray="{curve.dash}"' if curve.dash else ""
        paths.append(
            f'<path class="ln-curve" d="{_track(points)}"{dash} {_stroke(curve.ink, 1.75)}/>'
        )
        if curve.dot:
            cap, width = ("square", 5) if curve.dot == "square" else ("round", 6)
            paths.append(
                f'<path class="ln-curve ln-dots ln-{curve.dot}" d="{_track(points, dots=True)}" '
                f'stroke-linecap="{cap}" {_stroke(curve.ink, width)}/>'
            )
        place, down = points[curve.at]
        wanted = top + down + (16 if curve.below else -7) if math.isfinite(down) else top + height
        anchor = curve.anchor or ("start" if place < 250 else "end" if place > 750 else "middle")
        held = min(top + height - 3, max(top + 12, wanted))
        names.append(_Name(curve.label, place, held, anchor))
    _spread(names, top + height - 3)
    area = (
        f'<svg class="ln-area" x="{LEFT}%" y="{top}" width="{WIDE}%" height="{height}" '
        f'preserveAspectRatio="none" viewBox="0 0 1000 {height}">{"".join(paths)}</svg>'
    )
    lines = [
        f'<line class="ln-rule" x1="{left(rule.at)}" x2="{left(rule.at)}" '
        f'y1="{top - 16 * rule.row - 2}" y2="{top + height}" stroke="{_color(rule.ink)}"'
        + (f' stroke-dasharray="{rule.dash}"/>' if rule.dash else "/>")
        for rule in rules
    ]
    for rule in rules:
        part = share(across, rule.at)
        anchor = "start" if part < 0.1 else "end" if part > 0.9 else rule.anchor or "middle"
        names.append(_Name(rule.label, 1000 * part, top - 16 * rule.row - 5, anchor))
    words_of = [
        f'<text class="ln-named" x="{LEFT + WIDE * one.place / 1000:.4g}%" y="{one.y:.1f}" '
        f'text-anchor="{one.anchor}" fill="{INK}">{escape(one.label)}</text>'
        for one in names
    ]
    marks = [
        f'<svg x="{left(at)}" y="{max(top, y(value)):.1f}" overflow="visible"><path '
        f'class="ln-point ln-measured" d="M-5-5L5 5M-5 5L5-5" fill="none" stroke="{INK}" '
        'stroke-width="2"/></svg>'
        for at, value in crosses
        if share(up, value) >= 0
    ]
    inner = "".join([*parts, area, *lines, *words_of, *marks])
    return picture(name, title, caption, top + height + BELOW, inner)


def _color(ink: str) -> str:
    return INKS.get(ink, f"var(--ln-{ink})")


def _stroke(ink: str, width: float) -> str:
    return (
        f'fill="none" style="stroke:{_color(ink)}" stroke-width="{width}" '
        'vector-effect="non-scaling-stroke"'
    )


def _track(points: Sequence[tuple[float, float]], *, dots: bool = False) -> str:
    """Draw a line through points, or a dot at each; NaN is a gap."""
    pen, track = False, ""
    for x, y in points:
        there = math.isfinite(y)
        if there:
            track += f"{'L' if pen and not dots else 'M'}{x:.1f} {y:.1f}{'h0' if dots else ''}"
        pen = there
    return track


@dataclass
class _Name:
    """A name in the picture: where it stands, the place in thousandths of the width."""

    label: str
    place: float
    y: float
    anchor: str


def _spread(names: Sequence[_Name], bottom: float) -> None:
    """Move names apart that would stand on one another, downwards first."""
    for anchor in ("start", "middle", "end"):
        those = sorted((one for one in names if one.anchor == anchor), key=lambda one: one.y)
        for before, one in pairwise(those):
            one.y = max(one.y, before.y + APART)
        for k, one in enumerate(reversed(those)):
            one.y = min(one.y, bottom - APART * k)
