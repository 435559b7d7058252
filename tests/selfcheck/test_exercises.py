"""The exercises: right by hand, screened by the seed, told without JavaScript."""

from __future__ import annotations

import doctest
import gzip
import json
import random
import re
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from runpy import run_path
from typing import Any

import numpy as np
import pytest
from hypothesis import given as with_
from hypothesis import settings
from hypothesis import strategies as st

from lnteach import course, selfcheck
from lnteach.course import exercise_file
from lnteach.course.given import make_cases
from lnteach.selfcheck import bank, draws, judge, telling, variant_key, variants
from lnteach.selfcheck.bank import to_text_file
from lnteach.selfcheck.screen import flat
from lnteach.selfcheck.variants import first

NUMERIC = [id for id in course.exercises() if course.exercise(id).answer in ("vector", "number")]
SCREENED = [id for id in NUMERIC if course.exercise(id).family not in ("uniform", "along")]

# Worked by hand on the numbers of the files; the guide's and the lecture's are their own.
BY_HAND = {
    "change-of-denominator": "1",
    "change-of-mean": "-1",
    "change-of-normalized": "9/25 -2/5 2/25 -1/25",
    "change-of-variance": "10",
    "check-along-u": "55/108",
    "check-sum": "-5/4",
    "forward-denominator": "5",
    "forward-mean": "4",
    "forward-normalized": "1/5 -1 3/5 1/5",
    "forward-output": "2 1 4 -1",
    "forward-variance": "9",
    "guide-along": "0 0 0 0",
    "guide-batch-shift": "0 2 3",
    "guide-rms": "3/8 1/8 -1/8 1/8",
    "guide-statistics": "-1 1 -1 1",
    "guide-uniform": "0 0 0 0",
    "input-gradient": "-5/9 8/9 -4/9 -1/9 2/9",
    "lecture-probe": "4/3 -1 -1/3",
    "rms-gradient": "-1076/1125 422/1125 -134/225 -262/1125 146/1125",
    "rms-sum": "1/2",
    "scale-gradient": "2/5 1 3/5 3/5",
    "scale-gradient-batch": "-1/5 3 4/5 -1/5",
    "shift-gradient-batch": "3 1 0 7",
    "vote-common-shift": "B",
    "vote-complete-gradient": "C",
    "vote-gamma-outside": "B",
    "vote-surviving-invariance": "A",
    "which-check": "B",
    "which-mistake": "A",
}


@pytest.mark.parametrize("module", ["variants", "draws", "screen", "telling", "bank", "render"])
def test_examples_run(module: str) -> None:
    assert doctest.testmod(import_module(f"lnteach.selfcheck.{module}")).failed == 0


@pytest.mark.parametrize("module", ["given", "exercise", "exercise_file", "library"])
def test_examples_of_the_content_run(module: str) -> None:
    assert doctest.testmod(import_module(f"lnteach.course.{module}")).failed == 0


def test_every_exercise_with_numbers_has_its_answer_by_hand() -> None:
    assert {*BY_HAND} == {id for id in course.exercises() if course.exercise(id).given}
    for id, answer in BY_HAND.items():
        assert " ".join(map(str, flat(first(id).truth))) == answer, id


def test_answers_of_fresh_numbers_by_hand() -> None:
    mean = variants("forward-mean", 1, seed=3)[0]
    assert (mean.given["h"], mean.truth) == ((0, -6, 8, 2), 1)  # a draw that may never change
    line = next(v for v in variants("wrong-line", 20) if v.mistake == "bessel")
    assert telling.program(line)[2] == "v = sum(c^2)/(d - 1)"
    assert line.truth == "3"
    blanks = [v.truth for v in variants("complete-formula", 4)]
    assert blanks == ["mean(a)", "mean(a*u)", "a - mean(a)", "u*mean(a*u)"]
    for variant in variants("complete-formula", 4):
        part = telling.blank(variant)
        whole = f"{part['before']}{variant.truth}{part['after']}"
        assert selfcheck.judge_formula(whole).kind == "right"
    whole = "a - mean(a) - u*mean(a*u)"
    assert variants("write-the-gradient", 1)[0].truth == f"({whole})/s"


def test_every_family_has_a_maker() -> None:
    assert {*exercise_file.FAMILIES} == {*draws.FAMILIES, "none"}


# An oracle of its own: floats, central differences, nothing of the package.


def forward(h: Any, x: dict[str, Any], norm: str) -> tuple[Any, Any]:
    h = np.asarray(h)
    center = h.mean(-1, keepdims=True) if norm == "layer" else 0
    under = ((h - center) ** 2).mean(-1, keepdims=True) + x["eps"]
    u = (h - center) / np.sqrt(under)
    return u, x["gamma"] * u + x["beta"]


def by_differences(variant: selfcheck.Variant) -> Any:
    asked = variant.exercise
    x = {name: np.array(value, dtype=float) for name, value in variant.given.items()}
    d = len(one_row(x))
    x = {"gamma": np.ones(d), "beta": np.zeros(d), "h": np.zeros_like(x.get("g_z")), **x}
    x.setdefault("eps", np.array(1.0))

    def loss(**new: Any) -> float:
        y = x | new
        return float((y["g_z"] * forward(y["h"], y, asked.norm)[1]).sum())

    def gradient(name: str) -> Any:
        found = np.zeros_like(x[name])
        for place in np.ndindex(found.shape):
            step = np.zeros_like(found)
            step[place] = 1e-4
            found[place] = (loss(**{name: x[name] + step}) - loss(**{name: x[name] - step})) / 2e-4
        return found

    if asked.ask in ("g_h", "g_gamma", "g_beta"):
        return gradient(asked.ask[2:])
    u, z = forward(x["h"], x, asked.norm)
    if asked.ask in ("u", "z"):
        return u if asked.ask == "u" else z
    moments = {
        "mu": lambda h: h.mean(),
        "v": lambda h: h.var(),
        "s": lambda h: np.sqrt(h.var() + x["eps"]),
        "u": lambda h: forward(h, x, "layer")[0],
    }
    if asked.ask in moments:
        return moments[asked.ask](x["h"])
    if asked.ask:
        moment, dh = moments[asked.ask[1:]], x["dh"]
        return (moment(x["h"] + 1e-5 * dh) - moment(x["h"] - 1e-5 * dh)) / 2e-5
    if asked.id == "check-sum":
        return (x["g_z"] * x["gamma"]).sum() / moments["s"](x["h"])
    return gradient("h").sum() if asked.id == "rms-sum" else (gradient("h") * u).sum()


def one_row(x: dict[str, Any]) -> Any:
    row = x.get("h", x.get("g_z"))
    return row[0] if row.ndim > 1 else row


@pytest.mark.parametrize("id", NUMERIC)
def test_the_truth_agrees_with_differences(id: str) -> None:
    for variant in (first(id), *variants(id, 4, seed=11)):
        truth = np.array([float(x) for x in flat(variant.truth)])
        found = np.ravel(by_differences(variant))
        assert found == pytest.approx(truth, rel=1e-6, abs=1e-6), (id, variant.seed)


@settings(max_examples=40)
@with_(st.sampled_from(SCREENED), st.integers(1, 10**9))
def test_any_seed_gives_a_screened_variant(id: str, seed: int) -> None:
    (variant,) = variants(id, 1, seed)
    assert variant.shared == ()
    assert variant.certificate is not None
    right = [float(x) for x in flat(variant.truth)]
    scale = 1e-3 * max(map(abs, right))
    assert scale > 0
    columns = {key: [float(x) for x in flat(value)] for key, value in variant.wrong.items()}
    columns["truth"] = right
    names = sorted(columns)
    for k, one in enumerate(names):  # the rule, written a second time
        for two in names[:k]:
            a, b = columns[one], columns[two]
            if len(a) == len(b):
                tolerance = scale if "truth" in (one, two) else 1e-3 * max(map(abs, a + b))
                gap = max(abs(x - y) for x, y in zip(a, b, strict=True))
                assert gap >= 9.999 * tolerance, (one, two)
    assert all(isinstance(x, Fraction) and abs(x) <= 60 for x in flat(variant.truth))
    if course.exercise(id).norm == "layer" and isinstance(variant.truth, tuple):
        assert variants(id, 1, seed)[0].given == variant.given
    cases = make_cases(variant.given, course.exercise(id).norm)["x"]
    assert cases.get("s") != 1


@settings(max_examples=20)
@with_(st.sampled_from(course.exercises()), st.integers(1, 10**6), st.integers(1, 3))
def test_the_seed_decides(id: str, seed: int, n: int) -> None:
    one, two = variants(id, n, seed), variants(id, 1, seed + n - 1)
    assert one[-1] == two[0]
    assert [variant.seed for variant in one] == list(range(seed, seed + n))
    assert all(telling.question(variant) and telling.solution(variant) for variant in two)


def test_variants_refuse_nonsense() -> None:
    with pytest.raises(ValueError, match="`n` is 0 and `seed` is 1"):
        variants("forward-mean", 0)
    with pytest.raises(KeyError, match="there is no exercise 'mean'"):
        variants("mean", 1)


@pytest.mark.parametrize("id", SCREENED)
def test_every_mistake_of_a_variant_gets_its_name(id: str) -> None:
    for variant in variants(id, 3, seed=21):
        key = variant_key(variant)
        for name, value in variant.wrong.items():
            values = [float(x) for x in flat(value)]
            if len(values) == len(key.truth):
                found = judge(values, key).wrong
                assert found is not None, (id, name)
                assert found.key == name
                assert selfcheck.feedback(judge(values, key), key).message
        assert judge([float(x) for x in flat(variant.truth)], key).kind == "right"


def test_what_the_lectures_probe_cannot_see() -> None:
    hidden = ("only-first-term-divided", "scale-forgotten", "variance-for-deviation")
    assert first("lecture-probe").shared == hidden
    assert variant_key(first("lecture-probe")).shared == hidden
    assert "scale-forgotten" in first("guide-uniform").shared


@pytest.mark.parametrize("id", ["guide-batch-shift", "which-mistake", "forward-normalized"])
def test_a_bank_carries_what_a_page_needs(id: str) -> None:
    made = json.loads(json.dumps(bank(id)))
    assert made["schema"] == 1
    assert len(made["variants"]) >= 20
    assert len(gzip.compress(json.dumps(made).encode())) < 60_000
    for variant in made["variants"]:
        assert {*variant["wrong"]} <= {*made["wrong"]}
        assert "<math" in variant["solution"]
        for html in (variant["question"], variant["solution"], variant["first"]):
            assert "[[" not in html
            assert "<script" not in html
    lines = {line for about in made["wrong"].values() for line in about["lines"]}
    assert lines == {*made["lines"]}


def test_a_bank_keeps_what_could_end_a_tag() -> None:
    written = to_text_file({"x": "&#x00028;&#x0003C;&#x003E;&#x00026;&#x02212;"})
    assert written == '{"x":"(&#x0003C;&#x003E;&#x00026;−"}'


def test_choices_have_one_right_letter_and_their_own_order() -> None:
    made = bank("vote-complete-gradient")["variants"]
    assert {variant["truth"][0] for variant in made} == {"A", "B", "C"}
    named = bank("guide-statistics")["names"]
    assert named["by-variance"] == "Divided by the variance where its root belongs"
    right = made[0]["choices"][2]
    assert right["id"] == "C"
    assert made[0]["exact"] == ["C"]


def test_an_exercise_on_a_page_is_complete_without_scripts() -> None:
    html = selfcheck.render_exercise("input-gradient", "../_static/banks/")
    assert 'data-bank="../_static/banks/input-gradient.json"' in html
    answer = html[html.index("<details") :]
    assert " open" not in answer[: answer.index(">")]
    assert r"\tfrac{8}{9}" in answer
    data = re.search(r'<script type="application/json">(.*?)</script>', html, re.DOTALL)
    assert data is not None
    assert "<" not in data[1]
    carried = json.loads(data[1])
    assert len(carried["variants"]) == 1
    assert len(carried["variants"][0]["wrong"]) == 23
    assert "key is in the page" in html


def test_every_exercise_stands_in_its_chapter_once(root: Path) -> None:
    for id in course.exercises():
        places = [
            book.stem
            for book in (root / "notebooks").glob("*.ipynb")
            for _ in range(book.read_text("utf-8").count(f'lnteach.exercise(\\"{id}\\")'))
        ]
        assert places == [course.exercise(id).chapter], id


def test_the_banks_are_built_anew_only_when_something_changed(tmp_path: Path, root: Path) -> None:
    tool = run_path(str(root / "tools" / "bank.py"))
    for path in tool["inputs"](root):
        target = tmp_path / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes((root / path).read_bytes())
    assert tool["stamp"](tmp_path) == tool["stamp"](root)
    assert not tool["is_fresh"](tmp_path)
    draws_file = tmp_path / "src/lnteach/selfcheck/draws.py"
    draws_file.write_text(draws_file.read_text("utf-8") + "# changed\n", "utf-8")
    assert tool["stamp"](tmp_path) != tool["stamp"](root)


def test_a_sheet_prints_and_asks_nobody() -> None:
    page = selfcheck.sheet(["input-gradient", "which-mistake", "wrong-line"], n=3, seed=5)
    assert page == selfcheck.sheet(["input-gradient", "which-mistake", "wrong-line"], n=3, seed=5)
    assert page.count('class="sheet"') == 6
    assert not re.search(r"(?:src|href)=|url\(|@import|<script", page)
    assert page.index("Key <small>seed 5") > page.rindex('class="names"')
    assert "break-after:page" in page
    with pytest.raises(ValueError, match="`ids` is empty"):
        selfcheck.sheet([])


@pytest.mark.long
def test_hundreds_of_variants_each() -> None:
    for id in course.exercises():
        made = variants(id, 300, seed=random.Random(id).randrange(1, 10**6))
        assert all(v.certificate is None or v.certificate.holds for v in made if id in SCREENED)
