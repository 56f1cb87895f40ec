"""What a fact could turn out to be, and the record that there would then be."""

from __future__ import annotations

import datetime
from collections.abc import Iterable

import attrs

from modeladvisor.conditions import Scalar, Test
from modeladvisor.records import Evidence, Fact, Grade, Model, Price, PriceUnit, Route, RouteKind, Source
from modeladvisor.values import Anything, Bound, Several, Span, Value
from modeladvisor.vocabulary import Capability

SUPPOSED = Source("supposed", "Supposed, stated nowhere", "about:blank", "measurement")
"""Stands where a source would stand; what rests on it is never shown as known."""


def possible_values(capability: Capability, now: Value | None, tests: Iterable[Test]) -> list[Value]:
    """Return the values of a capability that tests can tell apart, each other than the present one.

    Of numbers those that tests name, the smallest first; of lists the present one with or without one more word,
    then all and none.
    """
    operands = [one for test in tests for one in test.operand]
    found: list[Value] = []
    if capability.kind == "bool":
        found = [True, False]
    elif capability.kind in ("int", "number"):
        found = sorted({0, 1, *(one for one in operands if isinstance(one, int | float))})
    elif capability.kind in ("word", "text"):
        found = list(dict.fromkeys([*capability.values, *map(str, operands)]))
    elif capability.kind in ("words", "numbers", "ratios"):
        found = _possible_lists(capability, now, operands)
    return [one for one in found if one != now]


def _possible_lists(capability: Capability, now: Value | None, operands: list[Scalar]) -> list[Value]:
    words = [one for one in dict.fromkeys([*operands, *capability.values]) if not isinstance(one, bool)]
    have = now.values if isinstance(now, Several) else ()
    kept: list[tuple[str | int | float, ...]] = [(*have, one) for one in words if one not in have]
    kept.extend(tuple(one for one in have if one != out) for out in have)
    kept.extend((one,) for one in words)
    kept.append(tuple(words))
    everything: list[Value] = [Anything()] if capability.kind == "ratios" else []
    if capability.kind == "numbers" and isinstance(now, Span | Bound):
        numbers = [float(one) for one in words if not isinstance(one, str)]
        low = now.low if isinstance(now, Span) else now.at_least or 0.0
        high = now.high if isinstance(now, Span) else now.at_most or low
        everything.extend(Span(min(low, one), max(high, one)) for one in numbers)
    several: list[Value] = [Several(one) for one in dict.fromkeys(kept) if one]
    if capability.kind == "words" and not capability.ordered:
        everything.append(Several(()))
    return [*several, *everything]


def with_fact(model: Model, key: str, value: Value, today: datetime.date) -> Model:
    """Return the model as it would be recorded if a fact had this value, on all routes; a last day goes with status."""
    dropped = (key, "retires") if key == "status" else (key,)
    routes = tuple(
        attrs.evolve(route, facts={name: fact for name, fact in route.facts.items() if name not in dropped})
        for route in model.routes
    )
    facts = {name: fact for name, fact in model.facts.items() if name not in dropped}
    facts[key] = Fact(f"{model.slug}/facts/{key}", key, value, SUPPOSED, today)
    return attrs.evolve(model, facts=facts, routes=routes)


def without_rule(model: Model, identifier: str) -> Model:
    """Return the model as it would be recorded if one combination rule did not hold."""
    return attrs.evolve(model, rules=tuple(one for one in model.rules if one.id != identifier))


def with_price(model: Model, route: Route, usd: float, medium: str, today: datetime.date) -> Model:
    """Return the model as it would be recorded if a route asked one price, per second or image, for every output."""
    per: PriceUnit = "second" if medium == "video" else "image"
    price = Price(f"{model.slug}/routes/{route.id}/prices/supposed", usd, per, SUPPOSED, today)
    kept = [one for one in route.prices if one.of != "output"]
    priced = attrs.evolve(route, prices=(*kept, price))
    return attrs.evolve(model, routes=tuple(priced if one.id == route.id else one for one in model.routes))


def with_route(model: Model, kind: RouteKind, provider: str | None, today: datetime.date) -> Model:
    """Return the model as it would be recorded if there were one more way to run it, in service."""
    status = Fact(f"{model.slug}/routes/supposed/facts/status", "status", "active", SUPPOSED, today)
    route = Route("supposed", provider, kind, None, {"status": status}, ())
    return attrs.evolve(model, routes=(*model.routes, route))


def with_evidence(
    model: Model, dimension: str, medium: str, mode: str | None, grade: Grade, today: datetime.date
) -> Model:
    """Return the model as it would be recorded if this were the newest finding of a dimension, and the only one."""
    finding = Evidence(
        id=f"{model.slug}/evidence/supposed",
        dimension=dimension,
        medium=medium,
        mode=mode,
        grade=grade,
        finding="Supposed.",
        dated=today,
        misses="Everything.",
        source=SUPPOSED,
    )
    kept = [
        one for one in model.evidence if (one.dimension, one.medium, one.mode) != (dimension, medium, mode)
    ]
    return attrs.evolve(model, evidence=(*kept, finding))
