"""The table 'request by request', row 33, and prompts, in every revision."""

from __future__ import annotations

import pytest
from mcp_fixtures import (
    ALL_REVISIONS,
    ask,
    error_of,
    result_of,
    status_of,
)

from modeladvisor_server.mcp.failures import (
    INVALID_PARAMS,
    RESOURCE_NOT_FOUND,
)
from modeladvisor_server.mcp.revisions import (
    MODERN_REVISION,
)

each_revision = pytest.mark.parametrize("revision", ALL_REVISIONS)


@each_revision
@pytest.mark.parametrize("uri", ["things://one/plum", "other://x", "", "not a uri"])
def test_an_unknown_resource_is_an_error(revision: str, uri: str) -> None:
    """Row 33: -32002 in the old revisions, -32602 in the new one, with the address in `data`."""
    response = ask(revision, "resources/read", {"uri": uri})
    code = INVALID_PARAMS if revision == MODERN_REVISION else RESOURCE_NOT_FOUND
    status = 400 if revision == MODERN_REVISION else 200
    assert error_of(response, status, code)["data"] == {"uri": uri}


@each_revision
@pytest.mark.parametrize(
    ("uri", "mime_type", "text"),
    [
        ("things://all", "text/markdown", "# all"),
        ("things://one/apple", "application/json", '{"slug": "apple"}'),
    ],
)
def test_resources_are_read(revision: str, uri: str, mime_type: str, text: str) -> None:
    """Fixed and templated resources are read alike."""
    result = result_of(ask(revision, "resources/read", {"uri": uri}))
    assert result["contents"] == [{"uri": uri, "mimeType": mime_type, "text": text}]


@each_revision
@pytest.mark.parametrize("params", [{}, {"uri": None}, {"uri": 5}])
def test_reading_needs_an_address(revision: str, params: dict[str, object]) -> None:
    """A missing address is -32602 in every revision."""
    response = ask(revision, "resources/read", params)
    error_of(response, status_of(revision, INVALID_PARAMS), INVALID_PARAMS)


@each_revision
def test_prompts_are_filled_in(revision: str) -> None:
    """A prompt becomes one message of the user; null leaves a blank out."""
    params = {"name": "choose", "arguments": {"job": "posters", "budget": None}}
    result = result_of(ask(revision, "prompts/get", params))
    assert result["description"] == "Picks a thing."
    assert result["messages"] == [
        {"role": "user", "content": {"type": "text", "text": "Choose for posters within any budget."}}
    ]


@each_revision
@pytest.mark.parametrize(
    ("params", "words"),
    [
        ({"name": "nope"}, "choose"),
        ({"arguments": {}}, '"name"'),
        ({"name": "choose"}, "'job' is missing"),
        ({"name": "choose", "arguments": {"job": None}}, "'job' is missing"),
        ({"name": "choose", "arguments": {"job": 5}}, "'job' must be a string"),
        ({"name": "choose", "arguments": {"job": "x", "joy": "y"}}, "unknown argument 'joy'"),
        ({"name": "choose", "arguments": []}, '"arguments"'),
        ({"name": "choose", "arguments": {"job": "nothing"}}, "try posters"),
    ],
)
def test_wrong_prompts_are_errors(revision: str, params: dict[str, object], words: str) -> None:
    """Whatever is wrong with a prompt is -32602 and says what."""
    response = ask(revision, "prompts/get", params)
    error = error_of(response, status_of(revision, INVALID_PARAMS), INVALID_PARAMS)
    assert words in str(error["message"])


@each_revision
def test_messages_do_not_swell(revision: str) -> None:
    """A long name is cut where an error repeats it."""
    response = ask(revision, "tools/call", {"name": "n" * 5000})
    error = error_of(response, status_of(revision, INVALID_PARAMS), INVALID_PARAMS)
    assert len(str(error["message"])) < 300
