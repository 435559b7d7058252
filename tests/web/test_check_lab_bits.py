"""Browser and Python agree on the laboratory's differences to the last bit, in both formats."""

from __future__ import annotations

import json

import numpy as np
from web.test_explorers_against_core import computed, random_state

from lnteach.widgets import explore

BITWISE = ("measured_64", "measured_32", "probe_h", "probe_gamma", "probe_g_z")


def states(count: int) -> tuple[dict, list[dict]]:
    config = explore("check-lab").config
    rng = np.random.default_rng(71)
    made = [random_state(rng, config, k) for k in range(count)]
    return config, [preset["state"] for preset in config["presets"]] + made


def test_differences_and_spoiled_probes_in_every_bit(node, built) -> None:
    config, asked = states(150)
    given = {"widget": "check-lab", "config": config, "states": asked}
    widget, seen = explore("check-lab"), 0
    for state, answer in zip(asked, node("explore_cases.mjs", json.dumps(given)), strict=True):
        named = computed(widget, state)
        if named is None:
            assert "problem" in answer
            continue
        seen += 1
        for name in BITWISE:
            assert [float(x) for x in answer[name]] == named.vectors[name], (name, state)
    assert seen > 100


def test_verdicts_are_the_same_but_for_rounding_at_the_limit(node, built) -> None:
    config, asked = states(150)
    given = {"widget": "check-lab", "config": config, "states": asked, "codes": True}
    widget, different = explore("check-lab"), 0
    for state, answer in zip(asked, node("explore_cases.mjs", json.dumps(given)), strict=True):
        named = computed(widget, state)
        if named is None:
            continue
        cells = [cell for row in widget.compute(state).table.values() for cell in row.values()]
        assert len(cells) == len(answer["verdicts"]) == 23 * 8
        for cell, code in zip(cells, answer["verdicts"], strict=True):
            if cell.code != code:
                assert cell.limit / 100 < cell.gap < 100 * cell.limit, (cell, code, state)
                different += 1
    assert different <= 3
