"""The shared table: what people type, what it means, what is refused, and values from NumPy.

tests/web/formula.test.js holds the browser's half to the same table.
"""

import json
import time
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose

from lnteach import formula
from lnteach.formula import FormulaError, definitions, evaluate, from_json, read, to_json, to_text

DATA = Path(__file__).resolve().parents[1] / "data" / "formula_cases.json"
CASES = json.loads(DATA.read_text(encoding="utf-8"))


def test_the_table_is_large_and_has_no_case_twice():
    assert sum(len(CASES[kind]) for kind in ("read", "errors", "long", "values")) > 600
    texts = [case["text"] for kind in ("read", "errors") for case in CASES[kind]]
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize("case", CASES["read"], ids=lambda case: case["text"])
def test_read(case):
    tree = read(case["text"])
    assert to_text(tree) == case["means"]
    assert to_json(tree) == case["tree"]
    assert from_json(case["tree"]) == tree == read(case["means"])


@pytest.mark.parametrize("case", CASES["errors"], ids=lambda case: repr(case["text"]))
def test_refused(case):
    with pytest.raises(FormulaError) as caught:
        read(case["text"])
    error = caught.value
    assert (error.code, error.position) == (case["code"], case["position"])
    assert str(error)[0].isupper() or str(error)[0] == "“"
    assert "{" not in str(error).replace("“{”", "")


@pytest.mark.parametrize("case", CASES["long"], ids=lambda case: f"{case['times']}{case['repeat']}")
def test_long_texts_are_refused_at_once(case):
    start = time.perf_counter()
    with pytest.raises(FormulaError) as caught:
        read(case["repeat"] * case["times"] + case["end"])
    assert time.perf_counter() - start < 0.5
    assert (caught.value.code, caught.value.position) == (case["code"], case["position"])


@pytest.mark.parametrize("name", CASES["inputs"])
def test_values(name):
    given = CASES["inputs"][name]
    values = {key: np.array(x, dtype=float) if key != "eps" else x for key, x in given.items()}
    for case in CASES["values"]:
        if case["inputs"] == name:
            found = evaluate(read(case["text"]), values, definitions())
            scale = max(1.0, *map(abs, case["value"]))
            wanted = np.array(case["value"])
            assert np.size(found) == wanted.size, case["text"]
            assert_allclose(
                np.ravel(found), wanted, rtol=0, atol=1e-12 * scale, err_msg=case["text"]
            )


def test_public_names():
    names = """
        Add Call Div Expr FormulaError Mul Name Neg Number Path Pow Rule Sub Surd at axes
        definitions evaluate evaluate_exact exact_number find from_json names parts read rebuild
        replace rewrite root substitute to_json to_latex to_mathml to_sympy to_text uses
        walk
    """
    assert sorted(formula.__all__) == sorted(names.split())
    assert all(hasattr(formula, name) for name in formula.__all__)
