"""What a tool may demand of its clients: capabilities, and arguments that headers repeat."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import Mapping

import pytest
from falcon import testing
from mcp_fixtures import (
    ask,
    build_app,
    error_of,
    modern_headers,
    modern_meta,
    post,
    request,
    result_of,
)

from modeladvisor_server.mcp import Offer, Tool, ToolAnswer
from modeladvisor_server.mcp.failures import HEADER_MISMATCH, INVALID_PARAMS, MISSING_CAPABILITY
from modeladvisor_server.mcp.revisions import CAPABILITIES_KEY, LEGACY_REVISIONS, MODERN_REVISION

PLACES = {
    "type": "object",
    "properties": {
        "region": {"type": "string", "x-mcp-header": "Region"},
        "floor": {"type": "integer", "x-mcp-header": "Floor"},
        "lit": {"type": "boolean", "x-mcp-header": "Lit"},
        "street": {"type": "object", "properties": {"name": {"type": "string", "x-mcp-header": "Street"}}},
        "items": {"type": "array", "items": {"properties": {"name": {"x-mcp-header": "Never"}}}},
        "free": True,
    },
}


def _tool(name: str, schema: Mapping[str, object], needs: tuple[str, ...] = ()) -> Tool:
    return Tool(
        name, name, "Does.", schema, {"type": "object"}, lambda _given: ToolAnswer("Done.", {}), needs
    )


APP = build_app(
    offer=Offer(
        name="demands",
        title="Demands",
        version="1",
        instructions="",
        tools=(
            _tool("go", PLACES),
            _tool("stay", {"type": "object"}),
            _tool("both", {"type": "object"}, ("roots", "sampling")),
        ),
    )
)


def call(name: str, arguments: object, headers: Mapping[str, str], capabilities: object) -> testing.Result:
    """Call a tool the modern way, with further headers."""
    meta = {**modern_meta(), CAPABILITIES_KEY: capabilities}
    params = {"name": name, "arguments": arguments, "_meta": meta}
    return post(request("tools/call", params), {**modern_headers("tools/call", name), **headers}, app=APP)


@pytest.mark.parametrize(
    ("declared", "missing"),
    [
        ({}, {"roots": {}, "sampling": {}}),
        ({"roots": {}}, {"sampling": {}}),
        ({"roots": {}, "sampling": None}, {"sampling": {}}),
        ({"roots": True, "sampling": {}}, {"roots": {}}),
    ],
)
def test_a_tool_is_refused_to_clients_that_lack_a_capability(
    declared: dict[str, object], missing: dict[str, object]
) -> None:
    """400 and -32021, with the capabilities that are missing."""
    error = error_of(call("both", {}, {}, declared), 400, MISSING_CAPABILITY)
    assert error["data"] == {"requiredCapabilities": missing}


def test_a_tool_is_called_with_the_capabilities_it_needs() -> None:
    """Declared capabilities open the tool, and others do not matter."""
    result_of(call("both", {}, {}, {"sampling": {}, "roots": {"listChanged": True}, "elicitation": {}}))


@pytest.mark.parametrize("revision", LEGACY_REVISIONS)
def test_capabilities_of_a_handshake_are_not_known(revision: str) -> None:
    """Nothing is kept of an `initialize`, so in the legacy revisions such a tool is refused."""
    error_of(ask(revision, "tools/call", {"name": "both"}, app=APP), 200, MISSING_CAPABILITY)


CODED = f"=?base64?{base64.b64encode('Österreich'.encode()).decode()}?="


@pytest.mark.parametrize(
    ("arguments", "headers"),
    [
        ({}, {}),
        (None, {}),
        ({"region": None, "street": None}, {}),
        ({"region": "north"}, {"Mcp-Param-Region": "north"}),
        ({"region": "north"}, {"MCP-PARAM-REGION": " north "}),
        ({"region": "north"}, {"Mcp-Param-Region": "north", "Mcp-Param-Taste": "sweet"}),
        ({"region": ""}, {"Mcp-Param-Region": ""}),
        ({"region": "Österreich"}, {"Mcp-Param-Region": CODED}),
        ({"region": "=?base64?bm8="}, {"Mcp-Param-Region": "=?base64?bm8="}),
        ({"floor": 42}, {"Mcp-Param-Floor": "42"}),
        ({"floor": 42}, {"Mcp-Param-Floor": "42.0"}),
        ({"floor": -7}, {"Mcp-Param-Floor": "-7"}),
        ({"lit": True}, {"Mcp-Param-Lit": "true"}),
        ({"lit": False}, {"Mcp-Param-Lit": "false"}),
        ({"street": {"name": "Mill"}}, {"Mcp-Param-Street": "Mill"}),
        ({"items": [{"name": "x"}], "free": 1}, {}),
    ],
)
def test_headers_that_repeat_arguments_are_read(arguments: object, headers: dict[str, str]) -> None:
    """A header that says what the argument says lets the call through, and without a value there is no header."""
    result_of(call("go", arguments, headers, {}))


def test_blanks_after_a_header_do_not_matter() -> None:
    """HTTP wants them gone, but the parser of the server leaves them to the application."""
    params = {"name": "go", "arguments": {"region": "north"}, "_meta": modern_meta()}
    headers = {**modern_headers("tools/call", "go"), "Mcp-Param-Region": "north"}
    scope = testing.create_scope(
        method="POST",
        path="/mcp",
        headers=[
            ("Content-Type", "application/json"),
            *((name, value or "") for name, value in headers.items()),
        ],
    )
    scope["headers"] = [
        (name, value + b" \t" if name.startswith(b"mcp-") else value) for name, value in scope["headers"]
    ]
    sent = testing.ASGIRequestEventEmitter(json.dumps(request("tools/call", params)).encode())
    answer = testing.ASGIResponseEventCollector()
    asyncio.run(APP(scope, sent, answer))
    assert answer.status == 200


@pytest.mark.parametrize(
    ("arguments", "headers"),
    [
        ({"region": "north"}, {}),
        ({"region": "north"}, {"Mcp-Param-Region": "south"}),
        ({"region": "north"}, {"Mcp-Param-Region": "North"}),
        ({}, {"Mcp-Param-Region": "north"}),
        ({"region": None}, {"Mcp-Param-Region": "null"}),
        ({"region": "é"}, {"Mcp-Param-Region": "é"}),
        ({"region": "Hello"}, {"Mcp-Param-Region": "=?base64?SGVsbG8?="}),
        ({"region": "Hello"}, {"Mcp-Param-Region": "=?base64?SGVs!!!bG8=?="}),
        ({"floor": 42}, {"Mcp-Param-Floor": "43"}),
        ({"floor": 42}, {"Mcp-Param-Floor": "42.5"}),
        ({"floor": 42}, {"Mcp-Param-Floor": "forty-two"}),
        ({"floor": 1}, {"Mcp-Param-Floor": "true"}),
        ({"floor": 42}, {"Mcp-Param-Floor": "=?base64?/w==?="}),
        ({"lit": True}, {"Mcp-Param-Lit": "True"}),
        ({"lit": True}, {"Mcp-Param-Lit": "1"}),
        ({"street": {"name": "Mill"}}, {}),
        ({"street": "Mill"}, {"Mcp-Param-Street": "Mill"}),
    ],
)
def test_headers_that_differ_from_arguments_are_refused(arguments: object, headers: dict[str, str]) -> None:
    """A header that is missing, cannot be decoded or says another thing is 400 and -32020."""
    error_of(call("go", arguments, headers, {}), 400, HEADER_MISMATCH)


def test_other_tools_do_not_mind_such_headers() -> None:
    """A header that no argument of the tool is repeated in is ignored."""
    result_of(call("stay", {"region": "north"}, {"Mcp-Param-Region": "south"}, {}))


def test_a_prompt_with_the_name_of_a_tool_is_no_tool() -> None:
    """Only tools have arguments that headers repeat."""
    params = {"name": "go", "arguments": {"region": "north"}}
    error_of(ask(MODERN_REVISION, "prompts/get", params, app=APP), 400, INVALID_PARAMS)


@pytest.mark.parametrize("revision", LEGACY_REVISIONS)
def test_the_old_revisions_know_no_such_headers(revision: str) -> None:
    """Before 2026-07-28 arguments are not repeated."""
    result_of(ask(revision, "tools/call", {"name": "go", "arguments": {"region": "north"}}, app=APP))
