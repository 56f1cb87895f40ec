"""Moving windows at a Redis or Valkey server: all hits that wait at one moment are asked in one round trip."""

from __future__ import annotations

import asyncio
import math
import time
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import SplitResult

import attrs
from limits.aio.storage import RedisStorage

from modeladvisor_server.limits.windows import Decision

if TYPE_CHECKING:
    from limits.aio.storage.redis.redispy import RedispyBridge
    from redis.asyncio import Redis

STORE_VARIABLE = "MODELADVISOR_LIMITS_STORE"
_AT_ONCE = 64
"""Hits in one round trip, so that the time of one does not grow with the crowd."""
_LAST_LOOKS = 10
"""Rounds of the event loop in which what has arrived is still read when the time is over."""
_CONNECTIONS = 2
"""For each process: one is in use, and one may still be closing."""


@attrs.frozen
class _Hit:
    key: str
    limit: int
    seconds: int
    cost: int
    future: asyncio.Future[Decision]


class RedisWindows:
    """Counts hits at a server that several machines share; times are those of the machines' wall clocks.

    One hit at a time costs a round trip each, and a burst of them more than anybody waits for; together they are
    one message there and one back.
    """

    def __init__(self, parts: SplitResult, patience: float) -> None:
        """Connect to nothing yet: that is for the first hit.

        Args:
            parts: address of the server.
            patience: seconds that one round trip may take.

        Raises:
            ModuleNotFoundError: the package `redis` is not installed.
        """
        self._patience = patience
        self._client, self._unknown_script = _client(parts)
        # `limits` declares no type for this option. Both servers speak the same protocol, so one package is enough.
        options: dict[str, Any] = {"connection_pool": self._client.connection_pool}
        storage = RedisStorage(
            "async+redis://", implementation="redispy", key_prefix="modeladvisor", **options
        )
        self._scripts = cast("RedispyBridge", storage.bridge)
        self._waiting: list[_Hit] = []
        self._asking: asyncio.Task[None] | None = None

    async def close(self) -> None:
        """Close the connections."""
        await self._client.connection_pool.disconnect()

    async def hit(self, key: str, limit: int, seconds: int, cost: int) -> Decision:
        """Admit and count `cost` hits under `key`, or refuse all of them and count none.

        Raises:
            Exception: whatever the client package raises; TimeoutError where the server is silent.
        """
        future: asyncio.Future[Decision] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Hit(key, limit, seconds, cost, future))
        if self._asking is None:
            self._asking = asyncio.ensure_future(self._ask_all())
        return await future

    async def _ask_all(self) -> None:
        """Ask for all that wait, until nobody does; a failure is one for all of them."""
        try:
            while self._waiting:
                hits, self._waiting = self._waiting[:_AT_ONCE], self._waiting[_AT_ONCE:]
                try:
                    decisions = await self._in_time(asyncio.ensure_future(self._ask(hits)))
                except Exception as error:
                    hits += self._waiting
                    self._waiting = []
                    for hit in hits:
                        if not hit.future.done():
                            hit.future.set_exception(error)
                else:
                    for hit, decision in zip(hits, decisions, strict=True):
                        if not hit.future.done():
                            hit.future.set_result(decision)
        finally:
            self._asking = None

    async def _in_time(self, asking: asyncio.Task[list[Decision]]) -> list[Decision]:
        """What is answered within the time of one round trip.

        A process with much to do can be late itself: then the answer has come and only waits to be read.
        """
        try:
            await asyncio.wait({asking}, timeout=self._patience)
            for _ in range(_LAST_LOOKS):
                if not asking.done():
                    await asyncio.sleep(0)
            if asking.done():
                return asking.result()
            raise TimeoutError(f"no answer within {round(self._patience * 1000)} ms")
        finally:
            asking.cancel()

    async def _ask(self, hits: list[_Hit]) -> list[Decision]:
        try:
            told = iter(await self._told(hits))
        except (
            self._unknown_script
        ):  # a server that was started again, or never asked before; nothing was counted
            for script in (self._scripts.lua_acquire_moving_window, self._scripts.lua_moving_window):
                await self._client.script_load(script.script)
            told = iter(await self._told(hits))
        decisions = []
        for hit in hits:
            allowed, counted = bool(next(told)), _window(next(told))
            newest = _window(next(told)) if hit.cost > 1 else counted
            decisions.append(_decision(hit, allowed, counted, newest))
        return decisions

    async def _told(self, hits: list[_Hit]) -> list[Any]:
        """What the server says to each hit: whether it is admitted, and the window; then from where a cost fits."""
        acquire, window = self._scripts.lua_acquire_moving_window.sha, self._scripts.lua_moving_window.sha
        now = time.time()
        async with self._client.pipeline(transaction=False) as pipeline:
            for hit in hits:
                key, since = self._scripts.prefixed_key(hit.key), now - hit.seconds
                pipeline.evalsha(acquire, 1, key, now, hit.limit, hit.seconds, hit.cost)
                pipeline.evalsha(window, 1, key, since, hit.limit)
                if hit.cost > 1:
                    # Refused, such a hit fits when all but `limit - cost` of the newest have left the window.
                    pipeline.evalsha(window, 1, key, since, max(1, hit.limit - hit.cost + 1))
            told: list[Any] = await pipeline.execute()
        return told


def _window(told: list[bytes] | None) -> tuple[float, int]:
    """When the oldest counted hit was, in seconds since the epoch, and how many there are."""
    return (float(told[0]), int(told[1])) if told else (0.0, 0)


def _decision(hit: _Hit, allowed: bool, counted: tuple[float, int], newest: tuple[float, int]) -> Decision:
    limit, seconds = hit.limit, hit.seconds
    start, count = counted
    leaves = _seconds_until(start + seconds, seconds) if count else 0
    if allowed:
        return Decision(True, limit, limit - count, leaves, seconds)
    if hit.cost > limit:
        return Decision(False, limit, limit - count, leaves or seconds, seconds, seconds)
    last, still = newest
    wait = _seconds_until(last + seconds, seconds) if still else leaves
    # A hit can leave the window between the questions; what was refused must not look as if it fitted.
    remaining = min(limit - count, hit.cost - 1)
    return Decision(False, limit, remaining, max(1, leaves), seconds, max(1, wait))


def _client(parts: SplitResult) -> tuple[Redis, type[Exception]]:
    """The client, and what it raises where the server does not know a script."""
    try:
        from redis.asyncio import BlockingConnectionPool, Redis
        from redis.asyncio.retry import Retry
        from redis.backoff import NoBackoff
        from redis.exceptions import NoScriptError
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            f"{STORE_VARIABLE} is set, which needs the package redis: pip install 'redis>=5.2'"
        ) from error
    # Time is kept here, for a whole round trip, and nothing is tried twice: with the client's own defaults one hit on
    # a silent server hangs for 5 seconds.
    pool = BlockingConnectionPool.from_url(
        parts._replace(scheme="redis").geturl(),
        max_connections=_CONNECTIONS,
        timeout=1,
        socket_timeout=None,
        socket_connect_timeout=None,
        retry=Retry(NoBackoff(), 0),
    )
    return Redis(connection_pool=pool), NoScriptError


def _seconds_until(moment: float, most: int) -> int:
    """Whole seconds from now, rounded up; clocks of machines differ, so never more than `most`."""
    return min(most, max(0, math.ceil(moment - time.time())))
