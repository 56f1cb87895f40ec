"""The access log: one line of JSON for each request on standard output."""

from __future__ import annotations

import datetime
import os
import select
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence

import msgspec

from modeladvisor_server.operations.observing import Observed, Sink

EVERY_SECONDS = 0.2
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


def access_log(write: Callable[[bytes], None]) -> Sink:
    """Return what writes a line for each request."""

    def write_lines(requests: Sequence[Observed]) -> None:
        for one in requests:
            write(line_of(one))

    return write_lines


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


class Outbox:
    """Lines on their way out, written by a thread: a reader that stalls, or a full disk, holds no request up."""

    def __init__(self, descriptor: int, *, most: int = MOST_WAITING) -> None:
        """Write to a file descriptor from now on."""
        self._descriptor = descriptor
        self._most = most
        self._waiting: deque[bytes] = deque()
        self._dropped = 0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="access log", daemon=True)
        self._thread.start()

    def put(self, line: bytes) -> None:
        """Take a line, or count it as dropped where too many wait."""
        if len(self._waiting) < self._most:
            self._waiting.append(line)
        else:
            self._dropped += 1

    def close(self) -> None:
        """Write what waits, as far as that is possible soon."""
        self._ended.set()
        self._thread.join(ENDING_SECONDS)

    def _run(self) -> None:
        while not self._ended.wait(EVERY_SECONDS):
            self._write_waiting()
        self._write_waiting()

    def _write_waiting(self) -> None:
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
