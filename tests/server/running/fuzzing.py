"""Random bytes, random JSON and mutated real requests at both doors of a running server.

`python tests/server/running/fuzzing.py 100000` sends that many and prints what came back, and the memory of the worker.
"""

from __future__ import annotations

import asyncio
import collections
import json
import os
import random
import re
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import attrs

sys.path.insert(0, str(Path(__file__).parent))

from running_server import Running, serving

from modeladvisor_server.problems import CODES

HOST = b"Host: localhost\r\n"
DOCUMENTED = {100, 200, 202, 204, 304, 400, 403, 404, 405, 406, 408, 413, 414, 415, 431}
NEVER_SHOWN = re.compile(
    rb"Traceback|site-packages|object at 0x|\w(?:Error|Exception)\(|jsonrpcserver|uvicorn|gunicorn|llhttp"
)
END = b"\0\r\n\r\n" + b"\0" * 40 + b"\r\n\r\n"
"""What no parser takes for a request: it makes the server answer, and close, whatever came before."""
LONGEST_WAIT = 3.0
TOGETHER = 8
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


@attrs.define
class Outcome:
    """What came back from all that was sent.

    Attributes:
        statuses: How many answers had which status; 0 is a connection closed without a word, -1 one still open
            when nobody waited any longer.
        wrong: What nobody may answer, with what was sent.
        memory: MiB of the worker, from time to time.
    """

    statuses: collections.Counter[int] = attrs.field(factory=collections.Counter)
    wrong: list[str] = attrs.field(factory=list)
    memory: list[float] = attrs.field(factory=list)


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


def flaws(told: bytes) -> list[str]:
    """What is wrong with all that came back on one connection."""
    found = []
    statuses = [int(one) for one in re.findall(rb"HTTP/1\.1 (\d{3}) ", told)]
    found += [f"status {status}" for status in statuses if status not in DOCUMENTED]
    if shown := NEVER_SHOWN.search(told):
        found.append(f"shows {shown[0]!r}")
    if told and not told.startswith(b"HTTP/1.1 "):
        found.append("no HTTP")
    for head, body in re.findall(rb"HTTP/1\.1 (.*?)\r\n\r\n((?s:.*?))(?=HTTP/1\.1 \d|\Z)", told, re.DOTALL):
        if body and b"content-encoding" not in head and (size := re.search(rb"content-length: (\d+)", head)):
            found += _wrong_body(int(head[:3]), head, body[: int(size[1])])
    return found


def _wrong_body(status: int, head: bytes, body: bytes) -> list[str]:
    if b"application/problem+json" in head:
        problem = json.loads(body)
        if CODES[problem["code"]].status != status != problem["status"]:
            return [f"{status} with {problem['code']}"]
    elif b"content-type: application/json" in head:
        json.loads(body)
    elif status >= 400:
        return [f"{status} without a problem: {head!r}"]
    return []


async def exchange(host: str, port: int, request: bytes) -> bytes | None:
    """Send, and return all that comes back until the server closes; None if it does not."""
    try:
        reader, writer = await asyncio.open_connection(host, port)
    except ConnectionError:
        return b""
    told = b""
    try:
        writer.write(request + END)
        async with asyncio.timeout(LONGEST_WAIT):
            while part := await reader.read(65_536):
                told += part
    except TimeoutError:
        return told or None
    except ConnectionError:
        pass
    finally:
        writer.close()
    return told


async def send(server: Running, count: int, seed: int) -> Outcome:
    """Send so many requests to the server, some at a time, and judge what comes back."""
    host, port = server.address.removeprefix("http://").split(":")
    outcome, numbers = Outcome(), iter(range(count))
    (worker,) = server.workers

    async def some() -> None:
        for number in numbers:
            chance = random.Random(f"{seed}/{number}")  # noqa: S311 - so that each can be made again
            request = KINDS[number % len(KINDS)](chance)
            told = await exchange(host, int(port), request)
            first = -1 if told is None else int(told[9:12]) if told[9:12].isdigit() else 0
            outcome.statuses[first] += 1
            outcome.wrong += [f"{seed}/{number}: {flaw}: {request[:300]!r}" for flaw in flaws(told or b"")]
            if number % max(1, count // 20) == 0:
                outcome.memory.append(resident(worker))

    await asyncio.gather(*(some() for _ in range(TOGETHER)))
    return outcome


def resident(process: int) -> float:
    """MiB of memory of a process."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def fuzzed(folder: Path, count: int, seed: int) -> Outcome:
    """Start a server without limits, send, and see that it is still the same one and has nothing to report."""
    with serving(folder, workers=1, MODELADVISOR_MCP_LIMIT="0", MODELADVISOR_REST_LIMIT="0") as server:
        outcome = asyncio.run(send(server, count, seed))
        with server.client() as client:
            assert client.get("/readyz").status_code == 200
        log = server.log.read_text()
        assert len(server.workers) == 1, log
        assert "Traceback" not in log, log
        assert "incident" not in log, log
    return outcome


def main() -> None:
    """Send as many as the first argument says, from the seed that the second one names."""
    count, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else int(time.time())
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        outcome = fuzzed(Path(folder), count, seed)
    print(f"{count} requests, seed {seed}, in {time.monotonic() - begun:.0f} s")
    print(
        "statuses:",
        dict(sorted(outcome.statuses.items())),
        "(0: closed without a word, -1: still open after 3 s)",
    )
    print("MiB of the worker:", " ".join(f"{one:.0f}" for one in outcome.memory))
    print("\n".join(outcome.wrong[:20]) or "nothing that is not documented")
    half = len(outcome.memory) // 2
    if outcome.wrong or max(outcome.memory[half:]) > outcome.memory[half] * 1.1 + 5:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
