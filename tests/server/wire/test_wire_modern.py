"""The table 'request by request' over the wire, rows 27 to 30 and 32: requests that stand alone."""

from __future__ import annotations

import pytest
from bad_messages import LACKING_META
from running_server import Running
from wire import (
    UNKNOWN_REVISION,
    ask,
    each_legacy,
    error_of,
    meta,
    modern_headers,
    post,
    request,
    result_of,
)

from modeladvisor_server.mcp.revisions import (
    LEGACY_REVISIONS,
    MODERN_REVISION,
    SERVER_INFO_KEY,
    VERSION_KEY,
)

SUPPORTED = [MODERN_REVISION, *reversed(LEGACY_REVISIONS)]


def test_row_27_discover(product: Running) -> None:
    """Row 27: versions, abilities, advice and name, for anybody to keep for a while."""
    result = result_of(ask(product.address, MODERN_REVISION, "server/discover"))
    assert result.keys() == {
        "resultType", "supportedVersions", "capabilities", "instructions", "ttlMs", "cacheScope", "_meta",
    }  # fmt: skip
    assert result["resultType"] == "complete"
    assert result["supportedVersions"] == SUPPORTED
    assert result["cacheScope"] == "public"
    assert type(result["ttlMs"]) is int
    assert result["ttlMs"] > 0
    assert result["_meta"][SERVER_INFO_KEY]["name"] == "modeladvisor"


@pytest.mark.parametrize("params", LACKING_META)
@pytest.mark.parametrize("method", ["server/discover", "tools/list"])
def test_row_28_requests_that_lack_their_meta(product: Running, method: str, params: object) -> None:
    """Row 28: 400 and -32602 without the version or the capabilities of the client."""
    error_of(post(product.address, request(method, params), modern_headers(method)), 400, -32602)


CALL: dict[str, object] = {"name": "list_models", "_meta": meta()}
MISMATCHES: dict[str, tuple[dict[str, object], dict[str, str | None]]] = {
    "no version header": (CALL, {"MCP-Protocol-Version": None}),
    "legacy version header": (CALL, {"MCP-Protocol-Version": "2025-11-25"}),
    "unknown version header": (CALL, {"MCP-Protocol-Version": UNKNOWN_REVISION}),
    "unknown version in _meta": ({**CALL, "_meta": meta(UNKNOWN_REVISION)}, {}),
    "legacy version in _meta": ({**CALL, "_meta": meta("2025-06-18")}, {}),
    "unknown in both, no method header": (
        {**CALL, "_meta": meta(UNKNOWN_REVISION)},
        {"MCP-Protocol-Version": UNKNOWN_REVISION, "Mcp-Method": None},
    ),
    "no method header": (CALL, {"Mcp-Method": None}),
    "another method header": (CALL, {"Mcp-Method": "tools/list"}),
    "no name header": (CALL, {"Mcp-Name": None}),
    "another name header": (CALL, {"Mcp-Name": "get_model"}),
    "another name in base64": (CALL, {"Mcp-Name": "=?base64?Z2V0X21vZGVs?="}),
    "a name in broken base64": (CALL, {"Mcp-Name": "=?base64?bGlzdF9tb2RlbHM?="}),
    "a name beyond ASCII": (CALL, {"Mcp-Name": "list_models\xff"}),
}


@pytest.mark.parametrize(("params", "headers"), MISMATCHES.values(), ids=MISMATCHES)
def test_row_29_headers_that_differ_from_the_body(
    product: Running, params: dict[str, object], headers: dict[str, str | None]
) -> None:
    """Row 29: 400 and -32020, before the version is judged."""
    sent = {**modern_headers("tools/call", "list_models"), **headers}
    error_of(post(product.address, request("tools/call", params), sent), 400, -32020)


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("resources/read", {"uri": "modeladvisor://llms-full"}),
        ("prompts/get", {"name": "choose_a_model", "arguments": {"job": "x"}}),
    ],
)
def test_row_29_resources_and_prompts(product: Running, method: str, params: dict[str, object]) -> None:
    """Row 29: `Mcp-Name` repeats the address of a resource and the name of a prompt."""
    body = request(method, {**params, "_meta": meta()})
    error_of(post(product.address, body, modern_headers(method)), 400, -32020)
    error_of(post(product.address, body, modern_headers(method, "other")), 400, -32020)
    result_of(ask(product.address, MODERN_REVISION, method, params))


@pytest.mark.parametrize("header", ["list_models", "  list_models ", "=?base64?bGlzdF9tb2RlbHM=?="])
def test_row_29_names_as_they_may_be_written(product: Running, header: str) -> None:
    """Row 29: the name may come in base64, and with blanks around it."""
    result_of(post(product.address, request("tools/call", CALL), modern_headers("tools/call", header)))


@pytest.mark.parametrize("method", ["tools/list", "server/discover", "nope"])
def test_row_30_unknown_versions(product: Running, method: str) -> None:
    """Row 30: 400 and -32022 where header and `_meta` agree on a version that is not served."""
    for given in (meta(UNKNOWN_REVISION), {VERSION_KEY: UNKNOWN_REVISION}):
        headers = modern_headers(method, version=UNKNOWN_REVISION)
        answer = post(product.address, request(method, {"_meta": given}), headers)
        error = error_of(answer, 400, -32022)
        assert error["data"] == {"supported": SUPPORTED, "requested": UNKNOWN_REVISION}


@each_legacy
def test_row_30_served_versions(product: Running, revision: str) -> None:
    """Row 30: each of the older versions that the list names is served to those who name it in both places."""
    body = request("tools/list", {"_meta": meta(revision)})
    answer = post(product.address, body, modern_headers("tools/list", version=revision))
    assert "resultType" not in result_of(answer)


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
def test_row_32_methods_that_are_gone(product: Running, method: str) -> None:
    """Row 32: 404 and -32601."""
    error_of(ask(product.address, MODERN_REVISION, method, {"protocolVersion": MODERN_REVISION}), 404, -32601)
