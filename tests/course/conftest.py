"""The built site, for the tests that follow the index of the sources to its pages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def site_pages(root: Path) -> dict[str, set[str]]:
    """The ids of every page of the checkout's site, built if anything has changed."""
    from lnteach import site

    out = root / "build" / "site"
    site.build(root, out)
    return {
        path.relative_to(out).as_posix(): set(re.findall(r'\bid="([^"]+)"', path.read_text()))
        for path in out.rglob("*.html")
    }
