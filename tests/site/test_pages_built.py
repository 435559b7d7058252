"""Every page of the built site: complete, its own, and whole without anything from elsewhere."""

from __future__ import annotations

import json
import re
from urllib.parse import unquote, urljoin, urlsplit

import pytest

import lnteach
from lnteach import course

pytestmark = [pytest.mark.site, pytest.mark.xdist_group("site")]

SLUGS = {  # published addresses: they stay
    "index.html",
    "404.html",
    "search.html",
    *(
        f"book/{name}.html"
        for name in (
            "introduction",
            "notation",
            "seed-items",
            "notebooks",
            "lecturers",
            "api",
            "sources",
        )
    ),
    *(f"notebooks/{slug}.html" for slug in course.CHAPTERS),
}
LOADING = {
    "script": "src",
    "img": "src",
    "iframe": "src",
    "source": "src",
    "video": "src",
    "link": "href",
    "form": "action",
    "object": "data",
}


def references(page):
    for element in page.elements:
        for name in ("href", "src", "action", "data", "poster"):
            if element.attributes.get(name):
                yield element, element.attributes[name]


def test_published_addresses_are_there(pages):
    assert pages.keys() >= SLUGS
    assert all(re.fullmatch(r"[a-z0-9/-]+\.html", name) for name in pages)


def test_nothing_is_loaded_from_elsewhere(pages, built_site):
    for name, page in pages.items():
        for element, address in references(page):
            if LOADING.get(element.tag):
                parts = urlsplit(address)
                assert not parts.netloc, (name, address)
                assert parts.scheme in {"", "data"}, (name, address)
        assert "srcset" not in page.source, name
    for sheet in built_site.rglob("*.css"):
        for address in re.findall(r"url\(([^)]*)\)|@import", sheet.read_text("utf-8")):
            assert address.strip("'\"").startswith(("KaTeX_", "data:", "#")), (sheet.name, address)


def test_addresses_are_relative(pages):
    for name, page in pages.items():
        for _, address in references(page):
            assert not address.startswith("/"), (name, address)


def test_links_and_anchors_lead_somewhere(pages, built_site):
    for name, page in pages.items():
        if name == "404.html":  # shown at any address; its script looks for the way home
            continue
        for _, address in references(page):
            parts = urlsplit(address)
            if parts.scheme or parts.netloc:
                continue
            target = unquote(urlsplit(urljoin(f"http://x/{name}", address)).path)[1:]
            target = target + "index.html" if not target or target.endswith("/") else target
            assert (built_site / target).is_file(), (name, address)
            if parts.fragment and target in pages:
                assert unquote(parts.fragment) in pages[target].ids, (name, address)


def test_what_the_themes_bring_is_gone(pages, built_site):
    dropped = re.compile(
        r"require(?:\.min)?\.js|html-manager|mathjax|thebe|fontawesome|bootstrap|jquery|"
        r"togglebutton|clipboard|pydata-sphinx-theme\.js|doctools|documentation_options|cdn",
        re.IGNORECASE,
    )
    for name, page in pages.items():
        scripts = [e.attributes.get("src", "") for e in page.all("script")]
        assert not any(dropped.search(address) for address in scripts), name
        loaded = [s for s in scripts if s and "search" not in s]
        assert len(loaded) <= 3, (
            name,
            loaded,
        )  # the page's own and two bundles
        figures = "ln-plot" in page.source  # a figure brings a few lines with it
        assert len(page.all("style")) <= (3 if figures else 1), name
        assert "fa-" not in " ".join(e.attributes.get("class", "") for e in page.elements), name
    left = {p.name for p in built_site.iterdir()}
    assert not left & {".buildinfo", "_sources", "objects.inv", "genindex.html", ".doctrees"}


def test_the_bundle_is_loaded_where_something_lives_and_only_there(pages):
    for name, page in pages.items():
        classes = {c for e in page.elements for c in e.attributes.get("class", "").split()}
        modules = [e for e in page.all("script") if e.attributes.get("type") == "module"]
        alive = bool(classes & {"ln-widget", "ln-vote"})
        checked = bool(classes & {"ln-exercise", "ln-progress"})
        assert len(modules) == alive + checked, name


def test_every_page_says_what_it_is(pages):
    descriptions = {}
    for name, page in pages.items():
        assert len(page.all("h1")) == 1, name
        titles = [e.text.strip() for e in page.all("title") if "head" in e.inside]
        assert len(list(filter(None, titles))) == 1, name
        metas = [e.attributes for e in page.all("meta")]
        found = [m["content"] for m in metas if m.get("name") == "description"]
        assert [20 <= len(text) <= 300 for text in found] == [True], (name, found)
        assert sum(m.get("name") == "viewport" for m in metas) == 1, name
        assert page.all("html")[0].attributes["lang"] == "en", name
        assert len(page.ids) == len(set(page.ids)), (name, "ids twice")
        descriptions.setdefault(found[0], set()).add(name)
    twice = [names for names in descriptions.values() if len(names) > 1]
    assert twice == [{"index.html", "book/introduction.html"}]  # one page at two addresses


def test_every_page_carries_version_and_date(pages):
    for name, page in pages.items():
        if name == "404.html":
            continue
        versions = [e.text for e in page.elements if "data-ln-version" in e.attributes]
        assert versions == [lnteach.__version__], name
        (day,) = page.all("time")
        assert re.fullmatch(r"20\d\d-\d\d-\d\d", day.attributes["datetime"]), name


def test_images_have_sizes_and_words(pages):
    for name, page in pages.items():
        for image in page.all("img"):
            assert {"width", "height", "alt"} <= image.attributes.keys(), (name, image)


def test_skip_link_leads_to_the_text(pages):
    for name, page in pages.items():
        if name != "404.html":
            first = page.all("a")[0]
            assert first.attributes["href"] == "#main-content", name
            assert "main-content" in page.ids, name


def test_formulas_are_set(pages):
    for name, page in pages.items():
        assert "katex-error" not in page.source, name
        for element in page.elements:
            names = element.attributes.get("class", "").split()
            if "ln-math" in names:
                assert 'class="katex"' in page.source, name
        skipped = {"script", "style", "pre", "code", "katex", "textarea"}
        for element in page.all("p", "li", "td", "th", "h1", "h2", "h3", "dd", "dt", "legend"):
            if skipped & set(element.inside):
                continue
            words = _without_annotations(element)
            assert not re.search(r"\$[^$]+\$|\\\(|\\\[|\\[a-z]+\{", words), (name, words)
    routes = pages["notebooks/three-routes.html"]
    assert sum("katex" in e.attributes.get("class", "").split() for e in routes.elements) >= 10


def _without_annotations(element):
    """The element's text without the LaTeX that KaTeX keeps for copying, and without code."""
    text = element.text
    for child in element.children:
        if child.tag in {"annotation", "code", "pre", "script", "style"}:
            text = text.replace(child.text, "", 1)
    return text


def test_colours_of_the_routes_reach_the_page(pages):
    source = "".join(page.source for page in pages.values())
    for name in ("ln-direct", "ln-mean", "ln-variance"):
        assert re.search(rf'class="[^"]*\benclosing {name}\b', source), name


def test_notebooks_can_be_taken_away(pages, built_site):
    for name in ("three-routes", "centering"):
        page = pages[f"notebooks/{name}.html"]
        (link,) = [e for e in page.all("a") if "download" in e.attributes]
        assert link.attributes["href"] == f"{name}.ipynb"
        notebook = json.loads((built_site / f"notebooks/{name}.ipynb").read_text("utf-8"))
        assert not any(cell.get("outputs") for cell in notebook["cells"])


def test_no_machine_shows(built_site, root):
    told = re.compile(rf"{re.escape(str(root))}|/(?:home|root|Users|tmp|work)/\w")
    for path in built_site.rglob("*"):
        if path.is_file() and path.suffix in {".html", ".js", ".css", ".svg", ".json", ".ipynb"}:
            assert not told.search(path.read_text("utf-8")), path


def test_hosts_leave_underscores_alone(built_site):
    assert (built_site / ".nojekyll").is_file()


def test_first_page_is_the_introduction_moved_to_the_root(pages):
    there, here = pages["book/introduction.html"], pages["index.html"]
    assert here.all("html")[0].attributes["data-content_root"] == "./"
    assert [e.text for e in there.all("p")] == [e.text for e in here.all("p")]
