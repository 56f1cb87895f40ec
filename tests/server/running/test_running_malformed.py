"""Requests that two readers could read in two ways, and what else is no HTTP: one answer each, and never two."""

from __future__ import annotations

import datetime
import functools
import gzip
import logging

import pytest
from raw_connections import App, get, said

from modeladvisor import load_catalog
from modeladvisor_server.app import create_app
from modeladvisor_server.limits import SharedMemoryStore
from modeladvisor_server.settings import Settings

HOST = b"Host: localhost\r\n"
GET = b"GET /healthz HTTP/1.1\r\n"
FINE = GET + HOST + b"\r\n"
PING = b'{"jsonrpc":"2.0","id":1,"method":"ping"}'
POST = b"POST /mcp HTTP/1.1\r\n" + HOST + b"Content-Type: application/json\r\nAccept: application/json\r\n"
CHUNKED = b"Transfer-Encoding: chunked\r\n\r\n"
CHUNKS = b"%x\r\n" % len(PING) + PING + b"\r\n0\r\n"
LENGTH = b"Content-Length: %d\r\n" % len(PING)
SMUGGLED = b"GET /smuggled HTTP/1.1\r\n" + HOST + b"\r\n"


@functools.cache
def product() -> App:
    """The application as it is served, without limits."""
    settings = Settings(mcp_limit=0, rest_limit=0, allowed_hosts=("localhost",))
    store = SharedMemoryStore(entries=1, slots=64)
    catalog = load_catalog()
    return create_app(catalog, settings, store=store, today=lambda: datetime.date(2026, 11, 21))


def statuses(request: bytes, *, pieces: int = 1) -> list[int]:
    """The statuses that come back until the connection is closed."""
    told = said(request, pieces=pieces, app=product())
    return [int(part[:3]) for part in told.split(b"HTTP/1.1 ")[1:]]


MALFORMED = {
    "length and chunks": POST + LENGTH + CHUNKED + CHUNKS + b"\r\n",
    "chunks and length": POST + b"Transfer-Encoding: chunked\r\n" + LENGTH + b"\r\n" + CHUNKS + b"\r\n",
    "unknown coding": POST + b"Transfer-Encoding: xchunked\r\n\r\n" + CHUNKS + b"\r\n",
    "coding behind chunks": POST + b"Transfer-Encoding: chunked, identity\r\n\r\n" + CHUNKS + b"\r\n",
    "coding before chunks": POST + b"Transfer-Encoding: gzip, chunked\r\n\r\n" + CHUNKS + b"\r\n",
    "coding twice": POST + b"Transfer-Encoding: chunked\r\n" + CHUNKED + CHUNKS + b"\r\n",
    "coding with a control character": POST + b"Transfer-Encoding: \x0bchunked\r\n\r\n" + CHUNKS + b"\r\n",
    "quoted coding": POST + b'Transfer-Encoding: "chunked"\r\n\r\n' + CHUNKS + b"\r\n",
    "coding in HTTP/1.0": POST.replace(b"1.1", b"1.0") + CHUNKED + CHUNKS + b"\r\n",
    "folded coding": POST + b"Transfer-Encoding:\r\n chunked\r\n\r\n" + CHUNKS + b"\r\n",
    "same length twice": POST + LENGTH + LENGTH + b"\r\n" + PING,
    "two lengths": POST + LENGTH + b"Content-Length: 3\r\n\r\n" + PING,
    "list of lengths": POST + b"Content-Length: 40, 40\r\n\r\n" + PING,
    "signed length": POST + b"Content-Length: +40\r\n\r\n" + PING,
    "negative length": POST + b"Content-Length: -1\r\n\r\n" + PING,
    "hexadecimal length": POST + b"Content-Length: 0x28\r\n\r\n" + PING,
    "length with an underscore": POST + b"Content-Length: 4_0\r\n\r\n" + PING,
    "length with a space": POST + b"Content-Length: 4 0\r\n\r\n" + PING,
    "length beyond all numbers": POST + b"Content-Length: 99999999999999999999999\r\n\r\n" + PING,
    "empty length": POST + b"Content-Length: \r\n\r\n" + PING,
    "space before the colon": POST + b"Content-Length : 40\r\n\r\n" + PING,
    "chunk beyond all numbers": POST + CHUNKED + b"fffffffffffffffff1\r\n" + PING,
    "negative chunk": POST + CHUNKED + b"-1\r\n" + PING,
    "chunk with 0x": POST + CHUNKED + b"0x28\r\n" + PING + b"\r\n0\r\n\r\n",
    "chunk with an underscore": POST + CHUNKED + b"2_8\r\n" + PING + b"\r\n0\r\n\r\n",
    "chunk that ends in LF": POST + CHUNKED + b"28\n" + PING + b"\r\n0\r\n\r\n",
    "chunk longer than it says": POST + CHUNKED + b"28\r\n" + PING + b"XX0\r\n\r\n",
    "LF in the mark of a chunk": POST + CHUNKED + b"28;a\nb\r\n" + PING + b"\r\n0\r\n\r\n",
    "no host": GET + b"\r\n",
    "two hosts": GET + HOST + HOST + b"\r\n",
    "two different hosts": GET + HOST + b"Host: evil.example\r\n\r\n",
    "another host in the address": b"GET http://evil.example/healthz HTTP/1.1\r\n" + HOST + b"\r\n",
    "another port in the address": b"GET http://localhost:81/healthz HTTP/1.1\r\n" + HOST + b"\r\n",
    "address without a host": b"GET file:///etc/passwd HTTP/1.1\r\n" + HOST + b"\r\n",
    "folded line": GET + HOST + b"X-A: b\r\n c\r\n\r\n",
    "folded first line": GET + b" X: y\r\n" + HOST + b"\r\n",
    "lines that end in LF": b"GET /healthz HTTP/1.1\nHost: localhost\n\n",
    "CR inside a field": GET + HOST + b"X: a\rb\r\n\r\n",
    "NUL inside a field": GET + HOST + b"X: a\0b\r\n\r\n",
    "NUL inside a name": GET + HOST + b"X\0: a\r\n\r\n",
    "no name": GET + HOST + b": a\r\n\r\n",
    "no colon": GET + HOST + b"abc\r\n\r\n",
    "HTTP/0.9": b"GET /healthz\r\n\r\n",
    "HTTP/1.2": b"GET /healthz HTTP/1.2\r\n" + HOST + b"\r\n",
    "HTTP/2.0": b"GET /healthz HTTP/2.0\r\n" + HOST + b"\r\n",
    "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 100,
    "a tunnel": b"CONNECT evil.example:443 HTTP/1.1\r\n" + HOST + b"\r\n",
    "method in small letters": b"get /healthz HTTP/1.1\r\n" + HOST + b"\r\n",
    "unknown method": b"FOO /healthz HTTP/1.1\r\n" + HOST + b"\r\n",
    "tabs": b"GET\t/healthz\tHTTP/1.1\r\n" + HOST + b"\r\n",
    "space in the address": b"GET /heal thz HTTP/1.1\r\n" + HOST + b"\r\n",
    "bytes in the address": b"GET /\xff\xfe HTTP/1.1\r\n" + HOST + b"\r\n",
    "no slash": b"GET healthz HTTP/1.1\r\n" + HOST + b"\r\n",
}


@pytest.mark.parametrize("pieces", [1, 23])
@pytest.mark.parametrize("name", MALFORMED)
def test_what_could_be_read_in_two_ways_is_refused_once(name: str, pieces: int) -> None:
    """One 400, nothing of what follows is taken for a request, and the connection closes."""
    assert statuses(MALFORMED[name] + SMUGGLED, pieces=pieces) == [400]


def test_the_refusal_is_a_problem_like_every_other() -> None:
    """It is described by RFC 9457, is kept by no cache, and names no software."""
    told = said(b"NONSENSE\r\n\r\n", app=product())
    head, _, body = told.partition(b"\r\n\r\n")
    assert b"content-type: application/problem+json" in head
    assert b"cache-control: no-store" in head
    assert b'"code":"bad-request"' in body
    for word in (b"uvicorn", b"llhttp", b"gunicorn", b"Traceback", b"server:"):
        assert word not in told.lower()


@pytest.mark.parametrize(
    ("request_bytes", "expected"),
    [
        (FINE * 2, [200, 200]),
        (b"\r\n\r\n" + FINE, [200]),
        (GET.replace(b"1.1", b"1.0") + b"\r\n", [200]),
        (b"GET http://localhost/healthz HTTP/1.1\r\n" + HOST + b"\r\n", [200]),
        (b"GET http://LOCALHOST:80/healthz HTTP/1.1\r\n" + HOST + b"\r\n", [200]),
        (b"GET /healthz HTTP/1.1\r\n" + HOST + b"Content-Length: 5\r\n\r\nhello" + FINE, [200, 200]),
        (POST + LENGTH + b"\r\n" + PING + FINE, [200, 200]),
        (POST + CHUNKED + CHUNKS + b"\r\n" + FINE, [200, 200]),
        (POST + b"Transfer-Encoding:\tCHUNKED\r\n\r\n" + CHUNKS + b"\r\n" + FINE, [200, 200]),
        (
            POST + CHUNKED + b"14;x=1\r\n" + PING[:20] + b"\r\n14\r\n" + PING[20:] + b"\r\n0\r\n\r\n" + FINE,
            [200, 200],
        ),
    ],
)
@pytest.mark.parametrize("pieces", [1, 23])
def test_what_can_be_read_in_one_way_is_answered(
    request_bytes: bytes, expected: list[int], pieces: int
) -> None:
    """The same oddities in their allowed form are answered, one by one and in order."""
    assert statuses(request_bytes, pieces=pieces) == expected


def test_fields_after_a_body_change_nothing() -> None:
    """A Host, an Origin or a forwarded address in a trailer is not believed: the guards have seen the head alone."""
    trailers = b"Host: evil.example\r\nOrigin: https://evil.example\r\nX-Forwarded-For: 192.0.2.1\r\n"
    for pieces in (1, 9):
        assert statuses(POST + CHUNKED + CHUNKS + trailers + b"\r\n" + FINE, pieces=pieces) == [200, 200]


@pytest.mark.parametrize("upgrade", [b"h2c", b"websocket", b"TLS/1.0"])
@pytest.mark.parametrize("pieces", [1, 2, 40])
def test_an_offer_to_speak_something_else_is_passed_over(upgrade: bytes, pieces: int) -> None:
    """The request is answered in HTTP/1.1, with its body, which is never taken for the next request.

    Clients written in Java offer `h2c` with every request that is not encrypted.
    """
    offer = (
        b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: " + upgrade + b"\r\nHTTP2-Settings: AAMAAABk\r\n"
    )
    by_length = POST + offer + LENGTH + b"\r\n" + PING
    by_chunks = POST + offer + CHUNKED + CHUNKS + b"\r\n"
    without = GET + HOST + offer + b"Content-Length: 0\r\n\r\n"
    assert statuses(by_length + by_chunks + without + FINE, pieces=pieces) == [200, 200, 200, 200]
    smuggling = b"POST /nowhere HTTP/1.1\r\n" + HOST + offer + b"Content-Length: %d\r\n\r\n" % len(SMUGGLED)
    assert statuses(smuggling + SMUGGLED + FINE, pieces=pieces) == [404, 200]


@pytest.mark.parametrize(
    "path",
    [
        "//healthz", "///api/v1/best", "/%2fapi/v1/best", "/%2Fmcp", "//mcp", "/api//v1/best", "/./healthz",
        "/api/v1/../../healthz", "/api/v1/%2e%2e/%2e%2e/healthz", "/..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd",
        "/api/v1/models/..%2f..%2f..%2fetc%2fpasswd", "/api/v1/models/%00", "/api/v1/models/flux%00.json",
        "/api/v1/models/%c0%ae%c0%ae", "/healthz%00", "/healthz;a=b", "/healthz%20", "/HEALTHZ", "\\healthz",
        "/api\\v1\\best", "/%5c..%5cetc", "/catalog/models", "/.env", "/.git/config", "/api/v1/best/%0d%0aX-A:%20b",
        "*", "/api/v1/models/{slug}", "/%", "/%zz", "/%u002e", "/\u202e".encode().decode("latin-1"),
    ],
)  # fmt: skip
def test_no_spelling_of_a_path_leads_anywhere_else(path: str) -> None:
    """What is no address is 404 or, where it is no HTTP, 400; it repeats no header and shows no file."""
    told = said(
        b"GET " + path.encode("latin-1") + b" HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n",
        app=product(),
    )
    assert told[9:12] in (b"404", b"400")
    assert b"root:" not in told
    assert b"\r\nX-A" not in told


def test_other_spellings_of_a_path_are_no_way_past_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every spelling that is answered is counted."""
    del monkeypatch
    settings = Settings(mcp_limit=0, rest_limit=3)
    store = SharedMemoryStore(entries=3, slots=64)
    limited = create_app(load_catalog(), settings, store=store, today=lambda: datetime.date(2026, 11, 21))
    spellings = (
        "/api/v1/best",
        "//api/v1/best",
        "/%2fapi/v1/best",
        "/%61pi/v1/best",
        "/api/v1/best/",
        "/api%2Fv1/best",
    )
    told = [said(get(path, "Connection: close"), app=limited)[9:12] for path in spellings for _ in range(4)]
    assert told.count(b"200") == 3


def test_a_compressed_body_is_never_unpacked() -> None:
    """A body that would be a gigabyte is refused as the small thing that it is."""
    bomb = gzip.compress(bytes(20_000_000))
    request = POST + b"Content-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(bomb) + bomb
    assert statuses(request) in ([400], [415])


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 250_000,
        b"[" * 120_000 + b"]" * 120_000,
        b'{"a":' * 40_000 + b"1" + b"}" * 40_000,
        b"[" + b"{}," * 80_000 + b"{}]",
        b"1" * 250_000,
        b"1e" + b"9" * 250_000,
        b"-0." + b"0" * 250_000 + b"1",
        b'"' + b"\\u0000" * 40_000 + b'"',
        b'{"jsonrpc":"2.0","id":' + b"9" * 5_000 + b',"method":"ping"}',
        b'{"jsonrpc":"2.0","id":1,"method":"' + b"p" * 250_000 + b'"}',
        b"{" + b",".join(b'"k%d":1' % number for number in range(20_000)) + b"}",
        b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"find_model","arguments":{'
        + b",".join(b'"k%d":1' % number for number in range(10_000)) + b"}}}",
        b'\xef\xbb\xbf{"jsonrpc":"2.0"}',
        b"\xff\xfe" * 1_000,
    ],
)  # fmt: skip
def test_a_body_that_explodes_is_answered_like_any_other(body: bytes) -> None:
    """Depth, length and odd numbers get a documented answer, and the next request is served."""
    request = POST + b"Content-Length: %d\r\n\r\n" % len(body) + body + FINE
    first, second = statuses(request)
    assert first in (200, 400, 413)
    assert second == 200


def test_no_log_line_can_be_written_at_will(caplog: pytest.LogCaptureFixture) -> None:
    """What is refused on the connection fills no disk: it leaves no line in the log."""
    with caplog.at_level(logging.INFO):
        for request in (MALFORMED["two hosts"], MALFORMED["HTTP/2.0"], FINE + b"GARBAGE\r\n\r\n"):
            statuses(request)
        offer = b"Connection: Upgrade\r\nUpgrade: websocket\r\n"
        statuses(GET + HOST + offer + b"\r\n")
    # The test's own client may complain that it wrote to a closed connection.
    assert not [record for record in caplog.records if record.name != "asyncio"]
