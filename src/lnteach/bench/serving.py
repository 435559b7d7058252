"""What measuring in a browser needs: Chromium's path, and the site on a free loopback port."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lnteach.site import SiteError, app

__all__ = ["chromium", "serving"]

_CHROMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def chromium() -> str:
    """Find Chromium or Chrome, or say that it is missing."""
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, _CHROMES)), None)
    if path is None:
        raise SiteError("measuring needs Chromium: run `make bench`, or set CHROMIUM to its path")
    return path


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Serve the site with the project's own server while it is measured."""
    import uvicorn

    config = uvicorn.Config(app(folder), host="127.0.0.1", port=0, log_level="error")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started and thread.is_alive():
        thread.join(0.05)
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}/"
    finally:
        server.should_exit = True
        thread.join()
