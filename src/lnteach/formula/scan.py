"""From text to tokens: what a person types, in many notations, becomes one alphabet.

The patterns and tables stand in ``language.json``; the browser's reader runs over the same ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from lnteach.formula.language import (
    COMMAND,
    DIFFERENTIALS,
    FUNCTIONS,
    LIMITS,
    PATTERNS,
    RAISED,
    SIGNS,
    SUBSCRIPTS,
    UNKNOWN,
    WORDS,
    FormulaError,
)

__all__ = ["Token", "scan"]


@dataclass(frozen=True, slots=True)
class Token:
    """One sign, letter or number.

    `kind` is ``number``, ``name``, ``function``, ``metavariable``, ``raised`` or ``sign``; `value`
    is what it means, `text` how it was typed, `position` where.
    """

    kind: str
    value: str
    text: str
    position: int
    gap: bool = False


def scan(text: str, *, metavariables: bool = False) -> list[Token]:
    """Return the tokens of a text; with `metavariables`, a capital stands for any expression."""
    if len(text) > LIMITS["characters"]:
        raise FormulaError("characters", LIMITS["characters"], limit=LIMITS["characters"])
    text = "".join(chr(ord(x) - 0xFEE0) if "\uff01" <= x <= "\uff5e" else x for x in text)
    tokens: list[Token] = []
    position, gap = 0, False
    while position < len(text):
        kind, found = _match(text, position)
        if kind == "space":
            gap = True
        else:
            for token in _tokens(kind, found, position, metavariables):
                tokens.append(Token(*token, gap))
                gap = False
        position += len(found)
        if len(tokens) > LIMITS["tokens"]:
            raise FormulaError("tokens", position, limit=LIMITS["tokens"])
    return tokens


def _match(text: str, position: int) -> tuple[str, str]:
    for kind, pattern in PATTERNS:
        if found := pattern.match(text, position):
            return kind, found[0]
    if command := COMMAND.match(text, position):
        if command[0] in SIGNS:
            return "sign", command[0]
        raise FormulaError("character", position, text=command[0])
    for length in (2, 1):
        if text[position : position + length] in SIGNS:
            return "sign", text[position : position + length]
    raise FormulaError("character", position, text=text[position])


def _tokens(
    kind: str, text: str, position: int, metavariables: bool
) -> list[tuple[str, str, str, int]]:
    match kind:
        case "number":
            return [("number", text.replace(",", "."), text, position)]
        case "ones":
            return [("name", "ones", text, position)]
        case "hat":
            return [("name", "u", text, position)]
        case "transpose":
            return [("sign", "ᵀ", text, position)]
        case "raised":
            digits = "".join(str(RAISED.index(x)) if x in RAISED else "" for x in text)
            return [("raised", "-" * text.startswith("⁻") + digits, text, position)]
        case "sign":
            return [_meaning(SIGNS[text], text, position)]
    word = text if text[0] != "\\" else text[text.index("{") + 1 : -1].strip()
    for noise in "{} \\":
        word = word.replace(noise, "")
    word = "".join(SUBSCRIPTS.get(x, x) for x in word)
    if word in DIFFERENTIALS:
        raise FormulaError("differential", position, text=text)
    readable = len(word) <= LIMITS["word"] and word not in UNKNOWN
    split = _split(word, metavariables) if readable else None
    if split is None:
        known = ", ".join(name for name in WORDS if WORDS[name] == name)
        raise FormulaError("word", position, text=text[: LIMITS["word"]], known=known)
    tokens = []
    for piece in split:
        capital = metavariables and len(piece) == 1 and piece.isupper()
        tokens.append(
            ("metavariable", piece, piece, position)
            if capital
            else _meaning(WORDS[piece if piece in WORDS else piece.lower()], piece, position)
        )
        position += len(piece)
    return tokens


def _meaning(value: str, text: str, position: int) -> tuple[str, str, str, int]:
    kind = "function" if value in FUNCTIONS else "name" if value in WORDS else "sign"
    return kind, value, text, position


@lru_cache(maxsize=1024)
def _split(word: str, metavariables: bool) -> tuple[str, ...] | None:
    """Split a run of letters into words that the course knows, the longest first: ``au`` is a·u."""
    if not word:
        return ()
    for length in range(min(len(word), 10), 0, -1):
        piece = word[:length]
        known = piece in WORDS or (length > 1 and piece.lower() in WORDS)
        if known or (metavariables and length == 1 and piece.isupper()):
            rest = _split(word[length:], metavariables)
            if rest is not None:
                return (piece, *rest)
    return None
