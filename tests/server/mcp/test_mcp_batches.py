"""Arrays of messages, which the old revisions allow and the new one does not."""

from __future__ import annotations

import pytest
from mcp_fixtures import RecordingLimiter, build_app, error_of, modern_headers, modern_meta, post, request

from modeladvisor_server.mcp.failures import INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND
from modeladvisor_server.mcp.revisions import LEGACY_REVISIONS, MODERN_REVISION

NOTIFICATION = {"jsonrpc": "2.0", "method": "notifications/initialized"}
ANSWER = {"jsonrpc": "2.0", "id": 1, "result": {}}

each_legacy_header = pytest.mark.parametrize("version", [None, *LEGACY_REVISIONS])


@each_legacy_header
def test_every_id_gets_its_answer(version: str | None) -> None:
    """Row 20: an element for each id, in order, and for each bad element; none for what wants no answer."""
    batch = [
        request("ping", request_id="a"),
        NOTIFICATION,
        5,
        request("nope", request_id=2),
        {"jsonrpc": "1.0", "id": 3, "method": "ping"},
        ANSWER,
        request("tools/list", [], request_id=4),
        request("ping", request_id="a"),
    ]
    response = post(batch, {"MCP-Protocol-Version": version})
    assert response.status_code == 200
    assert [(answer["id"], answer.get("error", {}).get("code")) for answer in response.json] == [
        ("a", None),
        (None, INVALID_REQUEST),
        (2, METHOD_NOT_FOUND),
        (3, INVALID_REQUEST),
        (4, INVALID_PARAMS),
        ("a", None),
    ]


@each_legacy_header
def test_a_batch_without_questions_gets_no_answer(version: str | None) -> None:
    """Row 20: notifications and responses alone are taken with 202 and no body."""
    response = post([NOTIFICATION, ANSWER, NOTIFICATION], {"MCP-Protocol-Version": version})
    assert (response.status_code, response.content) == (202, b"")


@pytest.mark.parametrize("version", [None, *LEGACY_REVISIONS, MODERN_REVISION])
@pytest.mark.parametrize("count", [0, 17])
def test_too_few_and_too_many_are_one_error(version: str | None, count: int) -> None:
    """Row 21: an array of none or of more than sixteen is refused as a whole."""
    response = post([request("ping")] * count, {"MCP-Protocol-Version": version})
    error_of(response, 400, INVALID_REQUEST, None)


@each_legacy_header
def test_a_greeting_stands_alone(version: str | None) -> None:
    """Row 22: initialize inside a batch is an error of that element only."""
    greeting = request("initialize", {"protocolVersion": "2025-03-26"}, request_id=7)
    response = post([greeting, request("ping", request_id=8)], {"MCP-Protocol-Version": version})
    refused, answered = response.json
    assert (refused["id"], refused["error"]["code"]) == (7, INVALID_REQUEST)
    assert answered == {"jsonrpc": "2.0", "result": {}, "id": 8}


@pytest.mark.parametrize("headers", [modern_headers("tools/list"), {"MCP-Protocol-Version": None}])
def test_the_new_revision_has_no_batches(headers: dict[str, str | None]) -> None:
    """Row 23: a batch under the new version header, or with a modern message in it, is one error."""
    batch = [
        request("tools/list", request_id=1),
        request("tools/list", {"_meta": modern_meta()}, request_id=2),
    ]
    error_of(post(batch, headers), 400, INVALID_REQUEST, None)


def test_a_batch_costs_what_it_carries() -> None:
    """Each message counts, answered or not; a batch that is refused as a whole counts once."""
    limiter = RecordingLimiter()
    app = build_app(limiter)
    post([request("ping"), NOTIFICATION, 5], app=app)
    post([NOTIFICATION], app=app)
    post([], app=app)
    post([request("ping")] * 17, app=app)
    assert [cost for _, cost in limiter.hits] == [3, 1, 1, 1]
