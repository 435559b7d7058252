"""Hold the collected gradient against the transposed Jacobian, for explicit d."""

from sympy import Integer, Matrix, expand

from lnteach.symbolic import letters as x
from lnteach.symbolic.collect import derivation
from lnteach.symbolic.explicit import columns, entries, jacobian, mean
from lnteach.symbolic.letters import Expr


def prove_gradient(d: int, step: str = "g_h") -> Expr:
    """Subtract a derived gradient from Jᵀa and simplify: zeros prove the formula for this d.

    J is the full Jacobian ∂u/∂h, differentiated entry by entry from the definitions; h, ε and a
    stay symbols, so zeros hold for all their values with v + ε > 0.

    Parameters
    ----------
    d
        The number of features, at least 1.
    step
        ``"g_h"`` (lecture page 68) or ``"g_h_means"`` (page 69).

    Returns
    -------
    sympy.Matrix
        d × 1. An entry that is not 0 shows where the formula is wrong, and by how much.

    Examples
    --------
    >>> prove_gradient(3).T
    Matrix([[0, 0, 0]])
    """
    h, a = columns("h a", d)
    c = [p - mean(h) for p in h]
    v = mean([p**2 for p in c])
    values = {"d": Integer(d), "a": a, "c": c, "s": x.s, "u": [p / x.s for p in c]}
    formula = Matrix(entries(derivation()[step].rhs, values, d))
    # With ε = s² − v every root is a power of s, and what is left is polynomial.
    truth = jacobian(d).subs(x.eps, x.s**2 - v).T * Matrix(a)
    return (truth - formula).applyfunc(expand)
