"""Five thousand hostile connections at one worker, while an honest client goes on asking: `nox -s attack`.

A quarter each says nothing, drips a head, drips a body, and asks for much and reads nothing.
Printed are the latencies of the honest client before the attack, while it arrives and while it lasts, and when the
server closed whom.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import multiprocessing
import os
import resource
import select
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path

import attrs

from modeladvisor_server.connections import guarded

HOST = "127.0.0.1"
TARGET = "/api/v1/models/veo-3.1"
HEAD = b"GET /api/v1/models HTTP/1.1\r\nHost: localhost\r\n"
DRIP_BODY = b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 90000\r\n\r\n{"
EVERY = 0.005
"""Seconds between two questions of the honest client."""
LONGEST = 90.0
"""Seconds after which a connection counts as never closed."""


@attrs.frozen
class Kind:
    """One way to be hostile: its name, its first bytes, what it drips each second, and when it has to be closed."""

    name: str
    opening: bytes
    drip: bytes
    seconds: float


KINDS = (
    Kind("silent", b"", b"", guarded.HEAD_SECONDS),
    Kind("dripping head", HEAD, b"x", guarded.HEAD_SECONDS),
    Kind("dripping body", DRIP_BODY, b" ", guarded.BODY_SECONDS),
    Kind("never reading", (HEAD + b"\r\n") * 20, b"", guarded.WRITE_SECONDS),
)


Opened = dict[int, tuple[socket.socket, Kind, float]]
"""Connections by their descriptors: what they do, and since when."""


@contextlib.contextmanager
def serving(folder: Path, files: int | None = None, store: str = "") -> Iterator[tuple[int, list[int]]]:
    """A server with one worker, no or a large limit, and so many open files: its port, and the ids of its processes."""

    def limit() -> None:
        if files:
            resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))

    with socket.create_server((HOST, 0)) as probe:
        port = int(probe.getsockname()[1])
    command = [sys.executable, "-m", "modeladvisor", "serve", "--bind", f"{HOST}:{port}", "--workers", "1"]
    most = "100000" if store else "0"
    variables = {**os.environ, "MODELADVISOR_REST_LIMIT": most, "MODELADVISOR_LIMITS_STORE": store}
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(  # noqa: S603 - our own interpreter
            command,
            env=variables,
            stdout=log,
            stderr=log,
            preexec_fn=limit,
        )
    try:
        while True:
            if process.poll() is not None:
                raise SystemExit(f"the server did not start: {(folder / 'log').read_text()[-2000:]}")
            with contextlib.suppress(OSError):
                ask(http.client.HTTPConnection(HOST, port, timeout=5), "/readyz")
                break
            time.sleep(0.1)
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        yield port, [process.pid, *map(int, children)]
    finally:
        process.terminate()
        process.wait(60)


def ask(client: http.client.HTTPConnection, target: str = TARGET) -> None:
    """One question; an answer that is not 200 is an error."""
    client.request("GET", target)
    answer = client.getresponse()
    answer.read()
    if answer.status != 200:
        raise OSError(answer.status)


def honest(port: int, told: Connection) -> None:
    """Ask at an even pace until told to stop, every tenth time on a new connection; give all latencies back."""
    kept = http.client.HTTPConnection(HOST, port, timeout=30)
    latencies: list[float] = []
    failures = 0
    due = time.perf_counter()
    while not told.poll():
        due = max(due + EVERY, time.perf_counter())
        time.sleep(max(0.0, due - time.perf_counter()))
        client = kept if len(latencies) % 10 else http.client.HTTPConnection(HOST, port, timeout=30)
        begun = time.perf_counter()
        try:
            ask(client)
        except (OSError, http.client.HTTPException):
            failures += 1
            client.close()
        latencies.append(1000 * (time.perf_counter() - begun))
        if client is not kept:
            client.close()
    told.send((latencies, failures))


@contextlib.contextmanager
def observed(port: int, title: str) -> Iterator[None]:
    """Let the honest client ask meanwhile, and print how it fared."""
    ours, theirs = multiprocessing.Pipe()
    client = multiprocessing.Process(target=honest, args=(port, theirs))
    client.start()
    try:
        yield
    finally:
        ours.send("stop")
        latencies, failures = ours.recv()
        client.join()
    parts = statistics.quantiles(latencies, n=1000)
    print(
        f"{title:28} {len(latencies):6} questions, {failures} failed; milliseconds: median {parts[499]:.2f}, "
        f"p99 {parts[989]:.2f}, p99.9 {parts[998]:.2f}, slowest {max(latencies):.1f}"
    )


def arrived(port: int, count: int, kinds: tuple[Kind, ...] = KINDS) -> Opened:
    """Open so many connections at once, and give the server some seconds to take them."""
    opened: Opened = {}
    for number in range(count):
        kind, one = kinds[number % len(kinds)], socket.socket()
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        one.connect((HOST, port))
        one.sendall(kind.opening)
        one.setblocking(False)
        opened[one.fileno()] = (one, kind, time.monotonic())
    time.sleep(4)
    return opened


def attack(opened: Opened) -> dict[str, list[float]]:
    """Be hostile until all are closed, and return when, by kind, in seconds."""
    poller = select.epoll()
    for one, _, _ in opened.values():
        # Only the end is looked at: what the server says is left unread.
        poller.register(one, select.EPOLLRDHUP | select.EPOLLHUP | select.EPOLLERR)
    closed: dict[str, list[float]] = {kind.name: [] for kind in KINDS}
    begun = dripped = time.monotonic()
    while opened and time.monotonic() - begun < LONGEST:
        for number, _ in poller.poll(0.1):
            one, kind, since = opened.pop(number)
            closed[kind.name].append(time.monotonic() - since)
            poller.unregister(number)
            one.close()
        if time.monotonic() - dripped >= 1:
            dripped = time.monotonic()
            for one, kind, _ in opened.values():
                with contextlib.suppress(OSError):
                    one.send(kind.drip)
    return closed


def resident(processes: list[int]) -> float:
    """MiB of memory of the last of these processes."""
    return (
        int(Path(f"/proc/{processes[-1]}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
    )


def under_attack(count: int, calm: float) -> None:
    """Scene one: all kinds at once, below the limit of open files."""
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as (port, processes):
        with observed(port, "calm"):
            time.sleep(calm)
        before = resident(processes)
        with observed(port, f"{count} hostile ones arrive"):
            opened = arrived(port, count)
        with observed(port, f"{count} hostile ones stay"):
            closed = attack(opened)
        print(f"memory of the worker: {before:.0f} MiB before, {resident(processes):.0f} MiB after")
        for kind in KINDS:
            times = sorted(closed[kind.name])
            found = f"after {times[0]:.1f} to {times[-1]:.1f} s" if times else "at no time"
            closings = f"{len(times):5} of {count // len(KINDS):5} closed {found}"
            print(f"  {kind.name:14} {closings}; due after {kind.seconds:.0f} s")


def short_of_descriptors(count: int, files: int) -> None:
    """Scene two: more silent connections than the server may have open files."""
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), files) as (port, _),
        observed(port, f"{count} silent, {files} files"),
    ):
        closed = attack(arrived(port, count, KINDS[:1]))["silent"]
    early = sum(seconds < guarded.HEAD_SECONDS - 1 for seconds in closed)
    print(f"  {len(closed)} of {count} closed, {early} of them early, because others came")


def silent_store(calm: float) -> None:
    """Scene three: limits are counted at a store that takes connections and never answers."""
    with (
        socket.create_server((HOST, 0)) as store,
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), store=f"redis://{HOST}:{store.getsockname()[1]}") as (port, _),
        observed(port, "a silent store"),
    ):
        time.sleep(calm)


def main() -> None:
    """Run all scenes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--connections", type=int, default=5000)
    parser.add_argument("--calm", type=float, default=15.0, help="seconds of asking before the attack")
    given = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}, {hard} open files allowed")
    scenes: tuple[Callable[[], None], ...] = (
        lambda: under_attack(given.connections, given.calm),
        lambda: short_of_descriptors(3 * given.connections // 5, 512),
        lambda: silent_store(given.calm),
    )
    for scene in scenes:
        scene()


if __name__ == "__main__":
    main()
