"""Prove that no number, sign or operator of the course can change unnoticed.

``make mutate`` changes one of them at a time, in the content (our own mutator, judged in this
process) and in the Python of the derivation and the core (Cosmic Ray, in a copy of the tree), and
prints how many changes were made and caught, and every one that survived. A survivor that is
justified stands with its reason in ``mutate_allowed.txt``; any other makes the run fail.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ALLOWED = ROOT / "tools/mutate_allowed.txt"


def main() -> int:
    """Run both halves; 1 if anything survived that is not justified."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=["content", "catalogue", "chapters", "python"])
    parser.add_argument("--sample", type=int, default=45, help="Python mutants of each half")
    arguments = parser.parse_args()
    os.environ.setdefault("MPLBACKEND", "agg")
    sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tools")]
    import mutate_content
    import mutate_python

    jobs = {
        "content": mutate_content.content,
        "catalogue": mutate_content.catalogue,
        "chapters": mutate_content.chapters,
        "python": lambda survived: mutate_python.run(survived, arguments.sample),
    }
    allowed = reasons()
    wrong = 0
    for name, job in jobs.items():
        if arguments.only not in {None, name}:
            continue
        found: list[str] = []
        started = time.monotonic()
        count = job(lambda mutant, found=found: found.append(str(mutant)))
        open_ones = [each for each in found if key(each) not in allowed]
        wrong += len(open_ones)
        print(
            f"{name:10} {count} changes, {count - len(found)} caught, {len(found)} survived, "
            f"{len(found) - len(open_ones)} of them justified ({time.monotonic() - started:.0f} s)",
            flush=True,
        )
        for each in found:
            print(f"  {'(justified) ' if key(each) in allowed else ''}{each}")
    return 1 if wrong else 0


def key(survivor: str) -> str:
    """Give what stands in the list of the justified: without the line, which moves."""
    return re.sub(r":\d+: ", ": ", survivor, count=1).rstrip()


def reasons() -> dict[str, str]:
    """Read the justified survivors: a line each, and below it, indented, the reason."""
    found: dict[str, str] = {}
    name = ""
    for line in ALLOWED.read_text(encoding="utf-8").splitlines() if ALLOWED.exists() else []:
        if line.startswith("  "):
            found[name] = f"{found.get(name, '')} {line.strip()}".strip()
        elif line and not line.startswith("#"):
            name = line.rstrip()
    return {name: reason for name, reason in found.items() if reason}


if __name__ == "__main__":
    sys.exit(main())
