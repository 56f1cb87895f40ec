"""The command `modeladvisor`; what needs the server is found through entry points, so it is never imported here."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import entry_points, version

from modeladvisor.command_line import curators, questions
from modeladvisor.command_line.calls import FINE, MISTAKE, PROBLEMS
from modeladvisor.errors import CatalogError, ModelAdvisorError

OF_THE_SERVER = {
    "serve": "start the server (needs the extra 'server')",
    "export": "write the server's answers as static files (needs the extra 'server')",
}
"""Commands that the server registers under `modeladvisor.commands`, and what they do."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code: 0 fine, 1 problems in a catalog, 2 a mistake in the call."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given and given[0] in OF_THE_SERVER:
        return _found(given[0], given[1:])
    parsed = _parser().parse_args(given)
    try:
        code = int(parsed.run(parsed))
        sys.stdout.flush()
    except BrokenPipeError:  # whoever reads has seen enough, as `head` does; Python must not flush once more
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except CatalogError as error:
        print(error, file=sys.stderr)
        return PROBLEMS
    except ModelAdvisorError as error:
        print(f"modeladvisor: {error}", file=sys.stderr)
        return MISTAKE
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="modeladvisor", description="Which AI image or video model for my job, and how do you know?"
    )
    parser.add_argument("--version", action="version", version=version("modeladvisor"))
    commands = parser.add_subparsers(required=True, metavar="command")
    for name, meaning in OF_THE_SERVER.items():
        commands.add_parser(name, help=meaning, add_help=False)
    questions.add_commands(commands)
    curators.add_commands(commands)
    return parser


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
