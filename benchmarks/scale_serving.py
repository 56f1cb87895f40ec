"""How loading and serving grow with the catalog: files into a catalog, an application over it, requests to that.

Loading reads copies of the bundled records, which are as long as records are; serving is asked about generated ones.
Each size is measured in a process of its own, in processor time, without a network.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import re
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import attrs

from generated_catalogs import TODAY, generated_catalog
from machine import resident
from modeladvisor import load_catalog
from modeladvisor.loading import bundled_catalog
from modeladvisor_server.app import create_app
from modeladvisor_server.limits import SharedMemoryStore
from modeladvisor_server.settings import Settings
from scale_report import exponent

SIZES = (100, 1_000, 10_000)
NAMES = re.compile(r"^(aliases|formerly) = \[.*?\]\n", re.MULTILINE | re.DOTALL)
API = "/api/v1"


@attrs.frozen
class Grown:
    """Seconds of each step at one size, and the bytes by which the resident set grew for each record."""

    size: int
    seconds: dict[str, float]
    loaded_bytes: float
    served_bytes: float


def copies(folder: Path, size: int) -> None:
    """Write a catalog of this many models: the bundled ones, and copies of them under other names."""
    shutil.copytree(bundled_catalog(), folder)
    originals = sorted((folder / "models").rglob("*.toml"))
    for number in range(len(originals), size):
        original = originals[number % len(originals)]
        text = NAMES.sub("", original.read_text())
        text = re.sub(r'^name = "(.*)"$', rf'name = "\1 copy {number}"', text, count=1, flags=re.MULTILINE)
        original.with_name(f"{original.stem}-copy-{number}.toml").write_text(text)


def loading(size: int) -> tuple[float, float]:
    """Return the seconds and the bytes of a record that loading from files takes."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "catalog")
        copies(folder, size)
        gc.collect()
        before, start = resident(), time.process_time()
        catalog = load_catalog(folder)
        took = time.process_time() - start
        if len(catalog.models) < size:
            raise SystemExit(f"{len(catalog.models)} models were loaded, not {size}")
        return took, (resident() - before) / len(catalog.models)


def asked(app: Any, path: str, query: str = "") -> tuple[float, float, bytes]:
    """Return seconds of one request, the longest of them in which nobody else had a turn, and the bytes."""
    pieces: list[bytes] = []
    turns = [0.0]

    async def send(message: Any) -> None:
        pieces.append(message.get("body", b""))

    async def receive() -> dict[str, object]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def others(done: asyncio.Event) -> None:
        while not done.is_set():
            before = time.thread_time()
            await asyncio.sleep(0)
            turns.append(time.thread_time() - before)

    async def ask() -> None:
        done = asyncio.Event()
        waiting = asyncio.create_task(others(done))
        await asyncio.sleep(0)
        scope = {
            "type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"}, "http_version": "1.1",
            "method": "GET", "path": path, "raw_path": path.encode(), "query_string": query.encode(),
            "root_path": "", "scheme": "http", "headers": [(b"host", b"127.0.0.1")],
            "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 8000),
        }  # fmt: skip
        await app(scope, receive, send)
        done.set()
        await waiting

    start = time.thread_time()
    asyncio.run(ask())
    return time.thread_time() - start, max(turns), b"".join(pieces)


def serving(size: int) -> tuple[dict[str, float], float]:
    """Return the seconds of each step, and the bytes of a record in a server that has answered."""
    gc.collect()
    before = resident()
    catalog = generated_catalog(size)
    gc.collect()
    gc.freeze()
    start = time.process_time()
    off = Settings(mcp_limit=0, rest_limit=0)
    app = create_app(catalog, off, store=SharedMemoryStore(slots=64), today=lambda: TODAY)
    seconds = {"an application over the catalog": time.process_time() - start}
    slugs = list(catalog.models)
    middle = slugs[size // 2 : size // 2 + 9]

    def middle_of(make: Callable[[str], tuple[str, str]]) -> float:
        return statistics.median(asked(app, *make(slug))[0] for slug in middle)

    seconds["a record, first time"] = middle_of(lambda slug: (f"{API}/models/{slug}", ""))
    seconds["a record, again"] = middle_of(lambda slug: (f"{API}/models/{slug}", ""))
    seconds["a record that does not exist"] = middle_of(lambda slug: (f"{API}/models/{slug}x", ""))
    seconds["100 records from the middle of /models"] = middle_of(
        lambda slug: (f"{API}/models", f"limit=100&cursor={slug}")
    )
    whole, held, body = asked(app, f"{API}/models", f"limit={min(size, 1000)}")
    seconds["a page of 1,000 of /models"] = whole
    seconds["longest turn while that is sent"] = held
    if len(json.loads(body)["models"]) != min(size, 1000):
        raise SystemExit("a page lacks records")
    seconds["a finder question, first time"] = asked(
        app, f"{API}/finder", "task=product-videos&audio=silent"
    )[0]
    seconds["a finder question with a new sum"] = statistics.median(
        asked(app, f"{API}/finder", f"task=product-videos&budget=0.1{number}/s")[0] for number in range(1, 10)
    )
    seconds["a finder question, again"] = asked(app, f"{API}/finder", "task=product-videos&audio=silent")[0]
    gc.collect()
    return seconds, (resident() - before) / size


def in_new_process(function: Callable[..., Any], *arguments: object) -> Any:
    """Return what a function gives in a process that has done nothing before."""
    with ProcessPoolExecutor(max_workers=1, mp_context=get_context("spawn")) as fresh:
        return fresh.submit(partial(function, *arguments)).result()


def measured(sizes: tuple[int, ...]) -> Iterator[Grown]:
    """Measure one size after the other."""
    for size in sizes:
        took, loaded = in_new_process(loading, size)
        seconds, served = in_new_process(serving, size)
        yield Grown(size, {"files into a catalog": took, **seconds}, loaded, served)


def table(found: list[Grown]) -> str:
    """Return what is printed."""
    first, last = found[0], found[-1]
    lines = [f"{'milliseconds':42}" + "".join(f"{one.size:>12,}" for one in found) + f"{'exponent':>10}"]
    for name in first.seconds:
        grows = exponent((first.size, first.seconds[name]), (last.size, last.seconds[name]))
        figures = "".join(f"{one.seconds[name] * 1e3:12,.2f}" for one in found)
        lines.append(f"{name:42}{figures}{grows:10.2f}")
    for what, each in (("loaded from files", "loaded_bytes"), ("generated and served", "served_bytes")):
        figures = "".join(f"{getattr(one, each):12,.0f}" for one in found)
        lines.append(f"{'bytes a record, ' + what:42}{figures}")
    return "\n".join(lines)


def main() -> None:
    """Measure, print, and keep what was measured."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="leave out 10,000 models")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write what was measured")
    given = parser.parse_args()
    found = list(measured(SIZES[:2] if given.quick else SIZES))
    print(table(found))
    if given.json:
        given.json.write_text(json.dumps([attrs.asdict(one) for one in found], indent=1) + "\n")


if __name__ == "__main__":
    main()
