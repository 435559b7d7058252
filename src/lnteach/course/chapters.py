"""The chapters of the course: their permanent addresses, and their titles."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["CHAPTERS"]

CHAPTERS: Mapping[str, str] = MappingProxyType(
    {
        "three-routes": "Three routes",
        "centering": "Centering",
        "variance-and-denominator": "Variance and denominator",
        "collecting-the-gradient": "Collecting the gradient",
        "scale-shift-batch": "Scale, shift and the batch",
        "a-check-that-reveals": "A check that can reveal a wrong formula",
        "what-epsilon-breaks": "What epsilon breaks",
        "worked-examples": "Worked examples",
        "the-jacobian": "The Jacobian and the two blind directions",
        "mistakes": "Mistakes, line by line",
        "practice": "Practice",
        "other-norms": "RMSNorm, BatchNorm and GroupNorm",
        "gradient-flow": "Gradient flow: the claims, tested",
        "gamma-inside": "Why γ stays inside",
        "floating-point": "Floating point: what the digits can hold",
    }
)
