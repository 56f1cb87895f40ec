"""A store shared by machines: silent, refusing, slow, coming back; and a real one."""

import asyncio
import logging
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import attrs
import pytest

from modeladvisor_server.limits import Decision, RemoteStore, SharedMemoryStore, Window, open_store

SERVER = shutil.which("redis-server") or shutil.which("valkey-server")
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
async def opened(url: str, local: SharedMemoryStore, *, patience: float = 0.05) -> AsyncIterator[RemoteStore]:
    """A remote store that is closed in the end."""
    store = RemoteStore(url, local, patience=patience)
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


@pytest.mark.parametrize("handler", [silent, babbling, hanging_up])
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

    async def acquire_entry(self, _key: str, _limit: int, _expiry: int, _amount: int = 1) -> bool:
        """Admit, or fail."""
        self.asked += 1
        if self.gate:
            await self.gate.wait()
        if not self.works:
            raise ConnectionError("gone")
        return True

    async def get_moving_window(self, _key: str, _limit: int, _expiry: int) -> tuple[float, int]:
        """One hit, just now."""
        return time.time(), 1


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
        store._storage = server  # type: ignore[assignment]
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
        store._storage = server  # type: ignore[assignment]
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
        store._storage = server  # type: ignore[assignment]
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
        store._storage = Wavering(gate=asyncio.Event())  # type: ignore[assignment]
        hit = asyncio.ensure_future(Window("mcp", 60, store=store).hit("192.0.2.1"))
        await asyncio.sleep(0)
        hit.cancel()
        with pytest.raises(asyncio.CancelledError):
            await hit

    asyncio.run(play())


@pytest.mark.parametrize(
    "url",
    [
        "localhost:6379",
        "http://localhost",
        "redis://",
        "redis://host:port",
        "redis://host:0",
        "rediss://u:hunter2@host",
    ],
)
def test_a_wrong_address_stops_the_start(url: str, local: SharedMemoryStore) -> None:
    """The message names the setting, what was expected and what was found, but no password."""
    with pytest.raises(
        ValueError, match=r"MODELADVISOR_LIMITS_STORE: expected redis://host:port or .*, got '"
    ) as error:
        RemoteStore(url, local)
    assert "hunter2" not in str(error.value)


def test_without_the_client_package_the_start_says_what_to_install(
    local: SharedMemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A configured server without the package `redis` is an error at the start, not at the first request."""
    for module in [name for name in sys.modules if name.partition(".")[0] == "redis"]:
        monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.setitem(sys.modules, "redis", None)
    with pytest.raises(ModuleNotFoundError, match=r"MODELADVISOR_LIMITS_STORE .* pip install 'redis>=5.2'"):
        RemoteStore("redis://localhost", local)


def test_a_window_that_the_machine_cannot_count_is_refused(local: SharedMemoryStore) -> None:
    """What could not be counted when the server fails is said at the start."""
    with pytest.raises(ValueError, match="expected a limit of at most 60, got 61"):
        Window("mcp", 61, store=RemoteStore("redis://localhost", local))


def test_the_settings_choose_the_store() -> None:
    """A URL gives the shared store, none the machine's own, which holds the largest limit."""
    for url, largest_limit in ((None, 0), ("", 500)):
        own = open_store(url, shared_memory=url, largest_limit=largest_limit)
        assert isinstance(own, SharedMemoryStore)
        own.accept(max(1, largest_limit), 60)
        own.close()
    shared = open_store("valkey://localhost", shared_memory=None, largest_limit=300)
    assert isinstance(shared, RemoteStore)
    shared.accept(300, 60)
    with pytest.raises(ValueError, match="MODELADVISOR_LIMITS_MEMORY"):
        open_store(None, shared_memory="stale", largest_limit=300)


@attrs.define
class RealServer:
    """A Redis or Valkey server of this test alone."""

    port: int
    folder: Path
    process: "subprocess.Popen[bytes] | None" = None

    @property
    def url(self) -> str:
        """Its first database."""
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start it and wait until it listens."""
        assert SERVER
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", str(self.folder)]
        self.process = subprocess.Popen([SERVER, *options], stdout=subprocess.DEVNULL)  # noqa: S603
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
            except OSError:
                time.sleep(0.01)
            else:
                return
        pytest.fail("the server did not start")

    def stop(self) -> None:
        """End it."""
        if self.process:
            self.process.terminate()
            self.process.wait(20)
            self.process = None


@pytest.fixture
def real_server(free_port: int, tmp_path: Path) -> Iterator[RealServer]:
    """A running server, where one is installed."""
    if not SERVER:
        pytest.skip("neither redis-server nor valkey-server is installed")
    server = RealServer(free_port, tmp_path)
    server.start()
    yield server
    server.stop()


def test_machines_share_one_window(real_server: RealServer, local: SharedMemoryStore) -> None:
    """Two stores at one server admit the limit together, and say what the local window would say."""

    async def play() -> None:
        async with (
            opened(real_server.url, local, patience=20) as one,
            opened(real_server.url, local, patience=20) as two,
        ):
            here, there = Window("mcp", 60, store=one), Window("mcp", 60, store=two)
            first = await here.hit("192.0.2.1", 10)
            assert first == Decision(True, 60, 50, first.reset_seconds, 60)
            assert 58 <= first.reset_seconds <= 60
            hits = [window.hit("192.0.2.1") for _ in range(100) for window in (here, there)]
            decisions = await asyncio.gather(*hits)
            assert sum(decision.allowed for decision in decisions) == 50
            last = await there.hit("192.0.2.1")
            assert (last.allowed, last.remaining) == (False, 0)
            assert 1 <= last.reset_seconds <= last.retry_after <= 60
            assert (await there.hit("192.0.2.2")).remaining == 59
            assert await there.hit("192.0.2.3", 61) == Decision(False, 60, 60, 60, 60, 60)

    asyncio.run(play())


def test_a_shared_window_moves(real_server: RealServer, local: SharedMemoryStore) -> None:
    """What left the window is free again, and a refused cost is told when it fits."""

    async def play() -> None:
        async with opened(real_server.url, local, patience=20) as store:
            window = Window("mcp", 3, 2, store=store)
            assert (await window.hit("192.0.2.1")).allowed
            await asyncio.sleep(1.1)
            assert (await window.hit("192.0.2.1")).remaining == 1
            refused = await window.hit("192.0.2.1", 3)
            assert (refused.allowed, refused.remaining) == (False, 1)
            assert (refused.reset_seconds, refused.wait_seconds) == (1, 2)
            await asyncio.sleep(refused.reset_seconds)
            assert (await window.hit("192.0.2.1", 2)).allowed

    asyncio.run(play())


def test_a_server_that_comes_back_counts_again(
    real_server: RealServer, local: SharedMemoryStore, caplog: pytest.LogCaptureFixture
) -> None:
    """Stopped and started again: the machine counts in between, and two lines say so."""

    async def play() -> None:
        store = RemoteStore(real_server.url, local, patience=20, pause=0.0)
        window = Window("mcp", 60, store=store)
        assert [(await window.hit("192.0.2.1")).remaining for _ in range(3)] == [59, 58, 57]
        real_server.stop()
        assert [(await window.hit("192.0.2.1")).remaining for _ in range(2)] == [59, 58]
        real_server.start()
        assert [(await window.hit("192.0.2.1")).remaining for _ in range(2)] == [59, 58]
        await store.close()

    asyncio.run(play())
    assert ["does not answer" in record.message for record in caplog.records] == [True, False]
