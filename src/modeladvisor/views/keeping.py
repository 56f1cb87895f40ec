"""How the parts of answers that come again in others are given."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Protocol, TypeVar

T = TypeVar("T")


class Keep(Protocol):
    """Gives a part of an answer: made now, or what was made before of the same object.

    A part may be kept as bytes by one who only sends it; where callers may change an answer it is made anew.
    """

    def get(self, name: Hashable, of: object, make: Callable[[], T], /) -> T:
        """Return the named part of an object that never changes; both tell all that the part depends on."""

    def worded(self, name: Hashable, of: object, make: Callable[[str], T], words: str, /) -> T:
        """Return a part that depends on some words too: whole texts of it are these words, and the rest is the same."""


class Anew:
    """Makes each part, which belongs to the caller alone."""

    def get(self, _name: Hashable, _of: object, make: Callable[[], T], /) -> T:
        """Make a part."""
        return make()

    def worded(self, _name: Hashable, _of: object, make: Callable[[str], T], words: str, /) -> T:
        """Make a part with its words."""
        return make(words)


ANEW: Keep = Anew()
