"""What one connection may cost, on a real event loop over loopback."""

from __future__ import annotations

import asyncio

import pytest
from raw_connections import BIG, KEEP_ALIVE, client, get, rest, said

from modeladvisor_server.connections import guarded


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait tenths of seconds where the server waits seconds."""
    for name in ("HEAD_SECONDS", "BODY_SECONDS", "WRITE_SECONDS"):
        monkeypatch.setattr(guarded, name, 0.4)


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


def test_line_ends_without_a_request_do_not_keep_a_connection_open() -> None:
    """Empty lines after an answer are no request, so they give no new time."""

    async def talk() -> bytes:
        async with client() as (reader, writer):
            writer.write(get())

            async def drip() -> None:
                while True:
                    writer.write(b"\r\n")
                    await asyncio.sleep(KEEP_ALIVE / 3)

            dripping = asyncio.ensure_future(drip())
            told = await rest(reader)
            dripping.cancel()
            return told

    assert asyncio.run(talk()).count(b"HTTP/1.1 200 ") == 1


def test_a_body_that_is_too_large_is_refused() -> None:
    """More than a mebibyte, announced or in chunks, is 413, and the connection closes."""
    part = b"x" * 300_000
    announced = b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 9000000\r\n\r\n" + part * 5
    chunks = (
        b"POST / HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n"
        + (b"%x\r\n" % len(part) + part + b"\r\n") * 5
    )
    for request in (announced, chunks):
        assert said(request).startswith(b"HTTP/1.1 413 ")


def test_chunks_cannot_hide_bytes_in_their_marks() -> None:
    """What stands beside the size of a chunk counts as much as the chunk."""
    chunk = b"1;" + b"e" * 8_000 + b"\r\nx\r\n"
    request = b"POST / HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk * 200
    assert said(request).startswith(b"HTTP/1.1 413 ")


def test_too_many_requests_at_once_are_cut_off() -> None:
    """A connection cannot make the server hold any number of requests that wait for their turn."""
    answered = said(get() * 5_000).count(b"HTTP/1.1 200 ")
    assert answered <= guarded.MOST_PIPELINED + 1
    assert said(get() * 90).count(b"HTTP/1.1 200 ") == 90


def test_what_was_asked_before_a_mistake_is_answered_first() -> None:
    """Answers come in the order of the requests, and the refusal comes last."""
    told = said(get() * 3 + b"GARBAGE\r\n\r\n" + get() * 3)
    assert [part[:3] for part in told.split(b"HTTP/1.1 ")[1:]] == [b"200", b"200", b"200", b"400"]


def test_a_late_body_of_an_answered_request_gets_no_second_answer() -> None:
    """Who was answered before its body came is closed without a word that could pass for another answer."""

    async def hasty(_scope: object, _receive: object, send: object) -> None:
        await send({"type": "http.response.start", "status": 405, "headers": [(b"content-length", b"0")]})  # type: ignore[operator]  # an ASGI callable
        await send({"type": "http.response.body", "body": b""})  # type: ignore[operator]  # an ASGI callable

    told = said(b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 100\r\n\r\nhalf", app=hasty)
    assert told.startswith(b"HTTP/1.1 405 ")
    assert told.count(b"HTTP/1.1 ") == 1
