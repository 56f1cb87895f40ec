"""Rankings and comparisons as charts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from modeladvisor.charts import Bar, Dot, Panel
from modeladvisor.errors import Mistake, QuestionError

if TYPE_CHECKING:
    from modeladvisor.comparisons import Comparison
    from modeladvisor.exhibits import PlotKind
    from modeladvisor.finder import Ranking

POINTS = "points of 100"


def ranking_panel(ranking: Ranking, kind: PlotKind, limit: int) -> Panel:
    """Return the chart of one ranking: the first places, or points over price of all that fit and have a price."""
    title = f"{ranking.medium.capitalize()}: {ranking.rubric.title} ({ranking.rubric.version})"
    if kind == "scores":
        places = (*ranking.fits[:limit], *ranking.may_fit[: max(0, limit - len(ranking.fits))])
        bars = [
            Bar(_label(one.model.slug, one.standing.worst), one.score.low, one.score.high) for one in places
        ]
        placed = len(ranking.fits) + len(ranking.may_fit)
        return Panel(
            title, bars, POINTS, note=f"the first {len(bars)} of {placed}" if len(bars) < placed else ""
        )
    per = "second" if ranking.medium == "video" else "image"
    front = set(ranking.pareto)
    dots = [
        Dot(one.model.slug, one.cost.cheapest.usd, one.score.low, one.score.high, one.model.slug in front)
        for one in ranking.fits
        if one.cost.cheapest and one.cost.cheapest.usd > 0
    ]
    lacking = len(ranking.fits) - len(dots)
    note = f"{lacking} that fit have no known price" if lacking else ""
    return Panel(title, dots, f"USD for one {per}, cheapest known", POINTS, note)


def _label(slug: str, worst: int | None) -> str:
    return slug if worst is not None else f"{slug} (may fit)"


def comparison_panels(found: Comparison, kind: PlotKind, limit: int) -> Iterator[Panel]:
    """Yield a chart for each medium of the task of a comparison.

    Raises:
        QuestionError: if the comparison has no task, so that there is nothing to score.
    """
    if not found.task:
        raise QuestionError([Mistake("task", None, "a task in the comparison, by which models are scored")])
    for task in found.task:
        scored = {slug: score for slug, score in task.scores.items() if score is not None}
        title = f"{task.rubric.medium.capitalize()}: {task.use_case.title} ({task.rubric.version})"
        if kind == "scores":
            ordered = sorted(scored.items(), key=lambda one: -one[1].low)
            yield Panel(title, [Bar(slug, score.low, score.high) for slug, score in ordered[:limit]], POINTS)
            continue
        costs = found.costs.get(task.rubric.medium, {})
        dots = [
            Dot(slug, cost.cheapest.usd, score.low, score.high, slug in task.pareto)
            for slug, score in scored.items()
            if (cost := costs.get(slug)) and cost.cheapest and cost.cheapest.usd > 0
        ]
        per = "second" if task.rubric.medium == "video" else "image"
        yield Panel(title, dots, f"USD for one {per}, cheapest known", POINTS)
