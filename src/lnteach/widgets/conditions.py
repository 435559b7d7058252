"""Which entries of a spec show in a state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

__all__ = ["visible"]


def visible(entries: Sequence[Any], state: Mapping[str, Any]) -> list[dict[str, Any]]:
    """List the entries that show in a state."""

    def matches(conditions: Mapping[str, Any]) -> bool:
        return all(
            state[name] in (wanted if isinstance(wanted, list) else [wanted])
            for name, wanted in conditions.items()
        )

    return [
        entry
        for entry in entries
        if matches(entry.get("when", {})) and not ("unless" in entry and matches(entry["unless"]))
    ]
