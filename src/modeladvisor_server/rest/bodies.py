"""Answers as bytes: encoded once, kept with their tag and their coded forms, in a memory of bounded size."""

from __future__ import annotations

import hashlib
import sys
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Generic, TypeVar

import attrs

from modeladvisor.catalog import Catalog
from modeladvisor_server.rest.codings import CODINGS, LEAST

MOST_BYTES = 64 * 2**20
"""What one process keeps of answers, coded forms and what belongs to keeping them included."""
LARGEST_SHARE = 2
"""An answer of more than one part in so many of the whole memory is not kept: it would drive out all others."""
MOST_REPLIES = 16
"""Ready replies that are kept of one body; a body of which there are more is asked for in ever new words."""
BODY_BYTES, REPLY_BYTES = 900, 900
"""What Python needs for the objects around a body, and around a reply, beside the bytes that they hold."""

Key = Hashable
R = TypeVar("R")


def digest(*parts: object) -> str:
    """Return a short digest over what decides the bytes of an answer."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:24]


def edition_of(version: str, catalog: Catalog) -> str:
    """Return what tells a version of the code over a catalog from all others, with one record at a time in memory."""
    told = hashlib.sha256(version.encode())
    for field in (one for one in attrs.fields(Catalog) if one.init):
        value = getattr(catalog, field.name)
        for part in value.items() if isinstance(value, Mapping) else (value,):
            told.update(f"{field.name} {part!r}\n".encode())
    return told.hexdigest()[:24]


def etag_of(tag: str, coding: str | None) -> str:
    """Return the strong entity tag of one form (RFC 9110, section 8.8.3: each coding has its own)."""
    return f'"{tag}-{coding}"' if coding else f'"{tag}"'


def tag_of(etag: str) -> str:
    """Return the tag of the body of which an entity tag names a form."""
    return etag.strip('"').partition("-")[0]


class Body:
    """The bytes of one answer, as they are and coded; coded forms are made when first asked for.

    Attributes:
        plain: The bytes as they are.
        tag: What tells this answer from every other; with the coding it is the strong entity tag.
    """

    __slots__ = ("_coded", "_grown", "plain", "tag")

    def __init__(self, plain: bytes, tag: str | None = None) -> None:
        """Take the bytes, and what decides them where that is known without them."""
        self.plain = plain
        self.tag = tag or hashlib.sha256(plain).hexdigest()[:24]
        self._coded: dict[str, bytes] = {}
        self._grown: Callable[[str], None] | None = None

    def coded(self, coding: str | None) -> bytes:
        """Return the bytes in a coding."""
        if coding is None:
            return self.plain
        if coding not in self._coded:
            self._coded[coding] = CODINGS[coding](self.plain)
            if self._grown is not None:
                self._grown(self.tag)
        return self._coded[coding]

    def tell(self, grown: Callable[[str], None] | None) -> None:
        """Set who is told the tag when the body takes more bytes than before; None is nobody."""
        self._grown = grown

    @property
    def worth_coding(self) -> bool:
        """Whether coding saves anything."""
        return len(self.plain) >= LEAST

    @property
    def size(self) -> int:
        """Bytes that it takes, all forms together."""
        return BODY_BYTES + len(self.plain) + sum(map(len, self._coded.values()))


@attrs.define
class _Kept(Generic[R]):
    """A body with the replies that were made of it, and the bytes for which they all count."""

    body: Body
    replies: OrderedDict[Key, tuple[R, int]] = attrs.field(factory=OrderedDict)
    charged: int = 0


class Bodies(Generic[R]):
    """Bodies by their tags, and replies made of them by what was asked, word for word.

    Those that nobody asked for longest go when there are too many bytes, each with its replies.
    For one thread: nothing here waits.
    """

    def __init__(self, most: int = MOST_BYTES, noted: Callable[[str], None] = lambda _outcome: None) -> None:
        """Take the number of bytes to keep, and who is told of every `hit`, `miss` and answer `dropped`."""
        self._most = most
        self._noted = noted
        self._kept: OrderedDict[str, _Kept[R]] = OrderedDict()
        self._asked: dict[Key, tuple[str, R]] = {}
        self._size = 0

    def get(self, tag: str, make: Callable[[], Body]) -> Body:
        """Return the body kept under a tag, made now if it is not there."""
        found = self._kept.get(tag)
        if found is not None:
            self._kept.move_to_end(tag)
            self._noted("hit")
            return found.body
        self._noted("miss")
        made = make()
        if made.size <= self._most // LARGEST_SHARE:
            self._kept[tag] = _Kept(made)
            made.tell(self._settle)
            self._settle(tag)
        return made

    def reply_to(self, key: Key) -> R | None:
        """Return the reply that is kept for a request, word for word."""
        found = self._asked.get(key)
        if found is None:
            return None
        self._kept.move_to_end(found[0])
        self._noted("hit")
        return found[1]

    def keep_reply(self, key: Key, tag: str, reply: R, size: int) -> None:
        """Keep a reply of some bytes, which do not count those of the body, as long as the body is kept."""
        kept = self._kept.get(tag)
        if kept is None or key in self._asked:
            return
        if len(kept.replies) >= MOST_REPLIES:
            oldest, _ = kept.replies.popitem(last=False)
            del self._asked[oldest]
        kept.replies[key] = (reply, REPLY_BYTES + size)
        self._asked[key] = (tag, reply)
        self._settle(tag)

    def forget_replies(self) -> None:
        """Forget what was replied, but not the bodies."""
        self._asked.clear()
        for tag, kept in list(self._kept.items()):
            kept.replies.clear()
            self._settle(tag)

    @property
    def size(self) -> int:
        """Bytes that all take together."""
        return self._size

    @property
    def is_half_full(self) -> bool:
        """Whether no more than as much again can be kept."""
        return self._size > self._most // 2

    def _settle(self, tag: str) -> None:
        """Count one body anew, and let others go until all fit."""
        kept = self._kept[tag]
        charged = kept.body.size + sum(size for _, size in kept.replies.values())
        self._size += charged - kept.charged
        kept.charged = charged
        while self._size > self._most:
            self._drop(next(iter(self._kept)))

    def _drop(self, tag: str) -> None:
        gone = self._kept.pop(tag)
        gone.body.tell(None)
        self._noted("dropped")
        for key in gone.replies:
            del self._asked[key]
        self._size -= gone.charged


def bytes_of(pairs: Iterable[tuple[bytes, bytes]]) -> int:
    """Return what header fields take: each field is a tuple of two byte strings."""
    empty = sys.getsizeof(b"")
    return sum(sys.getsizeof((name, value)) + 2 * empty + len(name) + len(value) + 8 for name, value in pairs)
