"""The static picture of a widget: what a page shows before, or without, scripts.

The same panels, columns, marks and colours as `web/board.js` and `web/bars.js`, drawn in the same
places. Colours are the page's properties with the light value as fallback, so the picture stands in
any viewer.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from lnteach.widgets.conditions import visible

if TYPE_CHECKING:
    from lnteach.widgets.spec import Named

__all__ = [
    "INK",
    "LINE",
    "MARKS",
    "SOFT",
    "Panel",
    "figure",
    "ink",
    "panel",
    "picture",
    "round_up",
    "swatch",
]

LEFT = 11  # per cent of the width for the numbers of the axes
TOP, BETWEEN, BELOW = 24, 32, 28  # pixels
LADDER = (1, 1.5, 2, 3, 4, 5, 6, 8, 10)
MARKS = {
    "direct": "#005FA3",
    "mean": "#B34700",
    "variance": "#00734F",
    "total": "#1B1F24",
    "eps": "#8A2A7A",
    "mistake": "#B00020",
    "measured": "#1B1F24",
    "before": "#57606A",
}
ROUTES = ("direct", "mean", "variance")
SOFT, INK, LINE = "var(--ln-soft,#57606a)", "var(--ln-ink,#1b1f24)", "var(--ln-line,#c9d0d8)"

Series = tuple[str, Sequence[float]]  # a mark, and a value a feature


class Panel(NamedTuple):
    """One panel: bars by their marks from left to right, points over the last, and a level.

    The bars of `stack` stand each on the end of the one before, those of `bars` on 0.
    """

    label: str
    height: int
    headroom: float
    least: float
    stack: Sequence[Series] = ()
    bars: Sequence[Series] = ()
    points: Sequence[Series] = ()
    level: float | None = None

    @property
    def d(self) -> int:
        """The number of features."""
        return len([*self.stack, *self.bars][0][1])

    def ends(self, i: int) -> list[tuple[float, float]]:
        """Return where the bars of a feature begin and end."""
        rising = [0.0, *accumulate(values[i] for _, values in self.stack)]
        return [*pairwise(rising), *((0.0, values[i]) for _, values in self.bars)]

    def values(self) -> list[float]:
        """List all that has to fit."""
        ends = [x for i in range(self.d) for end in self.ends(i) for x in end]
        return [*ends, *(x for _, values in self.points for x in values)]


def panel(entry: Mapping[str, Any], named: Named, state: Mapping[str, Any]) -> Panel:
    """Make the panel that an entry of a spec describes, for a computed state."""
    handles, stack = entry.get("handles"), entry.get("stack", ())
    level = named.scalars[entry["level"]] if "level" in entry else None

    def series(entries: Sequence[Mapping[str, str]]) -> list[Series]:
        return [(one.get("mark", "before"), named.vectors[one["name"]]) for one in entries]

    return Panel(
        entry["label"],
        entry.get("height", 152 if stack else 96),
        entry.get("headroom", 1.25 if handles else 1.05),
        entry.get("least", 2 if handles else 0),
        [(mark, named.vectors[name]) for mark, name in zip(ROUTES, stack, strict=False)],
        [("input", named.vectors[handles])] if handles else series(entry.get("bars", ())),
        series(visible(entry.get("points", ()), state)),
        level,
    )


def figure(name: str, title: str, panels: Sequence[Panel], caption: str) -> str:
    """Draw panels, one above the other, as one SVG with a title and a description.

    Parameters
    ----------
    name : str
        Makes the ids of this picture unique on its page.
    title : str
        What the picture is, in a few words.
    panels : sequence of Panel
        From top to bottom; all have the same number of features.
    caption : str
        What the picture shows, for those who do not see it.
    """
    tops = list(accumulate((each.height + BETWEEN for each in panels), initial=TOP))
    height = tops[-1] - BETWEEN + BELOW
    plot = "".join(_panel(name, each, top, height) for each, top in zip(panels, tops, strict=False))
    d = panels[0].d
    step = math.ceil(d / 16)
    features = "".join(
        f'<text x="{_n(100 * (i + 0.5) / d)}%" y="{height - 6}" text-anchor="middle" fill="{SOFT}">'
        f"{i + 1}</text>"
        for i in range(0, d, step)
    )
    inner = (
        f'<svg x="{LEFT}%" width="{100 - LEFT}%" height="{height}" overflow="visible">'
        f"{plot}{features}</svg>"
    )
    return picture(name, title, caption, height, inner)


def picture(
    name: str, title: str, caption: str, height: int, inner: str, *, wide: int | None = None
) -> str:
    """Wrap drawn parts as a picture with a title and a description.

    With `wide` the parts are drawn in pixels and shrink with the page, else in per cent across.
    """
    box = f'viewBox="0 0 {wide} {height}" ' if wide else ""
    return (
        f'<svg class="ln-picture" role="img" aria-labelledby="{name}-title {name}-desc" '
        f'{box}width="100%" height="{height}" font-size="12" font-family="inherit">'
        f'<title id="{name}-title">{escape(title)}</title>'
        f'<desc id="{name}-desc">{escape(caption)}</desc>{_patterns(name)}{inner}</svg>'
    )


def swatch(name: str, mark: str) -> str:
    """Draw a mark small, with the patterns of the picture of that name."""
    if mark in {"mistake", "measured"}:
        shape = _point(mark)
        return (
            '<svg class="ln-swatch" width="18" height="14" viewBox="-9 -7 18 14" '
            f'aria-hidden="true">{shape}</svg>'
        )
    return (
        '<svg class="ln-swatch" width="18" height="14" aria-hidden="true">'
        f'<rect class="ln-bar ln-{mark}" x="1.5" y="1.5" width="15" height="11" '
        f"{_paint(name, mark)}/></svg>"
    )


def _paint(name: str, mark: str) -> str:
    """Give the fill and the stroke of a bar; style.css says the same where there is one."""
    fill = {
        "direct": ink(mark),
        "total": "none",
        "eps": "none",
        "before": f"color-mix(in srgb,{ink(mark)} 30%,transparent)",
        "leak": f"color-mix(in srgb,{ink(mark)} 40%,transparent)",
    }.get(mark, f"url(#{name}-{mark})")
    dashed = ' stroke-dasharray="4 3"' if mark == "eps" else ""
    return f'style="fill:{fill}" stroke="{ink(mark)}" stroke-width="1.5"{dashed}'


def _point(mark: str) -> str:
    drawn = '<path d="M-5-5L5 5M-5 5L5-5"/>' if mark == "measured" else '<circle r="6"/>'
    return (
        f'<g class="ln-point ln-{mark}" fill="none" stroke="{ink(mark)}" stroke-width="2">'
        f"{drawn}</g>"
    )


def _patterns(name: str) -> str:
    dots = "".join(f'<circle cx="{at}" cy="{at}" r="1.3" fill="{ink("variance")}"/>'
                   for at in (1.5, 4.5))  # fmt: skip
    tile = 'patternUnits="userSpaceOnUse" width="6" height="6"'
    return (
        f'<defs><pattern id="{name}-mean" {tile} patternTransform="rotate(45)">'
        f'<rect width="3" height="6" fill="{ink("mean")}"/></pattern>'
        f'<pattern id="{name}-variance" {tile}>{dots}</pattern></defs>'
    )


def _panel(name: str, panel: Panel, top: int, whole: int) -> str:
    low, high = _domain(panel)

    def y(value: float) -> float:
        return top + panel.height * (high - value) / (high - low)

    ticks = "".join(
        f'<text x="-7" y="{_n(y(value) + 4)}" text-anchor="end" fill="{SOFT}">'
        f"{format(value, 'g').replace('-', chr(0x2212))}</text>"
        for value in sorted({low, 0.0, high})
    )
    axis = f'<line x1="0" x2="0" y1="{top}" y2="{top + panel.height}" stroke="{LINE}"/>'
    parts = [
        f'<text y="{top - 9}" fill="{INK}">{escape(panel.label)}</text>',
        f'{axis}{ticks}<line x2="100%" y1="{_n(y(0))}" y2="{_n(y(0))}" stroke="{SOFT}"/>',
    ]
    if panel.level is not None:
        level = f'y1="{_n(y(panel.level))}" y2="{_n(y(panel.level))}" stroke="{SOFT}"'
        parts.append(f'<line x2="100%" {level} stroke-width="1.5" stroke-dasharray="2 4"/>')
    marks = [mark for mark, _ in (*panel.stack, *panel.bars)]
    for i in range(panel.d):
        drawn = "".join(
            _bar(name, mark, place, y(a), y(b))
            for mark, place, (a, b) in zip(marks, slots(len(marks)), panel.ends(i), strict=True)
        )
        left, width = slots(len(marks))[-1]
        for mark, values in panel.points:
            drawn += (
                f'<svg x="{_n(left + width / 2)}%" y="{_n(y(values[i]))}" overflow="visible">'
                f"{_point(mark)}</svg>"
            )
        column = f'x="{_n(100 * i / panel.d)}%" width="{_n(100 / panel.d)}%" height="{whole}"'
        parts.append(f'<svg {column} overflow="visible">{drawn}</svg>')
    return "".join(parts)


def slots(count: int) -> list[tuple[float, float]]:
    """Give the left edge and the width of each bar of a feature, in per cent of its column."""
    if count == 1:
        return [(32, 36)]
    pitch = 86 / count
    return [(8 + pitch * k, pitch - 2.5) for k in range(count)]


def _bar(name: str, mark: str, place: tuple[float, float], start: float, end: float) -> str:
    where = (
        f'x="{_n(place[0])}%" width="{_n(place[1])}%" '
        f'y="{_n(min(start, end))}" height="{_n(max(abs(start - end), 0.01))}"'
    )
    if mark == "input":
        return f'<rect class="ln-input" {where} fill="{SOFT}" fill-opacity="0.3" stroke="{SOFT}"/>'
    return f'<rect class="ln-bar ln-{mark}" {where} {_paint(name, mark)}/>'


def ink(mark: str) -> str:
    """Return the colour of a mark, with the light value for pages without our style."""
    named = "eps" if mark == "leak" else mark  # a leak is what ε does
    return f"var(--ln-{named},{MARKS[named]})"


def _domain(panel: Panel) -> tuple[float, float]:
    values = panel.values()
    up = round_up(max(panel.least, panel.headroom * max(0.0, *values)))
    down = round_up(max(panel.least, panel.headroom * max(0.0, *(-x for x in values))))
    return (0.0 - down, up) if up + down > 0 else (-1.0, 1.0)


def round_up(x: float) -> float:
    """Return the next larger round number."""
    if x <= 0:
        return 0.0
    power = 10.0 ** math.floor(math.log10(x))
    rung = next((r for r in LADDER if r * power >= x * (1 - 1e-12)), 10)
    return float(f"{rung * power:.12g}")


def _n(x: float) -> str:
    return f"{round(x, 4):g}" if abs(x) < 1e4 else f"{x:.0f}"
