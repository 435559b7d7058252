"""The laboratory for checks: its sweep, its spoiled probes and its table, by other means."""

from __future__ import annotations

import re

import numpy as np
import pytest
import traitlets

from lnteach import core, course, mistakes
from lnteach.core import gradient_check, layer_norm, probe_quality
from lnteach.widgets import check_sweep, explore
from lnteach.widgets.check_sweep import EPSILON, STEPS, Probe, central, spoiled

SPOILS = [
    "constant-h",
    "uniform-gamma",
    "zero-eps",
    "unit-s",
    "zero-mean-a",
    "zero-mean-au",
    "constant-u-squared",
]
ROW = {
    "h": [-7.0, 4, 10, 16, 22, 3],
    "gamma": [3.0, 1, 4, 1, 2, -1],
    "g_z": [-5.0, 6, -2, -2, 2, 3],
    "eps": 44.0,
}


def lab(**state):
    return explore("check-lab", "separating-row", **state)


@pytest.mark.parametrize("bits", EPSILON)
def test_a_difference_is_what_a_loop_of_single_operations_gives(bits: int) -> None:
    kind = np.float64 if bits == 64 else np.float32
    probe = Probe.of(ROW).narrowed(bits)

    def loss(h):
        d = kind(len(h))
        total = kind(0)
        for x in h:
            total = total + x
        mu, squares, found = total / d, kind(0), kind(0)
        for x in h:
            squares = squares + (x - mu) * (x - mu)
        s = np.sqrt(squares / d + probe.eps)
        for x, g, w in zip(h, probe.g_z, probe.gamma, strict=True):
            found = found + g * w * ((x - mu) / s)
        return found

    for tau in (2.0**-20, 2.0**-6):
        up, down = probe.h.copy(), probe.h.copy()
        up[2] += kind(tau)
        down[2] -= kind(tau)
        wanted = (loss(up) - loss(down)) / (kind(2) * kind(tau))
        found = central(probe, [2], [tau])[0, 0]
        assert type(found) is kind
        assert found == wanted


def test_the_cores_check_measures_the_same() -> None:
    widget = lab(**ROW, tau=1e-3)
    h, gamma, g_z = (np.array(ROW[name]) for name in ("h", "gamma", "g_z"))

    def loss(x):
        return g_z @ layer_norm(x, gamma, 0 * gamma, ROW["eps"])

    report = gradient_check(loss, h, widget.result.g_h, tau=1e-3)
    np.testing.assert_allclose(widget.result.measured[64], report.numeric, rtol=0, atol=2e-11)


@pytest.mark.parametrize(("bits", "best"), [(64, 6e-6), (32, 5e-3)])
def test_the_best_step_follows_s(bits: int, best: float) -> None:
    for size in (0.01, 1.0, 100.0):
        stretched = {**ROW, "h": [size * x for x in ROW["h"]], "eps": size**2 * ROW["eps"]}
        widget = lab(**stretched)
        errors = np.array(widget.result.sweep[bits])
        s = float(widget.result.saved.s)
        assert s == pytest.approx(size * 11.5036, rel=1e-5)
        at = STEPS[int(errors.argmin())] / s
        assert best / 4 < at < best * 16
        marked = widget.named(widget.state).scalars[f"best_{bits}"] / s
        assert marked == pytest.approx(best, rel=0.03)
        # A quarter of the step is a sixteenth of the error while the loss bends, ...
        bending = errors[[k for k, t in enumerate(STEPS) if 5 * best < t / s < 0.5]]
        assert len(bending) > 1
        np.testing.assert_allclose(bending[1:] / bending[:-1], 16, rtol=0.35)
        # ... and, in the mean, four times of it while rounding rules.
        rounding = errors[[k for k, t in enumerate(STEPS) if 1e-4 < t / s / best < 0.05]]
        slope = np.polyfit(np.arange(len(rounding)), np.log(rounding), 1)[0] / np.log(4)
        assert slope == pytest.approx(-1, abs=0.4)


@pytest.mark.parametrize("spoil", SPOILS)
def test_each_spoil_breaks_its_condition_and_no_other(spoil: str) -> None:
    probe = Probe.of(ROW)
    assert probe_quality(probe.h, probe.gamma, probe.eps, probe.g_z) == ()
    broken = spoiled(probe, spoil)
    found = probe_quality(broken.h, broken.gamma, broken.eps, broken.g_z)
    assert [finding.id for finding in found] == [spoil]
    widget = lab(**ROW, spoil=spoil)
    assert [finding.id for finding in widget.result.findings] == [spoil]
    assert widget.h == ROW["h"]


def test_an_odd_number_of_features_has_no_equal_squares() -> None:
    widget = lab()
    with pytest.raises(traitlets.TraitError, match="5 features, but only of an even number"):
        widget.spoil = "constant-u-squared"
    assert widget.spoil == "none"


@pytest.mark.parametrize(
    ("preset", "example", "case"),
    [
        ("lecture-probe", "lecture-probe", "probe"),
        ("blind-probe", "blind-probe", "with-eps"),
        ("gamma-two-values-without", "gamma-two-values", "without"),
        ("scaled-probe", "scaled-probe", "doubled-with-eps"),
    ],
)
def test_what_hides_is_what_exact_arithmetic_says(preset: str, example: str, case: str) -> None:
    row = course.example(example).cases[case]
    probe = {name: row[name] for name in ("h", "gamma", "g_z", "eps")}
    right = mistakes.truth().value(probe)
    result = explore("check-lab", preset).result
    wanted = [id for id in result.values if mistakes.get(id, "layer").value(probe) == right]
    assert list(result.hides) == wanted
    assert len(wanted) == {"lecture-probe": 3, "scaled-probe": 0}.get(preset, len(wanted))


def test_known_blindness_on_a_good_probe() -> None:
    table = lab(**{**ROW, "eps": 0.01}, tau=1e-4).result.table

    def blind_to(check: str) -> set[str]:
        return {id for id, row in table.items() if row[check].code == 0}

    assert blind_to("generic") == set()
    scales = {"scale-forgotten", "variance-for-deviation", "gamma-missing"}
    assert scales | {"no-variance-route", "sign-flipped-variance-term"} <= blind_to("sum")
    assert {"gamma-outside", "gamma-missing"} == blind_to("unit-gamma")
    assert {"no-variance-route", "gamma-outside", *scales} <= blind_to("upstream-ones-unit-gamma")
    assert {"bessel-consistent", "epsilon-outside-root", "rms-for-layer"} == blind_to("own-forward")
    assert scales - {"gamma-missing"} <= blind_to("u-dot-zero")


def test_a_bad_step_decides_nothing() -> None:
    table = lab(tau=1e-9).result.table
    assert {row["float32"].code for row in table.values()} == {2}
    assert {row["sum"].code for row in table.values()} == {0, 1}
    assert {row["generic"].code for row in lab(tau=10).result.table.values()} == {2}


def test_a_mistake_that_divides_by_zero_says_so() -> None:
    widget = lab(spoil="constant-h", option="epsilon-forgotten")
    named = widget.named(widget.state)
    assert "divides by zero" in named.words["cell"]
    assert named.vectors["value"] == [0.0] * 5


@pytest.mark.parametrize(
    ("state", "message"),
    [
        ({"tau": 0}, "`tau` is 0, but must be at least 1e-12"),
        ({"tau": 1e13}, "numbers up to 1e12"),
        ({"h": [1e13, 0, 0, 0, 0]}, "numbers up to 1e12"),
        ({"spoil": "constant-h", "eps": 0}, "`eps` is 0 and `h` is constant"),
        ({"h": [1e9, 1e9 + 1, 1e9, 1e9, 1e9], "eps": 0}, "in float32|constant"),
    ],
)
def test_errors_name_the_argument(state: dict, message: str) -> None:
    with pytest.raises(traitlets.TraitError, match=message):
        lab(**state)


def test_the_work_of_a_sweep_is_bounded() -> None:
    assert [len(check_sweep.tested(d)) for d in (1, 3, 8, 9, 16, 128)] == [1, 3, 8, 7, 4, 2]
    assert check_sweep.tested(9) == [0, 1, 2, 3, 5, 6, 7]


def test_the_static_form_has_every_cell_and_the_sweep_in_numbers() -> None:
    widget = lab()
    html = widget.static_html()
    codes = [int(code) for code in re.findall(r'data-code="(\d)"', html)]
    assert codes == list(widget.named(widget.state).codes)
    assert html.count('aria-pressed="true"') == 1
    assert "Divided by s² where s belongs, Sum: blind" in html
    swept = re.findall(r'data-name="sweep_32" data-index="\d+" data-value="([^"]+)"', html)
    assert [float(x) for x in swept] == widget.result.sweep[32]


def test_the_right_gradient_is_the_cores() -> None:
    result = lab().result
    np.testing.assert_allclose(result.g_h * 9, [-5, 8, -4, -1, 2], rtol=1e-13)
    assert isinstance(result.saved, core.Saved)
