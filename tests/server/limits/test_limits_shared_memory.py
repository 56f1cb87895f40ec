"""The memory: fixed in size, and exact up to a stated number of clients."""

import asyncio
import math
import mmap
import os
import sys
from collections.abc import Iterator
from contextlib import closing
from fractions import Fraction

import pytest
from limits import RateLimitItemPerMinute
from limits.strategies import MovingWindowRateLimiter

from modeladvisor_server.limits import SHARED_MEMORY_VARIABLE, SharedMemoryStore, Window
from modeladvisor_server.limits.memory import inherited_memory, new_memory
from modeladvisor_server.limits.shared_memory import fitting_slots
from modeladvisor_server.limits.slots import WAYS, Layout, Slots

EXACT_UP_TO = {
    500: 15_000,
    100_000: 2_000,
}  # by the largest limit: the docstring of SharedMemoryStore says so
MANY = 1_000_000 if os.environ.get("HYPOTHESIS_PROFILE") == "thorough" else 100_000


@pytest.fixture
def descriptor() -> Iterator[int]:
    """An empty file without a name."""
    number = new_memory()
    yield number
    os.close(number)


def remaining_after_a_hit(window: Window, clients: list[str]) -> list[int]:
    """Hit once for each client."""

    async def play() -> list[int]:
        return [(await window.hit(client)).remaining for client in clients]

    return asyncio.run(play())


def test_the_memory_stays_fixed_and_the_stalest_are_forgotten(descriptor: int) -> None:
    """100,000 clients, or a million, take no more memory than one; the latest are still known, the first no longer."""
    with closing(SharedMemoryStore(descriptor, entries=60)) as store:
        window = Window("mcp", 60, store=store)
        size = os.fstat(descriptor).st_size
        clients = [f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}" for number in range(MANY)]
        assert set(remaining_after_a_hit(window, clients)) == {59}
        after = os.fstat(descriptor)
        assert after.st_size == size < 9 * 2**20
        assert after.st_blocks * 512 <= size
        assert set(remaining_after_a_hit(window, clients[-1000:])) == {58}
        assert set(remaining_after_a_hit(window, clients[:1000])) == {59}


def test_the_default_memory_is_a_few_mebibytes(descriptor: int) -> None:
    """32,768 clients with a limit of 300 fit into 39 MiB, none of which is taken before they come."""
    with closing(SharedMemoryStore(descriptor)):
        found = os.fstat(descriptor)
        assert 38 * 2**20 < found.st_size < 39 * 2**20
        assert found.st_blocks * 512 <= 2 * mmap.PAGESIZE


def test_larger_limits_get_fewer_places() -> None:
    """What the places take stays within 64 MiB for all reasonable limits, and there are always some thousand."""
    for entries in (1, 60, 300, 500, 501, 2_000, 4_000):
        layout = Layout(fitting_slots(entries) // WAYS, entries)
        assert layout.total_bytes <= 64 * 2**20
    assert fitting_slots(500) == 32_768
    assert fitting_slots(100_000) == 4_096


def test_it_is_exact_for_as_many_clients_as_it_says() -> None:
    """With so many live clients nobody is forgotten, whatever the key of the hash."""
    for exact, slots in ((15_000, 32_768), (2_000, 4_096)):
        clients = [f"2001:db8:{number:x}::/64" for number in range(exact)]
        with closing(SharedMemoryStore(entries=2, slots=slots)) as store:
            window = Window("mcp", 2, store=store)
            assert set(remaining_after_a_hit(window, clients)) == {1}
            assert set(remaining_after_a_hit(window, clients)) == {0}


def test_the_chance_of_a_full_set_is_as_small_as_it_says() -> None:
    """With so many clients thrown into so many sets, one with more than 64 is rarer than 1 in 100,000."""
    for limit, exact in EXACT_UP_TO.items():
        sets = fitting_slots(limit) // WAYS
        at_most_64 = sum(math.comb(exact, k) * (sets - 1) ** (exact - k) for k in range(65))
        one_set = float(1 - Fraction(at_most_64, sets**exact))
        assert 0 < sets * one_set < 1e-5


def test_in_a_full_set_the_client_admitted_longest_ago_is_forgotten() -> None:
    """Being admitted again keeps a client, having come first does not."""
    with closing(SharedMemoryStore(entries=3, slots=64)) as store:
        window = Window("mcp", 3, store=store)
        clients = [str(number) for number in range(64)]
        remaining_after_a_hit(window, [*clients, "0"])
        assert remaining_after_a_hit(window, ["new"]) == [2]
        assert remaining_after_a_hit(window, ["0"]) == [0]
        assert remaining_after_a_hit(window, clients[2:]) == [1] * 62
        assert remaining_after_a_hit(window, ["1"]) == [2]


def test_what_never_can_be_admitted_takes_nobodys_place() -> None:
    """A client that was only ever refused because its cost is above the limit is not remembered."""
    with closing(SharedMemoryStore(entries=3, slots=64)) as store:
        window = Window("mcp", 3, store=store)
        clients = [str(number) for number in range(64)]
        remaining_after_a_hit(window, clients)
        assert not asyncio.run(window.hit("greedy", cost=4)).allowed
        assert set(remaining_after_a_hit(window, clients)) == {1}


def test_bytes_of_two_neighbours_are_no_client() -> None:
    """A tag is found where one begins, not where the end of one and the start of the next look like it."""
    layout = Layout(sets=1, entries=1)
    with closing(mmap.mmap(-1, layout.total_bytes)) as memory, closing(Slots(memory, layout)) as slots:
        tags = b"aaaabbbb", b"ccccdddd"
        for way, tag in enumerate(tags):
            assert slots.claim(0, int.from_bytes(tag, sys.byteorder)) == way
            slots.take(0, way, 10**9, 1, 60_000_000, 1)
        between = int.from_bytes(b"bbbbcccc", sys.byteorder)
        assert slots.find(0, between) is None
        assert slots.claim(0, between) == 2
        assert slots.find(0, between) == 2


def test_a_window_survives_a_machine_that_started_again() -> None:
    """Times of another boot, which lie in the future, are not counted and lock nobody out."""
    now = 10**15
    with closing(SharedMemoryStore(entries=2, slots=64, clock=lambda: now)) as store:
        window = Window("mcp", 2, store=store)
        assert remaining_after_a_hit(window, ["a", "a", "a"]) == [1, 0, 0]
        now = 10**9
        assert remaining_after_a_hit(window, ["a", "a"]) == [1, 0]
        assert not asyncio.run(window.hit("a")).allowed


def test_processors_that_differ_by_a_little_do_not_forget() -> None:
    """A clock a little behind the newest hit counts that hit as one of this moment."""
    now = 10**15
    with closing(SharedMemoryStore(entries=2, slots=64, clock=lambda: now)) as store:
        window = Window("mcp", 2, store=store)
        remaining_after_a_hit(window, ["a"])
        now -= 5000
        assert remaining_after_a_hit(window, ["a"]) == [0]
        assert asyncio.run(window.hit("a")).reset_seconds == 60


def test_a_slot_that_makes_no_sense_is_emptied(descriptor: int) -> None:
    """Memory that somebody else wrote over stops counting for a while instead of failing requests."""
    with closing(SharedMemoryStore(descriptor, entries=2, slots=64)) as store:
        window = Window("mcp", 2, store=store)
        remaining_after_a_hit(window, ["a"])
        extents = slice(2 * 64, 3 * 64)
        store._slots._words[extents] = memoryview(b"\xff" * 8 * 64).cast("Q")
        assert remaining_after_a_hit(window, ["a", "a"]) == [1, 0]


def test_stores_of_one_shape_share_and_others_have_tables_of_their_own(descriptor: int) -> None:
    """A worker with another limit does not disturb those that are still running with the old one."""
    with (
        closing(SharedMemoryStore(descriptor, entries=2, slots=64)) as one,
        closing(SharedMemoryStore(descriptor, entries=3, slots=64)) as other,
        closing(SharedMemoryStore(descriptor, entries=2, slots=64)) as again,
    ):
        assert one.acquire_entry("a", 2, 60, 2)
        assert other.acquire_entry("a", 2, 60, 2)
        assert not again.acquire_entry("a", 2, 60)
        assert not other.acquire_entry("a", 2, 60)


def test_a_half_written_table_record_is_replaced(descriptor: int) -> None:
    """What a process left when it was killed while it appended its table is not believed."""
    os.write(descriptor, b"\x01\x00\x00\x00half")
    with (
        closing(SharedMemoryStore(descriptor, entries=2, slots=64)) as one,
        closing(SharedMemoryStore(descriptor, entries=2, slots=64)) as other,
    ):
        assert one.acquire_entry("a", 2, 60, 2)
        assert not other.acquire_entry("a", 2, 60)


def test_the_list_of_tables_has_an_end(descriptor: int) -> None:
    """More different shapes than the first page can list are an error, not a damaged table."""
    for entries in range(1, 65):
        SharedMemoryStore(descriptor, entries=entries, slots=64).close()
    with pytest.raises(RuntimeError, match="expected at most 64 tables"):
        SharedMemoryStore(descriptor, entries=65, slots=64)
    SharedMemoryStore(descriptor, entries=64, slots=64).close()


def test_inherited_memory_is_the_file_of_the_parent(descriptor: int) -> None:
    """The variable's descriptor is taken if it still is the file that the parent meant."""
    inode = os.fstat(descriptor).st_ino
    assert inherited_memory(f"{descriptor}:{inode}") == descriptor


@pytest.mark.parametrize(
    "text", ["{fd}", "{fd}:{other}", "-1:{inode}", "99999:{inode}", "x:{inode}", "9" * 99]
)
def test_any_other_file_is_left_alone(descriptor: int, text: str) -> None:
    """A variable that outlived its file is an error that names the variable, and nothing is written."""
    inode = os.fstat(descriptor).st_ino
    value = text.format(fd=descriptor, inode=inode, other=inode + 1)
    with pytest.raises(ValueError, match=f"{SHARED_MEMORY_VARIABLE}: expected <descriptor>:<inode>"):
        inherited_memory(value)


def test_what_is_no_file_is_left_alone() -> None:
    """A pipe cannot be the memory, even under the right number."""
    reading, writing = os.pipe()
    with pytest.raises(ValueError, match="expected <descriptor>:<inode>"):
        inherited_memory(f"{reading}:{os.fstat(reading).st_ino}")
    os.close(reading)
    os.close(writing)


@pytest.mark.parametrize(("entries", "slots"), [(0, 64), (1, 0), (1, 100)])
def test_a_shape_that_cannot_be_is_refused(entries: int, slots: int) -> None:
    """At least one entry, and whole sets of 64 slots."""
    with pytest.raises(ValueError, match="expected"):
        SharedMemoryStore(entries=entries, slots=slots)


def test_the_store_serves_the_moving_window_of_limits() -> None:
    """The strategy of the package `limits` works on it, with its own meaning of the reset time."""
    with closing(SharedMemoryStore(entries=2, slots=64)) as store:
        limiter, item = MovingWindowRateLimiter(store), RateLimitItemPerMinute(2)
        assert store.check()
        assert [limiter.hit(item, "a") for _ in range(3)] == [True, True, False]
        assert limiter.get_window_stats(item, "a").remaining == 0
        assert limiter.test(item, "b")
        limiter.clear(item, "a")
        limiter.clear(item, "never seen")
        assert limiter.hit(item, "a", cost=2)
        assert store.reset() is None
        assert limiter.hit(item, "a", cost=2)
        for unsupported in (
            lambda: store.incr("a", 1),
            lambda: store.get("a"),
            lambda: store.get_expiry("a"),
        ):
            with pytest.raises(NotImplementedError):
                unsupported()
