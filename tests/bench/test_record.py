"""Figures are medians with a machine and a day; the committed ones are such figures."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lnteach.bench import Figure, Record, load, machine

COMMITTED = sorted((Path(__file__).resolve().parents[2] / "benchmarks").glob("*.json"))


def test_a_figure_is_the_median_and_knows_its_target() -> None:
    assert Figure("x", "s", [3.0, 1.0, 10.0]).value == 3.0
    assert Figure("x", "s", [3.0]).met is None
    assert Figure("x", "score", [0.94, 0.96, 0.95], ">= 0.95").met is True
    assert Figure("x", "KB", [351.0], "<= 350").met is False


def test_a_record_survives_the_disk(tmp_path: Path) -> None:
    record = Record("demo", [Figure("a", "s", [1.0, 2.0, 3.0], "<= 2")], {"tool": "1"}, "a note")
    data = load(record.save(tmp_path))
    assert data["figures"] == [
        {"what": "a", "unit": "s", "runs": [1.0, 2.0, 3.0], "target": "<= 2", "value": 2.0,
         "met": True}
    ]  # fmt: skip
    assert data["machine"] == machine()
    assert "a     2 s     1 to 3  <= 2    met" in record.table()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"schema": 2}, "schema is 2, needs 1"),
        ({"machine": {}}, "`machine` is missing or empty"),
        ({"figures": [{"what": "a", "runs": [1.0, 2.0, 3.0], "value": 3.0}]}, "'a' is not the med"),
    ],
)
def test_what_is_no_record_is_refused(tmp_path: Path, change: dict, message: str) -> None:
    path = Record("demo", [Figure("a", "s", [1.0])]).save(tmp_path)
    path.write_text(json.dumps({**json.loads(path.read_text()), **change}))
    with pytest.raises(ValueError, match=message):
        load(path)


@pytest.mark.parametrize("path", COMMITTED, ids=lambda path: path.stem)
def test_committed_figures_are_records(path: Path) -> None:
    data = load(path)
    assert data["name"] == path.stem
    assert all(figure["met"] is not False for figure in data["figures"])
