"""What is done to one page's HTML, and to the fonts."""

from __future__ import annotations

import pytest

from lnteach.maths import math_html
from lnteach.site import SiteError, fonts, katex, pages
from lnteach.site.katex import Formula

ROOT_PAGE = (
    '<html data-content_root="../"><a href="../notebooks/x.html?a=../b#../c">x</a>'
    '<a href="y.html">y</a><a href="#z">z</a><a href="https://example.org/q">q</a>'
    '<a href="mailto:a@b">m</a><img src="../_images/p.png"><p>href="../not/a/tag"</p>'
)


def test_formulas_of_the_package_are_found_and_set():
    tex = r"a < b \& \text{\"x\"}"
    page = f"<p>{math_html('h + 1')} and {math_html('c', display=True)}</p>"
    assert pages.formulas(page) == [Formula("h + 1", False), Formula("c", True)]
    rendered = {Formula("h + 1", False): "<b>H</b>", Formula("c", True): "<i>C</i>"}
    done = pages.set_formulas(page, rendered)
    assert '<span class="ln-math" data-tex="h + 1"><b>H</b></span> and ' in done
    assert "data-display><i>C</i></span>" in done
    assert "<math" not in done
    assert pages.formulas(math_html(tex)) == [Formula(tex, False)]


def test_a_point_stays_on_the_line_of_its_formula():
    tex = "h"
    rendered = {Formula(tex, False): "<b>H</b>"}
    shown = f'<span class="ln-math" data-tex="{tex}"><b>H</b></span>'
    set_one = lambda after: pages.set_formulas(math_html(tex) + after, rendered)  # noqa: E731
    assert set_one("), so") == f'<span class="ln-point">{shown}),</span> so'
    assert set_one(" is") == f"{shown} is"
    assert set_one("</td>") == f"{shown}</td>"


def test_a_page_moves_to_the_root():
    moved = pages.rebase(ROOT_PAGE, "book")
    assert 'data-content_root="./"' in moved
    assert pages.references(moved) == [
        "notebooks/x.html?a=../b#../c",
        "book/y.html",
        "#z",
        "https://example.org/q",
        "mailto:a@b",
        "_images/p.png",
    ]
    assert '<p>href="../not/a/tag"</p>' in moved


def test_images_get_sizes_unless_they_have_one():
    page = '<img src="a.png" alt="x"><img alt="" src="b.png" width="3"><img src="c.svg">'
    sizes = {"a.png": (640, 480)}
    assert pages.size_images(page, sizes.get) == (
        '<img width="640" height="480" decoding="async" src="a.png" alt="x">'
        '<img alt="" src="b.png" width="3"><img src="c.svg">'
    )


def test_tidying_leaves_code_alone():
    page = "<div>\n\n   <pre>a\n\n   b <!-- c -->\n</pre>\n   <!-- d -->\n</div>"
    assert pages.tidy(page) == "<div>\n<pre>a\n\n   b <!-- c -->\n</pre>\n</div>"


def test_glyphs_are_found_font_by_font():
    page = (
        '<p>text</p><span class="katex"><math><mi>no</mi></math><span class="katex-html">'
        '<span class="mord mathnormal">h</span><span class="mord">2<br></span>'
        '<span class="mord mathbf">1</span><span class="delimsizing size3">(</span>'
        '<span class="mop op-symbol large-op">∑</span></span></span> after'
    )
    assert fonts.Glyphs(page).used == {
        "Math-Italic": {"h"},
        "Main-Regular": {"2"},
        "Main-Bold": {"1"},
        "Size3-Regular": {"("},
        "Size2-Regular": {"∑"},
    }


def test_another_katex_is_refused(tmp_path):
    (tmp_path / "katex").mkdir()
    (tmp_path / "katex" / "package.json").write_text('{"version": "0.17.0"}')
    with pytest.raises(SiteError, match=r"katex in node_modules is 0\.17\.0.*with 0\.16\.22"):
        fonts.subset(tmp_path, [], tmp_path)


def test_katex_knows_the_course_s_macros_and_both_outputs():
    marked = Formula(r"\class{ln-mean}{\one\,d\mu}", True)
    html = katex.render([marked])[marked]
    assert 'class="enclosing ln-mean"' in html
    assert "<math" in html
    assert "katex-display" in html
    alone = katex.render([marked], "mathml")[marked]
    assert "<math" in alone
    assert "katex-html" not in alone


def test_katex_s_complaint_names_the_place():
    wrong, right = Formula(r"\frac{1}{", False), Formula("h", False)
    done = katex.render([wrong, right])
    assert isinstance(done[wrong], katex.Unreadable)
    assert "KaTeX parse error" in done[wrong]
    assert not isinstance(done[right], katex.Unreadable)


def test_the_renderer_has_the_version_of_the_stylesheet():
    import sphinxcontrib.katex

    assert sphinxcontrib.katex.katex_version == katex.VERSION
