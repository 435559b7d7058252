"""The speed table's form; no time is ever asserted."""

from __future__ import annotations

import doctest

from lnteach.bench import speed


def test_a_record_has_a_ratio_for_every_peer_that_is_there() -> None:
    record = speed.measure_speed([(1, 4), (600, 64)], ["float64"], rounds=3)
    names = {figure.what.split(", ours / ")[1] for figure in record.figures}
    assert names >= {"formulas", "copy"}
    assert all(min(figure.runs) > 0 for figure in record.figures)
    assert {figure.what.split(":")[0] for figure in record.figures} == {
        "(1, 4) float64",
        "(600, 64) float64",
    }
    assert "1 thread(s)" in record.notes


def test_examples_run() -> None:
    assert doctest.testmod(speed).failed == 0
