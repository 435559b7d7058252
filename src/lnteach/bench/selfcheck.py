"""Forty answers, judged here and by jupyterquiz: who takes right for right, and who says why.

jupyterquiz has three kinds of question. A number is asked as its numeric kind, with five digits
of precision and, as an author would, a reply to each mistake's value; a vector or a formula can
only be asked as a text that has to be equal. Its own JavaScript decides, in Chromium.
"""

from __future__ import annotations

import json
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from lnteach import selfcheck
from lnteach.bench.record import Figure, Record
from lnteach.bench.serving import chromium
from lnteach.site import SiteError

__all__ = ["ANSWERS", "measure_selfcheck"]

E = {
    "h": [-7, 4, 10, 16, 22],
    "gamma": [3, 1, 4, 1, 2],
    "g_z": [-5, 6, -2, -2, 2],
    "eps": 44,
}
VECTOR, FORMULA = "-5/9, 8/9, -4/9, -1/9, 2/9", "(a - mean(a) - u*mean(a*u))/s"
ANSWERS = (
    # What is asked, what is typed, and what a person who marks it would say.
    *(("s", text, "right") for text in ("12", "12.0", "24/2", "sqrt(144)", "√144", "１２", " 12 ")),
    *(("s", text, "wrong") for text in ("10", "144", "13", "sqrt(100)", "54", "-12")),
    *(("s", text, "neither") for text in ("", "twelve", "12, 12")),
    ("g_h", VECTOR, "right"),
    ("g_h", "[-5/9,8/9,-4/9,-1/9,2/9]", "right"),
    ("g_h", "(−5/9, 8/9, −4/9, −1/9, 2/9)", "right"),
    ("g_h", "-0.5556 0.8889 -0.4444 -0.1111 0.2222", "right"),
    ("g_h", "-0,5556; 0,8889; -0,4444; -0,1111; 0,2222", "right"),
    ("g_h", "np.array([-0.55555556, 0.88888889, -0.44444444, -0.11111111, 0.22222222])", "right"),
    ("g_h", "[[-5/9],[8/9],[-4/9],[-1/9],[2/9]]", "right"),
    ("g_h", "-15/12, 1/2, -2/3, -1/6, 1/3", "wrong"),
    ("g_h", "-1, 3/4, -5/12, 1/12, 7/12", "wrong"),
    ("g_h", "-624/720, 397/720, -452/720, -143/720, 134/720", "wrong"),
    ("g_h", "-20/3, 32/3, -16/3, -4/3, 8/3", "wrong"),
    ("g_h", "5/9, -8/9, 4/9, 1/9, -2/9", "wrong"),
    ("g_h", "2/9, -1/9, -4/9, 8/9, -5/9", "wrong"),
    ("g_h", "-5/9, 8/9, -4/9, -1/9", "neither"),
    ("g_h", "-5/9, 8/9, -4/9, -1/9, x", "neither"),
    ("g_h", "-0.6 0.9 -0.4 -0.1 0.2", "neither"),
    ("formula", FORMULA, "right"),
    ("formula", "(a - mean(a) - u mean(a u))/s", "right"),
    ("formula", "a/s - mean(a)/s - u (u·a)/(d s)", "right"),
    ("formula", "g_h = (γ⊙g_z - mean(γ g_z) - u mean(γ g_z u))/σ", "right"),
    ("formula", "a/s", "wrong"),
    ("formula", "γ(g_z - mean(g_z) - u mean(g_z u))/s", "wrong"),
    ("formula", "(a - sum(a) - u sum(a u))/s", "wrong"),
    ("formula", "(a - mean(a)", "neither"),
)


def measure_selfcheck() -> Record:
    """Judge `ANSWERS` by both, and count.

    Raises
    ------
    SiteError
        If jupyterquiz, Playwright or Chromium is missing.
    """
    spec = find_spec("jupyterquiz")
    if spec is None or spec.origin is None or find_spec("playwright") is None:
        raise SiteError("comparing self-checks needs jupyterquiz and playwright: run `make bench`")
    theirs = _by_jupyterquiz(Path(spec.origin).parent / "js")
    ours = [_by_us(ask, text) for ask, text, _ in ANSWERS]
    figures = []
    for name, said in (("ours", ours), ("jupyterquiz", theirs)):
        for kind, words, good in (
            ("right", "right answers taken for right", {"right"}),
            ("wrong", "wrong answers that get their reason", {"named"}),
            ("neither", "unreadable or coarse ones that are not called wrong", {"neither"}),
        ):
            verdicts = [v for (_, _, k), (v, _) in zip(ANSWERS, said, strict=True) if k == kind]
            share = 100 * sum(v in good for v in verdicts) / len(verdicts)
            target = ">= 100" if name == "ours" else None
            figures.append(Figure(f"{name}: {words}", "%", [share], target))
    rows = [
        f"{ask} | {text} | {kind} | {one[1]} | {two[1]}"
        for (ask, text, kind), one, two in zip(ANSWERS, ours, theirs, strict=True)
    ]
    notes = "Asked | typed | a person would say | ours | jupyterquiz\n" + "\n".join(rows)
    return Record("selfcheck", figures, {"jupyterquiz": version("jupyterquiz")}, notes)


def _by_us(ask: str, text: str) -> tuple[str, str]:
    """Give our verdict, in one word and as it is said."""
    if ask == "formula":
        found = selfcheck.judge_formula(text)
        made = selfcheck.key(E)
    else:
        made = selfcheck.key(E, ask)
        found = selfcheck.judge(text, made)
    said = str(selfcheck.feedback(found, made))
    if found.kind == "right":
        return "right", said
    if not found.attempt or found.kind == "undecided":
        return "neither", said
    return ("wrong" if found.kind == "unknown" else "named"), said


def _questions() -> list[dict[str, Any]]:
    """Write the questions as an author of jupyterquiz would: with a reply to known values."""
    key = selfcheck.key(E, "s")
    numbers = [{"value": key.truth[0], "correct": True, "feedback": "Correct"}]
    for wrong in key.wrong:
        numbers.append({"value": wrong.values[0], "correct": False, "feedback": wrong.title})
    texts = {"g_h": VECTOR, "formula": FORMULA}
    made = []
    for ask, text, _ in ANSWERS:
        known: list[Any] = numbers
        if ask != "s":
            known = [{"answer": texts[ask], "correct": True, "feedback": "Correct"}]
        made.append({"kind": "numeric" if ask == "s" else "string", "text": text, "known": known})
    return made


_JUDGE = """({ kind, text, known }) => {
  document.body.innerHTML = `<div class="Quiz"><input id="q-0"><div id="fbq"></div></div>`;
  const input = document.getElementById("q-0");
  input.dataset.answers = JSON.stringify(known);
  if (kind === "numeric") input.dataset.precision = 5;
  input.value = text;
  const check = kind === "numeric" ? check_numeric : check_string;
  check(input, { keyCode: 13 });
  return [input.classList.contains("correctButton"), document.getElementById("fbq").innerText];
}"""


def _by_jupyterquiz(scripts: Path) -> list[tuple[str, str]]:
    from playwright.sync_api import sync_playwright

    files = ("helpers.js", "show_questions.js", "numeric.js", "string.js")
    source = "\n".join((scripts / name).read_text("utf-8") for name in files)
    found = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        page = browser.new_page()
        page.set_content("<body></body>")
        page.add_script_tag(content=source)
        for question in json.loads(json.dumps(_questions())):
            right, said = page.evaluate(_JUDGE, question)
            plain = said.startswith("Incorrect") or not said
            found.append(("right" if right else "wrong" if plain else "named", said))
        browser.close()
    return found
