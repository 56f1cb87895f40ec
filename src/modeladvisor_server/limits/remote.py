"""The store of several machines: a Redis or Valkey server, with the machine's own store to take over."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable
from urllib.parse import SplitResult, urlsplit

from modeladvisor_server.limits.redis_windows import STORE_VARIABLE, RedisWindows
from modeladvisor_server.limits.windows import Decision, WindowStore

logger = logging.getLogger("modeladvisor_server.limits")


class RemoteStore:
    """Moving windows that several machines share; times are those of the machines' wall clocks.

    What takes longer than twice `patience`, is refused or fails is answered by `local`, and so is everything in the
    `pause` after it; then one hit tries again.
    The logger `modeladvisor_server.limits` gets one line when the server stops answering and one when it
    answers again.
    """

    def __init__(
        self,
        url: str,
        local: WindowStore,
        *,
        patience: float = 0.045,
        pause: float = 3.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Connect to nothing yet: that is for the first hit.

        Args:
            url: `redis://[user:password@]host[:port][/database]`, or the same with `valkey://`.
            local: what takes over.
            patience: seconds that one round trip may take; a hit waits for at most one before its own.
            pause: seconds between two attempts while the server does not answer.
            clock: seconds, for the pause.

        Raises:
            ValueError: `url` is none.
            ModuleNotFoundError: the package `redis` is not installed.
        """
        parts = _split(url)
        self._local = local
        self._pause = pause
        self._clock = clock
        self._shown = f"{parts.scheme}://{parts.hostname}:{parts.port or 6379}"  # without the password
        self._down = False
        self._next_attempt = -math.inf
        self._windows = RedisWindows(parts, patience)

    async def close(self) -> None:
        """Close the connections."""
        await self._windows.close()

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
            decision = await self._windows.hit(key, limit, seconds, cost)
        except Exception as error:
            # Whatever the client library raises on whatever it is sent: a limit must not break an answer.
            self._failed(error)
            return await self._local.hit(key, limit, seconds, cost)
        if probing and self._down:
            self._down = False
            logger.warning("%s answers again and counts the request windows", self._shown)
        return decision

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
