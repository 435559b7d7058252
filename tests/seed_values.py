"""The literal values of the three seeds for the numeric core, and example E: typed, not computed.

`L` is the lecture supplement, `G` the guide, `T` the textbook section, `E` and `I` are our own.
Every number is exact: integers, or fractions written as text. Rows are samples.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any


def q(value: Any) -> Any:
    """Return numbers as fractions, in nested tuples of the same shape; '1/3 2 -5/2' is one row."""
    if isinstance(value, str):
        row = tuple(Fraction(word) for word in value.split())
        return row if len(row) > 1 else row[0]
    return tuple(q(x) for x in value) if isinstance(value, tuple | list) else Fraction(value)


@dataclass(frozen=True, eq=False)
class Case:
    """Inputs of LayerNorm, and what the source says comes out (only what it says)."""

    id: str
    source: str
    h: Any
    gamma: Any
    beta: Any
    eps: Fraction
    g_z: Any
    facts: dict[str, Any] = field(default_factory=dict)


def case(
    id: str,
    source: str,
    *,
    h: Any,
    gamma: Any,
    g_z: Any,
    beta: Any = None,
    eps: Any = 0,
    **facts: Any,
) -> Case:
    """Return a case with every number exact; beta is 0 unless given."""
    gamma = q(gamma)
    beta = q(beta) if beta is not None else (Fraction(0),) * len(gamma)
    exact = {name: q(value) for name, value in facts.items()}
    return Case(id, source, q(h), gamma, beta, q(eps), q(g_z), exact)


LECTURE_PROBE = case(
    "lecture-probe",
    "L pages 64-72",
    h="1 2 3",
    gamma="2 1 3",  # the lecture gives a only; this is one nonuniform split of it
    g_z="1 -2 -1",
    eps="1/3",
    mu=2,
    v="2/3",
    s=1,
    u="-1 0 1",
    a="2 -2 -3",
    a_dot_c=-5,
    g_h="4/3 -1 -1/3",
    u_dot_g_h="-5/3",
)
LECTURE_VOTE_2 = {"A": q("2 -2 -3"), "B": q("3 -1 -2"), "C": q("4/3 -1 -1/3")}
LECTURE_VOTE_1 = {"alpha": Fraction(5), "dmu": Fraction(5), "u": q("-1 0 1")}

GUIDE_ONE = case(
    "guide-1-2-3",
    "G examples 1, 2, 3",
    h="4 0 4 0",
    gamma="1 1/2 2 1",
    beta="0 0 0 1",
    g_z="2 0 1/2 1",
    mu=2,
    c="2 -2 2 -2",
    v=4,
    s=2,
    u="1 -1 1 -1",
    z="1 -1/2 2 0",
    a="2 0 1 1",
    mean_a=1,
    mean_au="1/2",
    g_h="1/4 -1/4 -1/4 1/4",
    g_gamma="2 0 1/2 -1",
    g_beta="2 0 1/2 1",
    u_dot_g_h=0,
)
GUIDE_TWO = case(
    "guide-4-row-2",
    "G example 4",
    h="3 -1 -1 3",
    gamma="1 1/2 2 1",
    g_z="1 1 0 2",
    mu=1,
    c="2 -2 -2 2",
    v=4,
    s=2,
    u="1 -1 -1 1",
    a="1 1/2 0 2",
    mean_a="7/8",
    mean_au="5/8",
    g_h="-1/4 1/8 -1/8 1/4",
    u_dot_g_h=0,
)
GUIDE_BATCH = case(
    "guide-4-batch",
    "G example 4",
    h=("4 0 4 0", "3 -1 -1 3"),
    gamma="1 1/2 2 1",
    g_z=("2 0 1/2 1", "1 1 0 2"),
    g_h=("1/4 -1/4 -1/4 1/4", "-1/4 1/8 -1/8 1/4"),
    g_gamma="3 -1 1/2 1",
    g_beta="3 1 1/2 3",
)
GUIDE_MISTAKES = {  # what the two wrong lines give, and their sums
    "constant-statistics": (q("1 0 1/2 1/2"), 2),
    "only-first-term-divided": (q("-1/2 -1/2 -1 0"), -2),
}
GUIDE_EPS = {  # example 1 with eps = 1e-5; the dot product and s to the digits printed
    "eps": 1e-5,
    "s": 2.0000025,
    "u_dot_g_h": 2.5e-6,
}
GUIDE_PRACTICE_1 = case(
    "guide-practice-1", "G practice", h="1 3 1 3", gamma="1 1 1 1", g_z="1 2 3 4",
    mu=2, v=1, u="-1 1 -1 1",
)  # fmt: skip
GUIDE_PRACTICE_2 = case(
    "guide-practice-2", "G practice", h="4 0 4 0", gamma="1 1 1 1", g_z="1 1 1 1",
    mean_a=1, mean_au=0, g_h="0 0 0 0",
)  # fmt: skip
GUIDE_PRACTICE_3 = case(
    "guide-practice-3", "G practice", h="4 0 4 0", gamma="1 1 1 1", g_z="1 -1 1 -1",
    mean_a=0, mean_au=1, g_h="0 0 0 0",
)  # fmt: skip
GUIDE_PRACTICE_4 = {"g_z": q(("1 0 2", "0 1 1", "-1 1 0")), "g_beta": q("0 2 3")}
GUIDE_PRACTICE_5 = {  # RMSNorm
    "h": q("2 -2 2 -2"),
    "a": q("1 0 0 0"),
    "r": Fraction(2),
    "u": q("1 -1 1 -1"),
    "mean_au": Fraction(1, 4),
    "g_h": q("3/8 1/8 -1/8 1/8"),
    "sum": Fraction(1, 2),
}
TEXTBOOK_PRINTED = q("3/8 -1/8 -3/4 1/4")  # its formula, gamma outside, on guide example 3

EXAMPLE_I = case(
    "example-I",
    "I",
    h="1 7 9 15",
    gamma="1 3 1 3",
    g_z="1 -1 -1 5",
    mu=8,
    s=5,
    u="-7/5 -1/5 1/5 7/5",
    mean_a=3,
    mean_au=5,
    g_h="1 -1 -1 1",
)
EXAMPLE_E1 = case(
    "example-E-row-1",
    "E",
    h="-7 4 10 16 22",
    gamma="3 1 4 1 2",
    beta="1 -1 2 0 1",
    g_z="-5 6 -2 -2 2",
    eps=44,
    mu=9,
    c="-16 -5 1 7 13",
    v=100,
    s=12,
    a="-15 6 -8 -2 4",
    mean_a=-3,
    mean_au=4,
    g_h="-5/9 8/9 -4/9 -1/9 2/9",
    u_dot_g_h="55/108",
)
EXAMPLE_E2 = case(
    "example-E-row-2",
    "E",
    h="13 24 3 9 15",
    gamma="3 1 4 1 2",
    beta="1 -1 2 0 1",
    g_z="4 -1 -4 2 3",
    eps=44,
    s="48/5",
    g_h="85/72 -40/72 -100/72 20/72 35/72",
)
EXAMPLE_E = case(
    "example-E",
    "E",
    h=("-7 4 10 16 22", "13 24 3 9 15"),
    gamma="3 1 4 1 2",
    beta="1 -1 2 0 1",
    g_z=("-5 6 -2 -2 2", "4 -1 -4 2 3"),
    eps=44,
    g_h=("-5/9 8/9 -4/9 -1/9 2/9", "85/72 -40/72 -100/72 20/72 35/72"),
    g_gamma="27/4 -11/3 47/12 -47/24 137/48",
    g_beta="-1 5 -6 0 5",
)

LAYER_NORM = (
    LECTURE_PROBE, GUIDE_ONE, GUIDE_TWO, GUIDE_BATCH, GUIDE_PRACTICE_1, GUIDE_PRACTICE_2,
    GUIDE_PRACTICE_3, EXAMPLE_I, EXAMPLE_E1, EXAMPLE_E2, EXAMPLE_E,
)  # fmt: skip
