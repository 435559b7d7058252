"""One formula for the whole family: which axes are reduced, and whether γ may leave the bracket.

A norm takes mean and variance over some indices of an array and has one γ for some indices. Each
set of entries that share a mean and a variance is a column of its own, so the derived gradient
holds for it, with the mean taken over the reduced indices.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, Final

from sympy import Eq, IndexedBase, Mul, Sum, Symbol, expand

from lnteach.symbolic import letters as x
from lnteach.symbolic.algebra import linear, put
from lnteach.symbolic.collect import derivation
from lnteach.symbolic.explicit import evaluate
from lnteach.symbolic.letters import SIZE, Expr, d, i, j
from lnteach.symbolic.rms import rms_derivation
from lnteach.symbolic.steps import Derivation, Step
from lnteach.symbolic.tables import example, tables

INDEX: Final = {str(index): index for index in SIZE if index not in (j, x.k)}
s = IndexedBase("s")


@dataclass(frozen=True)
class Correction:
    """The gradient of one norm, and where its γ may stand.

    Attributes
    ----------
    name
        What the norm is called, as a name in code.
    layout, reduced, parameter
        The indices of the array; those that mean and variance run over; those that γ has.
    centred
        Whether a mean is taken off; RMSNorm takes none.
    """

    name: str
    layout: tuple[Expr, ...]
    reduced: tuple[Expr, ...]
    parameter: tuple[Expr, ...]
    centred: bool = True

    @property
    def terms(self) -> tuple[str, ...]:
        """The routes that leave a term: direct, mean and variance, or direct and scale."""
        return ("direct", "mean", "variance") if self.centred else ("direct", "scale")

    @property
    def gradient(self) -> Step:
        """The gradient with γ inside the means: the derivation, read over the reduced indices."""
        one = self._at(self.parameter)
        along = "the " + " and ".join(f"index {index}" for index in self.reduced)
        return self._step(
            self.name, x.g_h[self.layout], self._read(lambda at: x.g_z[at] * x.gamma[one(at)]),
            f"What entries share is averaged along {along}. Those that share it are a column of "
            "their own, and the derived gradient holds for it, with 𝑎 = g_z ⊙ γ inside.",
            "g_h_means" if self.centred else "rms_g_h_means", "a",
        )  # fmt: skip

    @property
    def gamma_leaves(self) -> bool:
        """Whether γ may stand in front of the bracket, for all sizes: proved by `remainder`."""
        return bool(self.remainder == 0)

    @property
    def remainder(self) -> Expr:
        """The gradient less the formula with γ in front; SymPy pulls γ out of a sum if it can.

        It can exactly if γ does not carry the summed index. If something is left, `counterexample`
        shows numbers for which it is not 0.
        """
        return expand(linear(self.gradient.rhs - self._in_front()))

    @property
    def outside(self) -> Step:
        """The gradient with γ in front of the bracket.

        Raises
        ------
        ValueError
            If γ changes along a reduced index, so that this formula is wrong.
        """
        if not self.gamma_leaves:
            along = ", ".join(str(p) for p in self.parameter if p in self.reduced)
            raise ValueError(f"γ of {self.name} changes along {along}, so it stays in the bracket")
        return self._step(
            f"{self.name}_outside", x.g_h[self.layout], self._in_front(),
            "γ is constant along every reduced index, so it comes out of each mean and stands in "
            "front, once.", self.name,
        )  # fmt: skip

    @property
    def gamma_gradient(self) -> Step:
        """The gradient of γ: a sum over the indices that γ does not have."""
        rest = [p for p in self.layout if p not in self.parameter]
        body = x.g_z[self.layout] * x.u[self.layout]
        return self._step(
            f"{self.name}_gamma", x.g_gamma[self.parameter],
            Sum(body, *((p, 1, SIZE[p]) for p in rest)) if rest else body,
            "One γ serves all entries that differ in other indices, so their parts add up.",
            "g_gamma_batch",
        )  # fmt: skip

    def counterexample(self) -> dict[str, Any] | None:
        """Give exact numbers for which γ in front is wrong, or None if it never is.

        Returns
        -------
        dict or None
            h, gamma and g_z nested in the order of the layout, eps, and the two answers
            ``right`` and ``in_front``, entry after entry.
        """
        if self.gamma_leaves:
            return None
        values = example(self)
        found = {name: values[name] for name in ("h", "gamma", "g_z", "eps")}
        places = [dict(zip(self.layout, at, strict=True)) for at in values["cells"]]
        for name, rhs in (("right", self.gradient.rhs), ("in_front", self._in_front())):
            found[name] = tuple(expand(evaluate(rhs, values, at)) for at in places)
        if found["right"] == found["in_front"]:
            raise ArithmeticError(f"the example does not tell where γ of {self.name} stands")
        return found

    def _in_front(self) -> Expr:
        bracket = self._read(lambda at: x.g_z[at]) * self._s()
        return x.gamma[self.parameter] * expand(bracket) / self._s()

    def _step(self, name: str, lhs: Expr, rhs: Expr, why: str, *uses: str) -> Step:
        statement = Eq(lhs, rhs, evaluate=False)
        world = partial(tables, self)
        return Step(name, statement, why, uses, entries=True, world=world)

    def _s(self) -> Expr:
        return s[tuple(p for p in self.layout if p not in self.reduced)]

    def _at(self, wanted: tuple[Expr, ...]) -> Any:
        return lambda at: tuple(at[self.layout.index(p)] for p in wanted)

    def _read(self, arriving: Any) -> Expr:
        """Read the derived gradient over the reduced indices, with `arriving` for a."""
        steps, root = (derivation(), x.s) if self.centred else (rms_derivation(), x.r)
        expr = steps["g_h_means" if self.centred else "rms_g_h_means"].rhs
        primed = {p: Symbol(f"{p}'", integer=True, positive=True) for p in self.reduced}
        here = {i: self.layout, j: tuple(primed.get(p, p) for p in self.layout)}
        expr = put(expr, x.a, lambda at: arriving(here[at]))
        expr = put(expr, x.u, lambda at: IndexedBase("u")[here[at]])
        over = [(primed[p], 1, SIZE[p]) for p in self.reduced]
        counted = expr.subs(d, Mul(*(SIZE[p] for p in self.reduced)))
        return counted.replace(Sum, lambda body, _: Sum(body, *over)).subs(root, self._s())


FAMILY: Final[Mapping[str, Any]] = {
    "layer_norm": ("n i", "i", "i"),
    "rms_norm": ("n i", "i", "i", False),
    "batch_norm": ("n i", "n", "i"),
    "batch_norm_images": ("n i p", "n p", "i"),
    "instance_norm": ("n i p", "p", "i"),
    "group_norm": ("n q m p", "m p", "q m"),
}
"""Each norm: the indices of its array, the reduced ones, those of γ; whether it is centred."""


def corrections(
    reduced: str,
    parameter: str,
    *,
    layout: str = "n i",
    centred: bool = True,
    name: str = "this_norm",
) -> Correction:
    """Derive the gradient of a norm from the indices it reduces and those that its γ has.

    Parameters
    ----------
    reduced, parameter
        Indices separated by spaces: n the sample, i the channel, p the place in an image; for
        groups, q the group and m the channel within it.
    layout
        All indices of the array.
    centred
        False for a norm that takes no mean off.
    name
        What its steps are called.

    Raises
    ------
    ValueError
        If an index is unknown, stands twice, or is not one of `layout`'s; if nothing is reduced.

    Examples
    --------
    >>> corrections("n", "i").gamma_leaves, corrections("i", "i").gamma_leaves
    (True, False)
    """
    every = _indices("layout", layout, INDEX)
    allowed = {str(p): p for p in every}
    over = _indices("reduced", reduced, allowed)
    if not over:
        raise ValueError("`reduced` is empty, but a norm needs an index to take its mean over")
    return Correction(name, every, over, _indices("parameter", parameter, allowed), centred)


@lru_cache(maxsize=1)
def family() -> Mapping[str, Correction]:
    """Return the norms of the course by name: which axis, which terms, where γ may stand.

    Examples
    --------
    >>> {name: norm.gamma_leaves for name, norm in family().items()}["group_norm"]
    False
    """
    made = {}
    for name, (layout, reduced, parameter, *centred) in FAMILY.items():
        flag = centred[0] if centred else True
        made[name] = corrections(reduced, parameter, layout=layout, centred=flag, name=name)
    return made


@lru_cache(maxsize=1)
def norm_family() -> Derivation:
    r"""Return the steps of the whole family: each gradient, with γ in front where it may be.

    Examples
    --------
    >>> [name for name in norm_family() if name.endswith("_outside")]
    ['batch_norm_outside', 'batch_norm_images_outside', 'instance_norm_outside']
    """
    steps: dict[str, Step] = {}
    for norm in family().values():
        found = [norm.gradient, *([norm.outside] if norm.gamma_leaves else []), norm.gamma_gradient]
        steps |= {step.name: step for step in found}
    return Derivation(steps)


def _indices(argument: str, text: str, allowed: Mapping[str, Expr]) -> tuple[Expr, ...]:
    words = text.split()
    for word in words:
        if word not in allowed:
            raise ValueError(
                f"`{argument}` names the index {word!r}, but only {', '.join(allowed)} can be there"
            )
        if words.count(word) > 1:
            raise ValueError(f"`{argument}` names the index {word!r} twice, but needs it once")
    return tuple(allowed[word] for word in words)
