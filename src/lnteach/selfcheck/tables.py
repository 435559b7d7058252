"""Signs, limits and words of the self-check, which both languages read from ``answers.json``."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any, Final

__all__ = ["DATA", "LIMITS", "MESSAGES"]

DATA: Final[dict[str, Any]] = json.loads(
    files("lnteach.selfcheck").joinpath("answers.json").read_text(encoding="utf-8")
)
LIMITS: Final[dict[str, int]] = DATA["limits"]
MESSAGES: Final[dict[str, str]] = DATA["messages"]
