"""What was measured at several sizes, as a table for people: milliseconds, how they grow, memory, and the goals."""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Mapping, Sequence

import attrs

FULL = "full explained answer"
HEARD_GATES = "gates, counts"
UNHEARD_GATES = "gates, new number"
UNHEARD_PLAIN = "gates, new, no rules"
GOALS: Mapping[tuple[str, int], float] = {(FULL, 100): 2e-3, (FULL, 100_000): 50e-3}
"""Seconds of the slowest question."""
MOST_BYTES = 4_000
"""Goal for the memory of one record with all that is computed from it."""


@attrs.frozen
class Step:
    """Seconds of one step, question by question."""

    seconds: Sequence[float]

    @property
    def median(self) -> float:
        """The question in the middle."""
        return statistics.median(self.seconds)

    @property
    def slowest(self) -> float:
        """The question that takes longest."""
        return max(self.seconds)


@attrs.frozen
class Measured:
    """What one size took, and by how many bytes for each record the resident set grew."""

    size: int
    steps: Mapping[str, Step]
    catalog_bytes: float
    board_bytes: float
    groups: Sequence[tuple[int, int, int]]


def exponent(smaller: tuple[int, float], larger: tuple[int, float]) -> float:
    """Return the power of the size with which seconds grow between two sizes."""
    return math.log(larger[1] / smaller[1]) / math.log(larger[0] / smaller[0])


def report(found: Sequence[Measured]) -> str:
    """Return the table for people."""
    sizes = "".join(f"{f'{one.size:,} models':>23}" for one in found)
    pairs = [f"{a.size:,} to {b.size:,}" for a, b in itertools.pairwise(found)]
    lines = [
        f"{'milliseconds':32}{sizes}{'grows with this power of the size':>35}",
        " " * 32 + "       median   slowest" * len(found) + "".join(f"{one:>20}" for one in pairs),
    ]
    for name in found[0].steps:
        steps = [one.steps[name] for one in found]
        cells = "".join(f"{one.median * 1e3:13.3f}{one.slowest * 1e3:10.3f}" for one in steps)
        points = [(one.size, one.steps[name].median) for one in found]
        powers = "".join(f"{exponent(a, b):20.2f}" for a, b in itertools.pairwise(points))
        lines.append(f"{name:32}{cells}{powers}")
    return "\n".join([*lines, "", *_memory(found), "", *_goals(found)])


def _memory(found: Sequence[Measured]) -> list[str]:
    """Return the lines on memory; of a small catalog the resident set says nothing."""
    return [
        f"{one.size:,} models: {one.catalog_bytes:,.0f} bytes a record, and {one.board_bytes:,.0f} of what is computed "
        f"for {len(one.groups)} questions (growth of the resident set)"
        for one in found
        if one.size >= 10_000
    ]


def _goals(found: Sequence[Measured]) -> list[str]:
    lines = []
    for one in found:
        for (name, size), most in GOALS.items():
            if size == one.size:
                lines.append(_goal(f"{name}, {size:,} models, ms", one.steps[name].slowest * 1e3, most * 1e3))
        for gates in (HEARD_GATES, UNHEARD_PLAIN):
            ours, polars = (one.steps[f"{gates}: {name}"].median for name in ("modeladvisor", "Polars"))
            lines.append(_goal(f"{gates}, {one.size:,} models, ratio to Polars", ours / polars, 1))
    last = found[-1]
    lines.append(
        _goal(f"bytes a record, {last.size:,} models", last.catalog_bytes + last.board_bytes, MOST_BYTES)
    )
    return lines


def _goal(what: str, value: float, most: float) -> str:
    return f"{'met' if value <= most else 'missed':8}{what:50}{value:12,.2f}  goal {most:,.2f}"
