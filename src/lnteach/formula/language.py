"""The tables of the language, read from the one file that the browser's reader uses too."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final

_DATA: Final[dict[str, Any]] = json.loads(
    files("lnteach.formula").joinpath("language.json").read_text(encoding="utf-8")
)

AXES: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {name: frozenset(kinds.split()) for name, kinds in _DATA["axes"].items()}
)
"""What each letter runs over: ``row`` (samples), ``feature``, both or neither."""
FUNCTIONS: Final[Mapping[str, int]] = MappingProxyType(_DATA["functions"])
WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {name: name for name in (*AXES, *FUNCTIONS)} | _DATA["words"]
)
"""Every word that may be typed, and the letter or function that it means."""
SIGNS: Final[Mapping[str, str]] = MappingProxyType(_DATA["signs"])
LIMITS: Final[Mapping[str, int]] = MappingProxyType(_DATA["limits"])
MESSAGES: Final[Mapping[str, str]] = MappingProxyType(_DATA["messages"])
SYSTEMS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(_DATA["systems"])
DIFFERENTIALS: Final[frozenset[str]] = frozenset(_DATA["differentials"])
UNKNOWN: Final[frozenset[str]] = frozenset(_DATA["unknown"])
"""Words that would fall apart into letters of the course, but mean something else."""
SUBSCRIPTS: Final[Mapping[str, str]] = MappingProxyType(_DATA["subscripts"])
RAISED: Final[str] = _DATA["raised"]
PATTERNS: Final = tuple((kind, re.compile(expression)) for kind, expression in _DATA["patterns"])
COMMAND: Final = re.compile(_DATA["commands"])


class FormulaError(ValueError):
    """A formula that cannot be read or evaluated, in plain words.

    Attributes
    ----------
    code : str
        Which complaint it is, a key of the language's table of messages.
    position : int or None
        The character at which it happens, counted from 0.
    """

    def __init__(self, code: str, position: int | None = None, **details: object) -> None:
        self.code, self.position = code, position
        message = MESSAGES[code].format(**details) if code in MESSAGES else str(details["text"])
        super().__init__(message)
