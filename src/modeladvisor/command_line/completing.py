"""What the shell offers after Tab: commands, options, and the words of the catalog that is meant."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from modeladvisor.command_line.calls import FINE
from modeladvisor.command_line.parsing import Parser, one_of
from modeladvisor.errors import ModelAdvisorError

if TYPE_CHECKING:
    from modeladvisor.catalog import Catalog
    from modeladvisor.command_line.calls import Commands

Completer = Callable[..., Iterable[str]]
"""A function that takes `parsed_args` and other named arguments, and gives the words that may stand there."""
SHELLS = ("bash", "zsh", "fish", "powershell")
PLACES = """where to put it:
  bash  eval "$(modeladvisor completion bash)" in ~/.bashrc
  zsh   eval "$(modeladvisor completion zsh)" in ~/.zshrc, after compinit
  fish  modeladvisor completion fish > ~/.config/fish/completions/modeladvisor.fish
  powershell  modeladvisor completion powershell >> $PROFILE
"""


def add_command(commands: Commands) -> None:
    """Add `completion`, which prints what a shell needs."""
    told = "print what makes a shell complete commands, options, models and tasks"
    parser = commands.add_parser(
        "completion",
        help=told,
        description=f"P{told[1:]}.",
        examples=("completion bash", "completion fish"),
        epilog=PLACES,
    )
    parser.add_argument("shell", type=one_of(SHELLS), help=", ".join(SHELLS))
    parser.set_defaults(run=_print_script)


def _print_script(given: argparse.Namespace) -> int:
    from argcomplete.shell_integration import shellcode

    print(shellcode(["modeladvisor"], shell=given.shell))  # nosec B604 # the name of a shell, none is started
    return FINE


def answer_shell(parser: Parser) -> None:
    """Answer a shell that asks what may stand at the cursor, and leave; otherwise do nothing."""
    if "_ARGCOMPLETE" in os.environ:
        import argcomplete

        argcomplete.autocomplete(parser, always_complete_options="long")


def completed(action: argparse.Action, completer: Completer | None) -> None:
    """Say which words may stand where an argument is expected."""
    if completer is not None:
        action.completer = completer  # type: ignore[attr-defined]  # where argcomplete looks for it


def _catalog(given: argparse.Namespace) -> Catalog | None:
    from modeladvisor.loading import load_catalog

    try:
        return load_catalog(getattr(given, "catalog", None), overlay=getattr(given, "overlay", None))
    except ModelAdvisorError:
        return None  # a shell that completes is no place to tell what is wrong with a catalog


def models(parsed_args: argparse.Namespace, **_: object) -> Iterable[str]:
    """Return the slugs of all models."""
    catalog = _catalog(parsed_args)
    return catalog.models if catalog else ()


def tasks(parsed_args: argparse.Namespace, **_: object) -> Iterable[str]:
    """Return the use cases."""
    catalog = _catalog(parsed_args)
    return catalog.use_cases if catalog else ()


def keys(parsed_args: argparse.Namespace, **_: object) -> Iterable[str]:
    """Return the capabilities."""
    catalog = _catalog(parsed_args)
    return catalog.vocabulary.keys if catalog else ()


def vendors(parsed_args: argparse.Namespace, **_: object) -> Iterable[str]:
    """Return the ids of vendors."""
    catalog = _catalog(parsed_args)
    return catalog.vendors if catalog else ()


def parameter(name: str) -> Completer | None:
    """Return the words of a parameter of the finder; None where it takes numbers alone."""

    def words(parsed_args: argparse.Namespace, **_: object) -> Iterable[str]:
        from modeladvisor.asking import INPUTS
        from modeladvisor.questions import ACCESS, AUDIO, DURATIONS
        from modeladvisor.vocabulary import MEDIA

        catalog = _catalog(parsed_args)
        if catalog is None:
            return ()
        asking = catalog.asking
        allowed: dict[str, Iterable[str]] = {
            "task": catalog.use_cases,
            "output": MEDIA,
            "input": INPUTS,
            "budget": ("free", *asking.budgets),
            "style": asking.styles,
            "platform": (*asking.platforms, *ACCESS, *catalog.operators),
            "audio": AUDIO,
            "duration": DURATIONS,
        }
        return allowed.get(name, ())

    return words if name not in ("limit", "weights") else None
