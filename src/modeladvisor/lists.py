"""Lists whose items are made when they are looked at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar, overload

T = TypeVar("T")


class LazyList(Sequence[T], Generic[T]):
    """A list of known length; each item is made once, when it is first looked at."""

    def __init__(self, length: int, make: Callable[[int], T]) -> None:
        """Take the length, and what makes the item at an index from 0."""
        self._length = length
        self._make = make
        self._made: dict[int, T] = {}

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...

    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        if isinstance(index, slice):
            return tuple(self[one] for one in range(*index.indices(self._length)))
        place = index + self._length if index < 0 else index
        if not 0 <= place < self._length:
            raise IndexError(f"index {index} of a list of {self._length}")
        if place not in self._made:
            self._made[place] = self._make(place)
        return self._made[place]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        # its items would be made, all of them, and megabytes of text
        return f"<{type(self).__name__} of {self._length}>"
