"""The questions people ask: `find`, `compare`, `best`, `show` and `list`."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from modeladvisor.advisor import Advisor
from modeladvisor.command_line.calls import folder_options, json_option, print_answer
from modeladvisor.jobs import FORM as JOB_FORM
from modeladvisor.loading import load
from modeladvisor.questions import MEANINGS, PARAMETERS, WHY_NOT_MEANING
from modeladvisor.texts.comparisons import compare_text
from modeladvisor.texts.rankings import best_text, finder_text
from modeladvisor.texts.records import models_text, record_text
from modeladvisor.views import wire
from modeladvisor.views.comparisons import compare_answer
from modeladvisor.views.rankings import finder_answer
from modeladvisor.views.records import head_view, model_answer
from modeladvisor.views.verdicts import best_answer

if TYPE_CHECKING:
    from modeladvisor.command_line.calls import Commands


def add_commands(commands: Commands) -> None:
    """Add the commands that answer questions."""
    shared = [folder_options(), json_option()]
    find = commands.add_parser("find", parents=shared, help="which models fit a job, ranked and explained")
    for name in PARAMETERS:
        find.add_argument(f"--{name}", help=MEANINGS[name])
    find.add_argument("--why-not", metavar="MODEL", help=WHY_NOT_MEANING)
    find.set_defaults(run=_find)
    compare = commands.add_parser("compare", parents=shared, help="two to eight models side by side")
    compare.add_argument("models", nargs="+", help="slugs or names, separated by blanks or commas")
    compare.add_argument("--task")
    compare.add_argument("--differences-only", action="store_true")
    compare.add_argument("--job", help=f"what is priced: {JOB_FORM}")
    compare.set_defaults(run=_compare)
    best = commands.add_parser("best", parents=shared, help="verdict and computed ranking of a use case")
    best.add_argument("usecase")
    best.set_defaults(run=_best)
    show = commands.add_parser("show", parents=shared, help="one model with every source")
    show.add_argument("model")
    show.set_defaults(run=_show)
    listed = commands.add_parser("list", parents=shared, help="all models")
    listed.set_defaults(run=_list)


def _advisor(given: argparse.Namespace) -> Advisor:
    return load(given.catalog, overlay=given.overlay)


def _find(given: argparse.Namespace) -> int:
    advisor = _advisor(given)
    result = advisor.find(**{name: getattr(given, name) for name in PARAMETERS}, why_not=given.why_not)
    answer = finder_answer(advisor.catalog, result, advisor.today)
    return print_answer(given, answer, finder_text(answer))


def _compare(given: argparse.Namespace) -> int:
    advisor = _advisor(given)
    models = [name for word in given.models for name in word.split(",") if name]
    result = advisor.compare(*models, task=given.task, differences_only=given.differences_only, job=given.job)
    answer = compare_answer(advisor.catalog, result, advisor.today)
    return print_answer(given, answer, compare_text(answer))


def _best(given: argparse.Namespace) -> int:
    advisor = _advisor(given)
    answer = best_answer(advisor.catalog, advisor.best(given.usecase), advisor.today)
    return print_answer(given, answer, best_text(answer))


def _show(given: argparse.Namespace) -> int:
    advisor = _advisor(given)
    match = advisor.match(given.model)
    answer = model_answer(advisor.catalog, match.model, match.matched_as, advisor.today)
    return print_answer(given, answer, record_text(answer))


def _list(given: argparse.Namespace) -> int:
    advisor = _advisor(given)
    rows: list[wire.HeadView] = [
        head_view(advisor.catalog, model, advisor.today) for model in advisor.catalog.models.values()
    ]
    return print_answer(given, rows, models_text(rows, len(rows), None))
