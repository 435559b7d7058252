"""The stacks of the widget "depth": weights that are the same everywhere, measured gradients."""

from __future__ import annotations

import doctest
import math
import re
from itertools import product

import numpy as np
import pytest
import traitlets

from lnteach import course, experiments
from lnteach.widgets import depth, seeded
from lnteach.widgets.depth import Depth
from lnteach.widgets.seeded import normals

STATE = {
    "h": [0.5, -1.25, 2.0, 0.75],
    "gamma": [1.5, 0.5, -1.0, 2.0],
    "scale": 0.5,
    "gain": 0.75,
    "depth": 3,
    "seed": 7,
    "eps": 0.25,
}
# Also in tests/web/depth.test.js, to the last bit.
FIRST = [-1.220638260179706, -0.5307914020230665, 0.40520347681907015, 0.0035473807877471645]


@pytest.mark.parametrize("module", [depth, seeded])
def test_examples(module) -> None:
    assert not doctest.testmod(module).failed


def drawn(seed: int, count: int) -> list[float]:
    """The generator once more, in whole numbers, one draw after the other."""
    state, found = seed * 2654435761 % 2**32, []
    for _ in range(count):
        total = 0
        for _ in range(4):
            state = (1664525 * state + 1013904223) % 2**32
            total += state
        found.append((total / 2**32 - 2) * math.sqrt(3))
    return found


def test_the_weights_are_the_same_to_the_last_bit() -> None:
    assert normals(1, 4).tolist() == FIRST
    for seed in (1, 2, 999):
        assert normals(seed, 500).tolist() == drawn(seed, 500)


def test_the_weights_look_like_normal_ones() -> None:
    for seed in range(1, 6):
        x = normals(seed, 12288)
        assert abs(x.mean()) < 0.03
        assert abs(x.var() - 1) < 0.03
        assert np.abs(x).max() < 2 * math.sqrt(3)
        assert all(abs(np.corrcoef(x[:-k], x[k:])[0, 1]) < 0.03 for k in (1, 2, 8, 16))
    assert abs(np.corrcoef(normals(1, 5000), normals(2, 5000))[0, 1]) < 0.05


def normalized(h: np.ndarray, kind: str) -> np.ndarray:
    centred = h if kind == "rms" else h - h.mean()
    return np.array(STATE["gamma"]) * centred / math.sqrt((centred**2).mean() + STATE["eps"])


def top(h: np.ndarray, kind: str, first_block: int = 0) -> np.ndarray:
    """What reaches the top of a stack from the input of a block, written out once more."""
    d = len(h)
    w = np.array(drawn(STATE["seed"], 2 * STATE["depth"] * d * d)).reshape(-1, 2, d, d)
    for one, two in w[first_block:]:
        x = normalized(h, kind) if kind in ("pre", "rms") else h
        hidden = np.maximum(x @ one * math.sqrt(2 / d), 0)
        h = h + STATE["gain"] * (hidden @ two) / math.sqrt(d)
        h = normalized(h, kind) if kind == "post" else h
    return h


def jacobian(f, h: np.ndarray) -> np.ndarray:
    tau = 1e-6
    return np.stack([(f(h + tau * e) - f(h - tau * e)) / (2 * tau) for e in np.eye(len(h))])


@pytest.mark.parametrize("kind", ["none", "pre", "post", "rms"])
def test_the_sizes_are_those_of_the_measured_jacobian(kind: str) -> None:
    result = Depth("ordinary-row", **STATE, placement=kind).result
    row = STATE["scale"] * np.array(STATE["h"])
    measured = jacobian(lambda h: top(h, kind), row)  # a row a feature of the bottom
    np.testing.assert_allclose(result.bottom[kind], np.sqrt((measured**2).sum(axis=1)), rtol=1e-7)
    assert result.sizes[kind][0] == pytest.approx(np.sqrt((measured**2).sum() / 4), rel=1e-7)
    assert result.sizes[kind].shape == (4,)
    assert result.sizes[kind][-1] == 1


def test_one_norm_alone_is_what_the_chapter_proves() -> None:
    h = [1.0, 7.0, 9.0, 15.0]
    for eps in (1e-5, 11.0):
        result = Depth("ordinary-row", h=h, gamma=[3.0] * 4, eps=eps).result
        proved = experiments.expected_square(h, eps=eps)
        np.testing.assert_allclose(result.through**2, 9 * proved, rtol=1e-12)
        np.testing.assert_allclose(result.level**2, 9 * 0.75 / (25 + eps), rtol=1e-12)


def test_the_preset_of_the_chapter_tells_what_the_chapter_measures() -> None:
    found = Depth("chapter").result.sizes
    for kind in experiments.KINDS:
        runs = experiments.gradient_norms(kind)
        assert len(found[kind]) == runs.shape[1]
        assert runs[:, 0].min() < found[kind][0] < runs[:, 0].max()


@pytest.mark.parametrize(
    ("state", "message"),
    [
        ({"h": [1.0, 2.0]}, "`h` has 2 features, but this widget takes 3 to 16"),
        ({"depth": 25}, "`depth` is 25, but must be a whole number from 1 to 24"),
        ({"seed": 1.5}, "`seed` is 1.5, but must be a whole number from 1 to 999"),
        ({"scale": 1e7}, "`h` goes beyond a million"),
        ({"gain": 2e6}, "`gain` goes beyond a million"),
        ({"eps": 2e6}, "`eps` goes beyond a million"),
        ({"gain": -1}, "`gain` is -1, but must be at least 0"),
        ({"scale": 0, "eps": 0}, "`eps`"),
    ],
)
def test_what_no_stack_is_meant_for_is_refused(state, message) -> None:
    widget = Depth("ordinary-row")
    before = widget.state
    with pytest.raises(traitlets.TraitError, match=re.escape(message)):
        widget.update(**state)
    assert widget.state == before


def test_every_claim_holds_somewhere_and_breaks_somewhere() -> None:
    verdicts = []
    for preset in course.widget("depth").presets:
        widget = Depth(preset.id)
        named = widget.named(widget.state)
        # Judged once more from the sizes themselves.
        sizes = {kind: np.array(named.vectors[kind]) for kind in experiments.KINDS}
        normed = np.stack([sizes[kind] for kind in ("pre", "post", "rms")])
        factor = sizes["none"][0] ** (1 / widget.depth)
        low, high = sorted([sizes["pre"][0], sizes["rms"][0]])
        distance, through = (np.abs(named.vectors["u"]), np.array(named.vectors["through"]))
        pairs = [
            through[i] <= through[j] * (1 + 1e-9)
            for i, j in product(range(len(through)), repeat=2)
            if distance[i] > distance[j] + 1e-6
        ]
        verdicts.append(
            [
                sizes["none"][0] >= 10,
                abs(factor / math.sqrt(1 + widget.gain**2) - 1) <= 0.1,
                normed.min() >= 0.1 and normed.max() <= 10,
                high <= 2 * low,
                all(pairs),
            ]
        )
        html = widget.static_html()
        shown = [kind == "holds" for kind in re.findall(r'<li class="ln-(holds|breaks)"', html)]
        assert shown == verdicts[-1], preset.id
    for one in zip(*verdicts, strict=True):
        assert set(one) == {True, False}


def test_the_curves_have_their_names_and_their_numbers_without_scripts() -> None:
    widget = Depth("small-row")
    html = widget.static_html()
    for name in ("no norm", "pre-norm", "post-norm", "RMSNorm"):
        assert f">{name}</text>" in html
        assert f"<span>{name}</span>" in html
    assert html.count('class="ln-curve"') == 4
    assert len(re.findall(r'<td data-name="pre" data-index="\d+"', html)) == 17
    assert "With pre-norm, post-norm and RMSNorm the size leaves" in html
    assert "no norm" in widget.static_text()
