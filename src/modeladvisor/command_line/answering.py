"""The questions answered: call to library to view, then JSON or a page of the terminal."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from modeladvisor.advisor import Advisor
from modeladvisor.command_line.calls import print_page
from modeladvisor.errors import Mistake, QuestionError, nearest
from modeladvisor.finder import FinderResult
from modeladvisor.listings import listed
from modeladvisor.loading import load
from modeladvisor.questions import LIMIT_MOST, PARAMETERS
from modeladvisor.views.comparisons import compare_answer, workflows_answer
from modeladvisor.views.rankings import finder_answer
from modeladvisor.views.records import head_view, model_answer, tips_answer
from modeladvisor.views.verdicts import best_answer, use_cases_answer

if TYPE_CHECKING:
    from rich.console import RenderableType


def _advisor(given: argparse.Namespace) -> Advisor:
    return load(given.catalog, overlay=given.overlay)


def _found(advisor: Advisor, given: argparse.Namespace) -> FinderResult:
    return advisor.find(**{name: getattr(given, name) for name in PARAMETERS}, why_not=given.why_not)


def find(given: argparse.Namespace) -> int:
    """Answer which models fit a job; empty if none fits for sure."""
    advisor = _advisor(given)
    answer = finder_answer(advisor.catalog, _found(advisor, given), advisor.today)

    def page(width: int | None) -> Iterator[RenderableType]:
        from modeladvisor.command_line.ranking_pages import finder_page

        return finder_page(answer, width)

    return print_page(given, answer, page, empty=not any(one["fits"] for one in answer["rankings"]))


def why_not(given: argparse.Namespace) -> int:
    """Answer why a model is not first; as JSON this is the answer of `find --why-not`."""
    advisor = _advisor(given)
    answer = finder_answer(advisor.catalog, _found(advisor, given), advisor.today)

    def page(_: int | None) -> Iterator[RenderableType]:
        from modeladvisor.command_line.story_pages import why_not_page

        return why_not_page(answer)

    return print_page(given, answer, page)


def compare(given: argparse.Namespace) -> int:
    """Answer how models differ."""
    advisor = _advisor(given)
    models = [name for word in given.models for name in word.split(",") if name]
    result = advisor.compare(*models, task=given.task, differences_only=given.differences_only, job=given.job)
    answer = compare_answer(advisor.catalog, result, advisor.today)

    def page(width: int | None) -> Iterator[RenderableType]:
        from modeladvisor.command_line.comparison_pages import compare_page

        return compare_page(answer, width)

    return print_page(given, answer, page)


def best(given: argparse.Namespace) -> int:
    """Answer with the verdict of a use case, or without one with the list of use cases."""
    advisor = _advisor(given)
    if given.usecase is None:
        found = [advisor.best(slug) for slug in advisor.catalog.use_cases]
        index = use_cases_answer(advisor.catalog, found)

        def listed_page(_: int | None) -> Iterator[RenderableType]:
            from modeladvisor.command_line.ranking_pages import use_cases_page

            return use_cases_page(index)

        return print_page(given, index, listed_page)
    answer = best_answer(advisor.catalog, advisor.best(given.usecase), advisor.today)

    def page(width: int | None) -> Iterator[RenderableType]:
        from modeladvisor.command_line.ranking_pages import best_page

        return best_page(answer, width)

    return print_page(given, answer, page)


def show(given: argparse.Namespace) -> int:
    """Answer with one model."""
    advisor = _advisor(given)
    match = advisor.match(given.model)
    answer = model_answer(advisor.catalog, match.model, match.matched_as, advisor.today)

    def page(_: int | None) -> Iterator[RenderableType]:
        from modeladvisor.command_line.record_pages import record_page

        return record_page(answer)

    return print_page(given, answer, page)


def list_models(given: argparse.Namespace) -> int:
    """Answer with a row for each model; empty if there is none of this kind."""
    advisor = _advisor(given)
    vendors = advisor.catalog.vendors
    if given.vendor is not None and given.vendor not in vendors:
        expected = f"one of {', '.join(vendors)}"
        raise QuestionError([Mistake("vendor", given.vendor, expected, nearest(given.vendor, vendors))])
    models = listed(
        advisor.catalog,
        advisor.today,
        output=given.output,
        vendor=given.vendor,
        status=given.status,
        query=given.query,
    )
    rows = [head_view(advisor.catalog, model, advisor.today) for model in models]

    def page(_: int | None) -> Iterator[RenderableType]:
        from modeladvisor.command_line.record_pages import list_page

        return list_page(rows, [model.makes for model in models])

    return print_page(given, rows, page, empty=not rows)


def workflows(given: argparse.Namespace) -> int:
    """Answer with recipes; empty if the task has none."""
    limit = _limit(given.limit)
    advisor = _advisor(given)
    found = advisor.workflows(given.task, limit)
    answer = workflows_answer(advisor.catalog, found, advisor.today)

    def page(_: int | None) -> Iterator[RenderableType]:
        from modeladvisor.command_line.comparison_pages import workflows_page

        return workflows_page(answer)

    return print_page(given, answer, page, empty=not found)


def _limit(text: str | None) -> int | None:
    if text is None:
        return None
    if text.isascii() and text.isdigit() and len(text) <= 4 and 1 <= int(text) <= LIMIT_MOST:
        return int(text)
    raise QuestionError([Mistake("limit", text, f"a whole number from 1 to {LIMIT_MOST}")])


def tips(given: argparse.Namespace) -> int:
    """Answer with the prompt tips of a model; empty if none is recorded."""
    advisor = _advisor(given)
    task = advisor.catalog.find_use_case(given.task, parameter="task").slug if given.task else None
    answer = tips_answer(advisor.catalog, advisor.model(given.model), task, advisor.today)

    def page(_: int | None) -> Iterator[RenderableType]:
        from modeladvisor.command_line.record_pages import tips_page

        return tips_page(answer)

    return print_page(given, answer, page, empty=not answer["count"])


ANSWERS: Mapping[str, Callable[[argparse.Namespace], int]] = {
    "find": find,
    "why-not": why_not,
    "compare": compare,
    "best": best,
    "show": show,
    "list": list_models,
    "workflows": workflows,
    "tips": tips,
}
"""What answers each question, by its command."""
