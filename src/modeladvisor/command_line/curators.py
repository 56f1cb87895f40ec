"""The tools for those who edit the catalog: `modeladvisor catalog ...`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from modeladvisor.command_line.completing import completed, keys, models, vendors
from modeladvisor.command_line.parsing import folder_options, json_option, one_of, whole_number
from modeladvisor.vocabulary import MEDIA

if TYPE_CHECKING:
    from modeladvisor.command_line.calls import Commands
    from modeladvisor.command_line.parsing import Parser

LONGEST_VIEW = 36500
"""Days that one can look ahead."""
FORMATS = ("json", "jsonl", "csv", "parquet")


def add_commands(commands: Commands) -> None:
    """Add `catalog` with its tools."""
    catalog = commands.add_parser(
        "catalog",
        help="tools for those who edit the catalog",
        description="Tools for those who edit the catalog.",
        examples=("catalog check", "catalog stale --days 30"),
    )
    tools = catalog.add_subparsers(required=True, metavar="tool")
    _add_reading_tools(tools)
    _add_writing_tools(tools)
    catalog.commands = tools.choices


def _added(tools: Commands, name: str, told: str, *examples: str, folders: bool = True) -> Parser:
    shared = [*([folder_options()] if folders else []), json_option()]
    described = f"{told[0].upper()}{told[1:]}."
    return tools.add_parser(name, parents=shared, help=told, description=described, examples=examples)


def _add_reading_tools(tools: Commands) -> None:
    check = _added(
        tools,
        "check",
        "print every problem as file:line: key: message",
        "catalog check",
        "catalog check --catalog catalog --json",
    )
    check.set_defaults(run=_run, tool="check")

    told = "facts, prices and verdicts past their age, oldest first"
    aged = _added(tools, "stale", told, "catalog stale --days 30")
    aged.add_argument(
        "--days",
        type=whole_number(0, LONGEST_VIEW),
        default=0,
        metavar="N",
        help="what will be stale in N days",
    )
    aged.set_defaults(run=_run, tool="stale")

    told = "what is known, looked for in vain, or not looked for"
    covered = _added(tools, "coverage", told, "catalog coverage --model veo-3.1 --key seed --key fps")
    _add_filters(covered)
    covered.set_defaults(run=_run, tool="coverage")

    told = "what to look up first: unknowns by how many rankings they could change"
    upcoming = _added(tools, "next", told, "catalog next --model kling-3.0 --limit 5")
    _add_filters(upcoming)
    upcoming.add_argument(
        "--limit", type=whole_number(1, 100_000), default=30, metavar="N", help="most lines of the table"
    )
    upcoming.set_defaults(run=_run, tool="next")

    told = "ask for every address once (reaches the network)"
    links = _added(tools, "links", told, "catalog links --state links.json")
    links.add_argument(
        "--state", type=Path, metavar="FILE", help="remember pages here, to tell which have changed"
    )
    links.set_defaults(run=_run, tool="links")

    diff = _added(
        tools,
        "diff",
        "what changed from one catalog folder to another",
        "catalog diff before catalog",
        folders=False,
    )
    diff.add_argument("before", type=Path, metavar="A", help="catalog folder as it was")
    diff.add_argument("after", type=Path, metavar="B", help="catalog folder as it is")
    diff.set_defaults(run=_run, tool="diff")


def _add_filters(parser: Parser) -> None:
    model = parser.add_argument(
        "--model", action="append", default=[], help="only this model; may be given again"
    )
    completed(model, models)
    key = parser.add_argument("--key", action="append", default=[], help="only this key; may be given again")
    completed(key, keys)


def _add_writing_tools(tools: Commands) -> None:
    told = "write a record to fill in"
    new = _added(tools, "new", told, "catalog new google veo-9 --makes video --print")
    completed(new.add_argument("vendor", help="id of vendors.toml"), vendors)
    new.add_argument("slug", help="id of the new model")
    new.add_argument(
        "--makes",
        action="append",
        type=one_of(MEDIA),
        metavar="MEDIUM",
        help=f"only the keys of this medium: {', '.join(MEDIA)}",
    )
    new.add_argument("--print", action="store_true", help="print the record instead of writing it")
    new.set_defaults(run=_run, tool="new")

    told = "write facts and prices as tables"
    export = _added(tools, "export", told, "catalog export facts.csv", "catalog export tables --format jsonl")
    export.add_argument(
        "target", type=Path, metavar="FILE|DIR", help="file to write, or folder for a data set"
    )
    export.add_argument(
        "--format",
        type=one_of(FORMATS),
        help=f"where the name of the file does not say it: {', '.join(FORMATS)}",
    )
    export.set_defaults(run=_run, tool="export")


def _run(given: argparse.Namespace) -> int:
    # Imported here: help, completion and mistakes come without the tools.
    from modeladvisor.command_line.curating import TOOLS

    return TOOLS[given.tool](given)
