"""Answers as bytes: encoded once, kept with their tag and their coded forms, in a memory of bounded size."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable

from modeladvisor_server.rest.codings import CODINGS, LEAST

MOST_BYTES = 64 * 2**20
"""What one process keeps of answers, coded forms included."""


def digest(*parts: object) -> str:
    """Return a short digest over what decides the bytes of an answer."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:24]


class Body:
    """The bytes of one answer, as they are and coded; coded forms are made when first asked for.

    Attributes:
        plain: The bytes as they are.
        tag: What tells this answer from every other; with the coding it is the strong entity tag.
    """

    def __init__(self, plain: bytes, tag: str | None = None) -> None:
        """Take the bytes, and what decides them where that is known without them."""
        self.plain = plain
        self.tag = tag or hashlib.sha256(plain).hexdigest()[:24]
        self._coded: dict[str, bytes] = {}

    def coded(self, coding: str | None) -> bytes:
        """Return the bytes in a coding."""
        if coding is None:
            return self.plain
        if coding not in self._coded:
            self._coded[coding] = CODINGS[coding](self.plain)
        return self._coded[coding]

    @property
    def worth_coding(self) -> bool:
        """Whether coding saves anything."""
        return len(self.plain) >= LEAST

    @property
    def size(self) -> int:
        """Bytes that it takes, all forms together."""
        return len(self.plain) + sum(map(len, self._coded.values()))


def etag_of(tag: str, coding: str | None) -> str:
    """Return the strong entity tag of one form (RFC 9110, section 8.8.3: each coding has its own)."""
    return f'"{tag}-{coding}"' if coding else f'"{tag}"'


class Bodies:
    """Bodies by what was asked; those that nobody asked for longest go when there are too many bytes."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        """Take the number of bytes to keep."""
        self._most = most
        self._kept: OrderedDict[Hashable, Body] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], Body]) -> Body:
        """Return the body kept under a key, made now if it is not there."""
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
                return found
        made = make()
        with self._lock:
            self._kept[key] = made
            size = self.size
            while size > self._most and len(self._kept) > 1:
                _, gone = self._kept.popitem(last=False)
                size -= gone.size
        return made

    @property
    def size(self) -> int:
        """Bytes that all take together."""
        return sum(one.size for one in self._kept.values())
