"""All connections of one process: how many there may be, how much they may hold, and who has to go first."""

from __future__ import annotations

import asyncio
import contextlib
import os
import resource
import socket
import struct
from collections.abc import Iterable
from itertools import islice
from typing import Protocol

MOST_CONNECTIONS = 10_000
"""Open connections of one process, however many descriptors it may have."""
SPARE_DESCRIPTORS = 64
"""Descriptors that are never given to connections: for listening, logs, stores, and what a request opens."""
MOST_UPLOADED_BYTES = 32 * 1024 * 1024
"""Bytes of request bodies that have begun and not ended, over all connections."""
UNREAD_BYTES = 128 * 1024
"""What the kernel may hold of answers that one client has not read; it would take some megabytes by itself."""
_NOTHING_LINGERS = struct.pack("ii", 1, 0)
_LOOKED_AT = 64


class Member(Protocol):
    """A connection, as far as the crowd is concerned."""

    @property
    def is_waited_for(self) -> bool:
        """Whether nothing is being answered to it: its client has to do something first."""

    def drop(self) -> None:
        """Close it at once."""


class Crowd:
    """The connections of a process in the order of their last progress, which is an answer or the opening.

    Bytes that trickle in are no progress, so a slow sender does not outlast a client that asks and reads.
    """

    def __init__(self, most: int | None = None, *, most_bytes: int = MOST_UPLOADED_BYTES) -> None:
        """Take how many there may be; None is what the limit of open files allows."""
        self._most = most
        self._most_bytes = most_bytes
        self._by_progress: dict[Member, None] = {}
        self._uploads: dict[Member, int] = {}
        self._bytes = 0

    def __len__(self) -> int:
        return len(self._by_progress)

    @property
    def most(self) -> int:
        """How many there may be, found out when the first one comes: the limit can be raised before."""
        if self._most is None:
            self._most = most_connections()
        return self._most

    def enter(self, member: Member) -> None:
        """Let one in, and the idlest out if there are too many."""
        self._by_progress[member] = None
        if len(self._by_progress) > self.most:
            self._drop(self._idlest())

    def progress(self, member: Member) -> None:
        """Take note that one was answered."""
        if member in self._by_progress:
            del self._by_progress[member]
            self._by_progress[member] = None

    def upload(self, member: Member, size: int) -> None:
        """Count bytes of an unfinished body; who began first has to go where all together hold too many."""
        self._uploads[member] = self._uploads.get(member, 0) + size
        self._bytes += size
        while self._bytes > self._most_bytes:
            self._drop(next(iter(self._uploads)))

    def uploaded(self, member: Member) -> None:
        """Forget the bytes of one that has ended its body."""
        self._bytes -= self._uploads.pop(member, 0)

    def leave(self, member: Member) -> None:
        """Let one go; it may have gone before."""
        self._by_progress.pop(member, None)
        self.uploaded(member)

    def _idlest(self) -> Member:
        oldest = islice(self._by_progress, _LOOKED_AT)
        return next((one for one in oldest if one.is_waited_for), next(iter(self._by_progress)))

    def _drop(self, member: Member) -> None:
        self.leave(member)
        member.drop()


def prepare(listeners: Iterable[socket.socket]) -> None:
    """Allow this process and its workers the files that connections need, and bound what each leaves unread.

    Connections inherit the size of their buffer from the socket that they came to.
    """
    files, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS * 8 // 7 + 1
    if files != resource.RLIM_INFINITY and files < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    for listener in listeners:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD_BYTES)


def reset(transport: asyncio.Transport) -> None:
    """End a connection, and let the kernel forget what was never read.

    It would go on offering that to a client that has stopped reading, out of memory that nobody counts.
    """
    handle = transport.get_extra_info("socket")
    with contextlib.suppress(OSError), socket.socket(fileno=os.dup(handle.fileno())) as same:
        same.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _NOTHING_LINGERS)
    transport.abort()


def most_connections() -> int:
    """Return how many connections the limit of open files of this process leaves room for."""
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if files == resource.RLIM_INFINITY:
        return MOST_CONNECTIONS
    return max(1, min(MOST_CONNECTIONS, files - max(SPARE_DESCRIPTORS, files // 8)))
