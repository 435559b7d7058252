"""The notation page has every letter of the course and every trap, and formulas by reference."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from lnteach.course import ContentError
from lnteach.course import notation as module
from lnteach.course.notation import notation, read_notation, render_notation

FILE = Path(module.__file__).with_name("notation.yaml")
BY_LETTER = {row.letter: row for row in notation().letters}

# Lecture's letter: guide, textbook section, code; typed from the course's plan.
PLAN = {
    "$h$": ("$x$", "$x$", "`h`"),
    "$d$": ("$n$", "$d$", "`h.shape[-1]`"),
    "$\\mu$": ("$\\mu$", "$\\mu$", "`mu`"),
    "$v$": ("$v$", "$\\sigma$ squared, without ε", "`v`"),
    "$s$": ("$\\sigma$", "$\\sigma$, with ε", "`s`"),
    "$u$": ("$\\hat x$", "$\\hat x$", "`u`"),
    "$z$": ("$y$", "$y$", "`z`"),
    "$g_z$": ("$g$", "$\\partial L/\\partial y$", "`g_z`"),
    "$a$": ("$g'$", "missing: γ stands outside", "`a`"),
    "$g_h$": ("$\\nabla_x L$", "$\\partial L/\\partial x$", "`g_h`"),
    "$\\tau$": ("–", "–", "`tau`"),
}


@pytest.mark.parametrize("letter", PLAN)
def test_names_as_planned(letter: str) -> None:
    names = BY_LETTER[letter].names
    assert (names["guide"], names["textbook"], names["code"]) == PLAN[letter]


def test_pytorch_and_the_papers() -> None:
    assert BY_LETTER["$\\gamma$"].names["pytorch"] == "`weight`"
    assert BY_LETTER["$\\gamma$"].names["layernorm"] == "$g$ (gain)"
    assert BY_LETTER["$h$"].names["layernorm"].startswith("$a$")
    assert BY_LETTER["$h$"].names["rmsnorm"] == "$a$"
    assert BY_LETTER["$s$"].names["pytorch"] == "`rstd` (its inverse)"


def test_traps() -> None:
    titles = [trap.title for trap in notation().traps]
    assert titles[:3] == ["The letter $n$", "The letter $\\sigma$", "The letter $B$"]


def test_the_order_of_the_letters_is_the_lectures() -> None:
    order = ["$h$", "$\\mu$", "$c$", "$v$", "$s$", "$u$", "$z$", "$g_z$", "$a$", "$g_h$"]
    letters = list(BY_LETTER)
    assert sorted(order, key=letters.index) == order


def test_html_has_scoped_headers_anchors_and_set_formulas() -> None:
    html = render_notation()
    assert html.count("<tr") == len(notation().letters) + 1
    assert html.count('scope="col"') == len(notation().columns) + 2
    anchors = re.findall(r'id="(letter-[^"]+)"', html)
    assert len(set(anchors)) == len(notation().letters)
    assert {"letter-h", "letter-mu", "letter-eps", "letter-ones", "letter-g_z"} <= set(anchors)
    assert r'data-tex="s = \sqrt{v + \varepsilon}"' in html
    assert "[[" not in html
    assert "`" not in html


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('code: "`h`", ', "", "has no 'code'"),
        ('code: "`h`", ', 'code: "`h`", jax: "`x`", ', "is no column"),
        ("[[step:s]]", "[[step:none]]", "no step 'none'"),
        ("$[[step:s]]$", "$s = v + 1$", "typed by hand"),
        ('guide: "$x$"', 'guide: "$x = 1$"', "typed by hand"),
        ("kind: notation", "kind: letters", "one of notation"),
        ('letter: "$h$"', 'letter: "$d$"', "stands twice"),
    ],
)
def test_a_wrong_file_is_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    source = FILE.read_text(encoding="utf-8")
    assert old in source
    path = tmp_path / "notation.yaml"
    path.write_text(source.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ContentError, match=re.escape(message)):
        read_notation(path)
