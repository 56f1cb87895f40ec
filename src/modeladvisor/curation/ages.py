"""Which facts, prices and verdicts are past their age on a day."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator
from typing import Literal

import attrs

from modeladvisor.best import PRICE_MAX_AGE_DAYS
from modeladvisor.catalog import Catalog
from modeladvisor.records import Fact


@attrs.frozen
class Dated:
    """One thing of the catalog that ages.

    Attributes:
        id: Id of the fact or price, or `use_cases/<slug>/verdict/<medium>`.
        dated: When it was verified, or reviewed.
        stale_from: The first day on which it is stale.
        source_url: The page to look at; None for verdicts.
    """

    id: str
    kind: Literal["fact", "price", "verdict"]
    dated: datetime.date
    stale_from: datetime.date
    source_url: str | None


def dated(catalog: Catalog) -> tuple[Dated, ...]:
    """Return everything that ages, the oldest first."""
    return tuple(sorted((*_sourced(catalog), *_verdicts(catalog)), key=lambda one: (one.dated, one.id)))


def stale(everything: Iterable[Dated], day: datetime.date) -> tuple[Dated, ...]:
    """Return what is past its age on a day, in the same order."""
    return tuple(one for one in everything if one.stale_from <= day)


def _sourced(catalog: Catalog) -> Iterator[Dated]:
    for model in catalog.models.values():
        for fact in model.facts.values():
            yield _fact(catalog, fact)
        for route in model.routes:
            for fact in route.facts.values():
                yield _fact(catalog, fact)
            for price in route.prices:
                first = _after(price.verified, PRICE_MAX_AGE_DAYS)
                yield Dated(price.id, "price", price.verified, first, price.source.url)


def _fact(catalog: Catalog, fact: Fact) -> Dated:
    first = _after(fact.verified, catalog.vocabulary.keys[fact.key].max_age_days)
    return Dated(fact.id, "fact", fact.verified, first, fact.source.url)


def _verdicts(catalog: Catalog) -> Iterator[Dated]:
    for use_case in catalog.use_cases.values():
        for verdict in use_case.verdicts.values():
            name = f"use_cases/{use_case.slug}/verdict/{verdict.medium}"
            yield Dated(name, "verdict", verdict.reviewed, _after(verdict.review_by, 0), None)


def _after(last: datetime.date, days: int) -> datetime.date:
    """Return the day after `days` more days, or the last day that a calendar has."""
    left = (datetime.date.max - last).days
    return last + datetime.timedelta(days=min(days + 1, left))
