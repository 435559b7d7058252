"""What a variant says: its question, its choices, its first entry, its solution, as HTML."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from html import escape
from typing import Any

from lnteach import mistakes
from lnteach.course.given import is_batch, mistaken, work_out
from lnteach.formula import Name, at, definitions, find, read, replace, to_latex, to_text
from lnteach.maths import latex_value, text_html
from lnteach.mistakes.pages import exact_latex
from lnteach.selfcheck.variants import Variant

__all__ = ["blank", "choices", "first_entry", "program", "question", "solution"]

Setter = Callable[[str], str]


def question(variant: Variant, set_text: Setter = text_html) -> str:
    """Ask the question on the variant's numbers; a program or a formula stands under it."""
    asked = variant.exercise
    html = f"<p>{set_text(asked.tell(asked.question, variant.cases))}</p>"
    if asked.answer == "line":
        lines = "".join(f"<li><code>{escape(line)}</code></li>" for line in program(variant))
        html += f'<ol class="ln-program">{lines}</ol>'
    if asked.answer == "formula" and _whole(variant) != variant.truth:
        html += f"<p>{set_text(f'${_with_square(variant)}$')}</p>"
    return html


def choices(variant: Variant, set_text: Setter = text_html) -> list[dict[str, str]]:
    """List the choices of a variant in its order: letter, text, and the reply to it."""
    asked = variant.exercise
    if asked.answer == "line":
        return _line_choices(variant, set_text)
    cases = variant.cases
    options = {option.id: option for option in asked.options}
    letters = [option.id for option in asked.options]
    return [
        {
            "id": letter,
            "html": set_text(asked.tell(options[id].text, cases)),
            "reply": set_text(asked.tell(options[id].reply, cases)),
        }
        for letter, id in zip(letters, variant.order, strict=True)
    ]


def program(variant: Variant) -> list[str]:
    """List the lines of the program that is shown, one of them wrong."""
    asked = variant.exercise
    meanings = mistakes.get(variant.mistake, asked.norm).definitions
    return [f"{letter} = {to_text(meanings[letter])}" for letter in asked.lines]


def _line_choices(variant: Variant, set_text: Setter) -> list[dict[str, str]]:
    asked = variant.exercise
    right = definitions(asked.norm)
    found = []
    for number, line in enumerate(program(variant), start=1):
        letter = asked.lines[number - 1]
        formula = f"${to_latex(Name(letter))} = {to_latex(right[letter])}$"
        wrong = str(number) == variant.truth
        reply = f"It should say {formula}." if wrong else "This line is as it should be."
        html = f"<code>{escape(line)}</code>"
        found.append({"id": str(number), "html": html, "reply": set_text(reply)})
    return found


def blank(variant: Variant) -> dict[str, str]:
    """Give what stands before and after the missing part of a formula."""
    asked = variant.exercise
    whole = definitions(asked.norm)[asked.ask]
    path = find(whole, read(variant.truth))[0]
    if not path:
        return {"before": "", "after": ""}
    before, after = to_text(replace(whole, path, Name("B"))).split("B")
    return {"before": f"{before}(", "after": f"){after}"}


def _whole(variant: Variant) -> str:
    return to_text(definitions(variant.exercise.norm)[variant.exercise.ask])


def _with_square(variant: Variant) -> str:
    asked = variant.exercise
    whole = definitions(asked.norm)[asked.ask]
    path = find(whole, read(variant.truth))[0]
    assert at(whole, path) == read(variant.truth)
    shown = to_latex(replace(whole, path, Name("B")))
    return f"{to_latex(Name(asked.ask))} = {shown.replace('B', chr(0x25A1))}"


def solution(variant: Variant, set_text: Setter = text_html) -> str:
    """Work the variant out, line by line, each with its reason."""
    asked, cases = variant.exercise, variant.cases
    lines = []
    for line in asked.solution:
        shown = _worked(line.shown, variant) if line.shown else asked.tell(line.told, cases)
        why = asked.tell(line.why, cases)
        lines.append(f"<li>{set_text(shown)} <span>{set_text(why)}</span></li>")
    return f'<p>{_answer(variant, set_text)}</p><ol class="ln-worked">{"".join(lines)}</ol>'


def _worked(written: str, variant: Variant) -> str:
    norm = variant.exercise.norm
    tree, meanings = read(written), definitions(norm)
    parts = [to_latex(tree)]
    if isinstance(tree, Name) and tree.id in meanings:
        parts.append(to_latex(meanings[tree.id]))
    if variant.given:
        parts.append(exact_latex(work_out(written, variant.given, norm)))
    return f"${' = '.join(parts)}$"


def _answer(variant: Variant, set_text: Setter) -> str:
    asked, truth = variant.exercise, variant.truth
    if asked.answer == "choice":
        told = next(choice for choice in choices(variant, set_text) if choice["id"] == truth)
        return f"<b>{truth}.</b> {told['html']}. {told['reply']}"
    if asked.answer == "line":
        told = next(choice for choice in choices(variant, set_text) if choice["id"] == truth)
        title = mistakes.get(variant.mistake, asked.norm).title
        return f"<b>Line {truth}.</b> {escape(title)}. {told['reply']}"
    if asked.answer == "formula":
        return set_text(f"${to_latex(read(truth))}$")
    return set_text(f"${exact_latex(truth)}$")


def first_entry(variant: Variant, set_text: Setter = text_html) -> str:
    r"""Work the first entry of a vector out, with the numbers put in; empty for other answers."""
    asked, given = variant.exercise, variant.given
    if asked.answer != "vector":
        return ""
    letter = to_latex(Name(asked.ask)) if asked.ask in definitions(asked.norm) else "du"
    name = rf"\left({letter}\right)_1" if "_" in letter else f"{letter}_1"
    value = latex_value(variant.truth[0])
    recipe = "" if is_batch(given) else _recipe(variant)
    return set_text(f"${' = '.join(filter(None, (name, recipe, value)))}$")


def _recipe(variant: Variant) -> str:
    """Put the numbers of the first entry into the formula, in LaTeX."""
    asked, given = variant.exercise, variant.given
    numbers = {}
    for letter in ("a", "m", "q", "u", "s", "r", "c", "g_z", "gamma", "beta"):
        if letter not in given and letter not in definitions(asked.norm):
            continue
        found = given[letter] if letter in given else mistaken("truth", given, letter, asked.norm)
        if found is None:
            continue
        entry = found[0] if isinstance(found, tuple) else found
        shown = latex_value(entry)
        numbers[letter] = f"({shown})" if entry < 0 or not _whole_number(entry) else shown
    under = "s" if asked.norm == "layer" else "r"
    forms = {
        ("g_h", "layer"): r"\frac{{{a} - {m} - {u} \cdot {q}}}{{{s}}}",
        ("g_h", "rms"): r"\frac{{{a} - {u} \cdot {q}}}{{{r}}}",
        ("u", "layer"): r"\frac{{{c}}}{{{s}}}",
        ("z", "layer"): r"{gamma} \cdot {u} + {beta}",
        ("g_gamma", "layer"): r"{g_z} \cdot {u}",
    }
    form = forms.get((asked.ask, asked.norm), "")
    return form.format(**numbers) if form and under in numbers else ""


def _whole_number(value: Any) -> bool:
    return isinstance(value, Fraction) and value.denominator == 1
