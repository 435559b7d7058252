"""All steps of all derivations, by name."""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from lnteach.symbolic.batch import parameters
from lnteach.symbolic.collect import derivation
from lnteach.symbolic.epsilon import epsilon_facts
from lnteach.symbolic.matrix import matrix_form
from lnteach.symbolic.norms import norm_family
from lnteach.symbolic.outside import gamma_outside
from lnteach.symbolic.rms import rms_derivation
from lnteach.symbolic.second import second_derivative
from lnteach.symbolic.steps import Derivation, Step
from lnteach.symbolic.textbook import claims

# In an order in which each rests only on those before it.
PARTS: tuple[Callable[[], Derivation], ...] = (
    derivation, parameters, matrix_form, claims, epsilon_facts, gamma_outside, second_derivative,
    rms_derivation, norm_family,
)  # fmt: skip


class _AllSteps(Mapping[str, Step]):
    """Look a step up without deriving more than the parts before it."""

    def __getitem__(self, name: str) -> Step:
        for part in PARTS:
            steps = part()
            if name in steps:
                return steps[name]
        raise KeyError(f"no step {name!r}; the steps are {', '.join(self)}")

    def __iter__(self) -> Iterator[str]:
        return (name for part in PARTS for name in part())

    def __len__(self) -> int:
        return sum(len(part()) for part in PARTS)


@lru_cache(maxsize=1)
def all_steps() -> Mapping[str, Step]:
    r"""Return every step of every derivation by its name; names are unique.

    Returns
    -------
    Mapping
        From name to `Step`. A derivation is run when one of its steps is first looked up.

    Examples
    --------
    >>> print(all_steps()["eigen_u"].latex)
    Ju = \frac{\varepsilon}{v + \varepsilon}\,\frac{u}{s}
    """
    return _AllSteps()
