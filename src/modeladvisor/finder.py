"""Which models fit a question, in which order, and why."""

from __future__ import annotations

import datetime
import itertools
from collections.abc import Mapping, Sequence

import attrs

from modeladvisor.answers import Answer
from modeladvisor.asking import Job
from modeladvisor.asks import Ask, asks_of, gates_of
from modeladvisor.boards import costboard, gateboard, scoreboard
from modeladvisor.catalog import Catalog
from modeladvisor.combinations import asked
from modeladvisor.conditions import Scalar
from modeladvisor.fits import Candidate, Check, Fit, fit_of, style_of
from modeladvisor.opinions import Rubric
from modeladvisor.prices import Cost
from modeladvisor.questions import Question
from modeladvisor.rankings import (
    Contender,
    Sensitivity,
    Standing,
    ordered,
    rescored,
    reweighted,
    sensitivity,
)
from modeladvisor.records import Model
from modeladvisor.scores import Score

EXCLUDED_SHOWN = 20


@attrs.frozen
class Place:
    """One model in a ranking, with everything its place rests on."""

    model: Model
    standing: Standing
    score: Score
    fit: Fit
    style: Answer | None
    cost: Cost

    @property
    def unknowns(self) -> tuple[str, ...]:
        """What is not known and counts here: first what holds it back, then what could earn points."""
        gates = (key for check in self.fit.checks for key in check.unknowns)
        points = (key for part in self.score.parts for key in part.unknowns)
        return tuple(dict.fromkeys([*gates, *points]))


@attrs.frozen
class Exclusion:
    """A model that is out, with the one reason that comes first."""

    model: Model
    check: Check


@attrs.frozen
class Relaxation:
    """Constraints that would have to be dropped together, and what that would bring."""

    drop: tuple[str, ...]
    fits: tuple[str, ...]


@attrs.frozen
class Ranking:
    """The answer for one medium.

    Attributes:
        pareto: Slugs of fitting models that no other beats on both proved score and price.
    """

    medium: str
    rubric: Rubric
    fits: tuple[Place, ...]
    may_fit: tuple[Place, ...]
    excluded: tuple[Exclusion, ...]
    relaxations: tuple[Relaxation, ...]
    pareto: tuple[str, ...]
    sensitivity: Sensitivity


@attrs.frozen
class FinderResult:
    """The answer to a question: one ranking for each medium, never merged."""

    question: Question
    rankings: tuple[Ranking, ...]

    @property
    def fits(self) -> tuple[Place, ...]:
        """The models that fit, of the first medium."""
        return self.rankings[0].fits

    @property
    def may_fit(self) -> tuple[Place, ...]:
        """The models that may fit, of the first medium."""
        return self.rankings[0].may_fit


def find(
    catalog: Catalog,
    question: Question,
    today: datetime.date,
    *,
    request: Mapping[str, Scalar] | None = None,
) -> FinderResult:
    """Return the ranked, explained answer to a question on a day; the same input gives the same answer.

    `request` names further features that must be accepted jointly with what the question asks.
    """
    further = (
        (Ask("request", "request", "The step asks for this.", request=asked(**request)),) if request else ()
    )
    rankings = (_ranking(catalog, question, medium, today, further) for medium in question.media)
    return FinderResult(question, tuple(rankings))


def rubric_for(catalog: Catalog, question: Question, medium: str) -> Rubric:
    """Return the rubric that ranks a question: the task's, or the general one of the medium."""
    return question.task.rubrics[medium] if question.task else catalog.general[medium]


def job_of(catalog: Catalog, question: Question, medium: str) -> Job:
    """Return the job that is priced: the one that the task's own price criterion prices, as the question changes it."""
    criteria = question.task.rubrics[medium].criteria if question.task else ()
    priced = (one.price.job for one in criteria if one.price)
    return question.job(medium, next(priced, catalog.asking.jobs[medium]))


def _costs(catalog: Catalog, question: Question, medium: str, today: datetime.date) -> Mapping[str, Cost]:
    """Return what the job costs on every model, on the routes that the question allows."""
    costs = costboard(catalog, job_of(catalog, question, medium), today)
    platform = question.platform
    if platform is None or platform.kind != "access":
        return costs
    return {slug: cost.reached_by(platform.value) for slug, cost in costs.items()}


def _ranking(
    catalog: Catalog, question: Question, medium: str, today: datetime.date, further: tuple[Ask, ...]
) -> Ranking:
    published = rubric_for(catalog, question, medium)
    rubric = reweighted(published, question.weights)
    scores = scoreboard(catalog, published, today)
    gates = gateboard(catalog, published, today)
    costs = _costs(catalog, question, medium, today)
    asks = (*gates_of(published), *asks_of(question, medium), *further)
    candidates = [Candidate(catalog.models[slug], gates[slug], costs[slug]) for slug in scores]
    fits: dict[str, Fit] = {}
    excluded: list[Exclusion] = []
    contenders: list[Contender] = []
    for one in candidates:
        slug = one.model.slug
        fit = fit_of(one, asks, medium, catalog.vocabulary, today)
        if fit.answer is Answer.NO:
            excluded.append(Exclusion(one.model, fit.first_no()))
            continue
        fits[slug] = fit
        style = style_of(question.style, one.model, medium, catalog.vocabulary, today)
        open_gates = tuple(dict.fromkeys(key for check in fit.checks for key in check.unknowns))
        scored = rescored(scores[slug], rubric) if rubric is not published else scores[slug]
        contenders.append(Contender(slug, fit.answer, style or Answer.YES, scored, open_gates))
    standings = ordered(contenders)
    places = [
        Place(
            model=catalog.models[one.slug],
            standing=standing,
            score=one.score,
            fit=fits[one.slug],
            style=one.style if question.style else None,
            cost=costs[one.slug],
        )
        for one, standing in standings
    ]
    proved = tuple(one for one in places if one.fit.answer is Answer.YES)
    return Ranking(
        medium=medium,
        rubric=rubric,
        fits=proved,
        may_fit=tuple(one for one in places if one.fit.answer is not Answer.YES),
        excluded=tuple(sorted(excluded, key=lambda one: one.model.slug)),
        relaxations=() if proved else _relaxations(catalog, question, further, medium, today),
        pareto=_pareto(proved),
        sensitivity=sensitivity(standings, rubric),
    )


def _pareto(places: Sequence[Place]) -> tuple[str, ...]:
    """Walk by price upwards and keep each model with a higher proved score than all cheaper ones."""
    priced = [(one.cost.cheapest.usd, -one.score.low, one.model.slug) for one in places if one.cost.cheapest]
    front: list[str] = []
    best: float | None = None
    for _, group in itertools.groupby(sorted(priced), key=lambda one: one[0]):
        same_price = list(group)
        top = -same_price[0][1]
        if best is None or top > best:
            front.extend(slug for _, negative, slug in same_price if -negative == top)
            best = top
    return tuple(front)


def _relaxations(
    catalog: Catalog, question: Question, further: tuple[Ask, ...], medium: str, today: datetime.date
) -> tuple[Relaxation, ...]:
    """Return every smallest set of asked constraints whose dropping lets a model fit.

    The global gate on retired models is never dropped; the gates of the task count as the one constraint `task`.
    What is left is asked as if the dropped had never been: without sound, a clip is priced without sound.
    """
    rubric = rubric_for(catalog, question, medium)
    scores, gates = scoreboard(catalog, rubric, today), gateboard(catalog, rubric, today)
    by_score = sorted(scores, key=lambda slug: (-scores[slug].low, -scores[slug].high, slug))

    def asks_without(drop: tuple[str, ...]) -> list[Ask]:
        asks = (*gates_of(rubric), *asks_of(question.eased(drop), medium), *further)
        return [ask for ask in asks if ask.parameter not in drop]

    names = tuple(dict.fromkeys(ask.parameter for ask in asks_without(()) if ask.parameter != "status"))
    found: list[Relaxation] = []
    for size in range(1, len(names) + 1):
        for drop in itertools.combinations(names, size):
            if any(set(smaller.drop) <= set(drop) for smaller in found):
                continue
            kept = asks_without(drop)
            costs = _costs(catalog, question.eased(drop), medium, today)
            fitting = tuple(
                slug
                for slug in by_score
                if _fits(
                    Candidate(catalog.models[slug], gates[slug], costs[slug]), kept, catalog, medium, today
                )
            )
            if fitting:
                found.append(Relaxation(drop, fitting))
    return tuple(found)


def _fits(one: Candidate, asks: Sequence[Ask], catalog: Catalog, medium: str, today: datetime.date) -> bool:
    return fit_of(one, asks, medium, catalog.vocabulary, today).answer is Answer.YES
