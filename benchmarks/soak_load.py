"""The load of the soak: many kinds of requests, good and bad, quick and slow, and what each has to be answered with."""

from __future__ import annotations

import asyncio
import collections
import json
import random
import time
import urllib.parse
from collections.abc import Awaitable, Callable, Sequence

import attrs
import httpx

from modeladvisor import Catalog

API = "/api/v1"
KEPT_CONNECTIONS = 16
GREEDY = "198.51.100.7"
"""The one client that asks more than its limit admits."""
TURN_SECONDS = 0.5
"""How long a slow client waits between two bytes."""


@attrs.frozen
class Asked:
    """A request and what may be answered."""

    method: str
    address: str
    statuses: tuple[int, ...]
    body: bytes | None = None
    headers: dict[str, str] = attrs.field(factory=dict)


@attrs.define
class Seen:
    """What came of the load.

    Attributes:
        counts: Requests by kind.
        failures: What was not as it had to be, in words.
        seconds: Moment and time of each answer, in seconds.
    """

    counts: collections.Counter[str] = attrs.field(factory=collections.Counter)
    failures: list[str] = attrs.field(factory=list)
    seconds: list[tuple[float, float]] = attrs.field(factory=list)


@attrs.frozen
class Mix:
    """Makes requests at random over a catalog."""

    catalog: Catalog
    chance: random.Random

    def finder(self) -> Asked:
        """A question to the finder that has seldom been asked before."""
        tasks = list(self.catalog.use_cases)
        given = {"task": self.chance.choice(tasks)}
        if self.chance.random() < 0.7:
            given["budget"] = f"{self.chance.uniform(0.01, 3):.3f}"
        if self.chance.random() < 0.5:
            given["limit"] = str(self.chance.randint(1, 20))
        return self._get("/finder", given)

    def compare(self) -> Asked:
        """Two to four models side by side."""
        medium = self.chance.choice(["image", "video"])
        alike = [slug for slug, model in self.catalog.models.items() if model.makes == (medium,)]
        return self._get(
            "/compare", {"models": ",".join(self.chance.sample(alike, self.chance.randint(2, 4)))}
        )

    def best(self) -> Asked:
        """The answer for one use case."""
        return self._get(f"/best/{self.chance.choice(list(self.catalog.use_cases))}")

    def single(self) -> Asked:
        """One record."""
        return self._get(f"/models/{self.chance.choice(list(self.catalog.models))}")

    def many(self) -> Asked:
        """The whole dataset, or one of the documents."""
        return self._get(
            "", address=self.chance.choice([f"{API}/models", f"{API}/openapi.json", "/llms-full.txt"])
        )

    def mistaken(self) -> Asked:
        """A request that has to be refused."""
        wrong = [
            ("GET", f"{API}/finder?task=nothing&colour=green", 400),
            ("GET", f"{API}/finder?task=%ff%fe", 400),
            ("GET", f"{API}/models/no-such-model", 404),
            ("GET", f"{API}/nowhere/{self.chance.random()}", 404),
            ("GET", f"{API}/compare?models={'x' * 3000}", 400),
            ("GET", f"{API}/models?query={'y' * 5000}", 414),
            ("DELETE", f"{API}/models", 405),
            ("GET", "/mcp", 405),
        ]
        method, address, status = self.chance.choice(wrong)
        return Asked(method, address, (status,), headers=self._client())

    def tool(self) -> Asked:
        """A call of a tool over MCP."""
        models = self.chance.sample(list(self.catalog.models), 2)
        task = self.chance.choice(list(self.catalog.use_cases))
        calls: list[tuple[str, dict[str, object]]] = [
            ("find_model", {"task": task, "budget": round(self.chance.uniform(0.01, 3), 3)}),
            ("get_model", {"model": models[0]}),
            ("compare_models", {"models": models}),
            ("best_model_for", {"usecase": task}),
            ("list_models", {"limit": 5}),
            ("get_model", {"model": "no such model"}),
        ]
        name, arguments = self.chance.choice(calls)
        return self._message("tools/call", {"name": name, "arguments": arguments})

    def listing(self) -> Asked:
        """The tools over MCP."""
        return self._message("tools/list", {})

    def mistaken_message(self) -> Asked:
        """Bytes to MCP that are no message."""
        size = self.chance.randint(1, 2000)
        return self._post(self.chance.randbytes(size), (400,))

    def greedy(self) -> Asked:
        """A request of a client that asks for too much."""
        headers = {"X-Forwarded-For": GREEDY}
        return Asked(
            "POST", "/mcp", (200, 429), b'{"jsonrpc":"2.0","id":1,"method":"ping"}', {**_JSON, **headers}
        )

    def _get(
        self,
        path: str,
        given: dict[str, str] | None = None,
        *,
        address: str | None = None,
    ) -> Asked:
        query = f"?{urllib.parse.urlencode(given)}" if given else ""
        coding = self.chance.choice(["identity", "gzip", "br", "zstd"])
        headers = {**self._client(), "Accept-Encoding": coding}
        return Asked("GET", address or f"{API}{path}{query}", (200,), headers=headers)

    def _message(self, method: str, params: dict[str, object]) -> Asked:
        body = {"jsonrpc": "2.0", "id": self.chance.randint(1, 10**6), "method": method, "params": params}
        return self._post(json.dumps(body).encode(), (200,))

    def _post(self, body: bytes, statuses: tuple[int, ...]) -> Asked:
        return Asked("POST", "/mcp", statuses, body, {**_JSON, **self._client()})

    def _client(self) -> dict[str, str]:
        """Return the header that says from which of very many addresses this comes."""
        return {"X-Forwarded-For": f"10.{'.'.join(str(self.chance.randint(0, 255)) for _ in range(3))}"}


_JSON = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
WEIGHTS = {
    "finder": 25, "compare": 8, "best": 10, "single": 15, "many": 3, "mistaken": 10,
    "tool": 15, "listing": 3, "mistaken_message": 4, "greedy": 7,
}  # fmt: skip
"""How often each kind is asked, of a hundred; every fourth good GET is asked again with its entity tag."""
AGAIN = 0.25


async def fill(address: str, mix: Mix, requests: int) -> None:
    """Ask so many requests as fast as they are answered, so that all that the server keeps is full before it counts.

    Raises:
        RuntimeError: one was not answered as it has to be.
    """
    seen = Seen()
    left = iter(range(requests))
    kinds = list(WEIGHTS)

    async def ask_on(client: httpx.AsyncClient) -> None:
        for _ in left:
            kind = mix.chance.choices(kinds, list(WEIGHTS.values()))[0]
            await _ask(client, kind, getattr(mix, kind)(), False, seen, 0)

    limits = httpx.Limits(max_connections=KEPT_CONNECTIONS)
    async with httpx.AsyncClient(base_url=address, trust_env=False, timeout=30, limits=limits) as client:
        await asyncio.gather(*(ask_on(client) for _ in range(KEPT_CONNECTIONS)))
    if seen.failures:
        raise RuntimeError(
            f"{len(seen.failures)} requests failed while memories were filled: {seen.failures[0]}"
        )


async def load(
    address: str, host: str, port: int, mix: Mix, *, rate: float, seconds: float, began: float
) -> Seen:
    """Ask at a steady rate, whatever the answers take, and let slow clients come and go beside."""
    seen = Seen()
    limits = httpx.Limits(max_connections=4 * KEPT_CONNECTIONS, max_keepalive_connections=KEPT_CONNECTIONS)
    kinds = list(WEIGHTS)
    ended = time.monotonic() + seconds
    async with (
        httpx.AsyncClient(base_url=address, trust_env=False, timeout=30, limits=limits) as client,
        asyncio.TaskGroup() as tasks,
    ):
        slow = [
            tasks.create_task(_slowly(one, host, port, seen, ended)) for one in (_dripping, _leaving, _silent)
        ]
        due = time.monotonic()
        while due < ended:
            kind = mix.chance.choices(kinds, list(WEIGHTS.values()))[0]
            asked: Asked = getattr(mix, kind)()
            again = kind in ("finder", "best", "single") and mix.chance.random() < AGAIN
            tasks.create_task(_ask(client, kind, asked, again, seen, began))
            due += 1 / rate
            await asyncio.sleep(max(0, due - time.monotonic()))
        await asyncio.gather(*slow)
    return seen


async def _ask(
    client: httpx.AsyncClient, kind: str, asked: Asked, again: bool, seen: Seen, began: float
) -> None:
    answer = await _answer(client, kind, asked, asked.headers, asked.statuses, seen, began)
    if again and answer is not None and "ETag" in answer.headers:
        headers = {**asked.headers, "If-None-Match": answer.headers["ETag"]}
        await _answer(client, "unchanged", asked, headers, (304,), seen, began)


async def _answer(
    client: httpx.AsyncClient,
    kind: str,
    asked: Asked,
    headers: dict[str, str],
    statuses: Sequence[int],
    seen: Seen,
    began: float,
) -> httpx.Response | None:
    start = time.monotonic()
    seen.counts[kind] += 1
    try:
        answer = await client.request(asked.method, asked.address, content=asked.body, headers=headers)
    except httpx.HTTPError as error:
        seen.failures.append(f"{kind}: {asked.method} {asked.address[:200]}: {error!r}")
        return None
    seen.seconds.append((start - began, time.monotonic() - start))
    if answer.status_code not in statuses:
        seen.failures.append(
            f"{kind}: {asked.method} {asked.address[:200]}: {answer.status_code} {answer.text[:200]}"
        )
    return answer


Slow = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[bool]]


async def _slowly(client: Slow, host: str, port: int, seen: Seen, ended: float) -> None:
    """Let one slow client after the other come until the end; each has to be answered or let go as it should be."""
    while time.monotonic() < ended:
        kind = client.__name__.strip("_")
        seen.counts[kind] += 1
        reader, writer = await asyncio.open_connection(host, port)
        try:
            if not await asyncio.wait_for(client(reader, writer), 60):
                seen.failures.append(f"{kind}: not answered as it has to be")
        except (OSError, TimeoutError) as error:
            seen.failures.append(f"{kind}: {error!r}")
        finally:
            writer.close()


async def _dripping(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
    """Send a request in small pieces, in time, and be answered."""
    request = f"GET {API}/best HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()
    for at in range(0, len(request), 8):
        writer.write(request[at : at + 8])
        await asyncio.sleep(TURN_SECONDS)
    return b" 200 " in (await reader.read()).split(b"\r\n", 1)[0]


async def _silent(reader: asyncio.StreamReader, _writer: asyncio.StreamWriter) -> bool:
    """Say nothing, and be let go."""
    return not await reader.read()


async def _leaving(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
    """Ask for much, read nothing, and leave."""
    writer.write(f"GET {API}/models HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    await asyncio.sleep(3 * TURN_SECONDS)
    return True
