"""This server beside others, in one run: requests a second as ratios, latency at half load, and what is used.

Every server has one process on one processor, and the load comes from the other.
All are asked in turn, round after round; a ratio is taken within each round, and the median of the rounds counts, so
that what else the machine does falls on all alike.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import tempfile
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path

import attrs

import stacks
from machine import machine
from request_cost import where_time_goes
from serving_goals import judged, table
from stacks import CLIENTS, OFF, ON, Running, Stack
from wrk import Load, Request, installed, load

SERVERS, GENERATOR = 0, 1
"""Processors."""
CONNECTIONS, TOOL_CONNECTIONS, PACED_CONNECTIONS = 32, 16, 128
FIRST_PORT = 18620
MODEL = "veo-3.1"
TARGET = f"/api/v1/models/{MODEL}"
FINDER = (
    "/api/v1/finder?task=product-videos&budget=0.1{}/s",
    "/api/v1/finder?task=ugc-ads&budget=0.2{}/s&audio=dialogue",
    "/api/v1/finder?output=image&budget=0.0{}/image",
    "/api/v1/finder?task=social-shorts&budget=0.3{}/s&limit=3",
)
"""Questions with a sum that nobody has named before: no answer is kept for them, though parts of others may serve."""
ASKED_BEFORE = tuple(one.format(5) for one in FINDER)
JSON_FIELDS = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
CALL: dict[str, object] = {"name": "get_model", "arguments": {"model": MODEL}}
META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": {"name": "benchmark", "version": "1"},
}
MODERN_FIELDS = {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "get_model"}


def posted(params: dict[str, object], **fields: str) -> Request:
    """Return a `tools/call`."""
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
    return Request(["/mcp"], "POST", body, {**JSON_FIELDS, **fields})


RECORD = Request([TARGET])
LEGACY = posted(CALL)
FRESH_CALL = posted({"name": "get_model", "arguments": {"model": MODEL + "@@"}})
"""A call that nobody made before: what was kept of another one does not answer it."""
MODERN = posted({**CALL, "_meta": META}, **MODERN_FIELDS)


@attrs.frozen
class Contest:
    """One line of the table: a running server and what it is asked."""

    name: str
    server: str
    request: Request
    connections: int = CONNECTIONS


CONTESTS = (
    Contest("modeladvisor", "plain", RECORD),
    Contest("modeladvisor, everything on", "on", attrs.evolve(RECORD, clients=CLIENTS)),
    Contest("modeladvisor, fresh finder query", "plain", Request(FINDER)),
    Contest("modeladvisor, finder query asked before", "plain", Request(ASKED_BEFORE)),
    Contest("FastAPI, record serialised", "fastapi_model", RECORD),
    Contest("FastAPI, ready bytes", "fastapi_bytes", RECORD),
    Contest("FastAPI, ready bytes of a finder answer", "fastapi_long", RECORD),
    Contest("Starlette, ready bytes", "starlette_bytes", RECORD),
    Contest("Litestar, ready bytes", "litestar_bytes", RECORD),
    Contest("bare ASGI, gunicorn", "bare", RECORD),
    Contest("nginx, static file", "static", RECORD),
    Contest("modeladvisor behind nginx's cache", "cached", RECORD),
    Contest("modeladvisor, tools/call, legacy", "plain", LEGACY, TOOL_CONNECTIONS),
    Contest("modeladvisor, tools/call, modern", "plain", MODERN, TOOL_CONNECTIONS),
    Contest("modeladvisor, fresh tools/call, legacy", "plain", FRESH_CALL, TOOL_CONNECTIONS),
    Contest("MCP SDK, tools/call, legacy", "sdk", LEGACY, TOOL_CONNECTIONS),
    Contest("MCP SDK, tools/call, modern", "sdk", MODERN, TOOL_CONNECTIONS),
    Contest("fastmcp, tools/call, legacy", "fastmcp", LEGACY, TOOL_CONNECTIONS),
    Contest("fastmcp, tools/call, modern", "fastmcp", MODERN, TOOL_CONNECTIONS),
)


@attrs.define
class Measured:
    """What one line of the table gave, round by round."""

    name: str
    loads: list[Load] = attrs.field(factory=list)
    seconds_each: list[float] = attrs.field(factory=list)


def stacks_of(folder: Path, record: Path, answer: Path, ports: dict[str, int]) -> dict[str, Stack]:
    """Return all servers by the names that contests use."""

    def rest(application: str, body: Path = record) -> Stack:
        return stacks.uvicorn(application, f"rivals_rest:{application}", RECORD=str(record), BODY=str(body))

    return {
        "plain": stacks.ours("modeladvisor", OFF),
        "on": stacks.ours("modeladvisor, everything on", ON),
        **{
            name: rest(name)
            for name in ("fastapi_model", "fastapi_bytes", "starlette_bytes", "litestar_bytes")
        },
        "fastapi_long": attrs.evolve(rest("fastapi_bytes", answer), name="fastapi_bytes, longer"),
        "bare": stacks.bare(record),
        "static": stacks.static(folder / "static", record),
        "cached": stacks.cached(folder / "cached", ports["plain"]),
        "sdk": stacks.uvicorn("MCP SDK", "rivals_mcp:sdk"),
        "fastmcp": stacks.uvicorn("fastmcp", "rivals_mcp:fastmcp"),
    }


@contextlib.contextmanager
def started(wanted: Sequence[str], folder: Path) -> Iterator[dict[str, Running]]:
    """Start the servers that are wanted; first ours, which says what the others shall answer."""
    names = list(dict.fromkeys(["plain", *wanted]))
    ports = {name: FIRST_PORT + number for number, name in enumerate(names)}
    record, answer = folder / "record.json", folder / "answer.json"
    with contextlib.ExitStack() as stack:

        def start(name: str) -> Running:
            made = stacks_of(folder, record, answer, ports)[name]
            return stack.enter_context(stacks.running(made, ports[name], SERVERS, folder))

        found = {"plain": start("plain")}
        for path, file in ((TARGET, record), (FINDER[0].format(5), answer)):
            file.write_bytes(urllib.request.urlopen(found["plain"].address + path).read())  # noqa: S310 - a server of our own
        yield found | {name: start(name) for name in names if name != "plain"}


def run(
    contests: Sequence[Contest], servers: dict[str, Running], rounds: int, seconds: float
) -> list[Measured]:
    """Ask all in turn, round after round; a first round that does not count lets everybody grow warm."""
    found = [Measured(one.name) for one in contests]
    for number in range(rounds + 1):
        for contest, measured in zip(contests, found, strict=True):
            server = servers[contest.server]
            used = server.seconds_used
            one = load(
                server.address,
                contest.request,
                seconds=seconds if number else 1,
                connections=contest.connections,
                processor=GENERATOR,
                first=100_000 + number * 1_000_000,
            )
            if one.failed:
                raise SystemExit(f"{contest.name}: {one.failed} requests failed")
            if number:
                measured.loads.append(one)
                asked = one.rate * seconds
                measured.seconds_each.append((server.seconds_used - used) / asked)
    return found


def at_half_load(servers: dict[str, Running], measured: Sequence[Measured], seconds: float) -> list[Load]:
    """Return what clients wait for when everything is on and half as much is asked as can be answered."""
    contest = next(one for one in CONTESTS if one.server == "on")
    whole = next(one for one in measured if one.name == contest.name)
    rates = sorted(one.rate for one in whole.loads)
    half = rates[len(rates) // 2] / 2
    pause = PACED_CONNECTIONS / half * 1000
    return [
        load(
            servers["on"].address,
            contest.request,
            seconds=seconds,
            connections=PACED_CONNECTIONS,
            processor=GENERATOR,
            pause=pause,
        )
        for _ in range(3)
    ]


def main() -> None:
    """Measure, print, and keep what was measured."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="3 rounds of 1 second instead of 7 of 3")
    parser.add_argument(
        "--only", help="only servers whose names hold one of these words, separated by commas"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write what was measured")
    asked = parser.parse_args()
    missing = [name for name, there in (("wrk", installed()), ("nginx", stacks.nginx_found())) if not there]
    if missing:
        raise SystemExit(
            f"not installed: {' '.join(missing)}; on Debian: apt-get install {' '.join(missing)}"
        )
    if (os.cpu_count() or 1) < 2:
        raise SystemExit("two processors are needed: one for the server, one for the load")
    about = machine()  # first, since it tells what else the machine does
    rounds, seconds = (3, 1.0) if asked.quick else (7, 3.0)
    words = asked.only.split(",") if asked.only else [""]
    contests = [one for one in CONTESTS if any(word in one.name for word in words)]
    with (
        tempfile.TemporaryDirectory() as place,
        started([one.server for one in contests], Path(place)) as servers,
    ):
        os.sched_setaffinity(0, {GENERATOR})
        measured = run(contests, servers, rounds, seconds)
        paced = at_half_load(servers, measured, seconds) if "on" in servers else []
        memory = {one.stack.name: one.resident for one in servers.values()}
    parts = where_time_goes(20 if asked.quick else 60)
    verdicts = judged(measured, paced)
    print(table(measured, verdicts, parts))
    if asked.json:
        kept = {
            "machine": about,
            "rounds": rounds,
            "seconds": seconds,
            "contests": [attrs.asdict(one) for one in measured],
            "half_load": [attrs.asdict(one) for one in paced],
            "memory": memory,
            "goals": [attrs.asdict(one) for one in verdicts],
            "parts": [attrs.asdict(one) for one in parts],
        }
        asked.json.write_text(json.dumps(kept, indent=1) + "\n")


if __name__ == "__main__":
    main()
