"""What further letters mean for an explicit d: again definitions, differentiated head-on."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from sympy import Add, Integer, Matrix, Rational, Symbol, cancel, diff, expand, sqrt, symbols

from lnteach.symbolic import letters as x
from lnteach.symbolic.explicit import Values, columns, jacobian, mean
from lnteach.symbolic.letters import Expr


def rows(matrix: Expr) -> tuple[tuple[Expr, ...], ...]:
    """Give a matrix as rows, which a formula may index twice."""
    return tuple(tuple(matrix.row(p)) for p in range(matrix.rows))


def across(c: Sequence[Expr], p: Sequence[Expr]) -> list[Expr]:
    """Make a column perpendicular to 1 and to the centred c; all but its last two entries are free.

    The two conditions give the last entries, and what they would be divided by multiplies all.
    """
    if len(c) < 3:
        return [Integer(0)] * len(c)
    *others, y, z = c
    w = [(y - z) * q for q in p[:-2]]
    w.append(-Add(*((s - z) * q for s, q in zip(others, p[:-2], strict=True))))
    return [expand(q) for q in (*w, -Add(*w))]


@lru_cache(maxsize=8)
def forward(d: int) -> Values:
    """Run the forward pass on h_1 … h_d, with ε traded for s² − v (see `meaning`)."""
    (h,) = columns("h", d)
    c = tuple(p - mean(h) for p in h)
    v = expand(mean([p**2 for p in c]))
    u = [p / x.s for p in c]
    return {"d": Integer(d), "h": h, "mu": mean(h), "c": c, "v": v, "eps": x.s**2 - v,
            "s": x.s, "u": u}  # fmt: skip


@lru_cache(maxsize=8)
def matrices(d: int) -> Values:
    """Add the Jacobian and what belongs to it; a is free."""
    values = dict(forward(d))
    h, c, v, s = values["h"], values["c"], values["v"], values["s"]
    J = jacobian(d).subs(x.eps, x.s**2 - mean([p**2 for p in c])).applyfunc(expand)
    a, p = columns("a p", d)
    C = Matrix(d, d, lambda row, col: diff(c[row], h[col]))
    grad_v = [diff(v, q) for q in h]
    g_h = (J.T * Matrix(a)).applyfunc(expand)
    u_eps = [diff(p / sqrt(v + x.eps), x.eps).subs(x.eps, s**2 - v) for p in c]
    return values | {
        "J": rows(J), "C": rows(C), "a": a, "g_h": list(g_h), "grad_v": grad_v,
        "grad_s": [expand(diff(sqrt(v + x.eps), q).subs(x.eps, s**2 - v)) for q in h],
        "w": across(c, p), "a_tilde": [q - mean(a) for q in a],
        "dL_deps": Add(*(p * q for p, q in zip(a, u_eps, strict=True))),
    }  # fmt: skip


@lru_cache(maxsize=4)
def curved(d: int) -> Values:
    """Differentiate aᵀu twice by h, entry by entry, with a held."""
    values = matrices(d)
    h = values["h"]
    J, a = jacobian(d), Matrix(values["a"])
    gradient = J.T * a
    v = mean([p**2 for p in values["c"]])
    second = Matrix(d, d, lambda row, col: diff(gradient[row], h[col]))
    hessian = second.subs(x.eps, x.s**2 - v).applyfunc(expand)
    return {**values, "hessian": rows(hessian)}


@lru_cache(maxsize=8)
def numbers(d: int) -> Values:
    """Compare the Jacobian's eigenvalues on 1^⊥ for one h in numbers; ε stays a symbol."""
    h = [Integer(q) for q in (1, 7, 9, 15, 4, 2)[:d]]
    c = [p - mean(h) for p in h]
    v = mean([p**2 for p in c])
    s = sqrt(v + x.eps)
    J = Matrix(d, d, lambda p, q: (Integer(p == q) - Rational(1, d)) / s - c[p] * c[q] / (d * s**3))
    along, w = Matrix(c), Matrix(across(c, [Integer(q) for q in (2, 3, 5, 11, 6, 1)[:d]]))
    stretch = [(y.T * J * y)[0] / (y.T * y)[0] for y in (w, along)]
    return {"d": Integer(d), "h": h, "c": c, "v": v, "s": s, "eps": x.eps,
            "kappa": cancel(stretch[0] / stretch[1])}  # fmt: skip


def lone(d: int) -> Values:
    """Set one feature apart from all the others, which are equal."""
    p, q = symbols("p q")
    return at(d, [q + p] + [q] * (d - 1)) | {"p": p, "q": q, "e_1": [1] + [0] * (d - 1)}


def three(d: int) -> Values:
    """Take w as the one direction across 1 and c that three features leave."""
    values = dict(matrices(d))
    h = values["h"]
    return values | {"w": [h[1] - h[2], h[2] - h[0], h[0] - h[1]]}


def at(d: int, h: Sequence[Expr], a: Sequence[Expr] | None = None) -> dict[str, Any]:
    """Evaluate what `matrices` found at a special h, and at a special a."""
    values = matrices(d)
    moved: dict[Expr, Expr] = dict(zip(values["h"], h, strict=True))
    if a is not None:
        moved |= dict(zip(values["a"], a, strict=True))
    return {name: _deep(value, moved) for name, value in values.items()}


def with_a(choose: Callable[[Values], Sequence[Expr]]) -> Callable[[int], Values]:
    """Make the world in which a is what `choose` takes from the other values."""

    @lru_cache(maxsize=4)
    def world(d: int) -> Values:
        values = matrices(d)
        a = list(choose(values))
        g_h = (Matrix(values["J"]).T * Matrix(a)).applyfunc(expand)
        return {**values, "a": a, "g_h": list(g_h), "alpha": x.alpha}

    return world


@lru_cache(maxsize=4)
def losses(d: int) -> Values:
    """Differentiate the loss itself by h, γ and ε, for a given upstream gradient."""
    values = dict(matrices(d))
    gamma, g_z = columns("gamma g_z", d)
    a = [p * q for p, q in zip(g_z, gamma, strict=True)]
    g_h = (Matrix(values["J"]).T * Matrix(a)).applyfunc(expand)
    g_gamma = [p * q for p, q in zip(g_z, values["u"], strict=True)]
    return {**values, "gamma": gamma, "g_z": g_z, "a": a, "g_h": list(g_h), "g_gamma": g_gamma}


def _printed(values: Values) -> Values:
    """Add what the textbook section prints, with γ outside the bracket, computed in steps."""
    gamma, g_z, u = values["gamma"], values["g_z"], values["u"]
    flat, tilt = mean(g_z), mean([p * q for p, q in zip(g_z, u, strict=True)])
    rows = zip(gamma, g_z, u, strict=True)
    return {**values, "g_h_printed": [p / x.s * (q - flat - r * tilt) for p, q, r in rows]}


@lru_cache(maxsize=4)
def printed(d: int) -> Values:
    """Put the printed formula beside the derivative of the loss."""
    return _printed(losses(d))


@lru_cache(maxsize=4)
def printed_uniform(d: int) -> Values:
    """Give every feature the same γ."""
    moved = dict.fromkeys(losses(d)["gamma"], x.alpha)
    values = {name: _deep(value, moved) for name, value in losses(d).items()}
    return _printed(values | {"alpha": x.alpha})


@lru_cache(maxsize=4)
def printed_two_values(d: int) -> Values:
    """Let h and γ take two values each, at the same places."""
    values, half = losses(d), (d + 1) // 2
    p, q, y, z = symbols("p q y z")
    moved = dict(zip(values["h"], [p] * half + [q] * (d - half), strict=True))
    moved |= dict(zip(values["gamma"], [y] * half + [z] * (d - half), strict=True))
    return _printed({name: _deep(value, moved) for name, value in values.items()})


def shares(d: int) -> Values:
    """Let m of d numbers be p and the others −1/p, with m such that they sum to 0."""
    return {"d": Integer(d), "p": x.p, "m": d / (1 + x.p**2)}


@lru_cache(maxsize=4)
def samples(d: int) -> Values:
    """Give d + 1 samples of d features one γ and one β, and differentiate the whole loss."""
    B = Integer(d + 1)
    u, g_loss = ([columns(f"{name}{p}", d)[0] for p in range(d + 1)] for name in ("u", "g"))
    gamma, beta, dgamma, dbeta = columns("gamma beta dgamma dbeta", d)
    g_z = [[q / B for q in row] for row in g_loss]

    def loss(gamma: Sequence[Expr], beta: Sequence[Expr]) -> Expr:
        return Add(*(
            g_z[p][q] * (gamma[q] * u[p][q] + beta[q]) for p in range(d + 1) for q in range(d)
        ))  # fmt: skip

    L = loss(gamma, beta)
    moved = loss([p + x.t * q for p, q in zip(gamma, dgamma, strict=True)],
                 [p + x.t * q for p, q in zip(beta, dbeta, strict=True)])  # fmt: skip
    return {
        "d": Integer(d), "B": B, "u": u, "g_z": g_z, "g_loss": g_loss,
        "dgamma": dgamma, "dbeta": dbeta, "dL": expand(diff(moved, x.t)),
        "dz": [[q * g + b for q, g, b in zip(row, dgamma, dbeta, strict=True)] for row in u],
        "g_gamma": [diff(L, p) for p in gamma], "g_beta": [diff(L, p) for p in beta],
    }  # fmt: skip


@lru_cache(maxsize=4)
def root_mean_square(d: int) -> Values:
    """Differentiate RMSNorm head-on, with ε traded for r² less the mean square of h."""
    h, dh, gamma, g_z, p = columns("h dh gamma g_z p", d)
    square, eps = mean([q**2 for q in h]), Symbol("eps", positive=True)
    line = [q + x.t * y for q, y in zip(h, dh, strict=True)]

    def u(h: Sequence[Expr]) -> list[Expr]:
        root = sqrt(mean([q**2 for q in h]) + eps)
        return [q / root for q in h]

    def known(value: Expr) -> Expr:
        return expand(value.subs(x.t, 0).subs(eps, x.r**2 - square))

    def loss(gamma: Sequence[Expr], u: Sequence[Expr]) -> Expr:
        return Add(*(q * g * y for q, g, y in zip(g_z, gamma, u, strict=True)))

    J = Matrix(d, d, lambda row, col: known(diff(u(h)[row], h[col])))
    (free,) = columns("u", d)
    a = [diff(loss(gamma, free), y) for y in free]
    du = [known(diff(y, x.t)) for y in u(line)]
    along = [q * q_p for q, q_p in zip(h, p, strict=True)]
    return {
        "d": Integer(d), "h": h, "dh": dh, "gamma": gamma, "g_z": g_z, "a": a,
        "r": x.r, "eps": x.r**2 - square, "u": [q / x.r for q in h],
        "z": [g * q / x.r for g, q in zip(gamma, h, strict=True)],
        "g_gamma": [diff(loss(gamma, [q / x.r for q in h]), g) for g in gamma],
        "du": du, "J": rows(J), "g_h": list(J.T * Matrix(a)),
        "dr": known(diff(sqrt(mean([q**2 for q in line]) + eps), x.t)),
        "grad_r": [known(diff(sqrt(square + eps), q)) for q in h],
        "dL": expand(loss(gamma, du)),
        "w": [q * d * square - y * Add(*along) for q, y in zip(p, h, strict=True)],
    }  # fmt: skip


@lru_cache(maxsize=4)
def gains(d: int) -> Values:
    """Let the entries of a be independent, with mean 0 and one variance: E g² is a sum of J²."""
    values = matrices(d)
    J = Matrix(values["J"])
    squares = [x.var_a * Add(*(q**2 for q in J.row(p))) for p in range(d)]
    return {**values, "var_a": x.var_a, "mean_square": squares}


@lru_cache(maxsize=4)
def uniform_upstream(d: int) -> Values:
    """Let the same α arrive at every output."""
    moved = dict.fromkeys(losses(d)["g_z"], x.alpha)
    return {name: _deep(value, moved) for name, value in losses(d).items()} | {"alpha": x.alpha}


def forgetful(d: int) -> Values:
    """Leave v and the gradient free: what backward returns with √v for s follows from both."""
    v, eps = symbols("v eps", positive=True)
    (g_h,) = columns("g_h", d)
    forgot = [g * sqrt(v + eps) / sqrt(v) for g in g_h]
    return {"d": Integer(d), "v": v, "eps": eps, "g_h": g_h, "g_h_forgot": forgot}


uniform = with_a(lambda values: [x.alpha] * int(values["d"]))
aligned = with_a(lambda values: [x.alpha * q for q in values["u"]])


@with_a
def created(values: Values) -> Sequence[Expr]:
    """Let nothing arrive at the first feature, and nothing on average."""
    _, *middle = values["a"][:-1]
    return [Integer(0), *middle, -Add(*middle)]


def _deep(value: Any, moved: Mapping[Expr, Expr]) -> Any:
    if isinstance(value, tuple | list):
        return [_deep(part, moved) for part in value]
    return expand(value.subs(moved)) if hasattr(value, "subs") else value


@lru_cache(maxsize=8)
def scaled(d: int) -> tuple[Values, Values]:
    """Run the definitions at λh with λ²ε as well, for a positive and a negative λ."""
    m = Symbol("m", positive=True)
    base = matrices(d)
    found = []
    for lam in (m, -m):
        h = [lam * p for p in base["h"]]
        eps = lam**2 * base["eps"]
        c = [p - mean(h) for p in h]
        v = expand(mean([p**2 for p in c]))
        s = sqrt(expand(v + eps))
        names = dict(zip(base["h"], h, strict=True)) | {x.s: s}
        g_h = [expand(g.subs(names, simultaneous=True)) for g in base["g_h"]]
        found.append({**base, "lambda": lam, "c_scaled": c, "v_scaled": v, "s_scaled": s,
                      "u_scaled": [p / s for p in c], "g_h_scaled": g_h})  # fmt: skip
    return found[0], found[1]
