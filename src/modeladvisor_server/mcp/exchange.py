"""One POST: checked messages and routing headers in, HTTP status and JSON out."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import msgspec
from attrs import frozen

from modeladvisor_server.mcp.envelope import Body, Malformed, Message, Notification, Request, Response
from modeladvisor_server.mcp.failures import (
    INVALID_REQUEST,
    MODERN_STATUS,
    ProtocolError,
    error_answer,
)
from modeladvisor_server.mcp.methods import MethodTable, answer
from modeladvisor_server.mcp.revisions import (
    MODERN_REVISION,
    Era,
    Repeated,
    RoutingHeaders,
    check_arguments,
    era_of,
    names_modern_version,
    unsupported,
)


@frozen
class Reply:
    """What goes back.

    Attributes:
        status: the HTTP status.
        body: JSON, or None where nothing may be said.
    """

    status: int
    body: bytes | None = None


def error_reply(status: int, code: int, message: str) -> Reply:
    """Give the reply to a POST that is refused as a whole, before any id could be read."""
    return Reply(status, msgspec.json.encode(error_answer(code, message)))


async def exchange(
    tables: Mapping[Era, MethodTable], body: Body, headers: RoutingHeaders, repeated: Repeated
) -> Reply:
    """Answer what one POST carried; other connections get their turn between the messages of a batch."""
    try:
        if body.is_batch:
            return await _answer_batch(tables[Era.LEGACY], body.messages, headers)
        return _answer_single(tables, body.messages[0], headers, repeated)
    except ProtocolError as error:
        # What is found out before a method is looked up goes out with 400 in every revision.
        document = error_answer(error.code, error.message, error.data, error.request_id)
        return Reply(400, msgspec.json.encode(document))


def _answer_single(
    tables: Mapping[Era, MethodTable], message: Message, headers: RoutingHeaders, repeated: Repeated
) -> Reply:
    if isinstance(message, Request):
        return _answer_request(tables, message, headers, repeated)
    if isinstance(message, Malformed):
        raise ProtocolError(INVALID_REQUEST, message.reason, request_id=message.id)
    if headers.names_unknown_version():
        # 2025-11-25, Transports, Protocol Version Header: asked of every POST, whatever it carries.
        raise unsupported(headers.version)
    if isinstance(message, Response) and headers.version == MODERN_REVISION:
        # 2026-07-28, Streamable HTTP, Sending Messages.
        raise ProtocolError(INVALID_REQUEST, f"Revision {MODERN_REVISION} has no responses from the client.")
    return Reply(202)


def _answer_request(
    tables: Mapping[Era, MethodTable], request: Request, headers: RoutingHeaders, repeated: Repeated
) -> Reply:
    try:
        era = era_of(request, headers)
        if era is Era.MODERN:
            check_arguments(request, headers, repeated)
    except ProtocolError as error:
        error.request_id = request.id
        raise
    document = answer(tables[era], request)
    return Reply(_status(era, document), msgspec.json.encode(document))


def _status(era: Era, document: Mapping[str, object]) -> int:
    error = document.get("error")
    if era is Era.LEGACY or not isinstance(error, dict):
        return 200
    return MODERN_STATUS.get(error["code"], 200)


async def _answer_batch(table: MethodTable, messages: tuple[Message, ...], headers: RoutingHeaders) -> Reply:
    if headers.names_unknown_version():
        raise unsupported(headers.version)
    if headers.version == MODERN_REVISION or any(_is_modern(message) for message in messages):
        # 2026-07-28, Streamable HTTP, Sending Messages: one message for each POST.
        raise ProtocolError(INVALID_REQUEST, f"Revision {MODERN_REVISION} has no batches.")
    answers = []
    for message in messages:
        if isinstance(message, Notification | Response):
            continue
        answers.append(_answer_element(table, message))
        await asyncio.sleep(0)
    return Reply(200, msgspec.json.encode(answers)) if answers else Reply(202)


def _is_modern(message: Message) -> bool:
    return isinstance(message, Request) and names_modern_version(message)


def _answer_element(table: MethodTable, message: Request | Malformed) -> dict[str, object]:
    if isinstance(message, Malformed):
        return error_answer(INVALID_REQUEST, message.reason, request_id=message.id)
    if message.method == "initialize":
        # 2025-03-26, Lifecycle, Initialization.
        return error_answer(INVALID_REQUEST, "initialize cannot be part of a batch.", request_id=message.id)
    return answer(table, message)
