"""Windows against a list of times, and what their decisions say in the fields of an answer."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from math import ceil

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modeladvisor_server.limits import Decision, SharedMemoryStore, Window

SECOND = 1_000_000


@attrs.define
class Hand:
    """A clock that is moved by hand, in microseconds."""

    now: int = 1

    def __call__(self) -> int:
        """Nanoseconds, as the store wants them."""
        return self.now * 1000


@contextmanager
def new_window(limit: int, seconds: int, clock: Hand) -> Iterator[Window]:
    """A window with a store of its own."""
    with closing(SharedMemoryStore(entries=max(1, limit), slots=64, clock=clock)) as store:
        yield Window("mcp", limit, seconds, store=store)


def hit(window: Window, client: str = "192.0.2.1", cost: int = 1) -> Decision:
    """One hit, waited for."""
    return asyncio.run(window.hit(client, cost))


@attrs.define
class Oracle:
    """What a window must say, worked out from the list of all admitted times."""

    limit: int
    seconds: int
    admitted: dict[str, list[int]] = attrs.field(factory=dict)

    def hit(self, client: str, cost: int, now: int) -> Decision:
        """The decision on one hit."""
        span = self.seconds * SECOND
        times = [at for at in self.admitted.get(client, []) if now - at < span]
        allowed = len(times) + cost <= self.limit
        wait = 0
        if allowed:
            times += [now] * cost
            self.admitted[client] = times
        elif cost > self.limit:
            wait = self.seconds
        else:
            wait = min(
                ceil((at + span - now) / SECOND)
                for at in times
                if sum(other > at for other in times) + cost <= self.limit
            )
        reset = ceil((times[0] + span - now) / SECOND) if times else self.seconds
        return Decision(allowed, self.limit, self.limit - len(times), reset, self.seconds, wait)


@st.composite
def histories(draw: st.DrawFn) -> tuple[int, int, int, list[tuple[int, str, int]]]:
    """A limit, a window, a first moment, and hits: microseconds since the one before, client, cost."""
    limit = draw(st.integers(1, 8))
    seconds = draw(st.sampled_from([1, 2, 60, 2000]))
    span = seconds * SECOND
    pauses = st.sampled_from([0, 1, SECOND - 1, SECOND, span // limit, span - 1, span, span + 1])
    step = st.tuples(
        pauses | st.integers(0, span // 2),
        st.sampled_from(["192.0.2.1", "2001:db8::/64"]),
        st.sampled_from([1, 1, 1, 2, 3, limit, limit + 1]),
    )
    length = draw(
        st.integers(0, 40)
    )  # the lists that Hypothesis makes by itself are too short to fill a window
    steps = draw(st.lists(step, min_size=length, max_size=length))
    return limit, seconds, draw(st.integers(1, 2**50)), steps


@settings(max_examples=300)
@given(histories())
def test_a_window_decides_as_a_list_of_times_would(
    history: tuple[int, int, int, list[tuple[int, str, int]]],
) -> None:
    """Admission, remaining, reset and wait are those worked out from the list of all admitted times."""
    limit, seconds, start, steps = history
    clock, oracle = Hand(start), Oracle(limit, seconds)

    async def play(window: Window) -> None:
        for pause, client, cost in steps:
            clock.now += pause
            assert await window.hit(client, cost) == oracle.hit(client, cost, clock.now)

    with new_window(limit, seconds, clock) as window:
        asyncio.run(play(window))


@given(histories(), st.integers(2, 7))
def test_many_hits_together_are_decided_as_one_after_the_other(
    history: tuple[int, int, int, list[tuple[int, str, int]]], together: int
) -> None:
    """Hits of several clients that are counted in one go are admitted as if each had come alone."""
    limit, seconds, start, steps = history
    clock, oracle = Hand(start), Oracle(limit, seconds)
    with new_window(limit, seconds, clock) as window:
        for at in range(0, len(steps), together):
            clock.now += steps[at][0]
            clients = [client for _, client, _ in steps[at : at + together]]
            assert window.admit_at_once(clients) == [
                oracle.hit(client, 1, clock.now).allowed for client in clients
            ]


@given(histories())
def test_no_stretch_of_time_holds_more_than_the_limit(
    history: tuple[int, int, int, list[tuple[int, str, int]]],
) -> None:
    """Between an admitted hit and the one `limit` places later lies at least the whole window."""
    limit, seconds, start, steps = history
    clock = Hand(start)
    admitted: dict[str, list[int]] = {}

    async def play(window: Window) -> None:
        for pause, client, cost in steps:
            clock.now += pause
            if (await window.hit(client, cost)).allowed:
                admitted.setdefault(client, []).extend([clock.now] * cost)

    with new_window(limit, seconds, clock) as window:
        asyncio.run(play(window))
    for times in admitted.values():
        assert all(
            late - early >= seconds * SECOND for early, late in zip(times, times[limit:], strict=False)
        )


@given(histories())
def test_who_waits_as_told_is_admitted(
    history: tuple[int, int, int, list[tuple[int, str, int]]],
) -> None:
    """After `retry_after` seconds the refused hit is admitted; they are never fewer than `t`."""
    limit, seconds, start, steps = history
    clock = Hand(start)

    async def play(window: Window) -> None:
        for pause, client, cost in steps:
            clock.now += pause
            decision = await window.hit(client, cost)
            assert decision.retry_after >= decision.reset_seconds
            if not decision.allowed and cost <= limit:
                clock.now += decision.retry_after * SECOND
                assert (await window.hit(client, cost)).allowed

    with new_window(limit, seconds, clock) as window:
        asyncio.run(play(window))


def test_a_refused_hit_does_not_extend_the_wait() -> None:
    """Knocking all the time changes nothing: the first moment at which a hit fits, one is admitted."""
    clock = Hand()
    with new_window(2, 60, clock) as window:
        assert [hit(window).allowed for _ in range(5)] == [True, True, False, False, False]
        clock.now += 59_999_999
        assert hit(window) == Decision(False, 2, 0, 1, 60, 1)
        clock.now += 1
        assert hit(window).allowed


def test_the_window_moves_instead_of_starting_with_the_minute() -> None:
    """Hits at the end of one minute of the clock still count at the beginning of the next."""
    clock = Hand(59 * SECOND)
    with new_window(3, 60, clock) as window:
        assert hit(window, cost=3).allowed
        clock.now = 61 * SECOND
        assert not hit(window).allowed


def test_a_cost_is_taken_whole_or_not_at_all() -> None:
    """A hit that costs more than what remains is refused and leaves what remains as it was."""
    with new_window(5, 60, Hand()) as window:
        assert hit(window, cost=3).remaining == 2
        assert hit(window, cost=3) == Decision(False, 5, 2, 60, 60, 60)
        assert hit(window, cost=2) == Decision(True, 5, 0, 60, 60, 0)


def test_a_cost_above_the_limit_is_refused_always() -> None:
    """Such a hit is told to stay away for a whole window, and takes nothing."""
    clock = Hand()
    with new_window(5, 60, clock) as window:
        assert hit(window, cost=6) == Decision(False, 5, 5, 60, 60, 60)
        assert hit(window).remaining == 4
        clock.now += 10 * SECOND
        refused = hit(window, cost=6)
        assert refused == Decision(False, 5, 4, 50, 60, 60)
        assert refused.retry_after == 60


def test_clients_and_windows_do_not_share_what_remains() -> None:
    """A hit counts for one client in one window."""
    with closing(SharedMemoryStore(entries=2, slots=64)) as store:
        mcp, rest = Window("mcp", 2, store=store), Window("rest", 2, store=store)
        assert hit(mcp, "192.0.2.1", 2).allowed
        assert hit(mcp, "192.0.2.2", 2).allowed
        assert hit(rest, "192.0.2.1", 2).allowed
        assert not hit(mcp, "192.0.2.1").allowed


class Untouchable:
    """A store that must not be used."""

    def accept(self, limit: int, seconds: int) -> None:
        """Refuse."""
        raise AssertionError((limit, seconds))

    async def hit(self, key: str, limit: int, seconds: int, cost: int) -> Decision:
        """Refuse."""
        raise AssertionError((key, limit, seconds, cost))


def test_a_limit_of_zero_is_off() -> None:
    """Every hit is admitted, and the store is never asked."""
    window = Window("mcp", 0, store=Untouchable())
    assert hit(window, cost=1000) == Decision(allowed=True, limit=0, remaining=0, reset_seconds=0)


@pytest.mark.parametrize("cost", [0, -1])
def test_a_hit_costs_at_least_one(cost: int) -> None:
    """A cost below 1 is a mistake of the caller, also where the window is off."""
    with pytest.raises(ValueError, match="expected a cost of 1 or more"):
        hit(Window("mcp", 0, store=Untouchable()), cost=cost)


@pytest.mark.parametrize(
    ("name", "limit", "seconds", "message"),
    [
        ("", 1, 60, "expected a name of printable ASCII characters, got ''"),
        ("mcp\n", 1, 60, "expected a name of printable ASCII characters"),
        ("mcp", -1, 60, r"expected a limit of 0 \(off\) or more, got -1"),
        ("mcp", 1, 0, "expected a window of 1 second or more, got 0"),
        ("mcp", 9, 60, "expected a limit of at most 8, got 9"),
        ("mcp", 1, 2001, "expected a window of at most 2000 seconds, got 2001"),
    ],
)
def test_a_window_that_cannot_be_counted_is_refused_at_once(
    name: str, limit: int, seconds: int, message: str
) -> None:
    """What the fields or the store cannot hold is said when the window is made, not at the first request."""
    with closing(SharedMemoryStore(entries=8, slots=64)) as store, pytest.raises(ValueError, match=message):
        Window(name, limit, seconds, store=store)


def test_the_fields_say_what_was_decided() -> None:
    """The values of RateLimit-Policy, RateLimit and Retry-After."""
    decision = Decision(allowed=False, limit=60, remaining=0, reset_seconds=37, wait_seconds=41)
    assert decision.policy_field("mcp") == '"mcp";q=60;w=60'
    assert decision.limit_field("mcp") == '"mcp";r=0;t=37'
    assert decision.retry_after == 41
    assert attrs.evolve(decision, wait_seconds=0).retry_after == 37


def test_a_name_is_escaped_as_structured_fields_want_it() -> None:
    """Quotation marks and backslashes in a name do not end the string."""
    decision = Decision(allowed=True, limit=1, remaining=0, reset_seconds=1)
    assert decision.limit_field('a"b\\c') == '"a\\"b\\\\c";r=0;t=1'


def test_a_clock_that_is_set_back_changes_no_window(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows of this machine are kept by a clock that nobody sets."""
    with closing(SharedMemoryStore(entries=2, slots=64)) as store:
        window = Window("mcp", 2, store=store)
        assert [hit(window).allowed for _ in range(3)] == [True, True, False]
        for moved in (-86_400.0, 86_400.0):
            now = time.time() + moved
            monkeypatch.setattr(time, "time", lambda now=now: now)
            refused = hit(window)
            assert not refused.allowed
            assert 1 <= refused.retry_after <= 60
