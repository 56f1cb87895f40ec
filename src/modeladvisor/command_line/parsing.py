"""Words into a call: where a word is wrong, one line says so and names the nearest right one."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NoReturn

from modeladvisor.command_line.calls import MISTAKE
from modeladvisor.errors import Mistake, nearest

EXIT_CODES = """exit codes:
  0  answered
  1  a catalog has problems, or an address in it is gone
  2  a mistake in the call
  3  answered, and the answer is empty: nothing fits, or nothing is recorded
"""


class Parser(argparse.ArgumentParser):
    """A parser whose mistakes are one line; options are written in full, so that a new one breaks no script.

    Attributes:
        examples: Calls that its help shows, without the word `modeladvisor`.
        commands: The parsers of its commands by name; empty for one that has none.
    """

    def __init__(
        self,
        prog: str | None = None,
        *,
        description: str | None = None,
        parents: Sequence[argparse.ArgumentParser] = (),
        examples: Sequence[str] = (),
        epilog: str | None = None,
        add_help: bool = True,
    ) -> None:
        shown = [f"  modeladvisor {one}" for one in examples]
        told = [*(["\n".join(["examples:", *shown, ""])] if shown else []), *([epilog] if epilog else [])]
        super().__init__(
            prog,
            description=description,
            parents=list(parents),
            epilog="\n".join(told) or None,
            add_help=add_help,
            allow_abbrev=False,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        self.examples = tuple(examples)
        self.commands: Mapping[str, Parser] = {}

    def error(self, message: str) -> NoReturn:
        """Print what is wrong and how to see more, and leave with the exit code of a mistake."""
        print(f"modeladvisor: {message} (see: {self.prog} --help)", file=sys.stderr)
        raise SystemExit(MISTAKE)


def parsed(parser: Parser, words: Sequence[str]) -> argparse.Namespace:
    """Return what words mean; misspelt commands and options are told before anything else."""
    place, rest = _command(parser, words)
    # argparse lists its options nowhere but in the help
    known = re.findall(r"^  (?:-\w, )?--([a-z-]+)", place.format_help(), re.MULTILINE)
    for word in rest:
        if word == "--":
            break
        name = word.partition("=")[0]
        if name.startswith("--") and name[2:] not in known:
            close = nearest(name[2:], known, limit=1)
            hint = f"; did you mean '--{close[0]}'?" if close else ""
            command = place.prog.removeprefix("modeladvisor").strip() or "the command"
            place.error(f"{command} has no option {name!r}{hint}")
    given, unread = parser.parse_known_args(words)
    if unread:
        place.error(f"expected nothing more, got {' '.join(unread)!r}")
    return given


def _command(parser: Parser, words: Sequence[str]) -> tuple[Parser, Sequence[str]]:
    """Return the parser of the command that words begin with, and the words after it."""
    while parser.commands and words and not words[0].startswith("-"):
        name = words[0]
        if name not in parser.commands:
            known = list(parser.commands)
            parser.error(str(Mistake("command", name, f"one of {', '.join(known)}", nearest(name, known))))
        parser, words = parser.commands[name], words[1:]
    return parser, words


def json_option() -> Parser:
    """Return a parser that knows `--json` alone."""
    parser = Parser(add_help=False)
    parser.add_argument("--json", action="store_true", help="print the whole answer as JSON")
    return parser


def folder_options() -> Parser:
    """Return a parser that knows which catalog is meant."""
    parser = Parser(add_help=False)
    told = "catalog folder instead of the bundled one"
    parser.add_argument("--catalog", type=Path, metavar="DIR", help=told)
    parser.add_argument("--overlay", type=Path, metavar="DIR", help="folder laid over the catalog")
    return parser


def one_of(allowed: Sequence[str]) -> Callable[[str], str]:
    """Return a reader of words that takes only these."""

    def read(text: str) -> str:
        if text in allowed:
            return text
        close = nearest(text, allowed)
        hint = f"; did you mean {' or '.join(map(repr, close))}?" if close else ""
        raise argparse.ArgumentTypeError(f"expected one of {', '.join(allowed)}, got {text!r}{hint}")

    return read


def whole_number(least: int, most: int) -> Callable[[str], int]:
    """Return a reader of whole numbers between two."""

    def read(text: str) -> int:
        if text.isascii() and text.isdigit() and len(text) <= len(str(most)) and least <= int(text) <= most:
            return int(text)
        raise argparse.ArgumentTypeError(f"expected a whole number from {least} to {most}, got {text!r}")

    return read
