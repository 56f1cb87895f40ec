"""Lines of the access log find their way out and hold nobody up."""

from __future__ import annotations

import json
import os
import select
import threading
import time
from pathlib import Path

from modeladvisor_server.operations.access_log import EVERY_SECONDS, MOST_WAITING, Outbox

LINE = b'{"event":"request","filling":"' + b"x" * 200 + b'"}'


def test_all_lines_of_several_writers_arrive_whole() -> None:
    """Four writers to one pipe do not mix their lines, and closing writes what waits."""
    reading, writing = os.pipe()
    received = bytearray()

    def read() -> None:
        while piece := os.read(reading, 65_536):
            received.extend(piece)

    reader = threading.Thread(target=read)
    reader.start()
    outboxes = [Outbox(writing) for _ in range(4)]
    for _ in range(500):
        for one in outboxes:
            one.put(LINE)
    for one in outboxes:
        one.close()
    os.close(writing)
    reader.join()
    os.close(reading)
    assert bytes(received).splitlines() == [LINE] * 2000


def test_a_reader_that_stalls_holds_nobody_up() -> None:
    """With a full pipe lines wait, then are dropped, and how many is told when somebody reads again."""
    reading, writing = os.pipe()
    outbox = Outbox(writing, most=100)
    for _ in range(2000):
        outbox.put(LINE)
        time.sleep(EVERY_SECONDS / 500)
    received = bytearray()
    quiet = time.monotonic() + 5 * EVERY_SECONDS
    while time.monotonic() < quiet:
        if select.select([reading], [], [], EVERY_SECONDS)[0]:
            received.extend(os.read(reading, 65_536))
    outbox.close()
    os.set_blocking(reading, False)
    os.close(writing)
    entries = [json.loads(line) for line in bytes(received).splitlines()]
    dropped = sum(one["count"] for one in entries if one["event"] == "lines dropped")
    kept = sum(one["event"] == "request" for one in entries)
    os.close(reading)
    assert dropped > 0
    assert dropped + kept == 2000


def test_a_full_disk_is_survived() -> None:
    """What cannot be written is dropped, and what comes after it is written again."""
    full = Path("/dev/full")
    descriptor = os.open(full, os.O_WRONLY)
    outbox = Outbox(descriptor)
    outbox.put(LINE)
    time.sleep(3 * EVERY_SECONDS)
    reading, writing = os.pipe()
    os.dup2(writing, descriptor)
    os.close(writing)
    outbox.put(LINE)
    outbox.close()
    os.close(descriptor)
    with os.fdopen(reading, "rb") as read:
        assert read.read().splitlines() == [b'{"event":"lines dropped","count":1}', LINE]


def test_waiting_lines_take_bounded_memory() -> None:
    """However many lines are put, no more wait than are meant to."""
    reading, writing = os.pipe()
    outbox = Outbox(writing)
    for _ in range(3 * MOST_WAITING):
        outbox.put(LINE)
    assert len(outbox._waiting) <= MOST_WAITING
    while select.select([reading], [], [], 3 * EVERY_SECONDS)[0]:
        os.read(reading, 1 << 20)
    outbox.close()
    os.close(writing)
    os.close(reading)
