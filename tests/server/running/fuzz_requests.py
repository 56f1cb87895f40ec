"""What is sent to fuzz a server: random bytes, random JSON and damaged requests, each made again from its number."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

HOST = b"Host: localhost\r\n"
WORDS = (
    b"\r\n", b"\r\n\r\n", b"\0", b"\xff", b"%00", b"%", b"../", b"\n", b" ", b":", b";", b",", b"&", b"=", b"?", b"#",
    b"//", b"Content-Length: 5\r\n", b"Transfer-Encoding: chunked\r\n", b"Connection: close\r\n",
    b"Upgrade: h2c\r\n",
    b"Expect: 100-continue\r\n", b"Host: evil.example\r\n", b"Range: bytes=0-1\r\n", b"If-None-Match: *\r\n",
    b"Accept: text/html\r\n", b"HEAD", b"OPTIONS", b"PUT", b"null", b"true", b"NaN", b"1e999", b"-1",
    b"99999999999999999999", b"[" * 200, b'"',
    b"{", b"}",
    b'"id":null', b'"method":"tools/call"', b"\\u0000", b"\\ud800", b"\xed\xa0\x80", b"A" * 3000,
)  # fmt: skip
PATHS = (
    "/api/v1/models?limit=2", "/api/v1/models/veo-3.1", "/api/v1/compare?models=veo-3.1,kling-3.0&task=ugc-ads",
    "/api/v1/best/product-videos", "/api/v1/finder?task=ugc-ads&budget=0.2&duration=5-10&audio=native&limit=3",
    "/api/v1/finder?output=image&input=text&weights=price:30", "/api/v1/workflows", "/api/v1/vocabulary",
    "/api/v1/models/kling-3.0/access", "/api/v1/models/veo-3.1/prompt-tips?task=ugc-ads", "/api/v1/best",
    "/llms.txt", "/healthz", "/readyz", "/docs/errors", "/mcp", "/",
)  # fmt: skip
CALLS: tuple[tuple[str, dict[str, object]], ...] = (
    ("find_model", {"task": "ugc-ads", "budget": 0.2, "limit": 3}),
    ("compare_models", {"models": ["veo-3.1", "kling-3.0"], "task": "ugc-ads"}),
    ("get_model", {"model": "veo-3.1"}),
    ("best_model_for", {"usecase": "product-videos"}),
    ("list_models", {"output": "image", "query": "flux", "limit": 3}),
    ("where_to_use", {"model": "kling-3.0"}),
    ("get_trending_workflows", {"task": "ugc-ads"}),
    ("get_prompt_tips", {"model": "veo-3.1"}),
)
METHODS = (
    "initialize",
    "ping",
    "tools/list",
    "tools/call",
    "resources/list",
    "resources/read",
    "prompts/get",
    "x",
)


def get(path: str) -> bytes:
    """A GET as a client sends it."""
    return (
        f"GET {path} HTTP/1.1\r\n".encode()
        + HOST
        + b"Accept: application/json\r\nAccept-Encoding: gzip\r\n\r\n"
    )


def post(body: bytes) -> bytes:
    """A POST to MCP as a client sends it."""
    head = (
        b"POST /mcp HTTP/1.1\r\n" + HOST + b"Content-Type: application/json\r\nAccept: application/json\r\n"
    )
    return head + b"Content-Length: %d\r\n\r\n" % len(body) + body


def message(method: str, params: object) -> bytes:
    """A JSON-RPC request."""
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()


def real(chance: random.Random) -> bytes:
    """A request that is answered."""
    if chance.random() < 0.5:
        return get(chance.choice(PATHS))
    name, arguments = chance.choice(CALLS)
    return post(message("tools/call", {"name": name, "arguments": arguments}))


def value(chance: random.Random, depth: int = 0) -> object:
    """Some JSON value."""
    kind = chance.randrange(9 if depth < 4 else 6)
    if kind == 0:
        return chance.choice(
            [None, True, False, "", [], {}, 0, -1, 1e300, 2**70, "null", "\0", "\ud7ff", "é" * 50]
        )
    if kind == 1:
        return chance.randrange(-(10**6), 10**6)
    if kind == 2:
        return chance.random() * 10 ** chance.randrange(-9, 9)
    if kind in (3, 4):
        return chance.choice(
            ["veo-3.1", "ugc-ads", "image", "video", "5-10", "free", "name", "arguments", "task"]
        )
    if kind == 5:
        return "".join(chr(chance.randrange(1, 0xD800)) for _ in range(chance.randrange(30)))
    if kind == 6:
        return [value(chance, depth + 1) for _ in range(chance.randrange(5))]
    return {str(value(chance, 5)): value(chance, depth + 1) for _ in range(chance.randrange(5))}


def mutated(chance: random.Random, raw: bytes) -> bytes:
    """The same with some bytes changed, cut out, doubled, or put in."""
    changed = bytearray(raw)
    for _ in range(chance.randrange(1, 6)):
        at = chance.randrange(len(changed) + 1)
        end = min(len(changed), at + chance.randrange(1, 20))
        kind = chance.randrange(5)
        if kind == 0:
            changed[at:end] = chance.randbytes(end - at)
        elif kind == 1:
            del changed[at:end]
        elif kind == 2:
            changed[at:at] = changed[at:end]
        else:
            changed[at:at] = chance.choice(WORDS)
    return bytes(changed)


def random_bytes(chance: random.Random) -> bytes:
    """Bytes, alone or behind the beginning of a request, or as a body."""
    raw = chance.randbytes(chance.randrange(1, 400))
    return chance.choice([raw, real(chance)[: chance.randrange(60)] + raw, post(raw)])


def random_json(chance: random.Random) -> bytes:
    """A body of any JSON, or a message with any parameters or arguments, or a query of any words."""
    kind = chance.randrange(4)
    if kind == 0:
        return post(json.dumps(value(chance)).encode())
    if kind == 1:
        return post(message(chance.choice(METHODS), value(chance)))
    name, arguments = chance.choice(CALLS)
    keys = (
        *arguments,
        "output",
        "input",
        "style",
        "duration",
        "platform",
        "weights",
        "why_not",
        "detail",
        "cursor",
    )
    given = {**arguments, **{chance.choice(keys): value(chance) for _ in range(chance.randrange(1, 4))}}
    if kind == 2:
        return post(message("tools/call", {"name": name, "arguments": given}))
    # What is put into an address stays in its line: raw bytes are for the others.
    pairs = "&".join(f"{key}={json.dumps(one)}" for key, one in given.items()).replace(" ", "%20")
    return get(chance.choice(PATHS[:11]).partition("?")[0] + "?" + pairs[:3000])


def mutated_request(chance: random.Random) -> bytes:
    """A real request, damaged as a whole or in its body alone."""
    raw = real(chance)
    _head, _, body = raw.partition(b"\r\n\r\n")
    if body and chance.random() < 0.5:
        return post(mutated(chance, body))
    return mutated(chance, raw)


KINDS: tuple[Callable[[random.Random], bytes], ...] = (random_bytes, random_json, mutated_request)
