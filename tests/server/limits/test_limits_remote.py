"""A store shared by machines: silent, refusing, babbling, coming back."""

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, closing

import attrs
import pytest

from modeladvisor_server.limits import Decision, RemoteStore, SharedMemoryStore, Window

LOGGER = "modeladvisor_server.limits"


@pytest.fixture
def local() -> Iterator[SharedMemoryStore]:
    """The machine's own store."""
    with closing(SharedMemoryStore(entries=60, slots=64)) as store:
        yield store


@pytest.fixture
def free_port() -> int:
    """A port at which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@asynccontextmanager
async def opened(url: str, local: SharedMemoryStore) -> AsyncIterator[RemoteStore]:
    """A remote store that is closed in the end."""
    store = RemoteStore(url, local)
    try:
        yield store
    finally:
        await store.close()


async def silent(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Accept and never answer."""
    await asyncio.sleep(30)
    writer.close()


async def babbling(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Answer in another protocol."""
    await reader.read(1)
    writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n" * 20)
    await writer.drain()
    await asyncio.sleep(30)
    writer.close()


async def dripping(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Answer in the right protocol, a byte now and then."""
    await reader.read(1)
    for byte in b"$1000000\r\n" + b"x" * 1_000:
        writer.write(bytes([byte]))
        await writer.drain()
        await asyncio.sleep(0.01)
    writer.close()


async def hanging_up(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Accept and close."""
    writer.close()


Handler = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Coroutine[None, None, None]]


@asynccontextmanager
async def serving(handler: Handler) -> AsyncIterator[str]:
    """A server that is not what it should be; gives its URL."""
    tasks: list[asyncio.Task[None]] = []

    def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        tasks.append(asyncio.ensure_future(handler(reader, writer)))
        tasks[-1].add_done_callback(lambda _task: writer.close())

    server = await asyncio.start_server(accept, "127.0.0.1", 0)
    try:
        yield f"redis://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@pytest.mark.parametrize("handler", [silent, babbling, dripping, hanging_up])
def test_the_machine_counts_when_the_server_fails(
    handler: Handler, local: SharedMemoryStore, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever the server does instead of answering, the limit holds and one line is logged."""

    async def play() -> list[Decision]:
        async with serving(handler) as url, opened(url, local) as store:
            window = Window("mcp", 3, store=store)
            return [await window.hit("192.0.2.1") for _ in range(5)]

    decisions = asyncio.run(asyncio.wait_for(play(), 20))
    assert [decision.allowed for decision in decisions] == [True, True, True, False, False]
    assert [decision.remaining for decision in decisions] == [2, 1, 0, 0, 0]
    (record,) = caplog.records
    assert (record.name, record.levelno) == (LOGGER, logging.WARNING)
    assert "this machine counts the request windows itself" in record.message


def test_hits_that_meet_a_silent_server_at_once_are_all_answered(
    local: SharedMemoryStore, caplog: pytest.LogCaptureFixture
) -> None:
    """More hits than connections wait no longer than one, are counted, and make one line."""

    async def play() -> list[Decision]:
        async with serving(silent) as url, opened(url, local) as store:
            window = Window("mcp", 50, store=store)
            return await asyncio.gather(*(window.hit("192.0.2.1") for _ in range(100)))

    decisions = asyncio.run(asyncio.wait_for(play(), 20))
    assert sum(decision.allowed for decision in decisions) == 50
    assert len(caplog.records) == 1


def test_the_machine_counts_when_the_port_is_closed(
    free_port: int, local: SharedMemoryStore, caplog: pytest.LogCaptureFixture
) -> None:
    """A refused connection is one line in the log, without the password, and no error to the client."""

    async def play() -> list[Decision]:
        url = f"valkey://user:hunter2@127.0.0.1:{free_port}/1"
        async with opened(url, local) as store:
            window = Window("mcp", 1, store=store)
            return [await window.hit("192.0.2.1") for _ in range(2)]

    assert [decision.allowed for decision in asyncio.run(play())] == [True, False]
    (record,) = caplog.records
    assert f"valkey://127.0.0.1:{free_port}" in record.message
    assert "hunter2" not in record.message


@attrs.define
class Wavering:
    """A server behind the client package that answers or fails as the test says."""

    works: bool = True
    asked: int = 0
    gate: asyncio.Event | None = None

    async def hit(self, _key: str, limit: int, seconds: int, _cost: int) -> Decision:
        """Admit a first hit, or fail."""
        self.asked += 1
        if self.gate:
            await self.gate.wait()
        if not self.works:
            raise ConnectionError("gone")
        return Decision(True, limit, limit - 1, seconds, seconds)


def test_a_server_that_fails_is_left_alone_for_a_while_and_then_tried_again(
    local: SharedMemoryStore, caplog: pytest.LogCaptureFixture
) -> None:
    """One attempt in each pause, one line when it fails, one when it answers again."""
    caplog.set_level(logging.INFO, LOGGER)
    now = 100.0
    server = Wavering()

    async def play() -> None:
        nonlocal now
        store = RemoteStore("redis://127.0.0.1", local, pause=3.0, clock=lambda: now)
        store._windows = server  # type: ignore[assignment]  # no network in this test
        window = Window("mcp", 60, store=store)

        async def hits(count: int) -> list[int]:
            return [(await window.hit("192.0.2.1")).remaining for _ in range(count)]

        assert await hits(3) == [59, 59, 59]
        assert not caplog.records
        server.works, server.asked = False, 0
        assert await hits(3) == [59, 58, 57]  # the machine's own count begins
        assert server.asked == 1
        now += 2.9
        assert await hits(2) == [56, 55]
        assert server.asked == 1
        now += 0.2
        assert await hits(2) == [54, 53]
        assert server.asked == 2
        assert len(caplog.records) == 1
        server.works = True
        now += 2.9
        assert await hits(1) == [52]
        now += 0.2
        assert await hits(2) == [59, 59]
        server.works = False
        await hits(1)

    asyncio.run(play())
    assert [record.message for record in caplog.records] == [
        "redis://127.0.0.1:6379 does not answer (gone): this machine counts the request windows itself",
        "redis://127.0.0.1:6379 answers again and counts the request windows",
        "redis://127.0.0.1:6379 does not answer (gone): this machine counts the request windows itself",
    ]


def test_only_one_hit_tries_a_failed_server_again(local: SharedMemoryStore) -> None:
    """The hits that come while one tries do not wait for it."""
    now = 100.0
    server = Wavering(works=False)

    async def play() -> None:
        nonlocal now
        store = RemoteStore("redis://127.0.0.1", local, patience=20, pause=3.0, clock=lambda: now)
        store._windows = server  # type: ignore[assignment]  # no network in this test
        window = Window("mcp", 60, store=store)
        await window.hit("192.0.2.1")
        now += 3.1
        server.works, server.gate = True, asyncio.Event()
        trying = asyncio.ensure_future(window.hit("192.0.2.1"))
        await asyncio.sleep(0)
        assert (await window.hit("192.0.2.1")).remaining == 58
        assert not trying.done()
        server.gate.set()
        assert (await trying).remaining == 59
        assert (await window.hit("192.0.2.1")).remaining == 59

    asyncio.run(play())


def test_an_answer_to_an_old_question_is_no_recovery(
    local: SharedMemoryStore, caplog: pytest.LogCaptureFixture
) -> None:
    """A hit that was asked before the failure and answered after it does not end the pause."""
    server = Wavering()

    async def play() -> None:
        store = RemoteStore("redis://127.0.0.1", local, patience=20)
        store._windows = server  # type: ignore[assignment]  # no network in this test
        window = Window("mcp", 60, store=store)
        server.gate = gate = asyncio.Event()
        old = asyncio.ensure_future(window.hit("192.0.2.1"))
        await asyncio.sleep(0)
        server.works, server.gate = False, None
        assert (await window.hit("192.0.2.1")).remaining == 59
        server.works = True
        gate.set()
        await old
        assert (await window.hit("192.0.2.1")).remaining == 58

    asyncio.run(play())
    assert len(caplog.records) == 1


def test_a_request_that_is_given_up_stops_its_hit(local: SharedMemoryStore) -> None:
    """Cancelling is not a failure of the server."""

    async def play() -> None:
        store = RemoteStore("redis://127.0.0.1", local, patience=20)
        store._windows = Wavering(gate=asyncio.Event())  # type: ignore[assignment]  # no network in this test
        hit = asyncio.ensure_future(Window("mcp", 60, store=store).hit("192.0.2.1"))
        await asyncio.sleep(0)
        hit.cancel()
        with pytest.raises(asyncio.CancelledError):
            await hit

    asyncio.run(play())
