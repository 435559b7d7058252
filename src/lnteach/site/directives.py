"""The book's own directives, few and in one place: items by their id, and whole tables."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

logger = logging.getLogger(__name__)


class Content(SphinxDirective):  # type: ignore[misc]
    """A directive that puts one item of the package, named by its id, into the page."""

    required_arguments = 1
    kind: ClassVar[str]

    def run(self) -> list[nodes.Node]:
        """Give the item's nodes, or warn with file, line and the ids that exist."""
        name = self.arguments[0]
        known = self.ids()
        if name in known:
            return [self.item(name)]
        message = "there is no %s %r; there are: %s"
        place = self.get_location()
        logger.warning(message, self.kind, name, ", ".join(known), location=place)
        return []

    def ids(self) -> Collection[str]:
        """List the ids that the package knows."""
        raise NotImplementedError

    def item(self, name: str) -> nodes.Node:
        """Make the node of a known item."""
        raise NotImplementedError


class Vote(Content):
    """``{vote} common-shift``: the vote with its closed answer, alive once the bundle runs."""

    kind = "vote"

    def ids(self) -> Collection[str]:  # noqa: D102
        from lnteach import course

        return course.votes()

    def item(self, name: str) -> nodes.Node:  # noqa: D102
        from lnteach import course

        return nodes.raw("", course.render_vote(course.vote(name)), format="html")


class VoteNotes(Vote):
    """``{vote-notes} common-shift``: what each choice reveals, for the lecturer."""

    def item(self, name: str) -> nodes.Node:  # noqa: D102
        from lnteach import course

        return nodes.raw("", course.render_notes(course.vote(name)), format="html")


class Exercise(Content):
    """``{exercise} input-gradient``: the first numbers with a closed solution, and its bank."""

    kind = "exercise"

    def ids(self) -> Collection[str]:  # noqa: D102
        from lnteach import course

        return course.exercises()

    def item(self, name: str) -> nodes.Node:  # noqa: D102
        from lnteach import selfcheck

        up = "../" * self.env.docname.count("/")
        html = selfcheck.render_exercise(name, f"{up}_static/banks/")
        return nodes.raw("", html, format="html")


class Step(Content):
    """``{step} dv``: one step of the derivation, as SymPy derived it."""

    kind = "step"

    def ids(self) -> Collection[str]:  # noqa: D102
        from lnteach import symbolic

        return list(symbolic.all_steps())

    def item(self, name: str) -> nodes.Node:  # noqa: D102
        from lnteach import symbolic

        tex = symbolic.all_steps()[name].latex_marked
        return nodes.math_block("", tex, nowrap=False, number=None, label=None)


class Whole(SphinxDirective):  # type: ignore[misc]
    """A directive without an argument: one table or reference that the package renders."""

    def run(self) -> list[nodes.Node]:
        """Give the table as one raw node."""
        return [nodes.raw("", self.html(), format="html")]

    def html(self) -> str:
        """Render what the directive stands for."""
        raise NotImplementedError


class Notation(Whole):
    """``{notation}``: the letters of the course beside everybody else's names."""

    def html(self) -> str:  # noqa: D102
        from lnteach.course.notation import render_notation

        return render_notation()


class Api(Whole):
    """``{api}``: every public name with its signature and docstring."""

    def html(self) -> str:  # noqa: D102
        from lnteach.apidoc import render_api

        return render_api()


class Progress(Whole):
    """``{progress}``: every exercise with its place, for the browser half to mark what is done."""

    def html(self) -> str:  # noqa: D102
        from lnteach.selfcheck import render_progress

        return render_progress()


class SeedItems(Whole):
    """``{seed-items}``: where each item of the three sources stands in the course."""

    def html(self) -> str:  # noqa: D102
        from lnteach.course import render_seed_items

        return render_seed_items()


def _copy_banks(app: Sphinx, exception: Exception | None) -> None:
    """Put the banks of the exercises where pages look for them."""
    if exception is not None or app.builder.format != "html":
        return
    from lnteach import course
    from lnteach.selfcheck.bank import as_text

    folder = Path(app.outdir) / "_static" / "banks"
    folder.mkdir(parents=True, exist_ok=True)
    for id in course.exercises():
        (folder / f"{id}.json").write_text(as_text(id), "utf-8", newline="\n")


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directives."""
    app.add_directive("vote", Vote)
    app.add_directive("vote-notes", VoteNotes)
    app.add_directive("exercise", Exercise)
    app.add_directive("progress", Progress)
    app.connect("build-finished", _copy_banks)
    app.add_directive("step", Step)
    app.add_directive("notation", Notation)
    app.add_directive("api", Api)
    app.add_directive("seed-items", SeedItems)
    return {"parallel_read_safe": True}
