"""Small work that can wait, done many at a time.

Between two requests a processor forgets how such work is done: a line of the log with its id took 31 microseconds of a
request, and 12 where fifty were made together.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TypeVar

log = logging.getLogger(__name__)
T = TypeVar("T")
TOGETHER = 150
"""Pieces of work that wait at most: those of some fifty requests."""
SECONDS = 0.1
"""How long work waits at most."""


class Later:
    """Work for the thread of the event loop in which it is put off."""

    def __init__(self) -> None:
        """Begin with nothing to do."""
        self._waiting: list[tuple[Callable[[object], object], object]] = []

    def put_off(self, work: Callable[[T], object]) -> Callable[[T], None]:
        """Return a function that takes what the work is done with, and has it done soon."""

        def take(given: T) -> None:
            if not self._waiting:
                try:
                    asyncio.get_running_loop().call_later(SECONDS, self.do_all)
                except RuntimeError:  # before the server listens
                    work(given)
                    return
            self._waiting.append((work, given))  # type: ignore[arg-type]  # each is given what it takes
            if len(self._waiting) >= TOGETHER:
                self.do_all()

        return take

    def do_all(self) -> None:
        """Do what waits, in the order in which it was put off; what fails is logged and holds up nothing else."""
        waiting, self._waiting = self._waiting, []
        for work, given in waiting:
            try:
                work(given)
            except Exception:
                log.exception("what was put off could not be done")
