"""The checks of the course, each as it would be made on somebody's backward function.

A check is given ``backward(h, gamma, beta, g_z, eps)``, which returns ``(g_h, g_gamma, g_beta)``,
and ``forward(h, gamma, beta, eps)``, the forward pass that goes with it, which returns z. It says
whether it accepts, and what it saw.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from lnteach.core import GradientCheck, gradient_check, layer_norm, rms_norm
from lnteach.mistakes.probes import Probe, probe

__all__ = ["CHECKS", "Backward", "Check", "Forward", "Verdict", "right_forward"]

Backward = Callable[..., Any]
Forward = Callable[..., Any]

_NAMES = ("g_h", "g_γ", "g_β")


class Verdict(NamedTuple):
    """Whether a check accepts (None: it cannot be made here), and the reason in words."""

    accepts: bool | None
    reason: str


@dataclass(frozen=True)
class Check:
    """A check: its id, the words of its column, and the test itself."""

    id: str
    title: str
    words: str
    run: Callable[[Backward, Forward, str], Verdict]


def _gradients(backward: Backward, p: Probe) -> tuple[Any, ...] | Verdict:
    """Call a backward function; a single array is g_h."""
    with np.errstate(all="ignore"):
        found = backward(*p.inputs)
    gradients = found if isinstance(found, tuple | list) else (found,)
    gradients = tuple(np.asarray(x) for x in gradients)
    if not all(np.all(np.isfinite(x)) for x in gradients):
        return Verdict(None, "it divides by zero on these inputs")
    return gradients


def _shape(backward: Backward, forward: Forward, norm: str) -> Verdict:
    p = probe("generic", norm)
    found = _gradients(backward, p)
    if isinstance(found, Verdict):
        return found
    for name, x, like in zip(_NAMES, found, (p.h, p.gamma, p.gamma), strict=False):
        if x.shape != like.shape:
            return Verdict(False, f"{name} has shape {x.shape}, but {like.shape} is needed")
    return Verdict(True, "every gradient has the shape of what it belongs to")


def _row_check(id: str, test: Callable[[Any, Probe], Verdict]) -> Callable[..., Verdict]:
    """Make a check of g_h alone."""

    def run(backward: Backward, forward: Forward, norm: str) -> Verdict:
        p = probe(id, norm)
        found = _gradients(backward, p)
        if isinstance(found, Verdict):
            return found
        if found[0].shape != p.h.shape:
            return Verdict(False, f"g_h has shape {found[0].shape}, but {p.h.shape} is needed")
        return test(found[0], p)

    return run


def _sum(g_h: Any, p: Probe) -> Verdict:
    if p.norm == "rms":
        return Verdict(None, "RMSNorm takes off no mean, so its gradient need not sum to 0")
    sums = g_h.sum(-1)
    worst = float(sums[np.argmax(np.abs(sums))])
    if np.all(np.abs(sums) <= 1e-9 * np.abs(g_h).sum(-1)):
        return Verdict(True, "the entries of g_h sum to 0")
    return Verdict(False, f"the entries of a row of g_h sum to {worst:.2g}, not to 0")


def _u_dot_zero(g_h: Any, p: Probe) -> Verdict:
    dot = (p.u * g_h).sum(-1)
    size = np.linalg.norm(p.u, axis=-1) * np.linalg.norm(g_h, axis=-1)
    at = int(np.argmax(np.abs(dot) / size))
    if abs(dot[at]) <= 1e-3 * size[at]:
        return Verdict(True, "u·g_h is close to 0")
    return Verdict(False, f"u·g_h is {dot[at]:.2g}, not close to 0")


def _u_dot_exact(g_h: Any, p: Probe) -> Verdict:
    d, q = p.h.shape[-1], (p.a * p.u).mean(-1)
    v = p.v[..., 0]
    wanted = p.eps * d * q / (np.sqrt(v + p.eps) * (v + p.eps))
    dot = (p.u * g_h).sum(-1)
    at = int(np.argmax(np.abs(dot - wanted)))
    if abs(dot[at] - wanted[at]) <= 1e-9 * np.abs(p.u * g_h).sum(-1)[at]:
        return Verdict(True, "u·g_h is ε d mean(a ⊙ u)/(s(v + ε))")
    return Verdict(False, f"u·g_h is {dot[at]:.3g}, but {wanted[at]:.3g} is needed")


def _differences(id: str, *, own: bool = False) -> Callable[..., Verdict]:
    """Make a check by central differences: of g_h, g_gamma and g_beta, as far as they are there."""

    def run(backward: Backward, forward: Forward, norm: str) -> Verdict:
        p = probe(id, norm)
        found = _gradients(backward, p)
        if isinstance(found, Verdict):
            return found
        for n, (name, claim) in enumerate(zip(_NAMES, found, strict=False)):
            like = (p.h, p.gamma, p.beta)[n]
            if claim.shape != like.shape:
                return Verdict(False, f"{name} has shape {claim.shape}, but {like.shape} is needed")
            report = _compare(_loss(id, norm, n, forward if own else None), like, claim)
            if not report:
                part = f"{report.error:.0%}" if report.error >= 0.01 else f"{report.error:.1g}"
                return Verdict(False, f"{name} is off by {part} of its largest entry")
        return Verdict(True, "no gradient differs from the central differences")

    return run


def _compare(loss: Callable[[Any], Any], at: Any, claim: Any) -> GradientCheck:
    with np.errstate(all="ignore"):
        return gradient_check(loss, at, claim)


def _loss(id: str, norm: str, position: int, forward: Forward | None) -> Callable[[Any], Any]:
    """Return the loss as a function of h, gamma or beta, through the right forward or one's own."""
    if forward is None or forward is right_forward(norm):
        return _right_loss(id, norm, position)
    return _made_loss(probe(id, norm), position, forward)


@cache
def _right_loss(id: str, norm: str, position: int) -> Callable[[Any], Any]:
    """Remember the values: every function that is checked at a probe asks for the same ones."""
    loss = _made_loss(probe(id, norm), position, right_forward(norm))
    known: dict[bytes, Any] = {}

    def remembered(x: Any) -> Any:
        key = x.tobytes()
        if key not in known:
            known[key] = loss(x)
        return known[key]

    return remembered


def right_forward(norm: str) -> Forward:
    """Return the core's forward pass as ``forward(h, gamma, beta, eps)``."""
    return layer_norm if norm == "layer" else _rms_forward


def _rms_forward(h: Any, gamma: Any, beta: Any, eps: Any) -> Any:
    return rms_norm(h, gamma, eps)


def _made_loss(p: Probe, position: int, forward: Forward) -> Callable[[Any], Any]:
    def loss(x: Any) -> Any:
        inputs = [p.h, p.gamma, p.beta]
        inputs[position] = x
        return (p.g_z * forward(*inputs, p.eps)).sum()

    return loss


def _check(id: str, title: str, words: str, run: Callable[..., Verdict]) -> Check:
    return Check(id, title, words, run)


CHECKS: tuple[Check, ...] = (
    _check("shape", "Shapes", "each gradient has the shape of what it belongs to", _shape),
    _check("sum", "Sum", "the entries of g_h sum to 0", _row_check("generic", _sum)),
    _check(
        "u-dot-zero",
        "u·g_h against 0",
        "u·g_h is close to 0, at ε = 10⁻⁵; where ε is not small the right answer fails this",
        _row_check("generic", _u_dot_zero),
    ),
    _check(
        "u-dot-exact",
        "u·g_h against its value",
        "u·g_h is ε d mean(a ⊙ u)/(s(v + ε)), at ε near v",
        _row_check("large-eps", _u_dot_exact),
    ),
    _check(
        "unit-gamma",
        "Differences, γ = 1",
        "central differences of the right forward pass with γ = 1",
        _differences("unit-gamma"),
    ),
    _check(
        "upstream-ones",
        "Differences, g_z = 1",
        "central differences of the sum of z, γ random",
        _differences("upstream-ones"),
    ),
    _check(
        "upstream-ones-unit-gamma",
        "Differences, g_z = 1 and γ = 1",
        "central differences of the sum of z with γ = 1, where the right g_h is 0",
        _differences("upstream-ones-unit-gamma"),
    ),
    _check(
        "half-square-loss",
        "Differences, loss ½Σz²",
        "central differences of half the sum of squares of z",
        _differences("half-square-loss"),
    ),
    _check("unit-s", "Differences, s = 1", "central differences at s = 1", _differences("unit-s")),
    _check(
        "zero-mean-a",
        "Differences, mean(a) = 0",
        "central differences where the mean term vanishes",
        _differences("zero-mean-a"),
    ),
    _check(
        "two-valued",
        "Differences, two-valued h, ε = 0",
        "central differences at an h with two values, γ constant on each, and ε = 0",
        _differences("two-values-and-zero-eps"),
    ),
    _check(
        "generic",
        "Differences, all random",
        "central differences with h, γ, β and g_z random, at ε = 10⁻⁵",
        _differences("generic"),
    ),
    _check(
        "small-variance",
        "Differences, a row with v near ε",
        "the same with one row whose variance is about ε",
        _differences("small-variance"),
    ),
    _check(
        "own-forward",
        "Differences, own forward",
        "central differences of the forward pass that goes with this backward pass",
        _differences("small-variance", own=True),
    ),
    _check(
        "float32",
        "Differences, float32",
        "central differences with all random in float32, with the tolerance that float32 needs",
        _differences("float32"),
    ),
)
"""The checks of the course, in the order in which it teaches them."""
