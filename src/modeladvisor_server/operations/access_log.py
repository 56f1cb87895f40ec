"""The access log: one line of JSON for each request on standard output."""

from __future__ import annotations

import datetime
import os
import select
import threading
from collections import deque
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

import msgspec

from modeladvisor_server.operations.observing import Observed

T = TypeVar("T")
EVERY_SECONDS = 0.2
TOGETHER = 50
"""Lines that are made one after the other: each alone takes more than twice as long, since between two of them the
processor does other things."""
MOST_WAITING = 10_000
"""Lines that wait for a reader; what comes beyond is counted and dropped, for a log must hold nobody up."""
ENDING_SECONDS = 1.0
_encoder = msgspec.json.Encoder()


class _Line(msgspec.Struct):
    request_id: str
    method: str
    route: str
    status: int
    bytes: int
    seconds: float
    client: str
    event: str
    time: datetime.datetime


def line_of(observed: Observed) -> bytes:
    """Return the line of a request; `time` is when it was read."""
    line = _Line(
        observed.request_id,
        observed.method,
        observed.route,
        observed.status,
        observed.size,
        round(observed.seconds, 6),
        observed.client,
        "request",
        datetime.datetime.fromtimestamp(observed.began / 1e9, datetime.UTC),
    )
    return _encoder.encode(line)


class Outbox(Generic[T]):
    """Lines on their way out, written by a thread: a reader that stalls, or a full disk, holds no request up."""

    def __init__(self, descriptor: int, line_of: Callable[[T], bytes], *, most: int = MOST_WAITING) -> None:
        """Write to a file descriptor from now on what a function makes of what is put."""
        self._descriptor = descriptor
        self._line_of = line_of
        self._most = most
        self._put: deque[T] = deque()
        self._waiting: deque[bytes] = deque()
        self._dropped = 0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="access log", daemon=True)
        self._thread.start()

    def put(self, said: T) -> None:
        """Take what a line is made of, or count it as dropped where too many wait."""
        if len(self._waiting) + len(self._put) >= self._most:
            self._dropped += 1
            return
        self._put.append(said)
        if len(self._put) >= TOGETHER:
            self._make_lines()

    def _make_lines(self) -> None:
        """Make lines of all that was put, in whichever of the two threads comes first."""
        while True:
            try:
                said = self._put.popleft()
            except IndexError:
                return
            self._waiting.append(self._line_of(said))

    def close(self) -> None:
        """Write what waits, as far as that is possible soon."""
        self._ended.set()
        self._thread.join(ENDING_SECONDS)

    def _run(self) -> None:
        while not self._ended.wait(EVERY_SECONDS):
            self._write_waiting()
        self._write_waiting()

    def _write_waiting(self) -> None:
        self._make_lines()
        for piece, lines in self._pieces():
            try:
                _write(self._descriptor, piece)
            except OSError:  # the disk is full, or nobody reads any more
                self._dropped += lines

    def _pieces(self) -> Iterator[tuple[bytes, int]]:
        """Return what waits in pieces that a pipe takes whole, so that lines of several workers do not mix.

        With each comes the number of lines that are lost if it is; a first one may tell of lines lost before.
        """
        piece, lines = bytearray(), 0
        if self._dropped:
            lines, self._dropped = self._dropped, 0
            piece += _encoder.encode({"event": "lines dropped", "count": lines}) + b"\n"
        while self._waiting:
            line = self._waiting.popleft() + b"\n"
            if piece and len(piece) + len(line) > select.PIPE_BUF:
                yield bytes(piece), lines
                piece, lines = bytearray(), 0
            piece += line
            lines += 1
        if piece:
            yield bytes(piece), lines


def _write(descriptor: int, piece: bytes) -> None:
    while piece:
        piece = piece[os.write(descriptor, piece) :]
