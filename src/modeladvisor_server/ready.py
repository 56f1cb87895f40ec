"""Replies that were given before, sent again word for word before anything is routed.

The application says everything once; what it says of an answer that anybody may keep is kept here too, and the same
request gets the same reply.
What has to happen for each request, counting it and looking at the host that it names, happens here as well;
where one of them refuses, the application refuses again and says so in its own words.
What has to see every request (a log, metrics) stands outside of this.
"""

from __future__ import annotations

import datetime
from collections.abc import Awaitable, Callable, Mapping, Sequence
from http import HTTPStatus
from typing import Any, Generic, NamedTuple, TypeVar

from modeladvisor_server.rest.answering import takes_json
from modeladvisor_server.rest.bodies import Bodies, bytes_of, tag_of
from modeladvisor_server.rest.codings import coding_for

Message = dict[str, Any]
Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Message], Awaitable[None]]
AsgiApplication = Callable[[Scope, Receive, Send], Awaitable[None]]

A = TypeVar("A", bound=AsgiApplication)
T = TypeVar("T")

READ_AT = "modeladvisor.read_at"
"""Where the scope of a request may have the time, by `time.perf_counter`, at which its turn came: its head was read,
and what the connection had asked before was answered."""
LONGEST_FIELD = 300
"""Characters of a header field that are part of a key; a request with a longer one is answered without memory."""
MOST_FIELDS = 512
"""Different header fields of which it is remembered what they mean."""
Key = tuple[str, bytes, str | None, bytes, bool]
"""Path, query, coding, If-None-Match, and whether it is HEAD: all that decides a reply that may be kept."""


class Reply(NamedTuple):
    """A reply as it goes out.

    Attributes:
        start: Status and header fields.
        body: The bytes, none of them for HEAD and 304.
        head: Status line and header fields as HTTP/1.1 writes them, but for the empty line at the end.
    """

    start: Message
    body: Message
    head: bytes


class _Asked(NamedTuple):
    """What decides the reply to a request, and the host that it names."""

    key: Key
    host: bytes | None


class ReadyReplies(Generic[A]):
    """An ASGI application in front of another one: it sends again what may be kept, and asks for the rest."""

    def __init__(
        self,
        app: A,
        bodies: Bodies[Reply],
        *,
        today: Callable[[], datetime.date],
        admits: Callable[[Scope], Awaitable[bool]],
        admit_at_once: Callable[[Sequence[Scope]], Sequence[bool]],
        allows_host: Callable[[str | None], bool],
    ) -> None:
        """Take what is asked, and where replies are kept.

        Args:
            app: What answers a request for the first time.
            bodies: Where bodies and the replies made of them are kept.
            today: The day; replies of another day are not sent again.
            admits: Counts a request and says whether it may be answered; a refused one must not be counted.
            admit_at_once: The same of many without waiting; also False, and nothing counted, where that cannot be.
            allows_host: Whether a Host field names this server.
        """
        self.app = app
        self._bodies = bodies
        self._today = today
        self._day = today()
        self._admits = admits
        self._admit_at_once = admit_at_once
        self._allows_host = _remembered(allows_host)
        self._coding_for = _remembered(coding_for)
        self._takes_json = _remembered(takes_json)

    @property
    def kept_bytes(self) -> int:
        """Bytes of all that is kept of answers."""
        return self._bodies.size

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, from memory where that can be."""
        asked = self._read(scope)
        if asked is None:
            await self.app(scope, receive, send)
            return
        reply = self._bodies.reply_to(asked.key)
        if reply is None:
            await self.app(scope, receive, _Listener(send, self._bodies, asked.key).send)
        elif self._allows_host(asked.host) and await self._admits(scope):
            await send(reply.start)
            await send(reply.body)
        else:
            await self.app(scope, receive, send)

    def replies_at_once(self, scopes: Sequence[Scope]) -> list[Reply | None]:
        """Return the replies to those requests that can be answered without waiting for anything, and count them."""
        replies = [self._kept(scope) for scope in scopes]
        found = [at for at, reply in enumerate(replies) if reply is not None]
        admitted = self._admit_at_once([scopes[at] for at in found])
        for at, is_admitted in zip(found, admitted, strict=True):
            if not is_admitted:
                replies[at] = None
        return replies

    def _kept(self, scope: Scope) -> Reply | None:
        asked = self._read(scope)
        if asked is None or not self._allows_host(asked.host):
            return None
        return self._bodies.reply_to(asked.key)

    def _read(self, scope: Scope) -> _Asked | None:
        """Return what decides a reply; None for what is never sent again."""
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
            return None
        host: bytes | None = None
        accepts: bytes | None = None
        form: bytes | None = None
        held = b""
        fields = scope["headers"]
        if type(fields) is not list or (fields and type(fields[0]) is not tuple):
            # ASGI promises something to iterate over, perhaps once.
            fields = scope["headers"] = [(name, value) for name, value in fields]
        for name, value in fields:
            if name == b"host":
                host = value
            elif name == b"accept-encoding":
                accepts = value if accepts is None else accepts + b"," + value
            elif name == b"accept":
                form = value if form is None else form + b"," + value
            elif name == b"if-none-match":
                held = held + b"," + value if held else value
        if len(held) > LONGEST_FIELD or not self._takes_json(form):
            return None
        if self._today() != self._day:
            self._bodies.forget_replies()
            self._day = self._today()
        coding = self._coding_for(accepts)
        key = (scope["path"], scope["query_string"], coding, held, scope["method"] == "HEAD")
        return _Asked(key, host)


class _Listener:
    """Passes messages on, and keeps a reply that everybody may have."""

    def __init__(self, send: Send, bodies: Bodies[Reply], key: Key) -> None:
        self._send = send
        self._bodies = bodies
        self._key = key
        self._start: Message | None = None

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._start = message
        elif message["type"] == "http.response.body" and self._start is not None:
            start, self._start = self._start, None
            if not message.get("more_body"):
                await self._send(message)  # first, so that nothing is kept that the server would not send
                self._keep(start, message)
                return
        await self._send(message)

    def _keep(self, start: Message, body: Message) -> None:
        headers = [(bytes(name), bytes(value)) for name, value in start["headers"]]
        fields = dict(headers)
        if start["status"] not in (200, 304) or not fields.get(b"cache-control", b"").startswith(b"public"):
            return
        # Whatever else it may vary by is no part of the key.
        if fields.get(b"vary") != b"Accept-Encoding" or b"etag" not in fields:
            return
        if self._key[3] and start["status"] != 304:
            return  # there are more tags that nobody holds than could be kept
        path, query, _, held, _ = self._key
        status = HTTPStatus(start["status"])
        head = b"HTTP/1.1 %d %s\r\n" % (status, status.phrase.encode())
        head += b"".join(b"%s: %s\r\n" % field for field in headers)
        size = 4 * len(path) + len(query) + len(held) + bytes_of(headers) + len(head)
        reply = Reply({**start, "headers": headers}, body, head)
        self._bodies.keep_reply(self._key, tag_of(fields[b"etag"].decode("latin-1")), reply, size)


def _remembered(work_out: Callable[[str | None], T]) -> Callable[[bytes | None], T]:
    """Return a function that works out what a field means once, for a bounded number of short fields."""
    found: dict[bytes | None, T] = {}

    def look_up(field: bytes | None) -> T:
        try:
            return found[field]
        except KeyError:
            meant = work_out(None if field is None else field.decode("latin-1"))
        if field is None or len(field) <= LONGEST_FIELD:
            if len(found) >= MOST_FIELDS:
                found.clear()
            found[field] = meant
        return meant

    return look_up
