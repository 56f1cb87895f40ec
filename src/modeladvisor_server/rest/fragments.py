"""Parts of answers as JSON bytes, which come again in the answers to other questions."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import TypeVar, cast

import msgspec

from modeladvisor_server.rest.encoding import encode

T = TypeVar("T")
MOST_BYTES = 16 * 2**20
"""What one process keeps of parts, with what belongs to keeping them."""
FRAGMENT_BYTES = 700
"""What Python needs around a part, beside its bytes."""


class Fragments:
    """Parts by their names and by the very objects that they were made of, which are held so that none takes their place.

    Those that no answer needed longest go when there are too many bytes.
    For one thread: nothing here waits.
    """

    def __init__(self, most: int = MOST_BYTES) -> None:
        """Take the number of bytes to keep."""
        self._most = most
        self._kept: OrderedDict[tuple[Hashable, int], tuple[object, msgspec.Raw]] = OrderedDict()
        self._size = 0

    @property
    def size(self) -> int:
        """Bytes that all take together."""
        return self._size

    def get(self, name: Hashable, of: object, make: Callable[[], T], /) -> T:
        """Return the named part of an object that never changes, encoded now if it is not there."""
        key = (name, id(of))
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            part = found[1]
        else:
            part = msgspec.Raw(encode(make()))
            self._kept[key] = (of, part)
            self._size += _size_of(part)
            while self._size > self._most:
                _, (_, gone) = self._kept.popitem(last=False)
                self._size -= _size_of(gone)
        return cast(T, part)  # who encodes the whole finds the bytes of what was made


def _size_of(part: msgspec.Raw) -> int:
    """Count as much again for the object that a part was made of: it says the same in other words."""
    return FRAGMENT_BYTES + 2 * len(memoryview(part))
