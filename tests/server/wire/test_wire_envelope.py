"""The table 'request by request' over the wire, rows 16, 17 and 19 to 23: bodies, their form and batches."""

from __future__ import annotations

import json
import re
import socket

import pytest
from bad_messages import MALFORMED, UNPARSABLE
from running_server import Running
from wire import (
    ALL_REVISIONS,
    UNKNOWN_REVISION,
    ask,
    each_legacy,
    each_revision,
    error_of,
    meta,
    modern_headers,
    post,
    request,
    result_of,
    version_header,
)

from modeladvisor_server.mcp.envelope import MAX_BYTES
from modeladvisor_server.mcp.revisions import LEGACY_REVISIONS, MODERN_REVISION

PING = json.dumps(request("ping")).encode()
NOTIFICATION = {"jsonrpc": "2.0", "method": "notifications/initialized"}
each_legacy_header = pytest.mark.parametrize("version", [None, *LEGACY_REVISIONS])


@each_revision
@pytest.mark.parametrize("raw", UNPARSABLE.values(), ids=UNPARSABLE)
def test_row_16_what_is_no_json(product: Running, revision: str, raw: bytes) -> None:
    """Row 16: 400 and -32700 with a null id; the next request is served."""
    error_of(post(product.address, raw, {"MCP-Protocol-Version": revision}), 400, -32700, None)
    result_of(ask(product.address, revision, "tools/list"))


@each_revision
@pytest.mark.parametrize(("raw", "request_id"), MALFORMED.values(), ids=MALFORMED)
def test_row_17_what_is_no_message(product: Running, revision: str, raw: bytes, request_id: object) -> None:
    """Row 17: 400 and -32600, with the id where it can be read; the next request is served."""
    error_of(post(product.address, raw, {"MCP-Protocol-Version": revision}), 400, -32600, request_id)
    result_of(ask(product.address, revision, "tools/list"))


def padded(size: int) -> bytes:
    """Give a ping of exactly so many bytes."""
    return PING + b" " * (size - len(PING))


@each_revision
def test_row_19_bodies_that_are_too_large(product: Running, revision: str) -> None:
    """Row 19: 256 KiB are read; of one byte more nothing but 413 is told."""
    headers = {"MCP-Protocol-Version": revision}
    error_of(post(product.address, padded(MAX_BYTES + 1), headers), 413, 413, None)
    assert post(product.address, padded(MAX_BYTES), headers).status != 413


@each_revision
def test_row_19_bodies_that_announce_no_length(product: Running, revision: str) -> None:
    """Row 19: a body in chunks is read up to the same size."""
    host, _, port = product.address.removeprefix("http://").partition(":")
    chunk = b" " * 65_536
    head = (
        f"POST /mcp HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: application/json\r\n"
        f"MCP-Protocol-Version: {revision}\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    with socket.create_connection((host, int(port)), timeout=30) as connection:
        connection.sendall(head.encode())
        for _ in range(5):
            connection.sendall(f"{len(chunk):x}\r\n".encode() + chunk + b"\r\n")
        assert connection.recv(64).startswith(b"HTTP/1.1 413 ")


@each_revision
@pytest.mark.parametrize(
    "content_type",
    ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", None, "json"],
)
def test_row_19_other_content(product: Running, revision: str, content_type: str | None) -> None:
    """Row 19: 415 for what does not say that it is JSON."""
    headers = {"Content-Type": content_type, "MCP-Protocol-Version": revision}
    error_of(post(product.address, PING, headers), 415, 415, None)


@each_revision
@pytest.mark.parametrize("accept", ["text/html", "application/json;q=0", "image/*"])
def test_row_19_who_takes_no_form(product: Running, revision: str, accept: str) -> None:
    """Row 19: 406 for an Accept without JSON, events and wildcard."""
    headers = {"Accept": accept, "MCP-Protocol-Version": revision}
    error_of(post(product.address, PING, headers), 406, 406, None)


@each_revision
@pytest.mark.parametrize("accept", [None, "", "*/*", "application/*", "application/json"])
def test_row_19_any_accept_that_allows_json(product: Running, revision: str, accept: str | None) -> None:
    """Row 19: a wildcard, JSON alone or no Accept at all is fine."""
    result_of(ask(product.address, revision, "tools/list", headers={"Accept": accept}))


@each_revision
def test_row_19_answers_for_those_who_take_only_events(product: Running, revision: str) -> None:
    """Row 19: Accept of only `text/event-stream` gets the same answer as one event."""
    call = {"name": "get_model", "arguments": {"model": "veo-3.1"}}
    answer = ask(product.address, revision, "tools/call", call, {"Accept": "text/event-stream"})
    assert (answer.status, answer.headers["content-type"]) == (200, "text/event-stream")
    event = re.fullmatch(r"event: message\ndata: (.+)\n\n", answer.body.decode())
    assert event is not None
    assert json.loads(event[1]) == ask(product.address, revision, "tools/call", call).json


@each_legacy_header
def test_row_20_batches(product: Running, version: str | None) -> None:
    """Row 20: an element for each id and each bad element, in order, with 200."""
    batch = [
        request("ping", request_id="a"),
        NOTIFICATION,
        5,
        request("nope", request_id=2),
        {"jsonrpc": "1.0", "id": 3, "method": "ping"},
        {"jsonrpc": "2.0", "id": 1, "result": {}},
        request("tools/call", {"name": "list_models"}, request_id=4),
    ]
    answer = post(product.address, batch, {"MCP-Protocol-Version": version})
    assert answer.status == 200
    assert [(one["id"], one.get("error", {}).get("code")) for one in answer.json] == [
        ("a", None),
        (None, -32600),
        (2, -32601),
        (3, -32600),
        (4, None),
    ]


@each_legacy_header
def test_row_20_batches_of_notifications(product: Running, version: str | None) -> None:
    """Row 20: notifications alone are taken with 202 and no body."""
    answer = post(product.address, [NOTIFICATION, NOTIFICATION], {"MCP-Protocol-Version": version})
    assert (answer.status, answer.body) == (202, b"")


@each_revision
@pytest.mark.parametrize("count", [0, 17, 1000])
def test_row_21_batches_of_none_or_too_many(product: Running, revision: str, count: int) -> None:
    """Row 21: one error for the whole; sixteen are fine in the old revisions."""
    headers = {"MCP-Protocol-Version": revision}
    error_of(post(product.address, [request("ping")] * count, headers), 400, -32600, None)
    if revision != MODERN_REVISION:
        assert len(post(product.address, [request("ping")] * 16, headers).json) == 16


@each_legacy
def test_row_22_initialize_inside_a_batch(product: Running, revision: str) -> None:
    """Row 22: -32600 for that element only."""
    batch = [
        request("initialize", {"protocolVersion": revision}, request_id=7),
        request("ping", request_id=8),
    ]
    answer = post(product.address, batch, version_header(revision))
    assert answer.status == 200
    refused, answered = answer.json
    assert (refused["id"], refused["error"]["code"]) == (7, -32600)
    assert answered == {"jsonrpc": "2.0", "id": 8, "result": {}}


def test_row_23_batches_of_the_new_revision(product: Running) -> None:
    """Row 23: 400 and -32600, be it the header or a message that names the new revision."""
    plain = [request("tools/list"), NOTIFICATION]
    error_of(post(product.address, plain, modern_headers("tools/list")), 400, -32600, None)
    signed = [request("tools/list", {"_meta": meta()}), NOTIFICATION]
    for version in (None, *ALL_REVISIONS):
        answer = post(product.address, signed, {"MCP-Protocol-Version": version})
        error_of(answer, 400, -32600, None)


def test_row_23_batches_of_an_unknown_revision(product: Running) -> None:
    """Row 9 holds for batches, too: an unknown version header is told as such."""
    answer = post(product.address, [request("ping")], {"MCP-Protocol-Version": UNKNOWN_REVISION})
    error_of(answer, 400, -32022, None)
