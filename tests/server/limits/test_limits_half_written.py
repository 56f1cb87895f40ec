"""A process that is killed between two writes, at every possible place."""

import contextlib
import os

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from limits import RateLimitItemPerMinute
from limits.strategies import MovingWindowRateLimiter

from modeladvisor_server.limits import SharedMemoryStore
from modeladvisor_server.limits.memory import new_memory


class Killed(BaseException):
    """The end of a process in the middle of its work."""


class Failing:
    """Memory whose user dies at its n-th write."""

    def __init__(self, view: memoryview, lives: list[int]) -> None:
        """Count the writes down in `lives`, which several views share."""
        self._view = view
        self._lives = lives

    def __getitem__(self, at: int | slice) -> int | memoryview:
        """Read."""
        return self._view[at]

    def __setitem__(self, at: int, value: int) -> None:
        """Write, or die."""
        if not self._lives[0]:
            raise Killed
        self._lives[0] -= 1
        self._view[at] = value

    def release(self) -> None:
        """Let go."""
        self._view.release()


def dying_after(lives: int, store: SharedMemoryStore) -> SharedMemoryStore:
    """A store of a process that is killed when it has written `lives` times."""
    left = [lives]
    store._slots._words = Failing(store._slots._words, left)  # type: ignore[assignment]  # stands in for memory that is torn
    store._slots._hits = Failing(store._slots._hits, left)  # type: ignore[assignment]  # stands in for memory that is torn
    return store


RING = 9
MINUTE = 60_000_000


@example(before=[(0, 7), (MINUTE - 1, 1)], pause=1, cost=6, lives=5, known=True)
@example(before=[(0, 7), (MINUTE - 1, 1)], pause=1, cost=6, lives=6, known=True)
@given(
    before=st.lists(st.tuples(st.integers(0, MINUTE), st.integers(1, RING)), max_size=12),
    pause=st.integers(0, MINUTE),
    cost=st.integers(1, RING),
    lives=st.integers(0, RING + 6),
    known=st.booleans(),
)
def test_a_write_that_ends_half_way_counts_whole_or_not_at_all(
    before: list[tuple[int, int]], pause: int, cost: int, lives: int, known: bool
) -> None:
    """Whatever write a killed process did not come to, others find its hit counted whole or not at all.

    Nobody else loses a count, and the window goes on as if nothing had happened.
    """
    now = 1
    file = new_memory()
    ours, theirs = (
        SharedMemoryStore(file, entries=RING, slots=64, clock=lambda: now * 1000) for _ in range(2)
    )
    item = RateLimitItemPerMinute(RING)
    others = MovingWindowRateLimiter(ours)
    client = "client" if known else "newcomer"
    admitted: list[int] = []
    for gap, taken in before:
        now += gap
        if others.hit(item, "client", cost=taken):
            admitted += [now] * taken
    others.hit(item, "bystander", cost=3)
    now += pause
    counted = sum(now - at < MINUTE for at in admitted) if known else 0
    possible = {counted}
    try:
        if MovingWindowRateLimiter(dying_after(lives, theirs)).hit(item, client, cost=cost):
            possible = {counted + cost}
    except Killed:
        if counted + cost <= RING:
            possible.add(counted + cost)
    found = RING - others.get_window_stats(item, client).remaining
    assert found in possible
    assert others.get_window_stats(item, "bystander").remaining == (RING - 3 if pause < MINUTE else RING)
    assert others.hit(item, client, cost=RING - found or 1) is (found < RING)
    assert not others.hit(item, client)
    now += MINUTE
    assert others.hit(item, client, cost=RING)
    ours.close()
    theirs.close()
    os.close(file)


@pytest.mark.parametrize("lives", range(7))
def test_a_newcomer_never_inherits_the_hits_of_whom_it_replaces(lives: int) -> None:
    """A process that is killed while it takes a place in a full set leaves nobody else's hits there."""
    file = new_memory()
    ours, theirs = (SharedMemoryStore(file, entries=3, slots=64) for _ in range(2))
    item = RateLimitItemPerMinute(3)
    others = MovingWindowRateLimiter(ours)
    for number in range(64):
        others.hit(item, str(number), cost=3)
    with contextlib.suppress(Killed):
        MovingWindowRateLimiter(dying_after(lives, theirs)).hit(item, "newcomer")
    assert others.get_window_stats(item, "newcomer").remaining == (2 if lives >= 6 else 3)
    assert sum(others.get_window_stats(item, str(number)).remaining == 0 for number in range(64)) >= 63
    ours.close()
    theirs.close()
    os.close(file)
