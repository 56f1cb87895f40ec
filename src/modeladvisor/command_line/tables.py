"""Plain columns that fit the terminal."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Sequence

import attrs

NARROWEST = 6
GAP = "  "


@attrs.frozen
class Column:
    """One column of a table.

    Attributes:
        title: What stands above it.
        right: True for numbers, which stand at the right.
        middle: True where both ends of a text matter, as in ids and addresses: it is cut in the middle.
    """

    title: str
    right: bool = False
    middle: bool = False


def terminal_width() -> int | None:
    """Return the columns of the terminal; None where what is printed goes to a file or a pipe and is not cut."""
    if "COLUMNS" in os.environ or sys.stdout.isatty():
        return shutil.get_terminal_size().columns
    return None


def table(columns: Sequence[Column], rows: Iterable[Sequence[object]], width: int | None) -> str:
    """Return rows under their titles; the widest columns are cut until every line fits `width`."""
    cells = [[shown(column.title) for column in columns], *([shown(cell) for cell in row] for row in rows)]
    widths = [max(len(row[place]) for row in cells) for place in range(len(columns))]
    room = sys.maxsize if width is None else max(width - len(GAP) * (len(columns) - 1), 0)
    while sum(widths) > room and max(widths) > NARROWEST:
        widths[widths.index(max(widths))] -= 1
    lines = []
    for row in cells:
        fitted = [
            cut(cell, space, middle=column.middle)
            for cell, space, column in zip(row, widths, columns, strict=True)
        ]
        line = GAP.join(
            cell.rjust(space) if column.right else cell.ljust(space)
            for cell, space, column in zip(fitted, widths, columns, strict=True)
        )
        lines.append(cut(line.rstrip(), sys.maxsize if width is None else width))
    return "\n".join(lines)


def shown(cell: object) -> str:
    """Return a cell as one line without control characters: some texts come from other people's servers."""
    text = "" if cell is None else str(cell)
    return text if text.isprintable() else "".join(one if one.isprintable() else "?" for one in text)


def cut(text: str, width: int, *, middle: bool = False) -> str:
    """Return a text of at most `width` characters, with an ellipsis where something was cut."""
    if len(text) <= width:
        return text
    if width <= 1:
        return text[:width]
    tail = (width - 1) // 2 if middle else 0
    return f"{text[: width - 1 - tail]}…{text[len(text) - tail :]}"
