"""What the tools for curators found, as tables and as JSON."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import attrs

from modeladvisor.command_line.tables import Column, shown, table
from modeladvisor.curation.ages import Dated
from modeladvisor.curation.coverage import STATES, Coverage
from modeladvisor.curation.links import STATES as LINK_STATES
from modeladvisor.curation.links import Finding

if TYPE_CHECKING:
    from modeladvisor.curation.lookups import Lookup

MARKS = {"value": "v", "searched": "s", "unlooked": "."}
CELL = 4
"""Columns that one model has in the matrix: a number of up to three digits and a blank."""


def plain(value: object) -> object:
    """Return records as JSON has them: objects, lists, and days as text."""
    if attrs.has(type(value)):
        fields = attrs.asdict(value, recurse=False)  # type: ignore[arg-type]  # `has` narrows the class only
        return {name: plain(inner) for name, inner in fields.items()}
    if isinstance(value, Mapping):
        return {key: plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [plain(inner) for inner in value]
    return value.isoformat() if isinstance(value, datetime.date) else value


def stale_text(
    found: Sequence[Dated],
    everything: Sequence[Dated],
    day: datetime.date,
    today: datetime.date,
    width: int | None,
) -> str:
    """Return what is stale on a day, and how much of everything that is."""
    columns = (
        Column("id", whole=True),
        Column("dated"),
        Column("age", right=True),
        Column("stale from"),
    )
    rows = [(one.id, one.dated, (today - one.dated).days, one.stale_from) for one in found]
    old, all_ = Counter(one.kind for one in found), Counter(one.kind for one in everything)
    told = ", ".join(f"{old[kind]} of {all_[kind]} {kind}s" for kind in ("fact", "price", "verdict"))
    lines = [table(columns, rows, width), ""] if rows else []
    return "\n".join([*lines, f"Stale on {day}: {told}."])


def stale_json(found: Sequence[Dated], day: datetime.date) -> object:
    """Return what is stale on a day."""
    return {"day": day.isoformat(), "count": len(found), "stale": plain(found)}


def lookups_text(found: Sequence[Lookup], limit: int, width: int | None) -> str:
    """Return what to look up first, as many lines as are wanted."""
    if not found:
        return "Nothing that is unknown could change a ranking."
    columns = (
        Column("model", whole=True),
        Column("unknown", whole=True),
        Column("rankings", right=True),
        Column("first places", right=True),
        Column("looked for in vain"),
    )
    rows = [
        (one.model, one.key, len(one.rankings), len(one.firsts), one.searched or "never")
        for one in found[:limit]
    ]
    told = f"{_counted(found, 'unknown')} could change rankings; {len(rows)} shown."
    return f"{table(columns, rows, width)}\n\n{told}"


def coverage_text(found: Sequence[Coverage], width: int | None) -> str:
    """Return a list of models and a matrix for each medium; where it is too wide, the matrix goes on below."""
    if not found:
        return "No model is asked about that: the key is of another medium."
    legend = "v: a value; s: looked for in vain; .: nobody has looked"
    return "\n\n".join(part for one in found for part in _coverage_parts(one, width)) + f"\n\n{legend}"


def _coverage_parts(one: Coverage, width: int | None) -> Iterator[str]:
    total = ", ".join(f"{one.total[state]} {state}" for state in STATES)
    yield f"{one.medium}: {_counted(one.models, 'model')}, {_counted(one.keys, 'key')}; {total}"
    counts = [Column(state, right=True) for state in STATES]
    numbered = [
        (number, slug, *(one.by_model[slug][state] for state in STATES))
        for number, slug in enumerate(one.models, start=1)
    ]
    yield table((Column("no", right=True), Column("model", whole=True), *counts), numbered, width)
    totals = [(key, *(one.by_key[key][state] for state in STATES)) for key in one.keys]
    heads = table((Column("key", whole=True), *counts), totals, None).splitlines()
    room = len(one.models) if width is None else max(1, (width - max(map(len, heads))) // CELL)
    for first in range(0, len(one.models), room):
        chosen = one.models[first : first + room]
        numbers = "".join(f"{number:>{CELL}}" for number in range(first + 1, first + len(chosen) + 1))
        marks = ["".join(f"{MARKS[one.cells[slug][key]]:>{CELL}}" for slug in chosen) for key in one.keys]
        widest = max(map(len, heads))
        yield "\n".join(
            f"{head:<{widest}}{rest}" for head, rest in zip(heads, (numbers, *marks), strict=True)
        )


def _counted(things: Sequence[object], noun: str) -> str:
    return f"{len(things)} {noun}{'' if len(things) == 1 else 's'}"


def links_text(found: Sequence[Finding]) -> str:
    """Return every address that needs somebody, the worst first, and how many are in each state."""
    count = Counter(one.state for one in found)
    needing = sorted(
        (one for one in found if one.state != "fine"), key=lambda one: (LINK_STATES.index(one.state), one.url)
    )
    lines: list[str] = []
    for one in needing:
        users = ", ".join(one.used_by[:3]) + (
            f" and {len(one.used_by) - 3} more" if len(one.used_by) > 3 else ""
        )
        told = (f"{one.state}: {one.url}", f"  {one.detail}", f"  named by {users}")
        lines += map(shown, told)
    states = ", ".join(f"{count[state]} {state}" for state in LINK_STATES)
    last = f"{len(found)} address{'' if len(found) == 1 else 'es'}: {states}."
    return "\n".join([*lines, "", last] if lines else [last])
