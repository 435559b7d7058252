"""The column printer on formulas that the derivation does not hold, a wrong one included."""

from __future__ import annotations

import pytest
from sympy import sqrt

from lnteach.symbolic.algebra import total
from lnteach.symbolic.letters import (
    a,
    beta,
    c,
    d,
    dh,
    dmu,
    eps,
    g_z,
    gamma,
    h,
    i,
    j,
    k,
    mu,
    s,
    u,
    v,
)
from lnteach.symbolic.printing import column_latex, index_latex


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        (-h[i], "-h"),
        (mu - h[i], r"\mathbf{1}\,\mu - h"),
        (h[i] + mu, r"h + \mathbf{1}\,\mu"),
        (2 * h[i], "2h"),
        (h[i] / 2, r"\frac{h}{2}"),
        (c[i] * dmu, r"c\,d\mu"),
        (-(a[i] - u[i]) / s, r"\frac{u - a}{s}"),
        (gamma[i] * (a[i] - u[i]), r"\gamma \odot (a - u)"),
        (total(a[j]) * c[i], r"(\mathbf{1}^\top a)\,c"),
        (total(a[j]) / s, r"\frac{(\mathbf{1}^\top a)\,\mathbf{1}}{s}"),
        (c[i] ** 2 / s, r"\frac{c^{2}}{s}"),
        (a[i] / sqrt(v + eps), r"\frac{a}{\sqrt{v + \varepsilon}}"),
    ],
)
def test_columns(formula, expected):
    assert column_latex(formula, column=True) == expected


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        (total(c[j] ** 2), r"c^\top c"),
        (3 * total(c[j] * dh[j]), r"3(c^\top dh)"),
        (total(g_z[j] * gamma[j] * u[j]), r"(g_z \odot \gamma)^\top u"),
        (total((a[j] - total(a[k], k) / d) * dh[j]),
         r"(a - \frac{(\mathbf{1}^\top a)\,\mathbf{1}}{d})^\top dh"),
        (d * mu, r"d \cdot \mu"),
        (sqrt(v + eps), r"\sqrt{v + \varepsilon}"),
        (1 / s, r"\frac{1}{s}"),
        (d / s**2, r"\frac{d}{s^{2}}"),
    ],
)  # fmt: skip
def test_scalars(formula, expected):
    assert column_latex(formula, column=False) == expected


@pytest.mark.parametrize(
    ("means", "expected"),
    [
        (0, r"\frac{(\mathbf{1}^\top a)\,u}{d}"),
        (1, r"u\,\operatorname{mean}(a)"),
        (2, r"u\,\operatorname{mean}(a)"),
    ],
)
def test_a_mean_is_printed_where_it_is_asked_for(means, expected):
    assert column_latex(u[i] * total(a[j]) / d, column=True, means=means) == expected


def test_a_mean_of_products_needs_two():
    formula = u[i] * total(a[j] * u[j]) / d
    assert column_latex(formula, column=True, means=1) == r"\frac{(a^\top u)\,u}{d}"
    assert column_latex(formula, column=True, means=2) == r"u\,\operatorname{mean}(a \odot u)"


def test_marks_leave_the_sign_outside():
    marks = {-dmu / s: "ln-mean"}
    assert column_latex(dh[i] / s - dmu / s, column=True, marks=marks) == (
        r"\frac{dh}{s} - \htmlClass{ln-mean}{\mathbf{1}\,\frac{d\mu}{s}}"
    )


def test_a_formula_without_a_column_form_is_refused():
    with pytest.raises(TypeError, match="no column form for"):
        column_latex(total(mu * c[j] ** 2 + 1) ** sqrt(2), column=False)


def test_indices_in_the_lecture_order():
    assert index_latex(h[i] - mu) == r"{h}_{i} - \mu"
    assert index_latex(beta[i] + gamma[i] * u[i]) == r"{\gamma}_{i} {u}_{i} + {\beta}_{i}"
    assert index_latex(eps + v) == r"v + \varepsilon"
