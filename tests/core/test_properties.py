"""What must hold for every input: invariances, identities, and derivatives by complex step."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose

from lnteach.core import (
    RMSSaved,
    Saved,
    differentials,
    gradient_routes,
    layer_norm,
    layer_norm_backward,
    layer_norm_forward,
    rms_norm,
    rms_norm_backward,
    rms_norm_forward,
)

NUMBERS = st.floats(-8, 8).map(lambda x: round(x, 3))  # short decimals shrink to readable cases


ROWS, FEATURES = st.integers(0, 3), st.integers(1, 7)


@st.composite
def probes(draw, rows=ROWS, features=FEATURES):
    """A batch (h, gamma, beta, g_z, eps); rows may be constant, since eps > 0."""
    n, d = draw(rows), draw(features)
    matrix, vector = arrays(float, (n, d), elements=NUMBERS), arrays(float, d, elements=NUMBERS)
    eps = draw(st.sampled_from([1e-5, 1e-3, 1 / 3, 1.0, 44.0]))
    return draw(matrix), draw(vector), draw(vector), draw(matrix), eps


def close(x, y, size):
    """Equal to rounding, where terms of the given size were added up."""
    assert_allclose(x, y, rtol=1e-11, atol=1e-13 * (1 + np.max(size, initial=0)))


def sizes(saved, g_z):
    """A bound on the terms of g_h in each row."""
    a = np.abs(g_z * saved.gamma)
    return np.max(a, axis=-1, initial=0) * 10 / saved.s


@given(probes())
def test_input_gradient_sums_to_zero(probe):
    h, gamma, beta, g_z, eps = probe
    saved = layer_norm_forward(h, gamma, beta, eps)[1]
    close(layer_norm_backward(g_z, saved).g_h.sum(axis=-1), 0, sizes(saved, g_z))


@given(probes())
def test_u_dot_is_the_part_that_eps_leaves(probe):
    h, gamma, beta, g_z, eps = probe
    saved = layer_norm_forward(h, gamma, beta, eps)[1]
    g_h = layer_norm_backward(g_z, saved).g_h
    mean_au = (g_z * gamma * saved.u).mean(axis=-1)
    v = h.var(axis=-1)
    exact = eps * h.shape[-1] * mean_au / (np.sqrt(v + eps) * (v + eps))
    close((saved.u * g_h).sum(axis=-1), exact, sizes(saved, g_z))
    close((saved.u**2).sum(axis=-1), h.shape[-1] * v / (v + eps), 1)


@given(probes(), NUMBERS)
def test_common_shift_changes_nothing(probe, alpha):
    h, gamma, beta, g_z, eps = probe
    z, saved = layer_norm_forward(h, gamma, beta, eps)
    moved_z, moved = layer_norm_forward(h + alpha, gamma, beta, eps)
    close(moved_z, z, 1000 * np.max(np.abs(gamma)))
    ours, theirs = layer_norm_backward(g_z, moved), layer_norm_backward(g_z, saved)
    assert_allclose(
        ours.g_h, theirs.g_h, rtol=1e-8, atol=1e-10 * (1 + sizes(saved, g_z).max(initial=0))
    )


@given(probes(), st.sampled_from([-3.0, -0.5, 0.25, 2.0, 1000.0]))
def test_scaling_with_eps(probe, factor):
    # u(k*h; k*k*eps) = sign(k)*u(h; eps), and g_h shrinks by |k|; a negative k flips a's side too.
    h, gamma, beta, g_z, eps = probe
    saved = layer_norm_forward(h, gamma, beta, eps)[1]
    scaled = layer_norm_forward(factor * h, gamma, beta, factor**2 * eps)[1]
    close(scaled.u, np.sign(factor) * saved.u, 1)
    g_h = layer_norm_backward(g_z, saved).g_h
    size = sizes(saved, g_z)
    close(abs(factor) * layer_norm_backward(g_z, scaled).g_h, g_h, size)


@given(probes())
def test_euler_identity_ties_g_h_to_g_gamma(probe):
    h, gamma, beta, g_z, eps = probe
    saved = layer_norm_forward(h, gamma, beta, eps)[1]
    g_h = layer_norm_backward(g_z, saved).g_h
    v = h.var(axis=-1)
    exact = eps / (v + eps) * ((g_z * saved.u) @ gamma)
    close((h * g_h).sum(axis=-1), exact, 80 * sizes(saved, g_z))


@given(probes())
def test_gradient_is_never_longer_than_its_bound(probe):
    h, gamma, beta, g_z, eps = probe
    saved = layer_norm_forward(h, gamma, beta, eps)[1]
    a = g_z * gamma
    bound = np.linalg.norm(a - a.mean(axis=-1, keepdims=True), axis=-1) / saved.s
    length = np.linalg.norm(layer_norm_backward(g_z, saved).g_h, axis=-1)
    assert np.all(length <= bound * (1 + 1e-12) + 1e-13 * sizes(saved, g_z))


@given(probes(), probes())
def test_routes_add_up_in_both_directions(probe, other):
    h, gamma, beta, g_z, eps = probe
    saved = layer_norm_forward(h, gamma, beta, eps)[1]
    size = sizes(saved, g_z)
    close(sum(gradient_routes(g_z * gamma, saved)), layer_norm_backward(g_z, saved).g_h, size)
    change = differentials(h, g_z, eps)
    close(sum(change.routes), change.du, 100 * np.max(np.abs(g_z), initial=0) / np.sqrt(eps))


@given(probes(rows=st.integers(1, 3)))
def test_forward_and_backward_are_adjoint(probe):
    # a.(du) = g_h.(dh): the differential of one direction is the transpose of the other.
    h, gamma, beta, g_z, eps = probe
    dh = np.roll(g_z, 1, axis=-1) - 2 * h
    saved = layer_norm_forward(h, gamma, beta, eps)[1]
    du = differentials(h, dh, eps).du
    g_h = layer_norm_backward(g_z, saved).g_h
    size = 1000 * sizes(saved, g_z)
    close((g_z * gamma * du).sum(axis=-1), (g_h * dh).sum(axis=-1), size)


@given(probes(rows=st.integers(1, 4)))
def test_rows_do_not_see_each_other(probe):
    h, gamma, beta, g_z, eps = probe
    z, saved = layer_norm_forward(h, gamma, beta, eps)
    together = layer_norm_backward(g_z, saved)
    alone = [layer_norm_forward(row, gamma, beta, eps) for row in h]
    apart = [layer_norm_backward(up, one[1]) for up, one in zip(g_z, alone, strict=True)]
    close(z, [one[0] for one in alone], 8)
    size = sizes(saved, g_z)
    close(together.g_h, [one.g_h for one in apart], size)
    close(together.g_gamma, sum(one.g_gamma for one in apart), 100)
    close(together.g_beta, sum(one.g_beta for one in apart), 100)


@given(probes(), st.floats(-3, 3).map(lambda x: round(x, 2)))
def test_backward_is_linear_in_the_upstream_gradient(probe, factor):
    h, gamma, beta, g_z, eps = probe
    saved = layer_norm_forward(h, gamma, beta, eps)[1]
    other = h[::-1] - 1
    mixed = layer_norm_backward(factor * g_z + other, saved)
    parts = zip(layer_norm_backward(g_z, saved), layer_norm_backward(other, saved), strict=True)
    size = 10 * np.max(np.abs(gamma)) * 30 / np.sqrt(eps) + 100
    for whole, (one, two) in zip(mixed, parts, strict=True):
        close(whole, factor * one + two, size)


@given(probes())
def test_rms_norm_has_no_mean_term_and_scales(probe):
    h, gamma, _, g_z, eps = probe
    saved = rms_norm_forward(h, gamma, eps)[1]
    g_h, g_gamma = rms_norm_backward(g_z, saved)
    r2 = (h**2).mean(axis=-1) + eps
    # Euler: along h only the part that eps leaves survives.
    exact = eps / r2 * ((g_z * saved.u) @ gamma)
    size = np.max(np.abs(g_z * gamma), axis=-1, initial=0) * 100 / saved.r
    close((h * g_h).sum(axis=-1), exact, size)
    close(g_gamma, (g_z * saved.u).sum(axis=0), 100)
    # On centred rows both norms have the same forward pass.
    c = h - h.mean(axis=-1, keepdims=True)
    close(rms_norm(c, gamma, eps), layer_norm(h, gamma, np.zeros_like(gamma), eps), 8)


def complex_step(loss, x):
    """The exact derivative of an analytic loss: no difference is taken, so nothing cancels."""
    slopes = np.empty(x.shape)
    for at in np.ndindex(x.shape):
        moved = x.astype(complex)
        moved[at] += 1e-30j
        slopes[at] = loss(moved).imag / 1e-30
    return slopes


@pytest.mark.parametrize("shape", [(3,), (2, 5), (2, 3, 4), (1, 1), (6, 32)])
@pytest.mark.parametrize("eps", [1e-5, 0.3])
def test_gradients_by_complex_step(shape, eps):
    rng = np.random.default_rng(11)
    h, g_z = rng.normal(size=(2, *shape)) + 0.5
    gamma, beta = rng.normal(size=(2, shape[-1]))
    ours = layer_norm_backward(g_z, layer_norm_forward(h, gamma, beta, eps)[1])
    exact = (
        complex_step(lambda x: np.sum(g_z * layer_norm(x, gamma, beta, eps)), h),
        complex_step(lambda x: np.sum(g_z * layer_norm(h, x, beta, eps)), gamma),
        complex_step(lambda x: np.sum(g_z * layer_norm(h, gamma, x, eps)), beta),
    )
    for one, other in zip(ours, exact, strict=True):
        assert_allclose(one, other, rtol=0, atol=1e-13 * max(1, np.max(np.abs(other))))
    ours = rms_norm_backward(g_z, rms_norm_forward(h, gamma, eps)[1])
    exact = (
        complex_step(lambda x: np.sum(g_z * rms_norm(x, gamma, eps)), h),
        complex_step(lambda x: np.sum(g_z * rms_norm(h, x, eps)), gamma),
    )
    for one, other in zip(ours, exact, strict=True):
        assert_allclose(one, other, rtol=0, atol=1e-13 * max(1, np.max(np.abs(other))))


@given(probes(rows=st.integers(1, 2), features=st.integers(2, 6)))
def test_differentials_by_complex_step(probe):
    h, _, _, dh, eps = probe
    moved = layer_norm_forward(h + 1e-30j * dh, np.ones(h.shape[1]), np.zeros(h.shape[1]), eps)[1]
    change = differentials(h, dh, eps)
    size = 100 * np.max(np.abs(dh)) / np.sqrt(eps)
    for ours, complex_value in (
        (change.dmu, moved.mu),
        (change.dc, moved.c),
        (change.ds, moved.s),
        (change.du, moved.u),
        (change.dv, moved.s**2),
    ):
        close(ours, complex_value.imag / 1e-30, size)


@given(probes(rows=st.integers(1, 2)))
def test_derivative_in_eps(probe):
    # dL/d(eps) = -a.u/(2*(v + eps)): through s, so a rounded s would show.
    h, gamma, beta, g_z, eps = probe
    saved = layer_norm_forward(h, gamma, beta, eps)[1]
    step = 1e-6 * eps
    ahead, behind = (np.sum(g_z * layer_norm(h, gamma, beta, eps + d)) for d in (step, -step))
    exact = -np.sum((g_z * gamma * saved.u).sum(axis=-1) / (2 * (h.var(axis=-1) + eps)))
    noise = 1e-15 * (1 + np.sum(np.abs(g_z) * (np.abs(gamma) * 3 + np.abs(beta)))) / step
    assert_allclose((ahead - behind) / (2 * step), exact, rtol=1e-8, atol=10 * noise)


def test_epsilon_is_one_hundred_thousandth_unless_given():
    h, gamma, beta = [0.001, 0.003, 0.004], [1.0, 2.0, 3.0], [0.0, 1.0, 0.0]
    eps = 0.00001
    assert (layer_norm(h, gamma, beta) == layer_norm(h, gamma, beta, eps)).all()
    assert (layer_norm_forward(h, gamma, beta)[0] == layer_norm(h, gamma, beta, eps)).all()
    assert (rms_norm(h, gamma) == rms_norm(h, gamma, eps)).all()
    assert (rms_norm_forward(h, gamma)[0] == rms_norm(h, gamma, eps)).all()


def test_saved_computes_what_no_forward_left():
    saved = Saved(np.array([1.0, 2.0, 6.0]), np.array(3.0), np.array(2.0), np.ones(3), 1.0)
    assert saved.c.tolist() == [-2.0, -1.0, 3.0]
    assert saved.u.tolist() == [-1.0, -0.5, 1.5]
    saved = RMSSaved(np.array([1.0, 2.0, 6.0]), np.array(4.0), np.ones(3), 1.0)
    assert saved.u.tolist() == [0.25, 0.5, 1.5]
