"""A step's reason as a reader sees it: the course's letters in it set as mathematics."""

from __future__ import annotations

import re

__all__ = ["set_letters"]

# The letter a is a word as well, so a reason writes it as 𝑎 (U+1D44E).
_NAMES = r"d[μhcvsuγβ]|g_[zh]|u_[ij1]|J𝑎|uuᵀ|su|[𝑎hμcvsuzdγβεqpnmrwtλτijJCB]"
_ONE = rf"\d*(?:{_NAMES})(?:²|ᵀ[uJ]?)?"
_ALONE = r"(?<![\w$'’])"
_TERM = re.compile(rf"{_ALONE}(?:{_ONE}|1)/{_ONE}(?!\w)|{_ALONE}{_ONE}(?!\w|['’][^s])")
_TEX = {"μ": r"\mu ", "γ": r"\gamma ", "β": r"\beta ", "ε": r"\varepsilon ", "λ": r"\lambda "}
_TEX |= {"τ": r"\tau ", "𝑎": "a", "²": "^2", "ᵀ": r"^\top "}


def set_letters(reason: str) -> str:
    r"""Put dollar signs around the letters of a plain sentence, and give Greek its commands.

    Examples
    --------
    >>> set_letters("The mean of 𝑎 times u is a number; ε/s² is a share of d.")
    'The mean of $a$ times $u$ is a number; $\\varepsilon /s^2$ is a share of $d$.'
    """
    return _TERM.sub(lambda found: f"${_tex(found[0])}$", reason)


def _tex(term: str) -> str:
    return "".join(_TEX.get(sign, sign) for sign in term).strip()
