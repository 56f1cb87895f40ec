"""Rankings, finder and best answers into JSON-ready dicts."""

from __future__ import annotations

import datetime
from collections.abc import Iterable

from modeladvisor.catalog import Catalog
from modeladvisor.finder import FinderResult, Place, Ranking
from modeladvisor.fits import Check
from modeladvisor.opinions import NOTICE, Rubric
from modeladvisor.prices import Cost
from modeladvisor.records import Evidence, Fact, Price, Rule
from modeladvisor.scores import Part, Score
from modeladvisor.sensitivities import Sensitivity
from modeladvisor.views import wire
from modeladvisor.views.interpretations import interpreted_view
from modeladvisor.views.records import dataset_view, head_view, limitations_view, value_view

EXCLUDED_SHOWN = 20


def finder_answer(catalog: Catalog, result: FinderResult, today: datetime.date) -> wire.FinderAnswer:
    """Return the answer to a finder question; each group shows at most `limit` models, counts say how many there are."""
    limit = result.question.limit
    rankings = [ranking_view(catalog, one, today, limit) for one in result.rankings]
    first = rankings[0]
    return {
        "dataset": dataset_view(catalog),
        "notice": NOTICE,
        "interpreted": interpreted_view(catalog, result.question),
        "rankings": rankings,
        "fits": first["fits"],
        "may_fit": first["may_fit"],
        "excluded": first["excluded"],
        "relaxations": first["relaxations"],
        "sensitivity": first["sensitivity"],
    }


def ranking_view(catalog: Catalog, ranking: Ranking, today: datetime.date, limit: int) -> wire.RankingView:
    """Return the ranking of one medium."""
    return {
        "medium": ranking.medium,
        "rubric": rubric_view(ranking.rubric),
        "counts": {
            "fits": len(ranking.fits),
            "may_fit": len(ranking.may_fit),
            "excluded": len(ranking.excluded),
        },
        "fits": [place_view(catalog, one, today) for one in ranking.fits[:limit]],
        "may_fit": [place_view(catalog, one, today) for one in ranking.may_fit[:limit]],
        "excluded": {
            "count": len(ranking.excluded),
            "by_reason": dict(ranking.by_reason),
            "models": [
                {"model": head_view(catalog, one.model, today), "reason": _gate_view(catalog, one.check)}
                for one in ranking.excluded[:EXCLUDED_SHOWN]
            ],
        },
        "relaxations": [{"drop": list(one.drop), "brings": list(one.fits)} for one in ranking.relaxations],
        "pareto": list(ranking.pareto),
        "sensitivity": sensitivity_view(ranking.sensitivity),
    }


def rubric_view(rubric: Rubric) -> wire.RubricView:
    """Return the weights that ranked."""
    return {
        "id": rubric.id,
        "title": rubric.title,
        "version": rubric.version,
        "weights": {one.id: round(one.points, 2) for one in rubric.criteria},
    }


def place_view(catalog: Catalog, place: Place, today: datetime.date) -> wire.PlaceView:
    """Return one model in a ranking with everything its place rests on."""
    acceptance = place.fit.acceptance
    return {
        "model": head_view(catalog, place.model, today),
        "rank": place.standing.rank,
        "rank_range": [place.standing.best, place.standing.worst],
        "score": score_view(place.score),
        "reasons": [reason_view(catalog, part) for part in place.score.parts],
        "gates": [_gate_view(catalog, check) for check in place.fit.checks],
        "request": _request_view(place),
        "rules": _grounds(catalog, rules=acceptance.rules),
        "style": place.style.value if place.style else None,
        "price": cost_view(place.cost),
        "unknowns": list(place.unknowns),
        "limitations": limitations_view(place.model),
    }


def _request_view(place: Place) -> dict[str, wire.JsonValue]:
    acceptance = place.fit.acceptance
    view: dict[str, wire.JsonValue] = {"way": place.fit.way} if place.fit.way else {}
    for name, values in acceptance.values.items():
        view[name] = values[0] if name in acceptance.fixed and values else list(values)
    return {**view, "narrowed_by": [rule.id for rule in acceptance.rules]}


def score_view(score: Score) -> wire.ScoreView:
    """Return proved and possible points and the decided share."""
    return {"low": score.low, "high": score.high, "coverage": score.coverage}


def reason_view(catalog: Catalog, part: Part) -> wire.ReasonView:
    """Return what one criterion contributes and what it rests on."""
    return {
        "criterion": part.criterion.id,
        "answer": part.answer.value,
        "points": round(part.low, 2),
        "possible": round(part.high, 2),
        "of": round(part.criterion.points, 2),
        "why": part.criterion.why,
        "evidence": _grounds(catalog, part.facts, part.rules, part.prices, part.evidence),
        "unknowns": list(part.unknowns),
    }


def _gate_view(catalog: Catalog, check: Check) -> wire.GateView:
    return {
        "parameter": check.parameter,
        "id": check.id,
        "answer": check.answer.value,
        "why": check.why,
        "evidence": _grounds(catalog, check.facts, check.rules, check.prices),
        "unknowns": list(check.unknowns),
    }


def _grounds(
    catalog: Catalog,
    facts: Iterable[Fact] = (),
    rules: Iterable[Rule] = (),
    prices: Iterable[Price] = (),
    evidence: Iterable[Evidence] = (),
) -> list[wire.GroundView]:
    """Return what an answer rests on, each with the page and the date."""
    keys = catalog.vocabulary.keys
    stated: list[tuple[str, wire.JsonValue, str | None, str, datetime.date]] = []
    stated.extend(
        (one.id, value_view(one.value), keys[one.key].unit, one.source.url, one.verified) for one in facts
    )
    stated.extend((one.id, True, None, one.source.url, one.verified) for one in rules)
    stated.extend((one.id, one.usd, _price_unit(one), one.source.url, one.verified) for one in prices)
    stated.extend((one.id, one.grade, None, one.source.url, one.dated) for one in evidence)
    return [
        {"id": name, "value": value, "unit": unit, "source_url": url, "verified_date": day.isoformat()}
        for name, value, unit, url, day in stated
    ]


def _price_unit(price: Price) -> str:
    length = f" of {price.duration_seconds:g} s" if price.duration_seconds else ""
    return f"USD per {price.per}{length}"


def cost_view(cost: Cost) -> wire.CostView:
    """Return the cheapest known price of the job, how prices spread over the routes, and what is unknown."""
    cheapest = cost.cheapest
    spread = [cost.quotes[0].usd, cost.quotes[-1].usd] if cost.quotes else []
    return {
        "usd": _money(cheapest.usd) if cheapest else None,
        "per": cheapest.per if cheapest else "unknown",
        "route": cheapest.route.id if cheapest else None,
        "price_id": cheapest.price.id if cheapest else None,
        "quality": cheapest.price.quality if cheapest else None,
        "size": cheapest.price.size if cheapest else None,
        "exact": cheapest.exact if cheapest else None,
        "spread": [_money(one) for one in spread],
        "upper_bound": cost.upper_bound,
        "unpriced_routes": [one.id for one in cost.unpriced],
        "own_hardware": bool(cost.own_hardware),
        "source_url": cheapest.price.source.url if cheapest else None,
        "verified_date": cheapest.price.verified.isoformat() if cheapest else None,
    }


def _money(usd: float) -> float:
    return round(usd, 6)


def sensitivity_view(found: Sensitivity) -> wire.SensitivityView:
    """Return whether the first place holds and what would change it."""
    margin = found.weight_margin
    return {
        "first_place_holds": found.first_place_holds,
        "decided_by": [{"model": one.slug, "unknowns": list(one.unknowns)} for one in found.decided_by],
        "weight_margin": {
            "criterion": margin.criterion,
            "points": round(margin.points, 2),
            "down_to": margin.down_to,
            "up_to": margin.up_to,
        }
        if margin
        else None,
    }
