"""One JSON format for every figure the project keeps.

A figure is the median of some runs, with its spread and, where there is one, its target. A record
is a set of figures with the machine and the day they were taken on: a number without these is not
kept.
"""

from __future__ import annotations

import json
import operator
import os
import platform
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Any

from lnteach import __version__

__all__ = ["Figure", "Record", "load", "machine"]

SCHEMA = 1
_COMPARE = {">=": operator.ge, "<=": operator.le}


@dataclass(frozen=True)
class Figure:
    """One measured quantity: ``runs`` values, their unit, and a target such as ``">= 0.95"``."""

    what: str
    unit: str
    runs: Sequence[float]
    target: str | None = None

    @property
    def value(self) -> float:
        """The median of the runs."""
        return float(median(self.runs))

    @property
    def met(self) -> bool | None:
        """Whether the median meets the target; nothing if there is none."""
        if self.target is None:
            return None
        sign, bound = self.target.split()
        return bool(_COMPARE[sign](self.value, float(bound)))


@dataclass
class Record:
    """Figures of one subject, with where and when they were measured.

    Examples
    --------
    >>> record = Record("demo", [Figure("three runs", "s", [1.0, 3.0, 2.0], "<= 2.5")])
    >>> record.figures[0].value, record.figures[0].met
    (2.0, True)
    """

    name: str
    figures: list[Figure] = field(default_factory=list)
    tools: Mapping[str, str] = field(default_factory=dict)
    notes: str = ""

    def as_json(self) -> dict[str, Any]:
        """Give the record as plain JSON types."""
        return {
            "schema": SCHEMA,
            "name": self.name,
            "date": datetime.now(UTC).date().isoformat(),
            "version": __version__,
            "machine": machine(),
            "tools": dict(self.tools),
            "notes": self.notes,
            "figures": [
                {**asdict(figure), "value": figure.value, "met": figure.met}
                for figure in self.figures
            ],
        }

    def table(self) -> str:
        """Lay the figures out for a terminal."""
        rows = [("what", "median", "spread", "target", "")]
        for figure in self.figures:
            spread = f"{min(figure.runs):.4g} to {max(figure.runs):.4g}"
            mark = {True: "met", False: "MISSED", None: ""}[figure.met]
            value = f"{figure.value:.4g} {figure.unit}"
            rows.append((figure.what, value, spread, figure.target or "", mark))
        widths = [max(len(row[k]) for row in rows) for k in range(5)]
        return "\n".join(
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
            for row in rows
        )

    def save(self, folder: Path) -> Path:
        """Write ``NAME.json`` into a folder and give its path."""
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{self.name}.json"
        path.write_text(json.dumps(self.as_json(), indent=2, ensure_ascii=False) + "\n", "utf-8")
        return path


def load(path: Path) -> dict[str, Any]:
    """Read a record and check that it is one.

    Raises
    ------
    ValueError
        If the file has another schema, or a figure lacks what makes it worth keeping.
    """
    data: dict[str, Any] = json.loads(path.read_text("utf-8"))
    if data.get("schema") != SCHEMA:
        raise ValueError(f"{path.name}: schema is {data.get('schema')!r}, needs {SCHEMA}")
    for key in ("name", "date", "version", "machine", "figures"):
        if not data.get(key):
            raise ValueError(f"{path.name}: `{key}` is missing or empty")
    for figure in data["figures"]:
        if not figure.get("runs") or figure["value"] != median(figure["runs"]):
            raise ValueError(f"{path.name}: {figure.get('what')!r} is not the median of its runs")
    return data


def machine() -> dict[str, Any]:
    """Describe this machine: processor, cores, memory, system, Python."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "memory_gib": _memory(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
    }


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text("utf-8").splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor() or "unknown"


def _memory() -> float | None:
    try:
        return round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30, 1)
    except (ValueError, OSError, AttributeError):
        return None
