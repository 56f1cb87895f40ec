"""The server under the soak, with everything on, and what it takes of the machine."""

from __future__ import annotations

import collections
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import attrs
import psutil

PATIENCE = 60.0


@attrs.frozen
class Reading:
    """What all processes of the server take at one moment.

    Attributes:
        seconds: Since the start.
        memory: Bytes, each page that several processes share counted once (proportional set size).
        descriptors: Open file descriptors.
        processes: How many processes there are.
    """

    seconds: float
    memory: int
    descriptors: int
    processes: int


@attrs.define
class Log:
    """What the server wrote.

    Attributes:
        statuses: Lines of the access log by status.
        complaints: What else was written with a word of trouble in it.
    """

    statuses: collections.Counter[int] = attrs.field(factory=collections.Counter)
    complaints: list[str] = attrs.field(factory=list)

    def take(self, line: str) -> None:
        """Take one line."""
        if line.startswith("{"):
            entry = json.loads(line)
            if entry["event"] == "request":
                self.statuses[entry["status"]] += 1
            else:
                self.complaints.append(line)
        elif any(word in line for word in ("[ERROR]", "[CRITICAL]", "Traceback", "incident")):
            self.complaints.append(line)


@attrs.frozen
class Soaked:
    """A running server."""

    process: subprocess.Popen[str]
    host: str
    port: int
    metrics: str
    log: Log

    @property
    def address(self) -> str:
        """Where it answers."""
        return f"http://{self.host}:{self.port}"

    def reading(self, began: float) -> Reading:
        """Return what the server takes now."""
        parent = psutil.Process(self.process.pid)
        memory = descriptors = processes = 0
        for one in [parent, *parent.children(recursive=True)]:
            with contextlib.suppress(psutil.NoSuchProcess):
                memory += one.memory_full_info().pss
                descriptors += one.num_fds()
                processes += 1
        return Reading(time.monotonic() - began, memory, descriptors, processes)


class _Collector(BaseHTTPRequestHandler):
    """Takes spans and throws them away."""

    def do_POST(self) -> None:
        """Take what comes."""
        self.rfile.read(int(self.headers["Content-Length"] or 0))
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_arguments: object) -> None:
        """Say nothing."""


@contextlib.contextmanager
def soaked(workers: int, port: int) -> Iterator[Soaked]:
    """Run a server with everything on until the block is left; `port` and the next two are taken."""
    host = "127.0.0.1"
    collector = ThreadingHTTPServer((host, port + 2), _Collector)
    threading.Thread(target=collector.serve_forever, daemon=True).start()
    clean = {
        key: value for key, value in os.environ.items() if not key.startswith(("MODELADVISOR_", "OTEL_"))
    }
    everything = {
        "MODELADVISOR_METRICS": f"{host}:{port + 1}",
        "MODELADVISOR_TRACES": "on",
        "MODELADVISOR_WATCH": "on",
        "MODELADVISOR_TRUSTED_PROXIES": host,  # so that the load can come from many addresses
        "OTEL_EXPORTER_OTLP_ENDPOINT": f"http://{host}:{port + 2}",
    }
    command = [
        sys.executable,
        "-m",
        "modeladvisor",
        "serve",
        "--bind",
        f"{host}:{port}",
        "--workers",
        str(workers),
    ]
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(  # noqa: S603 - our own interpreter
            command,
            env={**clean, **everything},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=Path(folder),
        )
        server = Soaked(process, host, port, f"http://{host}:{port + 1}/metrics", Log())
        reader = threading.Thread(target=_read, args=(process, server.log))
        reader.start()
        try:
            _wait(server)
            yield server
        finally:
            process.terminate()
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
            reader.join()
            collector.shutdown()
            collector.server_close()


def _read(process: subprocess.Popen[str], log: Log) -> None:
    assert process.stdout is not None  # noqa: S101 - it was asked for
    with process.stdout as lines:
        for line in lines:
            log.take(line)


def _wait(server: Soaked) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError), urllib.request.urlopen(f"{server.address}/readyz", timeout=5):  # noqa: S310 - our own server
            return
        if server.process.poll() is not None:
            break
        time.sleep(0.1)
    raise RuntimeError("the server did not start")
