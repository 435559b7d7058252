"""The paths of the widget that steps through: their lines, what rests on what, and bad files."""

from __future__ import annotations

from pathlib import Path

import pytest

from lnteach.course import paths as module
from lnteach.course.paths import paths
from lnteach.course.schema import ContentError
from lnteach.formula import to_text
from lnteach.widgets import explore
from lnteach.widgets.spec import read_spec

LINES = {
    "forward": "mu c v s u z",
    "differentials": "mu c v s dmu dc dv ds du",
    "gradient": "mu c v s u a m q g_h_direct g_h_mean g_h_variance g_h sum_g_h u_g_h",
    "parameters": "mu c v s u g_gamma g_beta",
    "rms": "r u z a q g_h g_gamma sum_g_h",
}
GIVEN = {
    "forward": "h gamma beta eps",
    "differentials": "h dh eps",
    "gradient": "h gamma g_z eps",
    "parameters": "h g_z eps",
    "rms": "h gamma g_z eps",
}


def test_each_path_has_its_letters_in_order() -> None:
    assert {p.id: " ".join(x.letter for x in p.lines) for p in paths().values()} == LINES
    assert {p.id: " ".join(p.given) for p in paths().values()} == GIVEN
    assert set(explore("step-through").config["fields"]["path"]["options"]) == set(LINES)
    assert explore("step-through").config["fields"]["step"]["max"] == max(
        len(p.lines) for p in paths().values()
    )


def test_formulas_and_reasons_come_from_the_course() -> None:
    lines = {line.id: line for path in paths().values() for line in path.lines}
    assert to_text(lines["direct"].tree) == "a/s"
    assert to_text(lines["mean"].tree) == "-m*ones/s"
    assert to_text(lines["variance"].tree) == "-u*q/s"
    assert to_text(lines["rms-g_h"].tree) == "(a - u*q)/r"
    assert lines["dv"].uses == ("c", "dh")
    assert lines["dv"].why.startswith("The centred column sums to 0")
    assert lines["ds"].latex == r"ds = \frac{dv}{2s}"
    assert [x.column for x in paths()["differentials"].lines[4:]] == [0, 1, 0, 0, 1]


def test_the_terms_keep_their_marks_in_the_picture() -> None:
    lines = paths()["gradient"].lines
    marks = {k: line.mark for k, line in enumerate(lines, 1) if line.mark not in {"", "total"}}
    assert marks == {9: "direct", 10: "mean", 11: "variance"}
    for part in ("legend", "rows"):
        shown = [x for x in read_spec("step-through")[part] if "step" in x.get("when", {})]
        assert {x["when"]["step"]: x["mark"] for x in shown} == marks


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("steps: [mu, c, v, s, u, z]", "steps: [c, mu, v, s, u, z]", "rests on `mu`"),
        ("steps: [mu, c, v, s, u, z]", "steps: [mu, c, w]", "names 'w', no step"),
        ("step: dmu", "step: dnu", "no step 'dnu'"),
        ("the average of what arrives", "the average of 4 numbers", "number typed by hand"),
    ],
)
def test_a_bad_file_is_told_where(tmp_path: Path, monkeypatch, old, new, complaint) -> None:
    good = Path(module.__file__).with_name("paths.yaml").read_text(encoding="utf-8")
    assert old in good
    bad = tmp_path / "paths.yaml"
    bad.write_text(good.replace(old, new, 1), encoding="utf-8")
    monkeypatch.setattr(module, "_FILE", bad)
    with pytest.raises(ContentError, match=complaint):
        paths.__wrapped__()
