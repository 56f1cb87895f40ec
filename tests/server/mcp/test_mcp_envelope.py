"""Bytes to checked messages: what JSON-RPC and MCP ask before a method is looked at."""

from __future__ import annotations

import json

import pytest
from bad_messages import MALFORMED, UNPARSABLE
from hypothesis import given, settings
from hypothesis import strategies as st
from mcp_fixtures import post, request

from modeladvisor_server.mcp.envelope import (
    MAX_BATCH,
    MAX_DEPTH,
    Body,
    Malformed,
    Message,
    Notification,
    Request,
    Response,
    parse,
)
from modeladvisor_server.mcp.failures import INVALID_REQUEST, PARSE_ERROR, ProtocolError


def single(raw: bytes) -> Message:
    """Parse a body that holds one message."""
    body = parse(raw)
    assert not body.is_batch
    (message,) = body.messages
    return message


@pytest.mark.parametrize("raw", UNPARSABLE.values(), ids=UNPARSABLE)
def test_what_is_no_json_is_a_parse_error(raw: bytes) -> None:
    """Row 16: a body that is not JSON in UTF-8 gets 400, -32700 and a null id."""
    with pytest.raises(ProtocolError) as caught:
        parse(raw)
    assert caught.value.code == PARSE_ERROR
    response = post(raw)
    assert response.status_code == 400
    assert response.json["error"]["code"] == PARSE_ERROR
    assert response.json["id"] is None


@pytest.mark.parametrize(("raw", "request_id"), MALFORMED.values(), ids=MALFORMED)
def test_what_is_no_message_is_an_invalid_request(raw: bytes, request_id: object) -> None:
    """Row 17: JSON that is no message gets 400 and -32600, with its id where that can be read."""
    assert isinstance(single(raw), Malformed)
    response = post(raw)
    assert response.status_code == 400
    assert response.json["error"]["code"] == INVALID_REQUEST
    assert response.json["id"] == request_id


@pytest.mark.parametrize("request_id", [0, -5, 2**70, 10**4299, "", "ü", "1"])
def test_ids_come_back_as_they_were(request_id: object) -> None:
    """Integers of any size and any strings are ids, and keep their type."""
    response = post(request("ping", request_id=request_id))
    assert response.json == {"jsonrpc": "2.0", "result": {}, "id": request_id}


@pytest.mark.parametrize("params", ["null", "{}"])
def test_null_params_are_no_params(params: str) -> None:
    """Row 7: `"params": null` is as good as none."""
    raw = f'{{"jsonrpc": "2.0", "id": 1, "method": "m", "params": {params}}}'.encode()
    assert single(raw) == single(b'{"jsonrpc": "2.0", "id": 1, "method": "m"}') == Request(1, "m", {})


@pytest.mark.parametrize("params", ["[]", "[1]", "5", '"x"', "false"])
def test_params_that_are_no_object_are_marked(params: str) -> None:
    """Row 18: parameters by position or as a scalar are kept out, and the request stays answerable."""
    raw = f'{{"jsonrpc": "2.0", "id": 1, "method": "m", "params": {params}}}'.encode()
    assert single(raw) == Request(1, "m", None)


def test_messages_without_id_are_notifications() -> None:
    """Row 4: whatever names a method and has no id is a notification, even with odd parameters."""
    assert single(b'{"jsonrpc": "2.0", "method": "tools/call", "params": [1]}') == Notification("tools/call")


@pytest.mark.parametrize("member", ['"result": {}', '"error": {"code": 1, "message": "m"}'])
def test_posted_answers_are_recognized(member: str) -> None:
    """Row 5: a posted result or error is a response, whatever its id."""
    for request_id in ("1", "null"):
        assert single(f'{{"jsonrpc": "2.0", "id": {request_id}, {member}}}'.encode()) == Response()


def test_nesting_up_to_the_limit_is_read() -> None:
    """A hundred levels are fine, and many brackets side by side are not depth."""
    assert isinstance(single(b'{"a":' * MAX_DEPTH + b"1" + b"}" * MAX_DEPTH), Malformed)
    assert isinstance(single(b'{"b":[],"a":' * (MAX_DEPTH - 1) + b"{}" + b"}" * (MAX_DEPTH - 1)), Malformed)
    wide = json.dumps(request("m", {"list": [[] for _ in range(1000)], "text": "[" * 1000}))
    assert isinstance(single(wide.encode()), Request)


def test_batches_hold_one_to_sixteen_messages() -> None:
    """Row 21: an empty array and one of seventeen are one error each, sixteen are fine."""
    for raw in (b"[]", json.dumps([request("ping")] * (MAX_BATCH + 1)).encode()):
        with pytest.raises(ProtocolError) as caught:
            parse(raw)
        assert caught.value.code == INVALID_REQUEST
    assert parse(json.dumps([request("m")] * MAX_BATCH).encode()) == Body((Request(1, "m", {}),) * 16, True)


def test_bad_elements_do_not_spoil_a_batch() -> None:
    """Each element of a batch is judged alone."""
    messages = parse(b'[5, [], {"jsonrpc": "2.0", "id": 1, "method": "m"}]').messages
    assert [type(message) for message in messages] == [Malformed, Malformed, Request]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@settings(deadline=None)
@given(value=json_values)
def test_any_json_is_understood_or_refused(value: object) -> None:
    """Every JSON document becomes messages or a ProtocolError; nothing else is ever raised."""
    raw = json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")
    code = None
    try:
        body = parse(raw)
    except ProtocolError as error:
        code = error.code
    else:
        assert body.is_batch == isinstance(value, list)
    assert code in (None, PARSE_ERROR, INVALID_REQUEST)
