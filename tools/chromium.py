"""Find Chromium for the browser tests, or install it where the system's package manager can.

Prints the path. Set ``CHROMIUM`` to use a particular one.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"


def find() -> str | None:
    """Give the path of an installed Chromium or Chrome, or nothing."""
    named = os.environ.get("CHROMIUM")
    if named:
        return shutil.which(named)
    found = next((path for path in map(shutil.which, NAMES) if path), None)
    return found or shutil.which(MAC)


def install() -> None:
    """Install Chromium by apt, if this is a system that has it and we may."""
    if not shutil.which("apt-get"):
        return
    may = [] if os.geteuid() == 0 else ["sudo", "-n"]
    if may and not shutil.which("sudo"):
        return
    print("Installing Chromium for the browser tests (first time only) ...", flush=True)
    for command in (["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", "chromium"]):
        subprocess.run(
            [*may, *command],
            env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
        )


def main() -> None:
    """Print where Chromium is, after installing it if need be."""
    if find() is None:
        install()
    path = find()
    if path is None:
        sys.exit(
            "chromium: the browser tests need Chromium or Chrome. Install one with your system's "
            "package manager, or set CHROMIUM to its path."
        )
    print(path)


if __name__ == "__main__":
    main()
