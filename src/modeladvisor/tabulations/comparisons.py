"""Comparisons and recipes as tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from modeladvisor.sheets import NOTHING, Cell, Column, Sheet, sheet
from modeladvisor.tabulations.cells import fact_cell, price_cell, span_in_words
from modeladvisor.tabulations.rankings import REASONS, reason_rows

if TYPE_CHECKING:
    from modeladvisor.comparisons import Comparison, TaskComparison
    from modeladvisor.workflows import StepToday, WorkflowToday

CAPABILITIES = (
    Column("capability"), Column("label"), Column("unit"), Column("verdict"), Column("model"),
    Column("value", sourced=True), Column("note"),
)  # fmt: skip
PRICES = (
    Column("medium"), Column("model"), Column("route"), Column("usd", "number", sourced=True), Column("per"),
    Column("exact", "truth"), Column("job_usd", "number"), Column("job_lacks", "words"),
)  # fmt: skip


def comparison_frames(found: Comparison) -> tuple[Sheet, ...]:
    """Return a row for each capability of each model, one for each route, and the reasons of the task's points."""
    capabilities: list[tuple[Cell, ...]] = [
        (
            row.capability.key,
            row.capability.label,
            row.capability.unit,
            row.verdict,
            slug,
            fact_cell(fact),
            fact.note if fact else None,
        )
        for row in found.rows
        for slug, fact in row.cells.items()
    ]
    reasons = [
        row
        for task in found.task
        for slug, score in task.scores.items()
        if score is not None
        for row in reason_rows(score.parts, task.rubric.medium, slug)
    ]
    return (
        sheet("capabilities", "Capabilities", CAPABILITIES, capabilities),
        sheet("prices", "Prices", PRICES, _price_rows(found)),
        sheet("reasons", "Reasons", REASONS, reasons),
    )


def _price_rows(found: Comparison) -> Iterator[tuple[Cell, ...]]:
    for medium, costs in found.costs.items():
        per = "second" if medium == "video" else "image"
        for slug, cost in costs.items():
            for quote in cost.quotes:
                usd = price_cell(quote.price, quote.usd)
                yield medium, slug, quote.route.id, usd, quote.per, quote.exact, quote.total, quote.lacks
            yield from ((medium, slug, route.id, None, per, None, None, ()) for route in cost.unpriced)


def comparison_tables(found: Comparison) -> Iterator[Sheet]:
    """Yield capabilities side by side, points of the task, and prices by route."""
    slugs = [model.slug for model in found.models]
    told = [row for row in found.rows if any(fact is not None for fact in row.cells.values())]
    told.sort(key=lambda row: row.verdict != "different")
    rows = [
        (row.capability.label, *(fact_cell(row.cells[slug], row.capability.unit) for slug in slugs))
        for row in told
    ]
    models = [Column(slug, sourced=True) for slug in slugs]
    left = len(found.rows) - len(told)
    note = f"{left} more capabilities are unknown of all of them." if left else ""
    yield sheet(
        "capabilities", "What differs, then what does not", [Column("capability"), *models], rows, note
    )
    for task in found.task:
        title = f"Points for {task.use_case.title}, {task.rubric.medium}"
        yield sheet("points", title, [Column("criterion"), *map(Column, slugs)], _point_rows(task, slugs))
    columns = (
        Column("model"), Column("route"), Column("usd", "number", "USD"), Column("per"),
        Column("job", "number", "USD for the job"),
    )  # fmt: skip
    prices = [
        (slug, route, usd, per, NOTHING if usd is None else total)
        for _, slug, route, usd, per, _exact, total, _lacks in _price_rows(found)
    ]
    if prices:
        yield sheet("prices", "Prices by route", columns, prices)


def _point_rows(task: TaskComparison, slugs: list[str]) -> Iterator[tuple[Cell, ...]]:
    scores = [task.scores[slug] for slug in slugs]
    yield ("all", *(span_in_words(one.low, one.high) if one else NOTHING for one in scores))
    for number, criterion in enumerate(task.rubric.criteria):
        parts = [one.parts[number] if one else None for one in scores]
        yield (criterion.id, *(span_in_words(one.low, one.high) if one else NOTHING for one in parts))


def recipe_frames(recipe: WorkflowToday) -> tuple[Sheet]:
    """Return a row for each model that fits a step; one row for a step that none fits."""
    columns = (
        Column("workflow"), Column("number", "whole"), Column("step"), Column("gives"), Column("model"),
        Column("proved", "points"), Column("possible", "points"), Column("usd_low", "number"),
        Column("usd_high", "number"),
    )  # fmt: skip
    rows: list[tuple[Cell, ...]] = []
    for number, one in enumerate(recipe.steps, start=1):
        low, high = one.usd or (None, None)
        head = (recipe.workflow.slug, number, one.step.title, one.step.gives)
        places = one.ranking.fits if one.ranking else ()
        rows.extend(
            (*head, place.model.slug, place.score.low, place.score.high, low, high) for place in places
        )
        if not places:
            rows.append((*head, None, None, None, low, high))
    return (sheet("steps", recipe.workflow.title, columns, rows),)


def recipe_tables(recipe: WorkflowToday) -> Iterator[Sheet]:
    """Yield the steps of a recipe for people, and its sources."""
    columns = (
        Column("number", "whole", " "), Column("step"), Column("models that fit", "words"),
        Column("may", "whole", "more may fit"), Column("USD"),
    )  # fmt: skip
    steps = [_step_row(number, one) for number, one in enumerate(recipe.steps, start=1)]
    workflow = recipe.workflow
    yield sheet("steps", f"{workflow.title} ({workflow.basis})", columns, steps, workflow.summary)
    sources = [(one.title, one.url, one.dated, one.supports) for one in workflow.sources]
    pages = (Column("page"), Column("address"), Column("dated", "date"), Column("supports"))
    yield sheet("sources", "Sources", pages, sources)


def _step_row(number: int, one: StepToday) -> tuple[Cell, ...]:
    if one.ranking is None:
        return number, one.step.title, NOTHING, NOTHING, NOTHING
    names = tuple(place.model.slug for place in one.ranking.fits[:5])
    usd = f"{one.usd[0]:.4g} to {one.usd[1]:.4g}" if one.usd else None
    return number, one.step.title, names or "none proved", len(one.ranking.may_fit), usd
