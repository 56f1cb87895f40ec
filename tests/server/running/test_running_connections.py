"""What one connection may cost, on a real event loop over loopback."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
import uvicorn

from modeladvisor_server import connections
from modeladvisor_server.connections import GuardedProtocol

Client = tuple[asyncio.StreamReader, asyncio.StreamWriter]
BIG = b"x" * 30_000_000


async def app(scope: dict[str, object], receive: Callable[..., object], send: Callable[..., object]) -> None:
    """Answer `/big` with more than any buffer holds, and everything else with two letters."""
    body = BIG if scope["path"] == "/big" else b"ok"
    if scope["method"] == "POST":
        while True:
            message = await receive()  # type: ignore[misc]  # an ASGI callable
            if message["type"] == "http.disconnect" or not message.get("more_body"):
                break
    headers = [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})  # type: ignore[misc]  # an ASGI callable
    await send({"type": "http.response.body", "body": body})  # type: ignore[misc]  # an ASGI callable


@asynccontextmanager
async def client() -> AsyncIterator[Client]:
    """A connection to a server of its own."""
    config = uvicorn.Config(app, http=GuardedProtocol, lifespan="off", log_config=None, timeout_keep_alive=1)
    config.load()
    server = uvicorn.Server(config)
    loop = asyncio.get_running_loop()
    listening = await loop.create_server(
        lambda: GuardedProtocol(config=config, server_state=server.server_state, app_state={}), "127.0.0.1", 0
    )
    reader, writer = await asyncio.open_connection(*listening.sockets[0].getsockname()[:2], limit=2**26)
    try:
        yield reader, writer
    finally:
        writer.close()
        listening.close()


def said(request: bytes, *, pieces: int = 1, pause: float = 0.0) -> bytes:
    """Return all that the server says to a request sent in pieces, until it closes the connection."""

    async def talk() -> bytes:
        async with client() as (reader, writer):
            size = max(1, -(-len(request) // pieces))
            try:
                for start in range(0, len(request), size):
                    writer.write(request[start : start + size])
                    await writer.drain()
                    await asyncio.sleep(pause)
            except ConnectionError:
                pass
            return await asyncio.wait_for(reader.read(), 10)

    return asyncio.run(talk())


def get(path: str = "/", *headers: str) -> bytes:
    """Return the bytes of a GET."""
    return "\r\n".join([f"GET {path} HTTP/1.1", "Host: here", *headers, "", ""]).encode()


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait tenths of seconds where the server waits seconds."""
    for name in ("HEAD_SECONDS", "BODY_SECONDS", "WRITE_SECONDS"):
        monkeypatch.setattr(connections, name, 0.4)


@pytest.mark.parametrize("pieces", [1, 7, 40])
def test_an_honest_request_is_answered(pieces: int) -> None:
    """A request of usual size is answered however it is cut, and the connection closes when nothing more comes."""
    answer = said(get("/?" + "q" * 4000, f"Cookie: {'c' * 8000}"), pieces=pieces)
    assert answer.startswith(b"HTTP/1.1 200 OK")
    assert answer.endswith(b"ok")


def test_several_requests_on_one_connection() -> None:
    """Limits count each request by itself: many large ones after each other are all answered."""
    one = get("/", f"Cookie: {'c' * 12_000}")
    assert said(one * 5).count(b"200 OK") == 5


@pytest.mark.parametrize(
    ("request_bytes", "status"),
    [
        (get("/" + "a" * 9_000), 414),
        (get("/" + "a" * 1_000_000), 414),
        (get("/", f"Cookie: {'c' * 17_000}"), 431),
        (get("/", f"Cookie: {'c' * 1_000_000}"), 431),
        (get("/", *(f"X-{number}: 1" for number in range(2_000))), 431),
        (b"GET /" + b"a" * 200_000, 414),
        (b"GET / HTTP/1.1\r\nHost: here\r\nCookie: " + b"c" * 200_000, 431),
        (b"\x16\x03\x01 this is no HTTP\r\n\r\n", 400),
    ],
)
@pytest.mark.parametrize("pieces", [1, 20])
def test_a_head_that_is_too_large_is_refused(request_bytes: bytes, status: int, pieces: int) -> None:
    """An over-long address is 414, too large or too many header fields 431, and the connection is closed."""
    answer = said(request_bytes, pieces=pieces)
    assert answer.startswith(f"HTTP/1.1 {status} ".encode())
    assert b"connection: close" in answer
    assert answer.count(b"HTTP/1.1") == 1


def test_a_silent_connection_is_closed() -> None:
    """Who connects and says nothing is let go without a word."""
    assert said(b"") == b""


def test_a_dripping_head_is_refused_in_time() -> None:
    """Who sends a byte now and then gets 408 when the time of one head is over, not a new delay with each byte."""
    answer = said(get("/", f"Cookie: {'c' * 40}"), pieces=30, pause=0.05)
    assert answer.startswith(b"HTTP/1.1 408 ")


def test_a_body_that_never_ends_is_refused_in_time() -> None:
    """Who announces a body and does not send it gets 408."""
    answer = said(b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 100\r\n\r\nhalf")
    assert answer.startswith(b"HTTP/1.1 408 ")


def test_an_answer_that_nobody_reads_is_given_up() -> None:
    """Who asks for much and reads nothing is cut off."""

    async def talk() -> bool:
        async with client() as (reader, writer):
            writer.write(get("/big"))
            await writer.drain()
            reader._transport.pause_reading()  # type: ignore[attr-defined]  # what a client does that does not read
            await asyncio.sleep(1.2)
            reader._transport.resume_reading()  # type: ignore[attr-defined]  # what it does at the end
            try:
                return len(await asyncio.wait_for(reader.read(), 5)) < len(BIG)
            except ConnectionError:
                return True

    assert asyncio.run(talk())
