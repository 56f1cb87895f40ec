"""A server of its own in this process, spoken to in bytes: what the tests of single connections share."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import uvicorn

from modeladvisor_server.connections.guarded import GuardedProtocol

Client = tuple[asyncio.StreamReader, asyncio.StreamWriter]
App = Callable[..., Awaitable[None]]
BIG = b"x" * 30_000_000
PATIENCE = 10.0
KEEP_ALIVE = 0.15
"""Seconds that an idle connection is kept."""


async def echo(scope: dict[str, Any], receive: Callable[..., Any], send: Callable[..., Any]) -> None:
    """Answer `/big` with more than any buffer holds, a POST with its body, and everything else with two letters."""
    body = BIG if scope["path"] == "/big" else b"ok"
    if scope["method"] == "POST":
        body = b""
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            body += message["body"]
            if not message.get("more_body"):
                break
    headers = [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


@asynccontextmanager
async def listening(
    app: App = echo, protocol: type[GuardedProtocol] = GuardedProtocol
) -> AsyncIterator[tuple[str, int]]:
    """A server of its own; gives where it listens."""
    quiet: dict[str, Any] = {"log_config": None, "access_log": False}
    config = uvicorn.Config(app, http=protocol, ws="none", lifespan="off", proxy_headers=False, **quiet)
    config.timeout_keep_alive = KEEP_ALIVE  # type: ignore[assignment]  # it is handed to the event loop, which takes fractions
    config.load()
    server = uvicorn.Server(config)
    loop = asyncio.get_running_loop()
    listener = await loop.create_server(
        lambda: protocol(config=config, server_state=server.server_state, app_state={}), "127.0.0.1", 0
    )
    try:
        yield listener.sockets[0].getsockname()[:2]
    finally:
        listener.close()


@asynccontextmanager
async def client(app: App = echo, protocol: type[GuardedProtocol] = GuardedProtocol) -> AsyncIterator[Client]:
    """A connection to a server of its own."""
    async with listening(app, protocol) as (host, port):
        reader, writer = await asyncio.open_connection(host, port, limit=2**26)
        try:
            yield reader, writer
        finally:
            writer.close()


async def rest(reader: asyncio.StreamReader) -> bytes:
    """Return what comes until the connection is closed or cut off."""
    told = b""
    with contextlib.suppress(ConnectionError):
        while part := await asyncio.wait_for(reader.read(65_536), PATIENCE):
            told += part
    return told


def said(request: bytes, *, pieces: int = 1, pause: float = 0.0, app: App = echo) -> bytes:
    """Return all that the server says to a request sent in pieces, until it closes the connection."""

    async def talk() -> bytes:
        async with client(app) as (reader, writer):
            size = max(1, -(-len(request) // pieces))
            try:
                for start in range(0, len(request), size):
                    writer.write(request[start : start + size])
                    await writer.drain()
                    await asyncio.sleep(pause)
            except ConnectionError:
                pass
            return await rest(reader)

    return asyncio.run(talk())


def get(path: str = "/", *headers: str) -> bytes:
    """Return the bytes of a GET."""
    return "\r\n".join([f"GET {path} HTTP/1.1", "Host: here", *headers, "", ""]).encode()
