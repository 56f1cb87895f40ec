"""Small work that can wait, done many at a time.

Between two requests a processor forgets how such work is done: a line of the log with its id took 31 microseconds of a
request, and 12 where fifty were made together.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import TypeVar

log = logging.getLogger(__name__)
T = TypeVar("T")
TOGETHER = 150
"""Pieces of work that wait at most."""
SECONDS = 0.1
"""How long work waits at most."""


class Later:
    """Work for the thread of the event loop in which it is put off."""

    def __init__(self) -> None:
        """Begin with nothing to do."""
        self._kinds: list[Callable[[], None]] = []
        self._count = 0

    def put_off(self, work: Callable[[Sequence[T]], object]) -> Callable[[T], None]:
        """Return a function that takes one piece, and has the work done soon with all pieces that came until then."""
        waiting: list[T] = []

        def take(one: T) -> None:
            if not self._count:
                try:
                    asyncio.get_running_loop().call_later(SECONDS, self.do_all)
                except RuntimeError:  # before the server listens
                    work([one])
                    return
            self._count += 1
            waiting.append(one)
            if self._count >= TOGETHER:
                self.do_all()

        def do() -> None:
            if waiting:
                pieces = waiting.copy()
                waiting.clear()
                work(pieces)

        self._kinds.append(do)
        return take

    def do_all(self) -> None:
        """Do all that waits; work that fails is logged, and holds up no other."""
        self._count = 0
        for do in self._kinds:
            try:
                do()
            except Exception:
                log.exception("what was put off could not be done")


def at_once(work: Callable[[Sequence[T]], object]) -> Callable[[T], None]:
    """Return a function that takes one piece, and has the work done with it before it returns."""

    def take(one: T) -> None:
        work([one])

    return take
