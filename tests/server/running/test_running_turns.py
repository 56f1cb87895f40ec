"""What one turn of the event loop reads is answered in that turn, together, and nobody's trouble is another's."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from raw_connections import client, echo, get, listening, rest

from modeladvisor_server.connections.guarded import MOST_PIPELINED
from modeladvisor_server.connections.prompt import PromptProtocol
from modeladvisor_server.connections.turns import MOST_TOGETHER, Turn
from modeladvisor_server.ready import READ_AT, Reply, Scope

GREAT = b"x" * 4_000_000
"""More than any buffer holds."""
CLOSING = get("/", "Connection: close")


class Known:
    """An application that has `/ready` ready, and answers everything else as `echo` does."""

    def __init__(self) -> None:
        self.together: list[int] = []
        self.worked_out = 0
        self.fails = False
        self.meanwhile: Callable[[], None] = lambda: None

    async def __call__(self, scope: Scope, receive: Callable[..., Any], send: Callable[..., Any]) -> None:
        """Answer."""
        self.worked_out += 1
        await echo(scope, receive, send)

    def replies_at_once(self, scopes: Sequence[Scope]) -> list[Reply | None]:
        """Return what is ready, after what was to happen meanwhile."""
        self.together.append(len(scopes))
        assert all(scope[READ_AT] > 0 for scope in scopes)
        self.meanwhile()
        if self.fails:
            raise RuntimeError("no memory of anything")
        found = {"/ready": b"known", "/great": GREAT}
        return [_reply(found[scope["path"]]) if scope["path"] in found else None for scope in scopes]


def _reply(body: bytes) -> Reply:
    head = b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n" % len(body)
    return Reply({"status": 200}, {"body": body}, head)


def said(app: Known, request: bytes) -> bytes:
    """Return all that the server says to what is sent at once, until it closes the connection."""

    async def talk() -> bytes:
        async with client(app, PromptProtocol) as (reader, writer):
            writer.write(request)
            return await rest(reader)

    return asyncio.run(talk())


@given(sizes=st.lists(st.integers(0, 3 * MOST_TOGETHER), max_size=6))
def test_all_is_handled_once_in_order_and_in_its_turn(sizes: list[int]) -> None:
    """Whatever comes in a turn is handled before the next one, once, in order, and never many wait for it."""
    handled: list[int] = []

    async def turns() -> None:
        turn: Turn[int] = Turn(asyncio.get_running_loop(), handled.extend)
        added = 0
        for size in sizes:
            for _ in range(size):
                turn.add(added)
                added += 1
                assert added - len(handled) < MOST_TOGETHER
            await asyncio.sleep(0)
            assert handled == list(range(added))

    asyncio.run(turns())


def test_many_connections_are_answered_together() -> None:
    """What twenty connections ask in one turn is looked up in one go, and each gets its own answer."""
    app = Known()

    async def talk() -> list[bytes]:
        async with listening(app, PromptProtocol) as (host, port):
            opened = [await asyncio.open_connection(host, port) for _ in range(20)]
            for number, (_, writer) in enumerate(opened):
                writer.write(get("/ready" if number % 2 else "/") + CLOSING)
            found = [await rest(reader) for reader, _ in opened]
            for _, writer in opened:
                writer.close()
            return found

    for number, answer in enumerate(asyncio.run(talk())):
        assert (b"known" in answer) is (number % 2 == 1)
        assert answer.count(b"ok") == 2 - number % 2
    assert max(app.together) > 1


def test_a_look_up_that_fails_costs_no_answer(caplog: pytest.LogCaptureFixture) -> None:
    """Where ready replies cannot be looked up, the application answers, and the log says so."""
    app = Known()
    app.fails = True
    assert said(app, get("/ready") + CLOSING).count(b"ok") == 2
    assert "no memory of anything" in caplog.text


def test_one_connection_that_fails_is_closed_and_the_others_are_answered(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """What goes wrong while one reply is sent closes that connection, and no other."""

    class Failing(PromptProtocol):
        def send(self, *_given: Any, **_named: Any) -> None:
            raise RuntimeError("cannot be sent")

    async def talk() -> list[bytes]:
        async with listening(Known(), Failing) as (host, port):
            opened = [await asyncio.open_connection(host, port) for _ in range(2)]
            for (_, writer), path in zip(opened, ("/ready", "/"), strict=True):
                writer.write(get(path) + CLOSING)
            found = [await rest(reader) for reader, _ in opened]
            for _, writer in opened:
                writer.close()
            return found

    failed, fine = asyncio.run(talk())
    assert failed == b""
    assert fine.count(b"ok") == 2
    assert "cannot be sent" in caplog.text


def test_who_left_meanwhile_is_asked_nothing() -> None:
    """For a connection that ends between a request and its turn nothing is looked up or worked out, nor counted."""
    app = Known()

    class Leaving(PromptProtocol):
        def _start_asgi_task(self, *given: Any) -> None:
            super()._start_asgi_task(*given)
            self.transport.abort()

    async def talk() -> bytes:
        async with client(app, Leaving) as (reader, writer):
            writer.write(get("/ready"))
            return await rest(reader)

    assert asyncio.run(talk()) == b""
    assert app.together == []
    assert app.worked_out == 0


def test_who_leaves_while_a_reply_is_found_harms_nobody() -> None:
    """A client that goes away in the middle of a turn is left alone, and the server goes on."""
    app = Known()

    async def talk() -> bytes:
        async with listening(app, PromptProtocol) as (host, port):
            _, writer = await asyncio.open_connection(host, port)
            app.meanwhile = writer.transport.abort
            writer.write(get("/ready"))
            await asyncio.sleep(0.05)
            app.meanwhile = lambda: None
            reader, writer = await asyncio.open_connection(host, port)
            writer.write(get("/ready") + CLOSING)
            found = await rest(reader)
            writer.close()
            return found

    assert asyncio.run(talk()).count(b"known") == 1


def test_many_in_one_piece_are_all_answered() -> None:
    """As many ready requests as one connection may send at once get their answers, in order."""
    count = 3 * MOST_PIPELINED
    assert said(Known(), get("/ready") * count + CLOSING).count(b"known") == count


def test_a_server_that_ends_closes_every_connection_with_its_answer() -> None:
    """Also where so many ask in one turn that they are answered before it ends, nobody is kept waiting for a last one."""

    class Ending(PromptProtocol):
        _draining = True

    async def talk() -> list[bytes]:
        async with listening(Known(), Ending) as (host, port):
            opened = [await asyncio.open_connection(host, port) for _ in range(2 * MOST_TOGETHER)]
            for _, writer in opened:
                writer.write(get("/ready"))
            found = [await rest(reader) for reader, _ in opened]
            for _, writer in opened:
                writer.close()
            return found

    for answer in asyncio.run(talk()):
        assert answer.endswith(b"ok")
        assert b"connection: close" in answer


def test_answers_keep_their_order_and_wait_for_a_slow_reader() -> None:
    """Ready replies, others and some that no buffer holds come in the order of the requests on one connection."""
    answer = said(Known(), (get("/ready") + get("/") + get("/great")) * 2 + get("/ready") + CLOSING)
    bodies = [part.split(b"\r\n\r\n", 1)[1] for part in answer.split(b"HTTP/1.1 200 OK")[1:]]
    assert bodies[:3] == [b"known", b"ok", GREAT]
    # While a reader takes its time nothing is sent at once, and the application answers in its place.
    assert [body.replace(b"known", b"ok") for body in bodies[3:]] == [b"ok", b"ok", GREAT, b"ok", b"ok"]


def test_a_broken_body_takes_its_request_back() -> None:
    """A request whose body cannot be read is refused and not answered, though its head would have had a reply."""
    broken = get("/ready", "Transfer-Encoding: chunked") + b"no size\r\n\r\n"
    assert b"known" not in said(Known(), broken)
    assert said(Known(), get("/ready") + broken).count(b"known") == 1
