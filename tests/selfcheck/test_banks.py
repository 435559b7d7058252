"""What the banks ship: every mistake of every variant is named, and pairs are told as pairs."""

from __future__ import annotations

import os

import pytest

from lnteach import course, mistakes
from lnteach.selfcheck import Key, bank, exercises, judge
from lnteach.selfcheck.candidates import value
from lnteach.selfcheck.keys import Check, Wrong

FEW = 3


def keys_of(id: str, most: int) -> list[Key]:
    """Read the keys of a bank's variants back from what a page gets."""
    whole = bank(id)
    if whole["answer"]["kind"] not in ("vector", "number"):
        return []
    about = whole["wrong"]
    made = []
    for variant in whole["variants"][:most]:
        wrong = tuple(
            Wrong(name, about[name]["kind"], tuple(about[name]["ids"]), about[name]["name"], v)
            for name, v in ((n, tuple(map(float, v))) for n, v in variant["wrong"].items())
        )
        checks = tuple(Check(c["name"], tuple(c["weights"]), c["value"]) for c in variant["checks"])
        made.append(
            Key(
                whole["ask"],
                whole["norm"],
                tuple(variant["truth"]),
                tuple(variant["exact"]),
                wrong,
                tuple(variant["shared"]),
                tuple((name, factor) for name, factor in variant["ratios"]),
                checks,
            )
        )
    return made


def written(values: tuple[float, ...]) -> str:
    """Write numbers with so many digits that none of them can be a rounded one."""
    return "; ".join(f"{value:.12f}" for value in values)


def named(most: int) -> tuple[int, int]:
    """Judge every wrong value of the banks' first variants; count them, and those named."""
    total = right = 0
    for id in exercises():
        for made in keys_of(id, most):
            for wrong in made.wrong:
                total += 1
                found = judge(written(wrong.values), made).wrong == wrong
                right += found
                assert found or bank(id)["status"] == "teaching", (id, wrong.key)
            assert judge(written(made.truth), made).kind == "right", id
    return total, right


def test_every_mistake_of_a_shipped_variant_is_named() -> None:
    total, right = named(FEW)
    assert total > 3_000
    assert right / total >= 0.99


@pytest.mark.long
def test_every_mistake_of_all_shipped_variants_is_named() -> None:
    total, right = named(int(os.environ.get("LNTEACH_VARIANTS", "1000")))
    assert total > 10_000
    assert right / total >= 0.99


def test_a_diagnostic_variant_keeps_its_distance() -> None:
    for id in exercises():
        whole = bank(id)
        if whole["status"] != "diagnostic":
            continue
        for variant in whole["variants"]:
            if variant.get("nearest") is not None:
                assert variant["nearest"] >= 10, (id, variant["seed"])


@pytest.mark.long
@pytest.mark.parametrize(
    "id", ["input-gradient", "scale-gradient", "scale-gradient-batch", "rms-gradient"]
)
def test_undeclared_pairs_on_shipped_variants_are_named(id: str) -> None:
    """At least 95 of 100 pairs that give something of their own get a name."""
    asked, whole = course.exercise(id), bank(id)
    total = told = 0
    for variant, made in zip(whole["variants"], keys_of(id, 1000), strict=True):
        case = dict(variant["given"])
        row = case["h"][0] if isinstance(case["h"][0], list) else case["h"]
        case = {"gamma": ["1"] * len(row), "beta": ["0"] * len(row), **case}
        right = value(mistakes.truth(asked.norm), case, asked.ask)
        for first, second, both in mistakes.pairs(asked.norm):
            found = value(both, case, asked.ask)
            alone = [
                value(mistakes.get(x.id, asked.norm), case, asked.ask) for x in (first, second)
            ]
            if found is None or found in (right, *alone) or len(found) != len(made.truth):
                continue
            total += 1
            kind = judge(written(tuple(map(float, found))), made).kind
            told += kind in ("mistake", "pair", "edit")
    assert total > 400
    assert told / total >= 0.95
