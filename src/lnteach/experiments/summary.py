"""What many seeds say together: the median, and the middle half of them around it."""

from typing import Any, NamedTuple

import numpy as np


class Spread(NamedTuple):
    """The lower quartile, the median and the upper quartile over seeds."""

    low: Any
    median: Any
    high: Any


def spread(samples: Any) -> Spread:
    """Summarize results over the first axis, the seeds.

    Quantiles are not bent by the few seeds that explode, and need no assumption.

    Examples
    --------
    >>> [float(x) for x in spread([1.0, 2.0, 3.0, 4.0, float("inf")])]
    [2.0, 3.0, 4.0]
    """
    samples = np.asarray(samples, dtype=float)
    if samples.ndim == 0 or len(samples) == 0:
        raise ValueError(f"`samples` has shape {samples.shape}, but an axis of seeds is needed")
    return Spread(*np.quantile(samples, [0.25, 0.5, 0.75], axis=0, method="nearest"))
