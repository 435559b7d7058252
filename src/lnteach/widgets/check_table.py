"""Which check notices which mistake on the numbers at hand, by the core and the catalogue.

`web/explore/check-table.js` does the same in the browser.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from lnteach import core, mistakes
from lnteach.arrays import Array
from lnteach.formula import Name, evaluate
from lnteach.widgets.check_sweep import EPSILON, Probe, central, tested

__all__ = ["Examined", "Judged", "examine", "judge", "part", "tolerance_for"]

OWN_STEP, OWN_LIMIT = 1e-4, 1e-5  # of differences of somebody's own forward pass
BLIND, CAUGHT, UNDECIDED = 0, 1, 2


class Examined(NamedTuple):
    """A probe with what the core says of it: what is saved, a, its direct term, g_h, a size."""

    probe: Probe
    saved: core.Saved
    a: Array
    direct: Array
    g_h: Array
    scale: float

    def measured(
        self, bits: int, features: Sequence[int], taus: Sequence[float]
    ) -> tuple[Array, Array]:
        """Return central differences, (steps, features), and how far each is off."""
        found = central(self.probe.narrowed(bits), features, taus).astype(np.float64)
        return found, found - self.right(bits)[list(features)]

    def right(self, bits: int) -> Array:
        """Return the right gradient at the probe as a precision holds it."""
        return self.g_h if bits == 64 else _gradient(self.probe.narrowed(bits).wide())[1]


class Judged(NamedTuple):
    """What a check sees of a mistake and of the right gradient, what it allows, and its verdict."""

    limit: float
    gap: float
    right: float
    code: int


def tolerance_for(bits: int) -> float:
    """Return how well central differences agree with a right gradient."""
    return float(20 * EPSILON[bits] ** (2 / 3))


def part(x: float, beside: float) -> float:
    """Return x as a part of something; nothing is no part of anything."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return 0.0 if x == 0 else float(np.float64(x) / beside)


def _gradient(probe: Probe) -> tuple[core.Saved, Array]:
    h, gamma, g_z, eps = probe
    _, saved = core.layer_norm_forward(h, gamma, 0 * h, eps)
    return saved, core.layer_norm_backward(g_z, saved).g_h


def examine(probe: Probe) -> Examined:
    """Compute what the checks need of a probe; `ValueError` where it has no u."""
    saved, g_h = _gradient(probe)
    a = probe.g_z * probe.gamma
    direct = a / saved.s
    return Examined(probe, saved, a, direct, g_h, max(_size(g_h), _size(direct)))


def _size(x: Array) -> float:
    with np.errstate(invalid="ignore"):
        return float(np.max(np.abs(x)))


def _values(ids: Sequence[str], probe: Probe) -> list[Array]:
    """Compute g_h by the formulas of each mistake; NaN where one divides by 0."""
    inputs = {**probe._asdict(), "eps": np.float64(probe.eps)}
    # The features centred twice: with one pass their mean is only nearly 0 where h is far from it.
    c = probe.h - probe.h.mean()
    c = c - c.mean()
    right = mistakes.truth().definitions["mu"]
    found = []
    for id in ids:
        meanings = mistakes.get(id, "layer").definitions
        centred = {"c": c} if meanings["mu"] == right else {}
        with np.errstate(all="ignore"):
            made = evaluate(Name("g_h"), {**inputs, **centred}, meanings)
        value = np.broadcast_to(np.asarray(made, dtype=np.float64), probe.h.shape)
        found.append(value if np.all(np.isfinite(value)) else np.full_like(value, np.nan))
    return found


def judge(
    given: Examined, tau: float, checks: Mapping[str, Any], ids: Sequence[str]
) -> tuple[list[Array], list[list[Judged]]]:
    """Judge each mistake by each check: the values of the mistakes, and a row a mistake.

    Parameters
    ----------
    given : Examined
        The probe.
    tau : float
        The step of the differences.
    checks : mapping
        The checks of the spec: id to limit, precision and probe.
    ids : sequence of str
        The mistakes.
    """
    probe, ones = given.probe, np.ones(len(given.g_h))
    dull = probe._replace(gamma=ones, g_z=ones)
    probes = {"given": given, "unit": examine(probe._replace(gamma=ones)), "dull": examine(dull)}
    every, moved = list(range(len(ones))), tested(len(ones))
    values = {name: _values(ids, at.probe) for name, at in probes.items()}
    identities = _identities(given)
    columns = []
    for id, check in checks.items():
        at, bits = probes[check.get("at", "given")], check.get("bits", 64)
        features = every if bits == 64 and at is given else moved
        missed = at.measured(bits, features, [tau])[1][0]
        gap = identities.get(id) or _distance(at, features, missed)
        limit = check.get("limit", tolerance_for(bits))
        columns.append((values[check.get("at", "given")], limit, gap, gap(at.g_h), check))
    rows = []
    for n, id in enumerate(ids):
        row = []
        for found, limit, gap, right, check in columns:
            allowed, seen = limit, gap(found[n])
            if check.get("own") and mistakes.get(id, "layer").shared:
                allowed, seen = OWN_LIMIT, _own(id, given, found[n])
            sure = np.isfinite(seen) and right <= limit
            code = (CAUGHT if seen > allowed else BLIND) if sure else UNDECIDED
            row.append(Judged(allowed, seen, right, code))
        rows.append(row)
    return values["given"], rows


def _distance(at: Examined, features: Sequence[int], missed: Array) -> Callable[[Array], float]:
    moved = list(features)
    return lambda g: part(_size((g - at.g_h)[moved] - missed), max(_size(g), at.scale))


def _identities(given: Examined) -> dict[str, Callable[[Array], float]]:
    u, s, direct = given.saved.u, float(given.saved.s), given.direct
    v, eps = float((given.saved.c**2).mean()), given.probe.eps
    exact = float(eps * (given.a * u).sum() / (s * (v + eps)))

    def sizes(x: Array) -> float:
        return float(np.abs(x).sum())

    def norm(x: Array) -> float:
        return float(np.sqrt((x * x).sum()))

    return {
        "sum": lambda g: part(abs(float(g.sum())), max(sizes(g), sizes(direct))),
        "u-dot-zero": lambda g: part(
            abs(float((u * g).sum())), norm(u) * max(norm(g), norm(direct))
        ),
        "u-dot-exact": lambda g: part(
            abs(float((u * g).sum()) - exact), max(sizes(g * u), sizes(direct * u))
        ),
    }


def _own(id: str, given: Examined, g: Array) -> float:
    """Compare with differences of the forward pass that goes with a mistake."""
    h, gamma, g_z, eps = given.probe
    by, moved = OWN_STEP * float(given.saved.s), tested(len(h))
    rows = np.repeat(h[None], 2 * len(moved), axis=0)
    for k, j in enumerate(moved):
        rows[2 * k, j] += by
        rows[2 * k + 1, j] -= by
    with np.errstate(all="ignore"):
        z = mistakes.get(id, "layer").forward(rows, gamma, np.ones(len(h)), np.float64(eps))
        losses = np.broadcast_to(z, rows.shape) @ g_z
        gaps = g[moved] - (losses[::2] - losses[1::2]) / (2 * by)
    return part(_size(gaps), max(_size(g), given.scale))
