"""The table 'request by request' over the wire, rows 1 to 10: greetings, versions, silence and lists."""

from __future__ import annotations

import pytest
from running_server import Running
from wire import (
    ALL_REVISIONS,
    TOOLS,
    UNKNOWN_REVISION,
    ask,
    each_legacy,
    each_revision,
    error_of,
    post,
    request,
    result_of,
    status_of,
    version_header,
)

from modeladvisor_server.mcp.revisions import LEGACY_REVISIONS, MODERN_REVISION

NOTIFICATIONS = {
    "initialized": {"jsonrpc": "2.0", "method": "notifications/initialized"},
    "cancelled": {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}},
    "unheard of": {"jsonrpc": "2.0", "method": "notifications/of/tomorrow", "params": [1]},
    "a method without id": {"jsonrpc": "2.0", "method": "tools/call", "params": {"name": "list_models"}},
    "initialize without id": {"jsonrpc": "2.0", "method": "initialize"},
}
POSTED = {
    "result": {"jsonrpc": "2.0", "id": 9, "result": {}},
    "error": {"jsonrpc": "2.0", "id": 9, "error": {"code": 1, "message": "no"}},
}


def greeting(version: object) -> dict[str, object]:
    """Give what clients send first."""
    client = {"name": "test", "version": "1"}
    return request("initialize", {"protocolVersion": version, "capabilities": {}, "clientInfo": client})


@each_legacy
def test_row_01_initialize_agrees_on_the_asked_version(product: Running, revision: str) -> None:
    """Row 1: the asked version, what the server is, can do and advises; never a session."""
    answer = post(product.address, greeting(revision))
    result = result_of(answer)
    assert result.keys() == {"protocolVersion", "capabilities", "serverInfo", "instructions"}
    assert result["protocolVersion"] == revision
    assert result["serverInfo"].keys() == {"name", "title", "version"}
    assert result["capabilities"] == {"tools": {}, "resources": {}, "prompts": {}}
    assert 0 < len(result["instructions"]) <= 2048
    assert "mcp-session-id" not in answer.headers


@pytest.mark.parametrize("asked", [MODERN_REVISION, UNKNOWN_REVISION, "", "2025-11-25 "])
@pytest.mark.parametrize("header", [None, *ALL_REVISIONS, UNKNOWN_REVISION])
def test_row_02_initialize_with_another_version(product: Running, asked: str, header: str | None) -> None:
    """Row 2: the newest legacy revision, whatever the version header says."""
    answer = post(product.address, greeting(asked), {"MCP-Protocol-Version": header})
    assert result_of(answer)["protocolVersion"] == "2025-11-25"


@each_legacy
@pytest.mark.parametrize("params", [None, {}, {"protocolVersion": None}, {"protocolVersion": 5}, [], "x"])
def test_row_03_initialize_without_a_version(product: Running, revision: str, params: object) -> None:
    """Row 3: -32602 with the id of the request."""
    error_of(post(product.address, request("initialize", params), version_header(revision)), 200, -32602)


@each_revision
@pytest.mark.parametrize("message", NOTIFICATIONS.values(), ids=NOTIFICATIONS)
def test_row_04_notifications(product: Running, revision: str, message: dict[str, object]) -> None:
    """Row 4: 202 and nothing else, for any method without an id."""
    answer = post(product.address, message, {"MCP-Protocol-Version": revision})
    assert (answer.status, answer.body) == (202, b"")


@each_revision
@pytest.mark.parametrize("message", POSTED.values(), ids=POSTED)
def test_row_05_posted_responses(product: Running, revision: str, message: dict[str, object]) -> None:
    """Row 5: taken in silence by the old revisions, refused by the new one."""
    answer = post(product.address, message, {"MCP-Protocol-Version": revision})
    if revision == MODERN_REVISION:
        error_of(answer, 400, -32600, None)
    else:
        assert (answer.status, answer.body) == (202, b"")


@each_revision
def test_row_06_ping(product: Running, revision: str) -> None:
    """Row 6: an empty result in the old revisions, no such method in the new one."""
    answer = ask(product.address, revision, "ping")
    if revision == MODERN_REVISION:
        error_of(answer, 404, -32601)
    else:
        assert result_of(answer) == {}


@each_legacy
def test_row_07_params_that_are_null(product: Running, revision: str) -> None:
    """Row 7: `"params": null` is as if it were absent."""
    for message in ({**request("tools/list"), "params": None}, request("tools/list")):
        assert len(result_of(post(product.address, message, version_header(revision)))["tools"]) == 8


@each_revision
def test_row_07_arguments_that_are_null(product: Running, revision: str) -> None:
    """Row 7: `"arguments": null` is as if it were absent."""
    forms: tuple[dict[str, object], ...] = ({"arguments": None}, {}, {"arguments": {}})
    answers = [
        result_of(ask(product.address, revision, "tools/call", {"name": "list_models", **form}))
        for form in forms
    ]
    assert answers[0] == answers[1] == answers[2]
    assert answers[0]["isError"] is False


@each_revision
def test_row_08_lists_without_a_greeting(product: Running, revision: str) -> None:
    """Row 8: the first message of a client may be any; nothing is remembered of an earlier one."""
    assert [one["name"] for one in result_of(ask(product.address, revision, "tools/list"))["tools"]] == list(
        TOOLS
    )


@pytest.mark.parametrize(
    "message",
    [request("tools/list"), request("ping"), request("tools/call", {"name": "list_models"})],
    ids=["tools/list", "ping", "tools/call"],
)
@pytest.mark.parametrize("version", [UNKNOWN_REVISION, "", "latest", "2025-11-25, 2025-11-25"])
def test_row_09_an_unknown_version_header(product: Running, message: object, version: str) -> None:
    """Row 9: 400 and -32022, with the versions that are served and the one that was asked for."""
    error = error_of(post(product.address, message, {"MCP-Protocol-Version": version}), 400, -32022)
    assert error["data"] == {
        "supported": [MODERN_REVISION, *reversed(LEGACY_REVISIONS)],
        "requested": version,
    }


@each_revision
@pytest.mark.parametrize(
    "method", ["tools/list", "resources/list", "resources/templates/list", "prompts/list"]
)
def test_row_10_cursors(product: Running, revision: str, method: str) -> None:
    """Row 10: every list is one page, so no cursor was given out and any is unknown."""
    for cursor in ("abc", "", 5):
        answer = ask(product.address, revision, method, {"cursor": cursor})
        error_of(answer, status_of(revision, -32602), -32602)
    assert "nextCursor" not in result_of(ask(product.address, revision, method))
