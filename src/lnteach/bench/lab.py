"""A JupyterLab of its own for a while: fresh settings, a free port, a folder of notebooks."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

__all__ = ["jupyterlab", "run_all_cells"]

_FRESH = (
    "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR",
    "JUPYTERLAB_SETTINGS_DIR", "JUPYTERLAB_WORKSPACES_DIR",
)  # fmt: skip


@contextmanager
def jupyterlab(notebooks: Path, home: Path, *, start: float = 60.0) -> Iterator[str]:
    """Serve a folder of notebooks by JupyterLab on a free loopback port, and give its address.

    Parameters
    ----------
    notebooks : Path
        The folder it opens; notebooks that are run are saved there.
    home : Path
        An empty folder for its settings and its log, so that those of the person who measures
        stay out of it.
    start : float
        Seconds it may take to answer.

    Raises
    ------
    RuntimeError
        If it stops or does not answer in time; the message is its log.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    fresh = {name: str(home / name.lower()) for name in _FRESH}
    # JupyterLab leaves what is off the screen out of the page; here all of it is wanted.
    tracker = home / "jupyterlab_settings_dir" / "@jupyterlab" / "notebook-extension"
    tracker.mkdir(parents=True)
    (tracker / "tracker.jupyterlab-settings").write_text('{"windowingMode": "none"}', "utf-8")
    command = [
        sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1",
        f"--port={port}", "--ServerApp.port_retries=0", "--IdentityProvider.token=",
        "--ServerApp.password=", "--LabApp.news_url=", f"--notebook-dir={notebooks}",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]  # fmt: skip
    with (home / "log").open("w", encoding="utf-8") as log:
        process = subprocess.Popen(command, env={**os.environ, **fresh}, stdout=log, stderr=log)
    base = f"http://127.0.0.1:{port}/"
    try:
        _answers(f"{base}api/status", process, home / "log", time.monotonic() + start)
        yield base
    finally:
        process.terminate()
        process.wait(20)


def _answers(url: str, process: subprocess.Popen[bytes], log: Path, deadline: float) -> None:
    while True:
        try:
            urllib.request.urlopen(url, timeout=2).close()
            return
        except (urllib.error.URLError, OSError):
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(log.read_text("utf-8")) from None
            time.sleep(0.3)


def run_all_cells(page: Any, url: str, shown: str) -> None:
    """Open a notebook and run every cell, as a reader does, until ``shown`` is on the page.

    On a slow machine JupyterLab may ask for the kernel that it has already started, or miss the
    first widget of a session ("Loading widget..."). A reader says yes, or loads the page again.
    """
    page.goto(url, wait_until="load")
    page.set_default_timeout(60_000)
    page.locator(".jp-Notebook").wait_for()
    dialog = page.locator(".jp-Dialog button.jp-mod-accept")
    idle = page.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]")
    deadline, run_at = time.monotonic() + 240, 0.0
    while page.locator(shown).count() == 0:
        if time.monotonic() > deadline:
            raise RuntimeError(page.locator(".jp-Notebook").inner_text())
        if dialog.count():
            dialog.first.click()
            run_at = 0.0
        elif run_at and idle.count() and time.monotonic() > run_at + 30:
            page.reload()
            page.locator(".jp-Notebook").wait_for()
            run_at = 0.0
        elif not run_at and idle.count():
            page.wait_for_timeout(1500)
            if not dialog.count():
                page.get_by_role("menuitem", name="Run", exact=True).click()
                page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
                run_at = time.monotonic()
        page.wait_for_timeout(250)
    idle.wait_for()
