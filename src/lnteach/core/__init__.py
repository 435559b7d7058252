"""The numeric core: both norms forward and backward, differentials and routes, and their checks."""

from lnteach.core.check import GradientCheck, gradient_check
from lnteach.core.differentials import Differentials, Routes, differentials, gradient_routes
from lnteach.core.layernorm import (
    Gradients,
    Saved,
    layer_norm,
    layer_norm_backward,
    layer_norm_forward,
)
from lnteach.core.probe import Finding, probe_quality
from lnteach.core.rmsnorm import (
    RMSGradients,
    RMSSaved,
    rms_norm,
    rms_norm_backward,
    rms_norm_forward,
)

__all__ = [
    "Differentials",
    "Finding",
    "GradientCheck",
    "Gradients",
    "RMSGradients",
    "RMSSaved",
    "Routes",
    "Saved",
    "differentials",
    "gradient_check",
    "gradient_routes",
    "layer_norm",
    "layer_norm_backward",
    "layer_norm_forward",
    "probe_quality",
    "rms_norm",
    "rms_norm_backward",
    "rms_norm_forward",
]
