"""What further letters mean for an explicit d: again definitions, differentiated head-on."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from sympy import Add, Integer, Matrix, Rational, Symbol, cancel, diff, expand, sqrt, symbols

from lnteach.symbolic import letters as x
from lnteach.symbolic.explicit import Values, columns, jacobian, mean, meaning
from lnteach.symbolic.letters import Expr


def rows(matrix: Expr) -> tuple[tuple[Expr, ...], ...]:
    """Give a matrix as rows, which a formula may index twice."""
    return tuple(tuple(matrix.row(p)) for p in range(matrix.rows))


def across(u: Sequence[Expr], v: Expr, p: Sequence[Expr]) -> list[Expr]:
    """Turn p into a column that is perpendicular to 1 and to the centred column u, times v."""
    along = sum(s * t for s, t in zip(u, p, strict=True)) / len(p)
    return [expand(v * (t - mean(p)) - s * along) for s, t in zip(u, p, strict=True)]


@lru_cache(maxsize=8)
def matrices(d: int) -> Values:
    """Add the Jacobian and what belongs to it to `meaning`; a is free."""
    values = dict(meaning(d))
    h, c, v, s = values["h"], values["c"], values["v"], values["s"]
    J = jacobian(d).subs(x.eps, x.s**2 - mean([p**2 for p in c])).applyfunc(expand)
    a, p = columns("a p", d)
    C = Matrix(d, d, lambda row, col: diff(c[row], h[col]))
    grad_v = [diff(v, q) for q in h]
    g_h = (J.T * Matrix(a)).applyfunc(expand)
    return values | {
        "J": rows(J), "C": rows(C), "a": a, "g_h": list(g_h), "grad_v": grad_v,
        "grad_s": [expand(diff(sqrt(v + x.eps), q).subs(x.eps, s**2 - v)) for q in h],
        "w": across(c, v, p), "a_tilde": [q - mean(a) for q in a],
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
    along, w = Matrix(c), Matrix(across(c, v, [Integer(q) for q in (2, 3, 5, 11, 6, 1)[:d]]))
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
