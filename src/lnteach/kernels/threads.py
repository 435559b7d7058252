"""How many threads a kernel may use: none but the caller's own, unless asked."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any

__all__ = ["SWITCH", "allowed", "share"]

SWITCH = "LNTEACH_THREADS"
MOST = 64


def allowed(threads: int | None = None) -> int:
    """Return how many threads to use: the argument, else `LNTEACH_THREADS`, else 1.

    In a browser there is one thread, whatever is asked.

    Raises
    ------
    ValueError
        If the number is no whole number from 1 to 64.

    Examples
    --------
    >>> allowed(1)
    1
    """
    if sys.platform == "emscripten":
        return 1
    if threads is None:
        asked: Any = os.environ.get(SWITCH, "").strip() or "1"
        name = SWITCH
    else:
        asked, name = threads, "threads"
    try:
        number = int(asked)
        if isinstance(asked, bool) or number != float(asked) or not 1 <= number <= MOST:
            raise ValueError
    except (TypeError, ValueError):
        raise ValueError(
            f"`{name}` is {asked!r}, but a whole number from 1 to {MOST} is needed"
        ) from None
    return number


@lru_cache
def _pool(workers: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(workers, thread_name_prefix="lnteach")


def share(work: Callable[[int, int], Any], rows: int, least: int, threads: int) -> list[Any]:
    """Call ``work(start, stop)`` on even parts of the rows; the caller takes the last part itself.

    There are never more parts than threads, and none has fewer than `least` rows.
    """
    parts = max(1, min(threads, rows // max(1, least)))
    if parts == 1:
        return [work(0, rows)]
    edges = [rows * k // parts for k in range(parts + 1)]
    pool = _pool(parts - 1)
    others = [pool.submit(work, *edges[k : k + 2]) for k in range(parts - 1)]
    mine = work(edges[-2], edges[-1])
    return [*(other.result() for other in others), mine]
