"""The concrete cases of a content file, computed exactly, and the facts it claims about them.

A case states inputs; every other letter follows by `lnteach.symbolic.exact`, that is, from the
derivation itself. A fact is one relation, ``before.u == [-1, 0, 1]`` or ``sum(probe.g_h) == 0``,
and the validator recomputes both sides, so no input, claim or sign can change unnoticed.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from lnteach.course.expressions import Cases, evaluate
from lnteach.course.relations import verdict
from lnteach.course.schema import SLUG, Document, Reader, choice, items, mapping, pattern, text
from lnteach.maths import latex_value

__all__ = ["CASES", "FACTS", "CaseTable", "Cases", "check_facts", "compute"]

_ROOT = r"(?:\d+\*)?sqrt\(\d+\)"
_NUMBER = rf"-?(?:\d+|{_ROOT})(?:/\d+)?"
_SHIFT = r"-?alpha\*one"

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
    each=mapping(
        optional={
            **_LETTERS,
            "from": SLUG,
            "norm": choice("layer", "rms"),
            "dh": _change,
            "alpha": _number,
            "scale": _number,
        }
    )
)
FACTS: Reader = items(text)


class CaseTable(dict[str, Mapping[str, Any]]):
    """The cases of one content file by name, and the facts that the file states of them."""

    facts: tuple[str, ...] = ()


def compute(
    raw: Mapping[str, Mapping[str, Any]], document: Document, facts: tuple[str, ...] = ()
) -> CaseTable:
    """Compute every letter of every case, in the order of the file."""
    cases = CaseTable()
    cases.facts = facts
    for name, inputs in raw.items():
        where = f"cases.{name}"
        try:
            cases[name] = _case(inputs, cases)
        except (ValueError, TypeError, KeyError, ZeroDivisionError) as error:
            document.complain(where, str(error.args[0]) if error.args else repr(error))
    return cases


def _case(inputs: Mapping[str, Any], known: Cases) -> dict[str, Any]:
    base_name = inputs.get("from")
    if base_name is not None and base_name not in known:
        raise ValueError(f"`from` names {base_name!r}, which is no case above this one")
    given: dict[str, Any] = {}
    norm = inputs.get("norm", "layer")
    if base_name is not None:
        base = known[base_name]
        given = {k: v for k, v in base.items() if k in _LETTERS}
        norm = inputs.get("norm", base.get("norm", "layer"))
    for letter in _LETTERS:
        if letter in inputs:
            given[letter] = _exact(inputs[letter])
    if "h" not in given or "eps" not in given:
        raise ValueError("needs `h` and `eps` (or `from`, the case they come from)")
    if "dh" not in inputs and "scale" not in inputs:
        return _values(given, norm)
    if norm == "rms":
        raise ValueError("`dh` and `scale` are there for LayerNorm only")
    dh, shown = _scaled(inputs, given["h"]) if "scale" in inputs else _dh(inputs, len(given["h"]))
    along = _values({**given, "dh": dh}, norm)
    # A case with a change stands after it; the differentials are those along the change.
    values = _values({**given, "h": tuple(a + b for a, b in zip(given["h"], dh, strict=True))})
    for letter in ("dmu", "dc", "dv", "ds", "du", "du_direct", "du_mean", "du_variance"):
        values[letter] = along[letter]
    for letter in ("alpha", "scale"):
        if letter in inputs:
            values[letter] = _exact(inputs[letter])
    return {**values, "dh": dh, "map": shown}


def _values(given: Mapping[str, Any], norm: str = "layer") -> dict[str, Any]:
    return dict(_evaluated(tuple(given.items()), norm))


@lru_cache(maxsize=512)  # while a file is edited or mutated, most of its cases stay as they are
def _evaluated(inputs: tuple[tuple[str, Any], ...], norm: str) -> dict[str, Any]:
    """Evaluate the derivation of the norm on the inputs, and the two means of the bracket."""
    from lnteach import symbolic

    given = dict(inputs)
    if norm == "rms":
        if "beta" in given:
            raise ValueError("RMSNorm has no `beta`")
        found: dict[str, Any] = {**symbolic.exact_rms(**given), "norm": norm}
    else:
        found = dict(symbolic.exact(**given))
    if "a" in found:
        found["m"] = evaluate("mean(x.a)", {"x": found})
        found["q"] = evaluate("mean(x.a * x.u)", {"x": found})
    return {**found, **given}


def _exact(written: Any) -> Any:
    return evaluate("[" + ",".join(written) + "]" if isinstance(written, tuple) else written, {})


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
    dh = (sign * _exact(inputs["alpha"]),) * d
    return dh, rf"h \mapsto h {'-' if sign < 0 else '+'} \alpha\mathbf{{1}}"


def _scaled(inputs: Mapping[str, Any], h: tuple[Any, ...]) -> tuple[tuple[Any, ...], str]:
    """Give the change that multiplies h by a factor, and the map, in LaTeX."""
    if "dh" in inputs:
        raise ValueError("has `dh` and `scale`; one of them is a change")
    factor = _exact(inputs["scale"])
    return tuple((factor - 1) * x for x in h), r"h \mapsto \lambda h"


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
