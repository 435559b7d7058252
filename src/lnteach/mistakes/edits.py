"""A norm with edits in its formulas: its values exactly, in floats, and as lines to read.

Nothing is special about the mistakes of shape: a sum over the wrong axis is an edit like any other,
because the language has sums over samples beside those over features.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple

from lnteach import arrays
from lnteach.core import Gradients, RMSGradients
from lnteach.formula import (
    Expr,
    Name,
    Path,
    Rule,
    definitions,
    evaluate,
    evaluate_exact,
    rewrite,
    substitute,
    to_latex,
    to_text,
    uses,
)

__all__ = ["INPUTS", "OUTPUTS", "Edit", "Edited", "Line"]

INPUTS = ("h", "gamma", "beta", "g_z", "eps")
OUTPUTS = ("g_h", "g_gamma", "g_beta", "z", "u")


@dataclass(frozen=True)
class Edit:
    """One change of one node: the definition, where in it, and the rules that are tried there.

    `place` is the name of the node, `words` says it in a phrase: "in the variance term". An edit
    with a `source` has no rules: the letter gets what another letter means once the rest is done.
    """

    definition: str
    place: str
    path: Path
    rules: tuple[Rule, ...]
    words: str
    order: int = 0
    source: str | None = None


class Line(NamedTuple):
    """The line where a mistake happens: a letter, its right formula and the written one."""

    letter: str
    right: Expr
    wrong: Expr
    words: tuple[str, ...]

    @property
    def text(self) -> str:
        """The two formulas on one line of ASCII."""
        return f"{self.letter} = {to_text(self.wrong)}, not {to_text(self.right)}"

    @property
    def latex(self) -> str:
        """What was written, in LaTeX."""
        return f"{to_latex(Name(self.letter))} = {to_latex(self.wrong)}"


@dataclass(frozen=True)
class Edited:
    """LayerNorm (``norm="layer"``) or RMSNorm (``"rms"``) with edits; without any, the truth.

    `shared` says whether the forward pass of whoever wrote this has the edits as well.
    """

    norm: str = "layer"
    edits: tuple[Edit, ...] = ()
    shared: bool = False

    @cached_property
    def _made(self) -> tuple[Mapping[str, Expr], bool]:
        """Return the edited definitions, and whether every edit left its trace."""
        found, complete = dict(definitions(self.norm)), True
        for name, tree in found.items():
            rules = (e for e in self.edits if e.definition == name and e.source is None)
            here = sorted(rules, key=lambda e: e.order)
            if here:
                found[name], applied = rewrite(tree, [(e.path, e.rules) for e in here])
                complete &= len(applied) == len(here)
        taken = {e.definition: found[e.source] for e in self.edits if e.source is not None}
        found |= taken
        return MappingProxyType(found), complete

    @property
    def definitions(self) -> Mapping[str, Expr]:
        """What every letter means here, the edits made."""
        return self._made[0]

    @property
    def complete(self) -> bool:
        """Whether each edit found its pattern; two mistakes may exclude each other."""
        return self._made[1]

    @property
    def formula(self) -> Expr:
        """The formula of `target` as it was written; a changed a is put in."""
        changed = {"a": self.definitions["a"]} if "a" in self.edited else {}
        return substitute(self.definitions[self.target], changed)

    @property
    def edited(self) -> tuple[str, ...]:
        """The letters whose definitions have edits, in the order of the norm's definitions."""
        return tuple(
            name for name in self.definitions if name in {e.definition for e in self.edits}
        )

    @property
    def targets(self) -> tuple[str, ...]:
        """The outputs that the edits reach: of g_h, g_gamma, g_beta, z, u."""
        outputs = OUTPUTS if self.shared or not self.edits else OUTPUTS[:3]
        known = [name for name in outputs if name in self.definitions]
        right = definitions(self.norm)
        return tuple(
            name
            for name in known
            if not self.edits
            or {*uses(name, right), *uses(name, self.definitions)} & {*self.edited}
        )

    @property
    def target(self) -> str:
        """The first of `targets`."""
        return self.targets[0]

    @property
    def lines(self) -> tuple[Line, ...]:
        """Where the edits happen, one line a definition."""
        right = definitions(self.norm)
        return tuple(
            Line(
                name,
                right[name],
                self.definitions[name],
                tuple(dict.fromkeys(e.words for e in self.edits if e.definition == name)),
            )
            for name in self.edited
        )

    def value(self, case: Mapping[str, Any], letter: str | None = None) -> Any:
        """Return an exact value on one case.

        Parameters
        ----------
        case : mapping
            ``h``, ``g_z``, ``eps`` and, where they are not ones and zeros, ``gamma`` and ``beta``,
            as exact numbers; h and g_z hold one row or a sequence of rows. Further letters, such as
            those of `lnteach.symbolic.exact`, are ignored.
        letter : str, optional
            Any letter of the norm; by default `target`.

        Returns
        -------
        Fraction, Surd, or nested tuples of them

        Raises
        ------
        FormulaError
            The exact value has a root of a root.
        ZeroDivisionError
            This formula divides by zero here.

        Examples
        --------
        >>> from lnteach import mistakes
        >>> probe = {"h": [1, 2, 3], "eps": "1/3", "gamma": [2, 1, 3], "g_z": [1, -2, -1]}
        >>> [str(x) for x in mistakes.get("no-variance-route").value(probe)]
        ['3', '-1', '-2']
        """
        given = {name: case[name] for name in INPUTS if name in case}
        row = given["h"][0] if hasattr(given["h"][0], "__len__") else given["h"]
        given.setdefault("gamma", [1] * len(row))
        given.setdefault("beta", [0] * len(row))
        return evaluate_exact(Name(letter or self.target), given, self.definitions)

    def compute(self, h: Any, gamma: Any, beta: Any, g_z: Any, eps: Any = 1e-5) -> Any:
        """Return what this backward pass gives for a batch, in floats.

        Parameters
        ----------
        h, g_z : arrays (..., d)
            Input and upstream gradient.
        gamma, beta : arrays (d,)
            Scale and shift; RMSNorm ignores `beta`.
        eps : float
            The constant under the root.

        Returns
        -------
        Gradients or RMSGradients
            In the dtype that `lnteach.core` computes in; a mistake of shape shows its shape. Where
            it divides by zero there are infinities or NaN.

        Examples
        --------
        >>> from lnteach import mistakes
        >>> wrong = mistakes.get("constant-statistics").compute(
        ...     [4, 0, 4, 0], [1, 0.5, 2, 1], [0, 0, 0, 1], [2, 0, 0.5, 1], 0)
        >>> wrong.g_h.tolist()
        [1.0, 0.0, 0.5, 0.5]
        """
        values = _read(h=h, gamma=gamma, beta=beta, g_z=g_z) | {"eps": eps}
        outputs = Gradients._fields if self.norm == "layer" else RMSGradients._fields
        made = [evaluate(Name(name), values, self.definitions) for name in outputs]
        return (Gradients if self.norm == "layer" else RMSGradients)(*made)

    def forward(self, h: Any, gamma: Any, beta: Any, eps: Any = 1e-5) -> Any:
        """Return the output z of the forward pass that goes with this backward pass.

        Examples
        --------
        >>> from lnteach import mistakes
        >>> mistakes.get("bessel").forward([0, 2], [1, 1], [0, 0], 0).round(3).tolist()
        [-0.707, 0.707]
        """
        values = _read(h=h, gamma=gamma, beta=beta) | {"eps": eps}
        meanings = self.definitions if self.shared else definitions(self.norm)
        return evaluate(Name("z"), values, meanings)


def _read(**given: Any) -> dict[str, Any]:
    xp, found = arrays.read(**given)
    dtype = arrays.working_dtype(xp, *found)
    return {name: xp.asarray(x, dtype=dtype) for name, x in zip(given, found, strict=True)}
