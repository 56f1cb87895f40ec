"""What is stale, and since when."""

from __future__ import annotations

import datetime

import attrs
from hypothesis import given
from hypothesis import strategies as st

from modeladvisor import Catalog
from modeladvisor.best import PRICE_MAX_AGE_DAYS, _age_over_limit
from modeladvisor.curation.ages import dated, stale
from modeladvisor.opinions import UseCase, Verdict
from strategies import TODAY, catalogs

DAY = datetime.timedelta(days=1)


def with_verdict(catalog: Catalog, review_by: datetime.date) -> Catalog:
    """Return the catalog with one verdict that is to be reviewed by a day."""
    verdict = Verdict("video", (), (), "", "", None, (), (), (), review_by - 90 * DAY, review_by)
    case = UseCase("spots", "Spots", "Which?", ("video",), {}, {"video": verdict})
    return catalog.with_use_cases({"spots": case})


@given(catalogs(), st.integers(-100, 900))
def test_stale_is_what_puts_a_verdict_under_review(catalog: Catalog, days: int) -> None:
    """A fact or price is stale exactly on the days on which a verdict that rests on it is under review for its age."""
    day = TODAY + days * DAY
    everything = dated(catalog)
    found = {one.id for one in stale(everything, day)}
    assert found == {one.id for one in everything if _age_over_limit(catalog, one.id, day) is not None}


@given(catalogs())
def test_everything_that_has_a_date_ages(catalog: Catalog) -> None:
    """Each fact and price of models and routes stands once among what ages, and the oldest stands first."""
    everything = dated(catalog)
    wanted = [fact.id for model in catalog.models.values() for fact in model.facts.values()]
    for model in catalog.models.values():
        for route in model.routes:
            wanted += [fact.id for fact in route.facts.values()] + [price.id for price in route.prices]
    assert sorted(one.id for one in everything) == sorted(wanted)
    assert [one.dated for one in everything] == sorted(one.dated for one in everything)


@given(catalogs(), st.integers(0, 400), st.integers(0, 400))
def test_what_is_stale_stays_stale(catalog: Catalog, days: int, more: int) -> None:
    """Looking further ahead never takes anything off the list."""
    everything = dated(catalog)
    soon, later = (stale(everything, TODAY + ahead * DAY) for ahead in (days, days + more))
    assert set(soon) <= set(later)


@given(catalogs(most=1), st.integers(1, 400))
def test_a_verdict_is_stale_from_the_day_after_its_review_was_due(catalog: Catalog, days: int) -> None:
    """On the last day by which a verdict is to be reviewed it is not stale yet."""
    review_by = TODAY + days * DAY
    verdicts = [one for one in dated(with_verdict(catalog, review_by)) if one.kind == "verdict"]
    assert [one.id for one in verdicts] == ["use_cases/spots/verdict/video"]
    assert stale(verdicts, review_by) == ()
    assert stale(verdicts, review_by + DAY) == tuple(verdicts)


@given(catalogs(most=2))
def test_a_limit_beyond_the_calendar_is_no_error(catalog: Catalog) -> None:
    """An age limit of a million years makes nothing stale before the calendar ends."""
    vocabulary = catalog.vocabulary
    keys = {key: attrs.evolve(one, max_age_days=400_000_000) for key, one in vocabulary.keys.items()}
    catalog = attrs.evolve(catalog, vocabulary=attrs.evolve(vocabulary, keys=keys))
    facts = [one for one in dated(catalog) if one.kind == "fact"]
    assert stale(facts, datetime.date.max - DAY) == ()


def test_the_age_of_a_price() -> None:
    """The limit of prices is that of verdicts that rest on them."""
    assert PRICE_MAX_AGE_DAYS == 90
