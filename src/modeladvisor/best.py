"""The editor's verdict for a use case, whether it still stands, and the computed ranking beside it."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

import attrs

from modeladvisor.answers import Answer
from modeladvisor.asks import IN_SERVICE
from modeladvisor.catalog import Catalog, value_by_id
from modeladvisor.exhibits import Pictured, PlotKind, Tabular
from modeladvisor.finder import FinderResult, find
from modeladvisor.interpretation import interpret
from modeladvisor.judgements import judge
from modeladvisor.opinions import NOTICE, UseCase, Verdict
from modeladvisor.records import Fact, Price
from modeladvisor.values import Value

if TYPE_CHECKING:
    from modeladvisor.charts import Panel
    from modeladvisor.exhibits import Page
    from modeladvisor.sheets import Sheet

State = Literal["current", "under-review", "no-verified-winner"]


@attrs.frozen
class Footing:
    """One value a verdict rests on: what it was at the review and what it is now (None: gone)."""

    id: str
    was: Value
    now: Value | None


@attrs.frozen
class VerdictNow:
    """A verdict as it stands on a day.

    Attributes:
        verdict: What the editor wrote, or None where nobody has written one.
        reasons: Why it is under review, or why there is no verified winner.
        same_first: Whether the pick is also first of the computed ranking; None without a pick.
    """

    medium: str
    verdict: Verdict | None
    state: State
    reasons: tuple[str, ...]
    footings: tuple[Footing, ...]
    same_first: bool | None


@attrs.frozen
class BestResult(Tabular, Pictured):
    """The answer for one use case: verdict and computed ranking side by side, for each medium."""

    use_case: UseCase
    verdicts: tuple[VerdictNow, ...]
    computed: FinderResult

    def _frames(self) -> tuple[Sheet, ...]:
        return self.computed._frames()

    def _page(self) -> Page:
        from modeladvisor.tabulations.rankings import best_tables

        _, ranked, notes = self.computed._page()
        title = f"{self.use_case.title}: {self.use_case.question}"
        return title, (*best_tables(self), *ranked), (*notes, NOTICE)

    def _panels(self, kind: PlotKind, limit: int) -> Iterator[Panel]:
        yield from self.computed._panels(kind, limit)


def best(catalog: Catalog, use_case: UseCase, today: datetime.date) -> BestResult:
    """Return verdicts and computed rankings of a use case on a day."""
    computed = find(catalog, interpret(catalog, task=use_case.slug), today)
    verdicts = []
    for ranking in computed.rankings:
        first = ranking.fits[0].model.slug if ranking.fits else None
        verdicts.append(verdict_now(catalog, use_case, ranking.medium, first, today))
    return BestResult(use_case, tuple(verdicts), computed)


def verdict_now(
    catalog: Catalog, use_case: UseCase, medium: str, first: str | None, today: datetime.date
) -> VerdictNow:
    """Return the verdict of one medium as it stands on a day; `first` is the computed first place."""
    verdict = use_case.verdicts.get(medium)
    if verdict is None:
        reason = "No editor has written a verdict for this use case yet; the computed ranking stands alone."
        return VerdictNow(medium, None, "no-verified-winner", (reason,), (), None)
    footings = tuple(Footing(one.id, one.was, value_by_id(catalog, one.id)) for one in verdict.rests_on)
    reasons = tuple(_reasons(catalog, verdict, footings, today))
    same_first = verdict.pick[0] == first if verdict.pick else None
    state: State = "under-review" if reasons else "current" if verdict.pick else "no-verified-winner"
    return VerdictNow(medium, verdict, state, reasons, footings, same_first)


def _reasons(
    catalog: Catalog, verdict: Verdict, footings: tuple[Footing, ...], today: datetime.date
) -> Iterator[str]:
    """Yield every reason for which a verdict can no longer be called current."""
    if verdict.review_by < today:
        yield f"It was to be reviewed by {verdict.review_by}."
    for slug in verdict.pick:
        model = catalog.models.get(slug)
        if model is None:
            yield f"{slug} is no longer in the catalog."
        elif judge(IN_SERVICE, model, catalog.vocabulary, today).answer is Answer.NO:
            yield f"{model.name} is retired."
    for one in footings:
        if one.now is None:
            yield f"{one.id} is no longer recorded."
        elif one.now != one.was:
            yield f"{one.id} has changed since the review."
        elif (age := _age_over_limit(catalog, one.id, today)) is not None:
            yield f"{one.id} was last verified {age} days ago."


PRICE_MAX_AGE_DAYS = 90
"""Days after which a price is called stale."""


def _age_over_limit(catalog: Catalog, identifier: str, today: datetime.date) -> int | None:
    """Return the age in days of a fact or price that is past its limit, else None."""
    slug = identifier.partition("/")[0]
    model = catalog.models[slug]
    dated: dict[str, Fact | Price] = {fact.id: fact for fact in model.facts.values()}
    for route in model.routes:
        dated.update((fact.id, fact) for fact in route.facts.values())
        dated.update((price.id, price) for price in route.prices)
    found = dated.get(identifier)
    if found is None:
        return None
    age = (today - found.verified).days
    limit = catalog.vocabulary.keys[found.key].max_age_days if isinstance(found, Fact) else PRICE_MAX_AGE_DAYS
    return age if age > limit else None
