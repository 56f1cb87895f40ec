"""Memories of bounded size."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar, cast

T = TypeVar("T")


class Memory:
    """What was worked out once, by a key that names all that it depends on; the oldest is forgotten first."""

    def __init__(self, most: int) -> None:
        """Take the number of things that are kept."""
        self._most = most
        self._found: dict[Hashable, object] = {}

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what is kept under a key, made now if it is not there."""
        if key in self._found:
            return cast(T, self._found[key])
        made = make()
        if len(self._found) >= self._most:
            self._found.pop(next(iter(self._found)), None)
        self._found[key] = made
        return made
