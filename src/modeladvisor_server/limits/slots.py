"""The hits of many clients in one fixed piece of memory that several processes map.

The memory is an array of sets, each of `WAYS` slots; a client's hash decides the set.
A set is `WAYS` tags, `WAYS` times of the newest hit and `WAYS` extents, of 8 bytes each, then `WAYS` rings of
hits, of 4 bytes each; an extent says where in the ring the oldest hit is, and how many there are.
The caller holds the lock of the set; what is here only has to survive a process that is killed half-way.
That is why a change becomes visible by one aligned 8-byte write, which a kill cannot tear, and why what is
written before it lies outside the extent.
"""

import mmap
import sys
from typing import NamedTuple

import attrs

WAYS = 64
LONGEST_WINDOW = 2_000
"""Seconds: times are kept modulo 2**32 microseconds, and an age must stay below half of that."""

_SECOND = 1_000_000
_LOW = 0xFFFF_FFFF


@attrs.frozen(slots=True)
class Layout:
    """The shape of the memory.

    Attributes:
        sets: how many sets of `WAYS` slots.
        entries: how many hits one slot holds; no window may have a larger limit.
    """

    sets: int
    entries: int

    @property
    def set_bytes(self) -> int:
        """Bytes of one set."""
        return WAYS * (3 * 8 + 4 * self.entries)

    @property
    def total_bytes(self) -> int:
        """Bytes of all sets: this much and never more, however many clients come."""
        return self.sets * self.set_bytes


class Taken(NamedTuple):
    """What became of a hit; times are microseconds from now.

    `first_leaves` is when the oldest counted hit leaves the window, 0 where none is counted.
    `wait` is when the same hit would be admitted, 0 if it was, -1 if never.
    """

    allowed: bool
    counted: int
    first_leaves: int
    wait: int


class Slots:
    """The rings of hits in `memory`, laid out as `layout` says.

    Times are whole microseconds of one clock that all processes share.
    """

    def __init__(self, memory: mmap.mmap, layout: Layout) -> None:
        """Use `memory`, which is as long as `layout` needs and was once all zero."""
        self._memory = memory
        self._entries = layout.entries
        self._set_bytes = layout.set_bytes
        self._words = memoryview(memory).cast("Q")
        self._hits = memoryview(memory).cast("I")

    def close(self) -> None:
        """Let go of the memory, so that the mapping can be closed."""
        self._words.release()
        self._hits.release()

    def find(self, number: int, tag: int) -> int | None:
        """The way of set `number` that belongs to `tag`, or None."""
        start = number * self._set_bytes
        end = start + WAYS * 8
        sought = tag.to_bytes(8, sys.byteorder)
        at = self._memory.find(sought, start, end)
        while at >= 0 and (at - start) % 8:  # the same bytes across two neighbours are no tag
            at = self._memory.find(sought, at + 1, end)
        return (at - start) // 8 if at >= 0 else None

    def claim(self, number: int, tag: int) -> int:
        """Give the slot of set `number` that was hit longest ago, or never, to `tag`; return its way."""
        base = self._word(number)
        newest = self._words[base + WAYS : base + 2 * WAYS].tolist()
        way = newest.index(min(newest))
        # Emptied first: a kill between the two must not leave one client's hits to another.
        self._words[base + 2 * WAYS + way] = 0
        self._words[base + way] = tag
        return way

    def forget(self, number: int, way: int) -> None:
        """Empty one slot."""
        base = self._word(number)
        self._words[base + 2 * WAYS + way] = 0
        self._words[base + WAYS + way] = 0

    def take(self, number: int, way: int, now: int, limit: int, span: int, cost: int) -> Taken:
        """Count `cost` hits at `now` if no more than `limit` then lie within the last `span` microseconds."""
        newest_at = self._word(number) + WAYS + way
        now = self._not_before(now, self._words[newest_at])
        first, count = self._live(number, way, now, span)
        ring = self._ring(number, way)
        entries = self._entries
        if count + cost > limit:
            leaves = self._leaves(ring + first, now, span) if count else 0
            must_leave = count + cost - limit
            if must_leave > count:
                return Taken(False, count, leaves, -1)
            last = ring + (first + must_leave - 1) % entries
            return Taken(False, count, leaves, self._leaves(last, now, span))
        extent_at = newest_at + WAYS
        # What left the window is given up before its place is written again.
        self._words[extent_at] = first << 32 | count
        for step in range(count, count + cost):
            self._hits[ring + (first + step) % entries] = now & _LOW
        self._words[newest_at] = now
        self._words[extent_at] = first << 32 | count + cost
        return Taken(True, count + cost, self._leaves(ring + first, now, span), 0)

    def count(self, number: int, way: int, now: int, span: int) -> tuple[int, int]:
        """How many hits lie within the last `span` microseconds, and the age of the oldest of them."""
        now = self._not_before(now, self._words[self._word(number) + WAYS + way])
        first, count = self._live(number, way, now, span)
        if not count:
            return 0, 0
        return count, now - self._hits[self._ring(number, way) + first] & _LOW

    def _live(self, number: int, way: int, now: int, span: int) -> tuple[int, int]:
        """Where in the ring the oldest hit within the window is, and how many there are from it on."""
        newest_at = self._word(number) + WAYS + way
        extent = self._words[newest_at + WAYS]
        first, count = extent >> 32, extent & _LOW
        entries = self._entries
        age = now - self._words[newest_at]
        if not 0 <= age < span or first >= entries or count > entries:
            return 0, 0
        hits, ring = self._hits, self._ring(number, way)
        if count and (now - hits[ring + first]) & _LOW < span:
            return first, count
        gone, end = 0, count  # the ring is in order of time: search for the first that still counts
        while gone < end:
            middle = (gone + end) // 2
            if (now - hits[ring + (first + middle) % entries]) & _LOW >= span:
                gone = middle + 1
            else:
                end = middle
        return (first + gone) % entries, count - gone

    def _leaves(self, at: int, now: int, span: int) -> int:
        return span - (now - self._hits[at] & _LOW)

    def _not_before(self, now: int, newest: int) -> int:
        """`now`, or `newest` where two processors differ a little; where they differ much, the machine has
        started again since and nothing counts.
        """
        return newest if now < newest < now + _SECOND else now

    def _word(self, number: int) -> int:
        return number * self._set_bytes // 8

    def _ring(self, number: int, way: int) -> int:
        return number * self._set_bytes // 4 + 6 * WAYS + way * self._entries
