"""Scores, checks and prices with what they rest on, as JSON."""

from __future__ import annotations

import datetime
from collections.abc import Iterable

from modeladvisor.catalog import Catalog
from modeladvisor.fits import Check
from modeladvisor.prices import Cost
from modeladvisor.records import Evidence, Fact, Price, Rule
from modeladvisor.scores import Part, Score
from modeladvisor.views import wire
from modeladvisor.views.records import value_view


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
        "evidence": grounds(catalog, part.facts, part.rules, part.prices, part.evidence),
        "unknowns": list(part.unknowns),
    }


def gate_view(catalog: Catalog, check: Check) -> wire.GateView:
    """Return what became of one constraint and what that rests on."""
    return {
        "parameter": check.parameter,
        "id": check.id,
        "answer": check.answer.value,
        "why": check.why,
        "evidence": grounds(catalog, check.facts, check.rules, check.prices),
        "unknowns": list(check.unknowns),
    }


def grounds(
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
    totals = [one.total for one in cost.quotes if one.total is not None]
    cheapest = cost.cheapest
    prices = [one.usd for one in cost.quotes]
    spread = [min(prices), max(prices)] if prices else []
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
        "free_tier": [one.id for one in cost.free_tier],
        "total_usd": cheapest.total if cheapest else None,
        "total_spread": [min(totals), max(totals)] if totals else [],
        "total_lacks": list(cheapest.lacks) if cheapest else [],
        "source_url": cheapest.price.source.url if cheapest else None,
        "verified_date": cheapest.price.verified.isoformat() if cheapest else None,
    }


def _money(usd: float) -> float:
    return round(usd, 6)
