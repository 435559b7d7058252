r"""The backward pass of layer normalization, derived by SymPy for a symbolic number of features.

Read in this order: `letters`, `algebra` (the moves), `derive` and `collect` (the derivation),
`explicit` and `prove` (what it is held against), `printing`, `values`, `shift`. Then what rests on
it: `batch`, `matrices` with `matrix` and `spectrum`, `textbook`, `epsilon`, `outside`, `second`,
`rms` and `norms`, held against `worlds` and `tables`; `catalogue` has all their steps.

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
from lnteach.symbolic.batch import parameters
from lnteach.symbolic.catalogue import all_steps
from lnteach.symbolic.collect import derivation
from lnteach.symbolic.epsilon import epsilon_facts
from lnteach.symbolic.explicit import jacobian
from lnteach.symbolic.matrix import matrix_form, silent_zero
from lnteach.symbolic.norms import Correction, corrections, family, norm_family
from lnteach.symbolic.outside import gamma_outside, prove_gamma_inside
from lnteach.symbolic.prove import prove_gradient
from lnteach.symbolic.rms import rms_derivation
from lnteach.symbolic.rms_values import exact_rms
from lnteach.symbolic.second import second_derivative
from lnteach.symbolic.shift import along
from lnteach.symbolic.steps import Derivation, Step
from lnteach.symbolic.textbook import claims
from lnteach.symbolic.values import Exact, exact

__all__ = [
    "Correction",
    "Derivation",
    "Exact",
    "Step",
    "all_steps",
    "along",
    "claims",
    "corrections",
    "derivation",
    "epsilon_facts",
    "exact",
    "exact_rms",
    "family",
    "gamma_outside",
    "jacobian",
    "letters",
    "matrix_form",
    "norm_family",
    "parameters",
    "prove_gamma_inside",
    "prove_gradient",
    "rms_derivation",
    "same",
    "second_derivative",
    "silent_zero",
]
