"""The table 'request by request', rows 7, 8, 10 to 15 and 18: lists and calls in every revision."""

from __future__ import annotations

import pytest
from mcp_fixtures import (
    ALL_REVISIONS,
    OFFER,
    SERVER,
    ask,
    error_of,
    modern_headers,
    post,
    request,
    result_of,
    status_of,
)

from modeladvisor_server.mcp.failures import (
    INVALID_PARAMS,
    METHOD_NOT_FOUND,
)
from modeladvisor_server.mcp.revisions import (
    LEGACY_REVISIONS,
    MODERN_REVISION,
    SERVER_INFO_KEY,
)

each_revision = pytest.mark.parametrize("revision", ALL_REVISIONS)


@each_revision
def test_null_arguments_are_no_arguments(revision: str) -> None:
    """Row 7: `"arguments": null` and none at all are an empty object."""
    for params in ({"name": "echo", "arguments": None}, {"name": "echo"}):
        assert result_of(ask(revision, "tools/call", params))["structuredContent"] == {"said": {}}


@each_revision
def test_lists_need_no_greeting(revision: str) -> None:
    """Row 8: every list is there for the first request of a client, on one page."""
    tools = result_of(ask(revision, "tools/list"))
    assert "nextCursor" not in tools
    listed = tools["tools"]
    assert isinstance(listed, list)
    assert len(listed) == len(OFFER.tools)
    assert listed[0] == {
        "name": "echo",
        "title": "Echo",
        "description": "What echo does.",
        "inputSchema": {"type": "object", "properties": {"colour": {"type": "string"}}},
        "outputSchema": {"type": "object"},
        "annotations": {
            "title": "Echo",
            "readOnlyHint": True,
            "destructiveHint": False,
            "idempotentHint": True,
            "openWorldHint": False,
        },
    }
    assert result_of(ask(revision, "resources/list"))["resources"] == [
        {
            "uri": "things://all",
            "name": "all",
            "title": "All things",
            "description": "Every thing.",
            "mimeType": "text/markdown",
        }
    ]
    assert result_of(ask(revision, "resources/templates/list"))["resourceTemplates"] == [
        {
            "uriTemplate": "things://one/{slug}",
            "name": "one",
            "title": "One thing",
            "description": "A thing.",
            "mimeType": "application/json",
        }
    ]
    assert result_of(ask(revision, "prompts/list"))["prompts"] == [
        {
            "name": "choose",
            "title": "Choose a thing",
            "description": "Picks a thing.",
            "arguments": [
                {"name": "job", "description": "What for.", "required": True},
                {"name": "budget", "description": "How much.", "required": False},
            ],
        }
    ]


@each_revision
@pytest.mark.parametrize(
    "method", ["tools/list", "resources/list", "resources/templates/list", "prompts/list"]
)
def test_unknown_cursors_are_refused(revision: str, method: str) -> None:
    """Row 10: no cursor was ever given out, so any is unknown; null is none."""
    for cursor in ("abc", "", 5):
        response = ask(revision, method, {"cursor": cursor})
        error_of(response, status_of(revision, INVALID_PARAMS), INVALID_PARAMS)
    result_of(ask(revision, method, {"cursor": None}))


@each_revision
def test_a_tool_answers_in_text_and_structure(revision: str) -> None:
    """Row 11: the text, the structure and isError false."""
    result = result_of(ask(revision, "tools/call", {"name": "echo", "arguments": {"a": [1, "ü"]}}))
    expected: dict[str, object] = {
        "content": [{"type": "text", "text": 'You said {"a":[1,"ü"]}'}],
        "structuredContent": {"said": {"a": [1, "ü"]}},
        "isError": False,
    }
    if revision == MODERN_REVISION:
        expected |= {"resultType": "complete", "_meta": {SERVER_INFO_KEY: SERVER}}
    assert result == expected


@each_revision
def test_a_mistake_is_taught(revision: str) -> None:
    """Rows 12 and 31: a wrong or missing argument is a result that the model can learn from."""
    for arguments in ({"colour": "blue"}, {}):
        result = result_of(ask(revision, "tools/call", {"name": "teach", "arguments": arguments}))
        assert result["isError"] is True
        assert "structuredContent" not in result
        content = result["content"]
        assert isinstance(content, list)
        assert "allowed: green" in content[0]["text"]


@each_revision
def test_an_unknown_tool_is_an_error(revision: str) -> None:
    """Row 13: -32602, with the names of the tools that there are."""
    response = ask(revision, "tools/call", {"name": "nope", "arguments": {}})
    error = error_of(response, status_of(revision, INVALID_PARAMS), INVALID_PARAMS)
    assert "echo" in str(error["message"])


@each_revision
@pytest.mark.parametrize(
    "params",
    [
        {"name": "echo", "arguments": [1]},
        {"name": "echo", "arguments": "x"},
        {"name": "echo", "arguments": False},
        {"arguments": {}},
        {"name": None},
        {"name": 5},
    ],
)
def test_misshapen_calls_are_errors(revision: str, params: dict[str, object]) -> None:
    """Row 14: arguments that are no object, or no name, are -32602."""
    response = ask(revision, "tools/call", params)
    error_of(response, status_of(revision, INVALID_PARAMS), INVALID_PARAMS)


@each_revision
@pytest.mark.parametrize("method", ["nope", "", "tools/List", "completion/complete", "__class__"])
def test_unknown_methods_are_errors(revision: str, method: str) -> None:
    """Row 15: -32601, with 200 in the old revisions and 404 in the new one."""
    error_of(ask(revision, method), status_of(revision, METHOD_NOT_FOUND), METHOD_NOT_FOUND)


def test_discover_is_unknown_to_legacy_revisions() -> None:
    """Row 15: a method of the new revision does not exist in the old ones."""
    error_of(ask("2025-11-25", "server/discover"), 200, METHOD_NOT_FOUND)


@pytest.mark.parametrize("params", [[], [1], "x", 5, True])
def test_params_must_be_an_object(params: object) -> None:
    """Row 18: -32602 in every revision."""
    for version in (None, *LEGACY_REVISIONS):
        response = post(request("tools/list", params), {"MCP-Protocol-Version": version})
        error_of(response, 200, INVALID_PARAMS)
    error_of(post(request("tools/list", params), modern_headers("tools/list")), 400, INVALID_PARAMS)
