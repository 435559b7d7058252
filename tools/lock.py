"""Write requirements-lock.txt: every package of the development environment at its version."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HEADER = "# Every package of the development environment, tried together. Written by `make lock`.\n"


def main() -> None:
    """Freeze the environment without the project itself and without addresses."""
    frozen = subprocess.run(
        [sys.executable, "-m", "pip", "freeze", "--exclude-editable"],
        check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip
    lines = [line for line in frozen.splitlines() if "==" in line and "@" not in line]
    target = Path(__file__).resolve().parent.parent / "requirements-lock.txt"
    target.write_text(HEADER + "\n".join(lines) + "\n", encoding="utf-8")
    print(f"{target.name}: {len(lines)} packages")


if __name__ == "__main__":
    main()
