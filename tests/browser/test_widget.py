"""The three-routes widget on the page: right to the last digit, by pointer, touch and keyboard."""

from __future__ import annotations

import re

import numpy as np
import pytest

import lnteach

PAGE = "notebooks/three-routes.html"


def numbers(page) -> dict[str, list[float]]:
    """Every value that the widget shows, at full precision, by the name of its row."""
    page.locator(".ln-live svg").first.wait_for()
    cells = page.locator(".ln-live [data-name][data-value]").evaluate_all(
        "cells => cells.map(c => [c.dataset.name, Number(c.dataset.index ?? 0), c.dataset.value])"
    )
    found: dict[str, dict[int, float]] = {}
    for name, index, value in cells:
        found.setdefault(name, {})[index] = float(value)
    return {name: [row[k] for k in sorted(row)] for name, row in found.items()}


def by_core(h, dh, gamma, g_z, eps) -> dict[str, np.ndarray]:
    h, dh, gamma, g_z = (np.asarray(x, dtype=float) for x in (h, dh, gamma, g_z))
    _, saved = lnteach.layer_norm_forward(h, gamma, 0 * h, eps)
    change = lnteach.differentials(h, dh, eps)
    routes = lnteach.gradient_routes(g_z * gamma, saved)
    return {
        "u": saved.u, "mu": saved.mu, "s": saved.s, "v": np.mean(saved.c**2),
        "du": {"direct": change.routes.direct, "mean": change.routes.mean,
               "variance": change.routes.variance, "total": change.du},
        "g_h": {"direct": routes.direct, "mean": routes.mean, "variance": routes.variance,
                "total": lnteach.layer_norm_backward(g_z, saved).g_h},
    }  # fmt: skip


def close(shown, computed, what: str) -> None:
    computed = np.atleast_1d(computed)
    scale = max(1.0, float(np.max(np.abs(computed))))
    assert np.max(np.abs(np.asarray(shown) - computed)) <= 1e-12 * scale, what


def agrees(page, view: str, **state) -> None:
    shown, core = numbers(page), by_core(**state)
    for name in ("u", "mu", "s", "v"):
        close(shown[name], core[name], name)
    for route, value in core[view].items():
        name = next(n for n in (f"{view}_{route}", route, view) if n in shown)
        close(shown[name], value, f"{view} {route}")


def link(**state) -> str:
    def text(value) -> str:
        return ",".join(map(str, value)) if isinstance(value, list) else str(value)

    return f"{PAGE}?three-routes=" + ";".join(f"{k}:{text(v)}" for k, v in state.items())


@pytest.mark.browser
@pytest.mark.parametrize("view", ["du", "g_h"])
def test_the_numbers_are_the_cores(visit, view: str) -> None:
    rng = np.random.default_rng(20)
    for d in (1, 2, 3, 5, 8):
        state = {
            name: [round(float(x), 3) for x in rng.normal(size=d) * scale + shift]
            for name, scale, shift in (
                ("h", 4, 100), ("dh", 1, 0), ("gamma", 2, 0), ("g_z", 3, 0),
            )
        }  # fmt: skip
        eps = round(float(rng.uniform(0.01, 2)), 3)
        page = visit().open(link(**state, eps=eps, view=view))
        page.locator(".ln-live svg").first.wait_for()
        agrees(page, view, **state, eps=eps)


@pytest.mark.browser
def test_every_preset_agrees_with_the_core(visit) -> None:
    from lnteach import course

    page = visit().open(PAGE)
    choose = page.locator(".ln-live select").first
    for preset in course.widget("three-routes").presets:
        choose.select_option(preset.id)
        state = dict(preset.state)
        agrees(page, state.pop("view"), **state)


@pytest.mark.browser
@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "touch"])
def test_dragging_a_feature_moves_the_bars(visit, touch: bool) -> None:
    seen = visit(width=390 if touch else 1280, touch=touch)
    page = seen.open(PAGE)
    handle = page.locator(".ln-live [role=slider].ln-handle-h").first
    handle.scroll_into_view_if_needed()
    box = handle.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    before = numbers(page)
    if touch:
        client = page.context.new_cdp_session(page)

        def send(kind: str, points: list) -> None:
            client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        send("touchStart", [{"x": x, "y": y}])
        for step in range(1, 6):
            send("touchMove", [{"x": x, "y": y - 5 * step}])
        send("touchEnd", [])
    else:
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x, y - 25, steps=5)
        page.mouse.up()
    page.wait_for_url(lambda url: "three-routes=" in url)
    after = numbers(page)
    assert after["h"][0] > before["h"][0]
    assert after["h"][1:] == before["h"][1:]
    state = {name: after[name] for name in ("h", "dh", "gamma")}
    agrees(page, "du", **state, g_z=[1, -2, -1], eps=1 / 3)
    assert seen.complaints == []


@pytest.mark.browser
def test_by_keyboard_alone(visit) -> None:
    page = visit().open(PAGE)
    handle = page.locator(".ln-live [role=slider].ln-handle-h").first
    handle.focus()
    before = numbers(page)["h"][0]
    page.keyboard.press("ArrowUp")
    middle = numbers(page)["h"][0]
    page.keyboard.press("ArrowDown")
    assert middle > before
    assert numbers(page)["h"][0] == pytest.approx(before)


def field(page, name: str, index: int):
    page.locator(".ln-live details.ln-more").evaluate("node => { node.open = true; }")
    return page.get_by_role("textbox", name=re.compile(rf"^{name}.*{index + 1}$")).first


@pytest.mark.browser
def test_fractions_are_typed_and_shown(visit) -> None:
    page = visit().open(PAGE)
    field(page, "h", 0).fill("\N{MINUS SIGN}4/3")
    assert numbers(page)["h"][0] == -4 / 3


@pytest.mark.browser
def test_bad_input_says_why_and_keeps_the_picture(visit) -> None:
    seen = visit()
    page = seen.open(PAGE)
    before = numbers(page)
    epsilon = page.get_by_role("textbox", name="ε").first
    for text in ("", "one", "-1", "1/0", "1e999"):
        epsilon.fill(text)
        epsilon.blur()  # half a number is no mistake while one still types
        assert epsilon.input_value() == text
        assert epsilon.get_attribute("aria-invalid") == "true"
        told = epsilon.get_attribute("aria-describedby")
        assert any(page.locator(f"#{one}").inner_text().strip() for one in told.split())
        assert numbers(page) == before
    epsilon.fill("0,25")
    assert numbers(page)["s"] != before["s"]
    assert seen.complaints == []


@pytest.mark.browser
def test_constant_features_without_epsilon_are_explained(visit) -> None:
    page = visit().open(link(h=[2, 2], dh=[1, 0], gamma=[1, 1], g_z=[1, 0], eps=1, view="du"))
    page.locator(".ln-live svg").first.wait_for()
    page.get_by_role("textbox", name="ε").first.fill("0")
    assert page.locator(".ln-live [role=alert]").inner_text().strip()
    assert numbers(page)["s"] == [1.0]


@pytest.mark.browser
def test_the_link_restores_the_state(visit) -> None:
    seen = visit()
    page = seen.open(PAGE)
    page.locator(".ln-live select").first.select_option("guide-first-token")
    page.wait_for_url(lambda url: "guide-first-token" in url)
    link_to_it = page.url.removeprefix(seen.base)
    page.goto("about:blank")
    seen.open(link_to_it)
    assert numbers(page)["h"] == [4, 0, 4, 0]


@pytest.mark.browser
def test_a_hostile_link_is_harmless(visit) -> None:
    seen = visit()
    page = seen.open(
        PAGE
        + "?three-routes=h:<img src=x onerror=alert(1)>;eps:__proto__;view:constructor;"
        + "h:" * 500
    )
    page.locator(".ln-live svg").first.wait_for()
    assert numbers(page)["h"] == [1, 2, 3]
    assert seen.complaints == []


@pytest.mark.browser
def test_copy_link_works_without_a_clipboard(visit) -> None:
    seen = visit(hall=True)
    page = seen.open(PAGE)
    page.locator(".ln-live details.ln-more").evaluate("node => { node.open = true; }")
    page.get_by_role("button", name="Copy link").click()
    shown = page.locator(".ln-live input[readonly], .ln-live [role=status]").all()
    assert any((one.get_attribute("value") or one.inner_text() or "").strip() for one in shown)
    assert seen.complaints == []


@pytest.mark.browser
def test_it_starts_before_a_keyboard_reader_gets_there(visit) -> None:
    seen = visit()
    page = seen.page
    page.goto(seen.base + PAGE)
    assert page.locator(".ln-live").count() == 0  # far below the screen: nothing to draw yet
    page.keyboard.press("Tab")
    page.locator(".ln-live svg").first.wait_for()
    assert seen.complaints == []
