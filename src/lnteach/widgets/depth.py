"""The widget "depth": how large the gradient is at every block of a stack, and at every feature."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np

from lnteach import core
from lnteach.arrays import Array
from lnteach.experiments import KINDS, Stacks
from lnteach.widgets.curves import Axis, Curve, curves
from lnteach.widgets.explorer import Explorer, Given, judged
from lnteach.widgets.seeded import normals
from lnteach.widgets.spec import Named
from lnteach.widgets.table import Row, table, text_table

__all__ = ["Depth", "DepthResult"]

FEATURES: Final = (3, 16)
WHOLE: Final = {"depth": 24, "seed": 999}  # the largest
LARGEST: Final = 1e6  # of any other number: a million is far beyond what a stack is given
LEVEL: Final = 10  # a gradient that grows or shrinks by this factor has left the level
LOWEST_POWER: Final = -12  # below it the picture ends
# How the curves are told apart: colour, dash, dots, and whether the name stands below.
LOOKS: Final = {
    "none": Curve("no norm", (), dot="round"),
    "pre": Curve("pre-norm", (), dash="6 3", dot="square"),
    "post": Curve("post-norm", (), ink="soft", dash="8 3 2 3", dot="round"),
    "rms": Curve("RMSNorm", (), ink="soft", dash="2 4", dot="square"),
}
NAMED: Final = 0.3  # how far up the stack the names stand, where the curves lie apart
HEIGHT: Final = 180
SMALL: Final = 0.001  # a row of the table that goes below it is written with powers of ten


class DepthResult(NamedTuple):
    """What the core computes for a state of the widget.

    Each gradient is that of independent entries of variance 1 at the top: its size is the root of
    its mean square.

    Attributes
    ----------
    saved : Saved
        What a LayerNorm right on the row saves.
    sizes : dict of str to array (depth + 1,)
        For each kind of stack the size at the input of each block, from the bottom; the last is at
        the top, and 1.
    bottom : dict of str to array (d,)
        For each kind the size at each feature of the row.
    through, level : arrays (d,)
        The size at each feature, had it come through one LayerNorm right on the row and nothing
        else: with the variance term, and without it.
    """

    saved: core.Saved
    sizes: dict[str, Array]
    bottom: dict[str, Array]
    through: Array
    level: Array


class Depth(Explorer):
    """Send a gradient down a deep stack without a norm, and with one in three places.

    Chapter 13. The stacks are those of `lnteach.experiments`, one row wide, with weights from a
    small generator that the browser has as well.

    Parameters
    ----------
    preset : str, optional
        The preset to open with; the course's choice if not given.
    **state
        Any of the attributes below, on top of the preset.

    Attributes
    ----------
    h : list of float
        The row that enters at the bottom, 3 to 16 features.
    gamma : list of float
        The scale of every norm of the stack.
    scale : float
        What the row is multiplied by.
    depth, seed : float
        How many blocks, and which weights; whole numbers.
    gain : float
        How large a branch's rows are against those that enter it.
    eps : float
        The constant under the roots, at least 0.
    placement : {"none", "pre", "post", "rms"}
        The stack that is shown feature by feature.

    Raises
    ------
    traitlets.TraitError
        A value that does not fit; the widget keeps its last good state.

    Examples
    --------
    >>> sizes = Depth("ordinary-row").result.sizes
    >>> bool(sizes["none"][0] > 10 > sizes["pre"][0])
    True
    """

    id = "depth"
    fields = ("h", "gamma", "scale", "gain", "depth", "seed", "eps", "placement")
    h = Given()
    gamma = Given()
    scale = Given()
    gain = Given()
    depth = Given()
    seed = Given()
    eps = Given()
    placement = Given()
    _valid = judged(*fields)

    @classmethod
    def compute(cls, state: Mapping[str, Any]) -> DepthResult:
        """Compute a state with the core: d unit gradients down each of the four stacks."""
        _refuse(state)
        h, gamma = (np.asarray(state[name], dtype=np.float64) for name in ("h", "gamma"))
        d, depth, eps = len(h), int(state["depth"]), state["eps"]
        rows, unit = np.tile(state["scale"] * h, (d, 1)), np.eye(d)
        weights = _weights(int(state["seed"]), depth, d)
        weights = weights * np.array([1.0, state["gain"]])[:, None, None, None]
        sizes, bottom = {}, {}
        for kind in KINDS:
            stack = Stacks(kind, depth=depth, width=d, rows=d, eps=eps, seeds=(0,), gamma=gamma)
            _, kept = stack.forward(rows[None], weights)
            arriving, _ = stack.backward(unit[None], weights, kept)
            squares = (np.stack(arriving)[:, 0] ** 2).sum(axis=1)
            sizes[kind] = np.sqrt(squares.mean(axis=1))
            bottom[kind] = np.sqrt(squares[0])
        _, saved = core.layer_norm_forward(rows, gamma, 0 * gamma, eps)
        routes = core.gradient_routes(unit * gamma, saved)
        through = core.layer_norm_backward(unit, saved).g_h
        _, one = core.layer_norm_forward(rows[0], gamma, 0 * gamma, eps)
        return DepthResult(
            one,
            sizes,
            bottom,
            np.sqrt((through**2).sum(axis=0)),
            np.sqrt(((routes.direct + routes.mean) ** 2).sum(axis=0)),
        )

    @classmethod
    def named(cls, state: Mapping[str, Any]) -> Named:
        """Name the vectors and the scalars as the browser half does."""
        saved, sizes, bottom, through, level = cls.compute(state)
        arrays = {
            "h": np.asarray(state["h"], dtype=np.float64),
            "row": saved.h,
            "gamma": saved.gamma,
            "u": saved.u,
            **sizes,
            "bottom": bottom[state["placement"]],
            "through": through,
            "level": level,
        }
        out = {kind: _outside(sizes[kind]) for kind in ("pre", "post", "rms")}
        low, high = sorted((sizes["pre"][0], sizes["rms"][0]))
        factor, expected = sizes["none"][0] ** (1 / state["depth"]), math.hypot(1, state["gain"])
        scalars = {
            "factor": factor,
            "expected": expected,
            "inverse_s": 1 / saved.s,
            "lowest": sizes["pre"][0] / sizes["pre"][1],
            **{f"bottom_{kind}": size[0] for kind, size in sizes.items()},
            "one": 1.0,
            "short": max(0.0, LEVEL - sizes["none"][0]),
            "stray": max(0.0, abs(factor / expected - 1) - 0.1),
            "outside": max(out.values()),
            "apart": max(0.0, high - 2 * low),
            "excess": _excess(np.abs(saved.u), through),
        }
        left = [LOOKS[kind].label for kind, far in out.items() if far > 1e-9]
        return Named(
            {name: array.tolist() for name, array in arrays.items()},
            {name: float(x) for name, x in scalars.items()},
            {"left": " and ".join([", ".join(left[:-1]), left[-1]] if left[1:] else left)},
        )

    def _blocks(self, named: Named) -> list[Row]:
        """Make the rows of the table that has a column a block."""
        return [
            Row(kind, look.label, look.label, values, power=min(values) < SMALL)
            for kind, look in LOOKS.items()
            for values in [named.vectors[kind]]
        ]

    def _curves(self, named: Named) -> list[Curve]:
        """Name the curves: over the two that are larger there, below the others."""
        at = math.floor(NAMED * self.depth + 0.5)
        ranked = sorted(LOOKS, key=lambda kind: -named.vectors[kind][at])
        return [
            look._replace(values=named.vectors[kind], at=at, below=ranked.index(kind) > 1)
            for kind, look in LOOKS.items()
        ]

    def picture(self, name: str, named: Named) -> str:
        """Draw the curves, and the panels under them."""
        sizes = [x for kind in LOOKS for x in named.vectors[kind]]
        depth = int(self.state["depth"])
        words = self.spec["blocks"]
        plot = curves(
            f"{name}-blocks",
            words["title"],
            text_table(self._blocks(named), words["columns"]),
            range(1, depth + 2),
            self._curves(named),
            Axis(words["across"], 1, depth + 1),
            Axis(words["up"], *_decades(sizes), log=True),
            height=HEIGHT,
            rows=0,
        )
        return f"<div>{plot}</div><div>{super().picture(name, named)}</div>"

    def below(self, named: Named) -> str:
        """Give the numbers of the curves, a column a block."""
        words = self.spec["blocks"]
        caption = str(self.config["title"]), str(words["title"])
        return f"<div>{table(self.id, self._blocks(named), caption, words['columns'])}</div>"

    def static_text(self) -> str:
        """Give the numbers of the current state as two tables of text."""
        blocks = text_table(self._blocks(self.named(self.state)), self.spec["blocks"]["columns"])
        return f"{super().static_text()}\n{blocks}"


@lru_cache(maxsize=64)
def _weights(seed: int, depth: int, d: int) -> Array:
    """Draw the weights of a stack from the bottom up, before the gain: (depth, 2, 1, d, d)."""
    drawn = normals(seed, 2 * depth * d * d).reshape(depth, 2, 1, d, d)
    return drawn * np.sqrt(np.array([2.0, 1.0]) / d)[:, None, None, None]


def _refuse(state: Mapping[str, Any]) -> None:
    """Say what the fields alone cannot."""
    least, most = FEATURES
    if not least <= len(state["h"]) <= most:
        raise ValueError(
            f"`h` has {len(state['h'])} features, but this widget takes {least} to {most}"
        )
    for name, largest in WHOLE.items():
        if state[name] not in range(1, largest + 1):
            raise ValueError(
                f"`{name}` is {state[name]:g}, but must be a whole number from 1 to {largest}"
            )
    row = [state["scale"] * x for x in state["h"]]
    alone = {name: [state[name]] for name in ("gain", "eps")}
    for name, values in {"h": row, "gamma": state["gamma"], **alone}.items():
        if max(map(abs, values)) > LARGEST:
            raise ValueError(f"`{name}` goes beyond a million; no stack is meant for that")


def _outside(size: Array) -> float:
    """Measure how far a curve leaves the range from 1/LEVEL to LEVEL."""
    return float(max(0.0, size.max() - LEVEL, 1 / LEVEL - size.min()))


def _excess(distance: Array, size: Array) -> float:
    """Return by how much a farther feature's gradient exceeds that of a nearer one, at most."""
    farther = distance[:, None] > distance + 1e-9 * distance.max()
    return float(np.max((size[:, None] - size)[farther], initial=0.0))


def _decades(values: list[float]) -> tuple[float, float]:
    """Return the powers of ten that hold all values, and a tenth and ten at least."""
    low = min((x for x in values if x > 0), default=1.0)
    return (
        10.0 ** max(LOWEST_POWER, min(-1, math.floor(math.log10(low)))),
        10.0 ** max(1, math.ceil(math.log10(max(values)))),
    )
