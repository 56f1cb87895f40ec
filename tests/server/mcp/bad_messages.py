"""What is no message: bodies that JSON-RPC and MCP refuse before a method is looked at."""

from __future__ import annotations

import json

from modeladvisor_server.mcp.envelope import MAX_DEPTH
from modeladvisor_server.mcp.revisions import CAPABILITIES_KEY, MODERN_REVISION, VERSION_KEY

UNPARSABLE = {
    "empty": b"",
    "blank": b" \n",
    "cut": b'{"jsonrpc": "2.0"',
    "trailing": b"{} x",
    "two documents": b"{}{}",
    "single quotes": b"{'jsonrpc': '2.0'}",
    "trailing comma": b"[1,]",
    "byte order mark": b"\xef\xbb\xbf{}",
    "utf-16": json.dumps({"jsonrpc": "2.0"}).encode("utf-16"),
    "bad utf-8 in a value": b'{"jsonrpc": "\xff"}',
    "bad utf-8 in a key": b'{"\xc3": 1}',
    "lone surrogate": b'{"jsonrpc": "2.0", "id": "\\ud800", "method": "ping"}',
    "raw control character": b'"\x01"',
    "NaN": b'{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"x": NaN}}',
    "Infinity": b"[Infinity]",
    "negative Infinity": b"-Infinity",
    "a float beyond all floats": b"[1e999]",
    "an integer of 4301 digits": b'{"jsonrpc": "2.0", "method": "ping", "id": ' + b"1" * 4301 + b"}",
    "too deep": b"[" * (MAX_DEPTH + 1) + b"]" * (MAX_DEPTH + 1),
    "too deep in a message": b'{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": '
    + b'{"a":' * (MAX_DEPTH + 1)
    + b"1"
    + b"}" * (MAX_DEPTH + 2),
    "too deep in objects": b'{"a":' * (MAX_DEPTH + 1) + b"1" + b"}" * (MAX_DEPTH + 1),
    "deeper than any stack": b"[" * 200_000,
}
"""Bodies that are not JSON in UTF-8."""

MALFORMED = {
    "number": (b"5", None),
    "string": (b'"ping"', None),
    "null": (b"null", None),
    "true": (b"true", None),
    "no jsonrpc": (b'{"id": 7, "method": "ping"}', 7),
    "jsonrpc 1.0": (b'{"jsonrpc": "1.0", "id": 7, "method": "ping"}', 7),
    "jsonrpc a number": (b'{"jsonrpc": 2.0, "id": "a", "method": "ping"}', "a"),
    "no method": (b'{"jsonrpc": "2.0", "id": 7}', 7),
    "method a number": (b'{"jsonrpc": "2.0", "id": 7, "method": 1}', 7),
    "method null": (b'{"jsonrpc": "2.0", "id": 7, "method": null}', 7),
    "method a number, no id": (b'{"jsonrpc": "2.0", "method": 1}', None),
    "id null": (b'{"jsonrpc": "2.0", "id": null, "method": "ping"}', None),
    "id a fraction": (b'{"jsonrpc": "2.0", "id": 1.5, "method": "ping"}', None),
    "id a whole float": (b'{"jsonrpc": "2.0", "id": 1.0, "method": "ping"}', None),
    "id true": (b'{"jsonrpc": "2.0", "id": true, "method": "ping"}', None),
    "id an object": (b'{"jsonrpc": "2.0", "id": {}, "method": "ping"}', None),
    "id an array": (b'{"jsonrpc": "2.0", "id": [1], "method": "ping"}', None),
    "both result and error": (b'{"jsonrpc": "2.0", "id": 7, "result": {}, "error": {}}', 7),
}
"""JSON that is no message, with the id that can be read in it."""

LACKING_META: list[dict[str, object] | None] = [
    None,
    {},
    {"_meta": None},
    {"_meta": []},
    {"_meta": {}},
    {"_meta": {CAPABILITIES_KEY: {}}},
    {"_meta": {VERSION_KEY: MODERN_REVISION}},
    {"_meta": {VERSION_KEY: MODERN_REVISION, CAPABILITIES_KEY: None}},
    {"_meta": {VERSION_KEY: MODERN_REVISION, CAPABILITIES_KEY: []}},
    {"_meta": {VERSION_KEY: None, CAPABILITIES_KEY: {}}},
    {"_meta": {VERSION_KEY: 5, CAPABILITIES_KEY: {}}},
]
"""Parameters of the modern revision without the version or the capabilities of the client."""
