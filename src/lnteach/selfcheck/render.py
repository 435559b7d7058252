"""An exercise for a page: complete without JavaScript, alive where the browser half runs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape
from typing import Any

from lnteach.course import CHAPTERS, exercise, exercises
from lnteach.selfcheck import telling
from lnteach.selfcheck.bank import bank
from lnteach.selfcheck.variants import first, variants

__all__ = ["render_exercise", "render_progress", "start"]

NOTE = (
    "This checks itself: the key is in the page’s data, for you to look up or to leave alone. "
    "Nothing is sent anywhere."
)


def start(id: str) -> dict[str, Any]:
    """Give what a page carries of a bank: the first variant, with the named mistakes alone.

    The rest, pairs of mistakes and other edits and the further variants, stands in the bank's file;
    question and solution stand in the page.

    Examples
    --------
    >>> len(start("forward-mean")["variants"]), start("forward-mean")["partial"]
    (1, True)
    """
    whole = bank(id)
    written = ("question", "solution")
    one = {key: value for key, value in whole["variants"][0].items() if key not in written}
    named = [key for key in whole["wrong"] if whole["wrong"][key]["kind"] == "mistake"]
    one["wrong"] = {key: one["wrong"][key] for key in named if key in one["wrong"]}
    wrong = {key: whole["wrong"][key] for key in one["wrong"]}
    needed = {line for about in wrong.values() for line in about["lines"]}
    rest = {key: value for key, value in whole.items() if key not in ("variants", "probes")}
    lines = {line: html for line, html in whole["lines"].items() if line in needed}
    return rest | {"partial": True, "wrong": wrong, "lines": lines, "variants": [one]}


def render_exercise(id: str, banks: str = "_static/banks/") -> str:
    """Render an exercise as one HTML section.

    Parameters
    ----------
    id : str
        The exercise.
    banks : str
        Where the page finds the banks' files, with a slash at its end.

    Raises
    ------
    KeyError
        If there is no such exercise.
    """
    asked = exercise(id)
    variant = first(id) if asked.given else variants(id, 1)[0]
    name = f"exercise-{id}"
    parts = [
        f'<section class="ln-exercise" id="{name}" data-exercise="{id}" '
        f'data-bank="{escape(banks)}{id}.json" aria-labelledby="{name}-title">',
        f'<script type="application/json">{_safe(start(id))}</script>',
        f'<p class="ln-exercise-title" id="{name}-title">Try it: {escape(asked.title)}</p>',
        f'<div class="ln-question">{telling.question(variant)}{_choices(variant)}</div>',
        '<details class="ln-solution"><summary>Solution</summary>'
        f"{telling.solution(variant)}</details>",
        f'<p class="ln-note">{NOTE}</p></section>',
    ]
    return "".join(parts)


def render_progress() -> str:
    """Render the list of all exercises, in the order of their chapters.

    Examples
    --------
    >>> render_progress().count("data-exercise=") == len(exercises())
    True
    """
    order = list(CHAPTERS)
    found = sorted(map(exercise, exercises()), key=lambda x: (order.index(x.chapter), x.grade))
    items = "".join(
        f'<li data-exercise="{each.id}"><a href="{each.chapter}.html#exercise-{each.id}">'
        f"{escape(each.title)}</a></li>"
        for each in found
    )
    return f'<div class="ln-progress"><ol>{items}</ol></div>'


def _choices(variant: Any) -> str:
    """List the choices; the lines of a program stand there already."""
    if variant.exercise.answer != "choice":
        return ""
    items = "".join(
        f"<li><b>{each['id']}</b> {each['html']}</li>" for each in telling.choices(variant)
    )
    return f'<ul class="ln-choices">{items}</ul>'


def _safe(data: Mapping[str, Any]) -> str:
    """Write JSON that cannot end the script it stands in."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("&", "\\u0026")
