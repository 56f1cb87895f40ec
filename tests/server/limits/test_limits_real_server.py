"""A real Redis or Valkey server, where one is installed: windows that machines share."""

import asyncio
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import attrs
import pytest

from modeladvisor_server.limits import Decision, RemoteStore, SharedMemoryStore, Window

SERVER = shutil.which("redis-server") or shutil.which("valkey-server")


@pytest.fixture
def local() -> Iterator[SharedMemoryStore]:
    """The machine's own store."""
    with closing(SharedMemoryStore(entries=60, slots=64)) as store:
        yield store


@asynccontextmanager
async def opened(url: str, local: SharedMemoryStore) -> AsyncIterator[RemoteStore]:
    """A patient remote store that is closed in the end."""
    store = RemoteStore(url, local, patience=20)
    try:
        yield store
    finally:
        await store.close()


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
        self.process = subprocess.Popen([SERVER, *options], stdout=subprocess.DEVNULL)  # noqa: S603 - a program of this machine, no shell
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
def real_server(tmp_path: Path) -> Iterator[RealServer]:
    """A running server, where one is installed."""
    if not SERVER:
        pytest.skip("neither redis-server nor valkey-server is installed")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        free_port = probe.getsockname()[1]
    server = RealServer(free_port, tmp_path)
    server.start()
    yield server
    server.stop()


def test_machines_share_one_window(real_server: RealServer, local: SharedMemoryStore) -> None:
    """Two stores at one server admit the limit together, and say what the local window would say."""

    async def play() -> None:
        async with (
            opened(real_server.url, local) as one,
            opened(real_server.url, local) as two,
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
        async with opened(real_server.url, local) as store:
            window = Window("mcp", 3, 2, store=store)
            assert (await window.hit("192.0.2.1")).allowed
            await asyncio.sleep(1.1)
            assert (await window.hit("192.0.2.1")).remaining == 1
            refused = await window.hit("192.0.2.1", 3)
            assert (refused.allowed, refused.remaining) == (False, 1)
            assert 1 <= refused.reset_seconds <= refused.wait_seconds <= 2
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


def test_an_answer_that_came_while_this_process_was_busy_is_read(
    real_server: RealServer, local: SharedMemoryStore, caplog: pytest.LogCaptureFixture
) -> None:
    """A process that had no time to read does not take the server for silent."""

    async def play() -> None:
        store = RemoteStore(real_server.url, local, patience=20)
        window = Window("mcp", 60, store=store)
        assert (await window.hit("192.0.2.1")).remaining == 59
        store._windows._patience = 0.05
        hit = asyncio.ensure_future(window.hit("192.0.2.1"))
        while not store._windows._client.connection_pool._in_use_connections:
            await asyncio.sleep(0)  # until the question is on its way
        time.sleep(0.3)
        assert (await hit).remaining == 58
        await store.close()

    asyncio.run(play())
    assert not caplog.records


def test_a_silent_server_is_given_up(
    real_server: RealServer, local: SharedMemoryStore, caplog: pytest.LogCaptureFixture
) -> None:
    """A server that stands still is left for the machine's own count with one line, and comes back with another."""

    async def play() -> None:
        store = RemoteStore(real_server.url, local, pause=0.0)
        window = Window("mcp", 60, store=store)
        while (await window.hit("192.0.2.1")).remaining > 55:
            pass
        caplog.clear()
        assert real_server.process
        real_server.process.send_signal(signal.SIGSTOP)
        assert [(await window.hit("192.0.2.2")).remaining for _ in range(3)] == [59, 58, 57]
        real_server.process.send_signal(signal.SIGCONT)
        while store._down:
            await window.hit("192.0.2.3")
        await store.close()

    asyncio.run(asyncio.wait_for(play(), 60))
    assert ["does not answer" in record.message for record in caplog.records] == [True, False]


def test_a_clock_that_is_set_back_locks_nobody_out(
    real_server: RealServer, local: SharedMemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Times in the future count for one window more at most, and no client is told to wait longer than that."""

    async def play() -> None:
        async with opened(real_server.url, local) as store:
            window = Window("mcp", 2, 2, store=store)
            assert [(await window.hit("192.0.2.1")).allowed for _ in range(3)] == [True, True, False]
            earlier = time.time() - 3600
            monkeypatch.setattr(time, "time", lambda: earlier)
            refused = await window.hit("192.0.2.1")
            assert not refused.allowed
            assert 1 <= refused.retry_after <= 2
            await asyncio.sleep(2.2)
            assert (await window.hit("192.0.2.1")).allowed

    asyncio.run(play())
