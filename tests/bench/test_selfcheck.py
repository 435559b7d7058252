"""The forty answers of the comparison: ours as a person would judge them."""

from __future__ import annotations

from collections import Counter

import pytest

from lnteach.bench.selfcheck import ANSWERS, _by_us


def test_there_are_forty_of_three_kinds() -> None:
    assert len(ANSWERS) == 40
    kinds = Counter(kind for _, _, kind in ANSWERS)
    assert min(kinds.values()) >= 7


@pytest.mark.parametrize(("ask", "text", "kind"), ANSWERS, ids=lambda x: str(x)[:20])
def test_we_say_what_a_person_would(ask: str, text: str, kind: str) -> None:
    verdict, said = _by_us(ask, text)
    assert verdict == {"right": "right", "wrong": "named", "neither": "neither"}[kind], said
