"""The course's content as data: votes, worked examples, widgets, each checked when it is read."""

from lnteach.course.example import Example
from lnteach.course.library import check_file, example, examples, vote, votes, widget, widgets
from lnteach.course.render import render_notes, render_plain, render_vote
from lnteach.course.schema import ContentError, Problem
from lnteach.course.vote import Choice, Demonstration, Vote
from lnteach.course.widget import Preset, Widget

__all__ = [
    "Choice",
    "ContentError",
    "Demonstration",
    "Example",
    "Preset",
    "Problem",
    "Vote",
    "Widget",
    "check_file",
    "example",
    "examples",
    "render_notes",
    "render_plain",
    "render_vote",
    "vote",
    "votes",
    "widget",
    "widgets",
]
