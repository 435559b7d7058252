"""A file of an exercise is not believed: what is wrong in it is said with line and field."""

from __future__ import annotations

from pathlib import Path

import pytest

from lnteach import course

HERE = Path(course.__file__).parent / "exercises"


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("lecture-probe", "eps: 1/3", "eps: 1/2", "facts.1: `x.s == 1` does not hold"),
        ("lecture-probe", "[4/3, -1, -1/3]", "[4/3, -1, 1/3]", "x.g_h is (4/3, −1, −1/3)"),
        ("lecture-probe", ", scale-forgotten", "", "shared: the mistakes that also give this"),
        (
            "input-gradient",
            "status: diagnostic",
            "status: teaching",
            "status: is 'teaching', which needs `shared`",
        ),
        ("input-gradient", "h: [-7, 4, 10,", "h: [-7, 4, 11,", "facts.1"),
        ("forward-mean", "x.mu == 4", "x.v == 9", "facts: no fact says what `x.mu` is"),
        ("forward-mean", "sum(x.h)/(x.d - 1)", "mean(x.h)", "the mistakes that also give"),
        ("forward-mean", "sum(x.h)/(x.d - 1)", "sum(x.k)", "case 'x' has no 'k'"),
        ("forward-mean", "answer: number", "answer: vector", "which `x.mu` is not"),
        ("forward-mean", "line: mu", "line: mu + h", "is no part of a formula of the course"),
        ("forward-mean", "All features", "All 4 features", "has a number typed by hand"),
        ("forward-mean", "family: row", "family: rows", "fresh.family: got 'rows'"),
        ("which-mistake", "x.no-mean-route]\n    r", "x.g_h]\n    r", "one choice has to hold"),
        ("wrong-line", "- bessel\n", "- besel\n", "mistakes.1: is 'besel'"),
        ("wrong-line", "lines: [mu", "lines: [nu", "lines.1: is 'nu'"),
        ("complete-formula", '"mean(a)"', '"mean(g_z)"', "is no part of g_h"),
        ("complete-formula", '"mean(a)"', '"mean(a"', "blanks.2"),
        ("guide-rms", "norm: rms", "norm: layer", "facts"),
        ("vote-common-shift", "dh: [7, 7, 7, 7]", "dh: [7, 7, 7, 6]", "facts.2"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, name: str, old: str, new: str, said: str) -> None:
    text = (HERE / f"{name}.yaml").read_text("utf-8")
    assert old in text
    path = tmp_path / f"{name}.yaml"
    path.write_text(text.replace(old, new, 1), "utf-8")
    problems = course.check_file(path)
    assert any(said in str(problem) for problem in problems), problems
    assert all(problem.line > 1 for problem in problems)
