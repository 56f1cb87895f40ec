"""The table 'request by request', rows 1 to 9: greetings, versions and what wants no answer."""

from __future__ import annotations

import pytest
from mcp_fixtures import (
    ALL_REVISIONS,
    CAPABILITIES,
    SERVER,
    UNKNOWN_REVISION,
    ask,
    error_of,
    post,
    request,
    result_of,
)

from modeladvisor_server.mcp.failures import (
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    UNSUPPORTED_VERSION,
)
from modeladvisor_server.mcp.revisions import (
    LEGACY_REVISIONS,
    MODERN_REVISION,
)

each_revision = pytest.mark.parametrize("revision", ALL_REVISIONS)
each_legacy = pytest.mark.parametrize("revision", LEGACY_REVISIONS)


@each_legacy
def test_initialize_agrees_on_a_legacy_version(revision: str) -> None:
    """Row 1: the asked version comes back, with what the server is and can do, and no session."""
    response = post(request("initialize", {"protocolVersion": revision, "capabilities": {}}))
    assert result_of(response) == {
        "protocolVersion": revision,
        "capabilities": CAPABILITIES,
        "serverInfo": SERVER,
        "instructions": "Echo first.",
    }
    assert "mcp-session-id" not in response.headers


@pytest.mark.parametrize("asked", [MODERN_REVISION, UNKNOWN_REVISION, ""])
@pytest.mark.parametrize("header", [None, MODERN_REVISION, UNKNOWN_REVISION, "2025-06-18"])
def test_initialize_offers_the_newest_legacy_version(asked: str, header: str | None) -> None:
    """Row 2: another version is answered with 2025-11-25, whatever the version header says."""
    response = post(request("initialize", {"protocolVersion": asked}), {"MCP-Protocol-Version": header})
    assert result_of(response)["protocolVersion"] == "2025-11-25"


@pytest.mark.parametrize("params", [None, {}, {"protocolVersion": 5}, {"protocolVersion": None}, []])
def test_initialize_needs_a_version(params: object) -> None:
    """Row 3: without a version that is a string, -32602."""
    error_of(post(request("initialize", params)), 200, INVALID_PARAMS)


@pytest.mark.parametrize("version", [None, *ALL_REVISIONS])
@pytest.mark.parametrize(
    "message",
    [
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}},
        {"jsonrpc": "2.0", "method": "notifications/of/tomorrow", "params": [1]},
        {"jsonrpc": "2.0", "method": "tools/call", "params": {"name": "fail"}},
        {"jsonrpc": "2.0", "method": "initialize"},
    ],
)
def test_notifications_are_taken_in_silence(version: str | None, message: dict[str, object]) -> None:
    """Row 4: a message without id gets 202 and no body, in every revision."""
    response = post(message, {"MCP-Protocol-Version": version})
    assert (response.status_code, response.content) == (202, b"")


def test_tools_are_not_called_by_notifications(caplog: pytest.LogCaptureFixture) -> None:
    """Row 4: a call without id does nothing at all."""
    post({"jsonrpc": "2.0", "method": "tools/call", "params": {"name": "fail"}})
    assert not caplog.records


def test_posted_responses_are_taken_by_legacy_revisions() -> None:
    """Row 5: 202 in the old revisions, -32600 in the new one."""
    answer = {"jsonrpc": "2.0", "id": 9, "result": {}}
    for version in (None, *LEGACY_REVISIONS):
        assert post(answer, {"MCP-Protocol-Version": version}).status_code == 202
    error_of(post(answer, {"MCP-Protocol-Version": MODERN_REVISION}), 400, INVALID_REQUEST, None)


@each_revision
def test_ping_is_a_legacy_method(revision: str) -> None:
    """Row 6: an empty result in the old revisions, no such method in the new one."""
    response = ask(revision, "ping")
    if revision == MODERN_REVISION:
        error_of(response, 404, METHOD_NOT_FOUND)
    else:
        assert result_of(response) == {}


@pytest.mark.parametrize(
    "message",
    [
        request("tools/list"),
        request("tools/list", {"_meta": {"progressToken": 1}}),
        request("ping"),
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 1, "result": {}},
        [request("tools/list")],
    ],
)
def test_an_unknown_version_header_is_refused(message: dict[str, object]) -> None:
    """Row 9: the answer lists what is served, in both eras, and repeats what was asked for."""
    response = post(message, {"MCP-Protocol-Version": UNKNOWN_REVISION})
    request_id = 1 if isinstance(message, dict) and "method" in message and "id" in message else None
    error = error_of(response, 400, UNSUPPORTED_VERSION, request_id)
    assert error["data"] == {"supported": list(reversed(ALL_REVISIONS)), "requested": UNKNOWN_REVISION}
