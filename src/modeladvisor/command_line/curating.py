"""The tools for those who edit the catalog at work: call to tool, then JSON or text."""

from __future__ import annotations

import argparse
import datetime
import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from modeladvisor.catalog import Catalog
from modeladvisor.command_line import curator_tables as tables
from modeladvisor.command_line.calls import FINE, MISTAKE, PROBLEMS, print_answer
from modeladvisor.command_line.terminals import progress, terminal_width
from modeladvisor.curation import ages, coverage, exporting, skeletons
from modeladvisor.curation.changelog import changelog
from modeladvisor.curation.checking import check_catalog, under_review
from modeladvisor.curation.differences import differences
from modeladvisor.errors import Mistake, QuestionError
from modeladvisor.loading import bundled_catalog, load_catalog
from modeladvisor.vocabulary import MEDIA


def _today() -> datetime.date:
    return datetime.date.today()  # noqa: DTZ011 - dates in a catalog are calendar days without a zone


def _catalog(given: argparse.Namespace) -> Catalog:
    return load_catalog(given.catalog, overlay=given.overlay)


def _nearby(folder: Path) -> Path:
    """Return a folder as seen from here: in a checkout, lines that an editor can jump to, and that stay short."""
    return folder.relative_to(Path.cwd()) if folder.is_relative_to(Path.cwd()) else folder


def _check(given: argparse.Namespace) -> int:
    folder = _nearby(given.catalog or bundled_catalog())
    with progress("checking"):
        catalog, problems = check_catalog(folder, given.overlay, _today())
    if not given.catalog and folder.name == "bundled_catalog" and Path("catalog/catalog.toml").is_file():
        notice = "this is the catalog inside the installed package; for the folder here: --catalog catalog"
        print(f"modeladvisor: {notice}", file=sys.stderr)
    for one in under_review(catalog, _today()) if catalog is not None else ():
        print(f"modeladvisor: verdict under review: {one}", file=sys.stderr)
    if given.json:
        rows = [
            {"file": one.file, "line": one.line, "key": one.key, "message": one.message} for one in problems
        ]
        print(json.dumps(rows, ensure_ascii=False, indent=2))
    else:
        for problem in problems:
            print(problem)
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
    with progress("asking every ranking") as tell:
        found = lookups(catalog, _today(), models=names, keys=given.key, tell=tell)
    return print_answer(given, tables.plain(found), tables.lookups_text(found, given.limit, terminal_width()))


def _links(given: argparse.Namespace) -> int:
    # Imported here: asyncio is slow to import, and nothing else needs it.
    from modeladvisor.curation import link_memory, links
    from modeladvisor.curation.link_visits import visit_all

    known = links.links_of(_catalog(given))
    memory = link_memory.read_memory(given.state) if given.state else None

    with progress("visiting addresses") as tell:
        visits = visit_all(known, memory, _today(), tell=lambda done: tell(done, len(known)))
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
    print_answer(given, tables.plain(found), tables.links_text(found))
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
    with progress("comparing"):
        before, after = load_catalog(given.before), load_catalog(given.after)
        changes = differences(before, after)
    return print_answer(given, tables.plain(changes), changelog(before.dataset, after.dataset, changes))


def _export(given: argparse.Namespace) -> int:
    catalog = _catalog(given)
    try:
        with progress("writing"):
            paths = [str(path) for path in exporting.export(catalog, given.target, given.format)]
    except OSError as error:
        return _not_written(error)
    print(f"Data: {catalog.dataset.attribution}.", file=sys.stderr)
    return print_answer(given, {"written": paths}, "\n".join(paths))


def _not_written(error: OSError) -> int:
    print(f"modeladvisor: cannot write {error.filename}: {error.strerror}", file=sys.stderr)
    return MISTAKE


TOOLS: Mapping[str, Callable[[argparse.Namespace], int]] = {
    "check": _check,
    "stale": _stale,
    "coverage": _coverage,
    "next": _next,
    "links": _links,
    "new": _new,
    "diff": _diff,
    "export": _export,
}
"""The tools by name."""
