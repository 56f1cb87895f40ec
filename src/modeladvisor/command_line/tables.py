"""Tables that fit the terminal: texts wrap, and nothing is cut."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence

import attrs
from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from modeladvisor.command_line.terminals import NARROWEST, UNLIMITED

WIDEST = 72
"""Columns of a text where there is no terminal to fit: longer ones wrap, ids and addresses never do."""
READABLE = 8
"""Columns that a wrapped text needs at least: where they are not left, ids and addresses are broken too."""


@attrs.frozen
class Column:
    """One column of a table.

    Attributes:
        title: What stands above it.
        right: True for numbers, which stand at the right.
        whole: True for ids and addresses: they are broken only where the terminal leaves no room at all.
    """

    title: str
    right: bool = False
    whole: bool = False


class _Fitted(Table):
    """A table that gives up whole columns rather than characters where both do not fit."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        widths = [
            max((cell_len(str(cell)) for cell in (column.header, *column.cells)), default=0)
            for column in self.columns
        ]
        needed = [
            width if column.no_wrap else min(width, READABLE)
            for width, column in zip(widths, self.columns, strict=True)
        ]
        gaps = (sum(self.padding) + (self.box is not None)) * len(needed)
        if sum(needed) + gaps > options.max_width:
            for column in self.columns:
                column.no_wrap = False
        yield from super().__rich_console__(console, options)


def drawn(columns: Sequence[Column], rows: Iterable[Sequence[object]], *, lines: bool = False) -> Table:
    """Return rows under their titles, for a console that knows its width."""
    table = _Fitted(
        box=box.SIMPLE_HEAD if lines else None,
        show_edge=False,
        pad_edge=False,
        padding=(0, 1 if lines else 2, 0, 0),
        header_style="bold",
    )
    for column in columns:
        table.add_column(
            _text(column.title),
            justify="right" if column.right else "left",
            no_wrap=column.whole or column.right,
            max_width=None if column.whole or column.right else WIDEST,
            overflow="fold",
        )
    for row in rows:
        table.add_row(*map(_text, row))
    return table


def _text(cell: object) -> Text:
    if isinstance(cell, Text):
        made = cell.copy()
        made.overflow = "fold"
    else:
        made = Text(shown(cell), overflow="fold")
    made.no_wrap = False  # a column that keeps its width still breaks what is longer than the terminal
    return made


def table(columns: Sequence[Column], rows: Iterable[Sequence[object]], width: int | None) -> str:
    """Return rows under their titles as plain text; every line fits `width`, if that is at least 20."""
    out = io.StringIO()
    wide = UNLIMITED if width is None else max(width, NARROWEST)
    console = Console(file=out, width=wide, color_system=None, legacy_windows=False)
    console.print(drawn(columns, rows))
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines())


def shown(cell: object) -> str:
    """Return a cell as one line without control characters: some texts come from other people's servers."""
    text = "" if cell is None else str(cell)
    return text if text.isprintable() else "".join(one if one.isprintable() else "?" for one in text)
