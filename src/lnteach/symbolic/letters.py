"""The course's letters as SymPy objects: columns are indexed, scalars are plain symbols."""

from typing import Any, Final

from sympy import IndexedBase, Symbol, symbols

Expr = Any
"""A SymPy expression (SymPy ships no types)."""

# The number of features stays a symbol; i is the free index, j and k are summed from 1 to d.
d: Final = Symbol("d", integer=True, positive=True)
i, j, k = symbols("i j k", integer=True, positive=True)
n, B = symbols("n B", integer=True, positive=True)  # the sample, and how many there are
# An image has places p as well, and a group norm calls channel i the member m of group q.
place, group, member = symbols("p q m", integer=True, positive=True)
P, Q, M = symbols("P Q M", integer=True, positive=True)
t: Final = Symbol("t", real=True)  # the position on the line h + t·dh

alpha: Final = Symbol("alpha", real=True)  # a change common to all features
lam: Final = Symbol("lambda", real=True, nonzero=True)  # a factor on all features
eps: Final = Symbol("eps", nonnegative=True)
mu, v = symbols("mu v", real=True)
s: Final = Symbol("s", positive=True)
r: Final = Symbol("r", positive=True)  # the denominator of RMSNorm
dmu, dv, ds, dr, dL, dL_deps = symbols("dmu dv ds dr dL dL_deps", real=True)
s_scaled, v_scaled = symbols("s_scaled v_scaled", real=True)
var_a: Final = Symbol("var_a", nonnegative=True)
kappa: Final = Symbol("kappa", positive=True)
m, p = symbols("m p", positive=True)  # how many features share a value, and that value

h, c, u, z, gamma, beta = map(IndexedBase, ("h", "c", "u", "z", "gamma", "beta"))
g_z, a, g_h, g_gamma, g_beta = map(IndexedBase, ("g_z", "a", "g_h", "g_gamma", "g_beta"))
dh, dc, du, dz, dgamma, dbeta = map(IndexedBase, ("dh", "dc", "du", "dz", "dgamma", "dbeta"))
du_direct, du_mean, du_variance = map(IndexedBase, ("du_direct", "du_mean", "du_variance"))
c_scaled, u_scaled, g_h_scaled = map(IndexedBase, ("c_scaled", "u_scaled", "g_h_scaled"))
g_h_printed, g_h_forgot, g_loss = map(IndexedBase, ("g_h_printed", "g_h_forgot", "g_loss"))
J, grad_v, w, mean_square = map(IndexedBase, ("J", "grad_v", "w", "mean_square"))
g_h_direct, g_h_mean, g_h_variance = map(IndexedBase, ("g_h_direct", "g_h_mean", "g_h_variance"))

SIZE: Final[dict[Expr, Expr]] = {
    n: B, i: d, j: d, k: d, group: Q, member: M, place: P,
}  # fmt: skip
"""Each index with the number that it runs to."""

DIFFERENTIAL: Final[dict[Expr, Expr]] = {
    h: dh, mu: dmu, c: dc, v: dv, s: ds, r: dr, u: du, gamma: dgamma, beta: dbeta,
}  # fmt: skip
"""Each letter that can move, with the letter for its change."""

LATEX: Final[dict[str, str]] = {
    "eps": r"\varepsilon",
    "mu": r"\mu",
    "gamma": r"\gamma",
    "beta": r"\beta",
    "dmu": r"d\mu",
    "dgamma": r"d\gamma",
    "dbeta": r"d\beta",
    "g_gamma": r"g_\gamma",
    "g_beta": r"g_\beta",
    "du_direct": r"du_{\mathrm{direct}}",
    "du_mean": r"du_{\mathrm{mean}}",
    "du_variance": r"du_{\mathrm{variance}}",
    "g_h_direct": r"g_{h,\mathrm{direct}}",
    "g_h_mean": r"g_{h,\mathrm{mean}}",
    "g_h_variance": r"g_{h,\mathrm{variance}}",
    "alpha": r"\alpha",
    "lambda": r"\lambda",
    "kappa": r"\kappa",
    "dL_deps": r"\frac{\partial L}{\partial\varepsilon}",
    "c_scaled": r"c(\lambda h)",
    "v_scaled": r"v(\lambda h)",
    "s_scaled": r"s(\lambda h;\,\lambda^{2}\varepsilon)",
    "u_scaled": r"u(\lambda h;\,\lambda^{2}\varepsilon)",
    "g_h_scaled": r"g_h(\lambda h;\,\lambda^{2}\varepsilon)",
    "g_h_printed": r"g_{h,\mathrm{printed}}",
    "g_h_forgot": r"g_{h,\mathrm{forgot}}",
    "g_loss": r"g_\ell",
    "grad_v": r"\nabla v",
    "grad_s": r"\nabla s",
    "grad_r": r"\nabla r",
    "hessian": r"\nabla_h^{2} L",
    "a_tilde": r"\tilde a",
    "e_1": "e_1",
    "var_a": r"\operatorname{Var}(a)",
    "mean_square": r"\operatorname{E} g_h^{2}",
}
"""LaTeX of the letters that are not printed as they are spelled."""

ORDER: Final = """
    var_a lambda kappa alpha g_loss g_z gamma beta a a_tilde h mu dmu c u w v eps s r z
    dh dc dv ds dr du du_direct du_mean du_variance dz dgamma dbeta
    g_h g_gamma g_beta dL_deps
""".split()  # noqa: SIM905 (a list of quotes reads worse)
"""The order in which the lecture writes letters, in a product as in a sum."""
