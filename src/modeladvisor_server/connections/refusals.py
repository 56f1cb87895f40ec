"""What a connection says before it closes, where no resource can answer: a problem like every other."""

from __future__ import annotations

import http
from collections.abc import Callable

import attrs
import msgspec

from modeladvisor_server.problems import CODES, problem

_DETAILS = {
    "bad-request": "These bytes are no request that can be read in one way only.",
    "request-timeout": "The request did not arrive in time.",
    "content-too-large": "The body is too large.",
    "uri-too-long": "The address is too long.",
    "headers-too-large": "The header fields are too large or too many.",
}


def _message(code: str, detail: str) -> bytes:
    status = http.HTTPStatus(CODES[code].status)
    body = msgspec.json.encode(problem(code, detail, "/"))
    head = (
        f"HTTP/1.1 {status.value} {status.phrase}\r\ncontent-type: application/problem+json\r\n"
        f"content-length: {len(body)}\r\ncache-control: no-store\r\nx-content-type-options: nosniff\r\n"
        "access-control-allow-origin: *\r\nconnection: close\r\n\r\n"
    )
    return head.encode() + body


_MESSAGES = {CODES[code].status: _message(code, detail) for code, detail in _DETAILS.items()}


@attrs.define
class Refusals:
    """The messages of refusals, and who counts them.

    Attributes:
        told: Is told the status of each: no application sees these requests.
    """

    told: Callable[[int], None] = lambda _status: None

    def message(self, status: int) -> bytes:
        """Return the whole message of a refusal with 400, 408, 413, 414 or 431, made once."""
        self.told(status)
        return _MESSAGES[status]
