"""The tools for those who edit the catalog: `modeladvisor catalog ...`."""

from __future__ import annotations

import argparse
import datetime
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from modeladvisor.catalog import Catalog
from modeladvisor.command_line import curator_tables as tables
from modeladvisor.command_line.calls import FINE, MISTAKE, PROBLEMS, folder_options, json_option, print_answer
from modeladvisor.command_line.tables import terminal_width
from modeladvisor.curation import ages, coverage, exporting, skeletons
from modeladvisor.curation.changelog import changelog
from modeladvisor.curation.checking import check_catalog
from modeladvisor.curation.differences import differences
from modeladvisor.errors import Mistake, QuestionError
from modeladvisor.loading import bundled_catalog, load_catalog
from modeladvisor.vocabulary import MEDIA

if TYPE_CHECKING:
    from modeladvisor.command_line.calls import Commands

LONGEST_VIEW = 36500
"""Days that one can look ahead."""


def add_commands(commands: Commands) -> None:
    """Add `catalog` with its tools."""
    catalog = commands.add_parser("catalog", help="tools for those who edit the catalog")
    tools = catalog.add_subparsers(required=True, metavar="tool")
    shared = [folder_options(), json_option()]
    check = tools.add_parser("check", parents=shared, help="print every problem as file:line: key: message")
    check.set_defaults(run=_check)

    aged = tools.add_parser(
        "stale", parents=shared, help="facts, prices and verdicts past their age, oldest first"
    )
    aged.add_argument("--days", type=_days, default=0, metavar="N", help="what will be stale in N days")
    aged.set_defaults(run=_stale)

    covered = tools.add_parser(
        "coverage", parents=shared, help="what is known, looked for in vain, or not looked for"
    )
    covered.add_argument("--model", action="append", default=[], help="only this model; may be given again")
    covered.add_argument("--key", action="append", default=[], help="only this key; may be given again")
    covered.set_defaults(run=_coverage)

    upcoming = tools.add_parser(
        "next", parents=shared, help="what to look up first: unknowns by how many rankings they could change"
    )
    upcoming.add_argument("--model", action="append", default=[], help="only this model; may be given again")
    upcoming.add_argument("--key", action="append", default=[], help="only this key; may be given again")
    upcoming.add_argument("--limit", type=_count, default=30, metavar="N", help="most lines of the table")
    upcoming.set_defaults(run=_next)

    links = tools.add_parser("links", parents=shared, help="ask for every address once (reaches the network)")
    links.add_argument(
        "--state", type=Path, metavar="FILE", help="remember pages here, to tell which have changed"
    )
    links.set_defaults(run=_links)

    new = tools.add_parser("new", parents=shared, help="write a record to fill in")
    new.add_argument("vendor", help="id of vendors.toml")
    new.add_argument("slug", help="id of the new model")
    new.add_argument("--makes", action="append", choices=MEDIA, help="only the keys of this medium")
    new.add_argument("--print", action="store_true", help="print the record instead of writing it")
    new.set_defaults(run=_new)

    diff = tools.add_parser(
        "diff", parents=[json_option()], help="what changed from one catalog folder to another"
    )
    diff.add_argument("before", type=Path, metavar="A")
    diff.add_argument("after", type=Path, metavar="B")
    diff.set_defaults(run=_diff)

    export = tools.add_parser("export", parents=shared, help="write facts and prices as tables")
    export.add_argument("target", type=Path, metavar="FILE|DIR")
    export.add_argument(
        "--format", choices=exporting.FORMATS, help="where the name of the file does not say it"
    )
    export.set_defaults(run=_export)


def _days(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and int(text) <= LONGEST_VIEW):
        raise argparse.ArgumentTypeError(f"expected a whole number from 0 to {LONGEST_VIEW}, got {text!r}")
    return int(text)


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:6]) <= 100_000):
        raise argparse.ArgumentTypeError(f"expected a whole number from 1 to 100000, got {text!r}")
    return int(text)


def _today() -> datetime.date:
    return datetime.date.today()  # noqa: DTZ011 - dates in a catalog are calendar days without a zone


def _catalog(given: argparse.Namespace) -> Catalog:
    return load_catalog(given.catalog, overlay=given.overlay)


def _nearby(folder: Path) -> Path:
    """Return a folder as seen from here: in a checkout, lines that an editor can jump to, and that stay short."""
    return folder.relative_to(Path.cwd()) if folder.is_relative_to(Path.cwd()) else folder


def _check(given: argparse.Namespace) -> int:
    catalog, problems = check_catalog(_nearby(given.catalog or bundled_catalog()), given.overlay, _today())
    if given.json:
        rows = [
            {"file": one.file, "line": one.line, "key": one.key, "message": one.message} for one in problems
        ]
        print(json.dumps(rows, ensure_ascii=False, indent=2))
    else:
        for one in problems:
            print(one)
        if not problems and catalog is not None:
            print(f"{len(catalog.models)} models, {len(catalog.use_cases)} use cases: no problem")
    return PROBLEMS if problems else FINE


def _stale(given: argparse.Namespace) -> int:
    today = _today()
    everything = ages.dated(_catalog(given))
    day = today + datetime.timedelta(days=given.days)
    found = ages.stale(everything, day)
    return print_answer(
        given,
        tables.stale_json(found, day),
        tables.stale_text(found, everything, day, today, terminal_width()),
    )


def _coverage(given: argparse.Namespace) -> int:
    found = coverage.coverage(_catalog(given), models=given.model, keys=given.key)
    return print_answer(given, tables.plain(found), tables.coverage_text(found, terminal_width()))


def _next(given: argparse.Namespace) -> int:
    # Imported here: it needs the whole engine, and no other tool does.
    from modeladvisor.curation.lookups import lookups

    catalog = _catalog(given)
    names = [catalog.find_model(one).model.slug for one in given.model]
    found = lookups(catalog, _today(), models=names, keys=given.key)
    return print_answer(given, tables.plain(found), tables.lookups_text(found, given.limit, terminal_width()))


def _links(given: argparse.Namespace) -> int:
    # Imported here: asyncio is slow to import, and nothing else needs it.
    from modeladvisor.curation import link_memory, links
    from modeladvisor.curation.link_visits import visit_all

    known = links.links_of(_catalog(given))
    memory = link_memory.read_memory(given.state) if given.state else None

    def tell(done: int) -> None:
        if sys.stderr.isatty():
            end = "\n" if done == len(known) else ""
            print(f"\r{done} of {len(known)} addresses", end=end, file=sys.stderr, flush=True)

    visits = visit_all(known, memory, _today(), tell=tell)
    before = memory or {}
    found = [
        links.judged(link, visit, before.get(link.url)) for link, visit in zip(known, visits, strict=True)
    ]
    if given.state:
        marks = {
            link.url: mark
            for link, visit in zip(known, visits, strict=True)
            if (mark := visit.mark or before.get(link.url))
        }
        link_memory.write_memory(given.state, marks)
    print_answer(given, tables.plain(found), tables.links_text(found, terminal_width()))
    return PROBLEMS if any(one.state == "gone" for one in found) else FINE


def _new(given: argparse.Namespace) -> int:
    text = skeletons.skeleton(_catalog(given), given.vendor, given.slug, given.makes or MEDIA)
    if given.print:
        print(text, end="")
        return FINE
    root = _nearby(given.overlay or given.catalog or bundled_catalog())
    if root.name == "bundled_catalog":
        expected = (
            "a folder to write into (what is written inside the installed package goes with the next upgrade)"
        )
        raise QuestionError([Mistake("catalog", None, expected)])
    try:
        path = skeletons.write_new(root, given.vendor, given.slug, text)
    except OSError as error:
        return _not_written(error)
    return print_answer(given, {"written": [str(path)]}, str(path))


def _diff(given: argparse.Namespace) -> int:
    before, after = load_catalog(given.before), load_catalog(given.after)
    changes = differences(before, after)
    return print_answer(given, tables.plain(changes), changelog(before.dataset, after.dataset, changes))


def _export(given: argparse.Namespace) -> int:
    catalog = _catalog(given)
    try:
        paths = [str(path) for path in exporting.export(catalog, given.target, given.format)]
    except OSError as error:
        return _not_written(error)
    print(f"Data: {catalog.dataset.attribution}.", file=sys.stderr)
    return print_answer(given, {"written": paths}, "\n".join(paths))


def _not_written(error: OSError) -> int:
    print(f"modeladvisor: cannot write {error.filename}: {error.strerror}", file=sys.stderr)
    return MISTAKE
