"""What changed between two catalogs, as records and as a changelog."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping
from typing import Any

import attrs
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from modeladvisor import Catalog
from modeladvisor.curation.changelog import changelog
from modeladvisor.curation.differences import Change, differences
from modeladvisor.opinions import UseCase, Verdict
from modeladvisor.records import Fact, Limitation, Model, PromptTip, Rule, Search, Source
from strategies import SOURCE, TODAY, bundled, catalogs, rules, values

DAY = datetime.timedelta(days=1)
OTHER = attrs.evolve(SOURCE, url="https://docs.example.com/other")
VERDICT = Verdict("video", ("m1",), (), "It is.", "Nobody.", None, (), (), (), TODAY, TODAY + 90 * DAY)


def evolved(catalog: Catalog, slug: str, **changes: object) -> Catalog:
    """Return the catalog with one model changed."""
    changed: Mapping[str, Any] = changes
    model = attrs.evolve(catalog.models[slug], **changed)
    return catalog.with_models({**catalog.models, slug: model}.values())


def brief(changes: tuple[Change, ...]) -> list[tuple[str, str, str]]:
    """Return kind, id and what happened."""
    return [(one.kind, one.id, one.what) for one in changes if one.what != "retired"]


def judged(catalog: Catalog, verdict: Verdict) -> Catalog:
    """Return the catalog with one verdict."""
    return catalog.with_use_cases(
        {"spots": UseCase("spots", "Spots", "Which?", ("video",), {}, {"video": verdict})}
    )


@given(catalogs(links=True))
def test_a_catalog_does_not_differ_from_itself(catalog: Catalog) -> None:
    """Two readings of the same data differ in nothing, whatever order the models came in."""
    again = catalog.with_models(reversed(list(catalog.models.values())))
    assert differences(catalog, again) == ()
    assert "Nothing changed." in changelog(catalog.dataset, again.dataset, ())


@given(catalogs(), catalogs(), st.data())
def test_differences_are_seen_from_both_sides(before: Catalog, after: Catalog, data: st.DataObject) -> None:
    """Seen the other way round what was added was removed, what was turned was turned, and nothing else is seen."""
    after = attrs.evolve(after, general=before.general, use_cases=before.use_cases)
    opposite = {"added": "removed", "removed": "added"}
    there = [one for one in differences(before, after) if one.what != "retired"]
    back = [one for one in differences(after, before) if one.what != "retired"]
    assert sorted((one.kind, one.id, opposite.get(one.what, one.what)) for one in there) == sorted(
        (one.kind, one.id, one.what) for one in back
    )
    if there:
        change = data.draw(st.sampled_from(there))
        assert (change.was is None) == (change.what == "added")
        assert (change.now is None) == (change.what == "removed")


@given(catalogs(), st.data())
def test_each_change_of_a_fact_is_seen(catalog: Catalog, data: st.DataObject) -> None:
    """A fact with another value, another source or none is one change, by its id, and so is a new one."""
    known = [
        (slug, key)
        for slug, model in catalog.models.items()
        for key in model.facts
        if key not in ("status", "retires")
    ]
    assume(known)
    slug, key = data.draw(st.sampled_from(known))
    fact: Fact = catalog.models[slug].facts[key]
    rest = {name: one for name, one in catalog.models[slug].facts.items() if name != key}
    value = data.draw(values(catalog.vocabulary.keys[key]).filter(lambda one: one != fact.value))
    for other, what in (
        (attrs.evolve(fact, value=value), "changed"),
        (attrs.evolve(fact, source=OTHER), "cited"),
        (attrs.evolve(fact, verified=fact.verified - DAY), "cited"),
        (attrs.evolve(fact, note="Another note."), "cited"),
        (attrs.evolve(fact, where="Another place."), "cited"),
    ):
        assert brief(differences(catalog, evolved(catalog, slug, facts={**rest, key: other}))) == [
            ("fact", fact.id, what)
        ]
    without = evolved(catalog, slug, facts=rest)
    assert brief(differences(catalog, without)) == [("fact", fact.id, "removed")]
    assert brief(differences(without, catalog)) == [("fact", fact.id, "added")]


@given(catalogs(), st.data())
def test_each_change_of_a_price_is_seen(catalog: Catalog, data: st.DataObject) -> None:
    """A price with another sum, for another thing, by another source or gone is one change, by its id."""
    priced = [
        (slug, number)
        for slug, model in catalog.models.items()
        for number, route in enumerate(model.routes)
        if route.prices
    ]
    assume(priced)
    slug, number = data.draw(st.sampled_from(priced))
    routes = catalog.models[slug].routes
    price, *others = routes[number].prices
    for prices, what in (
        ((attrs.evolve(price, usd=price.usd * 2), *others), "changed"),
        ((attrs.evolve(price, size="2048x2048"), *others), "changed"),
        ((attrs.evolve(price, batch=True), *others), "changed"),
        ((attrs.evolve(price, source=OTHER), *others), "cited"),
        (tuple(others), "removed"),
    ):
        route = attrs.evolve(routes[number], prices=prices)
        after = evolved(catalog, slug, routes=(*routes[:number], route, *routes[number + 1 :]))
        assert brief(differences(catalog, after)) == [("price", price.id, what)]


@given(catalogs(), st.data())
def test_each_change_of_a_rule_is_seen(catalog: Catalog, data: st.DataObject) -> None:
    """A rule that is new, gone or says something else is one change, by its id."""
    slug = data.draw(st.sampled_from(sorted(catalog.models)))
    kept = [one for one in catalog.models[slug].rules if not one.id.endswith("/r9")]
    made = rules(catalog.vocabulary, f"{slug}/rules/r9")
    one: Rule = data.draw(made)
    other: Rule = data.draw(made.filter(lambda two: (two.when, two.then) != (one.when, one.then)))
    without, first, second = (evolved(catalog, slug, rules=(*kept, *more)) for more in ((), (one,), (other,)))
    assert brief(differences(without, first)) == [("rule", one.id, "added")]
    assert brief(differences(first, second)) == [("rule", one.id, "changed")]
    assert brief(differences(second, without)) == [("rule", one.id, "removed")]


@given(catalogs(least=2), st.data())
def test_a_model_that_comes_or_goes_is_one_change(catalog: Catalog, data: st.DataObject) -> None:
    """All that a new model brings, and all that goes with an old one, is part of the one change."""
    slug = data.draw(st.sampled_from(sorted(catalog.models)))
    without = catalog.with_models(model for model in catalog.models.values() if model.slug != slug)
    assert brief(differences(without, catalog)) == [("model", slug, "added")]
    assert brief(differences(catalog, without)) == [("model", slug, "removed")]


OTHERS = [
    ("model", "m1", {"summary": "Another summary."}),
    ("model", "m1", {"aliases": ("another",)}),
    ("limitation", "m1/limitations/No hands.", {"limitations": (Limitation("No hands.", SOURCE),)}),
    ("tip", "m1/prompt_tips/Be brief.", {"prompt_tips": (PromptTip("Be brief.", None, (), SOURCE, TODAY),)}),
]


@pytest.mark.parametrize(("kind", "name", "changes"), OTHERS)
@given(catalogs(most=1))
def test_the_rest_of_a_model_is_seen(
    kind: str, name: str, changes: Mapping[str, object], catalog: Catalog
) -> None:
    """Its head, limitations and prompt tips are entries too."""
    found = brief(differences(catalog, evolved(catalog, "m1", **changes)))
    assert found == [(kind, name, "changed" if kind == "model" else "added")]


@given(catalogs(most=1))
def test_a_search_is_seen(catalog: Catalog) -> None:
    """Somebody who looked in vain leaves a change, and so does one who looks again."""
    once, twice, never = (
        evolved(catalog, "m1", searched={**catalog.models["m1"].searched, **more})
        for more in (
            {"seed": Search("seed", (SOURCE,), TODAY)},
            {"seed": Search("seed", (SOURCE,), TODAY - DAY)},
            {},
        )
    )
    assume("seed" not in catalog.models["m1"].searched)
    assert brief(differences(never, once)) == [("search", "m1/searched/seed", "added")]
    assert brief(differences(once, twice)) == [("search", "m1/searched/seed", "cited")]


@given(catalogs(most=2, links=True))
def test_links_and_companies_are_seen(catalog: Catalog) -> None:
    """Each address of an access file is an entry, and so is each vendor."""
    urls = {(slug, one.url) for slug, links in catalog.access.items() for one in links}
    changes = brief(differences(catalog, catalog.with_access({})))
    assert changes == [("link", f"{slug}/access/{url}", "removed") for slug, url in sorted(urls)]
    vendors = {"acme": attrs.evolve(catalog.vendors["acme"], homepage="https://acme.example.org")}
    assert brief(differences(catalog, attrs.evolve(catalog, vendors=vendors))) == [
        ("company", "vendors/acme", "changed")
    ]


@given(catalogs(most=1))
def test_a_verdict_that_turns_is_told_from_one_that_is_reworded(catalog: Catalog) -> None:
    """Another pick turns a verdict; another reason or day changes it; the first one is added."""
    before = judged(catalog, VERDICT)
    for changes, what in (
        ({"pick": ()}, "turned"),
        ({"because": "It still is."}, "changed"),
        ({"reviewed": TODAY - DAY}, "changed"),
    ):
        evolving: Mapping[str, Any] = changes
        after = judged(catalog, attrs.evolve(VERDICT, **evolving))
        assert brief(differences(before, after)) == [("verdict", "spots/video", what)]
    unjudged = catalog.with_use_cases({"spots": UseCase("spots", "Spots", "Which?", ("video",), {}, {})})
    assert brief(differences(unjudged, before)) == [("verdict", "spots/video", "added")]


def made(**facts: object) -> Catalog:
    """Return a catalog of one model with one route and these facts."""
    real = bundled()
    table = {key: Fact(f"m1/facts/{key}", key, value, SOURCE, TODAY) for key, value in facts.items()}  # type: ignore[arg-type]  # values of tests
    model = Model(
        "m1", "Model 1", "google", "m", ("video",), "One.", (), (), (), {}, table, {}, (), (), (), ()
    )
    return attrs.evolve(
        real.with_models([model]), use_cases={}, workflows={}, access={}, dataset=real.dataset
    )


def test_a_model_that_goes_out_of_service_is_retired() -> None:
    """The day counts too: what retires between the days of two catalogs is told, even with the same facts."""
    assert brief(differences(made(status="active"), made(status="retired"))) == [
        ("fact", "m1/facts/status", "changed")
    ]
    retired = Change("model", "m1", "retired", "active", "retired")
    assert retired in differences(made(status="active"), made(status="retired"))
    before = made(status="active", retires=datetime.date(2026, 12, 1))
    after = attrs.evolve(before, dataset=attrs.evolve(before.dataset, as_of=datetime.date(2026, 12, 24)))
    assert [one.what for one in differences(before, after) if one.kind == "model"] == ["retired"]
    assert differences(made(status="retired"), made(status="retired")) == ()


def test_the_changelog_tells_people() -> None:
    """Models come first, then each kind under its heading, with the old and the new value on one line."""
    before, after = made(seed=True, shots_max=2, status="active"), made(shots_max=6, fps=24, status="retired")
    after = attrs.evolve(after, dataset=attrs.evolve(after.dataset, version="2027.1.0"))
    assert changelog(before.dataset, after.dataset, differences(before, after)) == (
        f"# From {before.dataset.version} to 2027.1.0\n\n"
        "## Models\n\n- retired: `m1`\n\n"
        "## Facts\n\n"
        "- added: `m1/facts/fps`: 24\n"
        "- changed: `m1/facts/shots_max`: 2 → 6\n"
        "- changed: `m1/facts/status`: active → retired\n"
        "- removed: `m1/facts/seed`, it was yes"
    )


def test_the_changelog_counts_what_was_read_again() -> None:
    """A value that only has another source or day is counted by model, not listed."""
    before = made(seed=True, shots_max=2)
    facts = {
        key: attrs.evolve(fact, source=Source("new", "New", "https://new.example.com/", "vendor-doc"))
        for key, fact in before.models["m1"].facts.items()
    }
    after = evolved(before, "m1", facts=facts)
    text = changelog(before.dataset, after.dataset, differences(before, after))
    assert text.endswith(
        "## Read again\n\nThe same value with another source, date, place or note.\n\n- `m1`: 2"
    )


@given(catalogs(), catalogs(links=True))
def test_every_change_is_told_once(before: Catalog, after: Catalog) -> None:
    """Each change is one line of the changelog, apart from those that are counted together."""
    changes = differences(before, after)
    text = changelog(before.dataset, after.dataset, changes)
    listed = re.findall("^- (?:added|removed|changed|turned|retired): ", text, re.MULTILINE)
    assert len(listed) == len([one for one in changes if one.what != "cited"])
