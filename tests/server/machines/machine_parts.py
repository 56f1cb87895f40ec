"""The parts of a service on several machines, each a real process of this test: Redis, instances, nginx.

All of them listen on loopback, and each is ended by its own process id.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import attrs

CHECKOUT = Path(__file__).parents[3]
DEPLOY = CHECKOUT / "deploy"
PATIENCE = 60.0
PLACES = os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"))
NGINX = shutil.which("nginx", path=PLACES)
VARNISH = shutil.which("varnishd", path=PLACES)
REDIS = shutil.which("redis-server", path=PLACES) or shutil.which("valkey-server", path=PLACES)
BASE_URL = "http://models.example.org"


def free_port() -> int:
    """Return a port of this machine that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def wait_until(happened: Callable[[], bool], what: str) -> None:
    """Wait until something happened, and say what did not."""
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < deadline, f"{what} did not happen in {PATIENCE} s"
        time.sleep(0.02)


def is_listening(port: int) -> bool:
    """Tell whether somebody takes connections at a port."""
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


@contextlib.contextmanager
def running(command: list[str], log: Path, **variables: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a command until the block is left; what it says goes to a file."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith("MODELADVISOR_")}
    with log.open("ab") as out:
        process = subprocess.Popen(  # noqa: S603 - programs that this test looked up
            command, env={**clean, **variables}, stdout=out, stderr=out, cwd=log.parent
        )
    try:
        yield process
    finally:
        process.terminate()
        process.wait(PATIENCE)


@contextlib.contextmanager
def redis(folder: Path) -> Iterator[str]:
    """A Redis or Valkey server that keeps nothing on disk; its address."""
    assert REDIS
    port = free_port()
    options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
    with running([REDIS, *options], folder / "redis.log"):
        wait_until(lambda: is_listening(port), "redis")
        yield f"redis://127.0.0.1:{port}/0"


@attrs.define
class Instance:
    """One machine's server, with a catalog folder of its own that a link names.

    Attributes:
        port: Where it listens; the same after a restart.
        link: What MODELADVISOR_CATALOG names.
        log: What the server says, over all its starts.
    """

    port: int
    link: Path
    log: Path
    variables: dict[str, str]
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it is ready."""
        clean = {key: value for key, value in os.environ.items() if not key.startswith("MODELADVISOR_")}
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(  # noqa: S603 - our own interpreter
                [sys.executable, "-m", "modeladvisor", "serve", "--bind", f"127.0.0.1:{self.port}"],
                env={**clean, **self.variables, "MODELADVISOR_CATALOG": str(self.link)},
                stdout=out,
                stderr=out,
                cwd=self.log.parent,
                start_new_session=True,
            )
        process = self.process
        ready = f"the start of the instance at {self.port}"
        wait_until(lambda: self.version() is not None or process.poll() is not None, ready)
        assert process.poll() is None, self.log.read_text()

    def kill(self) -> None:
        """Let the machine go dark: master and workers at once, with no time to say anything."""
        assert self.process
        os.killpg(self.process.pid, signal.SIGKILL)  # a group of its own: see start_new_session
        self.process.wait(PATIENCE)

    def stop(self) -> None:
        """End it in order."""
        if self.process and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(PATIENCE)

    def take(self, catalog: Path, version: str) -> None:
        """Put another catalog where the link leads, tell the server, and wait until it answers from it alone."""
        assert self.process
        new = self.link.with_suffix(".new")
        new.symlink_to(catalog)
        new.replace(self.link)
        self.process.send_signal(signal.SIGHUP)
        # The worker of before goes on for a moment: many answers in a row say that it takes no more.
        wait_until(
            lambda: all(self.version() == version for _ in range(20)), f"the catalog {version} at {self.port}"
        )

    def version(self) -> str | None:
        """Return the version of the catalog it answers from; None while it does not answer."""
        address = f"http://127.0.0.1:{self.port}/readyz"
        with contextlib.suppress(OSError), urllib.request.urlopen(address, timeout=5) as told:
            return str(json.load(told)["catalog"]["version"])
        return None


@attrs.frozen
class Front:
    """nginx with the configuration of `deploy/nginx`.

    Attributes:
        address: Where clients ask.
        cache: Where it keeps answers.
        log: What it complains of.
    """

    address: str
    cache: Path
    log: Path

    def purge(self) -> None:
        """Purge the cache as an operator does."""
        subprocess.run([str(DEPLOY / "nginx" / "purge.sh"), str(self.cache)], check=True)  # noqa: S603 - the project's own script


@contextlib.contextmanager
def nginx(folder: Path, instances: list[Instance], taken: dict[str, str] | None = None) -> Iterator[Front]:
    """Run nginx as `deploy/nginx` configures it, with ports and paths replaced and nothing else.

    `taken` names files in whose place others of that folder stand; an exported site is looked for in `site`.
    """
    assert NGINX
    port, configured = free_port(), folder / "nginx"
    shutil.copytree(DEPLOY / "nginx", configured)
    for name, other in (taken or {}).items():
        shutil.copy(configured / other, configured / name)
    replaced = {
        "/tmp/": f"{folder}/",  # noqa: S108 - what the configuration says; first, since the folder may lie there
        "/etc/nginx/modeladvisor": str(configured),
        "/var/cache/nginx/modeladvisor": str(folder / "cache"),
        "/var/www/modeladvisor/current": str(folder / "site"),
        "/dev/stdout": str(folder / "access.log"),
        "listen 8080": f"listen 127.0.0.1:{port}",
        **{f"127.0.0.1:{8001 + place}": f"127.0.0.1:{one.port}" for place, one in enumerate(instances)},
    }
    for path in configured.glob("*.conf"):
        text = path.read_text()
        for old, new in replaced.items():
            text = text.replace(old, new)
        path.write_text(text)
    directives = "user root;" if os.geteuid() == 0 else ""  # the folders of tests are closed to other users
    plain = [NGINX, "-p", str(folder), "-c", str(configured / "nginx.conf"), "-g"]
    with running([*plain, f"daemon off; {directives}"], folder / "nginx.log") as process:
        wait_until(lambda: is_listening(port) or process.poll() is not None, "the start of nginx")
        assert process.poll() is None, (folder / "nginx.log").read_text()
        yield Front(f"http://127.0.0.1:{port}", folder / "cache", folder / "nginx.log")


@contextlib.contextmanager
def varnish(folder: Path, instances: list[Instance]) -> Iterator[str]:
    """Run Varnish as `deploy/varnish` configures it, with the ports of these instances; its address."""
    assert VARNISH
    port, configured = free_port(), folder / "modeladvisor.vcl"
    text = (DEPLOY / "varnish" / "modeladvisor.vcl").read_text()
    for place, one in enumerate(instances):
        text = text.replace(f'"{8001 + place}"', f'"{one.port}"')
    configured.write_text(text)
    options = ["-j", "none", "-n", str(folder / "varnish"), "-s", "malloc,64m", "-p", "http_gzip_support=off"]
    command = [VARNISH, "-F", *options, "-f", str(configured), "-a", f"127.0.0.1:{port}"]
    with running(command, folder / "varnish.log") as process:
        wait_until(lambda: is_listening(port) or process.poll() is not None, "the start of Varnish")
        assert process.poll() is None, (folder / "varnish.log").read_text()
        yield f"http://127.0.0.1:{port}"
