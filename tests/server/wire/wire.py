"""Raw HTTP to a running server, in the way of each revision: what the tests over the wire speak with."""

from __future__ import annotations

import http.client
import json
from collections.abc import Mapping
from typing import Any

import attrs
import pytest

from modeladvisor_server.mcp.failures import MODERN_STATUS
from modeladvisor_server.mcp.revisions import (
    CAPABILITIES_KEY,
    LEGACY_REVISIONS,
    MODERN_REVISION,
    NAMED_BY,
    VERSION_KEY,
)

ALL_REVISIONS = (*LEGACY_REVISIONS, MODERN_REVISION)
UNKNOWN_REVISION = "2031-01-01"
BOTH = "application/json, text/event-stream"
PATIENCE = 30.0
TOOLS = (
    "find_model", "compare_models", "get_model", "best_model_for",
    "list_models", "where_to_use", "get_trending_workflows", "get_prompt_tips",
)  # fmt: skip

Headers = Mapping[str, str | None]

each_revision = pytest.mark.parametrize("revision", ALL_REVISIONS)
each_legacy = pytest.mark.parametrize("revision", LEGACY_REVISIONS)


@attrs.frozen
class Answer:
    """What came back.

    Attributes:
        status: The HTTP status.
        headers: By their names in lower case.
        body: As it came.
    """

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body, which says that it is JSON and is."""
        assert self.headers["content-type"] == "application/json", self
        return json.loads(self.body, parse_constant=_refuse_constant)


def _refuse_constant(name: str) -> None:
    raise AssertionError(f"{name} is no JSON")


def speak(
    address: str, verb: str, body: bytes | None = None, headers: Headers | None = None, *, path: str = "/mcp"
) -> Answer:
    """Send exactly these headers (beside Host and Content-Length) on a connection of its own; None leaves one out."""
    connection = http.client.HTTPConnection(address.removeprefix("http://"), timeout=PATIENCE)
    given = {name: value for name, value in (headers or {}).items() if value is not None}
    try:
        connection.putrequest(verb, path, skip_host="Host" in given, skip_accept_encoding=True)
        for name, value in given.items():
            connection.putheader(name, value)
        if body is not None:
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body)
        response = connection.getresponse()
        told = {name.lower(): value for name, value in response.getheaders()}
        return Answer(response.status, told, response.read())
    finally:
        connection.close()


def post(address: str, body: object, headers: Headers | None = None) -> Answer:
    """Post bytes as they are, and anything else as JSON; a header that is None is left out."""
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    return speak(
        address, "POST", raw, {"Content-Type": "application/json", "Accept": BOTH, **(headers or {})}
    )


def request(method: str, params: object = None, request_id: object = 1) -> dict[str, object]:
    """Give a JSON-RPC request; params that are None are left out."""
    message: dict[str, object] = {"jsonrpc": "2.0", "id": request_id, "method": method}
    return message if params is None else {**message, "params": params}


def meta(version: object = MODERN_REVISION) -> dict[str, object]:
    """Give the `_meta` that every modern request carries."""
    return {VERSION_KEY: version, CAPABILITIES_KEY: {}}


def version_header(revision: str) -> dict[str, str | None]:
    """Give the version header of a revision; it came with 2025-06-18."""
    return {"MCP-Protocol-Version": revision if revision >= "2025-06-18" else None}


def modern_headers(
    method: str, name: str | None = None, version: str | None = MODERN_REVISION
) -> dict[str, str | None]:
    """Give the headers that every modern request carries."""
    return {"MCP-Protocol-Version": version, "Mcp-Method": method, "Mcp-Name": name}


def ask(
    address: str,
    revision: str,
    method: str,
    params: Mapping[str, object] | None = None,
    headers: Headers | None = None,
) -> Answer:
    """Send one request as a good client of that revision does."""
    if revision != MODERN_REVISION:
        return post(address, request(method, params), {**version_header(revision), **(headers or {})})
    named = (params or {}).get(NAMED_BY.get(method, ""))
    name = named if isinstance(named, str) else None
    body = request(method, {**(params or {}), "_meta": meta()})
    return post(address, body, {**modern_headers(method, name), **(headers or {})})


def result_of(answer: Answer) -> dict[str, Any]:
    """Give the result of an answer that has one."""
    assert answer.status == 200, answer
    document = answer.json
    assert document.keys() == {"jsonrpc", "result", "id"}, document
    assert (document["jsonrpc"], document["id"]) == ("2.0", 1)
    return dict(document["result"])


def error_of(answer: Answer, status: int, code: int, request_id: object = 1) -> dict[str, Any]:
    """Check that an answer is an error with this status, code and id, and give the error."""
    assert answer.status == status, answer
    document = answer.json
    assert document.keys() == {"jsonrpc", "error", "id"}, document
    assert document["jsonrpc"] == "2.0"
    assert (document["id"], type(document["id"])) == (request_id, type(request_id))
    error = document["error"]
    assert error.keys() <= {"code", "message", "data"}, error
    assert error["code"] == code, error
    assert error["message"]
    return dict(error)


def status_of(revision: str, code: int) -> int:
    """Give the HTTP status of a method's error: 200 in the old revisions, by its code in the new one."""
    return MODERN_STATUS[code] if revision == MODERN_REVISION else 200
