"""The static picture of the routes: what a page shows before, or without, scripts.

The same panels, columns, marks and colours as `web/picture.js` and `web/bars.js`, drawn in the same
places. Colours are the page's properties with the light value as fallback, so the picture stands in
any viewer.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from itertools import accumulate, pairwise
from typing import NamedTuple

__all__ = ["MARKS", "Panel", "figure", "routes_panel", "swatch", "values_panel"]

HEIGHT, LEFT = 460, 11  # pixels, and per cent of the width for the numbers of the axes
PANELS = ((24, 96), (152, 96), (280, 152))  # top and height of each
LADDER = (1, 1.5, 2, 3, 4, 5, 6, 8, 10)
MARKS = {"direct": "#005FA3", "mean": "#B34700", "variance": "#00734F", "total": "#1B1F24"}
SOFT, INK, LINE = "var(--ln-soft,#57606a)", "var(--ln-ink,#1b1f24)", "var(--ln-line,#c9d0d8)"


class Panel(NamedTuple):
    """One panel: its label, and its bars by feature, each from a value to a value, and a level."""

    label: str
    bars: Sequence[Sequence[tuple[float, float]]]
    headroom: float
    least: float
    level: float | None = None


def values_panel(label: str, values: Sequence[float], level: float | None) -> Panel:
    """Make a panel of one bar a feature, from 0 to the value, with a level across."""
    return Panel(label, [[(0.0, x)] for x in values], 1.25, 2, level)


def routes_panel(label: str, routes: Sequence[Sequence[float]], total: Sequence[float]) -> Panel:
    """Make a panel of the routes end on end, with the total beside them."""
    ends = [[0.0, *accumulate(column)] for column in zip(*routes, strict=True)]
    bars = [[*pairwise(end), (0.0, x)] for end, x in zip(ends, total, strict=True)]
    return Panel(label, bars, 1.05, 0)


def figure(name: str, panels: Sequence[Panel], caption: str) -> str:
    """Draw up to three panels as one SVG with a title and a description.

    Parameters
    ----------
    name : str
        Makes the ids of this picture unique on its page.
    panels : sequence of Panel
        From top to bottom; all have the same number of features.
    caption : str
        What the picture shows, for those who do not see it.
    """
    plot = "".join(
        _panel(name, panel, top, height)
        for panel, (top, height) in zip(panels, PANELS, strict=False)
    )
    d = len(panels[0].bars)
    step = math.ceil(d / 16)
    features = "".join(
        f'<text x="{_n(100 * (i + 0.5) / d)}%" y="{HEIGHT - 6}" text-anchor="middle" fill="{SOFT}">'
        f"{i + 1}</text>"
        for i in range(0, d, step)
    )
    return (
        f'<svg class="ln-picture" role="img" aria-labelledby="{name}-title {name}-desc" '
        f'width="100%" height="{HEIGHT}" font-size="12" font-family="inherit">'
        f'<title id="{name}-title">The three routes, feature by feature</title>'
        f'<desc id="{name}-desc">{escape(caption)}</desc>{_patterns(name)}'
        f'<svg x="{LEFT}%" width="{100 - LEFT}%" height="{HEIGHT}" overflow="visible">'
        f"{plot}{features}</svg></svg>"
    )


def swatch(name: str, mark: str) -> str:
    """Draw a route's mark small, with the patterns of the picture of that name."""
    fill = {"direct": _ink(mark), "total": "none"}.get(mark, f"url(#{name}-{mark})")
    return (
        '<svg class="ln-swatch" width="18" height="14" aria-hidden="true">'
        f'<rect class="ln-bar ln-{mark}" x="1.5" y="1.5" width="15" height="11" '
        f'style="fill:{fill}" stroke="{_ink(mark)}" stroke-width="1.5"/></svg>'
    )


def _patterns(name: str) -> str:
    dots = "".join(f'<circle cx="{at}" cy="{at}" r="1.3" fill="{_ink("variance")}"/>'
                   for at in (1.5, 4.5))  # fmt: skip
    tile = 'patternUnits="userSpaceOnUse" width="6" height="6"'
    return (
        f'<defs><pattern id="{name}-mean" {tile} patternTransform="rotate(45)">'
        f'<rect width="3" height="6" fill="{_ink("mean")}"/></pattern>'
        f'<pattern id="{name}-variance" {tile}>{dots}</pattern></defs>'
    )


def _panel(name: str, panel: Panel, top: int, height: int) -> str:
    low, high = _domain(panel)

    def y(value: float) -> float:
        return top + height * (high - value) / (high - low)

    d = len(panel.bars)
    ticks = "".join(
        f'<text x="-7" y="{_n(y(value) + 4)}" text-anchor="end" fill="{SOFT}">'
        f"{format(value, 'g').replace('-', chr(0x2212))}</text>"
        for value in sorted({low, 0.0, high})
    )
    parts = [
        f'<text y="{top - 9}" fill="{INK}">{escape(panel.label)}</text>',
        f'<line x1="0" x2="0" y1="{top}" y2="{top + height}" stroke="{LINE}"/>{ticks}',
        f'<line x2="100%" y1="{_n(y(0))}" y2="{_n(y(0))}" stroke="{SOFT}"/>',
    ]
    if panel.level is not None:
        level = f'y1="{_n(y(panel.level))}" y2="{_n(y(panel.level))}" stroke="{SOFT}"'
        parts.append(f'<line x2="100%" {level} stroke-width="1.5" stroke-dasharray="2 4"/>')
    for i, bars in enumerate(panel.bars):
        marks = "".join(_bar(name, k, len(bars), y(a), y(b)) for k, (a, b) in enumerate(bars))
        column = f'x="{_n(100 * i / d)}%" width="{_n(100 / d)}%" height="{HEIGHT}"'
        parts.append(f'<svg {column} overflow="visible">{marks}</svg>')
    return "".join(parts)


def _bar(name: str, k: int, count: int, start: float, end: float) -> str:
    place = f'y="{_n(min(start, end))}" height="{_n(max(abs(start - end), 0.01))}"'
    if count == 1:
        return (
            f'<rect class="ln-input" x="32%" width="36%" {place} fill="{SOFT}" '
            f'fill-opacity="0.3" stroke="{SOFT}"/>'
        )
    mark = list(MARKS)[k]
    fill = {"direct": _ink(mark), "total": "none"}.get(mark, f"url(#{name}-{mark})")
    return (
        f'<rect class="ln-bar ln-{mark}" x="{_n(8 + 21.5 * k)}%" width="19%" {place} '
        f'style="fill:{fill}" stroke="{_ink(mark)}" stroke-width="1.5"/>'
    )


def _ink(mark: str) -> str:
    return f"var(--ln-{mark},{MARKS[mark]})"


def _domain(panel: Panel) -> tuple[float, float]:
    values = [value for bars in panel.bars for bar in bars for value in bar]
    up = _round_up(max(panel.least, panel.headroom * max(0.0, *values)))
    down = _round_up(max(panel.least, panel.headroom * max(0.0, *(-x for x in values))))
    return (-down, up) if up + down > 0 else (-1.0, 1.0)


def _round_up(x: float) -> float:
    if x <= 0:
        return 0.0
    power = 10.0 ** math.floor(math.log10(x))
    rung = next((r for r in LADDER if r * power >= x * (1 - 1e-12)), 10)
    return float(f"{rung * power:.12g}")


def _n(x: float) -> str:
    return f"{round(x, 4):g}" if abs(x) < 1e4 else f"{x:.0f}"
