"""The course's content by name: what there is, and one checked object for each name."""

from __future__ import annotations

from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import yaml

from lnteach.course.cases import Cases
from lnteach.course.example import Example, read_example
from lnteach.course.exercise import Exercise
from lnteach.course.exercise_file import read_exercise
from lnteach.course.notation import read_notation
from lnteach.course.schema import ContentError, Problem, compose
from lnteach.course.seed_items import SeedItem, read_seed
from lnteach.course.vote import Vote, read_vote, read_vote_cases
from lnteach.course.widget import Widget, read_widget

__all__ = [
    "check_file",
    "example",
    "examples",
    "exercise",
    "exercises",
    "seed_items",
    "vote",
    "votes",
    "widget",
    "widgets",
]

_HERE = Path(__file__).parent


def votes() -> tuple[str, ...]:
    """Name the votes, in the order of the course."""
    return tuple(sorted(_names("votes"), key=lambda name: vote(name).number))


def examples() -> tuple[str, ...]:
    """Name the worked examples."""
    return _names("examples")


def widgets() -> tuple[str, ...]:
    """Name the widgets."""
    return _names("widgets")


def exercises() -> tuple[str, ...]:
    """Name the exercises."""
    return _names("exercises")


@lru_cache
def vote(name: str) -> Vote:
    """Give a vote by its id.

    Raises
    ------
    KeyError
        If there is none of that name; the message lists those there are.

    Examples
    --------
    >>> vote("common-shift").right.id
    'B'
    """
    return read_vote(_path("votes", name))


@lru_cache
def example(name: str) -> Example:
    """Give a worked example by its id.

    Examples
    --------
    >>> example("lecture-probe").cases["probe"]["g_h"]
    (4/3, -1, -1/3)
    """
    return read_example(_path("examples", name))


@lru_cache
def exercise(name: str) -> Exercise:
    """Give an exercise by its id.

    Examples
    --------
    >>> exercise("lecture-probe").shared
    ('only-first-term-divided', 'scale-forgotten', 'variance-for-deviation')
    """
    return read_exercise(_path("exercises", name))


@lru_cache
def widget(name: str) -> Widget:
    """Give a widget's fields and presets by its id."""
    return read_widget(_path("widgets", name), _find_cases)


@lru_cache
def seed_items() -> tuple[SeedItem, ...]:
    """Give the items of the three source documents, in their order, each with its place here.

    Examples
    --------
    >>> seed_items()[4].id, seed_items()[4].address
    ('lecture-dmu', 'centering.html#the-mean-moves-by-the-mean-of-the-change')
    """
    return tuple(
        item
        for source in ("lecture", "guide", "textbook")
        for item in read_seed(_path("seeds", source), _find_content)
    )


def check_file(path: Path) -> list[Problem]:
    """Check one content file of any kind, and list what is wrong with it (nothing, if it is good).

    Parameters
    ----------
    path : Path
        A vote, an example, an exercise, a widget, an index of a source or the notation; its field
        ``kind`` says which.
    """
    readers: dict[str, Any] = {
        "vote": partial(read_vote, prove=True),
        "example": read_example,
        "exercise": read_exercise,
        "widget": lambda file: read_widget(file, _find_cases),
        "seed": lambda file: read_seed(file, _find_content),
        "notation": read_notation,
    }
    if not path.is_file():
        return [Problem(path.name, 1, "", "is not a file")]
    try:
        kind, line = _kind(path)
        if kind not in readers:
            return [Problem(path.name, line, "kind", f"got {kind!r}, needs {', '.join(readers)}")]
        readers[kind](path)
    except ContentError as error:
        return error.problems
    return []


def _kind(path: Path) -> tuple[str | None, int]:
    """Find out the kind of a file, and the line that says it, before anything else is asked."""
    node = compose(path)
    pairs = node.value if isinstance(node, yaml.MappingNode) else []
    found = (value for key, value in pairs if key.value == "kind")
    return next(((str(value.value), value.start_mark.line + 1) for value in found), (None, 1))


@lru_cache
def _find_cases(kind: str, name: str) -> Cases:
    return read_vote_cases(_path("votes", name)) if kind == "vote" else example(name).cases


def _find_content(name: str) -> Cases:
    return example(name).cases if name in examples() else vote(name).cases


def _names(folder: str) -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in (_HERE / folder).glob("*.yaml")))


def _path(folder: str, name: str) -> Path:
    if name not in _names(folder):
        there = ", ".join(_names(folder))
        raise KeyError(f"there is no {folder[:-1]} {name!r}; there are: {there}")
    return _HERE / folder / f"{name}.yaml"
