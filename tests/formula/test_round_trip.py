"""What is written is read back: as text, as JSON, as LaTeX; and nothing that is typed can hurt."""

import json
import time

import numpy as np
from formula.strategies import trees
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from lnteach.formula import (
    FormulaError,
    at,
    definitions,
    evaluate,
    find,
    from_json,
    names,
    read,
    rebuild,
    replace,
    substitute,
    to_json,
    to_latex,
    to_mathml,
    to_text,
    walk,
)
from lnteach.formula.tree import Name, height, parts

INPUTS = {
    "h": np.array([[0.5, -1.5, 2.0, 3.5], [1.0, 4.0, -2.0, 0.3]]),
    "gamma": np.array([1.5, -0.5, 2.0, 0.7]),
    "beta": np.array([0.1, 0.2, -0.3, 0.4]),
    "g_z": np.array([[1.0, -2.0, 0.5, 3.0], [2.0, 1.0, -1.0, 0.2]]),
    "eps": 0.25,
}


def attempt(text):
    """Read a text; or say with which code it is refused, at a place inside it."""
    try:
        return read(text), None
    except FormulaError as error:
        inside = error.position is None or 0 <= error.position <= len(text) + 2
        return None, error.code if inside else "outside"


@given(trees)
def test_text_and_json(tree):
    assert read(to_text(tree)) == tree
    assert from_json(json.loads(json.dumps(to_json(tree)))) == tree


@given(trees)
def test_latex_means_the_same(tree):
    if any(to_text(node).startswith(("sum_rows", "mean_rows")) for _, node in walk(tree)):
        return  # the index of the sum is for people
    again, code = attempt(to_latex(tree))
    if again is None:
        # Side by side in print is not always clear in a line of text.
        assert code in {"divided", "numbers", "after", "powers"}
        return
    with np.errstate(all="ignore"):
        first, second = (evaluate(x, INPUTS, definitions()) for x in (tree, again))
    assert_allclose(np.broadcast_to(second, np.shape(first)), first, rtol=1e-9, atol=1e-9)


@given(trees)
@settings(max_examples=25)
def test_every_tree_has_mathml(tree):
    assert to_mathml(tree).startswith("<math")


@given(trees, st.data())
def test_paths_name_nodes(tree, data):
    path, node = data.draw(st.sampled_from(list(walk(tree))))
    assert at(tree, path) is node or at(tree, path) == node
    assert replace(tree, path, node) == tree
    changed = replace(tree, path, Name("z"))
    assert at(changed, path) == Name("z")
    assert path in find(changed, Name("z"))
    assert rebuild(node, parts(node)) == node
    assert "a" not in names(substitute(tree, {"a": Name("c")}))
    assert height(tree) >= len(path) + 1


ALPHABET = "aucsgzhmγβεμσ𝟏√²³⁻¹0123456789.,+-−*/÷^·⊙×()[]{}=_ \\'′ᵀT\u200f\u0302<&;\"%😀"
WORDS = ["mean(", "sum(", "sqrt(", "dot(", "\\frac{", "}{", "g_z", "gamma", "u^T ", "mean(a·u)"]


@given(
    st.one_of(
        st.text(max_size=60),
        st.text(alphabet=ALPHABET, max_size=60),
        st.lists(st.one_of(st.sampled_from(WORDS), st.sampled_from(ALPHABET))).map("".join),
    )
)
@settings(max_examples=500)
def test_anything_typed_is_read_or_refused(text):
    start = time.perf_counter()
    tree, code = attempt(text)
    assert code != "outside"
    if tree is not None:
        assert read(to_text(tree)) == tree
        evaluate(tree, INPUTS, definitions())
    assert time.perf_counter() - start < 0.5
