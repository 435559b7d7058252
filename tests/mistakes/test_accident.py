"""A reader's own backward function: right, or passing some checks by accident."""

import numpy as np
import pytest

from lnteach import mistakes
from lnteach.mistakes import passes_by_accident


def right(h, gamma, beta, g_z, eps):
    c = h - h.mean(-1, keepdims=True)
    s = np.sqrt((c * c).mean(-1, keepdims=True) + eps)
    u, a = c / s, g_z * gamma
    g_h = (a - a.mean(-1, keepdims=True) - u * (a * u).mean(-1, keepdims=True)) / s
    rows = tuple(range(h.ndim - 1))
    return g_h, (g_z * u).sum(rows), g_z.sum(rows)


def test_a_right_function_passes_with_reason():
    found = passes_by_accident(right)
    assert found.right
    assert found.by_accident == ()
    assert len(found.passes) == len(mistakes.CHECKS)
    assert str(found).startswith("Right wherever we tried")


def test_g_h_alone_is_judged_alone():
    found = passes_by_accident(lambda *inputs: right(*inputs)[0])
    assert found.right
    missing = passes_by_accident(
        lambda h, gamma, beta, g_z, eps: right(h, np.ones_like(gamma), beta, g_z, eps)[0]
    )
    assert not missing.right
    assert "unit-gamma" in missing.by_accident
    assert "generic" in dict(missing.caught)


@pytest.mark.parametrize("norm", ["layer", "rms"])
def test_every_mistake_passes_exactly_what_is_blind_to_it(norm):
    table = mistakes.blindness(norm=norm)
    for id in mistakes.ids(norm):
        mistake = mistakes.get(id, norm)
        found = passes_by_accident(
            mistake.compute, forward=mistake.forward if mistake.shared else None, norm=norm
        )
        assert not found.right, id
        assert found.where
        assert found.by_accident == tuple(
            check.id for check in table.checks if table.cell(id, check.id).word == "blind"
        )


def test_a_function_for_two_axes_only_fails_on_three():
    def flat(h, gamma, beta, g_z, eps):
        g_h, _, _ = right(h, gamma, beta, g_z, eps)
        u = right(h, gamma, beta, np.ones_like(h), eps)[1]
        c = h - h.mean(-1, keepdims=True)
        u = c / np.sqrt((c * c).mean(-1, keepdims=True) + eps)
        return g_h, (g_z * u).sum(0), g_z.sum(0)

    found = passes_by_accident(flat)
    assert not found.right
    assert found.where == "an input of shape (2, 3, 5)"
    assert not found.caught, "none of the course's checks has three axes"


def test_functions_that_raise_or_return_nonsense():
    def raises(h, gamma, beta, g_z, eps):
        raise RuntimeError("not yet")

    found = passes_by_accident(raises)
    assert found.where == "random inputs at ε = 1e-5, where it raises RuntimeError"
    assert found.by_accident == ()
    assert "No check would pass it." in str(found)
    assert not passes_by_accident(lambda *x: None).right
    assert not passes_by_accident(lambda *x: (1, 2)).right
    assert not passes_by_accident(lambda h, *x: np.full_like(h, np.nan)).right
    with pytest.raises(TypeError, match="`function` is of type str"):
        passes_by_accident("right")


def test_what_it_says():
    text = str(passes_by_accident(mistakes.get("gamma-missing").compute))
    assert text.startswith("Not right: it fails on random inputs at ε = 1e-5.")
    assert "Passed by accident: Shapes, Sum, u·g_h against 0, Differences, γ = 1" in text
    assert "Caught by u·g_h against its value: u·g_h is" in text
