"""Write THIRD-PARTY.md: what the bundle contains, and under which licence.

`python tools/notices.py` builds once with a list of what went in (the npm packages must be
installed) and copies the licences; `--check` only says whether the file is true.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from pathlib import Path

import bundle

NOTICES = bundle.ROOT / "THIRD-PARTY.md"
HEAD = """# What the wheel contains of others

The browser half of lnteach (`lnteach/web/dist/lnteach.js`) contains these npm packages. This file
is written by `python tools/notices.py` from the bundle itself.
"""


def contained(root: Path = bundle.ROOT) -> list[str]:
    """List the npm packages of which something is in the bundle."""
    with tempfile.TemporaryDirectory() as folder:
        listing = Path(folder) / "meta.json"
        options = (f"--metafile={listing}", f"--outdir={folder}")
        bundle.npm("run", "--silent", "build", "--", *options, cwd=root, quiet=True)
        outputs = json.loads(listing.read_text())["outputs"].values()
    used = {
        path
        for output in outputs
        for path, part in output["inputs"].items()
        if part["bytesInOutput"]
    }
    found = (re.match(r"(?:.*/)?node_modules/((?:@[^/]+/)?[^/]+)/", path) for path in used)
    return sorted({match[1] for match in found if match})


def notices(root: Path = bundle.ROOT) -> str:
    """Give the text of THIRD-PARTY.md."""
    parts = [HEAD]
    for name in contained(root):
        folder = root / "node_modules" / name
        about = json.loads((folder / "package.json").read_text())
        licence = next(
            path for path in sorted(folder.iterdir()) if path.name.upper().startswith("LICEN")
        )
        text = "\n".join(line.rstrip() for line in licence.read_text().strip().splitlines())
        parts.append(f"## {name} {about['version']} ({about['license']})\n\n```text\n{text}\n```\n")
    return "\n".join(parts)


def main(arguments: list[str]) -> int:
    """Write the file, or check it."""
    text = notices()
    if "--check" in arguments:
        true = NOTICES.is_file() and NOTICES.read_text(encoding="utf-8") == text
        print(
            "THIRD-PARTY.md is true" if true else "THIRD-PARTY.md is stale: python tools/notices.py"
        )
        return 0 if true else 1
    NOTICES.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
