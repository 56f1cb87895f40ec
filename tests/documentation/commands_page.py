"""The page on the commands, whose second part is written from the parser.

`python tests/documentation/commands_page.py` writes it.
"""

from __future__ import annotations

import os
import unittest.mock
from collections.abc import Iterator
from pathlib import Path

from modeladvisor.command_line import OF_THE_SERVER, command_parser
from modeladvisor.command_line.parsing import Parser

CHECKOUT = Path(__file__).parents[2]
PAGE = CHECKOUT / "docs" / "reference" / "commands.md"
WIDTH = "92"
MARK = "<!-- from here on written by the code -->\n"


def commands_page() -> str:
    """Return the page as it stands, with the help of every command as it is now."""
    introduction, mark, _ = PAGE.read_text("utf-8").partition(MARK)
    with unittest.mock.patch.dict(os.environ, COLUMNS=WIDTH):
        return "\n".join([f"{introduction}{mark}", *_lines(command_parser())])


def _lines(parser: Parser) -> Iterator[str]:
    for name, command in parser.commands.items():
        if name in OF_THE_SERVER and parser.prog == "modeladvisor":
            yield f"## modeladvisor {name}\n"
            yield f"{OF_THE_SERVER[name][0].upper()}{OF_THE_SERVER[name][1:]}."
            yield "[Run the server](../how-to/run-the-server.md) says how.\n"
            continue
        yield f"## {command.prog}\n"
        yield f"```text\n{command.format_help().rstrip()}\n```\n"
        yield from _lines(command)


if __name__ == "__main__":
    PAGE.write_text(commands_page(), "utf-8")
