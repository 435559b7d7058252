"""Rebuild on save: look at the inputs' times twice a second, in a thread of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from . import inputs
from .builder import build
from .errors import SiteError

State = dict[Path, tuple[int, int]]


def snapshot(source: Path) -> State:
    """Note the time and size of every file that the site is made from."""
    state: State = {}
    for path in (*inputs.book_files(source), *inputs.files(inputs.PACKAGE)):
        try:
            status = path.stat()
        except OSError:  # gone between listing and looking
            continue
        state[path] = (status.st_mtime_ns, status.st_size)
    return state


def watch(
    source: Path,
    rebuild: Callable[[], object],
    stop: threading.Event,
    *,
    every: float = 0.5,
    report: Callable[[str], None] = print,
) -> None:
    """Call ``rebuild`` after each change of the book or the package, until ``stop`` is set.

    A change counts once it has been quiet for one interval. When a build fails its reason is
    reported and the site stays as it was.
    """
    built = seen = snapshot(source)
    while not stop.wait(every):
        now = snapshot(source)
        if now == built or now != seen:
            seen = now
            continue
        changed = next(p for p in sorted(now.keys() | built.keys()) if now.get(p) != built.get(p))
        report(f"{changed.name} has changed")
        built = now
        try:
            rebuild()
        except SiteError as error:
            report(f"{error}\nthe last good build stays")


def start(
    source: Path, site: Path, stop: threading.Event, report: Callable[[str], None] = print
) -> threading.Thread:
    """Watch in the background and rebuild the site."""
    thread = threading.Thread(
        target=watch,
        args=(source, lambda: build(source, site, report=report), stop),
        kwargs={"report": report},
        name="lnteach-watch",
        daemon=True,
    )
    thread.start()
    return thread
