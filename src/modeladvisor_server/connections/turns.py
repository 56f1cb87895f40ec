"""What one turn of the event loop reads is handled together at its end.

Between two requests a processor forgets how one is done: of a request with limits, log and metrics, a third of the time
went into learning it again.
Here all that came is read first, then all of it is answered, so that each step is learned once for many.
A request that comes alone waits for nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")
MOST_TOGETHER = 64
"""Who asks first does not wait until more than these are read."""


class Turn(Generic[T]):
    """What waits for the end of this turn of one event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop, handle: Callable[[list[T]], None]) -> None:
        """Take the loop, and what handles all that came in one turn, in the order in which it came."""
        self._loop = loop
        self._handle = handle
        self._waiting: list[T] = []
        self._is_awaited = False

    def add(self, one: T) -> None:
        """Take one more; it is handled in this turn, or here and now where many wait."""
        self._waiting.append(one)
        if len(self._waiting) >= MOST_TOGETHER:
            self.hurry()
        elif not self._is_awaited:
            self._is_awaited = True
            self._loop.call_soon(self._end)

    def _end(self) -> None:
        self._is_awaited = False
        self.hurry()

    def hurry(self) -> None:
        """Handle here and now what waits; whoever is added meanwhile waits for the next time."""
        waiting, self._waiting = self._waiting, []
        if waiting:
            self._handle(waiting)
