"""The family of norms as a table: which axes are averaged, which γ, and where γ may stand."""

from __future__ import annotations

from lnteach.maths import Text
from lnteach.symbolic import Correction, family

__all__ = ["norms_table"]

_TITLES = {
    "layer_norm": "LayerNorm",
    "rms_norm": "RMSNorm",
    "batch_norm": "BatchNorm",
    "batch_norm_images": "BatchNorm, images",
    "instance_norm": "InstanceNorm",
    "group_norm": "GroupNorm",
}
_WORDS = {
    "n": "sample",
    "i": "feature",
    "p": "place",
    "q": "group",
    "m": "channel in the group",
}


def norms_table() -> Text:
    """Show, for each norm, its correction terms, its axes, and whether γ may leave the bracket.

    Every cell is asked of `lnteach.symbolic.family`, which derives the gradients.

    Examples
    --------
    >>> norms_table().markdown.splitlines()[2]
    '| LayerNorm | feature | feature | direct, mean, variance | stays inside |'
    """
    head = ["norm", "averaged over", "γ has an entry for each", "terms", "γ"]
    rows = [f"| {' | '.join(head)} |", "|" + "---|" * len(head)]
    for name, norm in family().items():
        where = "may stand in front" if norm.gamma_leaves else "stays inside"
        cells = [
            _TITLES[name], _words(norm, "reduced"), _words(norm, "parameter"),
            ", ".join(norm.terms), where,
        ]  # fmt: skip
        rows.append(f"| {' | '.join(cells)} |")
    return Text("\n".join(rows))


def _words(norm: Correction, which: str) -> str:
    channel = {"i": "channel"} if len(norm.layout) > 2 else {}
    words = _WORDS | channel
    return ", ".join(words[str(index)] for index in getattr(norm, which))
