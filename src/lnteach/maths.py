r"""Exact values and the course's LaTeX, for every host that is not a book page.

Pages are typeset ahead by KaTeX; phones, projector, widgets and notebooks get MathML, and a
terminal gets plain text. All three come from the same LaTeX, so none can say something else.
This module is a leaf: anything may import it, and it imports nothing of the package.
"""

from __future__ import annotations

import html as _html
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from xml.etree import ElementTree

__all__ = [
    "Text",
    "latex_value",
    "math_html",
    "mathml",
    "plain_math",
    "plain_text",
    "plain_value",
    "text_html",
    "text_mathml",
]

_MATH = re.compile(r"(?<!\\)\$([^$]+)\$")
_NAMESPACE = ' xmlns="http://www.w3.org/1998/Math/MathML" display="inline"'  # HTML implies both
_TALL = re.compile(r"\\(?:d|t)?frac")


def latex_value(value: Any) -> str:
    r"""Write an exact number, or a tuple of them as a row vector, in LaTeX.

    Parameters
    ----------
    value : int, Fraction, SymPy number, or sequence of these
        Rationals become ``\tfrac``; square roots stay square roots.

    Examples
    --------
    >>> from fractions import Fraction
    >>> latex_value((Fraction(4, 3), -1, Fraction(-1, 3)))
    '(\\tfrac{4}{3},\\,-1,\\,-\\tfrac{1}{3})'
    """
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "(" + r",\,".join(latex_value(entry) for entry in value) + ")"
    import sympy

    return _TALL.sub(r"\\tfrac", str(sympy.latex(sympy.sympify(value)))).replace("- ", "-")


def plain_value(value: Any) -> str:
    """Write an exact number or vector as text, with a real minus sign.

    Examples
    --------
    >>> from fractions import Fraction
    >>> plain_value((Fraction(4, 3), -1))
    '(4/3, −1)'
    """
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "(" + ", ".join(plain_value(entry) for entry in value) + ")"
    return plain_math(latex_value(value))


@lru_cache(maxsize=4096)
def mathml(tex: str, display: bool = False) -> str:
    r"""Turn the course's LaTeX into MathML Core.

    Examples
    --------
    >>> "𝟏" in mathml(r"\mathbf{1}")
    True
    """
    from latex2mathml.converter import convert

    out: str = convert(tex, display="block" if display else "inline")
    # MathML Core ignores `mathvariant`, so the column of ones needs its own code point.
    return re.sub(r'<m[ni] mathvariant="bold">1</m[ni]>', "<mi>𝟏</mi>", out)


def math_html(tex: str, display: bool = False) -> str:
    """Give MathML that remembers its LaTeX, so that the book can set it in its own type."""
    attribute = _html.escape(tex, quote=True)
    block = " data-display" if display else ""
    return f'<span class="ln-math" data-tex="{attribute}"{block}>{mathml(tex, display)}</span>'


def plain_math(tex: str) -> str:
    r"""Read a formula as one line of text.

    Examples
    --------
    >>> plain_math(r"dc = dh - \mathbf{1}\,d\mu")
    'dc = dh − 𝟏 dμ'
    """
    return re.sub(r"\s+", " ", _flat(ElementTree.fromstring(mathml(tex)))).strip()


def text_html(text: str) -> str:
    r"""Escape a text and set each ``$…$`` in it as mathematics."""
    return _spans(text, _html.escape, math_html)


def text_mathml(text: str) -> str:
    r"""Escape a text and set each ``$…$`` in it as MathML alone, for data that pages carry.

    No browser breaks a line inside MathML, so a chain of equations is one element a link.

    Examples
    --------
    >>> text_mathml("$a = b = c$").count("<math>")
    3
    """
    return _spans(
        text,
        _html.escape,
        lambda tex: " ".join(mathml(link).replace(_NAMESPACE, "") for link in _links(tex)),
    )


def _links(tex: str) -> list[str]:
    """Cut a chain of equations before each ``=`` that stands in no brackets."""
    links, depth = [""], 0
    for sign in tex:
        depth += (sign in "{([") - (sign in "})]")
        if sign == "=" and depth == 0 and links[-1].strip():
            links.append("")
        links[-1] += sign
    return links


def plain_text(text: str) -> str:
    r"""Give a text with each ``$…$`` read as one line."""
    return _spans(text, str, plain_math)


@dataclass(frozen=True)
class Text:
    """Markdown for hosts that set it, and the same read as plain text for those that do not."""

    markdown: str

    def _repr_markdown_(self) -> str:
        return self.markdown

    def __repr__(self) -> str:
        return plain_text(self.markdown.replace("$$", "$"))


def _spans(text: str, prose: Callable[[str], str], math: Callable[[str], str]) -> str:
    parts = _MATH.split(text)
    return "".join(math(p) if k % 2 else prose(p) for k, p in enumerate(parts))


_RAISED = {"⊤": "ᵀ", "2": "²", "3": "³", "−1": "⁻¹"}
_ACCENTS = {"~": "\N{COMBINING TILDE}", "^": "\N{COMBINING CIRCUMFLEX ACCENT}"}
_SPACED = {"=", "+", "−", "↦", "≠", "≈", "→", "≤", "≥", "<", ">"}


def _flat(node: ElementTree.Element) -> str:
    """Flatten one MathML element."""
    tag = node.tag.rsplit("}", 1)[-1]
    parts = [_flat(child) for child in node]
    if tag == "mfrac":
        over, under = (_grouped(part) for part in parts)
        return f"{over}/{under}"
    if tag == "msqrt":
        return "√" + _grouped("".join(parts).strip())
    if tag == "msub":
        return parts[0] + ("_" if parts[1].strip().isalnum() else "") + parts[1].strip()
    if tag == "msup":
        return parts[0] + _RAISED.get(parts[1].strip(), f"^{_grouped(parts[1])}")
    if tag in {"msubsup", "munderover"}:
        return f"{parts[0]}_{_grouped(parts[1])}^{_grouped(parts[2])} "
    if tag == "mover":  # an accent
        return parts[0] + _ACCENTS.get(parts[1].strip(), parts[1].strip())
    if tag == "mtable":
        return ", ".join(part.strip() for part in parts)
    if tag == "mspace":
        return " "
    if tag in {"mtr", "mtd", "mrow", "math", "mstyle"}:
        return _signs("".join(parts))
    text = node.text or ""
    return f" {text} " if tag == "mo" and text in _SPACED else text


def _signs(text: str) -> str:
    """Close up a minus sign that has nothing on its left: it is a sign, not a subtraction."""
    text = re.sub(r"([,=↦])\s*([−+])\s+", r"\1 \2", text)
    return re.sub(r"(^|[(\[/])\s*([−+])\s+", r"\1\2", text)


def _grouped(text: str) -> str:
    """Bracket a part that would be torn apart on one line."""
    text = text.strip()
    whole = re.fullmatch(r"[\w√.]+", text) or re.fullmatch(r"\w*\([^()]*\)", text)
    return text if whole else f"({text})"
