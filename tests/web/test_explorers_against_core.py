"""What every widget computes in the browser is what the core computes, and both refuse alike."""

from __future__ import annotations

import json
import os
from importlib import import_module

import numpy as np
import pytest
import traitlets

from lnteach.widgets import EXPLORERS

# Of each widget; the arithmetic under them has ten thousand of its own in every run.
CASES = 1200 if os.environ.get("HYPOTHESIS_PROFILE") == "long" else 200
TOLERANCE = 1e-12
OF_A_FEATURE = {"feature", "row", "column"}


def explorer(name: str):
    module = import_module(f"lnteach.widgets.{name.replace('-', '_')}")
    return getattr(module, EXPLORERS[name])


def random_state(rng: np.random.Generator, config: dict, k: int) -> dict:
    low, high = config["lengths"]["min"], config["lengths"]["max"]
    d = int(rng.integers(low, high + 1))
    if high == 8 and k % 20 == 0:
        d = int(rng.integers(9, 129))
    state = {}
    for name, field in config["fields"].items():
        if field["type"] == "choice":
            state[name] = str(rng.choice(field["options"]))
        elif field["type"] == "vector":
            spread = 10.0 ** rng.uniform(-2, 2)
            values = spread * (rng.standard_normal(d) + rng.choice([0.0, 0.0, 3.0, 100.0]))
            state[name] = (np.round(values * 4) / 4 if k % 5 == 0 else values).tolist()
        elif field.get("step") == 1:
            most = min(d, field["max"]) if field.get("label") in OF_A_FEATURE else field["max"]
            state[name] = float(rng.integers(field["min"], most + 1))
        elif field.get("scale") == "log":
            least = np.log10(field["min"] or 1e-8)
            state[name] = float(10.0 ** rng.uniform(least, np.log10(field["max"])))
        else:
            state[name] = float(rng.choice([field["min"], rng.uniform(field["min"], field["max"])]))
    return state


def computed(widget, state: dict):
    """What the core computes for a state; None if the widget refuses it."""
    try:
        return widget.named(widget._checked(state))
    except traitlets.TraitError:
        return None


@pytest.mark.parametrize("name", EXPLORERS)
def test_random_states_and_presets(name: str, node, built) -> None:
    cls = explorer(name)
    config = cls().config
    rng = np.random.default_rng(20260302)
    states = [preset["state"] for preset in config["presets"]]
    states += [random_state(rng, config, k) for k in range(CASES)]
    asked = {"widget": name, "config": config, "states": states}
    answers = node("explore_cases.mjs", json.dumps(asked))
    widget, worst, refused = cls(), (0.0, ""), 0
    sizes, loose = widget.spec.get("sizes", {}), set(widget.spec.get("loose", ()))
    for state, answer in zip(states, answers, strict=True):
        named = computed(widget, state)
        assert (named is None) == ("problem" in answer), (state, answer)
        if named is None:
            refused += 1
            continue
        assert set(answer) == set(named.vectors) | set(named.scalars)
        d = max(map(len, named.vectors.values()))
        largest = d * max(1.0, *map(named.size, named.vectors))
        for one, found in answer.items():
            wanted = np.asarray(named.of(one))
            if one in named.vectors:
                kin = [named.size(each) for each in (one, *sizes.get(one, ()))]
                scale, allowed = max(*kin, 1e-300), 1e-5 if one in loose else TOLERANCE
            else:
                scale, allowed = max(largest, abs(float(wanted))), TOLERANCE
                allowed = 1e-5 if one in loose else allowed
            error = float(np.max(np.abs(wanted - np.asarray(found)), initial=0.0)) / scale
            worst = max(worst, (error / allowed, f"{one} in {state}"))
    assert refused < CASES / 2
    assert worst[0] <= 1, worst
