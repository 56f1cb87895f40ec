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
FRAGMENT_BYTES, PIECE_BYTES = 700, 50
"""What Python needs around a part, and around each piece of a worded one, beside their bytes."""
BLANK = "\0words\0"
"""What stands in for words while the pieces between them are made; no catalog has such text."""


class Fragments:
    """Parts by their names and by the very objects that they were made of, which are held so that none takes their place.

    Those that no answer needed longest go when there are too many bytes.
    For one thread: nothing here waits.
    """

    def __init__(self, most: int = MOST_BYTES) -> None:
        """Take the number of bytes to keep."""
        self._most = most
        self._kept: OrderedDict[tuple[Hashable, int], tuple[object, msgspec.Raw | list[bytes], int]] = (
            OrderedDict()
        )
        self._size = 0

    @property
    def size(self) -> int:
        """Bytes that all take together."""
        return self._size

    def get(self, name: Hashable, of: object, make: Callable[[], T], /) -> T:
        """Return the named part of an object that never changes, encoded now if it is not there."""
        part = self._found((name, id(of)))
        if part is None:
            made = encode(make())
            part = msgspec.Raw(made)
            self._hold((name, id(of)), of, part, FRAGMENT_BYTES + 2 * len(made))
        return cast(T, part)  # who encodes the whole finds the bytes of what was made

    def worded(self, name: Hashable, of: object, make: Callable[[str], T], words: str, /) -> T:
        """Return the named part of an object with some words in it; it is kept as what stands between them."""
        pieces = self._found((name, id(of)))
        if not isinstance(pieces, list):
            made = encode(make(BLANK))
            pieces = made.split(encode(BLANK))
            size = FRAGMENT_BYTES + PIECE_BYTES * len(pieces) + 2 * len(made)
            self._hold((name, id(of)), of, pieces, size)
        return cast(T, msgspec.Raw(encode(words).join(pieces)))

    def _found(self, key: tuple[Hashable, int]) -> msgspec.Raw | list[bytes] | None:
        found = self._kept.get(key)
        if found is None:
            return None
        self._kept.move_to_end(key)
        return found[1]

    def _hold(
        self, key: tuple[Hashable, int], of: object, part: msgspec.Raw | list[bytes], size: int
    ) -> None:
        """Keep a part; what it was made of counts as much again, for it says the same in other words."""
        self._kept[key] = (of, part, size)
        self._size += size
        while self._size > self._most:
            self._size -= self._kept.popitem(last=False)[1][2]
