"""Every other single edit of a right formula, described in words.

A letter exchanged for another of its kind, a term dropped, halved or doubled, a sign, a power, a
mean moved: what comes out different from the truth, from the named mistakes and from each other on
generic exact inputs is kept, and says what it is: "c where u belongs, in the variance term".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from lnteach.formula import (
    Add,
    Call,
    Div,
    Expr,
    FormulaError,
    Mul,
    Name,
    Neg,
    Number,
    Path,
    Pow,
    Rule,
    Sub,
    at,
    definitions,
    to_latex,
    uses,
    walk,
)
from lnteach.maths import plain_math
from lnteach.mistakes.catalogue import get, ids, locate, raw, truth
from lnteach.mistakes.edits import Edit, Edited

__all__ = ["SingleEdit", "single_edits"]

# The letters that can be mistaken for one another: columns of a sample, and scalars of a sample.
_KINDS = (("h", "c", "u", "z", "g_z", "a"), ("mu", "v", "s", "m", "q"), ("r", "q"))
_TWO = Number(Fraction(2))

# Two generic inputs, exact and with rational s at the first; an edit is what it gives there.
_PROBES: tuple[dict[str, Any], ...] = (
    {
        "h": [[-7, 4, 10, 16, 22], [13, 24, 3, 9, 15]],
        "gamma": [3, 1, 4, 1, 2],
        "beta": [1, -1, 2, 0, 1],
        "g_z": [[-5, 6, -2, -2, 2], [4, -1, -4, 2, 3]],
        "eps": 44,
    },
    {
        "h": [["1/2", -3, 2, 5], [4, 1, "-7/3", 6], [1, 2, -1, 0]],
        "gamma": [2, -3, "1/2", 5],
        "beta": [1, 4, -2, "1/3"],
        "g_z": [[3, -1, "2/5", 7], [-2, 5, 1, "1/4"], [1, "2/3", -1, 2]],
        "eps": "3/7",
    },
)


@dataclass(frozen=True)
class SingleEdit(Edited):
    """One edit without a name; `description` says it in words.

    `named` is the id of the mistake in the catalogue that gives the same on all inputs, if any.
    """

    description: str = ""
    named: str | None = None


def single_edits(
    target: str = "g_h", norm: str = "layer", *, named: bool = False
) -> tuple[SingleEdit, ...]:
    """Return the single edits of a formula that give something of their own.

    Parameters
    ----------
    target : str
        Which gradient or output: ``g_h``, ``g_gamma``, ``g_beta``, ``u`` or ``z``. Edits of the
        letters that it rests on count.
    norm : {"layer", "rms"}
        Of which norm.
    named : bool
        Whether to keep those that are mistakes of the catalogue.

    Returns
    -------
    tuple of SingleEdit
        Different from the truth and from each other on generic exact inputs.

    Examples
    --------
    >>> "c where u belongs, in the variance term" in [
    ...     edit.description for edit in single_edits("g_h")]
    True
    """
    found = _single_edits(target, norm)
    return found if named else tuple(edit for edit in found if edit.named is None)


@cache
def _single_edits(target: str, norm: str) -> tuple[SingleEdit, ...]:
    meanings = definitions(norm)
    if target not in meanings:
        raise ValueError(f"`target` is {target!r}, but one of {', '.join(meanings)} is needed")
    known: dict[Any, str | None] = {_fingerprint(truth(norm), target): "truth"}
    for id in ids(norm):
        known.setdefault(_fingerprint(get(id, norm), target), id)
    kept, seen = [], set()
    for letter in (name for name in reversed(tuple(meanings)) if name in uses(target, meanings)):
        for path, new, what in _changes(letter, norm):
            rule = Rule(at(meanings[letter], path), new)
            words = _words(letter, path, norm)
            edit = Edit(letter, "", path, (rule,), words)
            description = what if what.startswith("all of") else f"{what}, {words}"
            made = SingleEdit(norm, (edit,), description=description)
            mark = _fingerprint(made, target)
            if mark is None or known.get(mark) == "truth" or mark in seen:
                continue
            seen.add(mark)
            kept.append(SingleEdit(norm, (edit,), False, made.description, known.get(mark)))
    return tuple(kept)


def _fingerprint(edited: Edited, target: str) -> Any:
    """Return the exact values on both probes; None where the formula has none."""
    try:
        return tuple(edited.value(probe, target) for probe in _PROBES)
    except (FormulaError, ZeroDivisionError):
        return None


def _words(letter: str, path: Path, norm: str) -> str:
    """Say where a node is: by the smallest named place around it."""
    words = raw()["words"]
    places = {locate(letter, place, norm): place for place in raw()["places"][norm].get(letter, {})}
    for length in range(len(path), 0, -1):
        place = places.get(path[:length])
        if letter == "g_h" and place in words:
            return str(words[place])
    return str(words[letter])


def _shown(tree: Expr) -> str:
    return plain_math(to_latex(tree))


def _changes(letter: str, norm: str) -> Iterator[tuple[Path, Expr, str]]:
    """Yield the changes of one definition: where, what stands there instead, in words."""
    meanings = definitions(norm)
    whole = meanings[letter]
    for path, node in walk(whole):
        above = at(whole, path[:-1]) if path else None
        if isinstance(above, Add | Sub) or not path:
            name = f"the term {_shown(node)}" if path else f"all of {_shown(Name(letter))}"
            yield path, Div(node, _TWO), f"{name} is halved"
            yield path, Mul(_TWO, node), f"{name} is doubled"
        yield from ((path, new, what) for new, what in _of_node(node))
        if isinstance(node, Name):
            for kind in _KINDS:
                for other in kind if node.id in kind else ():
                    if other == node.id or letter in uses(other, meanings):
                        continue
                    if other in meanings or other in ("h", "g_z"):
                        yield (
                            path,
                            Name(other),
                            f"{_shown(Name(other))} where {_shown(node)} belongs",
                        )
            if isinstance(above, Mul | Div):
                yield path, Pow(node, Fraction(2)), f"{_shown(node)} squared"
    yield (), Neg(whole), "the opposite sign"


def _of_node(node: Expr) -> Iterator[tuple[Expr, str]]:
    match node:
        case Add(left, right) | Sub(left, right):
            plus = isinstance(node, Add)
            flipped: Any = Sub if plus else Add
            yield left, f"the term {_shown(right)} is dropped"
            yield right if plus else Neg(right), f"the term {_shown(left)} is dropped"
            yield flipped(left, right), f"{'minus' if plus else 'plus'} {_shown(right)}"
        case Mul(left, right):
            yield left, f"the factor {_shown(right)} is dropped"
            yield right, f"the factor {_shown(left)} is dropped"
            yield Div(left, right), f"divided by {_shown(right)} instead of multiplied"
            if isinstance(right, Call) and right.function == "mean":
                inside = Call("mean", (Mul(left, right.arguments[0]),))
                yield inside, f"{_shown(left)} inside the mean"
        case Div(left, right):
            yield left, f"the division by {_shown(right)} is dropped"
            yield Mul(left, right), f"multiplied by {_shown(right)} instead of divided"
        case Pow(base, exponent):
            yield base, f"the power of {_shown(base)} is dropped"
            yield Pow(base, exponent + 1), f"the power {exponent + 1} of {_shown(base)}"
        case Call("sqrt", (body,)):
            yield body, f"the root of {_shown(body)} is dropped"
        case Call("mean", (body,)):
            yield Call("sum", (body,)), f"a sum over {_shown(body)} where a mean belongs"
            yield body, f"the mean over {_shown(body)} is dropped"
            if isinstance(body, Mul):
                first, second = body.left, body.right
                apart = Mul(Call("mean", (first,)), Call("mean", (second,)))
                yield apart, f"two means where the mean of {_shown(body)} belongs"
                yield Mul(first, Call("mean", (second,))), f"{_shown(first)} outside the mean"
                yield Mul(Call("mean", (first,)), second), f"{_shown(second)} outside the mean"
            if isinstance(body, Pow):
                squared = Pow(Call("mean", (body.base,)), body.exponent)
                yield squared, f"the square of a mean where the mean of {_shown(body)} belongs"
        case Call("sum_rows", (body,)):
            yield Call("mean_rows", (body,)), "a mean over the samples where a sum belongs"
            yield body, "the sum over the samples is dropped"
