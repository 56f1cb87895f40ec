"""The table 'request by request': single messages, in every revision they concern."""

from __future__ import annotations

import base64

import pytest
from mcp_fixtures import (
    ALL_REVISIONS,
    OFFER,
    ask,
    error_of,
    modern_headers,
    modern_meta,
    post,
    request,
    result_of,
)

from modeladvisor_server.mcp.failures import (
    HEADER_MISMATCH,
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    MODERN_STATUS,
    RESOURCE_NOT_FOUND,
    UNSUPPORTED_VERSION,
)
from modeladvisor_server.mcp.revisions import (
    CAPABILITIES_KEY,
    LEGACY_REVISIONS,
    MODERN_REVISION,
    SERVER_INFO_KEY,
    VERSION_KEY,
)

SERVER = {"name": "fixture", "title": "A fixture", "version": "1.2.3"}
CAPABILITIES: dict[str, object] = {"tools": {}, "resources": {}, "prompts": {}}
UNKNOWN = "2031-01-01"

each_revision = pytest.mark.parametrize("revision", ALL_REVISIONS)
each_legacy = pytest.mark.parametrize("revision", LEGACY_REVISIONS)


def status_of(revision: str, code: int) -> int:
    """Tell the HTTP status of a method's error: 200 in the old revisions, by its code in the new one."""
    return MODERN_STATUS[code] if revision == MODERN_REVISION else 200


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


@pytest.mark.parametrize("asked", [MODERN_REVISION, UNKNOWN, ""])
@pytest.mark.parametrize("header", [None, MODERN_REVISION, UNKNOWN, "2025-06-18"])
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
    response = post(message, {"MCP-Protocol-Version": UNKNOWN})
    request_id = 1 if isinstance(message, dict) and "method" in message and "id" in message else None
    error = error_of(response, 400, UNSUPPORTED_VERSION, request_id)
    assert error["data"] == {"supported": list(reversed(ALL_REVISIONS)), "requested": UNKNOWN}


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


def test_discover_says_what_the_server_is() -> None:
    """Row 27: versions, abilities, instructions and name, for anybody to keep for a while."""
    result = result_of(ask(MODERN_REVISION, "server/discover"))
    assert result == {
        "resultType": "complete",
        "supportedVersions": list(reversed(ALL_REVISIONS)),
        "capabilities": CAPABILITIES,
        "instructions": "Echo first.",
        "ttlMs": 300_000,
        "cacheScope": "public",
        "_meta": {SERVER_INFO_KEY: SERVER},
    }


@pytest.mark.parametrize(
    ("method", "params", "cacheable"),
    [
        ("tools/list", {}, True),
        ("resources/list", {}, True),
        ("resources/templates/list", {}, True),
        ("prompts/list", {}, True),
        ("resources/read", {"uri": "things://all"}, True),
        ("tools/call", {"name": "echo"}, False),
        ("prompts/get", {"name": "choose", "arguments": {"job": "posters"}}, False),
    ],
)
def test_modern_results_are_complete_and_signed(
    method: str, params: dict[str, object], cacheable: bool
) -> None:
    """Each result of 2026-07-28 says that it is complete, who gave it, and how long to keep what is kept."""
    result = result_of(ask(MODERN_REVISION, method, params))
    assert result["resultType"] == "complete"
    assert result["_meta"] == {SERVER_INFO_KEY: SERVER}
    assert (result.get("ttlMs"), result.get("cacheScope")) == (
        (300_000, "public") if cacheable else (None, None)
    )
    legacy = result_of(ask("2025-11-25", method, params))
    assert legacy == {
        key: value
        for key, value in result.items()
        if key not in ("resultType", "_meta", "ttlMs", "cacheScope")
    }


@pytest.mark.parametrize(
    "params",
    [
        None,
        {},
        {"_meta": None},
        {"_meta": []},
        {"_meta": {}},
        {"_meta": {CAPABILITIES_KEY: {}}},
        {"_meta": {VERSION_KEY: MODERN_REVISION}},
        {"_meta": {VERSION_KEY: MODERN_REVISION, CAPABILITIES_KEY: None}},
        {"_meta": {VERSION_KEY: MODERN_REVISION, CAPABILITIES_KEY: []}},
        {"_meta": {VERSION_KEY: 5, CAPABILITIES_KEY: {}}},
        {"_meta": {VERSION_KEY: None, CAPABILITIES_KEY: {}}},
    ],
)
def test_modern_requests_need_their_meta(params: object) -> None:
    """Row 28: without version or capabilities of the client, 400 and -32602."""
    error_of(post(request("tools/list", params), modern_headers("tools/list")), 400, INVALID_PARAMS)


def test_the_name_of_the_client_is_optional() -> None:
    """2026-07-28, General fields, _meta: clientInfo need not be there."""
    body = request("tools/list", {"_meta": modern_meta()})
    result_of(post(body, modern_headers("tools/list")))


CALL: dict[str, object] = {"name": "echo", "_meta": modern_meta()}
MISMATCHES: dict[str, tuple[dict[str, object], dict[str, str | None]]] = {
    "no version header": (CALL, {"MCP-Protocol-Version": None}),
    "legacy version header": (CALL, {"MCP-Protocol-Version": "2025-11-25"}),
    "unknown version header": (CALL, {"MCP-Protocol-Version": UNKNOWN}),
    "version header twice": (CALL, {"MCP-Protocol-Version": f"{MODERN_REVISION}, {MODERN_REVISION}"}),
    "unknown version in _meta": ({**CALL, "_meta": modern_meta(UNKNOWN)}, {}),
    "legacy version in _meta": ({**CALL, "_meta": modern_meta("2025-06-18")}, {}),
    "unknown in both, no method header": (
        {**CALL, "_meta": modern_meta(UNKNOWN)},
        {"MCP-Protocol-Version": UNKNOWN, "Mcp-Method": None},
    ),
    "unknown header, legacy version in _meta": (
        {**CALL, "_meta": modern_meta("2025-06-18")},
        {"MCP-Protocol-Version": UNKNOWN},
    ),
    "no method header": (CALL, {"Mcp-Method": None}),
    "another method header": (CALL, {"Mcp-Method": "tools/list"}),
    "method header in capitals": (CALL, {"Mcp-Method": "TOOLS/CALL"}),
    "no name header": (CALL, {"Mcp-Name": None}),
    "another name header": (CALL, {"Mcp-Name": "fail"}),
    "another name in base64": (CALL, {"Mcp-Name": "=?base64?ZmFpbA==?="}),
    "base64 with a stray character": (CALL, {"Mcp-Name": "=?base64?ZWNo?bw==?="}),
    "base64 without padding": (CALL, {"Mcp-Name": "=?base64?ZWNobw?="}),
    "base64 that is no utf-8": (CALL, {"Mcp-Name": "=?base64?/w==?="}),
    "base64 with marks in capitals": (CALL, {"Mcp-Name": "=?BASE64?ZWNobw==?="}),
    "raw utf-8 in the name header": ({**CALL, "name": "größe"}, {"Mcp-Name": "grÃ¶Ã\x9fe"}),
}


@pytest.mark.parametrize(("params", "headers"), MISMATCHES.values(), ids=MISMATCHES)
def test_headers_and_body_must_agree(params: dict[str, object], headers: dict[str, str | None]) -> None:
    """Row 29: a header that is missing or differs is 400 and -32020, before the version is judged."""
    response = post(
        request("tools/call", params),
        {**modern_headers("tools/call", "echo"), **headers},
    )
    error_of(response, 400, HEADER_MISMATCH)


@pytest.mark.parametrize(
    ("name", "header"),
    [
        ("echo", "echo"),
        ("echo", "  echo "),
        ("echo", "=?base64?ZWNobw==?="),
        ("größe", f"=?base64?{base64.b64encode('größe'.encode()).decode()}?="),
    ],
)
def test_names_may_come_in_base64(name: str, header: str) -> None:
    """Row 29: `Mcp-Name` is compared after decoding, without the blanks around it."""
    body = request("tools/call", {"name": name, "_meta": modern_meta()})
    result_of(post(body, modern_headers("tools/call", header)))


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("resources/read", {"uri": "things://all"}),
        ("prompts/get", {"name": "choose", "arguments": {"job": "x"}}),
    ],
)
def test_resources_and_prompts_are_named_in_headers(method: str, params: dict[str, object]) -> None:
    """Row 29: `Mcp-Name` repeats the address of a resource and the name of a prompt."""
    body = request(method, {**params, "_meta": modern_meta()})
    error_of(post(body, modern_headers(method, None)), 400, HEADER_MISMATCH)
    error_of(post(body, modern_headers(method, "other")), 400, HEADER_MISMATCH)
    result_of(ask(MODERN_REVISION, method, params))


def test_an_unknown_modern_version_is_refused() -> None:
    """Row 30: header and `_meta` agree on a version that is not served."""
    for meta in (modern_meta(UNKNOWN), {VERSION_KEY: UNKNOWN}):
        response = post(request("tools/list", {"_meta": meta}), modern_headers("tools/list", version=UNKNOWN))
        error = error_of(response, 400, UNSUPPORTED_VERSION)
        assert error["data"] == {"supported": list(reversed(ALL_REVISIONS)), "requested": UNKNOWN}


@each_legacy
def test_a_legacy_version_in_meta_is_served_as_legacy(revision: str) -> None:
    """Every version that the list of supported ones names is really served."""
    body = request("tools/list", {"_meta": modern_meta(revision)})
    assert "resultType" not in result_of(post(body, modern_headers("tools/list", version=revision)))


@pytest.mark.parametrize(
    "method",
    [
        "initialize",
        "ping",
        "logging/setLevel",
        "resources/subscribe",
        "resources/unsubscribe",
        "subscriptions/listen",
    ],
)
def test_what_the_new_revision_dropped_is_gone(method: str) -> None:
    """Row 32: 404 and -32601."""
    error_of(ask(MODERN_REVISION, method, {"protocolVersion": MODERN_REVISION}), 404, METHOD_NOT_FOUND)


@each_legacy
@pytest.mark.parametrize("method", ["logging/setLevel", "resources/subscribe", "completion/complete"])
def test_what_is_not_offered_is_not_there(revision: str, method: str) -> None:
    """Row 15: no logging, no subscriptions, no completions in the old revisions either."""
    error_of(ask(revision, method), 200, METHOD_NOT_FOUND)


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
