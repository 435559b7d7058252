"""A step on a card: its formula, the same with the numbers put in, the value, and the reason.

`web/explore/step-cards.js` makes the same markup; a test compares the two.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from lnteach.course.paths import GIVEN, Line, notes, paths, symbol
from lnteach.formula import Add, Call, Div, Expr, Mul, Name, Neg, Number, Pow, Sub, to_json
from lnteach.maths import mathml, plain_math, text_html
from lnteach.widgets.step_exact import ATOM, POWER, PRODUCT, SUM, Shown

__all__ = ["MANY", "card", "data", "row"]

MANY = 8  # features that are written one by one
ENDS = 4  # terms of a longer sum that are written before the dots

Values = Mapping[str, Shown]


@cache
def data() -> dict[str, Any]:
    """Give the paths as the browser half reads them: trees as JSON, formulas as MathML."""
    lines = {line.id: line for path in paths().values() for line in path.lines}
    letters = [*GIVEN, *(line.letter for line in lines.values())]
    return {
        "notes": dict(notes()),
        "symbols": {letter: mathml(symbol(letter)) for letter in letters},
        "lines": {
            name: {
                "letter": line.letter,
                "tree": to_json(line.tree),
                "column": line.column,
                "formula": mathml(line.latex),
                "why": text_html(line.why),
                "uses": list(line.uses),
                "said": plain_math(symbol(line.letter)),
            }
            for name, line in lines.items()
        },
        "paths": {
            path.id: {"given": list(path.given), "lines": [line.id for line in path.lines]}
            for path in paths().values()
        },
    }


def card(line: Line, values: Values, d: int, label: str) -> str:
    """Write a step as markup; `label` tells its table from the others of a page."""
    own = values[line.letter]
    head = '<th scope="col">feature</th>' if own.column else ""
    body = ""
    for i in range(min(d, MANY) if own.column else 1):
        first = f'<th scope="row">{i + 1}</th>' if own.column else ""
        value = own.at(i)
        sign = "\u2248" if own.why else "="
        answer = f"<mo>{sign}</mo><mrow>{value.html}</mrow>"
        body += (
            f"<tr>{first}<td>{_math(put(line.tree, i, values, d)[0])}</td>"
            f'<td data-exact="{value.text}">{_math(answer)}</td></tr>'
        )
    more = f"<p>\u2026 and {d - MANY} features more</p>" if own.column and d > MANY else ""
    uses = ", ".join(data()["symbols"][letter] for letter in line.uses)
    why = own.why or next((values[x].why for x in line.uses if values[x].why), "")
    note = f'<p class="ln-step-note">{notes()[why]}</p>' if why else ""
    return (
        f'<p class="ln-step-formula">{mathml(line.latex)}</p>'
        f'<p class="ln-step-why">{text_html(line.why)} '
        f'<span class="ln-step-uses">Uses {uses}.</span></p>'
        f'<div class="ln-scroll" role="region" tabindex="0" aria-label="{label}">'
        f'<table class="ln-put"><thead><tr>{head}<th scope="col">numbers put in</th>'
        f'<th scope="col">value</th></tr></thead><tbody>{body}</tbody></table></div>{more}{note}'
    )


def row(shown: Shown) -> str:
    """Write the values of a letter in one line: a number, or a column in brackets."""
    if not shown.column:
        return _math(shown.tokens[0].html)
    parts = [f"<mrow>{token.html}</mrow>" for token in shown.tokens[:MANY]]
    if len(shown.tokens) > MANY:
        parts.append("<mo>\u2026</mo>")
    return _math(_bracket("<mo>,</mo>".join(parts)))


def _math(html: str) -> str:
    return f'<math displaystyle="true"><mrow>{html}</mrow></math>'


def _bracket(html: str) -> str:
    return f"<mrow><mo>(</mo><mrow>{html}</mrow><mo>)</mo></mrow>"


def put(tree: Expr, i: int, values: Values, d: int) -> tuple[str, int]:
    """Write a formula at a feature with numbers for its letters, and how tightly it binds."""

    def at_least(part: Expr, strength: int, place: int = i) -> str:
        html, binds = put(part, place, values, d)
        return html if binds >= strength else _bracket(html)

    def total(part: Expr) -> str:
        places = range(d) if d <= MANY else [*range(ENDS), d - 1]
        terms = [at_least(part, PRODUCT, place) for place in places]
        if d > MANY:
            terms.insert(ENDS, "<mo>\u2026</mo>")
        return "<mo>+</mo>".join(terms)

    match tree:
        case Number(value):
            return f"<mn>{value}</mn>", ATOM
        case Name("d"):
            return f"<mn>{d}</mn>", ATOM
        case Name(letter):
            token = values[letter].at(i)
            return token.html, token.binds
        case Neg(body):
            return f"<mo>\u2212</mo>{at_least(body, PRODUCT)}", SUM
        case Add(left, right) | Sub(left, right):
            sign = "+" if isinstance(tree, Add) else "\u2212"
            return f"{at_least(left, SUM)}<mo>{sign}</mo>{at_least(right, PRODUCT)}", SUM
        case Mul(left, Name("ones")):
            return put(left, i, values, d)
        case Mul(left, right):
            return f"{at_least(left, PRODUCT)}<mo>\u00b7</mo>{at_least(right, POWER)}", PRODUCT
        case Div(left, right):
            over, under = (f"<mrow>{at_least(part, SUM)}</mrow>" for part in (left, right))
            return f"<mfrac>{over}{under}</mfrac>", POWER
        case Pow(base, exponent):
            return f"<msup><mrow>{at_least(base, ATOM)}</mrow><mn>{exponent}</mn></msup>", ATOM
        case Call("sqrt", (body,)):
            return f"<msqrt>{at_least(body, SUM)}</msqrt>", ATOM
        case Call("mean", (body,)):
            return f"<mfrac><mrow>{total(body)}</mrow><mn>{d}</mn></mfrac>", POWER
        case Call("sum", (body,)):
            return total(body), SUM
        case Call("dot", (left, right)):
            return total(Mul(left, right)), SUM
    raise ValueError(f"`tree` is {tree}, but a formula of one sample is needed")
