"""The command `modeladvisor`; `serve` is found through an entry point, so the server is never imported here."""

from __future__ import annotations

import argparse
import datetime
import json
import os
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import entry_points, version
from pathlib import Path

from modeladvisor.advisor import Advisor
from modeladvisor.curation.checking import check_catalog
from modeladvisor.errors import CatalogError, ModelAdvisorError
from modeladvisor.jobs import FORM as JOB_FORM
from modeladvisor.loading import bundled_catalog, load
from modeladvisor.questions import MEANINGS, PARAMETERS, WHY_NOT_MEANING
from modeladvisor.texts.comparisons import compare_text
from modeladvisor.texts.rankings import best_text, finder_text
from modeladvisor.texts.records import models_text, record_text
from modeladvisor.views import wire
from modeladvisor.views.comparisons import compare_answer
from modeladvisor.views.rankings import finder_answer
from modeladvisor.views.records import head_view, model_answer
from modeladvisor.views.verdicts import best_answer

FINE, PROBLEMS, MISTAKE = 0, 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code: 0 fine, 1 problems in a catalog, 2 a mistake in the call."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given[:1] == ["serve"]:
        return _serve(given[1:])
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
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("--catalog", type=Path, help="catalog folder instead of the bundled one")
    shared.add_argument("--overlay", type=Path, help="folder laid over the catalog")
    shared.add_argument("--json", action="store_true", help="print the whole answer as JSON")

    commands.add_parser("serve", help="start the server (needs the extra 'server')", add_help=False)
    find = commands.add_parser("find", parents=[shared], help="which models fit a job, ranked and explained")
    for name in PARAMETERS:
        find.add_argument(f"--{name}", help=MEANINGS[name])
    find.add_argument("--why-not", metavar="MODEL", help=WHY_NOT_MEANING)
    find.set_defaults(run=_find)
    compare = commands.add_parser("compare", parents=[shared], help="two to eight models side by side")
    compare.add_argument("models", nargs="+", help="slugs or names, separated by blanks or commas")
    compare.add_argument("--task")
    compare.add_argument("--differences-only", action="store_true")
    compare.add_argument("--job", help=f"what is priced: {JOB_FORM}")
    compare.set_defaults(run=_compare)
    best = commands.add_parser("best", parents=[shared], help="verdict and computed ranking of a use case")
    best.add_argument("usecase")
    best.set_defaults(run=_best)
    show = commands.add_parser("show", parents=[shared], help="one model with every source")
    show.add_argument("model")
    show.set_defaults(run=_show)
    listed = commands.add_parser("list", parents=[shared], help="all models")
    listed.set_defaults(run=_list)
    catalog = commands.add_parser("catalog", help="tools for those who edit the catalog")
    tools = catalog.add_subparsers(required=True, metavar="tool")
    check = tools.add_parser("check", parents=[shared], help="print every problem as file:line: key: message")
    check.set_defaults(run=_check)
    return parser


def _serve(arguments: Sequence[str]) -> int:
    found = entry_points(group="modeladvisor.commands", name="serve")
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


def _advisor(given: argparse.Namespace) -> Advisor:
    return load(given.catalog, overlay=given.overlay)


def _print(given: argparse.Namespace, answer: object, text: str) -> int:
    print(json.dumps(answer, ensure_ascii=False, indent=2) if given.json else text)
    return FINE


def _find(given: argparse.Namespace) -> int:
    advisor = _advisor(given)
    result = advisor.find(**{name: getattr(given, name) for name in PARAMETERS}, why_not=given.why_not)
    answer = finder_answer(advisor.catalog, result, advisor.today)
    return _print(given, answer, finder_text(answer))


def _compare(given: argparse.Namespace) -> int:
    advisor = _advisor(given)
    models = [name for word in given.models for name in word.split(",") if name]
    result = advisor.compare(*models, task=given.task, differences_only=given.differences_only, job=given.job)
    answer = compare_answer(advisor.catalog, result, advisor.today)
    return _print(given, answer, compare_text(answer))


def _best(given: argparse.Namespace) -> int:
    advisor = _advisor(given)
    answer = best_answer(advisor.catalog, advisor.best(given.usecase), advisor.today)
    return _print(given, answer, best_text(answer))


def _show(given: argparse.Namespace) -> int:
    advisor = _advisor(given)
    match = advisor.match(given.model)
    answer = model_answer(advisor.catalog, match.model, match.matched_as, advisor.today)
    return _print(given, answer, record_text(answer))


def _list(given: argparse.Namespace) -> int:
    advisor = _advisor(given)
    rows: list[wire.HeadView] = [
        head_view(advisor.catalog, model, advisor.today) for model in advisor.catalog.models.values()
    ]
    return _print(given, rows, models_text(rows, len(rows), None))


def _check(given: argparse.Namespace) -> int:
    today = datetime.date.today()  # noqa: DTZ011 - dates in a catalog are calendar days without a zone
    folder = given.catalog or bundled_catalog()
    if folder.is_relative_to(
        Path.cwd()
    ):  # in a checkout: lines that an editor can jump to, and that stay short
        folder = folder.relative_to(Path.cwd())
    catalog, problems = check_catalog(folder, given.overlay, today)
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
