"""Random trees of the language."""

from fractions import Fraction

from hypothesis import strategies as st

from lnteach.formula import Add, Call, Div, Mul, Name, Neg, Number, Pow, Sub

COLUMNS = ["h", "c", "u", "a", "g_z", "gamma", "beta"]
SCALARS = ["mu", "v", "s", "eps", "d"]

numbers = st.builds(
    Number,
    st.one_of(
        st.integers(0, 99).map(Fraction),
        st.decimals(0, 9, places=2).map(Fraction),
    ),
)
names = st.sampled_from([*COLUMNS, *SCALARS]).map(Name)
exponents = st.sampled_from([Fraction(n, 2) for n in range(-6, 7)])


def _grow(inner):
    return st.one_of(
        *(st.builds(kind, inner, inner) for kind in (Add, Sub, Mul, Div)),
        st.builds(Neg, inner),
        st.builds(Pow, inner.filter(lambda x: not isinstance(x, Pow)), exponents),
        st.builds(lambda f, x: Call(f, (x,)), st.sampled_from(["mean", "sum", "sqrt"]), inner),
        st.builds(lambda f, x: Call(f, (x,)), st.sampled_from(["sum_rows", "mean_rows"]), inner),
        st.builds(lambda x, y: Call("dot", (x, y)), inner, inner),
    )


trees = st.recursive(st.one_of(names, numbers), _grow, max_leaves=12)
