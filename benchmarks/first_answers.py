"""Import, loading, one question, one worker's memory: each beside something to compare it with, in one run.

Figures are medians of several rounds, interleaved; ratios travel between machines, milliseconds do not.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterable
from pathlib import Path

ROUNDS = 9
PORT = 8765
QUESTION = {"task": "product-videos", "input": "image", "audio": "silent", "budget": "medium"}
IMPORT = "import time; start = time.perf_counter(); {}; print(time.perf_counter() - start)"
LOAD = "import time, modeladvisor; start = time.perf_counter(); modeladvisor.load(); print(time.perf_counter() - start)"
PARSE = (
    "import pathlib, time, tomli, modeladvisor.loading as loading; "
    "files = [one.read_text() for one in loading.bundled_catalog().rglob('*.toml')]; "
    "start = time.perf_counter(); [tomli.loads(one) for one in files]; print(time.perf_counter() - start)"
)


def in_new_process(code: str) -> float:
    """Return the seconds that code prints, run in a fresh interpreter."""
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)  # noqa: S603 - our own interpreter
    return float(done.stdout)


def side_by_side(pairs: Iterable[tuple[str, Callable[[], float]]]) -> dict[str, float]:
    """Return the median seconds of each measurement, rounds interleaved."""
    pairs = list(pairs)
    seconds: dict[str, list[float]] = {name: [] for name, _ in pairs}
    for _ in range(ROUNDS):
        for name, measure in pairs:
            seconds[name].append(measure())
    return {name: statistics.median(found) for name, found in seconds.items()}


def questions() -> dict[str, float]:
    """Return the seconds of one finder call, its JSON view, and a JSON round trip of the same answer beside them."""
    import modeladvisor

    advisor = modeladvisor.load()
    result = advisor.find(**QUESTION)
    text = json.dumps(advisor.as_dict(result))

    def timed(call: Callable[[], object], times: int = 30) -> Callable[[], float]:
        def measure() -> float:
            start = time.perf_counter()
            for _ in range(times):
                call()
            return (time.perf_counter() - start) / times

        return measure

    return side_by_side(
        [
            ("one finder call", timed(lambda: advisor.find(**QUESTION))),
            ("its JSON-ready view", timed(lambda: advisor.as_dict(result))),
            ("json.loads of that answer", timed(lambda: json.loads(text))),
        ]
    )


def worker_memory() -> float:
    """Return the resident memory of one serving worker in MiB, after it has answered."""
    command = [sys.executable, "-m", "modeladvisor", "serve", "--bind", f"127.0.0.1:{PORT}"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:  # noqa: S603 - our own interpreter
        try:
            _wait(f"http://127.0.0.1:{PORT}/readyz")
            for path in (
                "/api/v1/models",
                "/api/v1/finder?task=product-videos",
                "/api/v1/best",
                "/llms-full.txt",
            ):
                urllib.request.urlopen(f"http://127.0.0.1:{PORT}{path}").read()
            children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
            return max(_resident(int(child)) for child in children)
        finally:
            server.terminate()
            server.wait(timeout=30)


def _wait(address: str) -> None:
    for _ in range(100):
        try:
            urllib.request.urlopen(address).read()  # noqa: S310 - an address on this machine
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise SystemExit(f"nothing answers at {address}")


def _resident(process: int) -> float:
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def main() -> None:
    """Measure and print one table."""
    libraries = "import attrs, cattrs, tomli"
    starts = side_by_side(
        [
            ("import modeladvisor", lambda: in_new_process(IMPORT.format("import modeladvisor"))),
            ("import attrs, cattrs, tomli", lambda: in_new_process(IMPORT.format(libraries))),
            ("load the bundled catalog", lambda: in_new_process(LOAD)),
            ("tomli alone on its files", lambda: in_new_process(PARSE)),
        ]
    )
    asked = questions()
    rows = [
        ("import modeladvisor", "import attrs, cattrs, tomli", starts, "150 ms"),
        ("load the bundled catalog", "tomli alone on its files", starts, "100 ms"),
        ("one finder call", "json.loads of that answer", asked, "1 ms"),
        ("its JSON-ready view", "json.loads of that answer", asked, ""),
    ]
    print(f"{'what':28} {'ms':>9} {'beside it':30} {'ms':>9} {'ratio':>7}  guide")
    for what, beside, found, guide in rows:
        ratio = found[what] / found[beside]
        print(
            f"{what:28} {found[what] * 1e3:9.3f} {beside:30} {found[beside] * 1e3:9.3f} {ratio:7.2f}  {guide}"
        )
    print(f"{'resident memory of a worker':28} {worker_memory():9.1f} MiB{'':47}  80 MiB")


if __name__ == "__main__":
    main()
