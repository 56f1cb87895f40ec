"""Rankings, verdicts and the story of a model as tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from modeladvisor.answers import Answer
from modeladvisor.sheets import NOTHING, Cell, Column, Sheet, sheet
from modeladvisor.tabulations.cells import cost_cell, grounds, job_cell, signed_cells

if TYPE_CHECKING:
    from modeladvisor.best import BestResult, VerdictNow
    from modeladvisor.finder import Exclusion, Place, Ranking
    from modeladvisor.questions import Question
    from modeladvisor.scores import Part

MODELS = (
    Column("medium"), Column("rank", "whole"), Column("best_rank", "whole"), Column("worst_rank", "whole"),
    Column("model"), Column("name"), Column("vendor"), Column("fit"), Column("proved", "points"),
    Column("possible", "points"), Column("coverage", "number"), Column("usd", "number", sourced=True),
    Column("per"), Column("route"), Column("usd_exact", "truth"), Column("usd_upper_bound", "truth"),
    Column("job_usd", "number"), Column("job_lacks", "words"), Column("unknown", "words"),
    Column("excluded_by"), Column("why_excluded"),
)  # fmt: skip
REASONS = (
    Column("medium"), Column("model"), Column("criterion"), Column("answer"), Column("proved", "number"),
    Column("possible", "number"), Column("points", "number"), Column("why"), Column("unknown", "words"),
    Column("ground"), Column("value", sourced=True),
)  # fmt: skip


def ranking_frames(rankings: Sequence[Ranking]) -> tuple[Sheet, Sheet]:
    """Return a row for every model, and a row for everything that the points of those placed rest on."""
    models = [row for one in rankings for row in _model_rows(one)]
    reasons = [
        row
        for one in rankings
        for place in (*one.fits, *one.may_fit)
        for row in reason_rows(place.score.parts, one.medium, place.model.slug)
    ]
    return sheet("models", "Models", MODELS, models), sheet("reasons", "Reasons", REASONS, reasons)


def _model_rows(ranking: Ranking) -> Iterator[tuple[Cell, ...]]:
    for fit, places in (("fits", ranking.fits), ("may fit", ranking.may_fit)):
        for one in places:
            cheapest, standing, model = one.cost.cheapest, one.standing, one.model
            yield (
                ranking.medium, standing.rank, standing.best, standing.worst, model.slug, model.name, model.vendor,
                fit, one.score.low, one.score.high, one.score.coverage, cost_cell(one.cost), _per(ranking.medium),
                cheapest.route.id if cheapest else None, cheapest.exact if cheapest else None,
                one.cost.upper_bound if cheapest else None, job_cell(one.cost), cheapest.lacks if cheapest else (),
                one.unknowns, None, None,
            )  # fmt: skip
    for out in ranking.excluded:
        model = out.model
        yield (
            ranking.medium, None, None, None, model.slug, model.name, model.vendor, "excluded", None, None, None,
            None, _per(ranking.medium), None, None, None, None, (), (), out.check.id, out.check.why,
        )  # fmt: skip


def _per(medium: str) -> str:
    return "second" if medium == "video" else "image"


def reason_rows(parts: Sequence[Part], medium: str, slug: str) -> Iterator[tuple[Cell, ...]]:
    """Yield a row for everything that points rest on; one row for a criterion that rests on nothing yet."""
    for part in parts:
        criterion = part.criterion
        head = (
            medium,
            slug,
            criterion.id,
            part.answer.value,
            part.low,
            part.high,
            criterion.points,
            criterion.why,
            part.unknowns,
        )
        for ground, cell in grounds(part.facts, part.rules, part.evidence, part.prices):
            yield (*head, ground, cell)


def ranking_tables(ranking: Ranking, limit: int) -> Iterator[Sheet]:
    """Yield the tables of one ranking for people: those that fit, those that may fit, those that are out."""
    rubric, per = ranking.rubric, _per(ranking.medium)
    head = f"{ranking.medium.capitalize()}, rubric {rubric.id} {rubric.version}"
    columns = [
        Column("", "whole", " "),
        Column("model"),
        Column("proved", "points", "proved points"),
        Column("possible", "number", "possible"),
        Column("places"),
        Column("usd", "number", f"USD a {per}"),
        Column("job", "number", "USD for the job"),
        Column("unknown", "words"),
    ]
    groups = (
        ("fits", f"{head}: {len(ranking.fits)} fit", ranking.fits),
        ("may_fit", f"{len(ranking.may_fit)} may fit, if what is unknown turns out well", ranking.may_fit),
    )
    for name, title, places in groups:
        shown = places[:limit]
        note = " ".join(filter(None, (_more(len(places), limit), _signs(shown))))
        if shown or name == "fits":
            yield sheet(name, title, columns, map(_place_row, shown), note)
    if len(ranking.excluded):
        out = (Column("model"), Column("constraint"), Column("why"))
        title = f"{len(ranking.excluded)} excluded"
        excluded = map(_excluded_row, ranking.excluded[:limit])
        yield sheet("excluded", title, out, excluded, _more(len(ranking.excluded), limit))


def _more(count: int, limit: int) -> str:
    return f"The first {limit} of {count}; to_pandas() and to_polars() have all." if count > limit else ""


def _signs(places: Sequence[Place]) -> str:
    """Return what the signs at the prices mean that are there."""
    told = []
    if any(one.cost.upper_bound for one in places):
        told.append("≤: a route without a known price may be cheaper.")
    if any(one.cost.cheapest and not one.cost.cheapest.exact for one in places):
        told.append("~: the nearest recorded tier.")
    if any(one.cost.cheapest and one.cost.cheapest.lacks for one in places):
        told.append("+: what is paid for the images given is unknown.")
    return " ".join(told)


def _place_row(place: Place) -> tuple[Cell, ...]:
    best, worst = place.standing.best, place.standing.worst
    span = f"{best}" if best == worst else f"{best}\N{NO-BREAK SPACE}to\N{NO-BREAK SPACE}{worst or 'out'}"
    return (
        place.standing.rank, place.model.name, place.score.low, place.score.high, span, *signed_cells(place.cost),
        place.unknowns or NOTHING,
    )  # fmt: skip


def _excluded_row(out: Exclusion) -> tuple[Cell, ...]:
    return out.model.name, out.check.id, out.check.why


def ranking_notes(ranking: Ranking) -> Iterator[str]:
    """Yield whether the first place holds, what else is worth knowing, and what to give up where nothing fits."""
    sensitivity = ranking.sensitivity
    if sensitivity.first_place_holds:
        yield "The first place holds whatever the unknowns turn out to be."
    elif sensitivity.decided_by:
        told = "; ".join(f"{one.slug} ({', '.join(one.unknowns)})" for one in sensitivity.decided_by)
        yield f"The first place could change if these turned out well: {told}."
    if len(ranking.pareto) > 1:
        yield f"Nobody has more proved points for less: {', '.join(ranking.pareto)}."
    for one in ranking.relaxations:
        yield f"Drop {' and '.join(one.drop)}: {', '.join(one.fits)} would fit."


def budget_notes(question: Question) -> Iterator[str]:
    """Yield for each medium the ceiling as it was understood, for a sum may be meant for more than a second."""
    ceilings = question.budget.usd if question.budget is not None else {}
    for medium in question.media:
        ceiling = ceilings.get(medium)
        if ceiling is not None:
            yield f"Asked for {medium} at most {ceiling:.6g} USD a {_per(medium)}."


def place_tables(place: Place) -> tuple[Sheet, Sheet]:
    """Return what the points of one model rest on, and what became of each constraint."""
    columns = (
        Column("criterion"), Column("proved", "number"), Column("possible", "number"),
        Column("points", "number", "of"), Column("known", sourced=True), Column("unknown", "words"), Column("why"),
    )  # fmt: skip
    rows = [
        (
            part.criterion.id,
            part.low,
            part.high,
            part.criterion.points,
            cell,
            part.unknowns or NOTHING,
            part.criterion.why,
        )
        for part in place.score.parts
        for _, cell in grounds(part.facts, part.rules, part.evidence, part.prices)
    ]
    checks = [
        (one.id, None if one.answer is Answer.UNKNOWN else one.answer.value, one.why, one.unknowns or NOTHING)
        for one in place.fit.checks
    ]
    asked = (Column("constraint"), Column("met"), Column("why"), Column("unknown", "words"))
    return sheet("reasons", "Points", columns, rows), sheet("constraints", "Constraints", asked, checks)


def best_tables(result: BestResult) -> Iterator[Sheet]:
    """Yield the verdicts of a use case for people."""
    for one in result.verdicts:
        title = f"Editor's verdict, {one.medium}: {one.state}"
        yield sheet("verdict", title, (Column("", title=" "), Column("said")), _verdict_rows(one))


def _verdict_rows(now: VerdictNow) -> Iterator[tuple[Cell, ...]]:
    yield from (("reason", reason) for reason in now.reasons)
    verdict = now.verdict
    if verdict is None:
        return
    yield "pick", ", ".join(verdict.pick) or "no verified winner"
    yield "because", verdict.because
    yield "not for", verdict.not_for
    yield from ((f"runner-up {one.model}", one.when) for one in verdict.runners_up)
    yield from (("unknown", told) for told in verdict.unknowns)
    yield "reviewed", f"{verdict.reviewed}, to be reviewed by {verdict.review_by}"
