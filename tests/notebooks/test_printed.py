"""What a chapter's code prints is what was read and agreed to: no number of it changes unseen."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from lnteach.course import CHAPTERS

NUMBER = re.compile(r"(?<![\w.])[-−]?\d+(?:\.\d*)?(?:e[-+]?\d+)?")


def same(one: str, other: str) -> bool:
    """Whether two numbers are one but for rounding, which differs from machine to machine."""
    x, y = (float(text.replace("−", "-")) for text in (one, other))
    if max(abs(x), abs(y)) < 1e-8:
        return True
    if "e" in one and "e" in other:  # an error of its own, printed with one digit
        return x * y > 0 and 1 / 8 <= x / y <= 8
    return abs(x - y) <= 2e-3 * max(abs(x), abs(y))


# The tests that run a chapter share a process, so that it is run once.
@pytest.mark.parametrize(
    "chapter",
    [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in CHAPTERS],
)
def test_the_chapter_prints_what_was_agreed_to(
    chapter: str, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(root / "tools"))
    monkeypatch.setenv("MPLBACKEND", "agg")
    import chapter_run

    agreed = (Path(__file__).parent / f"printed/{chapter}.txt").read_text(encoding="utf-8")
    found = chapter_run.printed(root / f"notebooks/{chapter}.ipynb")
    advice = "if that is meant, run `python tools/chapter_run.py` and read the change"
    for before, now in zip(agreed.splitlines(), found.splitlines(), strict=True):
        words = NUMBER.split(before), NUMBER.split(now)
        assert [w.split() for w in words[0]] == [w.split() for w in words[1]], (before, now, advice)
        numbers = zip(NUMBER.findall(before), NUMBER.findall(now), strict=True)
        assert all(same(x, y) for x, y in numbers), (before, now, advice)
