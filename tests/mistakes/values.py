"""The table of mistakes, typed from the course's plan: values on example I and on example E."""

from fractions import Fraction

from sympy import Rational, sqrt

Q = Fraction


def over(numbers, under):
    return tuple(Q(n, under) for n in numbers)


EXAMPLE_I = {"h": [1, 7, 9, 15], "gamma": [1, 3, 1, 3], "g_z": [1, -1, -1, 5], "eps": 0}
EXAMPLE_E1 = {
    "h": [-7, 4, 10, 16, 22],
    "gamma": [3, 1, 4, 1, 2],
    "beta": [1, -1, 2, 0, 1],
    "g_z": [-5, 6, -2, -2, 2],
    "eps": 44,
}
EXAMPLE_E = {
    **EXAMPLE_E1,
    "h": [[-7, 4, 10, 16, 22], [13, 24, 3, 9, 15]],
    "g_z": [[-5, 6, -2, -2, 2], [4, -1, -4, 2, 3]],
}

TRUTH_I, TRUTH_E = (1, -1, -1, 1), over((-5, 8, -4, -1, 2), 9)

# id: g_h on example I, g_h on example E, row 1; None where the plan says irrational
G_H = {
    "constant-statistics": (over((1, -3, -1, 15), 5), over((-15, 6, -8, -2, 4), 12)),
    "no-variance-route": (over((-2, -6, -4, 12), 5), over((-12, 9, -5, 1, 7), 12)),
    "no-mean-route": (over((8, -2, -2, 8), 5), over((-29, 23, -25, -13, -1), 36)),
    "only-first-term-divided": (over((21, -13, -21, -35), 5), over((85, 62, 24, 6, -12), 12)),
    "gamma-outside": (over((49, -129, -57, 153), 125), over((-624, 397, -452, -143, 134), 720)),
    "gamma-missing": (over((49, -43, -57, 51), 125), over((-208, 397, -113, -143, 67), 720)),
    "sums-for-means": (over((17, -11, -17, -25), 5), over((20, 22, 4, 1, -2), 9)),
    "sum-for-mean-term": (None, over((4, 17, 5, 8, 11), 9)),
    "sum-for-variance-term": (None, over((11, 13, -5, -8, -11), 9)),
    "scale-forgotten": ((5, -5, -5, 5), over((-20, 32, -16, -4, 8), 3)),
    "variance-for-deviation": (over((1, -1, -1, 1), 5), over((-5, 8, -4, -1, 2), 108)),
    "bessel": (None, over((-1260, 1761, -893, -167, 559), 2197)),
    "bessel-consistent": (None, over((-1068, 1821, -905, -251, 403), 2197)),
    "epsilon-outside-root": (TRUTH_I, over((-476, 425, -229, 17, 263), 2430)),
    "epsilon-forgotten": (TRUTH_I, over((-108, 285, -137, -59, 19), 250)),
    "epsilon-forgotten-outside": (TRUTH_I, over((-10, 16, -8, -2, 4), 15)),
    "elementwise-variance-term": (
        over((-99, -147, -99, -435), 125),
        over((1056, 573, -356, 121, 166), 864),
    ),
    "sign-flipped-mean-term": (over((11, 1, 1, 11), 5), over((-19, 7, -17, -11, -5), 18)),
    "sign-flipped-variance-term": (over((-9, -7, -3, 19), 5), over((-26, 11, -7, 5, 17), 18)),
    "rms-for-layer": (
        tuple(Rational(10, 7921) * sqrt(89) * n for n in (4, -61, -53, 60)),
        over((-1076, 422, -670, -262, 146), 1125),
    ),
    "layer-for-rms": (None, over((-851, 647, -445, -37, 371), 1125)),
}
SHAPES = (
    "unsummed-gamma",
    "features-summed",
    "mean-over-batch",
    "batch-statistics",
    "output-for-normalized",
    "upstream-scaled",
)
# Further ones, from public reports; their values on example E, row 1, worked by hand.
REPORTED = {
    "mean-term-doubled": over((-11, 41, -7, 5, 17), 36),
    "inverse-for-variance": None,
    "epsilon-beside-d": None,
    "gamma-twice-in-variance-term": None,
    "parameter-gradients-swapped": None,
}
BATCH_G_GAMMA = (Q(27, 4), Q(-11, 3), Q(47, 12), Q(-47, 24), Q(137, 48))
BATCH_G_BETA = (-1, 5, -6, 0, 5)
