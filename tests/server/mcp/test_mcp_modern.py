"""The table 'request by request', rows 27 to 32: the revision in which each request stands alone."""

from __future__ import annotations

import base64

import pytest
from bad_messages import LACKING_META
from mcp_fixtures import (
    ALL_REVISIONS,
    CAPABILITIES,
    SERVER,
    UNKNOWN_REVISION,
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
    METHOD_NOT_FOUND,
    UNSUPPORTED_VERSION,
)
from modeladvisor_server.mcp.revisions import (
    LEGACY_REVISIONS,
    MODERN_REVISION,
    SERVER_INFO_KEY,
    VERSION_KEY,
)

each_legacy = pytest.mark.parametrize("revision", LEGACY_REVISIONS)


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


@pytest.mark.parametrize("params", LACKING_META)
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
    "unknown version header": (CALL, {"MCP-Protocol-Version": UNKNOWN_REVISION}),
    "version header twice": (CALL, {"MCP-Protocol-Version": f"{MODERN_REVISION}, {MODERN_REVISION}"}),
    "unknown version in _meta": ({**CALL, "_meta": modern_meta(UNKNOWN_REVISION)}, {}),
    "legacy version in _meta": ({**CALL, "_meta": modern_meta("2025-06-18")}, {}),
    "unknown in both, no method header": (
        {**CALL, "_meta": modern_meta(UNKNOWN_REVISION)},
        {"MCP-Protocol-Version": UNKNOWN_REVISION, "Mcp-Method": None},
    ),
    "unknown header, legacy version in _meta": (
        {**CALL, "_meta": modern_meta("2025-06-18")},
        {"MCP-Protocol-Version": UNKNOWN_REVISION},
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
    for meta in (modern_meta(UNKNOWN_REVISION), {VERSION_KEY: UNKNOWN_REVISION}):
        response = post(
            request("tools/list", {"_meta": meta}), modern_headers("tools/list", version=UNKNOWN_REVISION)
        )
        error = error_of(response, 400, UNSUPPORTED_VERSION)
        assert error["data"] == {"supported": list(reversed(ALL_REVISIONS)), "requested": UNKNOWN_REVISION}


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
