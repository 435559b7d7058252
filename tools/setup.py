"""Make the project's environment: ``python3 tools/setup.py .venv`` (standard library only).

Every way this can fail on a new machine ends in one line that says what to do.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NETWORK = ("NewConnection", "ConnectTimeout", "Temporary failure", "No matching distribution")
NEWER = ("python3.13", "python3.12", "python3.11")


def main() -> None:
    """Create the environment if need be, install the locked packages, and mark it ready."""
    venv = Path(sys.argv[1])
    if not (venv / "bin" / "python").exists():
        python = find_python()
        print("Making the Python environment ...", flush=True)
        made = run([python, "-m", "venv", "--clear", str(venv)])
        if made.returncode:
            if "ensurepip" in made.stdout:
                stop(
                    "Python's venv module is missing. On Debian or Ubuntu: apt install python3-venv"
                )
            stop(reason(made.stdout))
    print("Installing Python packages (first time: a few minutes) ...", flush=True)
    pip = [str(venv / "bin" / "python"), "-m", "pip", "install", "--quiet"]
    pip += ["--disable-pip-version-check", "-c", "requirements-lock.txt"]
    installed = run([*pip, "-r", "requirements.txt", "-e", ".[dev]"])
    if installed.returncode:
        stop(reason(installed.stdout))
    (venv / ".ready").touch()


def find_python() -> str:
    """Find a Python that is new enough: the one running, or a newer one on PATH."""
    if sys.version_info >= (3, 11):  # noqa: UP036 - an older Python may well run this file
        return sys.executable
    for name in NEWER:
        found = shutil.which(name)
        if found and run([found, "--version"]).returncode == 0:
            return found
    version = ".".join(map(str, sys.version_info[:3]))
    stop(f"Python 3.11 or newer is needed; this is {version}. Try: make PYTHON=/path/to/python3.11")
    raise AssertionError


def run(command: list[str]) -> subprocess.CompletedProcess[str]:
    """Run a command and keep what it prints."""
    return subprocess.run(
        command, cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )


def reason(output: str) -> str:
    """Say in one line why an installation failed."""
    if "No space left" in output:
        return "the disk is full; free some space and run the command again"
    if any(sign in output for sign in NETWORK):
        return f"the package registry did not answer, or lacks a package: {last(output)}"
    return f"installing failed: {last(output)}"


def last(output: str) -> str:
    """Take the last line that says something."""
    lines = [line for line in output.splitlines() if line.strip() and "[notice]" not in line]
    telling = [line for line in lines if "ERROR" in line or "lnteach:" in line]
    return (telling or lines or ["no output"])[-1].strip()


def stop(message: str) -> None:
    """End with one line."""
    sys.exit(f"setup: {message}")


if __name__ == "__main__":
    main()
