"""LayerNorm, differentiated: the numeric core of the course, and the way into the rest.

Importing this package loads NumPy and nothing else. The derivations (`lnteach.symbolic`), the
content (`lnteach.course`), the notebook helpers and the widgets load when they are first used.

Examples
--------
>>> import lnteach
>>> z, saved = lnteach.layer_norm_forward([1.0, 2.0, 3.0], [2.0, 1.0, 3.0], [0.0, 0.0, 0.0], 1 / 3)
>>> lnteach.layer_norm_backward([1.0, -2.0, -1.0], saved).g_h.round(6).tolist()
[1.333333, -1.0, -0.333333]
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from lnteach.arrays import array_module
from lnteach.core import (
    Differentials,
    GradientCheck,
    Gradients,
    Routes,
    differentials,
    gradient_check,
    gradient_routes,
    layer_norm,
    layer_norm_backward,
    layer_norm_forward,
    probe_quality,
    rms_norm,
    rms_norm_backward,
    rms_norm_forward,
)

if TYPE_CHECKING:
    from lnteach.widgets import explore
    from lnteach.widgets.exercise import exercise
    from lnteach.widgets.three_routes import ThreeRoutes
    from lnteach.widgets.vote import vote

__version__ = "0.1.0"

__all__ = [
    "Differentials",
    "GradientCheck",
    "Gradients",
    "Routes",
    "ThreeRoutes",
    "__version__",
    "array_module",
    "differentials",
    "exercise",
    "explore",
    "gradient_check",
    "gradient_routes",
    "layer_norm",
    "layer_norm_backward",
    "layer_norm_forward",
    "probe_quality",
    "rms_norm",
    "rms_norm_backward",
    "rms_norm_forward",
    "vote",
]

_LAZY = dict.fromkeys(("ThreeRoutes", "exercise", "explore", "vote"), "lnteach.widgets")


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        return getattr(import_module(_LAZY[name]), name)
    raise AttributeError(f"module 'lnteach' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
