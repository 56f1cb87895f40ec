"""Half an hour of mixed load on a real server with everything on: no error, no growth.

`python benchmarks/soak.py` writes `docs/explanation/soak.md` and `soak.svg`; `--minutes 1` is a short run, which
writes only where `--into` says. The exit code is 1 where something was found wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import datetime
import random
import sys
import time
import urllib.request
from pathlib import Path

from modeladvisor import load_catalog
from soak_load import Mix, Seen, fill, load
from soak_report import Soak, draw, page
from soak_server import Reading, Soaked, soaked

DOCUMENTS = Path(__file__).parents[1] / "docs/explanation"
FULL_MINUTES = 30.0
SCRAPE_SECONDS = 15.0
READINGS = 600
"""At least every second, at most as many readings as this."""
FIRST_ANSWERS = 40
FILLING = 100_000
"""Requests of the same kinds that come before: answers that are kept and windows of clients then fill their memory."""
SETTLING_SECONDS = 20.0
"""Until the last kept connection has been closed by the server."""


def soak(
    *, minutes: float, rate: float, workers: int, port: int, seed: int, settling: float, filling: int
) -> Soak:
    """Return what came of a run."""
    mix = Mix(load_catalog(), random.Random(seed))  # noqa: S311 - the same load for the same seed
    with soaked(workers, port) as server:
        for _ in range(FIRST_ANSWERS):
            _fetch(f"{server.address}/api/v1/models")
        _fetch(server.metrics)
        time.sleep(settling)
        fresh = server.reading(time.monotonic())
        asyncio.run(fill(server.address, mix, filling))
        time.sleep(settling)
        began = time.monotonic()
        before = server.reading(began)
        seen, readings = asyncio.run(_run(server, mix, minutes * 60, rate, began))
        time.sleep(settling)
        after = server.reading(began)
    day = datetime.datetime.now(datetime.UTC).date().isoformat()
    return Soak(day, minutes, workers, rate, filling, fresh, before, after, readings, seen, server.log)


async def _run(
    server: Soaked, mix: Mix, seconds: float, rate: float, began: float
) -> tuple[Seen, list[Reading]]:
    readings: list[Reading] = []
    ended = time.monotonic() + seconds

    async def read() -> None:
        pause = max(1.0, seconds / READINGS)
        scraped = 0.0
        while time.monotonic() < ended:
            readings.append(await asyncio.to_thread(server.reading, began))
            if time.monotonic() - scraped >= SCRAPE_SECONDS:
                scraped = time.monotonic()
                await asyncio.to_thread(_fetch, server.metrics)
            await asyncio.sleep(pause)

    reading = asyncio.create_task(read())
    seen = await load(server.address, server.host, server.port, mix, rate=rate, seconds=seconds, began=began)
    await reading
    return seen, readings


def _fetch(address: str) -> None:
    with urllib.request.urlopen(address, timeout=30) as answer:  # noqa: S310 - our own server
        answer.read()


def main() -> int:
    """Run, write, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=FULL_MINUTES)
    parser.add_argument("--rate", type=float, default=30.0, help="requests a second (%(default)s)")
    parser.add_argument(
        "--filling", type=int, default=FILLING, help="requests before it counts (%(default)s)"
    )
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--port", type=int, default=18410, help="this one and the next two are taken")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--into", type=Path, help="where to write; for a full run the documents")
    given = parser.parse_args()
    done = soak(
        minutes=given.minutes,
        rate=given.rate,
        workers=given.workers,
        port=given.port,
        seed=given.seed,
        settling=SETTLING_SECONDS,
        filling=given.filling,
    )
    into = given.into or (DOCUMENTS if given.minutes >= FULL_MINUTES else None)
    text = page(done, "soak.svg")
    print(text)
    if into is not None:
        (into / "soak.md").write_text(text, "utf-8")
        draw(done, into / "soak.svg")
    return 1 if done.complaints() else 0


if __name__ == "__main__":
    sys.exit(main())
