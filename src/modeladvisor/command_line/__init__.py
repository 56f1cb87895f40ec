"""The command `modeladvisor`; what needs the server is found through entry points, so it is never imported here."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import entry_points, version
from typing import NoReturn

from modeladvisor.command_line import completing, curators, questions
from modeladvisor.command_line.calls import FINE, MISTAKE, PROBLEMS, STOPPED
from modeladvisor.command_line.parsing import EXIT_CODES, Parser, parsed
from modeladvisor.errors import CatalogError, ModelAdvisorError

OF_THE_SERVER = {
    "serve": "start the server (needs the extra 'server')",
    "export": "write the server's answers as static files (needs the extra 'server')",
}
"""Commands that the server registers under `modeladvisor.commands`, and what they do."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code, one of those that its help lists."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given and given[0] in OF_THE_SERVER:
        return _found(given[0], given[1:])
    parser = command_parser()
    completing.answer_shell(parser)
    call = parsed(parser, given)
    try:
        code = int(call.run(call))
        sys.stdout.flush()
    except BrokenPipeError:  # whoever reads has seen enough, as `head` does; Python must not flush once more
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except KeyboardInterrupt:
        return STOPPED
    except CatalogError as error:
        print(error, file=sys.stderr)
        return PROBLEMS
    except ModelAdvisorError as error:
        print(f"modeladvisor: {error}", file=sys.stderr)
        return MISTAKE
    return code


def command_parser() -> Parser:
    """Return the parser of the whole command."""
    parser = Parser(
        "modeladvisor",
        description="Which AI image or video model for my job, and how do you know?",
        examples=(
            "find --task product-videos --input image --budget medium",
            "best ugc-ads",
            "compare veo-3.1 kling-3.0",
            "show veo-3.1",
        ),
        epilog=EXIT_CODES,
    )
    parser.add_argument("-V", "--version", action=_Version, nargs=0, help="print the version and leave")
    commands = parser.add_subparsers(required=True, title="commands", metavar="command")
    for name, meaning in OF_THE_SERVER.items():
        commands.add_parser(name, help=meaning, add_help=False)
    questions.add_commands(commands)
    curators.add_commands(commands)
    completing.add_command(commands)
    parser.commands = commands.choices
    return parser


class _Version(argparse.Action):
    """Prints the version, which is looked up only then."""

    def __call__(self, *_: object) -> NoReturn:
        print(version("modeladvisor"))
        raise SystemExit(FINE)


def _found(name: str, arguments: Sequence[str]) -> int:
    found = entry_points(group="modeladvisor.commands", name=name)
    try:
        command: Callable[[Sequence[str]], int] = next(iter(found)).load()
    except (StopIteration, ImportError) as error:
        reason = f" ({error})" if isinstance(error, ImportError) else ""
        print(
            f"modeladvisor: the server is not installed{reason}; run: pip install 'modeladvisor[server]'",
            file=sys.stderr,
        )
        return MISTAKE
    return command(arguments)
