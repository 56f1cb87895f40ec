"""What goes wrong on a machine, done to a real server: the table of faults in the documentation, row by row."""

from __future__ import annotations

import contextlib
import os
import resource
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from running_server import PATIENCE, Running, free_port, serving

from modeladvisor.loading import bundled_catalog

PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="looks into /proc and sets limits of other processes"
)


def until(found: Callable[[], bool]) -> None:
    """Wait until something has come about."""
    deadline = time.monotonic() + PATIENCE
    while not found():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def alive(process: int) -> bool:
    """Whether a process runs, and is not only waiting to be buried."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def answers(server: Running) -> bool:
    """Whether a request on a connection of its own is answered."""
    with contextlib.suppress(httpx.TransportError), server.client() as client:
        return client.get("/api/v1/best").status_code == 200
    return False


def left(server: Running) -> int:
    """What one more MCP message leaves in the window."""
    with server.client() as client:
        return int(client.post("/mcp", json=PING).headers["ratelimit"].split(";")[1].removeprefix("r="))


@contextlib.contextmanager
def limited(process: int, what: int, most: int) -> Iterator[None]:
    """Lower a limit of a running process for a while."""
    before = resource.prlimit(process, what)
    resource.prlimit(process, what, (most, before[1]))
    try:
        yield
    finally:
        with contextlib.suppress(ProcessLookupError):  # the fault was the end of it
            resource.prlimit(process, what, before)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server for all faults that it outlives."""
    folder = tmp_path_factory.mktemp("faults")
    catalog = folder / "catalog"
    shutil.copytree(bundled_catalog(), catalog)
    variables = {
        "MODELADVISOR_CATALOG": str(catalog),
        "MODELADVISOR_REST_LIMIT": "0",
        "MODELADVISOR_MCP_LIMIT": "5000",
    }
    with serving(folder, workers=1, **variables) as running:
        yield running


def test_a_killed_worker_is_replaced_and_no_window_forgotten(server: Running) -> None:
    """The next worker goes on where the killed one stopped: what was counted stays counted."""
    before = left(server)
    killed = server.workers[-1]
    os.kill(killed, signal.SIGKILL)
    until(lambda: server.workers[-1] != killed and answers(server))
    assert left(server) == before - 1


def test_without_descriptors_open_connections_are_served_and_new_ones_wait(server: Running) -> None:
    """Who is connected gets answers; the others are let in or turned away when there is room, and nothing dies."""
    worker = server.workers[-1]
    host, port = server.address.removeprefix("http://").split(":")
    used = len(list(Path(f"/proc/{worker}/fd").iterdir()))
    with server.client() as client, contextlib.ExitStack() as crowd:
        assert client.get("/readyz").status_code == 200
        with limited(worker, resource.RLIMIT_NOFILE, used + 12):
            for _ in range(60):
                crowd.enter_context(socket.create_connection((host, int(port))))
            for _ in range(5):
                assert client.get("/api/v1/best").status_code == 200
        crowd.close()
        until(lambda: answers(server))
    assert server.workers[-1] == worker


def test_a_full_disk_stops_nothing(tmp_path: Path) -> None:
    """Where the log cannot be written, requests are answered all the same; there is nothing else to write."""
    bind = f"127.0.0.1:{free_port()}"
    with Path("/dev/full").open("wb") as full:
        process = subprocess.Popen(  # noqa: S603 - our own interpreter
            [sys.executable, "-m", "modeladvisor", "serve", "--bind", bind],
            stdout=full,
            stderr=full,
            cwd=tmp_path,
        )
    try:
        running = Running(process, f"http://{bind}", tmp_path / "none")
        until(lambda: process.poll() is not None or answers(running))
        assert process.poll() is None
        with running.client() as client:
            assert client.get("/nowhere").status_code == 404
            assert client.get("/readyz").status_code == 200
    finally:
        process.terminate()
        process.wait(PATIENCE)
    assert not list(tmp_path.iterdir())


def test_nothing_is_written(server: Running) -> None:
    """No process of the server holds a file of a disk open for writing, except its log."""
    for process in (server.process.pid, server.workers[-1]):
        for found in Path(f"/proc/{process}/fd").iterdir():
            target = found.readlink()
            flags = int(Path(f"/proc/{process}/fdinfo/{found.name}").read_text().split()[3], 8)
            if flags & (os.O_WRONLY | os.O_RDWR) and target.is_file():
                assert target == server.log


def test_a_memory_limit_costs_answers_and_not_the_server(server: Running) -> None:
    """A worker that gets no more memory refuses or is replaced, shows no text of an exception, and serves again."""
    worker = server.workers[-1]
    pages = int(Path(f"/proc/{worker}/statm").read_text().split()[0])
    with (
        server.client() as client,
        limited(worker, resource.RLIMIT_AS, pages * os.sysconf("SC_PAGE_SIZE") + 100_000),
    ):
        for number in range(60):
            with contextlib.suppress(httpx.TransportError):
                answer = client.get(
                    "/api/v1/finder", params={"task": "ugc-ads", "budget": f"0.{number + 10}"}
                )
                assert answer.status_code in (200, 500)
                assert "MemoryError" not in answer.text
    until(lambda: answers(server))


def test_a_catalog_folder_that_is_gone_is_not_missed(server: Running) -> None:
    """The catalog is in memory: a new worker has it too, and a reload keeps it and says why."""
    catalog = server.log.parent / "catalog"
    catalog.rename(catalog.with_name("gone"))
    try:
        worker = server.workers[-1]
        os.kill(worker, signal.SIGKILL)
        until(lambda: server.workers[-1] != worker and answers(server))
        server.process.send_signal(signal.SIGHUP)
        with server.client() as client:
            until(lambda: client.get("/readyz").json()["reload"]["status"] != "taken")
            assert client.get("/api/v1/models/veo-3.1").status_code == 200
    finally:
        catalog.with_name("gone").rename(catalog)


def test_workers_end_when_the_first_process_is_killed(tmp_path: Path) -> None:
    """Nobody is left behind that would keep the port, so the server can be started again at once."""
    with serving(tmp_path) as running:
        workers = running.workers
        running.process.kill()
        running.process.wait(PATIENCE)
        until(lambda: not any(map(alive, workers)))
        host, port = running.address.removeprefix("http://").split(":")
        socket.create_server((host, int(port))).close()
