"""The index of the source documents is complete, true, and leads to where it says."""

from __future__ import annotations

import json
import re
import unicodedata
from fractions import Fraction
from pathlib import Path

import pytest
import seed_values

from lnteach import course, mistakes
from lnteach.course.seed_items import numbers_of

SEEDS = Path(course.__file__).parent / "seeds"
ITEMS = course.seed_items()


def test_how_many_there_are() -> None:
    count = {s: sum(item.source == s for item in ITEMS) for s in ("lecture", "guide", "textbook")}
    assert count == {"lecture": 45, "guide": 62, "textbook": 27}
    assert len({item.id for item in ITEMS}) == len(ITEMS)


def test_every_page_of_the_lecture_and_every_part_of_the_guide_has_items() -> None:
    pages = [item.where for item in ITEMS if item.source == "lecture"]
    assert list(dict.fromkeys(pages)) == [f"page {n}" for n in range(63, 73)]
    parts = list(dict.fromkeys(item.where for item in ITEMS if item.source == "guide"))
    assert parts == [
        "Short answer", "Why it works",
        *(f"Example {n}" for n in range(1, 5)), *(f"Mistake {n}" for n in range(1, 4)),
        *(f"Practice {n}" for n in range(1, 6)),
    ]  # fmt: skip


def test_all_votes_and_the_sources_mistakes_are_listed() -> None:
    assert {item.vote for item in ITEMS} - {None} == set(course.votes())
    named = {item.mistake for item in ITEMS} - {None}
    sourced = {i for i in mistakes.ids() if "guide, mistake" in mistakes.get(i).origin}
    assert sourced <= named
    assert {"no-variance-route", "gamma-outside"} <= named


def flat(value) -> list[Fraction]:
    return [x for each in value for x in flat(each)] if isinstance(value, tuple) else [value]


@pytest.mark.parametrize(
    ("id", "values"),
    [
        ("lecture-probe-gradient", seed_values.LECTURE_PROBE.facts["g_h"]),
        ("lecture-option-a", seed_values.LECTURE_VOTE_2["A"]),
        ("lecture-option-b", seed_values.LECTURE_VOTE_2["B"]),
        ("lecture-u-dot", seed_values.LECTURE_PROBE.facts["u_dot_g_h"]),
        ("guide-three-gradient", seed_values.GUIDE_ONE.facts["g_h"]),
        ("guide-four-gradient", seed_values.GUIDE_TWO.facts["g_h"]),
        ("guide-four-gamma", seed_values.GUIDE_BATCH.facts["g_gamma"]),
        ("guide-four-beta", seed_values.GUIDE_BATCH.facts["g_beta"]),
        ("guide-practice-four", seed_values.GUIDE_PRACTICE_4["g_beta"]),
        ("guide-mistake-two", seed_values.GUIDE_MISTAKES["only-first-term-divided"]),
    ],
)
def test_literals_are_the_seeds(id: str, values: object) -> None:
    item = next(item for item in ITEMS if item.id == id)
    assert item.literal
    wanted = flat(values)
    assert numbers_of(item.literal)[-len(wanted) :] == wanted


def test_numbers_are_read_as_they_stand() -> None:
    assert numbers_of("x̂₁ = (−0.25, 1/3), 2.5 × 10⁻⁶, ‖x‖²") == [
        Fraction(-1, 4), Fraction(1, 3), Fraction(1, 400_000),
    ]  # fmt: skip


def one_item_files(path: Path) -> list[str]:
    """Cut an index into files of one item each, which are checked in no time."""
    head, *items = re.split(r"^  (?=- \{id)", path.read_text("utf-8"), flags=re.M)
    return [f"{head}  {item}" for item in items]


def problems(tmp_path: Path, source: str, name: str) -> list[str]:
    (tmp_path / name).write_text(source, "utf-8")
    return [str(problem) for problem in course.check_file(tmp_path / name)]


NUMBER = re.compile(r"(?<![\w./⁻*-])[-−]?\d+")


@pytest.mark.parametrize("source", ["lecture", "guide", "textbook"])
def test_a_changed_number_of_a_check_or_literal_fails(source: str, tmp_path: Path) -> None:
    survivors, count = [], 0
    for text in one_item_files(SEEDS / f"{source}.yaml"):
        start = text.index("items:")
        for field in re.finditer(r'(literal: "[^"]*"|check: \[.*?\])(?=[,}])', text[start:]):
            for match in NUMBER.finditer(field[0]):
                at, new = start + field.start(), str(int(match[0].replace("−", "-")) + 1)
                mutant = text[: at + match.start()] + new + text[at + match.end() :]
                count += 1
                if not problems(tmp_path, mutant, f"{source}.yaml"):
                    survivors.append(mutant[start:].strip())
    assert survivors == []
    assert count > 5


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("steps: [dmu]", "steps: [dnu]", "items.lecture-dmu.steps: there is no step 'dnu'"),
        ("steps: [dmu], ", "", "items.lecture-dmu: is a formula, so it needs steps or mistake or"),
        ("vote: common-shift", "vote: shift", "there is no vote 'shift'"),
        ("mistake: no-variance-route", "mistake: none", "there is no mistake 'none'"),
        ("code: gradient_check", "code: nothing", "there is no code 'nothing'"),
        ("at: three-routes#where", "at: routes#where", "'routes' is none of three-routes, cent"),
        ("content: lecture-probe", "content: probe", "there is no example or vote 'probe'"),
        ("the average of the change", "1/d of the change", "has a number typed by hand"),
        ('literal: "aᵀc = −5"', 'literal: "aᵀc = 5"', "has the numbers 5, but the checks have -5"),
        ("probe.c) == -5", "probe.c) == 5", "does not hold: dot(probe.a, probe.c) is −5"),
        ("kind: claim", "kind: rumour", "got 'rumour', needs one of formula, number, vote"),
    ],
)
def test_problems_name_item_and_field(old: str, new: str, message: str, tmp_path: Path) -> None:
    source = (SEEDS / "lecture.yaml").read_text("utf-8")
    assert old in source
    found = problems(tmp_path, source.replace(old, new, 1), "lecture.yaml")
    assert any(message in problem for problem in found), found


def test_the_appendix_has_a_row_for_each() -> None:
    page = course.render_seed_items()
    assert re.findall(r'<tr id="seed-([\w-]+)">', page) == [item.id for item in ITEMS]
    assert len(re.findall(r'<a href="\.\./notebooks/[\w-]+\.html', page)) == len(ITEMS)
    assert page.count('<th scope="row">') == len(ITEMS)
    assert "[[" not in page


def make_id(heading: str) -> str:
    """The id that Sphinx gives a heading: letters of ASCII and digits, joined by hyphens."""
    plain = unicodedata.normalize("NFKD", heading.lower()).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


def anchors(root: Path, chapter: str) -> set[str]:
    """The ids that a chapter's headings, labels and votes will have on its page."""
    found = set()
    for cell in json.loads((root / f"notebooks/{chapter}.ipynb").read_text("utf-8"))["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            found |= set(re.findall(r"^\(([\w-]+)\)=$", source, re.M))
            headings = re.findall(r"^#+ (.*)$", source, re.M)
            found |= {make_id(heading.replace("$", "")) for heading in headings}
        else:
            found |= {f"vote-{name}" for name in re.findall(r'lnteach\.vote\("([\w-]+)"', source)}
    return found


OURS = {"floating-point"}
"""Chapters that none of the three documents has anything of."""


@pytest.mark.parametrize("chapter", [name for name in course.CHAPTERS if name not in OURS])
def test_each_item_has_its_heading_in_the_chapter(chapter: str, root: Path) -> None:
    wanted = {item.anchor for item in ITEMS if item.chapter == chapter} - {None}
    assert wanted
    assert wanted - anchors(root, chapter) == set()


@pytest.mark.site
def test_each_item_is_where_the_index_says(site_pages: dict[str, set[str]]) -> None:
    """`site_pages` has the ids of every page of the built site, by the page's address."""
    lost = []
    for item in ITEMS:
        page = f"notebooks/{item.chapter}.html"
        if page not in site_pages or item.anchor not in site_pages[page]:
            lost.append(f"{item.id}: {item.address}")
    assert lost == []


@pytest.mark.site
def test_titles_are_those_of_the_chapters(root: Path, site_pages: dict[str, set[str]]) -> None:
    for slug, title in course.CHAPTERS.items():
        source = (root / "build/site/notebooks" / f"{slug}.html").read_text("utf-8")
        heading = re.search(
            r"<h1[^>]*>(?:<span class=\"section-number\">[^<]*</span>)?(.*?)<", source
        )
        assert heading is not None
        assert heading[1].strip() == title, slug
