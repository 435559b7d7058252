"""The concrete cases of a content file, computed exactly, and the facts it claims about them.

A case states inputs; every other letter follows by `lnteach.symbolic.exact`, that is, from the
derivation itself. A fact is one relation, ``before.u == [-1, 0, 1]`` or ``shifted.u != before.u``,
and the validator recomputes both sides, so no input, claim or sign can change unnoticed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from lnteach.course.schema import SLUG, Document, Reader, items, mapping, pattern, text
from lnteach.maths import latex_value, plain_value

__all__ = ["CASES", "FACTS", "Cases", "check_facts", "compute", "parse_value", "same", "verdict"]

_ROOT = r"(?:\d+\*)?sqrt\(\d+\)"
_NUMBER = rf"-?(?:\d+|{_ROOT})(?:/\d+)?"
_SHIFT = r"-?alpha\*one"

Cases = Mapping[str, Mapping[str, Any]]

_number = pattern(_NUMBER, "an exact number such as 2, -1/3 or 2*sqrt(5)/5")
_vector = items(_number)


def _change(node: Any, where: str, document: Document) -> Any:
    """Read dh: a vector, or the same alpha on every feature."""
    if hasattr(node, "value") and isinstance(node.value, str):
        return pattern(_SHIFT, "a vector, or `alpha*one`")(node, where, document)
    return _vector(node, where, document)


_LETTERS: dict[str, Reader] = {
    "h": _vector,
    "eps": _number,
    "gamma": _vector,
    "beta": _vector,
    "g_z": _vector,
}
CASES: Reader = mapping(
    each=mapping(optional={**_LETTERS, "from": SLUG, "dh": _change, "alpha": _number})
)
FACTS: Reader = items(text)


def parse_value(written: str) -> Any:
    """Read an exact number, or a vector of them in brackets, as SymPy values.

    Examples
    --------
    >>> parse_value("[-1, 0, 1/3]")
    (-1, 0, 1/3)
    """
    import sympy

    written = written.strip()
    if written.startswith("[") and written.endswith("]"):
        return tuple(parse_value(entry) for entry in written[1:-1].split(","))
    if not re.fullmatch(_NUMBER, written):
        raise ValueError(f"{written!r} is not an exact number such as 2, -1/3 or 2*sqrt(5)/5")
    whole = re.fullmatch(r"(-?)(\d+\*)?(?:sqrt\((\d+)\)|(\d+))(?:/(\d+))?", written)
    assert whole is not None  # the same grammar as _NUMBER
    sign, factor, radicand, integer, under = whole.groups()
    value = sympy.sqrt(int(radicand)) if radicand else sympy.Integer(integer)
    value = value * int(factor.rstrip("*")) if factor else value
    return (-value if sign else value) / sympy.Integer(under or 1)


def compute(raw: Mapping[str, Mapping[str, Any]], document: Document) -> Cases:
    """Compute every letter of every case, in the order of the file."""
    cases: dict[str, Mapping[str, Any]] = {}
    for name, inputs in raw.items():
        where = f"cases.{name}"
        try:
            cases[name] = _case(inputs, cases)
        except (ValueError, TypeError, KeyError, ZeroDivisionError) as error:
            document.complain(where, str(error.args[0]) if error.args else repr(error))
    return cases


def _case(inputs: Mapping[str, Any], known: Cases) -> dict[str, Any]:
    from lnteach.symbolic import exact

    base_name = inputs.get("from")
    if base_name is not None and base_name not in known:
        raise ValueError(f"`from` names {base_name!r}, which is no case above this one")
    given: dict[str, Any] = {}
    if base_name is not None:
        given = {k: v for k, v in known[base_name].items() if k in _LETTERS}
    for letter in _LETTERS:
        if letter in inputs:
            written = inputs[letter]
            given[letter] = _exact(written)
    if "h" not in given or "eps" not in given:
        raise ValueError("needs `h` and `eps` (or `from`, the case they come from)")
    if "dh" not in inputs:
        return _values(exact(**given), given)
    dh, shown = _dh(inputs, len(given["h"]))
    along = exact(**given, dh=dh)
    # A case with a change stands after it; the differentials are those along the change.
    moved = {**given, "h": tuple(a + b for a, b in zip(given["h"], dh, strict=True))}
    values = _values(exact(**moved), moved)
    for letter in ("dmu", "dc", "dv", "ds", "du", "du_direct", "du_mean", "du_variance"):
        values[letter] = along[letter]
    return {**values, "dh": dh, "map": shown}


def _values(result: Any, given: Mapping[str, Any]) -> dict[str, Any]:
    return {**{name: result[name] for name in result.names()}, **given}


def _exact(written: Any) -> Any:
    return parse_value("[" + ",".join(written) + "]" if isinstance(written, tuple) else written)


def _dh(inputs: Mapping[str, Any], d: int) -> tuple[tuple[Any, ...], str]:
    """Give the change and the map it makes, in LaTeX."""
    written = inputs["dh"]
    if isinstance(written, tuple):
        dh = _exact(written)
        if len(dh) != d:
            raise ValueError(f"`dh` has {len(dh)} entries, but `h` has {d}")
        return dh, rf"h \mapsto h + {latex_value(dh)}"
    if "alpha" not in inputs:
        raise ValueError("`dh` uses alpha, so the case needs `alpha`")
    sign = -1 if written.startswith("-") else 1
    dh = (sign * parse_value(inputs["alpha"]),) * d
    return dh, rf"h \mapsto h {'-' if sign < 0 else '+'} \alpha\mathbf{{1}}"


def same(left: Any, right: Any) -> bool:
    """Tell whether two exact values are equal; a plain 0 stands for the zero vector too."""
    if isinstance(left, tuple) and isinstance(right, tuple):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, tuple) or isinstance(right, tuple):
        vector, number = (left, right) if isinstance(left, tuple) else (right, left)
        if number != 0:
            raise ValueError("compares a vector with a number; only 0 stands for a vector")
        return all(same(entry, 0) for entry in vector)
    import sympy

    return bool(sympy.sympify(left - right).equals(0))


def verdict(relation: str, cases: Cases) -> tuple[bool, str]:
    """Recompute one relation; the second part says what its left side really is.

    Raises
    ------
    ValueError
        If it is not a relation, or names a case or letter that is not there.
    """
    parts = re.fullmatch(r"(.+?)\s*(==|!=)\s*(.+)", relation)
    if parts is None:
        raise ValueError(f"{relation!r} is not a relation such as `before.u == [-1, 0, 1]`")
    left, right = (_side(side, cases) for side in (parts[1], parts[3]))
    holds = same(left, right) == (parts[2] == "==")
    return holds, f"{parts[1]} is {plain_value(left)}"


def check_facts(facts: tuple[str, ...], cases: Cases, document: Document) -> None:
    """Recompute each fact; a wrong one is a problem at its own line."""
    for number, fact in enumerate(facts, start=1):
        try:
            holds, found = verdict(fact, cases)
        except ValueError as error:
            document.complain(f"facts.{number}", str(error))
        else:
            if not holds:
                document.complain(f"facts.{number}", f"`{fact}` does not hold: {found}")


def look_up(name: str, cases: Cases) -> Any:
    """Find ``case.letter``."""
    case, _, letter = name.partition(".")
    if case not in cases:
        raise ValueError(f"{name!r}: there is no case {case!r}; the cases are {', '.join(cases)}")
    if letter not in cases[case]:
        letters = ", ".join(sorted(cases[case]))
        raise ValueError(f"{name!r}: case {case!r} has no {letter!r}; it has {letters}")
    return cases[case][letter]


def _side(side: str, cases: Cases) -> Any:
    side = side.strip()
    return look_up(side, cases) if re.match(r"[a-z]", side) and "." in side else parse_value(side)
