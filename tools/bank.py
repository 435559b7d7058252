"""Build the banks of variants: ``python tools/bank.py``; nothing is done if nothing has changed.

A stamp beside the banks is a hash over the parts of the package that decide what stands in them.
"""

from __future__ import annotations

import hashlib
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = Path("src/lnteach")
BANKS = PACKAGE / "selfcheck" / "banks"
STAMP = "banks.sha256"
ROOMS = ("course", "formula", "mistakes", "selfcheck", "symbolic", "core")
NEEDS = ["numpy>=2.0", "sympy>=1.13", "PyYAML>=6.0", "latex2mathml>=3.77"]


def inputs(root: Path = ROOT) -> list[Path]:
    """List what decides the banks, relative to the root, in a fixed order."""
    package = root / PACKAGE
    found = [package / "maths.py", package / "arrays.py", root / "tools" / "bank.py"]
    for room in ROOMS:
        found += [p for kind in ("py", "yaml", "json") for p in (package / room).rglob(f"*.{kind}")]
    kept = (path.relative_to(root) for path in found if not path.is_relative_to(root / BANKS))
    return sorted(kept, key=lambda path: path.as_posix())


def stamp(root: Path = ROOT) -> str:
    """Hash the inputs."""
    digest = hashlib.sha256()
    for path in inputs(root):
        text = (root / path).read_bytes().replace(b"\r\n", b"\n")
        digest.update(f"\0{path.as_posix()}\0{len(text)}\0".encode() + text)
    return digest.hexdigest()


def ids(root: Path = ROOT) -> list[str]:
    """List the exercises there are."""
    return sorted(path.stem for path in (root / PACKAGE / "course" / "exercises").glob("*.yaml"))


def is_fresh(root: Path = ROOT) -> bool:
    """Say whether every bank is there and made from exactly these inputs."""
    there = all((root / BANKS / f"{id}.json").is_file() for id in ids(root))
    mark = root / BANKS / STAMP
    return there and mark.is_file() and mark.read_text().strip() == stamp(root)


def _make(root: str, id: str) -> tuple[str, str]:
    sys.path.insert(0, str(Path(root) / "src"))
    from lnteach.course import exercise
    from lnteach.selfcheck.bank import as_json, to_text_file

    return id, to_text_file(as_json(exercise(id)))


def build(root: Path = ROOT) -> None:
    """Build all banks, in as many processes as there are processors (at most four)."""
    made = stamp(root)
    folder = root / BANKS
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.json"):
        old.unlink()
    names = ids(root)
    workers = min(4, os.cpu_count() or 1)
    with ProcessPoolExecutor(workers) as pool:
        for id, text in pool.map(_make, [str(root)] * len(names), names):
            (folder / f"{id}.json").write_text(text, "utf-8", newline="\n")
    (folder / STAMP).write_text(made + "\n")


def main() -> int:
    """Build if need be."""
    if not is_fresh():
        print("building the banks of exercises ...", flush=True)
        build()
    return 0


if __name__ == "__main__":
    sys.exit(main())
