"""The Python half of the widgets: traits in step with the browser, numbers from the core."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from lnteach.widgets.exercise import ExerciseWidget, exercise
from lnteach.widgets.three_routes import ThreeRoutes, ThreeRoutesResult
from lnteach.widgets.vote import VoteWidget, vote

if TYPE_CHECKING:
    from lnteach.widgets.explorer import Explorer

__all__ = [
    "EXPLORERS",
    "ExerciseWidget",
    "ThreeRoutes",
    "ThreeRoutesResult",
    "VoteWidget",
    "exercise",
    "explore",
    "vote",
]

EXPLORERS = {
    "three-routes": "ThreeRoutes",
    "shift": "Shift",
    "variance": "Variance",
    "collect": "Collect",
    "batch": "Batch",
    "epsilon": "Epsilon",
    "jacobian": "Jacobian",
    "geometry": "Geometry",
    "depth": "Depth",
    "mistake": "Mistake",
    "step-through": "StepThrough",
    "check-lab": "CheckLab",
}
"""Each widget with numbers, by the name of its content file: its class."""


def explore(name: str, preset: str | None = None, **state: Any) -> Explorer:
    """Open one of the course's widgets by its name.

    Parameters
    ----------
    name : str
        Such as ``"three-routes"``; `EXPLORERS` lists them.
    preset : str, optional
        The preset to open with; the course's choice if not given.
    **state
        Attributes of the widget, such as ``h=[1, 2, 4]``, on top of the preset.

    Raises
    ------
    KeyError
        If there is no widget of that name; the message lists those there are.

    Examples
    --------
    >>> explore("three-routes", eps=1/3).result.saved.s.round(6).item()
    1.0
    """
    if name not in EXPLORERS:
        raise KeyError(f"no widget {name!r}; the widgets are {', '.join(EXPLORERS)}")
    module = import_module(f"lnteach.widgets.{name.replace('-', '_')}")
    found: Explorer = getattr(module, EXPLORERS[name])(preset, **state)
    return found
