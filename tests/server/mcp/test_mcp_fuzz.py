"""Whatever is posted, the answer is one of those that are written down."""

from __future__ import annotations

import json
import logging

from falcon import testing
from hypothesis import given, settings
from hypothesis import strategies as st
from mcp_fixtures import ALL_REVISIONS, BOTH, SECRET, modern_headers, modern_meta, post

from modeladvisor_server.mcp.revisions import CAPABILITIES_KEY, MODERN_REVISION, VERSION_KEY

logging.getLogger("modeladvisor_server.mcp").addHandler(logging.NullHandler())

METHODS = (
    "initialize",
    "ping",
    "server/discover",
    "tools/list",
    "tools/call",
    "resources/list",
    "resources/templates/list",
    "resources/read",
    "prompts/list",
    "prompts/get",
    "notifications/initialized",
    "nope",
)
CODES = {-32700, -32600, -32601, -32602, -32603, -32002, -32020, -32022}
REFUSALS = {406, 413, 415}
NEVER_SHOWN = (SECRET, "Traceback", "Error(", "object at 0x", "jsonrpcserver")

scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=20)
)
json_values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=15,
)
names = st.sampled_from(
    ["echo", "teach", "fail", "babble", "choose", "things://all", "things://one/apple", "x"]
)
versions = st.sampled_from([*ALL_REVISIONS, "2031-01-01", ""])
metas = st.fixed_dictionaries(
    {}, optional={VERSION_KEY: versions | json_values, CAPABILITIES_KEY: st.just({}) | json_values}
)
params = st.fixed_dictionaries(
    {},
    optional={
        "name": names | json_values,
        "uri": names | json_values,
        "cursor": json_values,
        "protocolVersion": versions | json_values,
        "arguments": json_values | st.dictionaries(st.sampled_from(["job", "colour"]), json_values),
        "_meta": metas | st.just(modern_meta()) | json_values,
    },
)
messages = st.fixed_dictionaries(
    {},
    optional={
        "jsonrpc": st.just("2.0") | st.just("2.0") | json_values,
        "id": st.integers() | st.text(max_size=5) | json_values,
        "method": st.sampled_from(METHODS) | json_values,
        "params": params | params | json_values,
        "result": json_values,
        "error": json_values,
    },
)
valid_requests = st.fixed_dictionaries(
    {"jsonrpc": st.just("2.0"), "id": st.integers(0, 9), "method": st.sampled_from(METHODS), "params": params}
)
header_texts = st.text(alphabet=st.characters(min_codepoint=0x20, max_codepoint=0x7E), max_size=20)
headers = st.fixed_dictionaries(
    {},
    optional={
        "MCP-Protocol-Version": versions | header_texts,
        "Mcp-Method": st.sampled_from(METHODS) | header_texts,
        "Mcp-Name": names | header_texts | header_texts.map(lambda text: f"=?base64?{text}?="),
        "Accept": st.sampled_from([BOTH, "text/event-stream", "*/*"]) | header_texts,
    },
)


def check(response: testing.Result) -> None:
    """Hold an answer against what is documented: its status, its form, its shape and its silence."""
    assert response.status_code in {200, 202, 400, 404, *REFUSALS}
    for text in NEVER_SHOWN:
        assert text not in response.text
    if response.status_code == 202:
        assert response.content == b""
        return
    document = read(response)
    if isinstance(document, list):
        assert response.status_code == 200
        assert 1 <= len(document) <= 16
    for answer in document if isinstance(document, list) else [document]:
        check_answer(answer, response.status_code)


def read(response: testing.Result) -> object:
    """Take the JSON out of an answer of either form."""
    text = response.text
    if response.headers["content-type"] == "text/event-stream":
        assert response.status_code == 200
        text = text.removeprefix("event: message\ndata: ").removesuffix("\n\n")
        assert "\n" not in text
    else:
        assert response.headers["content-type"] == "application/json"
    document: object = json.loads(text, parse_constant=refuse_constant)
    return document


def refuse_constant(name: str) -> None:
    """Fail on NaN and Infinity, which are no JSON."""
    raise AssertionError(name)


def check_answer(answer: object, status: int) -> None:
    """Hold one JSON-RPC response against its documented shape."""
    assert isinstance(answer, dict)
    assert answer["jsonrpc"] == "2.0"
    assert type(answer["id"]) in (int, str, type(None))
    if "result" in answer:
        assert answer.keys() == {"jsonrpc", "result", "id"}
        assert status == 200
        assert isinstance(answer["result"], dict)
        return
    assert answer.keys() == {"jsonrpc", "error", "id"}
    error = answer["error"]
    assert {"code", "message"} <= error.keys() <= {"code", "message", "data"}
    assert isinstance(error["message"], str)
    if status in REFUSALS:
        assert error["code"] == status
        return
    assert error["code"] in CODES
    if error["code"] == -32601:
        assert status in (200, 404)
    elif error["code"] in (-32020, -32022, -32700):
        assert status == 400


@settings(deadline=None)
@given(body=st.binary(max_size=200), headers=headers)
def test_any_bytes(body: bytes, headers: dict[str, str | None]) -> None:
    """Random bytes get a documented answer."""
    check(post(body, headers))


@settings(deadline=None)
@given(body=json_values, headers=headers)
def test_any_json(body: object, headers: dict[str, str | None]) -> None:
    """Random JSON gets a documented answer."""
    check(post(body, headers))


@settings(max_examples=300, deadline=None)
@given(body=messages | st.lists(messages, max_size=18), headers=headers)
def test_anything_like_a_message(body: object, headers: dict[str, str | None]) -> None:
    """Messages and batches with anything in their members get a documented answer."""
    check(post(body, headers))


@settings(max_examples=300, deadline=None)
@given(message=valid_requests, name=names)
def test_good_envelopes_of_the_new_era(message: dict[str, object], name: str) -> None:
    """Well-addressed modern requests always reach a method, or learn which header is wrong."""
    given_params = message["params"]
    assert isinstance(given_params, dict)
    body = {**message, "params": {**given_params, "name": name, "uri": name, "_meta": modern_meta()}}
    response = post(body, modern_headers(str(message["method"]), name))
    check(response)
    answer = response.json
    assert answer["id"] == message["id"]
    if "error" in answer:
        assert answer["error"]["code"] not in (-32020, -32022, -32600, -32700)
    else:
        assert answer["result"]["resultType"] == "complete"
    assert response.headers["content-type"] == "application/json"


@st.composite
def mutations(draw: st.DrawFn) -> bytes:
    """A valid request with some of its bytes changed, cut out or doubled."""
    raw = bytearray(json.dumps(draw(valid_requests)).encode())
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(raw) - 1))
        change = draw(st.sampled_from(["replace", "cut", "double"]))
        if change == "replace":
            raw[at] = draw(st.integers(0, 255))
        elif change == "cut" and len(raw) > 1:
            del raw[at]
        else:
            raw[at:at] = raw[at : at + draw(st.integers(1, 20))]
    return bytes(raw)


@settings(max_examples=300, deadline=None)
@given(body=mutations(), version=versions)
def test_damaged_requests(body: bytes, version: str) -> None:
    """A valid request with damaged bytes gets a documented answer."""
    check(post(body, {"MCP-Protocol-Version": version or None}))
    check(post(body, {"MCP-Protocol-Version": MODERN_REVISION, "Mcp-Method": "tools/call"}))
