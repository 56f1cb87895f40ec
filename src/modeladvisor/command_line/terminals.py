"""The terminal: how wide it is, whether it has colours, and what runs there while one waits."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

# rich is imported where something is drawn: mistakes, help and JSON come without it, and 50 ms sooner.

NARROWEST = 20
"""Columns below which nothing is fitted: tables are drawn as for so many."""
UNLIMITED = 100_000


def terminal_width() -> int | None:
    """Return the columns of the terminal; None where what is printed goes to a file or a pipe and is not fitted."""
    if "COLUMNS" in os.environ or sys.stdout.isatty():
        return max(shutil.get_terminal_size().columns, NARROWEST)
    return None


def console(width: int | None) -> Console:
    """Return standard output as a console: colours on a terminal that has them, unless NO_COLOR is set."""
    from rich.console import Console

    return Console(width=width or UNLIMITED, highlight=False, markup=False, emoji=False, soft_wrap=False)


def print_parts(parts: Iterable[RenderableType]) -> None:
    """Print parts one below the other; only a part that asks for it, as addresses do, is wider than the terminal."""
    from rich.text import Text

    out = console(terminal_width())
    with out.capture() as drawn:
        for part in parts:
            whole = isinstance(part, Text) and part.no_wrap is True
            out.print(part, crop=False, no_wrap=whole or None, overflow="ignore" if whole else None)
    text = drawn.get()
    if out.color_system is None:
        text = "".join(f"{line.rstrip()}\n" for line in text.splitlines())
    print(text, end="")


@contextlib.contextmanager
def progress(title: str) -> Iterator[Callable[[int, int], None]]:
    """Show on standard error how far long work is, and give a function that takes what is done and of how many.

    Without a terminal nothing is shown. Until the function is called the bar only tells that there is work.
    """
    if not sys.stderr.isatty():
        yield lambda _done, _total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    shown = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*shown, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
