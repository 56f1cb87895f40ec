"""What all commands share: their exit codes, and how an answer is printed."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

FINE, PROBLEMS, MISTAKE, NOTHING = 0, 1, 2, 3
STOPPED = 130
"""What a shell reports of a command that was stopped by Ctrl-C."""

if TYPE_CHECKING:
    from rich.console import RenderableType

    from modeladvisor.command_line.parsing import Parser

    Commands = argparse._SubParsersAction[Parser]


def print_answer(given: argparse.Namespace, answer: object, text: str) -> int:
    """Print an answer as JSON where that was asked for, otherwise as text, and return the exit code."""
    print(json.dumps(answer, ensure_ascii=False, indent=2) if given.json else text)
    return FINE


def print_page(
    given: argparse.Namespace,
    answer: object,
    page: Callable[[int | None], Iterable[RenderableType]],
    *,
    empty: bool = False,
) -> int:
    """Print an answer as JSON where that was asked for, otherwise as a page, and return the exit code.

    `page` takes the columns of the terminal, None where there is none.
    """
    if given.json:
        print(json.dumps(answer, ensure_ascii=False, indent=2))
    else:
        # Imported here: JSON needs nothing of what draws tables, which takes 50 ms to import.
        from modeladvisor.command_line.terminals import print_parts, terminal_width

        print_parts(page(terminal_width()))
    return NOTHING if empty else FINE
