"""The protocol's errors: their codes, the exception that carries one, and its JSON-RPC form."""

from __future__ import annotations

from collections.abc import Mapping

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603
RESOURCE_NOT_FOUND = -32002
"""Legacy revisions only; 2026-07-28 (Error Codes) forbids servers to send it."""
HEADER_MISMATCH = -32020
MISSING_CAPABILITY = -32021
UNSUPPORTED_VERSION = -32022

RequestId = str | int

MODERN_STATUS: Mapping[int, int] = {
    PARSE_ERROR: 400,
    INVALID_REQUEST: 400,
    INVALID_PARAMS: 400,
    HEADER_MISMATCH: 400,
    MISSING_CAPABILITY: 400,
    UNSUPPORTED_VERSION: 400,
    METHOD_NOT_FOUND: 404,
}
"""HTTP status of an error's code in revision 2026-07-28; a code that is not here goes out with 200.

Legacy revisions answer 200 to whatever reached a method.
"""


class ProtocolError(Exception):
    """Raised when a message breaks the protocol.

    Attributes:
        code: the JSON-RPC error code.
        message: one sentence for the person who debugs the client.
        data: the error's `data`, JSON-ready; None leaves it out.
        request_id: the id of the request, where one could be read.
    """

    def __init__(
        self,
        code: int,
        message: str,
        data: Mapping[str, object] | None = None,
        request_id: RequestId | None = None,
    ) -> None:
        """Keep the parts of the error."""
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data
        self.request_id = request_id


def error_answer(
    code: int, message: str, data: Mapping[str, object] | None = None, request_id: RequestId | None = None
) -> dict[str, object]:
    """Give the JSON-RPC error response, `id` null where no id could be read."""
    error: dict[str, object] = {"code": code, "message": message}
    if data is not None:
        error["data"] = data
    return {"jsonrpc": "2.0", "error": error, "id": request_id}


def shown(value: str, limit: int = 80) -> str:
    """Give what a client sent in quotes, cut to `limit` characters, for use in a message."""
    return repr(value if len(value) <= limit else value[:limit] + "...")
