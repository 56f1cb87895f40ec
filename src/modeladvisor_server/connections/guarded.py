"""What one connection may cost: uvicorn's HTTP protocol with limits on the size of a request and on time.

uvicorn knows no such limits: a head of a megabyte passes, and a connection that is idle, sends a byte now and then,
or never reads its answer stays open for ever.
Nor does it care who else reads a request on its way: what two could read in two ways is refused here.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, ClassVar

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from modeladvisor_server.connections.crowds import Crowd, reset
from modeladvisor_server.connections.heads import body_marks, is_sound
from modeladvisor_server.connections.refusals import Refusals

if TYPE_CHECKING:
    from uvicorn._types import ASGI3Application

LONGEST_URL = 8_192
"""Bytes of a request line's address; more is 414 (RFC 9110, section 15.5.15)."""
LARGEST_HEAD = 16_384
"""Bytes of all header fields together; more is 431 (RFC 6585, section 5)."""
MOST_HEADERS = 100
LARGEST_BODY = 1024 * 1024
"""Bytes of a body as they come, with the marks of its chunks; more is 413. What is asked may allow less."""
MOST_PIPELINED = 100
"""Requests that may wait behind one that is being answered; a connection that sends more is cut off."""
HEAD_SECONDS = 10.0
"""From the opening of a connection, or the first byte of a further request, to the end of its head."""
BODY_SECONDS = 20.0
"""From the end of a head to the end of its body."""
WRITE_SECONDS = 30.0
"""How long a client may leave an answer unread, and how long closing may take."""
LINGER_SECONDS = 2.0
"""How long what a refused client still sends is read and thrown away."""


class _RefusedError(Exception):
    """Raised inside the parser, which then stops reading."""


class GuardedProtocol(HttpToolsProtocol):
    """One connection, refused or closed where it costs more than an honest one does."""

    crowd: ClassVar[Crowd] = Crowd()
    refusals: ClassVar[Refusals] = Refusals()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Take what uvicorn gives its own protocol."""
        super().__init__(*args, **kwargs)
        self._status = 400  # what the parser's next complaint means
        self._refused = False
        self._owed: int | None = None  # a refusal that waits for the answers before it
        self._in_head, self._in_body = True, False
        self._started = self._gone = False
        self._running: RequestResponseCycle | None = None
        self._muted = False  # while the parser is told what body comes after a head with an upgrade
        self._marks = b""
        self._raw = self._url_bytes = self._header_bytes = 0
        self._timed: str | None = None
        self._deadline: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Give a new connection the time of one head."""
        super().connection_made(transport)
        self._within(HEAD_SECONDS)
        self._timed = "head"
        self.crowd.enter(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Let all timers go."""
        self._gone = True
        self.crowd.leave(self)
        self._within(None)
        self._read_again()
        self._unset_keepalive_if_required()
        super().connection_lost(exc)

    @property
    def is_waited_for(self) -> bool:
        """Whether nothing is being answered: the client has to send something first."""
        return not self._is_busy() or (self._running is self.cycle and self.cycle.more_body)

    def _is_busy(self) -> bool:
        running = self._running
        return running is not None and not (running.response_complete or running.disconnected)

    def drop(self) -> None:
        """Close at once, without a word."""
        if not self._gone:
            reset(self.transport)

    def _within(self, seconds: float | None) -> None:
        """Set the time by which the client has to have sent what it began; None is no deadline."""
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = None if seconds is None else self.loop.call_later(seconds, self._late)

    def _time(self) -> None:
        """Give the part of a message that is still coming its time, once; further bytes of it bring no more."""
        if self._in_body:
            part = "body"
        elif self._started or self._timed == "head":
            part = "head"
        else:
            part = "none"
        if part != self._timed:
            self._timed = part
            self._within({"head": HEAD_SECONDS, "body": BODY_SECONDS, "none": None}[part])

    def _late(self) -> None:
        self._deadline = None
        if self.transport.is_closing():
            return
        if self._started and not self._answered_early():
            self._refuse(408)
        else:
            self._close()

    def _answered_early(self) -> bool:
        """Whether what is being sent has its answer already, as a refused method has before its body came."""
        return self._in_body and bool(self.cycle.response_started)

    def pause_writing(self) -> None:
        """Wait for a client that does not read, but not for ever."""
        super().pause_writing()
        if self._unread is None:
            self._unread = self.loop.call_later(WRITE_SECONDS, self.drop)

    def resume_writing(self) -> None:
        """Go on with a client that reads again."""
        super().resume_writing()
        self._read_again()

    def _read_again(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def timeout_keep_alive_handler(self) -> None:
        """Close a connection on which nothing more was asked."""
        if not self.transport.is_closing():
            self._close()

    def _close(self) -> None:
        """Close, and do not wait for ever until the client has read what is left."""
        self.transport.close()
        self.loop.call_later(WRITE_SECONDS, self.drop)

    def data_received(self, data: bytes) -> None:
        """Read on, as long as the request keeps to its limits."""
        if self._refused or self.transport.is_closing():
            return
        self._raw += len(data)
        self._feed(data)
        if self._in_body:
            self.crowd.upload(self, len(data))
        if self._refused or self.transport.is_closing():
            return
        # A field that never ends, and the marks of chunks, reach no callback: their bytes are counted as they came.
        if self._in_head and self._raw > LONGEST_URL + 2 * LARGEST_HEAD:
            self._refuse(414 if not self._url_bytes or not self._header_bytes else 431)
        elif self._in_body and self._raw > LARGEST_BODY:
            self._refuse(413)
        else:
            self._time()

    def _feed(self, data: bytes) -> None:
        while data and not self._refused:
            try:
                self.parser.feed_data(data)
            except httptools.HttpParserUpgrade as upgrade:
                # Nothing else is spoken here: "A server MAY ignore a received Upgrade header field" (RFC 9110,
                # section 7.8). The parser takes the rest for another protocol; it is the body, or a next request.
                data = data[upgrade.args[0] :]
                self._resume()
            except httptools.HttpParserError:
                self._refuse(self._status)
            else:
                return

    def _resume(self) -> None:
        if self._marks:
            self.parser = httptools.HttpRequestParser(self)
            self._muted = True
            self.parser.feed_data(self._marks)
            self._muted, self._marks = False, b""

    def on_message_begin(self) -> None:
        """Begin a head."""
        if self._muted:
            return
        self._unset_keepalive_if_required()
        super().on_message_begin()
        self._in_head = self._started = True
        self._url_bytes = self._header_bytes = 0

    def on_url(self, url: bytes) -> None:
        """Take a piece of the address."""
        if self._muted:
            return
        self._url_bytes += len(url)
        if self._url_bytes > LONGEST_URL:
            self._status = 414
            raise _RefusedError
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take one header field; those after a body are counted and ignored."""
        if self._muted:
            return
        self._header_bytes += len(name) + len(value) + 4
        if self._header_bytes > LARGEST_HEAD or len(self.headers) >= MOST_HEADERS:
            self._status = 431
            raise _RefusedError
        # "the recipient MUST NOT merge a trailer field into the header section" unless it knows that this is
        # safe (RFC 9110, section 6.5.1): a Host or a forwarded address there would pass every guard.
        if self._in_head:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Hand the request on, unless it could be read in two ways."""
        if self._muted:
            return
        if not is_sound(self.parser.get_http_version(), self.url, self.headers):
            raise _RefusedError
        if not self._has_room():
            self.drop()
            raise _RefusedError
        self._unset_keepalive_if_required()
        self._raw = 0
        if self.parser.should_upgrade():
            self._marks = body_marks(self.headers)
        super().on_headers_complete()
        self._in_head, self._in_body = False, True
        self._timed = None  # what comes next has a time of its own

    def _has_room(self) -> bool:
        return len(self.pipeline) < MOST_PIPELINED

    def on_message_complete(self) -> None:
        """Wait for nothing more from the client."""
        if self._marks:  # the parser skipped a body that is still to come
            return
        self._in_head, self._in_body, self._started = True, False, False
        self._raw = 0
        self.crowd.uploaded(self)
        super().on_message_complete()

    def _refuse(self, status: int) -> None:
        """Read no more, answer what was asked before, then refuse."""
        self._refused = True
        self._within(None)
        self.crowd.uploaded(self)
        if self.transport.is_closing():
            return
        if self._in_body and not self._forget():
            self._close()
        elif self.pipeline or self._is_busy():
            self._owed = status
        else:
            self._say(status)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    def _forget(self) -> bool:
        """Drop the request whose body is wrong; False if it is being answered already."""
        broken = self.cycle
        if broken.response_started:
            return False
        for waiting in self.pipeline:
            if waiting[0] is broken:
                self.pipeline.remove(waiting)
                break
        broken.disconnected = True
        broken.message_event.set()
        return True

    def on_response_complete(self) -> None:
        """Go on with what waits, and refuse at last what had to wait for the answers before it."""
        self.crowd.progress(self)
        is_last = not self.pipeline
        super().on_response_complete()
        if self._owed is not None and is_last and not self.transport.is_closing():
            self._unset_keepalive_if_required()
            self._say(self._owed)

    def _say(self, status: int) -> None:
        self.transport.write(self.refusals.message(status))
        # Closing with bytes unread resets the connection, and the client never sees why (RFC 9112, section 9.6):
        # so only our half is closed, and what still comes is thrown away for a while.
        self.transport.write_eof()
        self.loop.call_later(LINGER_SECONDS, self.transport.abort)
