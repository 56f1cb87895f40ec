"""What is ready goes out at once, and nobody can tell it from what went through everything."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from running_server import PATIENCE, Running, serving

RECORD = "/api/v1/models/veo-3.1"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Return a server of one worker without limits."""
    off = {"MODELADVISOR_REST_LIMIT": "0", "MODELADVISOR_MCP_LIMIT": "0"}
    with serving(tmp_path_factory.mktemp("prompt"), workers=1, **off) as found:
        yield found


def request(target: str, *fields: str, method: str = "GET", version: str = "1.1", body: str = "") -> bytes:
    """Return a request as it is sent."""
    lines = [f"{method} {target} HTTP/{version}", "Host: localhost", *fields]
    if body:
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join([*lines, "", body]).encode()


def replies(server: Running, sent: Sequence[bytes], *, bodiless: bool = False) -> list[bytes]:
    """Send all at once on one connection, and return what comes back for each, without the date and the id.

    The last one has to close the connection; where they are `bodiless`, only the last has a body.
    """
    host, port = server.address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as connection:
        connection.sendall(b"".join(sent))
        received = b"".join(iter(lambda: connection.recv(1 << 16), b""))
    found = []
    for number in range(len(sent)):
        head, _, rest = received.partition(b"\r\n\r\n")
        length = re.search(rb"\r\ncontent-length: (\d+)", head)
        size = int(length[1]) if length and (not bodiless or number == len(sent) - 1) else 0
        found.append(re.sub(rb"\r\n(?:date|x-request-id): [^\r]+", b"", head) + b"\r\n\r\n" + rest[:size])
        received = rest[size:]
    assert received == b""
    return found


LAST = request("/healthz", "Connection: close")


@pytest.mark.parametrize(
    "fields",
    [(), ("Accept-Encoding: br",), ("If-None-Match: *",), ("Accept-Encoding: gzip", "If-None-Match: *")],
)
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_the_first_reply_and_the_next_are_alike(
    server: Running, method: str, fields: tuple[str, ...]
) -> None:
    """But for the date and the id, each reply to the same request is the first one, on one connection and on others."""
    one = request(f"{RECORD}?", *fields, method=method)
    bodiless = method == "HEAD"
    first, *others = replies(server, [one] * 5 + [LAST], bodiless=bodiless)[:-1]
    assert first.startswith(b"HTTP/1.1 304" if any("None" in field for field in fields) else b"HTTP/1.1 200")
    assert others == [first] * 4
    assert replies(server, [one, LAST], bodiless=bodiless)[0] == first


def test_answers_come_in_the_order_of_the_requests(server: Running) -> None:
    """What is ready waits for what was asked before it and is not, however many are sent at once."""
    call = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
    cycle = [
        (request(RECORD), b'"slug":"veo-3.1"'),
        (request("/api/v1/finder?limit=1&budget=0.1234/s"), b'"rankings"'),
        (request("/mcp", "Content-Type: application/json", method="POST", body=call), b'"result":{}'),
        (request(RECORD, body="ignored"), b'"slug":"veo-3.1"'),
        (request("/nothing"), b"unknown-path"),
        (request("/llms.txt"), b"# modeladvisor"),
    ]
    asked = cycle * 8
    found = replies(server, [one for one, _ in asked] + [LAST])
    for (_, expected), reply in zip(asked, found, strict=False):
        assert expected in reply


def test_a_thousand_at_once(server: Running) -> None:
    """A long chain of ready replies neither grows a stack nor is broken by a reader that takes its time."""
    ready = request("/api/v1/best")
    replies(server, [ready, LAST])
    for _ in range(10):  # fewer at once than may wait behind a slow one
        found = replies(server, [request("/api/v1/finder?limit=2"), *[ready] * 90, LAST])
        assert len(set(found[1:-1])) == 1


@pytest.mark.parametrize(
    ("fields", "version"),
    [(("Connection: close",), "1.1"), ((), "1.0"), (("Connection: keep-alive",), "1.0")],
)
def test_a_client_that_wants_to_leave_may(server: Running, fields: tuple[str, ...], version: str) -> None:
    """Who asks for the last time is answered, and the connection is closed."""
    replies(server, [request(RECORD), LAST])
    (reply,) = replies(server, [request(RECORD, *fields, version=version)])
    assert reply.startswith(b"HTTP/1.1 200")
    assert b"\r\nconnection: close\r\n" in reply


def test_replies_carry_the_date(server: Running) -> None:
    """ "An origin server with a clock MUST generate a Date header field" (RFC 9110, section 6.6.1)."""
    with server.client() as client:
        assert all(client.get(RECORD).headers["date"] for _ in range(3))


def test_the_limit_counts_what_is_sent_at_once(tmp_path: Path) -> None:
    """Of ten requests five are admitted where five are allowed, all but the first without routing."""
    with serving(tmp_path, workers=1, MODELADVISOR_REST_LIMIT="5") as limited:
        found = replies(limited, [*[request(RECORD)] * 10, LAST])
        assert [one.split()[1] for one in found] == [b"200"] * 5 + [b"429"] * 5 + [b"200"]


def test_nothing_is_counted_twice(tmp_path: Path) -> None:
    """A request that has a reply ready, but closes its connection, counts once like all others."""
    with serving(tmp_path, workers=1, MODELADVISOR_REST_LIMIT="5") as limited:
        found = replies(limited, [*[request(RECORD)] * 4, request(RECORD, "Connection: close")])
        assert [one.split()[1] for one in found] == [b"200"] * 5
        found = replies(limited, [request(RECORD), LAST])
        assert found[0].startswith(b"HTTP/1.1 429")
