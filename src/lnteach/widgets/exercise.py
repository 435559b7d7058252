"""An exercise in a notebook: the one of the page, and the notebook can read how it went."""

from __future__ import annotations

from typing import Any

import traitlets

from lnteach import selfcheck
from lnteach.widgets.base import Widget, bundle

__all__ = ["ExerciseWidget", "exercise"]


class ExerciseWidget(Widget):
    """An exercise that reads the answer, judges it and says why.

    On a page without a kernel it is the same section, complete with its closed solution.

    Parameters
    ----------
    exercise_id : str
        An exercise of the course, such as ``"input-gradient"``.

    Attributes
    ----------
    answer : str
        What was typed or chosen last.
    seed : int
        Which numbers it shows; 0 are those of the page.
    solved, tries : int
        How often it was answered right, and wrong.
    """

    from_browser = ("answer", "seed", "solved", "tries")
    html = traitlets.Unicode(read_only=True).tag(sync=True)
    bank = traitlets.Dict(read_only=True).tag(sync=True)
    answer = traitlets.Unicode().tag(sync=True)
    seed = traitlets.Int().tag(sync=True)
    solved = traitlets.Int(min=0).tag(sync=True)
    tries = traitlets.Int(min=0).tag(sync=True)

    def __init__(self, exercise_id: str, **traits: Any) -> None:
        self._id = exercise_id
        bank = dict(selfcheck.bank(exercise_id))
        self.set_trait("bank", bank)
        self.set_trait("html", selfcheck.render_exercise(exercise_id))
        super().__init__(
            config={"widget": "exercise"}, **{"seed": bank["variants"][0]["seed"], **traits}
        )
        self._esm = bundle("selfcheck.js")

    @traitlets.validate("answer")  # type: ignore[untyped-decorator]
    def _short(self, proposal: Any) -> str:
        return str(proposal["value"])[:4000]

    @traitlets.validate("seed")  # type: ignore[untyped-decorator]
    def _known(self, proposal: Any) -> int:
        seed = int(proposal["value"])
        known = [variant["seed"] for variant in self.bank["variants"]]
        if seed not in known:
            raise traitlets.TraitError(
                f"`seed` is {seed}, but the numbers are {', '.join(map(str, known))}"
            )
        return seed

    def static_html(self) -> str:
        """Give the section: the question, and the closed solution."""
        return str(self.html)

    def static_text(self) -> str:
        """Give the question for a terminal."""
        return f"Try it: {self.bank['title']} (exercise {self._id})"


def exercise(exercise_id: str, seed: int | None = None) -> ExerciseWidget:
    """Show an exercise of the course.

    Parameters
    ----------
    exercise_id : str
        Its id; `lnteach.selfcheck.exercises` lists them.
    seed : int, optional
        Which numbers to open with.

    Raises
    ------
    KeyError
        If there is no such exercise; the message lists those there are.

    Examples
    --------
    >>> exercise("input-gradient")
    Try it: The gradient to the input (exercise input-gradient)
    """
    return ExerciseWidget(exercise_id, **({} if seed is None else {"seed": seed}))
