"""A real server in a process of its own, ended by its id: what the tests of the running server speak to."""

from __future__ import annotations

import contextlib
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import attrs
import httpx

PATIENCE = 60.0


@attrs.frozen
class Running:
    """A started server.

    Attributes:
        process: gunicorn's master process.
        address: `http://127.0.0.1:<port>`.
        log: The file that holds what the server says.
    """

    process: subprocess.Popen[bytes]
    address: str
    log: Path

    @property
    def workers(self) -> list[int]:
        """The ids of the worker processes, as the log tells them."""
        return [int(found) for found in re.findall(r"Booting worker with pid: (\d+)", self.log.read_text())]

    def client(self) -> httpx.Client:
        """Return a client; to be closed by the caller."""
        return httpx.Client(base_url=self.address, trust_env=False, timeout=PATIENCE)


def free_port() -> int:
    """Return a port of this machine that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


@contextlib.contextmanager
def serving(folder: Path, *, workers: int = 2, **variables: str) -> Iterator[Running]:
    """Run `modeladvisor serve` with these environment variables until the block is left."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith("MODELADVISOR_")}
    bind = f"127.0.0.1:{free_port()}"
    log = folder / f"{bind.rpartition(':')[2]}.log"
    with log.open("wb") as out:
        process = subprocess.Popen(  # noqa: S603 - our own interpreter
            [sys.executable, "-m", "modeladvisor", "serve", "--bind", bind, "--workers", str(workers)],
            env={**clean, **variables},
            stdout=out,
            stderr=subprocess.STDOUT,
            cwd=folder,
        )
        running = Running(process, f"http://{bind}", log)
        try:
            wait_until_ready(running, workers)
            yield running
        finally:
            stop(running)


def wait_until_ready(running: Running, workers: int) -> None:
    """Wait until the server says that it is ready and all workers have started."""
    deadline = time.monotonic() + PATIENCE
    with running.client() as client:
        while time.monotonic() < deadline:
            assert running.process.poll() is None, running.log.read_text()
            with contextlib.suppress(httpx.TransportError):
                if len(running.workers) == workers and client.get("/readyz").status_code == 200:
                    return
            time.sleep(0.02)
    raise AssertionError(running.log.read_text())


def stop(running: Running) -> None:
    """Ask the process to end, and make it end if it does not."""
    running.process.terminate()
    try:
        running.process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        running.process.kill()
        running.process.wait(PATIENCE)
        raise
