"""The report of a soak: what has to hold, a page and a plot."""

from __future__ import annotations

import os
import platform
import statistics
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path

import attrs
import matplotlib as mpl
from matplotlib.figure import Figure

from soak_load import Seen
from soak_server import Log, Reading
from soak_slopes import BLOCKS, CONFIDENCE, TOLERATED, Slope, slope

PACKAGES = ("modeladvisor", "falcon", "gunicorn", "uvicorn")
MEGABYTE = 2**20


@attrs.frozen
class Soak:
    """One finished run.

    Attributes:
        day: When, as ISO date.
        minutes: How long the load lasted.
        workers: Worker processes of the server.
        rate: Requests a second that were asked.
        filling: Requests that came before, to fill what is kept.
        fresh, before, after: What the idle server took: after its first answers, before the load, and at the end.
        readings: What it took meanwhile.
        seen: What came of the load.
        log: What the server wrote.
    """

    day: str
    minutes: float
    workers: int
    rate: float
    filling: int
    fresh: Reading
    before: Reading
    after: Reading
    readings: Sequence[Reading]
    seen: Seen
    log: Log

    def memory(self) -> Slope | None:
        """Return how memory grew, in bytes an hour; None where there are too few readings."""
        return self._slope([one.memory for one in self.readings])

    def descriptors(self) -> Slope | None:
        """Return how file descriptors grew, in an hour; None where there are too few readings."""
        return self._slope([one.descriptors for one in self.readings])

    def complaints(self) -> list[str]:
        """Return everything because of which this run is no success."""
        return [*self.seen.failures, *self.log.complaints, *self._broken()]

    def _broken(self) -> Iterator[str]:
        failed = sum(count for status, count in self.log.statuses.items() if status >= 500)
        if failed:
            yield f"the access log has {failed} answers with 500 or more"
        answered, logged = len(self.seen.seconds), sum(self.log.statuses.values())
        if logged < answered:
            yield f"the access log has {logged} lines for {answered} answers"
        if self.after.descriptors > self.before.descriptors:
            idle = f"{self.before.descriptors} before and {self.after.descriptors} after"
            yield f"the idle server has {idle} open file descriptors"
        for name, one in (("memory", self.memory()), ("file descriptors", self.descriptors())):
            if one is not None and not one.is_flat:
                yield f"{name}: a slope of {one.per_hour:.6g} an hour, from {one.low:.6g} to {one.high:.6g}"

    def _slope(self, values: Sequence[float]) -> Slope | None:
        enough = len(values) >= 3 * BLOCKS
        return slope([one.seconds for one in self.readings], values) if enough else None


def page(soak: Soak, plot: str) -> str:
    """Return the page on a run, in Markdown; `plot` is the name of the picture beside it."""
    complaints = soak.complaints()
    found = "Nothing was found wrong." if not complaints else f"{len(complaints)} things were found wrong."
    return "\n".join(
        [
            "# A soak",
            "",
            "Written by `nox -s soak`, which anyone can run; each run replaces this page.",
            "",
            f"On {soak.day} a server with {soak.workers} workers was asked for {soak.minutes:g} minutes, {soak.rate:g} requests a second.",
            "Limits, access log, metrics (read every 15 seconds), traces (sent to a collector on the same machine) and the watch were on.",
            _machine(),
            found,
            *[f"- {one}" for one in complaints[:20]],
            "",
            f"![Memory and file descriptors over the time of the run]({plot})",
            "",
            "## What was asked",
            "",
            "| kind | requests |",
            "|---|---:|",
            *[
                f"| {kind.replace('_', ' ')} | {count:,} |"
                for kind, count in sorted(soak.seen.counts.items())
            ],
            "",
            "Each request had to be answered with the status that its kind asks for; `mistaken` has to be refused with 400, 404, 405 or 414, `unchanged` with 304.",
            "`greedy` is one client over its limit; the others come from addresses of their own.",
            "`dripping` sends its request byte by byte and is answered, `leaving` asks for the whole dataset and does not read it, `silent` says nothing and is let go.",
            "",
            "| status | lines in the access log |",
            "|---|---:|",
            *[f"| {status} | {count:,} |" for status, count in sorted(soak.log.statuses.items())],
            "",
            *_times(soak),
            "",
            "## What it took",
            "",
            f"Memory is the proportional set size of all processes; the slope is that of a line by least squares through the means of {BLOCKS} equal stretches, with its {CONFIDENCE:.0%} interval.",
            f"Before, {soak.filling:,} requests of the same kinds filled the memory that is set aside for kept answers and for the windows of clients.",
            f"A figure is called flat where the interval holds zero or lies below it, or where all of it is below {TOLERATED:.0%} of the mean in an hour.",
            "",
            "| | mean | slope an hour | interval | holds zero | flat |",
            "|---|---:|---:|---:|---|---|",
            _row("memory, MB", soak.memory(), MEGABYTE),
            _row("file descriptors", soak.descriptors(), 1),
            "",
            "| idle | memory, MB | file descriptors | processes |",
            "|---|---:|---:|---:|",
            *[
                f"| {name} | {one.memory / MEGABYTE:.1f} | {one.descriptors} | {one.processes} |"
                for name, one in (
                    ("just started", soak.fresh),
                    ("before", soak.before),
                    ("after", soak.after),
                )
            ],
            "",
        ]
    )


def _machine() -> str:
    packages = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    where = f"{platform.system()}, {platform.machine()}, {os.cpu_count()} processors shared with the load"
    return f"{where}; Python {platform.python_version()}, {packages}."


def _times(soak: Soak) -> list[str]:
    seconds = sorted(took for _, took in soak.seen.seconds)
    if len(seconds) < 100:
        return []
    shares = statistics.quantiles(seconds, n=100)
    said = ", ".join(f"{name} {1000 * shares[at]:.1f} ms" for name, at in (("median", 49), ("p99", 98)))
    return [
        f"Times as the load saw them, its own work and that of whatever else ran on the machine included: {said}."
    ]


def _row(name: str, found: Slope | None, unit: float) -> str:
    if found is None:
        return f"| {name} | too few readings | | | | |"
    low, high = found.low / unit, found.high / unit
    figures = f"{found.mean / unit:.1f} | {found.per_hour / unit:+.2f} | {low:+.2f} to {high:+.2f}"
    words = ["yes" if one else "no" for one in (found.holds_zero, found.is_flat)]
    return f"| {name} | {figures} | {words[0]} | {words[1]} |"


def draw(soak: Soak, path: Path) -> None:
    """Draw memory and file descriptors over time into an SVG file that is the same for the same figures."""
    mpl.rcParams["svg.hashsalt"] = "soak"
    figure = Figure(figsize=(8, 4.5), layout="constrained")
    memory, descriptors = figure.subplots(2, 1, sharex=True)
    minutes = [one.seconds / 60 for one in soak.readings]
    memory.plot(minutes, [one.memory / MEGABYTE for one in soak.readings], color="#1f5fa8", linewidth=1)
    memory.set_ylabel("memory, MB")
    descriptors.plot(minutes, [one.descriptors for one in soak.readings], color="#a8521f", linewidth=1)
    descriptors.set_ylabel("file descriptors")
    descriptors.set_xlabel("minutes")
    for axes in (memory, descriptors):
        axes.set_ylim(bottom=0)
        axes.grid(visible=True, linewidth=0.3)
    figure.savefig(path, metadata={"Date": None, "Creator": None})
