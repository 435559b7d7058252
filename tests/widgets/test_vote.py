from __future__ import annotations

import pytest
import traitlets

from lnteach.widgets import VoteWidget, vote


def test_three_forms():
    widget = vote("common-shift")
    assert isinstance(widget, VoteWidget)
    data, _ = widget._repr_mimebundle_()
    assert 'data-vote="common-shift"' in data["text/html"]
    assert data["text/html"] == widget.html
    assert "Answer: B" in data["text/plain"]
    assert data["application/vnd.jupyter.widget-view+json"]["model_id"] == widget.model_id
    assert widget.config == {"widget": "vote"}


def test_unknown_vote():
    with pytest.raises(KeyError, match="common-shift"):
        vote("nothing")


def test_choice_is_an_option_or_nothing():
    widget = vote("common-shift")
    widget.choice = "B"
    with pytest.raises(traitlets.TraitError, match="`choice` is 'Z', but the options are A, B, C"):
        widget.choice = "Z"
    for bad in ("Z", None, 7, ["A"]):
        widget.set_state({"choice": bad})
        assert widget.choice == "B"
    widget.set_state({"choice": "", "html": "<b>evil</b>"})
    assert widget.choice == ""
    assert "evil" not in widget.html
