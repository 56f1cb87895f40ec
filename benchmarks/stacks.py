"""Servers side by side: how each is started, on which processor, and what it has used."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import attrs

HERE = Path(__file__).parent
RECORD_PATH = "/api/v1/models/{}"
CLIENTS = 2_000
"""Addresses for which the limit of a process is exact; more would measure forgetting."""
OFF = {"MODELADVISOR_REST_LIMIT": "0", "MODELADVISOR_MCP_LIMIT": "0", "MODELADVISOR_ACCESS_LOG": "off"}
METRICS_PORT = 18619
ON = {
    "MODELADVISOR_REST_LIMIT": "2000",
    "MODELADVISOR_MCP_LIMIT": "2000",
    "MODELADVISOR_TRUSTED_PROXIES": "127.0.0.1",
    "MODELADVISOR_ACCESS_LOG": "on",
    "MODELADVISOR_METRICS": f"127.0.0.1:{METRICS_PORT}",
}
"""Everything on: limits that count each of many clients, the log, the metrics, and what cannot be switched off."""


@attrs.frozen
class Stack:
    """One way to serve.

    Attributes:
        name: As the tables call it.
        command: What starts it; `{port}` is where it listens.
        environment: Variables beside those of this process.
    """

    name: str
    command: Sequence[str]
    environment: Mapping[str, str] = attrs.field(factory=dict)


@attrs.frozen
class Running:
    """A started stack."""

    stack: Stack
    process: int
    port: int

    @property
    def address(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def seconds_used(self) -> float:
        """Processor seconds of the process and all that it started."""
        ticks = 0
        for one in self.processes():
            fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    @property
    def resident(self) -> int:
        """Bytes of the largest of its processes."""
        page = os.sysconf("SC_PAGE_SIZE")
        return max(int(Path(f"/proc/{one}/statm").read_text().split()[1]) * page for one in self.processes())

    def processes(self) -> list[int]:
        """Return the ids of the process and of its children."""
        children = Path(f"/proc/{self.process}/task/{self.process}/children").read_text().split()
        return [self.process, *map(int, children)]


def ours(name: str, environment: Mapping[str, str]) -> Stack:
    """Return this server as people start it."""
    return Stack(
        name, [sys.executable, "-m", "modeladvisor", "serve", "--bind", "127.0.0.1:{port}"], environment
    )


def uvicorn(name: str, application: str, **environment: str) -> Stack:
    """Return an application under uvicorn, with the fast loop and parser and no access log."""
    fast = ["--loop", "uvloop", "--http", "httptools", "--no-access-log", "--log-level", "error"]
    command = [sys.executable, "-m", "uvicorn", application, "--host", "127.0.0.1", "--port", "{port}", *fast]
    return Stack(name, command, {"PYTHONPATH": str(HERE), **environment})


def bare(record: Path) -> Stack:
    """Return a bare ASGI application under the server that this project uses."""
    worker = ["-k", "uvicorn_worker.UvicornWorker", "--no-control-socket", "--log-level", "error"]
    command = [sys.executable, "-m", "gunicorn", "rivals_rest:bare", "-b", "127.0.0.1:{port}", *worker]
    return Stack("bare ASGI, gunicorn", command, {"PYTHONPATH": str(HERE), "RECORD": str(record)})


def nginx(name: str, folder: Path, location: str, outside: str = "") -> Stack:
    """Return nginx with one process and one location; `outside` stands beside the server."""
    folder.mkdir(parents=True, exist_ok=True)
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind}; " for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    configuration = f"""
daemon off; master_process off; worker_processes 1; pid {folder}/pid; error_log {folder}/error.log;
events {{ worker_connections 1024; }}
http {{ access_log off; sendfile on; open_file_cache max=100; {temporary} keepalive_requests 100000000; {outside}
  server {{ listen 127.0.0.1:{{port}}; {location} }} }}
"""
    (folder / "nginx.conf.in").write_text(configuration)
    return Stack(name, ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")])


def static(folder: Path, record: Path) -> Stack:
    """Return nginx with the bytes in a file."""
    return nginx(
        "nginx, static file",
        folder,
        f"default_type application/json; root {record.parent}; rewrite ^ /{record.name} break;",
    )


def cached(folder: Path, port: int) -> Stack:
    """Return nginx with a cache before the server on a port."""
    return nginx(
        "modeladvisor behind nginx's cache",
        folder,
        """location / { proxy_pass http://origin; proxy_cache one; proxy_http_version 1.1;
        proxy_set_header Connection ""; proxy_set_header Host 127.0.0.1; }""",
        f"proxy_cache_path {folder}/cache keys_zone=one:10m; upstream origin {{ server 127.0.0.1:{port}; keepalive 8; }}",
    )


def nginx_found() -> bool:
    """Say whether nginx can be run, and make it found where Debian puts it."""
    os.environ["PATH"] += f"{os.pathsep}/usr/sbin"
    return shutil.which("nginx") is not None


@contextlib.contextmanager
def running(stack: Stack, port: int, processor: int, folder: Path) -> Iterator[Running]:
    """Run a stack on one processor until the block is left."""
    if stack.command[0] == "nginx":
        form = Path(stack.command[2], "nginx.conf.in").read_text()
        Path(stack.command[2], "nginx.conf").write_text(form.replace("{port}", str(port)))
    command = [part.replace("{port}", str(port)) for part in stack.command]
    clean = {name: value for name, value in os.environ.items() if not name.startswith("MODELADVISOR_")}
    log = folder / f"{port}.log"
    with log.open("wb") as out:
        process = subprocess.Popen(  # noqa: S603 - commands of our own
            command,
            env={**clean, **stack.environment},
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=lambda: os.sched_setaffinity(0, {processor}),
        )
    try:
        started = Running(stack, process.pid, port)
        _wait(started, process, log)
        yield started
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _wait(started: Running, process: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(600):
        if process.poll() is not None:
            break
        try:
            urllib.request.urlopen(started.address + "/healthz", timeout=5).read()  # noqa: S310 - a server of our own
        except urllib.error.HTTPError:
            return  # it answers, if only that there is no such address
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise SystemExit(f"{started.stack.name} does not answer: {log.read_text()[-2000:]}")
