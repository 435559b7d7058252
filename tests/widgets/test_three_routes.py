from __future__ import annotations

import json
import re

import numpy as np
import pytest
import traitlets
from hypothesis import given
from hypothesis import strategies as st

from lnteach import core
from lnteach.widgets import ThreeRoutes, base

PROBE = {"h": [1, 2, 3], "dh": [1, 0, 0], "gamma": [2, 1, 3], "g_z": [1, -2, -1], "eps": 1 / 3}


def test_opens_on_the_lectures_probe():
    widget = ThreeRoutes()
    assert widget.state == {**PROBE, "view": "du"}
    assert all(type(x) is float for x in widget.h)


def test_result_is_the_cores():
    result = ThreeRoutes(**PROBE).result
    np.testing.assert_allclose(result.change.du, [1 / 3, -1 / 3, 0], atol=1e-15)
    np.testing.assert_allclose(result.dz, [2 / 3, -1 / 3, 0], atol=1e-15)
    np.testing.assert_allclose(result.a, [2, -2, -3])
    np.testing.assert_allclose(result.g_h, [4 / 3, -1, -1 / 3], rtol=1e-14)
    np.testing.assert_allclose(sum(result.routes), result.g_h, rtol=1e-14)
    want = core.differentials(np.array([1.0, 2, 3]), np.array([1.0, 0, 0]), 1 / 3)
    for got, expected in zip(result.change.routes, want.routes, strict=True):
        assert got.tolist() == expected.tolist()


def test_arrays_and_presets_are_taken():
    widget = ThreeRoutes("separating-row", dh=np.arange(5, dtype=np.float32))
    assert widget.view == "g_h"
    assert widget.dh == [0, 1, 2, 3, 4]
    np.testing.assert_allclose(widget.result.g_h * 9, [-5, 8, -4, -1, 2], rtol=1e-13)


def test_vectors_follow_the_length_of_h():
    widget = ThreeRoutes(h=[1, 2, 3, 5])
    assert widget.gamma == [2, 1, 3, 1]
    assert widget.dh == [1, 0, 0, 0]
    widget.update(h=[4, 0])
    assert (widget.dh, widget.gamma, widget.g_z) == ([1, 0], [2, 1], [1, -2])


@pytest.mark.parametrize(
    ("state", "message"),
    [
        ({"h": [1, 2, 3, 4], "dh": [1]}, "`h` has 4 features, but `dh` has 1"),
        ({"h": []}, "`h` has 0 entries"),
        ({"h": 3}, "`h` is 3, but must be a list of numbers"),
        ({"h": [1, "2"]}, r"`h\[1\]` is '2', but must be a number"),
        ({"gamma": [1, float("nan"), 2]}, r"`gamma\[1\]` is nan, but must be finite"),
        ({"g_z": [1, float("inf"), 2]}, r"`g_z\[1\]` is inf, but must be finite"),
        ({"dh": [1e300, 0, 0]}, r"`dh\[0\]` is 1e\+300, but must be finite and at most 1e100"),
        ({"eps": -0.5}, "`eps` is -0.5, but must be at least 0"),
        ({"eps": None}, "`eps` is None, but must be a number"),
        ({"view": "dv"}, "`view` is 'dv', but must be 'du' or 'g_h'"),
        ({"h": [2, 2, 2], "eps": 0}, "`eps` is 0 and `h` is constant"),
        ({"h": list(range(129))}, "`h` has 129 entries"),
    ],
)
def test_wrong_state_is_explained_and_the_good_one_stays(state, message):
    with pytest.raises(traitlets.TraitError, match=message):
        ThreeRoutes(**state)
    widget = ThreeRoutes()
    with pytest.raises(traitlets.TraitError, match=message):
        widget.update(**state)
    assert widget.state == {**PROBE, "view": "du"}
    if len(state) == 1:
        [(name, value)] = state.items()
        with pytest.raises(traitlets.TraitError):
            setattr(widget, name, value)
        assert widget.state == {**PROBE, "view": "du"}


def test_unknown_names_are_refused():
    with pytest.raises(TypeError, match="ThreeRoutes has no `epsilon`"):
        ThreeRoutes(epsilon=1)
    with pytest.raises(TypeError, match="ThreeRoutes has no `x`"):
        ThreeRoutes().update(x=1)


def test_core_is_told_to_the_browser_after_each_change():
    widget = ThreeRoutes()
    seen = []
    widget.observe(lambda change: seen.append(change["new"]), "core")
    widget.h = [0.0, 2.0, 4.0]
    assert len(seen) == 1
    assert seen[0]["state"] == widget.state
    assert seen[0]["values"]["du"] == widget.result.change.du.tolist()
    json.dumps(widget.core, allow_nan=False)


def test_one_message_from_the_browser_is_one_change():
    widget = ThreeRoutes()
    widget.set_state({"h": [4, 0, 4, 0], "dh": [0, 1, 0, 0], "gamma": [1] * 4, "g_z": [2] * 4})
    assert widget.h == [4, 0, 4, 0]
    assert widget.core["state"] == widget.state


@given(
    st.dictionaries(
        st.sampled_from(["h", "dh", "gamma", "g_z", "eps", "view", "core", "zzz"]),
        st.one_of(
            st.none(),
            st.text(max_size=3),
            st.floats(),
            st.lists(st.floats() | st.none() | st.text(max_size=2), max_size=5),
            st.dictionaries(st.text(max_size=2), st.integers(), max_size=2),
        ),
    )
)
def test_nothing_from_the_browser_raises(message):
    widget = _widget()
    before = widget.state
    widget.set_state(message)
    assert np.isfinite(widget.result.g_h).all()
    if widget.state != before:
        assert widget.core["state"] == widget.state


def _widget(made: list[ThreeRoutes] = []) -> ThreeRoutes:  # noqa: B006 - one for all examples
    if not made:
        made.append(ThreeRoutes())
    made[0].update(**PROBE, view="du")
    return made[0]


def test_three_forms_in_one_bundle_of_types():
    widget = ThreeRoutes()
    data, _ = widget._repr_mimebundle_()
    assert data["application/vnd.jupyter.widget-view+json"]["model_id"] == widget.model_id
    assert data["text/plain"].splitlines()[1].split() == ["feature", "1", "2", "3"]
    assert "total du    1/3  −1/3     0" in data["text/plain"]
    html = data["text/html"]
    assert html.startswith('<div class="ln-widget" data-widget="three-routes">')
    config = json.loads(re.search(r'class="ln-config">(.*?)</script>', html)[1])
    assert config["state"] == widget.state
    assert config["presets"][0]["state"]["h"] == [1, 2, 3]


def test_static_form_shows_the_current_state():
    widget = ThreeRoutes()
    widget.update(h=[4, 0, 4, 0], eps=0, view="g_h")
    html = widget.static_html()
    assert '<td data-name="h" data-index="1" data-value="0.0">0</td>' in html
    assert json.loads(re.search(r'ln-config">(.*?)</script>', html)[1])["state"]["view"] == "g_h"


def test_no_text_leaves_the_script():
    evil = '</script><script>alert("&\u2028")</script>'
    config = ThreeRoutes().config
    widget = ThreeRoutes(config={**config, "title": evil, "open": "lecture-probe"})
    html = widget.static_html()
    assert html.count("</script>") == 1
    assert json.loads(re.search(r'ln-config">(.*?)</script>', html)[1])["title"] == evil
    assert "<script>alert" not in html


def test_two_figures_of_a_page_share_no_id():
    widget = ThreeRoutes()
    ids = re.findall(r' id="([^"]+)"', widget.static_html() + widget.static_html())
    assert ids
    assert len(ids) == len(set(ids))


def test_missing_bundle_says_how_to_get_it(monkeypatch, tmp_path):
    monkeypatch.setattr(base.resources, "files", lambda package: tmp_path)
    with pytest.raises(base.MissingBundleError, match=r"run `python tools/bundle\.py`"):
        ThreeRoutes()
