"""Several real processes at one window."""

import asyncio
import functools
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest

from modeladvisor_server.limits import SharedMemoryStore, Window
from modeladvisor_server.limits.memory import inherited_memory, locked, new_memory

ROUNDS = 5  # 50 for a thorough run
KILLS = 20
PROCESSES = 4
HITS = 200
LIMIT = 60
PATIENCE = 30.0  # seconds until a process that hangs is a failure


@pytest.fixture
def variable() -> Iterator[str]:
    """What a parent leaves in the environment for its workers."""
    descriptor = new_memory()
    yield f"{descriptor}:{os.fstat(descriptor).st_ino}"
    os.close(descriptor)


def fork(work: Callable[[int], None]) -> tuple[int, int]:
    """Run `work` in a child with a descriptor to write to; return its process id and where to read."""
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        return child, reading
    try:
        os.close(reading)
        work(writing)
    finally:
        os._exit(0)


def finish(child: int, reading: int) -> bytes:
    """What the child wrote, once it has ended; a child that hangs is killed and fails the test."""
    deadline = time.monotonic() + PATIENCE
    while os.waitpid(child, os.WNOHANG) == (0, 0):
        if time.monotonic() > deadline:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            pytest.fail("a process was blocked")
        time.sleep(0.001)
    with os.fdopen(reading, "rb") as pipe:
        return pipe.read()


def open_window(variable: str, slots: int = 64) -> Window:
    """What each worker makes for itself after the fork."""
    store = SharedMemoryStore(inherited_memory(variable), entries=LIMIT, slots=slots)
    return Window("mcp", LIMIT, store=store)


async def admitted(window: Window, client: str, hits: int) -> int:
    """How many of `hits` were admitted."""
    return sum([(await window.hit(client)).allowed for _ in range(hits)])


def admitted_together(window: Window, client: str, hits: int) -> int:
    """How many of `hits` were admitted, counted five at a time, among those of others."""
    asked = [client, "another", client, client, "one more", client, client]
    return sum(
        allowed
        for _ in range(hits // 5)
        for one, allowed in zip(asked, window.admit_at_once(asked), strict=True)
        if one == client
    )


def hit_at_once(variable: str, client: str, waiting: int, starting: int, together: bool, out: int) -> None:
    """Be ready, wait for the others, then hit as fast as possible."""
    window = open_window(variable)
    os.close(starting)
    os.read(waiting, 1)  # returns for all at once, when the parent closes its end
    hits = HITS // PROCESSES
    count = (
        admitted_together(window, client, hits) if together else asyncio.run(admitted(window, client, hits))
    )
    os.write(out, bytes([count]))


@pytest.mark.parametrize("together", [(False,), (True,), (False, True)])
def test_processes_admit_exactly_the_limit_together(variable: str, together: tuple[bool, ...]) -> None:
    """Of 200 hits from 4 processes at once exactly 60 are admitted, every time, also where some count many in one go."""
    for number in range(ROUNDS):
        waiting, starting = os.pipe()
        given = (variable, f"client {number}", waiting, starting)
        ways = (together * PROCESSES)[:PROCESSES]
        children = [fork(functools.partial(hit_at_once, *given, way)) for way in ways]
        os.close(starting)
        counts = [finish(*child)[0] for child in children]
        os.close(waiting)
        assert sum(counts) == LIMIT, counts


def test_a_process_killed_while_it_holds_a_lock_blocks_nobody(variable: str) -> None:
    """The kernel frees the locks with the process, and who waited for them goes on."""
    descriptor = inherited_memory(variable)
    with closing(SharedMemoryStore(descriptor, entries=LIMIT, slots=64)) as store:
        only_set = store._offset

    def hold(out: int) -> None:
        with locked(descriptor, 0), locked(descriptor, only_set):
            os.write(out, b"x")
            signal.pause()

    def hit(out: int) -> None:
        os.write(out, bytes([asyncio.run(admitted(open_window(variable), "a", LIMIT + 5))]))

    holder, reading = fork(hold)
    os.read(reading, 1)
    waiting = fork(hit)
    time.sleep(0.01)
    assert os.waitpid(waiting[0], os.WNOHANG) == (0, 0)
    os.kill(holder, signal.SIGKILL)
    finish(holder, reading)
    assert finish(*waiting) == bytes([LIMIT])


def test_processes_killed_at_any_moment_leave_a_window_that_counts(variable: str) -> None:
    """After each kill another process gets an answer at once, and nobody ever gets more than the limit."""

    def hammer(out: int) -> None:
        window = open_window(variable, 1024)
        os.write(out, b".")

        async def play() -> None:
            number = 0
            while True:
                number += 1
                if (await window.hit("shared")).allowed:
                    os.write(out, b"+")
                await window.hit(str(number % 32))

        asyncio.run(play())

    seen = 0
    for turn in range(KILLS):

        def hit(out: int, client: str = f"alone {turn}") -> None:
            os.write(out, bytes([asyncio.run(admitted(open_window(variable, 1024), client, LIMIT + 5))]))

        child, reading = fork(hammer)
        os.read(reading, 1)
        time.sleep(0.002)
        os.kill(child, signal.SIGKILL)
        seen += len(finish(child, reading))
        assert finish(*fork(hit)) == bytes([LIMIT])
    assert seen <= LIMIT


def test_a_store_made_before_the_fork_is_shared_too() -> None:
    """A parent that makes the store itself shares it with its children."""
    with closing(SharedMemoryStore(entries=LIMIT, slots=64)) as store:
        window = Window("mcp", LIMIT, store=store)

        def work(out: int) -> None:
            os.write(out, bytes([asyncio.run(admitted(window, "a", 50))]))

        children = [fork(work) for _ in range(2)]
        assert sum(finish(*child)[0] for child in children) == LIMIT
