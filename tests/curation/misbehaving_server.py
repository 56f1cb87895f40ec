"""A server on 127.0.0.1 that does what servers should not, one path for each fault."""

from __future__ import annotations

import contextlib
import http.server
import threading
import time
from collections import Counter
from collections.abc import Iterator
from email.utils import formatdate

HUGE = 50_000_000
PAGE = b"<html><script>token = '%d'</script><body>A <b>page</b> of words</body></html>"


class Server(http.server.ThreadingHTTPServer):
    """Answers by path, and remembers who asked for what and when.

    Attributes:
        robots: What `/robots.txt` says, or the status that it answers with.
        asked: Method and path of every request but those for `/robots.txt`, in order.
        times: When each of them began.
        most_at_once: The greatest number of requests that were under way together.
        words: What `/page` says.
    """

    daemon_threads = True
    robots: str | int = 404

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.asked: list[tuple[str, str]] = []
        self.agents: set[str] = set()
        self.times: list[float] = []
        self.counted: Counter[str] = Counter()
        self.under_way = 0
        self.most_at_once = 0
        self.words = "words"
        self.sent = 0
        self.lock = threading.Lock()
        self.closing = threading.Event()

    def url(self, path: str) -> str:
        """Return the address of a path."""
        return f"http://127.0.0.1:{self.server_address[1]}{path}"

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing of clients that hang up: they should."""


class Handler(http.server.BaseHTTPRequestHandler):
    """One request."""

    protocol_version = "HTTP/1.1"
    server: Server

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def do_HEAD(self) -> None:
        """Answer without a body."""
        self.respond(body=False)

    def do_GET(self) -> None:
        """Answer with a body."""
        self.respond(body=True)

    def respond(self, *, body: bool) -> None:
        """Count the request and misbehave as its path says."""
        if self.path == "/robots.txt":
            robots = self.server.robots
            self.plain(robots if isinstance(robots, int) else 200, str(robots).encode())
            return
        with self.server.lock:
            self.server.asked.append((self.command, self.path))
            self.server.agents.add(self.headers["User-Agent"])
            self.server.times.append(time.monotonic())
            self.server.counted[self.path] += 1
            self.server.under_way += 1
            self.server.most_at_once = max(self.server.most_at_once, self.server.under_way)
        try:
            self.misbehave(body=body)
        finally:
            with self.server.lock:
                self.server.under_way -= 1

    def misbehave(self, *, body: bool) -> None:
        """Answer as the first word of the path says."""
        fault, _, rest = self.path.removeprefix("/").partition("/")
        first = self.server.counted[self.path] == 1
        match fault:
            case "status":
                self.plain(int(rest), b"")
            case "redirect":  # /redirect/301/where
                status, _, where = rest.partition("/")
                self.plain(int(status), b"", Location=f"/{where}")
            case "nowhere":
                self.plain(302, b"")
            case "mail":
                self.plain(301, b"", Location="mailto:somebody@example.com")
            case "no-address":
                self.plain(301, b"", Location="http://[::1")
            case "no-head":
                self.plain(200 if body else 405, b"fine")
            case "breaks-head":
                self.plain(200, b"fine") if body else self.close()
            case "closing":
                self.close()
            case "busy":  # /busy/<what Retry-After says>; answers from the second time on
                self.plain(429 if first else 200, b"", **{"Retry-After": rest})
            case "always-busy":
                self.plain(429, b"", **{"Retry-After": rest} if rest else {})
            case "until":
                self.plain(
                    503 if first else 200, b"", **{"Retry-After": formatdate(time.time() + 1, usegmt=True)}
                )
            case "slow":
                time.sleep(float(rest))
                self.plain(200, b"fine")
            case "hanging":
                self.server.closing.wait(20)
                self.close_connection = True
            case "dripping":
                self.drip()
            case "huge":
                self.huge(body=body)
            case "etag":
                self.plain(200, self.server.words.encode(), ETag=f'"{self.server.words}"')
            case "dated":
                self.plain(200, self.server.words.encode(), **{"Last-Modified": self.server.words})
            case "page":
                page = PAGE % self.server.counted[self.path]
                self.plain(
                    200, page.replace(b"words", self.server.words.encode()), **{"Content-Type": "text/html"}
                )
            case "cookie":
                wanted = "seen=1" in (self.headers["Cookie"] or "")
                self.plain(200 if wanted else 302, b"", Location=self.path, **{"Set-Cookie": "seen=1"})
            case _:
                self.plain(200, b"fine")

    def plain(self, status: int, content: bytes, **headers: str) -> None:
        """Answer as a good server does."""
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(content)

    def close(self) -> None:
        """Hang up in the middle of an answer."""
        self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-")
        self.close_connection = True

    def drip(self) -> None:
        """Send headers one at a time, so that something always comes and nothing ever ends."""
        self.wfile.write(b"HTTP/1.1 200 OK\r\n")
        for number in range(400):
            self.wfile.write(b"X-%d: drip\r\n" % number)
            if self.server.closing.wait(0.05):
                break
        self.close_connection = True

    def huge(self, *, body: bool) -> None:
        """Send more than anybody wants."""
        self.send_response(200)
        self.send_header("Content-Length", str(HUGE))
        self.end_headers()
        self.close_connection = True
        for _ in range(HUGE // 100_000 if body else 0):
            self.wfile.write(b"x" * 100_000)
            self.server.sent += 100_000


@contextlib.contextmanager
def misbehaving() -> Iterator[Server]:
    """Run a server for as long as the block lasts."""
    server = Server()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield server
    finally:
        server.closing.set()
        server.shutdown()
        thread.join()
        server.server_close()
