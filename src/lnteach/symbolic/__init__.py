r"""The backward pass of layer normalization, derived by SymPy for a symbolic number of features.

Read in this order: `letters`, `algebra` (the moves), `derive` and `collect` (the derivation),
`explicit` and `prove` (what it is held against), `printing`, `values`, `shift`.

Examples
--------
>>> from lnteach import symbolic
>>> steps = symbolic.derivation()
>>> print(steps["dc"].latex)
dc = dh - \mathbf{1}\,d\mu
>>> symbolic.exact([4, 0, 4, 0], 0, gamma=[1, "1/2", 2, 1], g_z=[2, 0, "1/2", 1]).g_h
(1/4, -1/4, -1/4, 1/4)
"""

from lnteach.symbolic import letters
from lnteach.symbolic.algebra import same
from lnteach.symbolic.collect import derivation
from lnteach.symbolic.explicit import jacobian
from lnteach.symbolic.prove import prove_gradient
from lnteach.symbolic.shift import along
from lnteach.symbolic.steps import Derivation, Step
from lnteach.symbolic.values import Exact, exact

__all__ = [
    "Derivation",
    "Exact",
    "Step",
    "along",
    "derivation",
    "exact",
    "jacobian",
    "letters",
    "prove_gradient",
    "same",
]
