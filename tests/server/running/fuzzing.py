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
from pathlib import Path

import attrs

sys.path.insert(0, str(Path(__file__).parent))

from fuzz_requests import KINDS
from running_server import Running, serving

from modeladvisor_server.problems import CODES

DOCUMENTED = {100, 200, 202, 204, 304, 400, 403, 404, 405, 406, 408, 413, 414, 415, 431}
NEVER_SHOWN = re.compile(
    rb"Traceback|site-packages|object at 0x|\w(?:Error|Exception)\(|jsonrpcserver|uvicorn|gunicorn|llhttp"
)
END = b"\0\r\n\r\n" + b"\0" * 40 + b"\r\n\r\n"
"""What no parser takes for a request: it makes the server answer, and close, whatever came before."""
LONGEST_WAIT = 3.0
TOGETHER = 8


@attrs.define
class Outcome:
    """What came back from all that was sent.

    Attributes:
        statuses: How many answers had which status; 0 is a connection closed without a word, -1 one still open
            when nobody waited any longer.
        wrong: What nobody may answer, with what was sent.
        memory: MiB of the worker, from time to time.
        seconds: How long each answered exchange took, as its sender saw it.
    """

    statuses: collections.Counter[int] = attrs.field(factory=collections.Counter)
    wrong: list[str] = attrs.field(factory=list)
    memory: list[float] = attrs.field(factory=list)
    seconds: list[float] = attrs.field(factory=list)


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
    elif status >= 400 and b"content-type: text/html" not in head:  # a page, for who asked for one
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


async def send(server: Running, count: int, seed: int, together: int = TOGETHER) -> Outcome:
    """Send so many requests to the server, some at a time, and judge what comes back."""
    host, port = server.address.removeprefix("http://").split(":")
    outcome, numbers = Outcome(), iter(range(count))
    (worker,) = server.workers

    async def some() -> None:
        for number in numbers:
            chance = random.Random(f"{seed}/{number}")  # noqa: S311 - so that each can be made again
            request = KINDS[number % len(KINDS)](chance)
            begun = time.perf_counter()
            told = await exchange(host, int(port), request)
            if told:
                outcome.seconds.append(time.perf_counter() - begun)
            first = -1 if told is None else int(told[9:12]) if told[9:12].isdigit() else 0
            outcome.statuses[first] += 1
            outcome.wrong += [f"{seed}/{number}: {flaw}: {request[:300]!r}" for flaw in flaws(told or b"")]
            if number % max(1, count // 20) == 0:
                outcome.memory.append(resident(worker))

    await asyncio.gather(*(some() for _ in range(together)))
    return outcome


def resident(process: int) -> float:
    """MiB of memory of a process."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def fuzzed(folder: Path, count: int, seed: int, together: int = TOGETHER) -> Outcome:
    """Start a server without limits, send, and see that it is still the same one and has nothing to report."""
    with serving(folder, workers=1, MODELADVISOR_MCP_LIMIT="0", MODELADVISOR_REST_LIMIT="0") as server:
        outcome = asyncio.run(send(server, count, seed, together))
        with server.client() as client:
            assert client.get("/readyz").status_code == 200
        log = server.log.read_text()
        assert len(server.workers) == 1, log
        assert "Traceback" not in log, log
        assert "incident" not in log, log
    return outcome


def main() -> None:
    """Send as many as the first argument says, from the seed of the second one, as many at a time as the third says."""
    count, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else int(time.time())
    together = int(sys.argv[3]) if len(sys.argv) > 3 else TOGETHER
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        outcome = fuzzed(Path(folder), count, seed, together)
    print(f"{count} requests, seed {seed}, in {time.monotonic() - begun:.0f} s")
    print(
        "statuses:",
        dict(sorted(outcome.statuses.items())),
        "(0: closed without a word, -1: still open after 3 s)",
    )
    times = sorted(1000 * one for one in outcome.seconds)
    within = sum(one <= 100 for one in times) / len(times)
    print(
        f"answered within 100 ms: {within:.4%}; median {times[len(times) // 2]:.1f} ms, "
        f"p99.9 {times[int(len(times) * 0.999)]:.1f} ms, slowest {times[-1]:.1f} ms"
    )
    print("MiB of the worker:", " ".join(f"{one:.0f}" for one in outcome.memory))
    print("\n".join(outcome.wrong[:20]) or "nothing that is not documented")
    half = len(outcome.memory) // 2
    if outcome.wrong or max(outcome.memory[half:]) > outcome.memory[half] * 1.1 + 5:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
