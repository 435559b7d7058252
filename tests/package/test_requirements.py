"""Pins, ranges, versions and licences agree with each other."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import lnteach


def read(root: Path, name: str) -> str:
    return (root / name).read_text(encoding="utf-8")


def test_requirements_name_the_packages_of_the_assignment(root: Path) -> None:
    names = set(re.findall(r"^([\w-]+)==", read(root, "requirements.txt"), re.M))
    wanted = {"jupyterlab", "numpy", "sympy", "matplotlib", "ipywidgets", "jupyter-book"}
    assert wanted <= names


def pins(text: str) -> dict[str, str]:
    found = re.findall(r"^([\w.-]+)==(\S+)", text, re.M)
    return {name.lower().replace("_", "-"): version for name, version in found}


def test_pins_and_lock_agree(root: Path) -> None:
    lock = pins(read(root, "requirements-lock.txt"))
    assert {name: lock.get(name) for name in pins(read(root, "requirements.txt"))} == pins(
        read(root, "requirements.txt")
    )


def test_every_dependency_is_locked(root: Path) -> None:
    project = tomllib.loads(read(root, "pyproject.toml"))["project"]
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *extras["lab"], *extras["book"], *extras["dev"]]
    names = {re.split(r"[<>=\[]", entry)[0].lower().replace("_", "-") for entry in wanted}
    assert names - {"lnteach"} <= set(pins(read(root, "requirements-lock.txt")))


def test_locks_hold_no_addresses(root: Path) -> None:
    assert '"resolved"' not in read(root, "package-lock.json")
    assert "://" not in read(root, "requirements-lock.txt") + read(root, "requirements.txt")


def test_one_version_number(root: Path) -> None:
    assert read(root, "CHANGELOG.md").split("## ")[1].startswith(f"{lnteach.__version__} ")
    assert f"version: {lnteach.__version__}" in read(root, "CITATION.cff")
    assert "version" not in json.loads(read(root, "package.json"))  # private: it has none to differ


def test_notebooks_are_stored_without_outputs(root: Path) -> None:
    for path in sorted((root / "notebooks").glob("*.ipynb")):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        assert not any(c.get("outputs") or c.get("execution_count") for c in cells), path.name
