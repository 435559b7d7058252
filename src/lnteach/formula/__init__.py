r"""The one small language of the course's formulas.

A formula is a tree of small frozen nodes in the lecture's letters. It is read from what a person
types, evaluated exactly or in floats, printed as text, LaTeX and MathML, handed to SymPy, and sent
to the browser as JSON, where ``web/formula.js`` reads and evaluates the same language.

This package is a leaf: it needs the standard library, and NumPy or SymPy only inside the functions
that compute with them.

Examples
--------
>>> g_h = definitions()["g_h"]
>>> mistaken = replace(g_h, (0, 0, 1), read("sum(a)"))
>>> to_text(mistaken)
'(a - sum(a) - u*mean(a*u))/s'
>>> probe = {"h": [1, 2, 3], "eps": "1/3", "gamma": [2, 1, 3], "g_z": [1, -2, -1]}
>>> evaluate_exact(g_h, probe, definitions())
(Fraction(4, 3), Fraction(-1, 1), Fraction(-1, 3))
"""

from lnteach.formula.definitions import definitions, uses
from lnteach.formula.evaluate import evaluate, evaluate_exact
from lnteach.formula.interchange import from_json, to_json, to_sympy
from lnteach.formula.language import FormulaError
from lnteach.formula.printing import to_latex, to_mathml, to_text
from lnteach.formula.reader import read
from lnteach.formula.rewrite import Rule, rewrite
from lnteach.formula.shape import axes
from lnteach.formula.surd import Surd, exact_number, root
from lnteach.formula.tree import (
    Add,
    Call,
    Div,
    Expr,
    Mul,
    Name,
    Neg,
    Number,
    Path,
    Pow,
    Sub,
    at,
    find,
    names,
    parts,
    rebuild,
    replace,
    substitute,
    walk,
)

__all__ = [
    "Add",
    "Call",
    "Div",
    "Expr",
    "FormulaError",
    "Mul",
    "Name",
    "Neg",
    "Number",
    "Path",
    "Pow",
    "Rule",
    "Sub",
    "Surd",
    "at",
    "axes",
    "definitions",
    "evaluate",
    "evaluate_exact",
    "exact_number",
    "find",
    "from_json",
    "names",
    "parts",
    "read",
    "rebuild",
    "replace",
    "rewrite",
    "root",
    "substitute",
    "to_json",
    "to_latex",
    "to_mathml",
    "to_sympy",
    "to_text",
    "uses",
    "walk",
]
