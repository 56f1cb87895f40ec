"""Where the time of one request goes: the server's layers, one put on after the other, without a network.

Connections are given the bytes of a request, and what they write is thrown away; a layer costs what a request takes
longer with it than without it, in processor time, so that what else the machine does counts little.
Every layer is measured in turn, round after round, and the median of the rounds counts.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import statistics
import time
from collections.abc import Callable, Mapping
from typing import Any

import attrs
import uvloop
from falcon.inspect import inspect_routes
from prometheus_client import CollectorRegistry
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from modeladvisor import load_catalog
from modeladvisor_server.app import create_app
from modeladvisor_server.guards import client_of
from modeladvisor_server.limits import SharedMemoryStore
from modeladvisor_server.operations.access_log import Outbox, access_log
from modeladvisor_server.operations.later import Later
from modeladvisor_server.operations.metrics import request_counts
from modeladvisor_server.operations.observing import Observation
from modeladvisor_server.settings import LOOPBACK_NAMES, Settings
from modeladvisor_server.worker import Worker

TARGET = "/api/v1/models/veo-3.1"
REQUEST = f"GET {TARGET} HTTP/1.1\r\nHost: 127.0.0.1:8000\r\n\r\n".encode()
TOOL = (
    b'{"jsonrpc":"2.0","id":1,"method":"tools/call",'
    b'"params":{"name":"get_model","arguments":{"model":"veo-3.1"}}}'
)
CALL = (
    b"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:8000\r\nContent-Type: application/json\r\n"
    b"Content-Length: %d\r\n\r\n%s" % (len(TOOL), TOOL)
)
CONNECTIONS = 16
"""Asked in the same turn of the event loop, as under load."""
BATCH = 13
Application = Any


@attrs.frozen
class Part:
    """What one layer adds to a request."""

    what: str
    microseconds: float


class _Thrown(asyncio.Transport):
    """A connection of which nobody reads what is written."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 50_000), "sockname": ("127.0.0.1", 8000)})
        self.written = 0

    def write(self, data: bytes | bytearray | memoryview[Any]) -> None:
        self.written += len(data)

    def is_closing(self) -> bool:
        return False

    def pause_reading(self) -> None:
        """Go on: nothing is read."""

    def resume_reading(self) -> None:
        """Go on: nothing is read."""

    def close(self) -> None:
        """Stay."""

    abort = close


def _told(
    loop: asyncio.AbstractEventLoop, made: type[HttpToolsProtocol], app: Application, sent: bytes
) -> Callable[[], float]:
    """Return what answers a batch of requests on some connections, and returns the microseconds of one."""
    config = Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        lifespan="off",
        ws="none",
        proxy_headers=False,
    )
    config.load()
    state = ServerState()
    connections = []
    for _ in range(CONNECTIONS):
        connections.append((made(config, state, {}, loop), _Thrown()))
        connections[-1][0].connection_made(connections[-1][1])

    async def batch() -> None:
        for _ in range(BATCH):
            before = [transport.written for _, transport in connections]
            for protocol, _ in connections:
                protocol.data_received(sent)
            while not all(protocol.cycle.response_complete for protocol, _ in connections):
                await asyncio.sleep(0)
            for (_, transport), written in zip(connections, before, strict=True):
                assert transport.written > written  # noqa: S101 - an answer that was not written is none

    def measure() -> float:
        start = time.thread_time()
        loop.run_until_complete(batch())
        return (time.thread_time() - start) / (BATCH * CONNECTIONS) * 1e6

    return measure


def _applications() -> Mapping[str, Application]:
    catalog = load_catalog()
    today = catalog.dataset.as_of

    def made(settings: Settings) -> Any:
        # A clock on which requests of this one client come a quarter of a second apart: 240 in a window of 300.
        clock = itertools.count(10**12, 250_000_000)
        store = SharedMemoryStore(entries=300, slots=64, clock=lambda: next(clock))
        return create_app(catalog, settings, store=store, today=lambda: today)

    open_to_all = Settings(mcp_limit=0, rest_limit=0)
    limited = made(attrs.evolve(open_to_all, allowed_hosts=LOOPBACK_NAMES, rest_limit=300, mcp_limit=300))
    routes = [route.path for route in inspect_routes(limited.app)]
    log = access_log(Outbox(os.open(os.devnull, os.O_WRONLY)).put)
    counts = request_counts(CollectorRegistry())
    seen = {
        name: Observation(limited, routes, client_of(()), sinks, Later())
        for name, sinks in (("named", ()), ("logged", (log,)), ("all", (log, counts)))
    }
    return {
        **seen,
        "open": made(open_to_all),
        "hosts": made(attrs.evolve(open_to_all, allowed_hosts=LOOPBACK_NAMES)),
        "limited": limited,
    }


async def _captured(app: Application) -> tuple[Any, Any]:
    """Return the messages with which an application answers."""
    told: list[Any] = []

    async def send(message: Any) -> None:
        told.append(message)

    async def receive() -> Mapping[str, object]:
        return {"type": "http.request", "body": b"", "more_body": False}

    scope = {
        "type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"}, "http_version": "1.1", "method": "GET",
        "path": TARGET, "raw_path": TARGET.encode(), "query_string": b"", "root_path": "", "scheme": "http",
        "headers": [(b"host", b"127.0.0.1:8000")], "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 8000),
    }  # fmt: skip
    await app(scope, receive, send)
    return told[0], told[1]


def where_time_goes(rounds: int) -> list[Part]:
    """Return the parts of a request for a record that was asked for before, and what two others take in all."""
    loop = uvloop.new_event_loop()
    asyncio.set_event_loop(loop)
    applications = _applications()
    start, body = loop.run_until_complete(_captured(applications["open"]))

    async def constant(_scope: object, _receive: object, send: Callable[[Any], Any]) -> None:
        await send(start)
        await send(body)

    guarded: type[HttpToolsProtocol] = Worker.CONFIG_KWARGS["http"]
    routed = applications["limited"].app
    steps: dict[str, Callable[[], float]] = {
        "uvicorn": _told(loop, HttpToolsProtocol, constant, REQUEST),
        "guarded": _told(loop, guarded, constant, REQUEST),
        **{name: _told(loop, guarded, app, REQUEST) for name, app in applications.items()},
        "routed": _told(loop, guarded, routed, REQUEST),
        "call": _told(loop, guarded, applications["all"], CALL),
    }
    found: dict[str, list[float]] = {name: [] for name in steps}
    for number in range(rounds + 1):
        for name, measure in steps.items():
            took = measure()
            if number:
                found[name].append(took)
    loop.close()
    asyncio.set_event_loop(None)
    middle = {name: statistics.median(one) for name, one in found.items()}
    return [
        Part("uvicorn's protocol: reading the request, writing head and body", middle["uvicorn"]),
        Part("limits on the head and on time of a connection", middle["guarded"] - middle["uvicorn"]),
        Part("finding the ready reply", middle["open"] - middle["guarded"]),
        Part("looking at the host", middle["hosts"] - middle["open"]),
        Part("counting the request of the client", middle["limited"] - middle["hosts"]),
        Part("an id for the request", middle["named"] - middle["limited"]),
        Part("a line in the log", middle["logged"] - middle["named"]),
        Part("counting for the metrics", middle["all"] - middle["logged"]),
        Part("in all, for an answer that was given before", middle["all"]),
        Part("in all, where it is routed and only its bytes are kept", middle["routed"]),
        Part("in all, for tools/call of get_model", middle["call"]),
    ]


if __name__ == "__main__":
    for part in where_time_goes(30):
        print(f"{part.microseconds:8.1f}  {part.what}")
