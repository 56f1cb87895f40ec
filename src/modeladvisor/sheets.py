"""Answers as tables: columns of one kind each, and cells that name their source."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from typing import Literal

import attrs

from modeladvisor.values import Anything, Bound, Month, Several, Span, Value

ColumnKind = Literal["text", "words", "whole", "number", "truth", "date", "points"]
"""What a column holds; `words` are several texts, `points` a score from 0 to 100."""


@attrs.frozen
class Sourced:
    """A value with the page that says so.

    Attributes:
        value: What it says; None is unknown.
        url: Address of the page.
        title: Title of the page.
        verified: Last date on which it is known to have said so.
        note: What a reader should know beside the value, or None.
    """

    value: Plain
    url: str
    title: str
    verified: datetime.date
    note: str | None = None


Plain = str | int | float | bool | datetime.date | tuple[str, ...] | None
Cell = Plain | Sourced
"""What stands in a table: a value, a sourced one, or None for what is unknown."""
NOTHING = ""
"""A cell where there is nothing to know, which is not the same as unknown."""


@attrs.frozen
class Column:
    """One column.

    Attributes:
        name: Name in data frames.
        kind: What it holds.
        title: What stands above it for people.
        sourced: Whether its cells name their sources: data frames then have `<name>_source` and `<name>_verified` too.
    """

    name: str
    kind: ColumnKind = "text"
    title: str = ""
    sourced: bool = False


@attrs.frozen
class Sheet:
    """A table.

    Attributes:
        name: By which it is asked for.
        title: What stands above it.
        columns: What its cells are.
        rows: One cell for each column.
        note: A sentence below it, or empty.
    """

    name: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""


def sheet(
    name: str, title: str, columns: Iterable[Column], rows: Iterable[Iterable[Cell]], note: str = ""
) -> Sheet:
    """Return a table of columns and rows."""
    return Sheet(name, title, tuple(columns), tuple(tuple(row) for row in rows), note)


def in_words(value: Value) -> str:
    """Return a capability value in words, as the answers in text have it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.0f}" if value.is_integer() else f"{value:.6g}"
    if isinstance(value, Several):
        told = ", ".join(map(in_words, value.values)) if value.values else "none"
        return f"{told} (perhaps more)" if value.open else told
    if isinstance(value, Span):
        return _span_in_words(value)
    if isinstance(value, Bound):
        ends: Mapping[str, float | None] = {"at least": value.at_least, "at most": value.at_most}
        return " and ".join(f"{word} {in_words(end)}" for word, end in ends.items() if end is not None)
    if isinstance(value, Anything):
        return "free"
    if isinstance(value, Month | datetime.date):
        return str(value)
    return str(value)


def _span_in_words(span: Span) -> str:
    if span.text:
        return f"{span.text[0]} to {span.text[1]}"
    step = f" in steps of {in_words(span.step)}" if span.step else ""
    return f"{in_words(span.low)} to {in_words(span.high)}{step}"
