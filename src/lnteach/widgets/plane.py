"""The plane of centred columns, drawn for pages without JavaScript.

The same shapes in the same places as `web/explore/plane.js` lays out for the live picture.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple

import numpy as np

from lnteach.arrays import Array
from lnteach.widgets.figure import INK, LINE, SOFT, ink, round_up

__all__ = ["HEIGHT", "SIZE", "draw", "held", "place"]

# The axes of the plane: feature 1 against 2, and both against 3.
ACROSS = np.array([1.0, -1.0, 0.0]) / np.sqrt(2.0)
UP = np.array([1.0, 1.0, -2.0]) / np.sqrt(6.0)
SIZE = 360
HEIGHT = 378  # under the plane there is a line for words
RADIUS = math.sqrt(3.0)
MIDDLE = SIZE / 2

Point = tuple[float, float]
Box = tuple[float, float, float, float]


class Word(NamedTuple):
    """A word of the picture; a letter after ``_`` is set low."""

    kind: str
    text: str
    x: float
    y: float
    anchor: str = "middle"

    @property
    def width(self) -> float:
        """About how wide it is, in pixels."""
        return 6.4 * len(self.text.replace("_", "", 1))

    @property
    def box(self) -> Box:
        """About where it stands: left, top, right, bottom."""
        left = self.x - {"start": 0.0, "middle": self.width / 2, "end": self.width}[self.anchor]
        return left, self.y - 12, left + self.width, self.y + 4


FIXED = (
    Word("axis", "(1, −1, 0)/√2", SIZE - 2, MIDDLE + 15, "end"),
    Word("axis", "(1, 1, −2)/√6", MIDDLE + 6, 12, "start"),
    Word("feature", "h_1 up", SIZE - 2, 90, "end"),
    Word("feature", "h_2 up", 2, 90, "start"),
    Word("feature", "h_3 up", MIDDLE + 8, SIZE - 8, "start"),
)
# The stroke of each kind of ray: colour, width, dashes, opacity; plane.css says the same.
STROKES = {
    "axis": (LINE, 1, "", 1),
    "feature": (SOFT, 1, "1 5", 1),
    "short": (ink("eps"), 1.5, "1 3", 1),
    "leak": (ink("eps"), 8, "", 0.4),
    "before": (SOFT, 2.5, "", 1),
    "eps": (ink("eps"), 2.5, "6 3", 1),
    "direct": (ink("direct"), 2.5, "", 1),
    "variance": (ink("variance"), 2.5, "2 4", 1),
    "total": (ink("total"), 2.5, "", 1),
}


def place(x: Array) -> Array:
    """Give the point of a column in the plane."""
    return np.array([x @ ACROSS, x @ UP])


def held(gamma: Sequence[float]) -> str:
    """Say what keeps a from being moved freely: where γ is 0, a is 0."""
    stuck = [n for n in (1, 2, 3) if gamma[n - 1] == 0]
    names = "".join(f"γ_{n} = " for n in stuck)
    if not stuck:
        return ""
    if len(stuck) == 1:
        return f"{names}0 keeps a_{stuck[0]} at 0: the mean of a moves along"
    if len(stuck) == 2:
        free = next(n for n in (1, 2, 3) if n not in stuck)
        return f"{names}0: a moves along h_{free} only"
    return "γ = 0: a stays 0"


def draw(vectors: Mapping[str, Sequence[float]]) -> str:
    """Draw the plane of a computed state: the inner markup of the picture."""
    points = [vectors[f"at_{name}"] for name in ("c", "u", "a", "left")]
    reach = round_up(1.15 * max(RADIUS, *(abs(x) for point in points for x in point)))
    scale = MIDDLE / reach

    def pixel(at: Sequence[float]) -> Point:
        return MIDDLE + at[0] * scale, MIDDLE - at[1] * scale

    c, u, a, left, leak = (pixel(vectors[f"at_{name}"]) for name in ("c", "u", "a", "left", "leak"))
    zero = (MIDDLE, MIDDLE)
    length = math.hypot(*vectors["at_u"])
    rim = pixel([x * RADIUS / length for x in vectors["at_u"]]) if length > 0 else u
    features = [(MIDDLE + x * 160 * math.sqrt(1.5), MIDDLE - y * 160 * math.sqrt(1.5))
                for x, y in zip(ACROSS.tolist(), UP.tolist(), strict=True)]  # fmt: skip
    rays = [
        *(("feature", zero, to) for to in features),
        ("short", u, rim),
        ("leak", zero, leak),
        ("before", zero, c),
        ("eps", zero, u),
        ("direct", zero, a),
        ("variance", a, left),
        ("total", zero, left),
    ]
    heads = [("eps", zero, u), ("variance", a, left), ("total", zero, left)]
    words = _words(c, u, a, left, leak, RADIUS * scale)
    note = Word("note", held(vectors["gamma"]), 2, HEIGHT - 4, "start")
    return "".join(
        [
            _line("axis", (0, MIDDLE), (SIZE, MIDDLE)),
            _line("axis", (MIDDLE, 0), (MIDDLE, SIZE)),
            f'<circle class="ln-circle" cx="{MIDDLE:g}" cy="{MIDDLE:g}" r="{RADIUS * scale:.2f}" '
            f'fill="none" stroke="{SOFT}" stroke-dasharray="2 4"/>',
            *(_line(*ray) for ray in rays),
            *(_head(*each) for each in heads),
            *(_spell(word) for word in (*words, note)),
            *(
                f'<circle class="ln-dot" cx="{x:.2f}" cy="{y:.2f}" r="7" '
                f'fill="var(--ln-ground,#fff)" stroke="{INK}" stroke-width="2"/>'
                for x, y in (c, a)
            ),
        ]
    )


def _words(c: Point, u: Point, a: Point, left: Point, leak: Point, radius: float) -> list[Word]:
    """Find a place for each word: outward from its tip if there is room, else round about it."""
    rim = MIDDLE + (radius + 4) * math.sqrt(0.5)
    words = [*FIXED, Word("circle", "√3", rim + 8, rim + 10)]
    taken = [word.box for word in words]
    taken += [_around(at, 10) for at in (c, a)]
    taken += [_around(at, 4) for at in (u, left)]
    taken += [
        _around((MIDDLE + part * (x - MIDDLE), MIDDLE + part * (y - MIDDLE)), 2)
        for x, y in (c, a, left)
        for part in (0.2, 0.4, 0.6, 0.8)
    ]
    for kind, text, at in (
        ("before", "c", c),
        ("direct", "a less its mean", a),
        ("eps", "u", u),
        ("total", "s g_h", left),
        ("leak", "leak", leak),
    ):
        shown = kind != "leak" or math.hypot(at[0] - MIDDLE, at[1] - MIDDLE) > 6
        found = _beside(kind, text if shown else "", at, taken)
        words.append(found)
        if shown:
            taken.append(found.box)
    return words


def _beside(kind: str, text: str, at: Point, taken: Sequence[Box]) -> Word:
    outward = math.floor(math.atan2(MIDDLE - at[1], at[0] - MIDDLE) / (math.pi / 4) + 0.5)
    best, least = Word(kind, text, *at), math.inf
    for step in (0, 1, -1, 2, -2, 3, -3, 4):
        angle = (outward + step) * math.pi / 4
        x = at[0] + math.cos(angle) * (13 + best.width / 2)
        found = Word(kind, text, x, at[1] - math.sin(angle) * 18 + 4)
        outside = found.width * 16 - _shared(found.box, (0, 0, SIZE, SIZE))
        cost = 10 * outside + sum(_shared(found.box, one) for one in taken)
        if cost < least - 1e-6:
            best, least = found, cost
    return best


def _around(at: Point, by: float) -> Box:
    return at[0] - by, at[1] - by, at[0] + by, at[1] + by


def _shared(one: Box, other: Box) -> float:
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return max(0.0, wide) * max(0.0, high)


def _line(kind: str, start: Point, end: Point) -> str:
    color, width, dashes, opacity = STROKES[kind]
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    dim = f' stroke-opacity="{opacity}"' if opacity < 1 else ""
    return (
        f'<line class="ln-ray ln-ray-{kind}" x1="{start[0]:.2f}" y1="{start[1]:.2f}" '
        f'x2="{end[0]:.2f}" y2="{end[1]:.2f}" stroke="{color}" stroke-width="{width}"'
        f"{dashed}{dim}/>"
    )


def _head(kind: str, start: Point, end: Point) -> str:
    """Draw the two strokes of an arrow's head; none where there is no room for it."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    if math.hypot(dx, dy) < 10:
        return f'<path class="ln-head ln-ray-{kind}" d=""/>'
    way = math.atan2(dy, dx)
    one, other = (
        f"{end[0] + 9 * math.cos(way + by):.2f},{end[1] + 9 * math.sin(way + by):.2f}"
        for by in (2.7, -2.7)
    )
    return (
        f'<path class="ln-head ln-ray-{kind}" d="M{one}L{end[0]:.2f},{end[1]:.2f}L{other}" '
        f'fill="none" stroke="{STROKES[kind][0]}" stroke-width="2.5"/>'
    )


def _spell(word: Word) -> str:
    low = word.kind in {"axis", "feature", "circle", "note"}
    kind = "ln-note" if word.kind == "note" else f"ln-word-{word.kind}"
    first, *others = word.text.split("_")
    parts = [f"<tspan>{escape(first)}</tspan>"]
    for other in others:
        parts.append(f'<tspan dy="3" font-size="9">{escape(other[0])}</tspan>')
        parts.append(f'<tspan dy="-3">{escape(other[1:])}</tspan>')
    return (
        f'<text class="ln-word {kind}" x="{word.x:.2f}" y="{word.y:.2f}" '
        f'text-anchor="{word.anchor}" fill="{SOFT if low else INK}">{"".join(parts)}</text>'
    )
