"""Figures of the chapters: drawn twice by matplotlib, for light and for dark pages.

Colours come from ``web/tokens.css``, the one table that widgets and pages use as well. Colour never
stands alone: each quantity has a mark, and series that have no colour of their own differ in marker
and line. matplotlib is loaded when the first figure is drawn.
"""

from __future__ import annotations

import html
import io
import logging
import re
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from typing import Any, Final
from urllib.parse import quote

from lnteach.maths import plain_text, text_html

__all__ = ["Plot", "Theme", "figure", "themes"]

LIMIT: Final = 40_000  # characters of one picture in the page
DPI: Final = 144
MARKS: Final[dict[str, dict[str, str]]] = {
    "direct": {"hatch": "", "marker": "s", "linestyle": "-"},
    "mean": {"hatch": "///", "marker": "D", "linestyle": "-."},
    "variance": {"hatch": ".", "marker": "o", "linestyle": ":"},
    "total": {"hatch": "", "marker": "s", "linestyle": "-"},
    "eps": {"hatch": "", "marker": "", "linestyle": "--"},
    "mistake": {"hatch": "xx", "marker": "o", "linestyle": "-"},
    "measured": {"hatch": "", "marker": "x", "linestyle": ""},
}
SERIES: Final = (("o", "-"), ("s", "--"), ("^", "-."), ("D", ":"))

# JupyterLab and VS Code name their theme on <body>, the site on <html>; paper is light. A host that
# drops this style shows the light picture alone.
STYLE: Final = (
    '<style>:is(html[data-theme="dark"],body[data-jp-theme-light="false"],body.vscode-dark) '
    ".ln-plot img.only-dark{display:inline!important}"
    ':is(body[data-jp-theme-light="false"],body.vscode-dark) .ln-plot img.only-light{display:none}'
    "@media print{html body .ln-plot img.only-light{display:inline!important}"
    "html body .ln-plot img.only-dark{display:none!important}}</style>"
)


@dataclass(frozen=True)
class Theme:
    """The colours of one theme, and how each quantity is marked.

    Attributes
    ----------
    name : str
        "light" or "dark".
    direct, mean, variance, total, eps, mistake : str
        The colours of the course's grammar.
    ink, soft, line, ground : str
        Text, quiet text, rules, and the page behind.
    """

    name: str
    direct: str
    mean: str
    variance: str
    total: str
    eps: str
    mistake: str
    ink: str
    soft: str
    line: str
    ground: str

    def colour(self, quantity: str) -> str:
        """Return the colour of a quantity; what was measured has that of the text."""
        if quantity not in MARKS:
            raise KeyError(f"no quantity {quantity!r}; there are {', '.join(MARKS)}")
        return self.soft if quantity == "measured" else str(getattr(self, quantity))

    def bar(self, quantity: str) -> dict[str, Any]:
        """Return how bars of a quantity look: the direct route is filled, the others hatched."""
        colour = self.colour(quantity)
        face = colour if quantity == "direct" else "none"
        return {"facecolor": face, "edgecolor": colour, "hatch": MARKS[quantity]["hatch"],
                "linewidth": 1.5}  # fmt: skip

    def points(self, quantity: str) -> dict[str, Any]:
        """Return how a line or points of a quantity look; the mistake's circles are open."""
        colour, mark = self.colour(quantity), MARKS[quantity]
        open_ = quantity in {"mistake", "total"}
        return {"color": colour, "marker": mark["marker"], "linestyle": mark["linestyle"],
                "markerfacecolor": "none" if open_ else colour}  # fmt: skip

    def series(self, k: int) -> dict[str, Any]:
        """Return how series number k looks where the grammar has no colour for it."""
        marker, dash = SERIES[k % len(SERIES)]
        open_ = k % 2 == 1
        return {"color": self.soft if open_ else self.ink, "marker": marker,
                "linestyle": dash, "markerfacecolor": "none" if open_ else self.ink}  # fmt: skip


@cache
def themes() -> tuple[Theme, Theme]:
    """Return the light and the dark theme, read from the table that the pages use.

    Examples
    --------
    >>> [theme.direct for theme in themes()]
    ['#005fa3', '#6cb8ff']
    """
    css = files("lnteach.web").joinpath("tokens.css").read_text(encoding="utf-8")
    tables = (dict(re.findall(r"--ln-(\w+): (#\w+)", block)) for block in css.split("}")[:2])
    wanted = [field.name for field in fields(Theme)][1:]
    light, dark = ({name: table[name] for name in wanted} for table in tables)
    return Theme("light", **light), Theme("dark", **dark)


@dataclass(frozen=True)
class Plot:
    """A drawn figure: two pictures of which the host's theme shows one."""

    light: str
    dark: str
    alt: str
    caption: str
    size: tuple[int, int]

    def _repr_html_(self) -> str:
        width, height = self.size
        common = (
            f'alt="{html.escape(self.alt)}" role="img" width="{width}" height="{height}" '
            'style="max-width:100%;height:auto'
        )
        # In a box of their own: the theme hides a caption that follows a hidden picture.
        pictures = (
            f'<div><img class="only-light" src="{self.light}" {common}">'
            f'<img class="only-dark" src="{self.dark}" {common};display:none"></div>'
        )
        caption = f"<figcaption>{text_html(self.caption)}</figcaption>" if self.caption else ""
        return f'<figure class="ln-plot">{STYLE}{pictures}{caption}</figure>'

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/html": self._repr_html_(), "text/plain": repr(self)}

    def __repr__(self) -> str:
        return "\n".join([self.alt, *([plain_text(self.caption)] if self.caption else [])])


def figure(
    draw: Callable[[Any, Theme], object],
    *,
    alt: str,
    caption: str | None = None,
    size: tuple[float, float] = (5.0, 3.2),
    panels: int = 1,
) -> Plot:
    """Draw a figure once for light and once for dark pages.

    Parameters
    ----------
    draw : callable
        Gets a matplotlib ``Axes`` (with `panels` above 1, a tuple of them that share both scales)
        and a `Theme`, and draws with its colours and marks.
    alt : str
        What the figure shows, in words; also what a terminal prints.
    caption : str, optional
        A line below it; ``$…$`` is mathematics.
    size : (float, float)
        Width and height in inches, 96 pixels each.
    panels : int
        How many axes stand below each other: side by side they would be too small on a phone.

    Returns
    -------
    Plot
        Shows itself in a notebook and on the site. The same drawing gives the same bytes.

    Raises
    ------
    ValueError
        `alt` is empty.

    Examples
    --------
    >>> figure(lambda ax, theme: ax.bar([1], [2], **theme.bar("mean")), alt="One bar, two high.")
    One bar, two high.
    """
    if not alt.strip():
        raise ValueError("`alt` is empty, but a figure needs its message in words")
    light, dark = (_picture(draw, theme, size, panels) for theme in themes())
    pixels = (round(96 * size[0]), round(96 * size[1]))
    return Plot(light, dark, alt, caption or "", pixels)


def _picture(
    draw: Callable[[Any, Theme], object], theme: Theme, size: tuple[float, float], panels: int
) -> str:
    """Draw one theme; return the address of the picture, SVG unless that is large."""
    with _style(theme):
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        drawn = Figure(figsize=size, layout="constrained")
        FigureCanvasAgg(drawn)
        axes = drawn.subplots(panels, 1, sharex=True, sharey=True, squeeze=False)[:, 0]
        draw(axes[0] if panels == 1 else tuple(axes), theme)
        for each in axes:
            each.minorticks_off()  # of a logarithmic axis: many strokes that say little
        stream = io.BytesIO()
        drawn.savefig(stream, format="svg", transparent=True, metadata={"Date": None})
        vector = _svg_address(stream.getvalue().decode())
        if len(vector) <= LIMIT:
            return vector
        stream = io.BytesIO()
        drawn.savefig(stream, format="png", transparent=True, dpi=DPI, metadata={"Software": None})
    return "data:image/png;base64," + b64encode(stream.getvalue()).decode()


@contextmanager
def _style(theme: Theme) -> Iterator[None]:
    """Load matplotlib and set our style, whatever style the reader's own settings have."""
    log = logging.getLogger("matplotlib")
    level = log.level
    log.setLevel(logging.ERROR)  # building its list of fonts is no warning to a reader
    try:
        import matplotlib
        import matplotlib.font_manager
    finally:
        log.setLevel(level)
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(
            {
                "font.family": "DejaVu Sans", "font.size": 11, "legend.fontsize": 10,
                "legend.frameon": False, "legend.handlelength": 3, "axes.axisbelow": True,
                "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True,
                "axes.grid.axis": "y", "axes.titlesize": 11, "lines.linewidth": 1.8,
                "lines.markersize": 5, "hatch.linewidth": 1.2, "text.color": theme.ink,
                "axes.labelcolor": theme.ink, "axes.titlecolor": theme.ink,
                "axes.edgecolor": theme.soft, "xtick.color": theme.soft,
                "ytick.color": theme.soft, "xtick.labelcolor": theme.ink,
                "ytick.labelcolor": theme.ink, "grid.color": theme.line,
                "svg.hashsalt": "lnteach", "svg.fonttype": "none",
            }
        )  # fmt: skip
        yield


def _svg_address(svg: str) -> str:
    """Write an SVG as an address, without what no reader sees."""
    svg = re.sub(r"<\?xml.*?\?>|<!DOCTYPE.*?>|<!--.*?-->|<metadata>.*?</metadata>", "", svg,
                 flags=re.DOTALL)  # fmt: skip
    svg = re.sub(r'(?<=\s[dxy]=")[^"]*', lambda path: _rounded(path[0]), svg)
    svg = re.sub(r">\s+<", "><", svg.strip())
    svg = re.sub(r' transform="rotate\(-0 [^"]*"| id="(?:\w+_\d+|matplotlib[^"]*)"', "", svg)
    svg = svg.replace("'DejaVu Sans'", "DejaVu Sans, Verdana, sans-serif")
    svg = re.sub(r"\s+", " ", svg).replace('"', "'")  # the address stands between double quotes
    return "data:image/svg+xml," + quote(svg, safe=" =:/'();,")


def _rounded(path: str) -> str:
    """Keep two decimals of a point: a hundredth of one is finer than any screen."""
    return re.sub(r"\d+\.\d{3,}", lambda n: f"{float(n[0]):.2f}".rstrip("0").rstrip("."), path)
