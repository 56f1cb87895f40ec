"""What a model is proved to earn on a rubric, what it may earn, and how much of it is decided."""

from __future__ import annotations

import datetime
from collections.abc import Mapping

import attrs

from modeladvisor.answers import Answer, all_of, definite
from modeladvisor.combinations import accepts, asked
from modeladvisor.judgements import judge, routes_in_service
from modeladvisor.opinions import Criterion, Rubric
from modeladvisor.prices import Cost, cost_of
from modeladvisor.records import Evidence, Fact, Grade, Model, Price, Rule
from modeladvisor.vocabulary import Vocabulary

GRADE_SHARES: Mapping[Grade, float] = {"leading": 1.0, "strong": 2 / 3, "adequate": 1 / 3, "weak": 0.0}
"""Share of a criterion's points that a grade of evidence earns; weak evidence earns nothing."""


@attrs.frozen
class Part:
    """What one criterion contributes.

    Attributes:
        answer: YES if it earns something for sure, NO if it earns nothing for sure, else UNKNOWN.
        low: Points that are proved.
        high: Points that are possible.
        facts, rules, evidence, prices: What the answer rests on.
        unknowns: Capability keys, `price` or `evidence.<dimension>` that would decide it.
    """

    criterion: Criterion
    answer: Answer
    low: float
    high: float
    facts: tuple[Fact, ...] = ()
    rules: tuple[Rule, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    prices: tuple[Price, ...] = ()
    unknowns: tuple[str, ...] = ()


@attrs.frozen
class Score:
    """A sum of parts: `low` is proved, `high` is possible, `coverage` is the decided share of the points."""

    low: float
    high: float
    coverage: float
    parts: tuple[Part, ...]


def score(
    model: Model,
    rubric: Rubric,
    vocabulary: Vocabulary,
    today: datetime.date,
    *,
    access: str | None = None,
) -> Score:
    """Return the score of a model on a rubric; points are those of the rubric, 100 in all.

    `access` names the kind of route, or the provider, on which prices count; None counts all.
    """
    parts = tuple(part_of(one, model, rubric.medium, vocabulary, today, access) for one in rubric.criteria)
    decided = sum(part.criterion.points for part in parts if part.low == part.high)
    total = sum(one.points for one in rubric.criteria)
    return Score(
        round(sum(part.low for part in parts), 2),
        round(sum(part.high for part in parts), 2),
        round(decided / total, 4) if total else 0.0,
        parts,
    )


def part_of(
    criterion: Criterion,
    model: Model,
    medium: str,
    vocabulary: Vocabulary,
    today: datetime.date,
    access: str | None,
) -> Part:
    """Return what one criterion contributes to the score of a model."""
    if criterion.evidence is not None:
        return _evidence_part(criterion, criterion.evidence, model, medium)
    if criterion.price is not None:
        cost = cost_of(criterion.price.job, model, vocabulary, today)
        return _price_part(criterion, cost.reached_by(access))
    if criterion.request is not None:
        found = accepts(model, asked(**criterion.request), medium, vocabulary, today)
        points = _all_or_nothing(criterion, found.answer)
        return Part(criterion, found.answer, *points, found.facts, found.rules, unknowns=found.unknowns)
    if criterion.route_kinds:
        return _route_part(criterion, model, today)
    return _level_part(criterion, model, vocabulary, today)


def _all_or_nothing(criterion: Criterion, answer: Answer) -> tuple[float, float]:
    low = criterion.points if answer is Answer.YES else 0.0
    high = criterion.points if answer is not Answer.NO else 0.0
    return low, high


def _level_part(criterion: Criterion, model: Model, vocabulary: Vocabulary, today: datetime.date) -> Part:
    levels = sorted(criterion.levels, key=lambda one: -one.share)
    judged = [(level, judge(level.need, model, vocabulary, today)) for level in levels]
    low = max((one.share for one, found in judged if found.answer is Answer.YES), default=0.0)
    high = max((one.share for one, found in judged if found.answer is not Answer.NO), default=0.0)
    answer = Answer.YES if low > 0 else Answer.NO if high == 0 else Answer.UNKNOWN
    telling = [found for one, found in judged if found.answer is not Answer.YES or one.share == low]
    return Part(
        criterion,
        answer,
        low * criterion.points,
        high * criterion.points,
        facts=tuple(dict.fromkeys(fact for found in telling for fact in found.facts)),
        unknowns=tuple(dict.fromkeys(key for found in telling for key in found.unknowns))
        if high > low
        else (),
    )


def _price_part(criterion: Criterion, cost: Cost) -> Part:
    scale = criterion.price
    cheapest = cost.cheapest
    if cheapest is None or scale is None:
        return Part(criterion, Answer.UNKNOWN, 0.0, criterion.points, unknowns=("price",))
    share = min(1.0, max(0.0, (scale.none - cheapest.usd) / (scale.none - scale.full)))
    low = round(share * criterion.points, 2)
    open_end = cost.upper_bound and low < criterion.points
    high = criterion.points if open_end else low
    answer = Answer.YES if low > 0 else Answer.UNKNOWN if open_end else Answer.NO
    return Part(
        criterion, answer, low, high, prices=(cheapest.price,), unknowns=("price",) if open_end else ()
    )


def _evidence_part(criterion: Criterion, dimension: str, model: Model, medium: str) -> Part:
    mode = criterion.evidence_mode
    found = [
        one
        for one in model.evidence
        if one.dimension == dimension and one.medium == medium and (mode is None or one.mode == mode)
    ]
    if not found:
        return Part(criterion, Answer.UNKNOWN, 0.0, criterion.points, unknowns=(f"evidence.{dimension}",))
    newest = max(one.dated for one in found)
    chosen = min(
        (one for one in found if one.dated == newest), key=lambda one: (GRADE_SHARES[one.grade], one.id)
    )
    points = round(GRADE_SHARES[chosen.grade] * criterion.points, 2)
    return Part(criterion, definite(points > 0), points, points, evidence=(chosen,))


def _route_part(criterion: Criterion, model: Model, today: datetime.date) -> Part:
    kinds = criterion.route_kinds
    answer = all_of(has_route(model, kind, today) for kind in kinds)
    there = [route for route in routes_in_service(model, today) if route.kind in kinds]
    weights = model.facts.get("open_weights")
    stated = [weights] if weights and "self-hosted" in kinds else []
    return Part(
        criterion,
        answer,
        *_all_or_nothing(criterion, answer),
        facts=(*stated, *(fact for route in there for fact in route.facts.values())),
        prices=tuple(price for route in there if not route.facts for price in route.prices),
        unknowns=("routes",) if answer is Answer.UNKNOWN else (),
    )


def has_route(model: Model, wanted: str, today: datetime.date) -> Answer:
    """Return whether a model can be reached by a kind of route or at a provider.

    A route that nobody recorded is not proof that there is none; only published weights answer for own hardware.
    """
    if any(wanted in (route.kind, route.provider) for route in routes_in_service(model, today)):
        return Answer.YES
    weights = model.facts.get("open_weights")
    if wanted == "self-hosted" and weights is not None:
        return definite(bool(weights.value))
    return Answer.UNKNOWN
