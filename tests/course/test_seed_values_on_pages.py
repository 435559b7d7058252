"""Every number of the sources is shown by the chapter that the index names."""

from __future__ import annotations

from pathlib import Path

import pytest

from lnteach import course
from lnteach.course.expressions import evaluate, latex
from lnteach.course.relations import parts
from lnteach.maths import plain_value

ITEMS = course.seed_items()
WITH_NUMBERS = [item for item in ITEMS if item.literal]


def values(item: course.SeedItem) -> list[tuple[str, ...]]:
    """Each number of an item as a page may write it: in LaTeX, or as Python prints it."""
    name = item.content
    cases = {}
    if name is not None:
        cases = (course.example(name) if name in course.examples() else course.vote(name)).cases
    found = []
    for relation in item.check:
        _, sign, right = parts(relation)
        if sign == "~":
            found.append((right, right.replace("e-", r" \cdot 10^{-"), right.replace("e-", "0e-")))
        elif sign == "==":
            value = evaluate(right, cases)
            spread = "[" + ", ".join(map(str, value)) + "]" if isinstance(value, tuple) else ""
            row = latex(value).strip("()").replace(r",\,", " & ") if spread else latex(value)
            found.append((latex(value), plain_value(value), spread or str(value), row))
    return found


# The tests that run a chapter share a process, so that it is run once.
@pytest.mark.parametrize(
    "chapter",
    [
        pytest.param(name, marks=pytest.mark.xdist_group(name))
        for name in sorted({item.chapter for item in WITH_NUMBERS})
    ],
)
def test_the_chapter_shows_the_numbers(
    chapter: str, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(root / "tools"))
    monkeypatch.setenv("MPLBACKEND", "agg")
    import chapter_run

    page = "".join(chapter_run.texts(root / f"notebooks/{chapter}.ipynb"))
    lost = [
        f"{item.id}: none of {forms}"
        for item in WITH_NUMBERS
        if item.chapter == chapter
        for forms in values(item)
        if not any(form in page for form in forms)
    ]
    assert lost == [], "\n".join(lost)
