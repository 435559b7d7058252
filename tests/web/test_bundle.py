"""The bundle: small, stamped, the same each time, and honest about what is in it."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import subprocess
import sys

import pytest

KILOBYTE = 1024


@pytest.mark.parametrize(("name", "limit"), [("lnteach.js", 60), ("lnteach.css", 6)])
def test_is_small(built, name, limit):
    assert len(gzip.compress((built / name).read_bytes())) <= limit * KILOBYTE


def test_is_one_module_with_a_default_render(built):
    text = (built / "lnteach.js").read_text(encoding="utf-8")
    assert not re.search(r"\bimport\s*[{*\"']|\bfrom\s*[\"']", text)
    assert re.search(r"export\{[^}]*\bas default\b", text)
    assert "http://www.w3.org" in text  # SVG's name space is the only address in it
    assert set(re.findall(r"https?://[\w.]+", text)) == {"http://www.w3.org"}


@pytest.fixture
def copy(root, bundle, tmp_path):
    """A copy of the inputs, with the packages of the checkout."""
    if not bundle.has_packages(root):
        pytest.skip("the npm packages are not installed")
    for path in bundle.inputs(root):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(root / path, tmp_path / path)
    (tmp_path / "node_modules").symlink_to(root / "node_modules", target_is_directory=True)
    return tmp_path


def test_three_builds_give_one_bundle(bundle, copy, built):
    made = set()
    for _ in range(3):
        bundle.build(copy)
        made.add(tuple((copy / bundle.DIST / name).read_bytes() for name in bundle.OUTPUTS))
    assert len(made) == 1
    assert made == {tuple((built / name).read_bytes() for name in bundle.OUTPUTS)}


def test_stamp_follows_each_input(bundle, copy):
    bundle.build(copy)
    assert bundle.is_fresh(copy)
    for path in bundle.inputs(copy):
        before = (copy / path).read_bytes()
        (copy / path).write_bytes(before + b" ")
        assert not bundle.is_fresh(copy), path
        (copy / path).write_bytes(before.replace(b"\n", b"\r\n"))
        assert bundle.is_fresh(copy), path  # line ends of another system
        (copy / path).write_bytes(before)
    (copy / bundle.WEB / "more.js").write_text("export {};\n")
    assert not bundle.is_fresh(copy)


def test_missing_output_is_stale(bundle, copy):
    bundle.build(copy)
    (copy / bundle.DIST / "lnteach.css").unlink()
    assert not bundle.is_fresh(copy)


def test_wrong_source_says_so_in_one_line(bundle, copy):
    (copy / bundle.WEB / "index.js").write_text("export default {;\n")
    with pytest.raises(bundle.BuildError, match=r"^npm run failed: [^\n]+$"):
        bundle.build(copy)


def test_unreachable_registry_is_one_line(root, bundle, copy, tmp_path):
    (copy / "node_modules").unlink()
    shutil.copytree(root / "tools", copy / "tools", ignore=shutil.ignore_patterns("__pycache__"))
    done = subprocess.run(
        [sys.executable, str(copy / "tools" / "bundle.py")],
        env={
            "PATH": "",
            "HOME": str(tmp_path),
            "npm_config_registry": "http://127.0.0.1:9/",
            "npm_config_fetch_retries": "0",
            "npm_config_cache": str(tmp_path / "cache"),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "the npm registry cannot be reached" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_lock_names_no_address_and_all_versions_are_exact(root):
    assert '"resolved"' not in (root / "package-lock.json").read_text(encoding="utf-8")
    package = json.loads((root / "package.json").read_text(encoding="utf-8"))
    for kind in ("dependencies", "devDependencies"):
        for version in package[kind].values():
            assert re.fullmatch(r"\d+\.\d+\.\d+", version)
    assert package["devDependencies"]["katex"] == "0.16.22"


def test_notices_are_true(root, bundle, notices):
    if not bundle.has_packages(root):
        pytest.skip("the npm packages are not installed")
    assert (root / "THIRD-PARTY.md").read_text(encoding="utf-8") == notices.notices(root)
