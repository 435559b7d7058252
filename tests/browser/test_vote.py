"""A vote answers by keyboard alone, says why, remembers, and can be taken back."""

from __future__ import annotations

import pytest

PAGE = "notebooks/centering.html"
SECTION = '.ln-vote[data-vote="common-shift"]'


def choose_by_keyboard(page, downs: int) -> None:
    """Reach the vote with Tab, choose with the arrow keys, submit with Enter."""
    vote = page.locator(SECTION)
    page.locator(f"{SECTION} input").first.evaluate(
        "node => node.closest('section').scrollIntoView()"
    )
    for _ in range(400):
        page.keyboard.press("Tab")
        if page.evaluate(f"document.activeElement.closest('{SECTION}') !== null"):
            break
    page.keyboard.press("Space")
    for _ in range(downs):
        page.keyboard.press("ArrowDown")
    assert vote.locator("input:checked").count() == 1
    page.keyboard.press("Enter")


@pytest.mark.browser
@pytest.mark.parametrize("hall", [False, True], ids=["loopback", "network"])
def test_answered_by_keyboard_alone(visit, hall: bool) -> None:
    seen = visit(hall=hall)
    page = seen.open(PAGE)
    status = page.locator(f"{SECTION} [role=status]")
    status.wait_for(state="attached")
    assert status.inner_text().strip() == ""
    choose_by_keyboard(page, 0)
    assert "The mean is still" not in status.inner_text()  # that note is the lecturer's
    assert "every entry of" in status.inner_text()
    assert "Not yet" in status.inner_text()
    choose_by_keyboard_again(page)
    assert "Right" in status.inner_text()
    assert "The mean moves along" in status.inner_text()
    assert seen.complaints == []


def choose_by_keyboard_again(page) -> None:
    page.locator(f"{SECTION} input:checked").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")


@pytest.mark.browser
def test_remembered_on_return_and_taken_back(visit) -> None:
    seen = visit()
    page = seen.open(PAGE)
    page.locator(f"{SECTION} input[value=C]").check()
    page.locator(f"{SECTION} button[type=submit]").click()
    page.reload()
    assert page.locator(f"{SECTION} input[value=C]").is_checked()
    page.get_by_role("button", name="Start over").click()
    assert page.locator(f"{SECTION} input:checked").count() == 0
    page.reload()
    assert page.locator(f"{SECTION} input:checked").count() == 0
    assert seen.complaints == []


@pytest.mark.browser
def test_works_where_storage_is_blocked(visit) -> None:
    seen = visit()
    seen.page.add_init_script(
        "Object.defineProperty(window, 'localStorage', {get() { throw new Error('blocked'); }})"
    )
    page = seen.open(PAGE)
    page.locator(f"{SECTION} input[value=B]").check()
    page.locator(f"{SECTION} button[type=submit]").click()
    assert "Right" in page.locator(f"{SECTION} [role=status]").inner_text()


@pytest.mark.browser
def test_two_sites_on_one_origin_do_not_share_answers(visit, subpath: str) -> None:
    seen = visit(base=subpath)
    page = seen.open(PAGE)
    page.locator(f"{SECTION} input[value=C]").check()
    page.locator(f"{SECTION} button[type=submit]").click()
    page.goto(subpath.replace("/ln/", "/other/") + PAGE)
    page.locator(f"{SECTION} button[type=submit]").wait_for()
    assert page.locator(f"{SECTION} input:checked").count() == 0
    page.goto(subpath + PAGE)
    page.locator(f"{SECTION} input:checked").wait_for()
    assert page.locator(f"{SECTION} input[value=C]").is_checked()
