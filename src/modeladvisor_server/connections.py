"""What one connection may cost: uvicorn's HTTP protocol with limits on the head of a request and on time.

uvicorn knows no such limits: a head of a megabyte passes, and a connection that is idle, sends a byte now and then,
or never reads its answer stays open for ever.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

LONGEST_URL = 8_192
"""Bytes of a request line's address; more is 414 (RFC 9110, section 15.5.15)."""
LARGEST_HEAD = 16_384
"""Bytes of all header fields together; more is 431 (RFC 6585, section 5)."""
MOST_HEADERS = 100
HEAD_SECONDS = 10.0
"""From the opening of a connection, or the first byte of a further request, to the end of its head."""
BODY_SECONDS = 20.0
"""From the end of a head to the end of its body."""
WRITE_SECONDS = 30.0
"""How long a client may leave an answer unread, and how long closing may take."""
LINGER_SECONDS = 2.0
"""How long what a refused client still sends is read and thrown away."""
_REASONS = {
    400: "Invalid HTTP request received.",
    408: "The request did not arrive in time.",
    414: "The address is too long.",
    431: "The header fields are too large.",
}
_PHRASES = {
    400: "Bad Request",
    408: "Request Timeout",
    414: "URI Too Long",
    431: "Request Header Fields Too Large",
}


class _TooLargeError(Exception):
    """Raised inside the parser, which then stops reading."""


class GuardedProtocol(HttpToolsProtocol):
    """One connection, refused or closed where it costs more than an honest one does."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Take what uvicorn gives its own protocol."""
        super().__init__(*args, **kwargs)
        self._refusal, self._refused = 400, False
        self._in_head = True
        self._started = False
        self._raw = self._url_bytes = self._header_bytes = 0
        self._deadline: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None

    # --- time ---

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Give a new connection the time of one head."""
        super().connection_made(transport)
        self._within(HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """Let all timers go."""
        self._within(None)
        self._read_again()
        super().connection_lost(exc)

    def _within(self, seconds: float | None) -> None:
        """Set the time by which the client has to have sent what it began; None is no deadline."""
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = None if seconds is None else self.loop.call_later(seconds, self._late)

    def _late(self) -> None:
        self._deadline = None
        if self.transport.is_closing():
            return
        if self._started:
            self._refuse(408)
        else:
            self._close()

    def pause_writing(self) -> None:
        """Wait for a client that does not read, but not for ever."""
        super().pause_writing()
        if self._unread is None:
            self._unread = self.loop.call_later(WRITE_SECONDS, self.transport.abort)

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
        self.loop.call_later(WRITE_SECONDS, self.transport.abort)

    # --- size ---

    def data_received(self, data: bytes) -> None:
        """Read on, as long as the head of the request keeps to its limits."""
        if self._refused or self.transport.is_closing():
            return
        self._started = True
        self._raw += len(data)
        super().data_received(data)
        # A field that never ends reaches no callback: its bytes are counted as they came.
        if self._in_head and self._raw > LONGEST_URL + 2 * LARGEST_HEAD and not self._refused:
            self._refuse(414 if not self._url_bytes or not self._header_bytes else 431)

    def on_message_begin(self) -> None:
        """Begin a head."""
        super().on_message_begin()
        self._in_head = True
        self._url_bytes = self._header_bytes = 0
        self._within(HEAD_SECONDS)

    def on_url(self, url: bytes) -> None:
        """Take a piece of the address."""
        self._url_bytes += len(url)
        if self._url_bytes > LONGEST_URL:
            self._refusal = 414
            raise _TooLargeError
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take one header field."""
        self._header_bytes += len(name) + len(value) + 4
        if self._header_bytes > LARGEST_HEAD or len(self.headers) >= MOST_HEADERS:
            self._refusal = 431
            raise _TooLargeError
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Hand the request on, and give its body its time."""
        self._in_head = False
        self._raw = 0
        self._within(BODY_SECONDS)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Wait for nothing more from the client."""
        self._within(None)
        self._in_head, self._started = True, False
        self._raw = 0  # the bytes of the body do not count as a head that goes on
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        """Refuse what the parser could not read, or would not read on."""
        del msg
        self._refuse(self._refusal)

    def _refuse(self, status: int) -> None:
        self._refusal = status
        self._within(None)
        text = _REASONS[status].encode()
        head = (
            f"HTTP/1.1 {status} {_PHRASES[status]}\r\ncontent-type: text/plain; charset=utf-8\r\n"
            f"content-length: {len(text)}\r\ncache-control: no-store\r\nconnection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + text)
        # Closing with bytes unread resets the connection, and the client never sees why (RFC 9112, section 9.6):
        # so only our half is closed, and what still comes is thrown away for a while.
        self._refused = True
        self.transport.write_eof()
        self.loop.call_later(LINGER_SECONDS, self.transport.abort)
