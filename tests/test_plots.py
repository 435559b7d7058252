"""Figures: two themes, colours of the one table, never colour alone, the same bytes every time."""

from __future__ import annotations

import base64
import doctest
import io
import re
import subprocess
import sys
from html.parser import HTMLParser
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest

from lnteach import plots
from lnteach.plots import MARKS, figure, themes

# look.md, by hand.
LIGHT = {
    "direct": "#005fa3", "mean": "#b34700", "variance": "#00734f", "total": "#1b1f24",
    "eps": "#8a2a7a", "mistake": "#b00020",
}  # fmt: skip
DARK = {
    "direct": "#6cb8ff", "mean": "#ffa366", "variance": "#4fd1a5", "total": "#e6eaf0",
    "eps": "#e79bdb", "mistake": "#ff8a80",
}  # fmt: skip


class Images(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.images, self.inside, self.parents = [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        if tag == "img":
            self.images.append(dict(attrs))
            self.parents.append(self.inside[-1])
        else:
            self.inside.append(tag)

    def handle_endtag(self, tag):
        assert self.inside.pop() == tag


def draw(ax, theme):
    ax.bar([1, 2, 3], [3, -1, 2], **theme.bar("mean"))
    ax.plot([1, 2, 3], [1, 2, 4], label="it's $u_i^2$", **theme.points("mistake"))
    ax.set(title="p < q & r", xlabel="γ, ε")
    ax.legend()


def svg(address):
    assert address.startswith("data:image/svg+xml,")
    assert not set('"<>#&') & set(address.removeprefix("data:image/svg+xml,"))
    return unquote(address.partition(",")[2])


def test_the_colours_are_those_of_the_one_table():
    light, dark = themes()
    assert (light.name, dark.name) == ("light", "dark")
    assert {name: getattr(light, name) for name in LIGHT} == LIGHT
    assert {name: getattr(dark, name) for name in DARK} == DARK


def test_colour_never_stands_alone():
    for theme in themes():
        bars = [(theme.bar(q)["hatch"], theme.bar(q)["facecolor"] == "none")
                for q in ("direct", "mean", "variance", "total", "mistake")]  # fmt: skip
        assert len(set(bars)) == len(bars)
        marks = [(theme.points(q)["marker"], theme.points(q)["linestyle"],
                  theme.points(q)["markerfacecolor"] == "none") for q in MARKS]  # fmt: skip
        assert len(set(marks)) == len(marks)
        lines = [(theme.series(k)["marker"], theme.series(k)["linestyle"]) for k in range(4)]
        assert len(set(lines)) == 4
    assert themes()[0].bar("direct")["facecolor"] == "#005fa3"  # solid
    assert themes()[0].points("measured") == {
        "color": "#57606a", "marker": "x", "linestyle": "", "markerfacecolor": "#57606a",
    }  # fmt: skip
    with pytest.raises(KeyError, match="no quantity 'means'; there are direct, mean, variance"):
        themes()[0].bar("means")


def test_one_picture_a_theme_in_its_colours():
    found = figure(draw, alt="Three bars.")
    light, dark = svg(found.light), svg(found.dark)
    for text in (light, dark):
        root = ElementTree.fromstring(text)
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert "p &lt; q &amp; r" in text
        assert "it's" in "".join(root.itertext())
        # No box behind it: the page shows through.
        assert not re.search(r"fill: (#fff|white)", text)
    for text, own, other in ((light, LIGHT, DARK), (dark, DARK, LIGHT)):
        assert own["mean"] in text
        assert own["mistake"] in text
        assert other["mean"] not in text
        assert other["total"] not in text


def test_the_page_shows_one_of_them_and_does_not_jump():
    page = figure(draw, alt='Bars, "three" of them.', caption="The $u$ < 1.", size=(4, 3))
    text = page._repr_html_()
    found = Images(text)
    assert [image["class"] for image in found.images] == ["only-light", "only-dark"]
    for image in found.images:
        assert image["alt"] == 'Bars, "three" of them.'
        assert image["role"] == "img"
        assert (image["width"], image["height"]) == ("384", "288")
        assert "max-width:100%;height:auto" in image["style"]
    # The theme hides a caption that is a sibling of a hidden picture.
    assert found.parents == ["div", "div"]
    assert re.search(r"</div><figcaption>The <span class=\"ln-math\".*&lt; 1\.</figcaption>", text)
    # Without any style the light picture stands alone.
    assert "display:none" not in found.images[0]["style"]
    assert found.images[1]["style"].endswith("display:none")
    for host in ('html[data-theme="dark"]', 'body[data-jp-theme-light="false"]', "@media print"):
        assert host in text


def test_other_hosts_get_the_words():
    found = figure(draw, alt="Three bars.", caption="With $u$.")
    assert repr(found) == "Three bars.\nWith u."
    assert found._repr_mimebundle_() == {
        "text/html": found._repr_html_(), "text/plain": "Three bars.\nWith u.",
    }  # fmt: skip
    with pytest.raises(ValueError, match="`alt` is empty, but a figure needs its message in words"):
        figure(draw, alt=" ")


def test_the_same_drawing_gives_the_same_bytes():
    import matplotlib

    first = figure(draw, alt="x")
    with matplotlib.rc_context({"font.size": 30, "axes.facecolor": "red", "svg.hashsalt": None}):
        before = dict(matplotlib.rcParams)
        assert figure(draw, alt="x") == first
        assert dict(matplotlib.rcParams) == before  # the reader's own settings are left alone
    assert "figure.Figure" not in str(sys.modules.get("matplotlib.pyplot", ""))


def test_rounding_moves_nothing_that_could_be_seen():
    assert plots._rounded("M 0.123456 -10.999 L 3 4.5 C 7.004 1.2e-05 0 0") == (
        "M 0.12 -11 L 3 4.5 C 7 1.2e-05 0 0"
    )


def crowded(ax, theme):
    ax.scatter([k * 37 % 1009 for k in range(2000)], [k * 91 % 1013 for k in range(2000)], s=4)


def test_a_crowded_picture_becomes_pixels_with_a_ground_to_see_through():
    from PIL import Image

    address = figure(crowded, alt="Many points.", size=(2, 2)).light
    assert address.startswith("data:image/png;base64,")
    image = Image.open(io.BytesIO(base64.b64decode(address.partition(",")[2])))
    assert image.size == (288, 288)
    assert image.getpixel((0, 0))[3] == 0


def test_panels_stand_below_each_other_and_share_their_scales():
    seen = []

    def two(axes, theme):
        seen.append(len(axes))
        axes[0].plot([0, 1], [0, 7])
        assert axes[1].get_ylim() == axes[0].get_ylim()
        assert axes[1].get_xlim() == axes[0].get_xlim()
        assert axes[1].get_position().y1 <= axes[0].get_position().y0

    figure(two, alt="Two.", panels=2)
    assert seen == [2, 2]


def test_importing_loads_no_matplotlib():
    for statement in ("import lnteach", "import lnteach.plots", "from lnteach.plots import figure"):
        code = f"import sys; {statement}; print('matplotlib' in sys.modules)"
        out = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        )
        assert out.stdout == "False\n"


def test_examples():
    result = doctest.testmod(plots)
    assert result.attempted == 2
    assert not result.failed
