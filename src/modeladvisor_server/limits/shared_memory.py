"""The store of one machine: all worker processes count in the same memory, without any service."""

import functools
import hashlib
import mmap
import os
import time
from collections.abc import Callable, Sequence

from limits.storage import MovingWindowSupport, Storage

from modeladvisor_server.limits.memory import locked, new_memory, table
from modeladvisor_server.limits.slots import LONGEST_WINDOW, WAYS, Layout, Slots, Taken
from modeladvisor_server.limits.windows import Decision, whole_seconds

_SECOND = 1_000_000
_MOST_SLOTS, _FEWEST_SLOTS = 32_768, 4_096
PLACES_REMEMBERED = 4_096
_REASONABLE_BYTES = 64 * 2**20


def fitting_slots(entries: int) -> int:
    """Return how many slots of so many entries 64 MiB hold, from 4,096 to 32,768 and a multiple of 64."""
    fitting = _REASONABLE_BYTES // Layout(1, entries).set_bytes * WAYS
    return max(_FEWEST_SLOTS, min(_MOST_SLOTS, fitting))


class SharedMemoryStore(Storage, MovingWindowSupport):
    """Moving windows, exact to a microsecond, for all processes that hold the same memory.

    With limits of up to 500 it has 32,768 slots and is exact for up to 15,000 live clients; with larger limits it
    has fewer, but never less than 4,096, and is exact for 2,000.
    Live is who had a hit admitted within the window; a client that uses two windows counts twice.
    A client has its place in one set of 64 slots, chosen by a keyed hash that nobody outside can aim: with so many
    live clients the chance that any set runs over is below 1 in 100,000.
    When a set is full, the client in it that was admitted longest ago is forgotten and starts afresh.

    The memory is fixed: for each slot 24 bytes and 4 for each of `entries`, 38 MiB for 32,768 slots of 300.
    Of that the machine gives only what was used.
    The kernel frees the lock of a process that dies, and what it left half-written does not count.
    The locks are of the process: threads of one process must not share a store.

    As a storage of `limits` it serves the moving window; it has no counters for the other strategies.
    """

    STORAGE_SCHEME = None

    def __init__(
        self,
        descriptor: int | None = None,
        *,
        entries: int = 300,
        slots: int | None = None,
        clock: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        """Find the table of this shape in the file, or append it.

        Args:
            descriptor: an open file, empty or in use by other stores; None makes memory for this process and
                those that are forked from it.
            entries: the largest limit of any window.
            slots: a multiple of 64; None is as many as the limit makes reasonable.
            clock: nanoseconds; never goes back, and is the same for all processes of the machine.

        Raises:
            ValueError: `entries` or `slots` is not what it must be.
        """
        if entries < 1:
            raise ValueError(f"expected 1 entry or more, got {entries!r}")
        slots = fitting_slots(entries) if slots is None else slots
        if slots < WAYS or slots % WAYS:
            raise ValueError(f"expected a multiple of {WAYS} slots, got {slots!r}")
        super().__init__()
        self._clock = clock
        self._layout = Layout(slots // WAYS, entries)
        self._owns_file = descriptor is None
        self._file = new_memory() if descriptor is None else descriptor
        self._offset, self._secret = table(self._file, self._layout)
        self._memory = mmap.mmap(self._file, self._layout.total_bytes, offset=self._offset)
        self._slots = Slots(self._memory, self._layout)
        self._place = functools.lru_cache(maxsize=PLACES_REMEMBERED)(self._find_place)

    def close(self) -> None:
        """Unmap the memory, and close the file if this store made it."""
        self._slots.close()
        self._memory.close()
        if self._owns_file:
            os.close(self._file)

    def accept(self, limit: int, seconds: int) -> None:
        """Say whether such a window can be counted here.

        Raises:
            ValueError: the limit or the window is too large for the slots.
        """
        if limit > self._layout.entries:
            raise ValueError(f"expected a limit of at most {self._layout.entries}, got {limit!r}")
        if seconds > LONGEST_WINDOW:
            raise ValueError(f"expected a window of at most {LONGEST_WINDOW} seconds, got {seconds!r}")

    async def hit(self, key: str, limit: int, seconds: int, cost: int) -> Decision:
        """Admit and count `cost` hits under `key`, or refuse all of them and count none.

        Waits for no longer than another process needs for the hits of one turn.
        """
        taken = self._take_alone(key, limit, seconds, cost)
        if taken.wait < 0:
            leaves = whole_seconds(taken.first_leaves) if taken.counted else seconds
            wait = seconds
        else:
            leaves, wait = whole_seconds(taken.first_leaves), whole_seconds(taken.wait)
        return Decision(taken.allowed, limit, max(0, limit - taken.counted), leaves, seconds, wait)

    def admit_at_once(self, keys: Sequence[str], limit: int, seconds: int) -> list[bool]:
        """Admit and count one hit under each of `keys`, one after the other, or count nothing for it.

        Of many, all sets are locked together: that takes two calls of the kernel in place of two for each, and others
        wait for some microseconds a key.
        """
        places = [self._place(key) for key in keys]
        first, sets = (places[0][0], 1) if len(places) == 1 else (0, self._layout.sets)
        with locked(self._file, self._offset + first, sets):
            return [self._take(*place, limit, seconds, 1).allowed for place in places]

    def _take(self, number: int, tag: int, limit: int, seconds: int, cost: int) -> Taken:
        """Count, with the lock of set `number` held."""
        way = self._slots.find(number, tag)
        if way is None:
            if cost > limit:  # never admitted, so not worth the place of another client
                return Taken(False, 0, 0, -1)
            way = self._slots.claim(number, tag)
        # The clock is read under the lock, so that hits are written in the order of their times.
        now = self._clock() // 1000
        return self._slots.take(number, way, now, limit, seconds * _SECOND, cost)

    def _take_alone(self, key: str, limit: int, seconds: int, cost: int) -> Taken:
        number, tag = self._place(key)
        with locked(self._file, self._offset + number):
            return self._take(number, tag, limit, seconds, cost)

    def _find_place(self, key: str) -> tuple[int, int]:
        """The set of `key`, and its tag there, which is never 0: that is an empty slot."""
        encoded = key.encode("utf-8", "surrogatepass")
        digest = hashlib.blake2b(encoded, key=self._secret, digest_size=16).digest()
        return int.from_bytes(digest[8:]) % self._layout.sets, int.from_bytes(digest[:8]) or 1

    # The rest is what `limits` asks of a storage.

    @property
    def base_exceptions(self) -> type[Exception]:
        """What an operation on the memory can raise."""
        return OSError

    def acquire_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        """Count `amount` hits of `key` in the last `expiry` seconds, or none of them."""
        self.accept(limit, expiry)
        return self._take_alone(key, limit, expiry, amount).allowed

    def get_moving_window(self, key: str, limit: int, expiry: int) -> tuple[float, int]:  # noqa: ARG002 - the signature of limits
        """How many hits are in the window, and when the oldest was, in seconds since the epoch."""
        number, tag = self._place(key)
        count, age = 0, 0
        with locked(self._file, self._offset + number):
            way = self._slots.find(number, tag)
            if way is not None:
                count, age = self._slots.count(number, way, self._clock() // 1000, expiry * _SECOND)
        return time.time() - age / _SECOND, count

    def check(self) -> bool:
        """The memory is always there."""
        return True

    def clear(self, key: str) -> None:
        """Forget `key`."""
        number, tag = self._place(key)
        with locked(self._file, self._offset + number):
            way = self._slots.find(number, tag)
            if way is not None:
                self._slots.forget(number, way)

    def reset(self) -> int | None:
        """Forget everybody; how many that were is not known."""
        for number in range(self._layout.sets):
            with locked(self._file, self._offset + number):
                for way in range(WAYS):
                    self._slots.forget(number, way)
        return None

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Not offered."""
        raise NotImplementedError("only moving windows are kept here")

    def get(self, key: str) -> int:
        """Not offered."""
        raise NotImplementedError("only moving windows are kept here")

    def get_expiry(self, key: str) -> float:
        """Not offered."""
        raise NotImplementedError("only moving windows are kept here")
