"""A vote in a notebook: it replies, and the notebook can read the answer."""

from __future__ import annotations

from typing import Any

import traitlets

from lnteach import course
from lnteach.widgets.base import Widget

__all__ = ["VoteWidget", "vote"]


class VoteWidget(Widget):
    """A vote that replies to the chosen option.

    On a page without a kernel it is the same section, complete with its closed answer.

    Parameters
    ----------
    vote_id : str
        A vote of the course, such as ``"common-shift"``.

    Attributes
    ----------
    html : str
        The vote as one section of HTML.
    choice : str
        The option that was checked last, or the empty string.
    """

    from_browser = ("choice",)
    html = traitlets.Unicode(read_only=True).tag(sync=True)
    choice = traitlets.Unicode().tag(sync=True)

    def __init__(self, vote_id: str, **traits: Any) -> None:
        self._vote = course.vote(vote_id)
        self.set_trait("html", course.render_vote(self._vote))
        super().__init__(config={"widget": "vote"}, **traits)

    @traitlets.validate("choice")  # type: ignore[untyped-decorator]
    def _known(self, proposal: Any) -> str:
        choice = str(proposal["value"])
        known = [option.id for option in self._vote.choices]
        if choice and choice not in known:
            raise traitlets.TraitError(
                f"`choice` is {choice!r}, but the options are {', '.join(known)}"
            )
        return choice

    def static_html(self) -> str:
        """Give the section: options, and the closed answer."""
        return str(self.html)

    def static_text(self) -> str:
        """Give the vote with its answer for a terminal."""
        return course.render_plain(self._vote)


def vote(vote_id: str) -> VoteWidget:
    """Show a vote of the course.

    Parameters
    ----------
    vote_id : str
        Its id; `lnteach.course.votes` lists them.

    Raises
    ------
    KeyError
        If there is no such vote; the message lists those there are.

    Examples
    --------
    >>> vote("common-shift").choice
    ''
    """
    return VoteWidget(vote_id)
