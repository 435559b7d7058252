"""A sheet to print: variants of some exercises, and the key on pages of its own.

One HTML file without a single request: MathML for the formulas, a page for the questions, a page
for the answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from lnteach import __version__
from lnteach.course import exercise
from lnteach.maths import text_mathml
from lnteach.selfcheck import telling
from lnteach.selfcheck.variants import Variant, variants

__all__ = ["sheet"]

STYLE = """
body{font:12pt/1.5 Georgia,"Times New Roman",serif;max-width:44rem;margin:2rem auto;padding:0 1rem;
color:#111;background:#fff}
h1{font-size:1.3rem}h2{font-size:1.05rem;margin:1.5rem 0 .3rem}
.sheet{break-after:page;page-break-after:always}.sheet:last-child{break-after:auto;page-break-after:auto}
.question{break-inside:avoid;page-break-inside:avoid}
.room{border-bottom:1px solid #999;height:6rem}
.names{display:flex;gap:2rem}.names span{flex:1;border-bottom:1px solid #111}
ol.ln-worked{margin:.2rem 0}ol.ln-worked span{color:#444}
code{font-family:Consolas,Menlo,monospace}
small{color:#555}
@page{margin:18mm}
@media print{body{margin:0;max-width:none;padding:0}}
"""


def sheet(ids: Sequence[str], n: int = 8, seed: int = 1) -> str:
    """Make a sheet of `n` variants of each exercise, and its key.

    Parameters
    ----------
    ids : sequence of str
        The exercises.
    n : int
        How many sheets: each has one variant of every exercise.
    seed : int
        The seed of the first sheet; the others follow, and each says its own.

    Returns
    -------
    str
        An HTML page.

    Raises
    ------
    KeyError
        If there is no exercise of a name.
    ValueError
        If `ids` is empty, or `n` or `seed` is not positive.

    Examples
    --------
    >>> page = sheet(["forward-mean", "forward-variance"], n=2, seed=3)
    >>> page.count('class="sheet"'), page.count('class="names"'), "seed 4" in page
    (4, 2, True)
    """
    if not ids:
        raise ValueError("`ids` is empty, but needs at least one exercise")
    columns = [variants(id, n, seed) for id in ids]
    sheets = [tuple(column[k] for column in columns) for k in range(n)]
    titles = "; ".join(exercise(id).title for id in ids)
    questions = "".join(_questions(made, seed + k) for k, made in enumerate(sheets))
    answers = "".join(_answers(made, seed + k) for k, made in enumerate(sheets))
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(titles)}</title><style>{STYLE}</style></head>"
        f"<body>{questions}{answers}</body></html>\n"
    )


def _questions(made: Sequence[Variant], seed: int) -> str:
    parts = [
        f'<section class="sheet"><p class="names"><span>Name</span><span>Date</span></p>'
        f"<h1>LayerNorm, differentiated <small>seed {seed}</small></h1>"
    ]
    for number, each in enumerate(made, start=1):
        parts.append(
            f'<div class="question"><h2>{number}. {escape(each.exercise.title)}</h2>'
            f'{telling.question(each, text_mathml)}{_choices(each)}<div class="room"></div></div>'
        )
    return "".join(parts) + "</section>"


def _answers(made: Sequence[Variant], seed: int) -> str:
    version = f"seed {seed}, lnteach {__version__}"
    parts = [f'<section class="sheet"><h1>Key <small>{version}</small></h1>']
    for number, each in enumerate(made, start=1):
        away = f"Nearest mistake: {each.distance} away." if each.distance else ""
        parts.append(
            f'<div class="question"><h2>{number}. {escape(each.exercise.title)}</h2>'
            f"{telling.solution(each, text_mathml)}<p><small>{away}</small></p></div>"
        )
    return "".join(parts) + "</section>"


def _choices(variant: Variant) -> str:
    if variant.exercise.answer != "choice":
        return ""
    found = telling.choices(variant, text_mathml)
    return "".join(f"<p><b>{each['id']}</b> {each['html']}</p>" for each in found)
