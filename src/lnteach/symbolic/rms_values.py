"""Exact values of one case of RMSNorm."""

from collections.abc import Sequence
from typing import Any

from sympy import Integer

from lnteach.symbolic.rms import rms_derivation
from lnteach.symbolic.values import Exact, follow, read_case


def exact_rms(
    h: Sequence[Any],
    eps: Any,
    *,
    gamma: Sequence[Any] | None = None,
    g_z: Sequence[Any] | None = None,
) -> Exact:
    """Evaluate the derivation of RMSNorm for one sample, exactly.

    Parameters
    ----------
    h, eps
        The d features and ε ≥ 0, as for `exact`.
    gamma, g_z
        Scale and upstream gradient, d entries each; γ is ones if it is needed and not given.
        With `g_z` come a, g_h and g_gamma.

    Returns
    -------
    Exact
        r, u and what was asked for; r is a square root where it is irrational.

    Raises
    ------
    TypeError
        If a number is a float, or is no exact real number.
    ValueError
        If lengths differ, there is no feature, ε is negative, or ε and all of h are 0.

    Examples
    --------
    Practice problem 5 of the guide:

    >>> exact_rms([2, -2, 2, -2], 0, g_z=[1, 0, 0, 0]).g_h
    (3/8, 1/8, -1/8, 1/8)
    """
    given, epsilon = read_case(h, eps, gamma=gamma, g_z=g_z)
    if epsilon == 0 and not any(given["h"]):
        raise ValueError(
            "`eps` is 0 and so is all of `h`, so r is 0: a positive `eps` or a feature other than "
            "0 is needed"
        )
    names = {"r": "rms_r", "u": "rms_u"}
    values = {"d": Integer(len(given["h"])), "eps": epsilon, **given}
    if given.keys() & {"gamma", "g_z"}:
        values.setdefault("gamma", (Integer(1),) * len(given["h"]))
        names["z"] = "rms_z"
    if "g_z" in given:
        names |= {"a": "rms_a", "g_h": "rms_g_h_means", "g_gamma": "rms_g_gamma"}
    follow(rms_derivation(), names, values)
    return Exact({name: value for name, value in values.items() if name != "d"})
