"""Every widget in its chapter: pointer, touch and keyboard, its address, both themes, no script."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lnteach.widgets import EXPLORERS

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"
# The chapter of each widget; `three-routes` has tests of its own as well.
CHAPTERS = {
    "three-routes": "three-routes",
    "shift": "centering",
    "variance": "variance-and-denominator",
    "collect": "collecting-the-gradient",
    "batch": "scale-shift-batch",
    "epsilon": "what-epsilon-breaks",
    "depth": "gradient-flow",
    "jacobian": "the-jacobian",
    "geometry": "the-jacobian",
    "mistake": "gamma-inside",
    "step-through": "worked-examples",
    "check-lab": "a-check-that-reveals",
}


def test_every_widget_has_its_chapter() -> None:
    assert set(CHAPTERS) == set(EXPLORERS)
    for name, chapter in CHAPTERS.items():
        text = (NOTEBOOKS / f"{chapter}.ipynb").read_text(encoding="utf-8")
        assert name == "three-routes" or f'explore(\\"{name}\\"' in text


def values(page, name: str) -> dict[str, str]:
    cells = page.locator(f".ln-explore-{name} td[data-name]").evaluate_all(
        "cells => cells.map(c => [`${c.dataset.name} ${c.dataset.index}`, c.dataset.value])"
    )
    return dict(cells)


def live(page, name: str):
    page.locator(f".ln-widget[data-widget={name}]").first.scroll_into_view_if_needed()
    widget = page.locator(f".ln-explore-{name}")
    widget.wait_for()
    widget.scroll_into_view_if_needed()
    return widget


@pytest.mark.browser
@pytest.mark.parametrize("name", CHAPTERS)
def test_by_pointer_and_keyboard_with_its_address(visit, axe, name: str) -> None:
    seen = visit(width=1280)
    page = seen.open(f"notebooks/{CHAPTERS[name]}.html")
    widget = live(page, name)
    first = values(page, name)
    handle = widget.locator("[role=slider].ln-handle").first
    handle.scroll_into_view_if_needed()
    box = handle.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2 - 20, steps=4)
    page.mouse.up()
    dragged = values(page, name)
    assert dragged != first
    handle.focus()
    page.keyboard.press("ArrowDown")
    pushed = values(page, name)
    assert pushed != dragged
    page.wait_for_function(f"location.search.includes('{name}=')")
    page.wait_for_timeout(600)  # the address is written at most every 400 ms
    page.reload()
    live(page, name)
    assert values(page, name) == pushed
    widget.locator("details.ln-more summary").click()
    widget.get_by_role("button", name="Reset").click()
    assert values(page, name) == first
    for dark in (False, True):
        page.emulate_media(color_scheme="dark" if dark else "light")
        page.locator(f"html[data-theme={'dark' if dark else 'light'}]").wait_for(state="attached")
        assert axe(page, within=f".ln-explore-{name}") == [], dark
    select = widget.locator("select").first
    for option in select.locator("option").evaluate_all("all => all.map(o => o.value)"):
        select.select_option(option)
        assert widget.locator(".ln-problem").inner_text() == ""
    assert seen.complaints == []
    assert seen.off_site() == []


@pytest.mark.browser
@pytest.mark.parametrize("name", CHAPTERS)
def test_by_touch_on_the_smallest_phone(visit, name: str) -> None:
    seen = visit(width=320, touch=True)
    page = seen.open(f"notebooks/{CHAPTERS[name]}.html")
    widget = live(page, name)
    assert (
        page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        <= 0
    )
    before = values(page, name)
    handle = widget.locator("[role=slider].ln-handle").first
    handle.scroll_into_view_if_needed()
    box = handle.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    client = page.context.new_cdp_session(page)
    for kind, up in (("touchStart", 0), ("touchMove", 8), ("touchMove", 20), ("touchEnd", None)):
        points = [] if up is None else [{"x": x, "y": y - up}]
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    assert values(page, name) != before
    assert seen.complaints == []


@pytest.mark.browser
@pytest.mark.parametrize("name", CHAPTERS)
def test_without_javascript_a_figure_and_its_numbers(visit, name: str) -> None:
    page = visit(script=False).open(f"notebooks/{CHAPTERS[name]}.html")
    host = page.locator(f".ln-widget[data-widget={name}]").first
    assert host.locator("figure svg").first.is_visible()
    assert host.locator("table.ln-table td").count() > 3
    config = json.loads(host.locator("script.ln-config").text_content())
    assert host.locator("table.ln-table td").first.is_visible()
    assert config["widget"] == name


@pytest.mark.browser
def test_the_options_of_a_vote_run_on_its_numbers(visit) -> None:
    page = visit().open("notebooks/collecting-the-gradient.html")
    widget = live(page, "collect")
    said = widget.locator(".ln-claims li")
    options = widget.get_by_label("Beside it")
    for option, classes in (
        ("constant-statistics", ["ln-breaks", "ln-breaks", "ln-breaks"]),
        ("no-variance-route", ["ln-holds", "ln-breaks", "ln-breaks"]),
        ("truth", ["ln-holds", "ln-holds", "ln-holds"]),
    ):
        options.select_option(option)
        assert said.evaluate_all("all => all.map(one => one.className)") == classes


@pytest.mark.browser
def test_an_entry_of_the_jacobian_is_chosen_by_key(visit) -> None:
    page = visit().open("notebooks/the-jacobian.html")
    widget = live(page, "jacobian")
    chosen = widget.locator(".ln-heat button[aria-pressed=true]")
    chosen.focus()
    page.keyboard.press("ArrowRight")
    assert widget.locator('input[data-field="input"]').input_value() == "2"
    assert widget.locator(".ln-heat button:focus").get_attribute("aria-pressed") == "true"


@pytest.mark.browser
def test_a_derivation_is_stepped_through_by_key_in_your_own_fractions(visit) -> None:
    page = visit(width=360).open("notebooks/worked-examples.html")
    widget = live(page, "step-through")
    exact = widget.locator(".ln-step [data-exact]")
    slider = widget.get_by_role("slider", name="Step 7 of 14: m")
    slider.focus()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    shown = exact.evaluate_all("all => all.map(one => one.dataset.exact)")
    assert shown == ["1/4", "−1/4", "−1/4", "1/4"]
    used = widget.locator(".ln-ledger li[data-role=used]")
    assert (
        used.evaluate_all("all => all.map(one => getComputedStyle(one).outlineStyle)")
        == ["dashed"] * 3
    )
    assert used.locator(".ln-role").all_inner_texts() == ["used"] * 3
    widget.get_by_role("button", name="Next").click()
    widget.locator(".ln-said[role=status]").filter(has_text="Step 13 of 14").wait_for(
        state="attached"
    )
    widget.locator("details.ln-more summary").click()
    field = widget.locator("input[data-field=h][data-at='0']")
    field.fill("1/3")
    widget.get_by_role("button", name="Previous").click()
    assert "√" in exact.first.get_attribute("data-exact")
    page.wait_for_function("location.search.includes('h:1/3,0,4,0')")
