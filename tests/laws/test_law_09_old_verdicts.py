"""A verdict knows when it is old."""

from __future__ import annotations

import datetime

import attrs
from hypothesis import assume, given
from hypothesis import strategies as st

from modeladvisor import Catalog
from modeladvisor.best import PRICE_MAX_AGE_DAYS, State, best
from modeladvisor.catalog import value_by_id
from modeladvisor.opinions import RestsOn, Verdict
from modeladvisor.records import Fact, Model, Price, Route
from strategies import SOURCE, TODAY, bundled, catalogs, facts

DAY = datetime.timedelta(days=1)


def footings(model: Model) -> list[Fact | Price]:
    """Return everything dated that a verdict on a model can rest on."""
    found: list[Fact | Price] = list(model.facts.values())
    for route in model.routes:
        found.extend([*route.facts.values(), *route.prices])
    return found


def limit_of(one: Fact | Price) -> int:
    """Return the days after which a fact or price is stale."""
    return bundled().vocabulary.keys[one.key].max_age_days if isinstance(one, Fact) else PRICE_MAX_AGE_DAYS


@st.composite
def judged_catalogs(draw: st.DrawFn) -> tuple[Catalog, Fact | Price]:
    """Catalogs with a current verdict that picks `m1`, and one thing that it rests on."""
    catalog = draw(catalogs(most=2, tasks=1, gates=False, retired=False))
    model = catalog.models["m1"]
    fresh = [one for one in footings(model) if (TODAY - one.verified).days <= limit_of(one)]
    assume(fresh)
    rests_on = draw(st.lists(st.sampled_from(fresh), min_size=1, max_size=3, unique_by=lambda one: one.id))
    case = catalog.use_cases["task-0"]
    verdict = Verdict(
        medium=case.media[0],
        pick=("m1",),
        runners_up=(),
        because="It is good.",
        not_for="Nobody.",
        differs=None,
        rests_on=tuple(
            RestsOn(one.id, value) for one in rests_on if (value := value_by_id(catalog, one.id)) is not None
        ),
        unknowns=(),
        sources=(),
        reviewed=TODAY - DAY,
        review_by=TODAY + datetime.timedelta(days=3000),
    )
    judged = attrs.evolve(case, verdicts={verdict.medium: verdict})
    return catalog.with_use_cases({case.slug: judged}), rests_on[0]


def state(catalog: Catalog, today: datetime.date = TODAY) -> State:
    """Return the state of the verdict on a day."""
    return best(catalog, catalog.use_cases["task-0"], today).verdicts[0].state


def with_pick(catalog: Catalog, **changes: object) -> Catalog:
    """Return the catalog with the picked record changed."""
    fields = {one.name: getattr(catalog.models["m1"], one.name) for one in attrs.fields(Model)}
    changed = Model(**{**fields, **changes})
    return catalog.with_models([*(one for one in catalog.models.values() if one.slug != "m1"), changed])


def without(catalog: Catalog, gone: Fact | Price, instead: Fact | Price | None = None) -> Catalog:
    """Return the catalog without a fact or price of the picked record, or with another in its place."""
    model = catalog.models["m1"]

    def facts_of(table: dict[str, Fact]) -> dict[str, Fact]:
        kept = {key: one for key, one in table.items() if one.id != gone.id}
        if isinstance(instead, Fact) and len(kept) < len(table):
            kept[instead.key] = instead
        return kept

    def route_of(route: Route) -> Route:
        kept = [instead if one.id == gone.id else one for one in route.prices]
        listed = tuple(one for one in kept if isinstance(one, Price))
        return attrs.evolve(route, facts=facts_of(dict(route.facts)), prices=listed)

    return with_pick(catalog, facts=facts_of(dict(model.facts)), routes=tuple(map(route_of, model.routes)))


class TestAVerdictKnowsWhenItIsOld:
    """A verdict knows when it is old.

    When a fact it rests on changes, is retired or passes its age limit, the verdict says "under review" by itself.
    """

    @given(world=judged_catalogs())
    def test_a_fresh_verdict_is_current(self, world: tuple[Catalog, Fact | Price]) -> None:
        """As long as nothing has happened, the verdict is current."""
        assert state(world[0]) == "current"

    @given(data=st.data(), world=judged_catalogs())
    def test_a_changed_fact(self, data: st.DataObject, world: tuple[Catalog, Fact | Price]) -> None:
        """Another value of a fact or price than at the review puts the verdict under review."""
        catalog, footing = world
        if isinstance(footing, Price):
            changed: Fact | Price = attrs.evolve(footing, usd=footing.usd + 0.01)
        else:
            other = data.draw(facts(catalog.vocabulary.keys[footing.key], "other"))
            assume(other.value != footing.value)
            changed = attrs.evolve(footing, value=other.value)
        assert state(without(catalog, footing, changed)) == "under-review"

    @given(world=judged_catalogs())
    def test_a_fact_gone(self, world: tuple[Catalog, Fact | Price]) -> None:
        """A fact or price that is recorded no more puts the verdict under review."""
        catalog, footing = world
        assert state(without(catalog, footing)) == "under-review"

    @given(world=judged_catalogs())
    def test_a_fact_past_its_age(self, world: tuple[Catalog, Fact | Price]) -> None:
        """On its last day in date the footing does not speak against the verdict; on the next day it does."""
        catalog, footing = world
        last_day = footing.verified + datetime.timedelta(days=limit_of(footing))
        assert state(catalog, last_day + DAY) == "under-review"
        told = best(catalog, catalog.use_cases["task-0"], last_day).verdicts[0].reasons
        assert not any(reason.startswith(f"{footing.id} ") for reason in told)

    @given(world=judged_catalogs())
    def test_review_by(self, world: tuple[Catalog, Fact | Price]) -> None:
        """After the day by which it was to be reviewed a verdict is under review."""
        catalog, _ = world
        case = catalog.use_cases["task-0"]
        (medium, verdict), *_ = case.verdicts.items()
        due = attrs.evolve(case, verdicts={medium: attrs.evolve(verdict, review_by=TODAY)})
        assert state(catalog.with_use_cases({case.slug: due})) == "current"
        assert state(catalog.with_use_cases({case.slug: due}), TODAY + DAY) == "under-review"

    @given(world=judged_catalogs(), announced=st.booleans())
    def test_a_retired_pick(self, world: tuple[Catalog, Fact | Price], announced: bool) -> None:
        """A pick that is retired, by its status or by its last day, puts the verdict under review."""
        catalog, _ = world
        key, value = ("retires", TODAY - DAY) if announced else ("status", "retired")
        retired = Fact(f"m1/facts/{key}", key, value, SOURCE, TODAY)
        model = catalog.models["m1"]
        routes = tuple(
            attrs.evolve(
                route,
                facts={**route.facts, key: attrs.evolve(retired, id=f"m1/routes/{route.id}/facts/{key}")},
            )
            for route in model.routes
        )
        assert state(with_pick(catalog, facts={**model.facts, key: retired}, routes=routes)) == "under-review"

    @given(world=judged_catalogs())
    def test_a_pick_gone(self, world: tuple[Catalog, Fact | Price]) -> None:
        """A pick that is no longer in the catalog puts the verdict under review."""
        catalog, _ = world
        assert state(catalog.with_models([])) == "under-review"
