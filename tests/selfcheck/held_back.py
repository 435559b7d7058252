"""Wrong backward passes as people write them, kept apart: the judge was not tuned on them."""

import numpy as np


def _saved(h, eps):
    c = h - h.mean(axis=-1, keepdims=True)
    s = np.sqrt((c**2).mean(axis=-1, keepdims=True) + eps)
    return c, s, c / s


def _rows(x):
    return x.reshape(-1, x.shape[-1]).sum(axis=0)


def torch_style(h, gamma, beta, g_z, eps):
    """Right: the three-term form with sums."""
    d = h.shape[-1]
    _, s, u = _saved(h, eps)
    a = gamma * g_z
    g_h = (d * a - a.sum(-1, keepdims=True) - u * (a * u).sum(-1, keepdims=True)) / (d * s)
    return g_h, _rows(g_z * u), _rows(g_z)


def chain_rule_style(h, gamma, beta, g_z, eps):
    """Right: through the variance and the mean, one after the other."""
    d = h.shape[-1]
    c, s, u = _saved(h, eps)
    a = g_z * gamma
    g_v = (a * c * -0.5 * s**-3).sum(-1, keepdims=True)
    g_mu = (-a / s).sum(-1, keepdims=True) + g_v * (-2 * c).mean(-1, keepdims=True)
    return a / s + g_v * 2 * c / d + g_mu / d, _rows(g_z * u), _rows(g_z)


def detached_statistics(h, gamma, beta, g_z, eps):
    _, s, u = _saved(h, eps)
    return g_z * gamma / s, _rows(g_z * u), _rows(g_z)


def printed_in_a_book(h, gamma, beta, g_z, eps):
    _, s, u = _saved(h, eps)
    inside = g_z - g_z.mean(-1, keepdims=True) - u * (g_z * u).mean(-1, keepdims=True)
    return gamma / s * inside, _rows(g_z * u), _rows(g_z)


def forgot_to_scale(h, gamma, beta, g_z, eps):
    _, s, u = _saved(h, eps)
    g_h = (g_z - g_z.mean(-1, keepdims=True) - u * (g_z * u).mean(-1, keepdims=True)) / s
    return g_h, _rows(g_z * u), _rows(g_z)


def sample_variance(h, gamma, beta, g_z, eps):
    c = h - h.mean(-1, keepdims=True)
    s = np.sqrt(h.var(-1, ddof=1, keepdims=True) + eps)
    u, a = c / s, g_z * gamma
    g_h = (a - a.mean(-1, keepdims=True) - u * (a * u).mean(-1, keepdims=True)) / s
    return g_h, _rows(g_z * u), _rows(g_z)


def batch_axis(h, gamma, beta, g_z, eps):
    axes = tuple(range(h.ndim - 1))
    c = h - h.mean(axes, keepdims=True)
    s = np.sqrt((c * c).mean(axes, keepdims=True) + eps)
    u, a = c / s, g_z * gamma
    return (a - a.mean(axes, keepdims=True) - u * (a * u).mean(axes, keepdims=True)) / s


def batch_axis_forward_only(h, gamma, beta, g_z, eps):
    axes = tuple(range(h.ndim - 1))
    c = h - h.mean(axes, keepdims=True)
    s = np.sqrt((c * c).mean(axes, keepdims=True) + eps)
    u, a = c / s, g_z * gamma
    return (a - a.mean(-1, keepdims=True) - u * (a * u).mean(-1, keepdims=True)) / s


def saved_reciprocal(h, gamma, beta, g_z, eps):
    _, s, u = _saved(h, eps)
    rstd = 1 / s
    a = g_z * gamma
    g_h = (a - a.mean(-1, keepdims=True) - u * (a * u).mean(-1, keepdims=True)) * s
    return g_h, _rows(g_z * u), _rows(g_z) + 0 * rstd.sum()


def mean_of_parameters(h, gamma, beta, g_z, eps):
    g_h, g_gamma, g_beta = torch_style(h, gamma, beta, g_z, eps)
    rows = h.size // h.shape[-1]
    return g_h, g_gamma / rows, g_beta / rows


def output_in_the_scale(h, gamma, beta, g_z, eps):
    g_h, _, g_beta = torch_style(h, gamma, beta, g_z, eps)
    _, _, u = _saved(h, eps)
    return g_h, _rows(g_z * (gamma * u + beta)), g_beta


def swapped(h, gamma, beta, g_z, eps):
    g_h, g_gamma, g_beta = torch_style(h, gamma, beta, g_z, eps)
    return g_h, g_beta, g_gamma


def two_slips(h, gamma, beta, g_z, eps):
    _, s, u = _saved(h, eps)
    return (g_z - u * (g_z * u).mean(-1, keepdims=True)) / s


def two_axes_only(h, gamma, beta, g_z, eps):
    g_h, _, _ = torch_style(h, gamma, beta, g_z, eps)
    _, _, u = _saved(h, eps)
    return g_h, (g_z * u).sum(axis=0), g_z.sum(axis=0)


def half_precision(h, gamma, beta, g_z, eps):
    wide = torch_style(h, gamma, beta, g_z, eps)
    return tuple(x.astype(np.float16).astype(x.dtype) for x in wide)


def nothing_at_all(h, gamma, beta, g_z, eps):
    return None


def not_finite(h, gamma, beta, g_z, eps):
    return h / 0.0


def writes_to_its_input(h, gamma, beta, g_z, eps):
    g_z *= gamma
    return torch_style(h, np.ones_like(gamma), beta, g_z, eps)[0]


def raises(h, gamma, beta, g_z, eps):
    raise IndexError("axis 1 is out of bounds")


def of_one_row(h, gamma, beta, g_z, eps):
    return torch_style(h, gamma, beta, g_z, eps)[0][..., 0]


FOUND = {
    torch_style: "right right right",
    chain_rule_style: "right right right",
    detached_statistics: "constant-statistics right right",
    printed_in_a_book: "gamma-outside right right",
    forgot_to_scale: "gamma-missing right right",
    sample_variance: "bessel bessel right",
    batch_axis: "batch-statistics",
    batch_axis_forward_only: "unknown",
    saved_reciprocal: "edit right right",
    mean_of_parameters: "right mean-over-batch mean-over-batch",
    output_in_the_scale: "right output-for-normalized right",
    swapped: "right parameter-gradients-swapped parameter-gradients-swapped",
    two_slips: "no-mean-route+gamma-missing",
    two_axes_only: "right case case",
    half_precision: "unknown unknown unknown",
    nothing_at_all: "raises",
    not_finite: "value",
    writes_to_its_input: "right",
    raises: "raises",
    of_one_row: "shape",
}
