r"""How a formula looks: as the lecture writes it."""

import pytest

from lnteach import symbolic
from lnteach.formula import Number, definitions, read, to_latex, to_mathml, to_text
from lnteach.maths import plain_math

LOOKS = {
    "h - mu": r"h - \mu\,\mathbf{1}",
    "gamma*u + beta": r"\gamma \odot u + \beta",
    "g_z*gamma": r"g_z \odot \gamma",
    "sqrt(v + eps)": r"\sqrt{v + \varepsilon}",
    "c/s": r"\frac{c}{s}",
    "(a - mean(a))/s": r"\frac{a - \operatorname{mean}(a)\,\mathbf{1}}{s}",
    "u*mean(a*u)": r"u\,\operatorname{mean}(a \odot u)",
    "dot(a, u)": r"a^\top u",
    "dot(a + c, u)": r"(a + c)^\top u",
    "dot(a, u)*c/(d*s^3)": r"\frac{a^\top u\,c}{d\,s^{3}}",
    "2*u": "2u",
    "2*3": r"2 \cdot 3",
    "2*(u + 1)": r"2(u + \mathbf{1})",
    "u - 1": r"u - \mathbf{1}",
    "u + 2": r"u + 2\,\mathbf{1}",
    "mu + 1": r"\mu + 1",
    "-u": "-u",
    "a - (-u)": "a - (-u)",
    "a - (u - c)": "a - (u - c)",
    "(a + u)^2": "(a + u)^{2}",
    "mean(c^2)": r"\operatorname{mean}(c^{2})",
    "sum(a)": r"\operatorname{sum}(a)",
    "sum_rows(g_z*u)": r"\sum_{n=1}^{B} g_z^{(n)} \odot u^{(n)}",
    "mean_rows(g_z)": r"\frac{1}{B}\sum_{n=1}^{B} g_z^{(n)}",
    "sum_rows(g_z*gamma)": r"\sum_{n=1}^{B} g_z^{(n)} \odot \gamma",
    "sum_rows(g_z + u)": r"\sum_{n=1}^{B} (g_z^{(n)} + u^{(n)})",
    "0.5*u": r"\tfrac{1}{2}u",
    "s*2": r"s \cdot 2",
}


@pytest.mark.parametrize("text", LOOKS)
def test_latex(text):
    assert to_latex(read(text)) == LOOKS[text]


def test_the_right_gradient_looks_as_the_derivation_prints_it():
    step = symbolic.derivation()["g_h_means"]
    assert "g_h = " + to_latex(definitions()["g_h"]) == step.latex
    assert "z = " + to_latex(definitions()["z"]) == symbolic.derivation()["z"].latex
    assert "a = " + to_latex(definitions()["a"]) == symbolic.derivation()["a"].latex


def test_marks_and_other_letters():
    tree = definitions("rms")["g_h"]
    marked = to_latex(tree, letters={"u": r"\hat x"}, marks={(0, 1): "ln-mistake"})
    wrong = r"\htmlClass{ln-mistake}{\hat x\,\operatorname{mean}(a \odot \hat x)}"
    assert marked == rf"\frac{{a - {wrong}}}{{r}}"


def test_mathml_and_plain_text_of_it():
    assert "<mfrac>" in to_mathml(definitions()["g_h"])
    assert 'display="block"' in to_mathml(read("u"), display=True)
    assert plain_math(to_latex(definitions()["c"])) == "h − μ 𝟏"


def test_numbers():
    from fractions import Fraction

    assert to_text(Number(Fraction(1, 8))) == "0.125"
    assert to_text(Number(Fraction(1, 3))) == "1/3"
    assert to_text(read("a/3.50")) == "a/3.5"
