"""Clients that ask all the time, and write down everything that was not as it should be."""

from __future__ import annotations

import asyncio
import itertools
import random
import time
from collections import Counter
from collections.abc import Iterator

import attrs
import httpx
from machine_parts import BASE_URL

HEADERS = {"Host": BASE_URL.removeprefix("http://"), "Accept-Encoding": "gzip, br"}
CALL = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "tools/call",
    "params": {"name": "get_model", "arguments": {"model": "veo-3.1"}},
}
PAUSE = 0.03
MOST_AT_ONCE = 200
"""Connections of one client; nginx closes those beyond 256 of one address."""


@attrs.frozen
class Failure:
    """A request that was not answered as it should be: when it began and ended, what was asked, what came."""

    began: float
    ended: float
    asked: str
    came: str


@attrs.define
class Seen:
    """What all clients saw together; times are those of `time.monotonic`."""

    requests: int = 0
    failures: list[Failure] = attrs.field(factory=list)
    caches: Counter[str] = attrs.field(factory=Counter)
    versions: list[tuple[float, str]] = attrs.field(factory=list)
    seconds: list[float] = attrs.field(factory=list)


class Clients:
    """Clients with an address each, so that none comes near its limit; they ask until told to stop."""

    def __init__(self, address: str, slugs: list[str], *, number: int, seed: int) -> None:
        """Take where to ask and which models there are."""
        self.seen = Seen()
        self._address, self._slugs, self._number = address, slugs, number
        self._random = random.Random(seed)  # noqa: S311 - which question comes next is no secret
        self._stop = asyncio.Event()

    async def run(self) -> None:
        """Ask until stopped."""
        await asyncio.gather(*(self._ask_always(f"127.0.2.{place + 1}") for place in range(self._number)))

    def stop(self) -> None:
        """Let every client finish what it has begun."""
        self._stop.set()

    async def _ask_always(self, source: str) -> None:
        questions = self._questions()
        async with client_at(self._address, source) as client:
            while not self._stop.is_set():
                await self._ask(client, next(questions))
                await asyncio.sleep(PAUSE * self._random.random() * 2)

    def _questions(self) -> Iterator[str]:
        """Yield addresses; most were asked for before, some never, and now and then one is a call of a tool."""
        for count in itertools.count(1):
            slug = self._random.choice(self._slugs)
            if count % 40 == 0:
                yield "/mcp"
            elif count % 8 == 0:
                fresh = self._random.randrange(10**9)
                yield f"/api/v1/finder?task=product-videos&limit=1&budget={fresh / 10**9:.9f}"
            else:
                yield f"/api/v1/models/{slug}"

    async def _ask(self, client: httpx.AsyncClient, asked: str) -> None:
        began = time.monotonic()
        try:
            answer = await (client.post(asked, json=CALL) if asked == "/mcp" else client.get(asked))
            came = "" if answer.status_code == 200 else f"{answer.status_code} {answer.text[:200]}"
            told = answer.json()
        except (httpx.HTTPError, ValueError) as error:
            came, told = repr(error), {}
        ended = time.monotonic()
        self.seen.requests += 1
        if came:
            self.seen.failures.append(Failure(began, ended, asked, came))
            return
        self.seen.seconds.append(ended - began)
        self.seen.caches[answer.headers.get("X-Cache-Status", "none")] += 1
        about = told["result"]["structuredContent"] if asked == "/mcp" else told
        self.seen.versions.append((began, about["dataset"]["version"]))


def client_at(address: str, source: str) -> httpx.AsyncClient:
    """Return a client whose own address is `source`."""
    transport = httpx.AsyncHTTPTransport(
        local_address=source, limits=httpx.Limits(max_connections=MOST_AT_ONCE)
    )
    return httpx.AsyncClient(
        base_url=address, transport=transport, headers=HEADERS, timeout=30, trust_env=False
    )


async def admitted_of(address: str, source: str, requests: int, path: str) -> Counter[int]:
    """Ask that often at once from one address, and count the statuses; `{}` in a path makes each a new question."""

    async def one(client: httpx.AsyncClient, number: int) -> int:
        if path == "/mcp":
            return (await client.post(path, json={**CALL, "id": number})).status_code
        return (await client.get(path.format(f"{source}-{number}"))).status_code

    async with client_at(address, source) as client:
        return Counter(await asyncio.gather(*(one(client, number) for number in range(requests))))
