"""Follow one common change of all features through the derivation, for every d."""

from functools import partial

from sympy import expand

from lnteach.symbolic import letters as x
from lnteach.symbolic.algebra import at, linear, put
from lnteach.symbolic.collect import derivation
from lnteach.symbolic.letters import Expr, j, k
from lnteach.symbolic.steps import Step


def along(step: Step, change: Expr) -> Expr:
    """Evaluate a step for dh = change·1, the same change in every feature (lecture page 65).

    Parameters
    ----------
    step
        A step whose right-hand side holds differentials, e.g. ``derivation()["du"]``.
    change
        A number or symbol, e.g. ``letters.alpha``.

    Returns
    -------
    sympy.Expr
        The right-hand side for any number of features, with 1ᵀc = 0 used.

    Examples
    --------
    >>> steps = derivation()
    >>> [along(steps[name], x.alpha) for name in ("dmu", "dc", "dv", "du")]
    [alpha, 0, 0, 0]
    """
    steps, expr = derivation(), step.rhs
    for base in (x.dz, x.du, x.dc):
        expr = put(expr, base, partial(at, steps[str(base.label)].rhs))
    for scalar in (x.ds, x.dv, x.dmu):  # summed over k, for they may stand inside a sum over j
        expr = expr.xreplace({scalar: steps[scalar.name].rhs.xreplace({j: k})})
    expr = linear(put(expr, x.dh, lambda _: change))
    no_c = {steps["sum_c"].lhs.xreplace({j: index}): steps["sum_c"].rhs for index in (j, k)}
    return expand(expr.subs(no_c))
