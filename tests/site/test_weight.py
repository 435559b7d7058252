"""What a page weighs with all it loads, packed as `lnteach serve` sends it."""

from __future__ import annotations

import gzip
import re
from urllib.parse import urljoin, urlsplit

import pytest

pytestmark = [pytest.mark.site, pytest.mark.xdist_group("site")]

PACKED = {".html", ".css", ".js", ".svg", ".json", ".ipynb"}
BUDGET = 350 * 1024  # the issue's
AIM = 210 * 1024


def loaded(page, site):
    """The files that a browser fetches for a page: scripts, sheets, pictures, icon, fonts."""
    found = {page.path}
    for element in page.elements:
        kind = element.attributes.get("rel", "")
        if element.tag in {"script", "img", "source"}:
            address = element.attributes.get("src")
        elif element.tag == "link" and kind in {"stylesheet", "icon", "preload", "modulepreload"}:
            address = element.attributes["href"]
        else:
            continue
        if address and not address.startswith("data:"):
            found.add(resolve(page.path, address, site))
    for path in [path for path in found if path.suffix == ".css"]:
        for address in re.findall(r"url\(([^)]+)\)", path.read_text("utf-8")):
            if not address.strip("'\"").startswith(("data:", "#")):
                found.add(resolve(path, address.strip("'\""), site))
    return found


def resolve(path, address, site):
    base = "http://x/" + path.relative_to(site).as_posix()
    return site / urlsplit(urljoin(base, address)).path[1:]


def weight(path):
    data = path.read_bytes()
    return len(gzip.compress(data, 9)) if path.suffix in PACKED else len(data)


def test_every_page_is_light(pages, built_site):
    weights = {name: sum(map(weight, loaded(page, built_site))) for name, page in pages.items()}
    assert max(weights.values()) <= AIM < BUDGET, weights


def test_a_chapter_needs_few_requests(pages, built_site):
    for name in ("notebooks/three-routes.html", "notebooks/centering.html"):
        files = loaded(pages[name], built_site)
        assert sum(path.suffix == ".css" for path in files) == 1
        assert sum(path.suffix == ".js" for path in files) == 3
        assert len(files) <= 13, sorted(path.name for path in files)


def test_preloaded_fonts_are_used_and_used_fonts_are_small(pages, built_site):
    for name, page in pages.items():
        for link in page.all("link"):
            if link.attributes.get("as") == "font":
                assert "katex-html" in page.source, name
                font = resolve(page.path, link.attributes["href"], built_site)
                assert font.stat().st_size < 8 * 1024, font.name
