"""An exercise is read, judged and remembered, by keyboard, on a phone, with and without storage."""

from __future__ import annotations

import re

import pytest

PAGE = "notebooks/collecting-the-gradient.html"
EXERCISE = "#exercise-input-gradient"


def section(page, name: str = EXERCISE):
    found = page.locator(name)
    page.locator(f"{name}[data-live]").wait_for(state="attached")
    found.scroll_into_view_if_needed()
    return found


def answer(found, text: str) -> str:
    found.locator("input[type=text]").fill(text)
    found.get_by_role("button", name="Check", exact=True).click()
    found.page.wait_for_timeout(100)
    return found.get_by_role("status").inner_text()


@pytest.mark.browser
def test_a_wrong_answer_gets_its_name_and_its_line(visit) -> None:
    seen = visit()
    found = section(seen.open(PAGE))
    gamma_in_front = "-624/720, 397/720, -452/720, -143/720, 134/720"
    said = answer(found, gamma_in_front)
    assert said.startswith("γ taken out of the bracket.")
    assert "Its entries sum to −43/45; here they have to sum to 0." in said
    assert "−624/720 ✗ not right" in said
    assert found.locator(".ln-line math").count() >= 4
    link = found.get_by_role("link", name="More about this mistake")
    assert (link.get_attribute("href") or "").endswith("mistakes.html#gamma-outside")
    assert answer(found, "-5/9 8/9 -4/9 -1/9 2/9") == "Right."
    assert seen.complaints == []
    assert seen.off_site() == []


@pytest.mark.browser
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("np.array([-0.55555556,  0.88888889, -0.44444444, -0.11111111,  0.22222222])", "Right."),
        ("tensor([-0.5556,  0.8889, -0.4444, -0.1111,  0.2222])", "Right."),
        ("-0,5556; 0,8889; -0,4444; -0,1111; 0,2222", "Right."),
        ("(−5/9, 8/9, −4/9, −1/9, 2/9)", "Right."),
        ("-0.56 0.89 -0.44 -0.11 0.22", "Right as far as its digits go."),
        ("", "Nothing is entered yet."),
        ("1, 2", "There are 2 entries, but 5 are needed."),
        ("1, 2, 3, 4, x", "“x” is not a number."),
    ],
)
def test_answers_are_read_as_they_are_pasted(visit, text: str, said: str) -> None:
    found = section(visit().open(PAGE))
    assert answer(found, text).startswith(said)


@pytest.mark.browser
def test_an_ambiguous_answer_is_asked_about(visit) -> None:
    found = section(visit().open(PAGE))
    assert answer(found, "1,5,2,3,4,6").startswith("This can be read in two ways.")
    found.get_by_role("status").get_by_role("button").first.click()
    assert "Not right" in found.get_by_role("status").inner_text()


@pytest.mark.browser
def test_the_keyboard_alone_is_enough(visit) -> None:
    page = visit(width=320).open(PAGE)
    found = section(page)
    field = found.locator("input[type=text]")
    attributes = {name: field.get_attribute(name) for name in ("type", "inputmode", "autocorrect")}
    assert attributes == {"type": "text", "inputmode": None, "autocorrect": "off"}
    assert field.get_attribute("spellcheck") == "false"
    field.focus()
    page.keyboard.type("1 1 1 1 1")
    page.keyboard.press("Enter")
    found.get_by_role("status").get_by_text("Add the entries up.").wait_for()
    page.keyboard.press("Tab")  # to Check
    page.keyboard.press("Tab")  # to Hint
    page.keyboard.press("Enter")
    assert "Think of this." in found.get_by_role("status").inner_text()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # Fresh numbers
    found.locator(".ln-seed", has_text="Numbers").wait_for()
    assert page.evaluate("document.activeElement.tagName") == "INPUT"
    assert field.input_value() == ""


@pytest.mark.browser
def test_fresh_numbers_stand_in_the_address(visit) -> None:
    page = visit().open(PAGE)
    found = section(page)
    before = found.locator(".ln-question").inner_text()
    answer(found, "1, 2")
    found.get_by_role("button", name="Fresh numbers").click()
    found.locator(".ln-seed", has_text="Numbers 1").wait_for()
    page.wait_for_url(re.compile(r"exercise-input-gradient=1"))
    fresh = found.locator(".ln-question").inner_text()
    assert fresh != before
    found.locator("input[type=text]").fill("3, 1")
    page.reload()
    found = section(page)
    found.locator(".ln-seed", has_text="Numbers 1").wait_for()
    assert found.locator(".ln-question").inner_text() == fresh
    assert found.locator("input[type=text]").input_value() == "3, 1"
    page.goto("about:blank")
    page.go_back()
    found = section(page)
    found.locator(".ln-seed", has_text="Numbers 1").wait_for()
    assert found.locator("input[type=text]").input_value() == "3, 1"


@pytest.mark.browser
def test_hints_lead_to_the_solution(visit) -> None:
    found = section(visit().open(PAGE))
    hint = found.get_by_role("button", name="Hint")
    for words in ("Think of this.", "The beginning, worked.", "The solution is open below."):
        hint.click()
        assert words in found.get_by_role("status").inner_text()
    assert found.locator("details.ln-solution").get_attribute("open") is not None


@pytest.mark.browser
def test_a_teaching_exercise_says_who_else_is_right(visit) -> None:
    page = visit().open("notebooks/a-check-that-reveals.html")
    found = section(page, "#exercise-lecture-probe")
    said = answer(found, "4/3, -1, -1/3")
    assert said.startswith("Right; and so would be the answer to: Only the first term divided")


@pytest.mark.browser
def test_formulas_and_choices(visit) -> None:
    page = visit().open(PAGE)
    found = section(page, "#exercise-vote-complete-gradient")
    found.get_by_role("button", name="Check", exact=True).click()
    assert found.get_by_role("status").inner_text() == "Choose one of them first."
    kinds = set()
    for radio in found.get_by_role("radio").all():
        radio.check()
        found.get_by_role("button", name="Check", exact=True).click()
        page.wait_for_timeout(50)
        kinds.add(found.get_by_role("status").inner_text().partition(".")[0])
    assert kinds == {"Right", "Not yet"}
    written = section(page, "#exercise-complete-formula")
    assert "Right." not in answer(written, "h")
    assert answer(written, "(").startswith("Something is missing after")


@pytest.mark.browser
def test_progress_is_kept_shared_saved_and_taken_in(visit, tmp_path) -> None:
    seen = visit()
    page = seen.open(PAGE)
    assert answer(section(page), "-5/9 8/9 -4/9 -1/9 2/9") == "Right."
    other = page.context.new_page()
    other.goto(seen.base + "notebooks/practice.html")
    line = other.locator(".ln-progress li[data-exercise=input-gradient]")
    line.get_by_text("✓ solved").wait_for()
    page.goto(seen.base + "notebooks/a-check-that-reveals.html")
    found = section(page, "#exercise-lecture-probe")
    answer(found, "4/3, -1, -1/3")
    other.locator(".ln-progress li[data-exercise=lecture-probe]").get_by_text("✓").wait_for()
    with other.expect_download() as download:
        other.get_by_role("button", name="Save as a file").click()
    kept = tmp_path / "kept.json"
    download.value.save_as(kept)
    other.get_by_role("button", name="Forget everything").click()
    assert other.locator(".ln-progress-count").inner_text().startswith("0 of ")
    other.locator("#ln-progress-file").set_input_files(kept)
    other.locator(".ln-progress-count", has_text="2 of ").wait_for()
    bad = tmp_path / "bad.json"
    bad.write_text("[]", encoding="utf-8")
    other.locator("#ln-progress-file").set_input_files(bad)
    other.get_by_text("This file is not progress of this course.").wait_for()
    assert other.locator(".ln-progress-count").inner_text().startswith("2 of ")


@pytest.mark.browser
def test_two_sites_on_one_host_keep_apart(browser, subpath: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(subpath + PAGE)
    assert answer(section(page), "-5/9 8/9 -4/9 -1/9 2/9") == "Right."
    page.goto(subpath.replace("/ln/", "/other/") + "notebooks/practice.html")
    assert page.locator(".ln-progress-count").inner_text().startswith("0 of ")
    context.close()


@pytest.mark.browser
def test_without_storage_and_at_a_network_address(browser, visit) -> None:
    seen = visit(hall=True)
    seen.page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no') } })"
    )
    found = section(seen.open(PAGE))
    assert answer(found, "-5/9 8/9 -4/9 -1/9 2/9") == "Right."
    assert seen.complaints == []


@pytest.mark.browser
def test_without_javascript_the_solution_is_there(browser, port: int) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{port}/{PAGE}")
    found = page.locator(EXERCISE)
    assert (found.locator(".ln-question").text_content() or "").startswith("Take")
    found.locator("summary").click()
    assert found.locator("details.ln-solution ol").is_visible()
    assert found.locator("form").count() == 0
    context.close()


@pytest.mark.browser
def test_judging_takes_no_time(visit) -> None:
    page = visit().open(PAGE)
    found = section(page)
    answer(found, "1, 2")  # the first call compiles
    found.locator("input[type=text]").fill("-624/720, 397/720, -452/720, -143/720, 134/720")
    took = page.evaluate(
        f"""() => {{
            const form = document.querySelector("{EXERCISE} form")
            const times = [0, 1, 2, 3, 4].map(() => {{
                const began = performance.now()
                form.requestSubmit()
                return performance.now() - began
            }})
            return Math.min(...times)
        }}"""
    )
    assert took < 50


@pytest.mark.browser
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_nothing_for_axe_to_find(visit, axe, dark: bool) -> None:
    page = visit(width=360).open(PAGE)
    page.emulate_media(color_scheme="dark" if dark else "light")
    found = section(page)
    answer(found, "1 1 1 1 2/9")
    found.get_by_role("button", name="Hint").click()
    assert axe(page, within=EXERCISE) == []
