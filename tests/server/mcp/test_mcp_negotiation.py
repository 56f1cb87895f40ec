"""Content types and Accept headers, as they are found in the field."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modeladvisor_server.mcp.negotiation import Form, answer_form, is_json


@pytest.mark.parametrize(
    ("accept", "form"),
    [
        (None, Form.JSON),
        ("", Form.JSON),
        ("application/json", Form.JSON),
        ("application/json, text/event-stream", Form.JSON),
        ("text/event-stream, application/json", Form.JSON),
        ("text/event-stream, application/json;q=0.1", Form.JSON),
        ("APPLICATION/JSON; Q=1", Form.JSON),
        ("application/*", Form.JSON),
        ("*/*", Form.JSON),
        ("text/html, image/gif, *; q=.2, */*; q=.2", Form.JSON),
        ("text/event-stream", Form.EVENT),
        ("text/event-stream, text/html", Form.EVENT),
        ("text/*", Form.EVENT),
        ("*/*, application/json;q=0", Form.EVENT),
        ("application/json;q=0, text/event-stream;q=0.5", Form.EVENT),
        ("application/json;q=x, text/event-stream", Form.EVENT),
        ("application/json;q=0", None),
        ("text/html", None),
        ("*/*;q=0", None),
        ("*/*;q=0, application/*", Form.JSON),
        ("application/*;q=0, */*", Form.EVENT),
        ("text/event-stream;q=0", None),
        (";;,=,q=1", None),
    ],
)
def test_the_form_of_the_answer(accept: str | None, form: Form | None) -> None:
    """JSON if it is taken at all, an event if only these are, else nothing."""
    assert answer_form(accept) is form


@pytest.mark.parametrize(
    ("content_type", "expected"),
    [
        ("application/json", True),
        ("application/json;charset=UTF-8", True),
        (" Application/Json ; charset=utf-8", True),
        ("application/json-rpc", False),
        ("application/problem+json", False),
        ("text/json", False),
        ("", False),
        (None, False),
    ],
)
def test_what_counts_as_json(content_type: str | None, expected: bool) -> None:
    """Only application/json, whatever its parameters."""
    assert is_json(content_type) is expected


@settings(deadline=None)
@given(accept=st.text(alphabet="aqjson/*+;=,.01 \t"))
def test_no_header_breaks_the_choice(accept: str) -> None:
    """Any text gives one of the three outcomes."""
    assert answer_form(accept) in (Form.JSON, Form.EVENT, None)
