"""What the head of a request must be, beyond what the parser checks: one host, one way to tell where it ends."""

from __future__ import annotations

from collections.abc import Sequence

from httptools import parse_url

Headers = Sequence[tuple[bytes, bytes]]
"""Names in lower case, and values."""


def is_sound(version: str, url: bytes, headers: Headers) -> bool:
    """Return whether all who read this head on its way read the same request.

    The parser has already refused what contradicts itself, such as a length beside chunks.
    """
    hosts = codings = 0
    host = b""
    for name, value in headers:
        if name == b"host":
            hosts += 1
            host = value
        elif name == b"transfer-encoding":
            codings += 1
            if value.strip().lower() != b"chunked":
                return False
    if version == "1.1":
        # "A server MUST respond with a 400 (Bad Request) status code to any HTTP/1.1 request message that lacks
        # a Host header field and to any request message that contains more than one" (RFC 9112, section 3.2)
        framed = hosts == 1
    elif version == "1.0":
        # "A server or client that receives an HTTP/1.0 message containing a Transfer-Encoding header field MUST
        # treat the message as if the framing is faulty" (RFC 9112, section 6.1)
        framed = hosts <= 1 and not codings
    else:  # the parser reads 0.9 and 2.0 too, which nobody can answer in their own form here
        return False
    return framed and (url[:1] in (b"/", b"*") or _names_host(url, host))


def _names_host(url: bytes, host: bytes) -> bool:
    """Return whether an absolute address names the same host as the header: some read the one, some the other."""
    parts = parse_url(url)
    if parts.host is None:
        return False
    named = b"[" + parts.host + b"]" if b":" in parts.host else parts.host
    port = b"" if parts.port in (None, 80) else b":%d" % parts.port
    return host.strip().lower().removesuffix(b":80") == named.lower() + port


def body_marks(headers: Headers) -> bytes:
    """Return the head of a request that has the same body and nothing else; empty where there is no body."""
    for name, value in headers:
        if name == b"transfer-encoding" or (name == b"content-length" and value.strip(b" \t0")):
            return b"POST / HTTP/1.1\r\n" + name + b": " + value + b"\r\n\r\n"
    return b""
