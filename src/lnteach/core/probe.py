"""What a probe of the backward pass cannot see: lecture page 71's three conditions and four guards.

Everything is measured against what `gradient_check` resolves in the dtype at hand: what differs by
less than ten times its tolerance counts as hidden.
"""

from typing import Any, NamedTuple

import numpy as np

from lnteach import arrays
from lnteach.arrays import Array, Namespace
from lnteach.core._rows import is_constant, mean, where_true
from lnteach.core.check import tolerance_for
from lnteach.core.layernorm import _forward


class Finding(NamedTuple):
    """One way in which a probe is blind.

    `id` is a stable name; `rows` are the rows concerned, as index tuples, empty for a single vector
    or where all rows are concerned alike.
    """

    id: str
    sentence: str
    rows: tuple[tuple[int, ...], ...]


_SENTENCES = {
    "constant-h": "A constant h has u = 0, which hides the term with u.",
    "uniform-gamma": "A uniform gamma factors out, so a wrong place for it is not seen.",
    "zero-eps": "With eps = 0, or lost beside v, s is √v: a forgotten eps is not seen.",
    "unit-s": "With s = 1 a missing or wrong power of s is not seen.",
    "zero-mean-a": "With mean(a) = 0 the mean term vanishes: a mistake in it is not seen.",
    "zero-mean-au": "With mean(a*u) = 0 the variance term vanishes: a mistake in it is not seen.",
    "constant-u-squared": "With all u*u equal, a rule that takes u*u for its mean is not seen.",
}


def _hidden(
    h: Array, gamma: Array, eps: float, g_z: Array, small: float, xp: Namespace
) -> dict[str, Array]:
    """Return for each finding the rows it concerns, as a boolean array."""
    _, c, s, u = _forward(xp, h, eps)
    a = g_z * gamma
    uu = u * u

    def largest(x: Array) -> Array:
        return xp.max(xp.abs(x), axis=-1)

    def negligible(x: Array, beside: Array) -> Array:
        return largest(x) <= small * beside

    constant = is_constant(h, xp) | negligible(u, 1.0)
    root = xp.sqrt(mean(c * c, xp))
    au = negligible(mean(a * u, xp), largest(a) * largest(u))
    return {
        "constant-h": constant,
        "zero-eps": ~constant & negligible(s - root, root[..., 0]),
        "unit-s": negligible(s - 1, 1.0),
        "zero-mean-a": negligible(mean(a, xp), largest(a)),
        "zero-mean-au": ~constant & au,  # a constant row is reported once
        "constant-u-squared": ~constant & negligible(uu - mean(uu, xp), largest(uu)),
    }


def probe_quality(h: Array, gamma: Array, eps: Any, g_z: Array) -> tuple[Finding, ...]:
    """Say what a check of the backward pass at this probe cannot see.

    Parameters
    ----------
    h, g_z : arrays (..., d)
        The input and the upstream gradient of the probe, real.
    gamma : array (d,)
        The scale.
    eps : float
        The constant under the root; 0 is allowed with constant rows too, since both are reported.

    Returns
    -------
    tuple of Finding
        Empty for a good probe. The lecture's three conditions: ``constant-h``, ``uniform-gamma``,
        ``zero-eps``. Further guards: ``unit-s`` (s = 1), ``zero-mean-a`` (mean(a) = 0),
        ``zero-mean-au`` (mean(a*u) = 0), ``constant-u-squared``. Equalities hold to ten times what
        `gradient_check` resolves in the dtype of the arguments (float16 counts as float32).

    Raises
    ------
    ValueError
        `gamma` or `g_z` has the wrong shape, `h` has no axis or d = 0, `eps` is negative or NaN.
    TypeError
        An argument holds no real numbers, or arrays come from different libraries.

    Notes
    -----
    Lecture page 71. The three conditions alone do not suffice: the lecture's own probe has s = 1.

    Examples
    --------
    >>> [finding.id for finding in probe_quality([1, 2, 3], [2, 1, 3], 1/3, [1, -2, -1])]
    ['unit-s']
    >>> probe_quality([[1, 2, 4], [5, 5, 5]], [2, 1, 3], 1/3, [[1, -2, 3], [1, 2, 3]])[0].sentence
    'Row 1: A constant h has u = 0, which hides the term with u.'
    """
    xp, (h, gamma, g_z) = arrays.read(h=h, gamma=gamma, g_z=g_z)
    for name, value in (("h", h), ("gamma", gamma), ("g_z", g_z)):
        arrays.check_real(name, value)
    arrays.check_features(h)
    arrays.check_parameter("gamma", gamma, h)
    arrays.check_shape("g_z", g_z, h)
    eps = arrays.check_eps(eps)
    dtype = arrays.working_dtype(xp, h, gamma, g_z)
    h, gamma, g_z = (xp.asarray(x, dtype=dtype) for x in (h, gamma, g_z))
    small = 10 * tolerance_for(arrays.machine_epsilon(xp, dtype))

    with np.errstate(divide="ignore", invalid="ignore"):  # s = 0 belongs to a constant row
        hidden = _hidden(h, gamma, eps, g_z, small, xp)
    spread = xp.max(gamma) - xp.min(gamma)
    alike = {
        "uniform-gamma": bool(spread <= small * xp.max(xp.abs(gamma))),
        "zero-eps": eps == 0,
    }
    findings = []
    for name in _SENTENCES:
        if alike.get(name):
            findings.append(Finding(name, _SENTENCES[name], ()))
        elif name in hidden and (rows := where_true(hidden[name], xp)):
            findings.append(_of_rows(name, rows))
    return tuple(findings)


def _of_rows(name: str, rows: tuple[tuple[int, ...], ...]) -> Finding:
    if rows == ((),):
        return Finding(name, _SENTENCES[name], ())
    which = ", ".join(str(at[0] if len(at) == 1 else at) for at in rows)
    return Finding(name, f"Row{'s' * (len(rows) > 1)} {which}: {_SENTENCES[name]}", rows)
