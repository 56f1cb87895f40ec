"""How many requests one client may make in any stretch of time, and how the answer tells it."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import attrs


def whole_seconds(microseconds: int) -> int:
    """Seconds, rounded up, so that a client that waits as long as it is told never comes too early."""
    return -(-microseconds // 1_000_000)


@attrs.frozen(slots=True)
class Decision:
    """What a window says about one hit.

    The fields follow draft-ietf-httpapi-ratelimit-headers-11.
    Where `limit` is 0 the window is off: there is nothing to tell, so send no fields.

    Attributes:
        allowed: whether the hit was admitted, and so counted.
        limit: admitted hits in any `seconds` seconds; 0 is off.
        remaining: how many more would be admitted now.
        reset_seconds: whole seconds, rounded up, until the oldest counted hit leaves the window; with
            `remaining` 0 that is when the next one would be admitted.
            0 where nothing is counted, except for a hit that costs more than the limit: then `seconds`.
        seconds: length of the window.
        wait_seconds: whole seconds, rounded up, until the same hit would be admitted; 0 when it was, and
            `seconds` where it never will be because it costs more than the limit.
    """

    allowed: bool
    limit: int
    remaining: int
    reset_seconds: int
    seconds: int = 60
    wait_seconds: int = 0

    def policy_field(self, name: str) -> str:
        """The value of `RateLimit-Policy`, such as `"mcp";q=60;w=60`.

        "The REQUIRED "q" parameter indicates the quota allocated by this policy"; "The OPTIONAL "w" parameter
        value conveys a time window" (draft-ietf-httpapi-ratelimit-headers-11, Quota Policy Item).
        """
        return f"{quoted(name)};q={self.limit};w={self.seconds}"

    def limit_field(self, name: str) -> str:
        """The value of `RateLimit`, such as `"mcp";r=0;t=37`.

        "The "t" parameter indicates the number of seconds until additional quota associated with the quota
        policy is made available." (draft-ietf-httpapi-ratelimit-headers-11, Reset Parameter)
        """
        return f"{quoted(name)};r={self.remaining};t={self.reset_seconds}"

    @property
    def retry_after(self) -> int:
        """Seconds for `Retry-After`: when this hit would be admitted, and never earlier than `t`."""
        return max(self.reset_seconds, self.wait_seconds)


def quoted(name: str) -> str:
    """`name` as a String of RFC 9651, section 3.3.3: printable ASCII, with `\\` before `"` and `\\`."""
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


class WindowStore(Protocol):
    """Where hits are counted; one store serves any number of windows."""

    def accept(self, limit: int, seconds: int) -> None:
        """Say whether such a window can be counted here.

        Raises:
            ValueError: it cannot; the message names the largest that can.
        """

    async def hit(self, key: str, limit: int, seconds: int, cost: int) -> Decision:
        """Admit and count `cost` hits under `key`, or refuse all of them and count none."""


@runtime_checkable
class PromptStore(Protocol):
    """A store that needs no more time than another process takes for some hits."""

    def admit_at_once(self, keys: Sequence[str], limit: int, seconds: int) -> list[bool]:
        """Admit and count one hit under each of `keys`, one after the other, or count nothing for it."""


def _printable(_window: object, _attribute: object, name: str) -> None:
    if not (name and name.isascii() and name.isprintable()):
        raise ValueError(f"expected a name of printable ASCII characters, got {name!r}")


def _not_negative(_window: object, _attribute: object, limit: int) -> None:
    if limit < 0:
        raise ValueError(f"expected a limit of 0 (off) or more, got {limit!r}")


def _at_least_one(_window: object, _attribute: object, seconds: int) -> None:
    if seconds < 1:
        raise ValueError(f"expected a window of 1 second or more, got {seconds!r}")


@attrs.frozen(slots=True)
class Window:
    """At most `limit` admitted hits of one client in any `seconds` seconds, wherever a clock's minute starts.

    A refused hit is not counted and does not make the wait longer.

    Attributes:
        name: what the fields of the answer call this window; printable ASCII.
        limit: 0 is off: every hit is admitted and nothing is remembered.
        seconds: length of the window.
        store: where hits are counted.
    """

    name: str = attrs.field(validator=_printable)
    limit: int = attrs.field(validator=_not_negative)
    seconds: int = attrs.field(default=60, validator=_at_least_one)
    store: WindowStore = attrs.field(kw_only=True)
    _prompt: PromptStore | None = attrs.field(init=False, eq=False, repr=False)

    @_prompt.default
    def _store_if_prompt(self) -> PromptStore | None:
        return self.store if isinstance(self.store, PromptStore) else None

    def __attrs_post_init__(self) -> None:
        """Refuse at the start of the server what the store could only refuse at the first request."""
        if self.limit:
            self.store.accept(self.limit, self.seconds)

    async def hit(self, client: str, cost: int = 1) -> Decision:
        """Admit `cost` requests of `client` and count them, or refuse all of them and count none.

        A cost above the limit is refused always.

        Raises:
            ValueError: `cost` is less than 1.
        """
        if cost < 1:
            raise ValueError(f"expected a cost of 1 or more, got {cost!r}")
        if not self.limit:
            return Decision(allowed=True, limit=0, remaining=0, reset_seconds=0, seconds=self.seconds)
        return await self.store.hit(self._key(client), self.limit, self.seconds, cost)

    def admit_at_once(self, clients: Sequence[str]) -> list[bool]:
        """Count one request of each client without waiting; False, and nothing counted, for one that has to wait."""
        if not self.limit or not clients:
            return [True] * len(clients)
        if self._prompt is None:
            return [False] * len(clients)
        return self._prompt.admit_at_once([self._key(one) for one in clients], self.limit, self.seconds)

    def _key(self, client: str) -> str:
        # The limit is in the key, so that a changed one starts afresh instead of misreading old counts.
        return f"{self.name}/{self.limit}/{self.seconds}/{client}"
