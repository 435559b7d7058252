"""The course's content as data: votes, examples, exercises and widgets, checked when read."""

from lnteach.course.chapters import CHAPTERS
from lnteach.course.example import Example
from lnteach.course.exercise import Exercise
from lnteach.course.library import (
    check_file,
    example,
    examples,
    exercise,
    exercises,
    seed_items,
    vote,
    votes,
    widget,
    widgets,
)
from lnteach.course.render import render_notes, render_plain, render_vote
from lnteach.course.schema import ContentError, Problem
from lnteach.course.seed_items import SeedItem
from lnteach.course.seed_table import render_seed_items
from lnteach.course.vote import Choice, Demonstration, Vote
from lnteach.course.widget import Preset, Widget

__all__ = [
    "CHAPTERS",
    "Choice",
    "ContentError",
    "Demonstration",
    "Example",
    "Exercise",
    "Preset",
    "Problem",
    "SeedItem",
    "Vote",
    "Widget",
    "check_file",
    "example",
    "examples",
    "exercise",
    "exercises",
    "render_notes",
    "render_plain",
    "render_seed_items",
    "render_vote",
    "seed_items",
    "vote",
    "votes",
    "widget",
    "widgets",
]
