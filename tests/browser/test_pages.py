"""Every page, at several widths and in both themes: quiet, self-contained, accessible, in frame."""

from __future__ import annotations

from pathlib import Path

import pytest

NOTEBOOKS = [
    "three-routes",
    "centering",
    "variance-and-denominator",
    "collecting-the-gradient",
    "scale-shift-batch",
    "a-check-that-reveals",
    "what-epsilon-breaks",
    "worked-examples",
    "the-jacobian",
    "mistakes",
    "practice",
    "other-norms",
    "gradient-flow",
    "gamma-inside",
    "floating-point",
]
BOOK = ["introduction", "notation", "seed-items", "notebooks", "lecturers", "api", "sources"]
PAGES = [
    "index.html",
    "404.html",
    *(f"notebooks/{name}.html" for name in NOTEBOOKS),
    *(f"book/{name}.html" for name in BOOK),
]
CHAPTERS = ["notebooks/three-routes.html", "notebooks/centering.html"]
# Width and theme; the front page and the first chapters in all four windows, the rest in these two.
EXTREMES = [(1280, False), (360, True)]
ALL = [*EXTREMES, (1280, True), (360, False)]


def overflow(page) -> int:
    return page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )


@pytest.mark.browser
@pytest.mark.parametrize("path", PAGES)
def test_quiet_self_contained_accessible(visit, axe, path: str) -> None:
    seen = visit(width=1280)
    page = seen.open(path)
    page.wait_for_load_state("networkidle")
    whole = path in {"index.html", *CHAPTERS}
    windows = ALL if whole else EXTREMES

    def see(width: int, dark: bool) -> None:
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme="dark" if dark else "light")
        if path != "404.html":  # that page stands alone and follows the system by itself
            theme = page.locator(f"html[data-theme={'dark' if dark else 'light'}]")
            theme.wait_for(state="attached")

    for window in [*windows, (320, False)]:
        see(*window)
        assert overflow(page) <= 0, window
    for number, window in enumerate(windows):
        see(*window)
        assert axe(page, formulas=whole and number == 0) == [], window
    assert [
        text for text in seen.complaints if "(Not Found)" not in text or path != "404.html"
    ] == []
    assert seen.off_site() == []


@pytest.mark.browser
def test_pictures_stand_on_the_page_when_it_is_dark(visit) -> None:
    page = visit(width=1280).open("notebooks/gradient-flow.html")
    page.emulate_media(color_scheme="dark")
    page.locator("html[data-theme=dark]").wait_for(state="attached")
    shown = page.locator(".ln-plot img:visible")
    assert shown.count() > 0
    for picture in shown.all():
        assert picture.get_attribute("class") == "only-dark"
        ground = picture.evaluate("e => getComputedStyle(e).backgroundColor")
        assert ground == "rgba(0, 0, 0, 0)"


@pytest.mark.browser
def test_no_line_begins_with_a_point(visit) -> None:
    page = visit(width=360).open("notebooks/the-jacobian.html")
    held = page.locator("p .ln-point")
    assert held.count() > 20
    begins = """all => all.filter(e => {
        const point = e.lastChild, range = document.createRange()
        if (point.nodeType !== Node.TEXT_NODE) return true
        range.selectNodeContents(point)
        return range.getBoundingClientRect().left <= e.closest("p").getBoundingClientRect().left + 1
    }).map(e => e.outerHTML.slice(0, 200))"""
    assert held.evaluate_all(begins) == []


@pytest.mark.browser
@pytest.mark.parametrize("path", CHAPTERS)
def test_the_same_at_a_network_address(visit, axe, path: str) -> None:
    seen = visit(width=360, hall=True)
    page = seen.open(path)
    page.wait_for_load_state("networkidle")
    assert page.evaluate("window.isSecureContext") is False
    assert page.locator(".ln-widget svg").first.is_visible()
    assert axe(page) == []
    assert seen.complaints == []
    assert seen.off_site() == []


@pytest.mark.browser
def test_every_page_of_the_site_is_in_this_list(built: Path) -> None:
    found = {str(path.relative_to(built)) for path in built.rglob("*.html")}
    assert found - {"search.html", "genindex.html"} == set(PAGES)


@pytest.mark.browser
@pytest.mark.parametrize("path", CHAPTERS)
def test_below_a_sub_path_of_a_plain_file_server(visit, subpath: str, path: str) -> None:
    seen = visit(base=subpath)
    page = seen.open(path)
    page.wait_for_load_state("networkidle")
    assert page.locator(".ln-widget svg").first.is_visible()
    assert seen.complaints == []
    assert seen.off_site() == []
    page.locator("a.right-next, a.left-prev").first.click()
    page.wait_for_load_state("networkidle")
    assert page.url.startswith(subpath)
    assert page.locator("h1").count() == 1


@pytest.mark.browser
def test_the_root_of_a_sub_path_leads_to_the_book(visit, subpath: str) -> None:
    page = visit(base=subpath).open("")
    assert page.locator("h1").inner_text().startswith("LayerNorm, differentiated")
    page.locator("article a[href*='three-routes']").first.click()
    page.wait_for_url(f"{subpath}notebooks/three-routes.html")


@pytest.mark.browser
@pytest.mark.parametrize("path", CHAPTERS)
def test_complete_without_javascript(visit, path: str) -> None:
    page = visit(script=False).open(path)
    assert page.locator(".katex").count() > 5
    figure = page.locator(".ln-widget figure svg").first
    assert figure.is_visible()
    assert page.locator(".ln-widget table").first.is_visible()
    for vote in page.locator(".ln-vote").all():
        assert vote.locator("input[type=radio]").count() == 3
        answer = vote.locator("details.ln-vote-answer")
        assert answer.get_attribute("open") is None
        assert not answer.locator(".ln-reply").first.is_visible()
        answer.locator("summary").click()
        assert answer.locator(".ln-reply").count() == 3
        assert answer.locator(".ln-reply").first.is_visible()


@pytest.mark.browser
def test_search_finds_a_chapter(visit) -> None:
    seen = visit()
    page = seen.open("search.html?q=variance")
    page.locator("#search-results li").first.wait_for()
    assert page.locator("#search-results a[href*='three-routes']").count() >= 1
    assert seen.complaints == []
    assert seen.off_site() == []


@pytest.mark.browser
@pytest.mark.parametrize("path", CHAPTERS)
def test_printing_shows_everything(visit, path: str) -> None:
    page = visit().open(path)
    page.emulate_media(media="print")
    assert page.locator("article").first.is_visible()
    assert page.locator(".ln-widget svg").first.is_visible()
    assert not page.locator(".bd-sidebar-primary").first.is_visible()
