"""Bytes of a POST -> checked messages: everything that JSON-RPC 2.0 asks before a method is looked at."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from attrs import frozen

from modeladvisor_server.mcp.failures import INVALID_REQUEST, PARSE_ERROR, ProtocolError, RequestId

MAX_BYTES = 256 * 1024
MAX_DEPTH = 100
MAX_BATCH = 16


@frozen
class Request:
    """A request that wants an answer.

    Attributes:
        id: the client's number or name for it.
        method: the method asked for, known or not.
        params: its parameters; empty if absent or null, None if they were an array or a scalar.
    """

    id: RequestId
    method: str
    params: Mapping[str, object] | None


@frozen
class Notification:
    """A message with a method and without an id: never answered.

    Attributes:
        method: the method named.
    """

    method: str


@frozen
class Response:
    """An answer that the client posted, though this server asks nothing."""


@frozen
class Malformed:
    """A message that is none of the others.

    Attributes:
        reason: what is wrong with it.
        id: its id, where that at least is one.
    """

    reason: str
    id: RequestId | None = None


Message = Request | Notification | Response | Malformed


@frozen
class Body:
    """What one POST carried.

    Attributes:
        messages: in the order they came; at least one.
        is_batch: whether they came as an array.
    """

    messages: tuple[Message, ...]
    is_batch: bool


def parse(raw: bytes) -> Body:
    """Read the body of a POST.

    Raises ProtocolError -32700 for what is not JSON in UTF-8 (RFC 8259: no NaN, no lone surrogate) or is
    nested deeper than 100 levels or holds a number that cannot be kept, and -32600 for an array of no
    messages or of more than 16.
    """
    document = _decode(raw)
    if not isinstance(document, list):
        return Body((_message(document),), is_batch=False)
    if not document:
        # JSON-RPC 2.0, section 6: an array without elements is answered by a single error object.
        raise ProtocolError(INVALID_REQUEST, "A batch holds at least one message.")
    if len(document) > MAX_BATCH:
        count = len(document)
        raise ProtocolError(INVALID_REQUEST, f"A batch holds at most {MAX_BATCH} messages, not {count}.")
    return Body(tuple(_message(element) for element in document), is_batch=True)


def _decode(raw: bytes) -> object:
    try:
        document: object = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise ProtocolError(PARSE_ERROR, "The body is not JSON in UTF-8.") from None
    # Nothing can be nested deeper than it has opening brackets, so the walk is for suspicious bodies only.
    if raw.count(b"[") + raw.count(b"{") > MAX_DEPTH and _is_too_deep(document):
        raise ProtocolError(PARSE_ERROR, f"The body is nested deeper than {MAX_DEPTH} levels.")
    return document


def _is_too_deep(document: object) -> bool:
    level = [document]
    for _ in range(MAX_DEPTH):
        level = [child for node in level for child in _children(node)]
        if not level:
            return False
    return any(isinstance(node, dict | list) for node in level)


def _children(node: object) -> list[object]:
    if isinstance(node, dict):
        return list(node.values())
    return node if isinstance(node, list) else []


def _message(value: object) -> Message:
    if not isinstance(value, dict):
        return Malformed("A message is a JSON object.")
    given_id: object = value.get("id")
    # The check of `type` keeps booleans out, which Python counts as integers.
    readable_id = given_id if isinstance(given_id, str | int) and type(given_id) is not bool else None
    if value.get("jsonrpc") != "2.0":
        return Malformed('The member "jsonrpc" must be "2.0".', readable_id)
    if "method" not in value and ("result" in value) != ("error" in value):
        return Response()
    method = value.get("method")
    if not isinstance(method, str):
        return Malformed('The member "method" must be a string.', readable_id)
    if "id" not in value:
        return Notification(method)
    if readable_id is None:
        # MCP (Base protocol, Requests) is stricter than JSON-RPC: no null, no fractions.
        return Malformed('The member "id" must be a string or an integer.')
    return Request(readable_id, method, _params(value.get("params")))


def _params(value: object) -> Mapping[str, object] | None:
    if value is None:
        return {}
    return value if isinstance(value, dict) else None
