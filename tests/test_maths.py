"""Exact values and formulas in LaTeX, MathML and plain text."""

from __future__ import annotations

import doctest
from fractions import Fraction

import pytest
import sympy

from lnteach import maths


@pytest.mark.parametrize(
    ("value", "latex", "plain"),
    [
        (2, "2", "2"),
        (Fraction(-1, 3), r"-\tfrac{1}{3}", "−1/3"),
        (sympy.sqrt(5) / 5, r"\tfrac{\sqrt{5}}{5}", "√5/5"),
        ((Fraction(4, 3), -1), r"(\tfrac{4}{3},\,-1)", "(4/3, −1)"),
        ((), "()", "()"),
    ],
)
def test_values(value: object, latex: str, plain: str) -> None:
    assert maths.latex_value(value) == latex
    assert maths.plain_value(value) == plain


@pytest.mark.parametrize(
    ("tex", "plain"),
    [
        (r"\mathbf{1}^\top c = 0", "𝟏ᵀc = 0"),
        (r"dc = dh - \mathbf{1}\,d\mu", "dc = dh − 𝟏 dμ"),
        (r"u = (-1,\,0,\,-\tfrac{1}{3})", "u = (−1, 0, −1/3)"),
        (r"\frac{a-\operatorname{mean}(a)\mathbf{1}}{s}", "(a − mean(a)𝟏)/s"),
        (r"h \mapsto h + \alpha\mathbf{1}", "h ↦ h + α𝟏"),
        (r"s = \sqrt{v+\varepsilon}", "s = √(v + ε)"),
        (r"g_z\odot\gamma", "g_z⊙γ"),
        (r"d\,s^{3}", "d s³"),
        (r"\tilde a = a", "a\N{COMBINING TILDE} = a"),
        (r"w = \begin{pmatrix}h_{2} - h_{3} \\ -1\end{pmatrix}", "w = (h_2 − h_3, −1)"),
        (r"\sum_{n=1}^{B} g^{(n)}", "∑_(n = 1)^B g^(n)"),
    ],
)
def test_formulas_read_as_one_line(tex: str, plain: str) -> None:
    assert maths.plain_math(tex) == plain


def test_the_column_of_ones_has_its_own_code_point() -> None:
    for tex in (r"\mathbf{1}", r"\mathbf 1"):
        assert "𝟏" in maths.mathml(tex)
        assert "mathvariant" not in maths.mathml(tex)


def test_text_is_escaped_and_mathematics_is_set() -> None:
    out = maths.text_html(r'<b>"x"</b> & $c < d$ costs \$5')
    assert out.startswith('&lt;b&gt;&quot;x&quot;&lt;/b&gt; &amp; <span class="ln-math"')
    assert 'data-tex="c &lt; d"' in out
    assert "<b>" not in out


def test_examples_run() -> None:
    assert doctest.testmod(maths).failed == 0
