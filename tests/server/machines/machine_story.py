"""The story of a service on two machines behind one cache, played with the real parts, and what was seen."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import re
import shutil
import statistics
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import attrs
from machine_load import CALL, Clients, admitted_of, client_at
from machine_parts import BASE_URL, CHECKOUT, Front, Instance, free_port, nginx, redis

OLD, NEW = "1.0.old", "2.0.new"
REST_LIMIT, MCP_LIMIT = 300, 60
BEYOND = 140
"""Requests at once beyond a limit."""
TRIES = 8
_sources = itertools.count()


@attrs.frozen
class Service:
    """Two instances that share Redis, behind nginx."""

    front: Front
    instances: list[Instance]
    catalogs: dict[str, Path]

    @property
    def complaints(self) -> int:
        """How often an instance said that it counts for itself, since the store did not answer in time."""
        return self._said("does not answer")

    @property
    def counts_together(self) -> bool:
        """Whether every instance that said so has said since that the store answers again."""
        return self.complaints == self._said("answers again")

    def _said(self, words: str) -> int:
        return sum(one.log.read_text().count(words) for one in self.instances)


@attrs.frozen
class Story:
    """What was seen.

    Attributes:
        requests, failures: How many there were, and which went wrong.
        killed_at: When an instance was killed.
        caches: How often nginx answered from its cache, by its own word.
        old_after: Answers from the old catalog to requests that began after the purge.
        median_ms, p99_ms: How long the clients of this test waited, on a machine that they share with all parts.
    """

    requests: int
    failures: list[str]
    not_in_flight: list[str]
    killed_at: float
    caches: Counter[str]
    versions: Counter[str]
    old_after: int
    median_ms: float
    p99_ms: float


@contextlib.contextmanager
def service(folder: Path) -> Iterator[Service]:
    """Start everything; what each part says is kept in the folder."""
    catalogs = {version: _catalog(folder / f"catalog-{version}", version) for version in (OLD, NEW)}
    with redis(folder) as store, contextlib.ExitStack() as stack:
        instances = [_instance(folder, number, catalogs[OLD], store) for number in range(2)]
        for one in instances:
            stack.callback(one.stop)
            one.start()
        front = stack.enter_context(nginx(folder, instances))
        yield Service(front, instances, catalogs)


async def play(running: Service, *, clients: int, calm: float) -> Story:
    """Kill, restart and upgrade under load, with so many seconds of calm after each act."""
    slugs = sorted(path.stem for path in (CHECKOUT / "catalog" / "models").rglob("*.toml"))
    load = Clients(running.front.address, slugs, number=clients, seed=1)
    asking = asyncio.create_task(load.run())
    first, second = running.instances
    await asyncio.sleep(calm)
    killed_at = time.monotonic()
    await asyncio.to_thread(first.kill)
    await asyncio.sleep(calm)
    await asyncio.to_thread(first.start)
    await asyncio.sleep(calm)
    await asyncio.to_thread(second.stop)  # in order, as an operator restarts
    await asyncio.to_thread(second.start)
    await asyncio.sleep(calm)
    for one in running.instances:
        await asyncio.to_thread(one.take, running.catalogs[NEW], NEW)
    await asyncio.to_thread(running.front.purge)
    purged_at = time.monotonic()
    await asyncio.sleep(calm)
    load.stop()
    await asking
    return _told(load, killed_at, purged_at)


def _told(load: Clients, killed_at: float, purged_at: float) -> Story:
    seen = load.seen
    milliseconds = sorted(1000 * one for one in seen.seconds)
    return Story(
        requests=seen.requests,
        failures=[f"{one.asked}: {one.came}" for one in seen.failures],
        not_in_flight=[
            f"{one.began - killed_at:+.3f} to {one.ended - killed_at:+.3f} s {one.asked}: {one.came}"
            for one in seen.failures
            if not one.began <= killed_at <= one.ended
        ],
        killed_at=killed_at,
        caches=seen.caches,
        versions=Counter(version for _, version in seen.versions),
        old_after=sum(began > purged_at and version != NEW for began, version in seen.versions),
        median_ms=statistics.median(milliseconds),
        p99_ms=milliseconds[int(0.99 * len(milliseconds))],
    )


async def admitted(running: Service, kind: str) -> tuple[int | None, int]:
    """Return how many of too many requests at once from one address passed, over both instances.

    Where the store was silent for longer than an instance waits, each instance counts for itself, as promised and as
    logged; on a machine with much else to do that happens. It is waited for, and another address tries: the second
    number says how often. None passed together where that happened in every try.
    """
    path, limit = (
        ("/mcp", MCP_LIMIT) if kind == "mcp" else ("/api/v1/models?limit=1&query=none-{}", REST_LIMIT)
    )
    for alone in range(TRIES):
        await _wait_for_the_store(running)
        before, source = running.complaints, _another_source()
        statuses = await admitted_of(running.front.address, source, limit + BEYOND, path)
        assert set(statuses) <= {200, 429}, statuses
        if running.complaints == before:
            return statuses[200], alone
    return None, TRIES


async def _wait_for_the_store(running: Service) -> None:
    """Ask a little from new addresses until both instances count in the store."""
    for _ in range(100):
        async with client_at(running.front.address, _another_source()) as client:
            for _ in range(4):
                await client.post("/mcp", json=CALL)
        if running.counts_together:
            return
        await asyncio.sleep(0.2)


def _another_source() -> str:
    number = next(_sources)
    return f"127.0.{10 + number // 250}.{1 + number % 250}"


def _instance(folder: Path, number: int, catalog: Path, store: str) -> Instance:
    place = folder / f"machine-{number}"
    place.mkdir()
    link = place / "catalog"
    link.symlink_to(catalog)
    variables = {
        "MODELADVISOR_BASE_URL": BASE_URL,
        "MODELADVISOR_LIMITS_STORE": store,
        "MODELADVISOR_TRUSTED_PROXIES": "127.0.0.1",
        "MODELADVISOR_REST_LIMIT": str(REST_LIMIT),
        "MODELADVISOR_MCP_LIMIT": str(MCP_LIMIT),
    }
    return Instance(free_port(), link, place / "log", variables)


def _catalog(folder: Path, version: str) -> Path:
    shutil.copytree(CHECKOUT / "catalog", folder)
    about = folder / "catalog.toml"
    about.write_text(
        re.sub(r'^version = ".*"$', f'version = "{version}"', about.read_text(), flags=re.MULTILINE)
    )
    return folder
