"""How many connections one process holds, and who has to go when there are too many."""

from __future__ import annotations

import asyncio
import errno
import resource
import socket

import pytest
from hypothesis import given
from hypothesis import strategies as st
from raw_connections import PATIENCE, client, echo, get, listening, rest

from modeladvisor_server.connections.crowds import UNREAD_BYTES, Crowd, most_connections, prepare
from modeladvisor_server.connections.guarded import GuardedProtocol


class Guest:
    """A connection without a network."""

    def __init__(self, crowd: Crowd, *, is_waited_for: bool = True) -> None:
        """Take the crowd that it leaves when it is dropped, as a connection does."""
        self.crowd = crowd
        self.is_waited_for = is_waited_for
        self.dropped = 0

    def drop(self) -> None:
        """Count, and leave."""
        self.dropped += 1
        self.crowd.leave(self)


def guests(crowd: Crowd, count: int) -> list[Guest]:
    """That many, who have entered in this order."""
    found = [Guest(crowd) for _ in range(count)]
    for one in found:
        crowd.enter(one)
    return found


def test_the_idlest_has_to_go() -> None:
    """Who was answered stays before who only came; of those, who came first goes first."""
    crowd = Crowd(3)
    first, second, third = guests(crowd, 3)
    crowd.progress(first)
    guests(crowd, 1)
    assert (first.dropped, second.dropped, third.dropped) == (0, 1, 0)
    guests(crowd, 1)
    assert third.dropped == 1
    guests(crowd, 1)
    assert first.dropped == 1
    assert len(crowd) == 3


def test_who_waits_for_an_answer_is_kept_before_who_does_not() -> None:
    """A connection on which the server has to move is not the idlest, unless there is no other."""
    crowd = Crowd(2)
    first, second = guests(crowd, 2)
    first.is_waited_for = False
    guests(crowd, 1)
    assert (first.dropped, second.dropped) == (0, 1)
    crowd = Crowd(2)
    busy = guests(crowd, 2)
    busy[0].is_waited_for = busy[1].is_waited_for = False
    late = Guest(crowd, is_waited_for=False)
    crowd.enter(late)
    assert [one.dropped for one in (*busy, late)] == [1, 0, 0]


def test_unfinished_bodies_share_a_bound() -> None:
    """When all bodies that are being sent hold too much together, the one that began first has to go."""
    crowd = Crowd(10, most_bytes=100)
    first, second, third = guests(crowd, 3)
    crowd.upload(first, 40)
    crowd.upload(second, 40)
    crowd.uploaded(first)
    crowd.upload(third, 60)
    assert (first.dropped, second.dropped, third.dropped) == (0, 0, 0)
    crowd.upload(first, 1)
    assert (first.dropped, second.dropped, third.dropped) == (0, 1, 0)
    crowd.upload(third, 41)
    assert third.dropped == 1
    crowd.upload(first, 99)
    assert first.dropped == 0


EVENTS = st.sampled_from(["enter", "progress", "upload", "uploaded", "leave"])


@given(st.integers(1, 5), st.lists(st.tuples(EVENTS, st.integers(0, 9)), max_size=60))
def test_the_bounds_hold_whatever_happens(most: int, events: list[tuple[str, int]]) -> None:
    """Never more connections or bytes than allowed, nobody is dropped twice, and the counts end at zero."""
    crowd = Crowd(most, most_bytes=50)
    inside: dict[int, Guest] = {}
    for event, number in events:
        guest = inside.get(number)
        if event == "enter" and (guest is None or guest.dropped):
            inside[number] = Guest(crowd)
            crowd.enter(inside[number])
        elif guest is None or guest.dropped:
            continue
        elif event == "upload":
            crowd.upload(guest, number * 4)
        elif event == "leave":
            crowd.leave(inside.pop(number))
        else:
            getattr(crowd, event)(guest)
        assert len(crowd) <= most
        assert 0 <= crowd._bytes <= 50
    assert all(one.dropped <= 1 for one in inside.values())
    for one in inside.values():
        crowd.leave(one)
    assert (len(crowd), crowd._bytes) == (0, 0)


@pytest.mark.parametrize(
    ("files", "most"),
    [(1024, 896), (256, 192), (65, 1), (20, 1), (100_000, 10_000), (resource.RLIM_INFINITY, 10_000)],
)
def test_the_limit_of_open_files_leaves_room(files: int, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Connections never take the last descriptors, and there is a bound where files have none."""
    monkeypatch.setattr(resource, "getrlimit", lambda _which: (files, files))
    assert most_connections() == most


def crowded(most: int, most_bytes: int = 10**6) -> type[GuardedProtocol]:
    """The protocol with a small crowd of its own."""
    return type("Crowded", (GuardedProtocol,), {"crowd": Crowd(most, most_bytes=most_bytes)})


def test_silent_connections_do_not_keep_others_out() -> None:
    """With more silent connections than there may be, a client that asks is served, again and again."""

    async def play() -> None:
        protocol = crowded(20)
        async with listening(echo, protocol) as (host, port):
            good_reader, good = await asyncio.open_connection(host, port)
            silent = []
            for _ in range(100):
                silent.append(await asyncio.open_connection(host, port))
                good.write(get())
                told = await asyncio.wait_for(good_reader.readuntil(b"ok"), PATIENCE)
                assert told.startswith(b"HTTP/1.1 200")
            assert len(protocol.crowd) == 20
            closed = await asyncio.gather(*(rest(reader) for reader, _ in silent[:81]))
            assert closed == [b""] * 81
            for _, writer in (*silent, (None, good)):
                writer.close()

    asyncio.run(play())


def test_bodies_that_never_end_do_not_fill_the_memory() -> None:
    """Many clients that send most of a body hold no more than the bound; a client that sends all is served."""

    async def play() -> None:
        protocol = crowded(1_000, most_bytes=50_000)
        async with listening(echo, protocol) as (host, port):
            writers = []
            for _ in range(50):
                _, writer = await asyncio.open_connection(host, port)
                writer.write(b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 9000\r\n\r\n" + b"x" * 5_000)
                await writer.drain()
                writers.append(writer)
            reader, writer = await asyncio.open_connection(host, port)
            writer.write(b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 5\r\n\r\nhello")
            assert (await asyncio.wait_for(reader.readuntil(b"hello"), PATIENCE)).startswith(b"HTTP/1.1 200")
            assert protocol.crowd._bytes <= 50_000
            assert len(protocol.crowd) <= 11
            for one in (*writers, writer):
                one.close()

    asyncio.run(play())


def test_a_connection_leaves_the_crowd_when_it_ends() -> None:
    """Nothing is remembered of who has gone, whoever closed."""

    async def play() -> int:
        protocol = crowded(10)
        for request in (
            get(),
            b"NONSENSE\r\n\r\n",
            b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nab",
        ):
            async with client(echo, protocol) as (_, writer):
                writer.write(request)
                await writer.drain()
                await asyncio.sleep(0.05)
        await asyncio.sleep(0.1)
        return len(protocol.crowd) + protocol.crowd._bytes

    assert asyncio.run(play()) == 0


def test_the_server_prepares_for_many_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    """It raises its limit of open files as far as it may and needs, and bounds what stays unread in the kernel."""
    told: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "setrlimit", lambda _which, limits: told.append(limits))
    for now in ((1024, 4096), (1024, 1_000_000), (1024, resource.RLIM_INFINITY), (100_000, 100_000)):
        monkeypatch.setattr(resource, "getrlimit", lambda _which, now=now: now)
        with socket.create_server(("127.0.0.1", 0)) as listener:
            prepare([listener])
            size = listener.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF)
            assert UNREAD_BYTES <= size <= 2 * UNREAD_BYTES  # Linux counts its own notes too, and says double
    assert told == [(4096, 4096), (11_429, 1_000_000), (11_429, resource.RLIM_INFINITY)]
    monkeypatch.setattr(resource, "getrlimit", lambda _which: (11_429, 11_429))
    assert most_connections() == 10_000


def test_who_never_reads_is_reset() -> None:
    """What such a client left unread does not stay in the kernel: the connection ends with a reset."""

    class Alone(GuardedProtocol):
        crowd = Crowd()

    async def play() -> None:
        async with listening(protocol=Alone) as (host, port):
            silent = socket.create_connection((host, port))
            silent.sendall(get("/big"))
            silent.setblocking(False)
            await asyncio.sleep(0.2)
            (unread,) = Alone.crowd._by_progress
            unread.drop()
            await asyncio.sleep(0.2)
            assert silent.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR) == errno.ECONNRESET
            silent.close()

    asyncio.run(play())
