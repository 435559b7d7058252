"""The picture of the laboratory for checks, and its tables, for pages without JavaScript."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from lnteach import course
from lnteach.widgets import curves
from lnteach.widgets.check_sweep import EPSILON, STEPS
from lnteach.widgets.numbers import number_html, row_text
from lnteach.widgets.spec import Named

__all__ = ["sweep_picture", "tables"]

ACROSS, UP = (1e-11, 1e3), (1e-13, 100.0)


def sweep_picture(name: str, spec: Mapping[str, Any], named: Named) -> str:
    """Draw the error of the check against its step, in both precisions."""
    words, s, tau = spec["sweep"], named.scalars["s"], named.scalars["tau"]

    def rounding(bits: int) -> list[float]:
        return [EPSILON[bits] * s / step for step in STEPS]

    def near(k: int) -> int:
        """Let the point at which a name stands follow s, as the curves do."""
        return min(len(STEPS) - 1, max(0, k + math.floor(math.log2(s) / 2 + 0.5)))

    bent = [(step / s) ** 2 for step in STEPS]
    drawn = [
        curves.Curve("bending (τ/s)²", bent, near(18), anchor="end", ink="soft", dash="7 4"),
        curves.Curve("rounding, float32", rounding(32), near(21), ink="soft", dash="2 4"),
        curves.Curve("rounding, float64", rounding(64), near(14), ink="soft", dash="2 4"),
        curves.Curve("float32", named.vectors["sweep_32"], 0, dot="square"),
        curves.Curve("float64", named.vectors["sweep_64"], 0, dot="round"),
    ]
    rules = [
        curves.Rule(named.scalars["best_64"], "best, float64", dash="1 3", anchor="end"),
        curves.Rule(named.scalars["best_32"], "best, float32", dash="1 3", anchor="start"),
        curves.Rule(tau, "τ", 1, "ink"),
    ]
    return curves.curves(
        f"{name}-sweep",
        words["title"],
        f"At this step the error is {named.scalars['error_64']:.2g} in float64 and "
        f"{named.scalars['error_32']:.2g} in float32.",
        STEPS,
        drawn,
        curves.Axis(words["across"], *ACROSS, log=True),
        curves.Axis(words["up"], *UP, log=True),
        rules=rules,
        crosses=[(tau, named.scalars[f"error_{bits}"]) for bits in EPSILON],
        rows=2,
    )


def tables(spec: Mapping[str, Any], state: Mapping[str, Any], named: Named) -> str:
    """Write every mistake against every check, and the sweep in numbers."""
    fields = course.widget("check-lab").fields
    option, check = fields["option"], fields["check"]
    grid, sweep = spec["grid"], spec["sweep"]
    codes = iter(named.codes)
    heads = "".join(
        f'<th scope="col" title="{escape(title)}">{escape(spec["checks"][id]["short"])}</th>'
        for id, title in zip(check["options"], check["titles"], strict=True)
    )
    body = ""
    for id, title in zip(option["options"], option["titles"], strict=True):
        cells = ""
        for column, name in zip(check["options"], check["titles"], strict=True):
            code = next(codes)
            chosen = (id, column) == (state["option"], state["check"])
            cells += (
                f'<td><button type="button" disabled data-code="{code}" '
                f'aria-label="{escape(title)}, {escape(name)}: {spec["says"][code]}" '
                f'aria-pressed="{str(chosen).lower()}">{spec["cells"][code]}</button></td>'
            )
        body += f'<tr><th scope="row">{escape(title)}</th>{cells}</tr>'
    table = (
        f'<table class="ln-checks"><caption>{grid["title"]}. {grid["key"]}</caption><thead>'
        f'<tr><th scope="col">{grid["corner"]}</th>{heads}</tr></thead><tbody>{body}</tbody>'
        "</table>"
    )
    first, *others = sweep["rows"]
    steps = "".join(f'<th scope="col">{row_text([step])[0]}</th>' for step in STEPS)
    rows = "".join(
        f'<tr><th scope="row">{word}</th>{_numbers(name, named.vectors[name])}</tr>'
        for word, name in zip(others, ("sweep_64", "sweep_32"), strict=True)
    )
    numbers = (
        f'<table class="ln-table"><caption class="ln-said">{sweep["numbers"]}</caption><thead>'
        f'<tr><th scope="col">{first}</th>{steps}</tr></thead><tbody>{rows}</tbody></table>'
    )
    return "".join(
        f'<div class="ln-scroll" role="region" tabindex="0" aria-label="{escape(label)}">'
        f"{made}</div>"
        for label, made in ((grid["title"], table), (sweep["numbers"], numbers))
    )


def _numbers(name: str, values: Sequence[float]) -> str:
    return "".join(
        f'<td data-name="{name}" data-index="{i}" data-value="{x!r}">'
        f"{number_html(row_text([x])[0])}</td>"
        for i, x in enumerate(values)
    )
