"""What every widget promises, whatever it shows: its traits, its spec, its forms."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest
import traitlets
from hypothesis import given, settings
from hypothesis import strategies as st

import lnteach
from lnteach import course
from lnteach.widgets import EXPLORERS, explore
from lnteach.widgets.conditions import visible
from lnteach.widgets.spec import claims, rows, scalars

NAMES = list(EXPLORERS)
# What the text of a chapter says of a preset: which of the claims hold, in order.
CLAIMS = {
    ("shift", "common-shift"): "yyy",
    ("shift", "one-pushed"): "nnn",
    ("shift", "along-c"): "nnn",
    ("shift", "along-c-without"): "nny",
    ("variance", "across"): "yny",
    ("variance", "along"): "nnn",
    ("variance", "stretched"): "nyy",
    ("collect", "only-direct"): "nnn",
    ("collect", "complete-gradient"): "ynn",
    ("collect", "all-three"): "yyy",
    ("collect", "gamma-outside"): "nnn",
    ("collect", "gamma-equal"): "yyy",
    ("collect", "blind-probe"): "yyy",
    ("epsilon", "surviving-invariance"): "ynyn",
    ("epsilon", "without"): "yyyy",
    ("epsilon", "negated"): "yyyy",
    ("epsilon", "as-it-is"): "ynyy",
    ("jacobian", "guide-first-token"): "ynyyy",
    ("jacobian", "outlier"): "yyyyy",
    ("jacobian", "separating-row"): "nnyyy",
    ("geometry", "lecture-probe"): "ynn",
    ("geometry", "without"): "yyy",
    ("geometry", "three-features"): "yyy",
    ("depth", "ordinary-row"): "yyyyy",
    ("depth", "small-row"): "yynyy",
    ("depth", "small-branches"): "nyyyy",
    ("depth", "far-from-zero"): "yynny",
    ("depth", "unequal-gamma"): "yyyyn",
    ("depth", "narrow"): "ynnny",
    ("depth", "chapter"): "yyyyy",
    ("mistake", "separating-row"): "nyn",
    ("mistake", "gamma-outside"): "nnn",
    ("mistake", "gamma-equal"): "yyy",
    ("mistake", "gamma-two-values"): "yyy",
    ("mistake", "lecture-probe"): "yyy",
    ("check-lab", "lecture-probe"): "yyynyyynn",
    ("check-lab", "separating-row"): "yyyyyyyyy",
    ("check-lab", "scaled-probe"): "yyyyyyyyy",
    ("check-lab", "constant-h"): "nyyyynnnn",
    ("check-lab", "gamma-equal"): "ynyyyynnn",
    ("check-lab", "zero-eps"): "yynyyyynn",
    ("check-lab", "zero-mean-a"): "yyyynyynn",
    ("check-lab", "zero-mean-au"): "yyyyynynn",
    ("check-lab", "gamma-two-values"): "yyyyyynyy",
    ("check-lab", "gamma-two-values-without"): "yynyyynnn",
    ("check-lab", "blind-probe"): "yyyynnynn",
    ("check-lab", "tiny-step"): "yyyyyyyyn",
    ("batch", "guide-tokens"): "yny",
    ("batch", "guide-tokens-mean"): "yny",
}


@pytest.mark.parametrize(("name", "preset"), CLAIMS)
def test_the_claims_hold_and_break_where_the_text_says(name: str, preset: str) -> None:
    widget = explore(name, preset)
    found = claims(widget.spec, widget.named(widget.state), widget.state)
    assert "".join("y" if claim.holds else "n" for claim in found) == CLAIMS[name, preset]


def test_there_is_a_widget_for_every_name_and_no_other() -> None:
    assert sorted(NAMES) == sorted(course.widgets())
    with pytest.raises(KeyError, match="no widget 'shifts'; the widgets are three-routes, shift"):
        lnteach.explore("shifts")


@pytest.mark.parametrize("name", NAMES)
def test_its_fields_are_those_of_its_content(name: str) -> None:
    widget = explore(name)
    assert set(widget.fields) == set(course.widget(name).fields)
    assert set(widget.from_browser) == set(widget.fields)
    assert widget.result is not None
    described = next(each.__doc__ for each in type(widget).mro() if each.__doc__)
    for field in widget.fields:
        assert re.search(rf"\b{field}\b", described), field


@pytest.mark.parametrize("name", NAMES)
def test_its_spec_names_what_is_computed(name: str) -> None:
    for preset in course.widget(name).presets:
        widget = explore(name, preset.id)
        named, state, spec = widget.named(widget.state), widget.state, widget.spec
        rows(spec, named, state)
        scalars(spec, named, state)
        assert all("{" not in claim.html for claim in claims(spec, named, state))
        for entry in visible(spec["said"], state):
            named.of(entry["name"])
        for kin in spec.get("sizes", {}).values():
            assert all(one in named.vectors or one[-1] == "3" for one in kin), kin
        assert set(spec["neutral"]) <= set(widget.fields)
        assert set(spec["random"]) == set(spec["neutral"])
        for field, (low, high) in spec["random"].items():
            handle = course.widget(name).fields[field]
            assert handle["min"] <= low < high <= handle["max"], field


@pytest.mark.parametrize("name", NAMES)
def test_its_picture_is_as_high_in_every_view(name: str) -> None:
    heights = {
        re.search(
            r'class="ln-picture"[^>]* height="([\d.]+)"', explore(name, preset.id).static_html()
        )[1]
        for preset in course.widget(name).presets
    }
    assert len(heights) == 1


@pytest.mark.parametrize("name", NAMES)
def test_nonsense_is_refused_and_the_good_state_stays(name: str) -> None:
    widget = explore(name)
    before = widget.state
    for field, kind in course.widget(name).fields.items():
        bad = {
            "vector": [[], [1, "2"], 3, [float("nan")]],
            "number": ["1", None, float("inf")],
            "choice": ["nothing", None],
        }[kind["type"]]
        for value in bad:
            with pytest.raises(traitlets.TraitError, match=f"`{field}"):
                setattr(widget, field, value)
            assert widget.state == before
    with pytest.raises(TypeError, match="has no `zzz`"):
        widget.update(zzz=1)


@pytest.mark.parametrize("name", NAMES)
def test_the_core_answers_each_change(name: str) -> None:
    widget = explore(name)
    seen: list[dict] = []
    widget.observe(lambda change: seen.append(change["new"]), "core")
    widget.update(eps=0.75)
    assert [each["state"]["eps"] for each in seen] == [0.75]
    json.dumps(widget.core, allow_nan=False)


@pytest.mark.parametrize("name", NAMES)
def test_three_forms(name: str) -> None:
    widget = explore(name)
    data, _ = widget._repr_mimebundle_()
    assert data["application/vnd.jupyter.widget-view+json"]["model_id"] == widget.model_id
    assert widget.config["title"] in data["text/plain"]
    html = data["text/html"]
    assert html.startswith(f'<div class="ln-widget" data-widget="{name}">')
    assert html.count("</script>") == 1
    config = json.loads(re.search(r'class="ln-config">(.*?)</script>', html)[1])
    assert config["state"] == widget.state
    ids = re.findall(r' id="([^"]+)"', html + widget.static_html())
    assert ids
    assert len(ids) == len(set(ids))


@settings(max_examples=20)
@given(st.data())
def test_nothing_from_the_browser_raises(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(NAMES))
    widget = explore(name)
    message = data.draw(
        st.dictionaries(
            st.sampled_from([*widget.fields, "core", "zzz"]),
            st.none() | st.text(max_size=3) | st.floats() | st.lists(st.floats(), max_size=5),
        )
    )
    widget.set_state(message)
    values = [x for row in widget.named(widget.state).vectors.values() for x in row]
    assert np.isfinite(values).all()
