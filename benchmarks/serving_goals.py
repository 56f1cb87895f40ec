"""What the figures have to show, and whether they do, as a table for people."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from request_cost import Part
    from serving import Measured
    from wrk import Load

SLOWEST = 10_000
"""Microseconds for 99 of 100 requests at half load."""


@attrs.frozen
class Goal:
    """A ratio of requests a second that is to be reached."""

    what: str
    ours: str
    theirs: str
    least: float


GOALS = (
    Goal("a record, to FastAPI serialising it", "modeladvisor", "FastAPI, record serialised", 2.5),
    Goal("a record, to FastAPI with ready bytes", "modeladvisor", "FastAPI, ready bytes", 2.2),
    Goal("a record, to Starlette with ready bytes", "modeladvisor", "Starlette, ready bytes", 1.0),
    Goal(
        "a record with everything on, to FastAPI serialising it with nothing on",
        "modeladvisor, everything on",
        "FastAPI, record serialised",
        1.5,
    ),
    Goal(
        "a record with everything on, to FastAPI with ready bytes and nothing on",
        "modeladvisor, everything on",
        "FastAPI, ready bytes",
        1.5,
    ),
    Goal(
        "a fresh finder query, to FastAPI with ready bytes",
        "modeladvisor, fresh finder query",
        "FastAPI, ready bytes",
        1.0,
    ),
    Goal(
        "a fresh finder query, to FastAPI with as many ready bytes",
        "modeladvisor, fresh finder query",
        "FastAPI, ready bytes of a finder answer",
        1.0,
    ),
    Goal(
        "tools/call, to the MCP SDK, legacy",
        "modeladvisor, tools/call, legacy",
        "MCP SDK, tools/call, legacy",
        4,
    ),
    Goal(
        "tools/call that nobody made before, to the MCP SDK, legacy",
        "modeladvisor, fresh tools/call, legacy",
        "MCP SDK, tools/call, legacy",
        4,
    ),
    Goal(
        "tools/call, to the MCP SDK, modern",
        "modeladvisor, tools/call, modern",
        "MCP SDK, tools/call, modern",
        3,
    ),
    Goal(
        "tools/call, to fastmcp, legacy",
        "modeladvisor, tools/call, legacy",
        "fastmcp, tools/call, legacy",
        10,
    ),
    Goal(
        "tools/call that nobody made before, to fastmcp, legacy",
        "modeladvisor, fresh tools/call, legacy",
        "fastmcp, tools/call, legacy",
        10,
    ),
    Goal(
        "tools/call, to fastmcp, modern",
        "modeladvisor, tools/call, modern",
        "fastmcp, tools/call, modern",
        10,
    ),
    Goal(
        "behind nginx's cache, to a static file",
        "modeladvisor behind nginx's cache",
        "nginx, static file",
        0.75,
    ),
)


@attrs.frozen
class Verdict:
    """Whether one goal is met.

    Attributes:
        middle, low, high: The median of the rounds, and their smallest and largest.
        goal: What was wanted, of `unit`.
    """

    what: str
    middle: float
    low: float
    high: float
    goal: float
    unit: str
    met: bool


def ratios(measured: Mapping[str, Measured], goal: Goal) -> list[float]:
    """Return the ratio of each round."""
    pairs = zip(measured[goal.ours].loads, measured[goal.theirs].loads, strict=True)
    return [ours.rate / theirs.rate for ours, theirs in pairs]


def judged(measured: Sequence[Measured], paced: Sequence[Load]) -> list[Verdict]:
    """Return the verdicts on all goals of which both sides were measured."""
    by_name = {one.name: one for one in measured}
    found = []
    for goal in GOALS:
        if goal.ours in by_name and goal.theirs in by_name:
            each = ratios(by_name, goal)
            middle = statistics.median(each)
            found.append(
                Verdict(goal.what, middle, min(each), max(each), goal.least, "times", middle >= goal.least)
            )
    if paced:
        slowest = [one.p99 for one in paced]
        middle = statistics.median(slowest)
        wanted = "99 of 100 at half load, everything on, within"
        found.append(
            Verdict(
                wanted,
                middle / 1e3,
                min(slowest) / 1e3,
                max(slowest) / 1e3,
                SLOWEST / 1e3,
                "ms",
                middle < SLOWEST,
            )
        )
    return found


def table(measured: Sequence[Measured], verdicts: Sequence[Verdict], parts: Sequence[Part]) -> str:
    """Return what is printed."""
    lines = [f"{'':42}{'a second':>10}{'lowest':>9}{'highest':>9}{'CPU us':>9}{'p99 ms':>8}{'bytes':>9}"]
    for one in measured:
        rates = [load.rate for load in one.loads]
        p99 = statistics.median(load.p99 for load in one.loads) / 1e3
        each = statistics.median(one.seconds_each) * 1e6
        lines.append(
            f"{one.name:42}{statistics.median(rates):10,.0f}{min(rates):9,.0f}{max(rates):9,.0f}"
            f"{each:9.1f}{p99:8.2f}{one.loads[0].bytes_each:9,.0f}"
        )
    lines.append("")
    for verdict in verdicts:
        figures = f"{verdict.middle:7.2f} ({verdict.low:.2f} to {verdict.high:.2f})"
        lines.append(
            f"{'met' if verdict.met else 'NOT MET':8}{verdict.what:75}{figures:26} goal {verdict.goal:g} {verdict.unit}"
        )
    if parts:
        lines += ["", "where the time of one request goes, microseconds"]
        lines += [f"{part.microseconds:8.1f}  {part.what}" for part in parts]
    return "\n".join(lines)
