"""The tree of a formula: small frozen nodes, and where in the tree one of them stands.

A path is a tuple of positions counted from 0: of ``(a - m)/s``, the path ``(0, 1)`` is the m. An
edit names the path it changes, so the line where a mistake happens is the node at that path.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from lnteach.formula.language import FUNCTIONS

__all__ = [
    "Add",
    "Call",
    "Div",
    "Expr",
    "Mul",
    "Name",
    "Neg",
    "Number",
    "Path",
    "Pow",
    "Sub",
    "at",
    "find",
    "height",
    "names",
    "parts",
    "rebuild",
    "replace",
    "substitute",
    "walk",
]

Path: TypeAlias = tuple[int, ...]
"""Where in a tree a node stands: the number of the child to take at each step down."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number that is at least 0; a negative one is `Neg` of it."""

    value: Fraction

    def __post_init__(self) -> None:
        if self.value < 0:
            raise ValueError(f"`value` is {self.value}, but a number that is at least 0 is needed")


@dataclass(frozen=True, slots=True)
class Name:
    """A letter of the course, by its name in code: ``u``, ``gamma``, ``g_z``."""

    id: str


@dataclass(frozen=True, slots=True)
class Neg:
    """The negative of `body`."""

    body: Expr


@dataclass(frozen=True, slots=True)
class Add:
    """A sum; a scalar beside a column is added to every entry."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Sub:
    """A difference."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Mul:
    """A product; of two columns, entry by entry."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Div:
    """A quotient; of columns, entry by entry."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Pow:
    """A power whose exponent is an integer or half of one; of a column, entry by entry."""

    base: Expr
    exponent: Fraction

    def __post_init__(self) -> None:
        if self.exponent.denominator > 2:
            raise ValueError(f"`exponent` is {self.exponent}, but a multiple of 1/2 is needed")


@dataclass(frozen=True, slots=True)
class Call:
    """A function of the language: mean, sum, dot, sqrt, and mean_rows, sum_rows over samples."""

    function: str
    arguments: tuple[Expr, ...]

    def __post_init__(self) -> None:
        needed = FUNCTIONS.get(self.function)
        if needed is None:
            raise ValueError(f"`function` is {self.function!r}, but one of {', '.join(FUNCTIONS)}")
        if len(self.arguments) != needed:
            raise ValueError(f"`{self.function}` takes {needed}, but got {len(self.arguments)}")


Expr: TypeAlias = Number | Name | Neg | Add | Sub | Mul | Div | Pow | Call
"""A formula: any node, with the formulas under it."""


def parts(node: Expr) -> tuple[Expr, ...]:
    """Return the nodes directly below a node.

    Examples
    --------
    >>> parts(Sub(Name("h"), Name("mu")))
    (Name(id='h'), Name(id='mu'))
    """
    match node:
        case Add() | Sub() | Mul() | Div():
            return (node.left, node.right)
        case Neg(body):
            return (body,)
        case Pow(base, _):
            return (base,)
        case Call(_, arguments):
            return arguments
        case _:
            return ()


def rebuild(node: Expr, new: tuple[Expr, ...]) -> Expr:
    """Return the same kind of node over other parts."""
    match node:
        case Add() | Sub() | Mul() | Div():
            return type(node)(*new)
        case Neg():
            return Neg(*new)
        case Pow(_, exponent):
            return Pow(new[0], exponent)
        case Call(function, _):
            return Call(function, new)
        case _:
            return node


def walk(node: Expr, path: Path = ()) -> Iterator[tuple[Path, Expr]]:
    """Yield every node with its path, from the root down and from left to right."""
    yield path, node
    for position, part in enumerate(parts(node)):
        yield from walk(part, (*path, position))


def at(node: Expr, path: Path) -> Expr:
    """Return the node at a path.

    Examples
    --------
    >>> at(Sub(Name("h"), Name("mu")), (1,))
    Name(id='mu')
    """
    for position in path:
        node = parts(node)[position]
    return node


def replace(node: Expr, path: Path, new: Expr) -> Expr:
    """Return the tree with another node at a path.

    Examples
    --------
    >>> replace(Sub(Name("h"), Name("mu")), (1,), Number(Fraction(0)))
    Sub(left=Name(id='h'), right=Number(value=Fraction(0, 1)))
    """
    if not path:
        return new
    below = list(parts(node))
    below[path[0]] = replace(below[path[0]], path[1:], new)
    return rebuild(node, tuple(below))


def substitute(node: Expr, values: Mapping[str, Expr]) -> Expr:
    """Put a tree for each of the names given, at all places at once."""
    if isinstance(node, Name):
        return values.get(node.id, node)
    return rebuild(node, tuple(substitute(part, values) for part in parts(node)))


def find(node: Expr, wanted: Expr) -> list[Path]:
    """Return the paths at which a tree stands inside another."""
    return [path for path, part in walk(node) if part == wanted]


def names(node: Expr) -> frozenset[str]:
    """Return the letters that a formula uses."""
    return frozenset(part.id for _, part in walk(node) if isinstance(part, Name))


def height(node: Expr) -> int:
    """Return how many nodes stand above one another at most."""
    return 1 + max((height(part) for part in parts(node)), default=0)
