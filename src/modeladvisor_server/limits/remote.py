"""The store of several machines: a Redis or Valkey server, with the machine's own store to take over."""

import asyncio
import logging
import math
import time
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any
from urllib.parse import SplitResult, urlsplit

from limits.aio.storage import RedisStorage

from modeladvisor_server.limits.windows import Decision, WindowStore

if TYPE_CHECKING:
    from redis.asyncio import BlockingConnectionPool

STORE_VARIABLE = "MODELADVISOR_LIMITS_STORE"

logger = logging.getLogger("modeladvisor_server.limits")

_CONNECTIONS = 8
"""For each process: a hit holds one for a tenth of a millisecond, and more of them only wait for this process."""
_MOST_ROUNDS = 8
"""How many times its patience a hit waits at most, where the server answers others or this process was busy."""


class RemoteStore:
    """Moving windows that several machines share; times are those of the machines' wall clocks.

    What takes longer than `patience`, is refused or fails is answered by `local`, and so is everything in the
    `pause` after it; then one hit tries again.
    The time in which hits wait for each other in this process does not count: a burst is no silence of the server.
    The logger `modeladvisor_server.limits` gets one line when the server stops answering and one when it
    answers again.
    """

    def __init__(
        self,
        url: str,
        local: WindowStore,
        *,
        patience: float = 0.05,
        pause: float = 3.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Connect to nothing yet: that is for the first hit.

        Args:
            url: `redis://[user:password@]host[:port][/database]`, or the same with `valkey://`.
            local: what takes over.
            patience: seconds that one hit may wait for the server.
            pause: seconds between two attempts while the server does not answer.
            clock: seconds, for the pause.

        Raises:
            ValueError: `url` is none.
            ModuleNotFoundError: the package `redis` is not installed.
        """
        parts = _split(url)
        self._local = local
        self._patience = patience
        self._pause = pause
        self._clock = clock
        self._shown = f"{parts.scheme}://{parts.hostname}:{parts.port or 6379}"  # without the password
        self._down = False
        self._next_attempt = -math.inf
        self._heard = -math.inf
        self._turns = asyncio.Semaphore(_CONNECTIONS)
        self._pool = _pool(parts, patience * _MOST_ROUNDS)
        # `limits` declares no type for this option.
        options: dict[str, Any] = {"connection_pool": self._pool}
        # Both servers speak the same protocol, so one client package is enough.
        self._storage = RedisStorage(
            "async+redis://", implementation="redispy", key_prefix="modeladvisor", **options
        )

    async def close(self) -> None:
        """Close the connections."""
        await self._pool.disconnect()

    def accept(self, limit: int, seconds: int) -> None:
        """Say whether such a window can be counted here, which is whether the local store can take over.

        Raises:
            ValueError: it cannot.
        """
        self._local.accept(limit, seconds)

    async def hit(self, key: str, limit: int, seconds: int, cost: int) -> Decision:
        """Admit and count `cost` hits under `key`, or refuse all of them and count none."""
        probing = self._down
        if probing:
            now = self._clock()
            if now < self._next_attempt:
                return await self._local.hit(key, limit, seconds, cost)
            self._next_attempt = now + self._pause  # the hits that come meanwhile do not wait
        try:
            async with self._turns:
                if self._down and not probing:  # found out while this hit waited for its turn
                    return await self._local.hit(key, limit, seconds, cost)
                decision = await self._patiently(self._ask(key, limit, seconds, cost))
        except Exception as error:
            # Whatever the client library raises on whatever it is sent: a limit must not break an answer.
            self._failed(error)
            return await self._local.hit(key, limit, seconds, cost)
        if probing and self._down:
            self._down = False
            logger.warning("%s answers again and counts the request windows", self._shown)
        return decision

    async def _patiently(self, asking: Coroutine[None, None, Decision]) -> Decision:
        """Wait for an answer until the server has been silent to everybody here for as long as `patience`.

        A server that turns slow is silent for that long too, between the last quick answer and the first slow one.

        Raises:
            TimeoutError: if it was.
        """
        loop = asyncio.get_running_loop()
        timers: list[asyncio.Handle] = []

        def begin(rounds: int) -> None:
            timers[:] = [loop.call_later(self._patience, let_others, loop.time(), rounds)]

        def let_others(began: float, rounds: int) -> None:
            # An answer that came in this turn of the loop is taken in the next: before the look, not after it.
            busy = loop.time() - began >= 2 * self._patience  # that says nothing about the server
            timers[:] = [loop.call_soon(look, began, busy, rounds)]

        def look(began: float, busy: bool, rounds: int) -> None:
            if rounds > 1 and (busy or self._heard >= began):
                begin(rounds - 1)
            else:
                limit.reschedule(loop.time())

        async with asyncio.timeout(None) as limit:
            begin(_MOST_ROUNDS)
            try:
                return await asking
            finally:
                timers.pop().cancel()

    async def _ask(self, key: str, limit: int, seconds: int, cost: int) -> Decision:
        allowed = await self._storage.acquire_entry(key, limit, seconds, cost)
        self._heard = asyncio.get_running_loop().time()
        start, count = await self._storage.get_moving_window(key, limit, seconds)
        self._heard = asyncio.get_running_loop().time()
        leaves = _seconds_until(start + seconds, seconds) if count else 0
        if allowed:
            return Decision(True, limit, limit - count, leaves, seconds)
        if cost > limit:
            return Decision(False, limit, limit - count, leaves or seconds, seconds, seconds)
        # Refused: the hit fits when all but `limit - cost` of the newest have left the window.
        last, still = await self._storage.get_moving_window(key, limit - cost + 1, seconds)
        wait = _seconds_until(last + seconds, seconds) if still else leaves
        # A hit can leave the window between the questions; what was refused must not look as if it fitted.
        remaining = min(limit - count, cost - 1)
        return Decision(False, limit, remaining, max(1, leaves), seconds, max(1, wait))

    def _failed(self, error: Exception) -> None:
        self._next_attempt = self._clock() + self._pause
        if not self._down:
            self._down = True
            logger.warning(
                "%s does not answer (%s): this machine counts the request windows itself",
                self._shown,
                str(error) or type(error).__name__,
            )


def _split(url: str) -> SplitResult:
    expected = f"{STORE_VARIABLE}: expected redis://host:port or valkey://host:port"
    try:
        parts = urlsplit(url)
        port_is_right = parts.port != 0  # reading the port checks it
    except ValueError as error:
        raise ValueError(f"{expected}, got {_without_password(url)!r}") from error
    if parts.scheme not in ("redis", "valkey") or not parts.hostname or not port_is_right:
        raise ValueError(f"{expected}, got {_without_password(url)!r}")
    return parts


def _without_password(url: str) -> str:
    before, at, after = url.rpartition("@")
    return f"{before.partition('://')[0]}://...@{after}" if at else url


def _pool(parts: SplitResult, longest: float) -> "BlockingConnectionPool":
    try:
        from redis.asyncio import BlockingConnectionPool
        from redis.asyncio.retry import Retry
        from redis.backoff import NoBackoff
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            f"{STORE_VARIABLE} is set, which needs the package redis: pip install 'redis>=5.2'"
        ) from error
    # With the client's own defaults one hit on a silent server hangs for 5 seconds; ours ends it before these do.
    return BlockingConnectionPool.from_url(
        parts._replace(scheme="redis").geturl(),
        max_connections=_CONNECTIONS,
        timeout=longest,
        socket_timeout=longest,
        socket_connect_timeout=longest,
        retry=Retry(NoBackoff(), 0),
    )


def _seconds_until(moment: float, most: int) -> int:
    """Whole seconds from now, rounded up; clocks of machines differ, so never more than `most`."""
    return min(most, max(0, math.ceil(moment - time.time())))
