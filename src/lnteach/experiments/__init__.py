"""Experiments of the course: what cannot be proved is measured, over many seeds, with its spread.

Each experiment is small enough for a notebook cell, uses the numeric core for the norms and plain
NumPy for the rest, and gives the same numbers for the same seeds.

Examples
--------
>>> spread([[1.0], [2.0], [3.0], [4.0], [50.0]])
Spread(low=array([2.]), median=array([3.]), high=array([4.]))
"""

from lnteach.experiments.features import FeatureGradients, expected_square, feature_gradients
from lnteach.experiments.gamma import GammaDrift, gamma_error, learn_gamma, printed_gradient
from lnteach.experiments.stacks import (
    KINDS,
    BottomBlock,
    Stacks,
    bottom_block,
    gradient_norms,
    train,
    trained_share,
)
from lnteach.experiments.summary import Spread, spread

__all__ = [
    "KINDS",
    "BottomBlock",
    "FeatureGradients",
    "GammaDrift",
    "Spread",
    "Stacks",
    "bottom_block",
    "expected_square",
    "feature_gradients",
    "gamma_error",
    "gradient_norms",
    "learn_gamma",
    "printed_gradient",
    "spread",
    "train",
    "trained_share",
]
