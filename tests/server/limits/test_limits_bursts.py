"""Many hits at once at a store that other machines share."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterator
from contextlib import closing

import attrs
import pytest

from modeladvisor_server.limits import Decision, RemoteStore, SharedMemoryStore, Window

PATIENCE = 0.05


@pytest.fixture
def local() -> Iterator[SharedMemoryStore]:
    """The machine's own store."""
    with closing(SharedMemoryStore(entries=60, slots=64)) as store:
        yield store


@attrs.define
class OneAtATime:
    """A server that answers each round trip in so many seconds; its window is always free."""

    seconds: float

    async def ask(self, hits: list[object]) -> list[Decision]:
        """Admit all of them."""
        await asyncio.sleep(self.seconds)
        return [Decision(True, 60, 59, 60)] * len(hits)


def asking(seconds: float, local: SharedMemoryStore) -> RemoteStore:
    """A store whose server takes so long for a round trip."""
    store = RemoteStore("redis://127.0.0.1", local, patience=PATIENCE)
    store._windows._ask = OneAtATime(seconds).ask  # type: ignore[method-assign,assignment]  # no network in this test
    return store


def remaining_of(store: RemoteStore, hits: int) -> list[int]:
    """Return what so many hits at once are told."""
    window = Window("mcp", 60, store=store)

    async def play() -> list[int]:
        found = await asyncio.gather(*(window.hit("192.0.2.1") for _ in range(hits)))
        return [decision.remaining for decision in found]

    return asyncio.run(play())


def test_a_burst_is_no_silence(local: SharedMemoryStore, caplog: pytest.LogCaptureFixture) -> None:
    """Hits that wait for each other for many times the patience are all counted by the server that answers them."""
    store = asking(0.6 * PATIENCE, local)
    assert remaining_of(store, 200) == [59] * 200
    assert not caplog.records


def test_a_server_that_is_slower_than_the_patience_is_silent(
    local: SharedMemoryStore, caplog: pytest.LogCaptureFixture
) -> None:
    """Where every answer takes longer than a hit waits, this machine counts all of a burst itself, and says so once."""
    caplog.set_level(logging.WARNING)
    store = asking(60, local)
    assert sorted(remaining_of(store, 40)) == list(range(20, 60))
    assert len(caplog.records) == 1


def test_a_held_loop_is_no_silence(local: SharedMemoryStore, caplog: pytest.LogCaptureFixture) -> None:
    """Where this process was too busy to take an answer that had come, the answer still counts."""
    store = asking(0.001, local)
    window = Window("mcp", 60, store=store)

    async def play() -> int:
        hit = asyncio.ensure_future(window.hit("192.0.2.1"))
        await asyncio.sleep(0)
        time.sleep(3 * PATIENCE)  # a long question holds the loop
        return (await hit).remaining

    assert asyncio.run(play()) == 59
    assert not caplog.records
