"""One vote for every host: a section of a page, notes for the lecturer, plain text.

The section is complete without JavaScript: radio buttons to think with, and a closed answer. The
browser half adds the button that replies.
"""

from __future__ import annotations

from html import escape

from lnteach.course.vote import Vote
from lnteach.maths import plain_text, text_html

__all__ = ["render_notes", "render_plain", "render_vote"]


def render_vote(vote: Vote) -> str:
    """Render a vote as one HTML section.

    Mathematics stands in ``<span class="ln-math" data-tex="…">`` as MathML, so that a page builder
    can set it in the page's own type.
    """
    name = f"vote-{vote.id}"
    options = "".join(
        f'<label class="ln-choice"><input type="radio" name="{name}" value="{option.id}"> '
        f"<b>{option.id}</b> <span>{text_html(option.text)}</span></label>"
        for option in vote.choices
    )
    replies = "".join(
        f'<div class="ln-reply" data-choice="{option.id}"{" data-right" if option.right else ""}>'
        f"<p><b>{option.id}. {text_html(option.text)}</b> "
        f'<span class="ln-mark">{"Right." if option.right else "Not this one."}</span> '
        f"{text_html(option.reply)}</p></div>"
        for option in vote.choices
    )
    return (
        f'<section class="ln-vote" id="{name}" data-vote="{vote.id}" '
        f'aria-labelledby="{name}-title">'
        f'<p class="ln-vote-title" id="{name}-title">{escape(title(vote))}</p>'
        f"<form><fieldset><legend>{text_html(vote.question)}</legend>{options}</fieldset></form>"
        f'<details class="ln-vote-answer"><summary>Answer and reasons</summary>'
        f'{replies}<p class="ln-explanation">{text_html(vote.explanation)}</p></details></section>'
    )


def render_notes(vote: Vote) -> str:
    """Render what each choice reveals, for the lecturer, as HTML."""
    rows = "".join(
        f'<tr><th scope="row">{option.id}</th><td>{text_html(option.text)}</td>'
        f"<td>{'right' if option.right else 'wrong'}</td><td>{text_html(option.reveals)}</td></tr>"
        for option in vote.choices
    )
    follow = f"<p><b>Ask next.</b> {text_html(vote.follow_up)}</p>" if vote.follow_up else ""
    return (
        f'<div class="ln-notes"><table><caption>{escape(title(vote))}: what each answer reveals'
        '</caption><thead><tr><th scope="col">Choice</th><th scope="col">Text</th>'
        '<th scope="col">Verdict</th><th scope="col">What it reveals</th></tr></thead>'
        f"<tbody>{rows}</tbody></table>"
        f"<p><b>Show.</b> {text_html(vote.demonstration.show)}</p>{follow}</div>"
    )


def render_plain(vote: Vote) -> str:
    """Render a vote with its answer as plain text, for a terminal."""
    lines = [title(vote), "", plain_text(vote.question), ""]
    lines += [f"  {option.id}  {plain_text(option.text)}" for option in vote.choices]
    lines += ["", f"Answer: {vote.right.id}"]
    lines += [f"  {option.id}  {plain_text(option.reply)}" for option in vote.choices]
    return "\n".join([*lines, "", plain_text(vote.explanation)])


def title(vote: Vote) -> str:
    """Name a vote as pages do; one that is not the lecture's is labelled ours."""
    ours = " (ours)" if vote.origin == "ours" else ""
    return f"Vote {vote.number}{ours}: {vote.title}"
