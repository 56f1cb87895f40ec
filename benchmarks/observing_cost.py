"""What seeing every request costs: the same application with and without id, log and metrics, in interleaved rounds.

In one process and without a socket, so what is compared is the work between the parsed head and the bytes to send;
on the wire, with the parser's and the kernel's part, the shares are smaller.
Measured is processor time of the whole process, the thread that writes the lines included.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import tempfile
import time
from collections.abc import Callable

from falcon.inspect import inspect_routes
from prometheus_client import CollectorRegistry

from modeladvisor import load_catalog
from modeladvisor_server.app import create_app
from modeladvisor_server.guards import client_of
from modeladvisor_server.limits import SharedMemoryStore
from modeladvisor_server.operations.access_log import Outbox, access_log
from modeladvisor_server.operations.metrics import count_at, request_counts
from modeladvisor_server.operations.observing import Observation, PromptApplication, Sink
from modeladvisor_server.ready import Message, Scope
from modeladvisor_server.settings import Settings

ROUNDS, TIMES = 60, 300
TOGETHER = 15
"""Requests of one turn of the event loop."""
READY = "/api/v1/models/veo-3.1"
FRESH = "/api/v1/finder"


def main() -> None:
    """Measure and print."""
    catalog = load_catalog()
    settings = Settings(rest_limit=0, mcp_limit=0)
    store, day = SharedMemoryStore(), catalog.dataset.as_of
    app = create_app(catalog, settings, store=store, today=lambda: day)
    routes = [route.path for route in inspect_routes(app.app)]
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
        count_at(0)
        outbox = Outbox(os.open(os.devnull, os.O_WRONLY))
        log, counts = access_log(outbox.put), request_counts(CollectorRegistry())
        forms: dict[str, tuple[Sink, ...] | None] = {
            "nothing": None, "id": (), "id and metrics": (counts,), "id and log": (log,), "all": (log, counts),
        }  # fmt: skip
        seen: dict[str, PromptApplication] = {
            name: app if sinks is None else Observation(app, routes, client_of(()), sinks)
            for name, sinks in forms.items()
        }
        asyncio.run(_ask(app, READY, "", 2))
        _report("a ready reply", seen, _ready)
        _report("a fresh finder answer", seen, _fresh)
        outbox.close()


def _report(
    title: str, seen: dict[str, PromptApplication], run: Callable[[PromptApplication, int], float]
) -> None:
    took: dict[str, list[float]] = {name: [] for name in seen}
    for number in range(ROUNDS):
        for name, app in seen.items():
            took[name].append(run(app, number))
    print(f"{title}: microseconds, and the median of the ratios to nothing")
    for name, found in took.items():
        ratios = [one / plain for one, plain in zip(found, took["nothing"], strict=True)]
        print(f"  {name:15} {1e6 * statistics.median(found):8.1f} {statistics.median(ratios):6.2f}")


def _ready(app: PromptApplication, _number: int) -> float:
    start = time.process_time()
    for _ in range(TIMES // TOGETHER):
        replies = app.replies_at_once([_scope(READY, "") for _ in range(TOGETHER)])
        assert None not in replies  # noqa: S101 - or nothing is measured
    return (time.process_time() - start) / TIMES


def _fresh(app: PromptApplication, number: int) -> float:
    times = 4
    start = time.process_time()
    asyncio.run(_ask(app, FRESH, f"task=product-videos&budget=0.{number:04d}{id(app) % 10**6:06d}", times))
    return (time.process_time() - start) / times


async def _ask(app: PromptApplication, path: str, query: str, times: int) -> None:
    for number in range(times):
        await app(_scope(path, f"{query}{number}" if query else ""), _nothing, _drop)


async def _nothing() -> Message:
    return {"type": "http.request", "body": b""}


async def _drop(_message: Message) -> None:
    """Send nowhere."""


def _scope(path: str, query: str) -> Scope:
    return {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "scheme": "http",
        "path": path, "raw_path": path.encode(), "query_string": query.encode(), "root_path": "",
        "client": ("203.0.113.7", 50_000), "server": ("127.0.0.1", 8000),
        "headers": [(b"host", b"localhost"), (b"accept", b"*/*"), (b"accept-encoding", b"gzip")],
    }  # fmt: skip


if __name__ == "__main__":
    main()
