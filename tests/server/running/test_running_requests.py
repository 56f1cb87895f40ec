"""Single requests, in bytes, to a real server: what each is answered, and that the next one is served."""

from __future__ import annotations

import http.client
import json
import socket

import pytest
from running_server import Running

from modeladvisor_server.problems import CODES

FINE, BAD, WRONG = "", "bad-request", "invalid-parameter"
NEXT = b"GET /api/v1/best HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
BEST = b"GET /api/v1/best HTTP/1.1"

TARGETS: dict[str, tuple[bytes, str]] = {
    "percent-encoded": (b"/finder?t%61sk=ugc%2Dads&limit=%31", FINE),
    "percent-encoded path": (b"/models/veo%2D3%2E1", FINE),
    "plus for a blank": (b"/finder?task=ugc+ads", FINE),
    "empty parameter": (b"/finder?task=&limit=&style", FINE),
    "empty query": (b"/best?", FINE),
    "empty pairs": (b"/best?&&", FINE),
    "fragment": (b"/best#part", FINE),
    "slash at the end": (b"/models/", FINE),
    "unknown": (b"/best?colour=green", WRONG),
    "unknown, without a name": (b"/best?=", WRONG),
    "unknown, NUL": (b"/best?%00", WRONG),
    "repeated": (b"/finder?limit=5&limit=5", WRONG),
    "repeated, once encoded": (b"/finder?limit=5&%6Cimit=5", WRONG),
    "over-long": (b"/finder?task=" + b"x" * 201, WRONG),
    "not UTF-8, encoded": (b"/finder?task=%FF", WRONG),
    "half an encoding": (b"/finder?task=%C3&limit=%", WRONG),
    "an encoded surrogate": (b"/finder?task=%ED%A0%80", WRONG),
    "too many": (b"/finder?" + b"a=1&" * 50, WRONG),
    "not UTF-8, as bytes": (b"/finder?task=\xff", BAD),
    "path not UTF-8, as bytes": (b"/models/\xff", BAD),
    "path not UTF-8, encoded": (b"/models/%FF", "unknown-model"),
    "empty name": (b"/models//access", "unknown-model"),
    "encoded slash": (b"/models/veo%2F3.1", "unknown-path"),
    "dots": (b"/../v1/best", "unknown-path"),
    "encoded dots": (b"/%2e%2e/v1/best", "unknown-path"),
    "long query": (b"/finder?weights=" + b"x" * 5000, "uri-too-long"),
    "long path": (b"/models/" + b"x" * 1500, "uri-too-long"),
    "very long address": (b"/finder?weights=" + b"x" * 9000, "uri-too-long"),
}
HEADS: dict[str, tuple[bytes, str]] = {
    "whole address": (b"GET http://127.0.0.1/api/v1/best HTTP/1.1", FINE),
    "two slashes": (b"GET //api/v1/best HTTP/1.1", "unknown-path"),
    "of HTTP/1.0": (b"GET /api/v1/best HTTP/1.0", FINE),
    "of HTTP/2.0": (b"GET /api/v1/best HTTP/2.0", BAD),
    "lower case": (b"get /api/v1/best HTTP/1.1", BAD),
    "no method of HTTP": (b"BREW /api/v1/best HTTP/1.1", BAD),
    "a tunnel": (b"CONNECT 127.0.0.1:80 HTTP/1.1", BAD),
    "another method": (b"PROPFIND /api/v1/best HTTP/1.1", "method-not-allowed"),
    "TRACE": (b"TRACE /api/v1/best HTTP/1.1", "method-not-allowed"),
    "POST": (b"POST /api/v1/best HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}", "method-not-allowed"),
    "DELETE": (b"DELETE /llms.txt HTTP/1.1", "method-not-allowed"),
    "no JSON taken": (BEST + b"\r\nAccept: text/html", "not-acceptable"),
    "Accept no text": (BEST + b"\r\nAccept: \xff", FINE),
    "Accept-Encoding no text": (BEST + b"\r\nAccept-Encoding: \xff, gzip;q=zz", FINE),
    "If-None-Match no text": (BEST + b'\r\nIf-None-Match: \xff, W/, "', FINE),
    "a range": (BEST + b"\r\nRange: bytes=0-10", FINE),
    "a body with GET": (BEST + b"\r\nContent-Length: 2\r\n\r\n{}", FINE),
    "another protocol": (
        BEST + b"\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13",
        FINE,
    ),
    "a preflight": (BEST + b"\r\nOrigin: null\r\nAccess-Control-Request-Method: GET", FINE),
    "a large field": (BEST + b"\r\nCookie: " + b"x" * 17_000, "headers-too-large"),
    "many fields": (BEST + b"\r\nX: 1" * 200, "headers-too-large"),
}
REQUESTS = {
    **{
        f"target {name}": (b"GET /api/v1" + target + b" HTTP/1.1", code)
        for name, (target, code) in TARGETS.items()
    },
    **{f"request {name}": found for name, found in HEADS.items()},
}


def sent(request: bytes) -> bytes:
    """Return a request with a Host field; a body that comes with it stays behind an empty line."""
    head, empty, body = request.partition(b"\r\n\r\n")
    return head + b"\r\nHost: 127.0.0.1\r\n\r\n" + (body if empty else b"")


def received(connection: socket.socket, method: str) -> tuple[http.client.HTTPResponse, bytes]:
    """Return one answer with its body."""
    answer = http.client.HTTPResponse(connection, method=method)
    answer.begin()
    return answer, answer.read()


@pytest.mark.parametrize("name", list(REQUESTS))
def test_every_request_gets_a_documented_answer_and_the_next_one_is_served(
    product: Running, name: str
) -> None:
    """The status is that of the code, the body a problem with it; on the same connection or a new one goes on."""
    request, code = REQUESTS[name]
    host, _, port = product.address.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), 30) as connection:
        connection.sendall(sent(request))
        answer, body = received(connection, "GET")
        told = json.loads(body)
        assert answer.status == (CODES[code].status if code else 200), told
        assert answer.headers["content-type"] == ("application/problem+json" if code else "application/json")
        if code:
            assert (told["code"], told["status"]) == (code, answer.status)
            assert answer.headers["cache-control"] == "no-store"
            assert len(body) < 5000
        assert answer.headers["access-control-allow-origin"] == "*"
        assert answer.headers["x-content-type-options"] == "nosniff"
        if answer.headers["connection"] != "close":
            connection.sendall(NEXT)
            assert received(connection, "GET")[0].status == 200
    with socket.create_connection((host, int(port)), 30) as connection:
        connection.sendall(NEXT)
        assert received(connection, "GET")[0].status == 200


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/v1/best", 200),
        ("/api/v1/finder?limit=0", 400),
        ("/api/v1/models/nobody", 404),
        ("/nothing", 404),
        ("/api/v1/finder?" + "x" * 5000, 414),
    ],
)
def test_head_tells_of_refusals_too(product: Running, path: str, status: int) -> None:
    """HEAD has the status and the fields that GET would have, and nothing after them."""
    with product.client() as client:
        got, headed = client.get(path), client.head(path)
    assert got.status_code == headed.status_code == status
    assert headed.content == b""
    for answer in (got, headed):
        for field in ("date", "x-request-id"):
            answer.headers.pop(field, None)
    assert dict(headed.headers) == dict(got.headers)


@pytest.mark.parametrize("coding", ["br", "zstd", "gzip"])
def test_answers_come_in_the_coding_asked_for(product: Running, coding: str) -> None:
    """A coded answer says so, differs by it for caches, and is revalidated by its own tag."""
    path, fields = "/api/v1/models/veo-3.1", {"Accept-Encoding": coding}
    with product.client() as client:
        plain = client.get(path, headers={"Accept-Encoding": "identity"})
        with client.stream("GET", path, headers=fields) as coded:
            raw = b"".join(coded.iter_raw())
        held = {**fields, "If-None-Match": coded.headers["etag"]}
        again = client.get(path, headers=held)
    assert coded.headers["content-encoding"] == coding
    assert coded.headers["vary"] == plain.headers["vary"] == again.headers["vary"] == "Accept-Encoding"
    assert coded.headers["etag"] != plain.headers["etag"]
    assert int(coded.headers["content-length"]) == len(raw) < len(plain.content) / 2
    assert (again.status_code, again.content) == (304, b"")
