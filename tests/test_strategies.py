"""The strategies reach what the laws are about."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st

from modeladvisor import Catalog, conditions
from modeladvisor.conditions import AllOf, AnyOf, Condition, Not, Scalar
from modeladvisor.interpretation import interpret
from modeladvisor.opinions import Rubric, UseCase
from modeladvisor.records import Fact, Model
from modeladvisor.values import Anything, Bound, Month, Several, Span, Value
from modeladvisor.vocabulary import Vocabulary
from strategies import (
    TODAY,
    access_tables,
    askable,
    bundled,
    catalogs,
    facts,
    models,
    needs,
    questions,
    requests,
    rubrics,
    use_cases,
    values,
    vocabularies,
)

REAL = bundled().vocabulary
MANY = settings(max_examples=2000, deadline=None, database=None)


@pytest.mark.parametrize(
    ("key", "wanted"),
    [
        ("reference_images_max", lambda value: isinstance(value, Bound) and value.at_most is None),
        ("reference_images_max", lambda value: isinstance(value, Bound) and value.at_least is None),
        ("duration_seconds", lambda value: isinstance(value, Several) and value.open),
        ("duration_seconds", lambda value: isinstance(value, Span) and value.step is not None),
        ("duration_seconds", lambda value: isinstance(value, Span) and value.step is None),
        ("aspect_ratios", lambda value: isinstance(value, Span) and value.text is not None),
        ("aspect_ratios", lambda value: isinstance(value, Anything)),
        ("lip_sync", lambda value: value == Several(())),
        ("released", lambda value: isinstance(value, Month)),
    ],
)
def test_values_reach_every_form(key: str, wanted: Callable[[Value], bool]) -> None:
    """Bounds, open sets, spans, empty sets and months are all generated."""
    find(values(REAL.keys[key]), wanted, settings=MANY)


@given(data=st.data())
def test_values_without_gaps_are_complete(data: st.DataObject) -> None:
    """With `gaps` off no value leaves anything open."""
    capability = data.draw(st.sampled_from(list(REAL.keys.values())))
    value = data.draw(values(capability, gaps=False))
    assert not isinstance(value, Bound | Month)
    assert not (isinstance(value, Several) and value.open)


@pytest.mark.parametrize(
    "wanted",
    [
        lambda model: not model.facts,
        lambda model: len(model.facts) >= 4,
        lambda model: bool(model.searched),
        lambda model: len(model.rules) == 2,
        lambda model: len(model.routes) == 3,
        lambda model: any(len(route.prices) == 2 for route in model.routes),
        lambda model: len({str(route.facts.get("free_tier")) for route in model.routes}) == 2,
        lambda model: any("status" not in route.facts for route in model.routes),
        lambda model: any(
            one.value == "retired" for route in model.routes for one in route.facts.values()
        ),
        lambda model: len({one.dimension for one in model.evidence}) == 2,
        lambda model: model.makes == ("image", "video"),
    ],
)  # fmt: skip
def test_models_reach_every_part(wanted: Callable[[Model], bool]) -> None:
    """Unknowns, searches, rules, several routes, prices, retired routes and evidence are all generated."""
    find(models(REAL), wanted, settings=MANY)


@given(data=st.data(), model=models(REAL))
def test_models_are_what_a_file_could_hold(data: st.DataObject, model: Model) -> None:
    """A key is a fact or a search, never both; every route says something; no date lies ahead."""
    assert not set(model.facts) & set(model.searched)
    assert all(route.facts or route.prices for route in model.routes)
    fact: Fact = data.draw(facts(data.draw(st.sampled_from(list(REAL.keys.values()))), "m1/facts"))
    assert fact.verified <= TODAY


@given(data=st.data(), vocabulary=vocabularies())
def test_needs_have_each_key_once(data: st.DataObject, vocabulary: Vocabulary) -> None:
    """No key stands twice in a need."""
    need = data.draw(needs([*askable(vocabulary), *askable(REAL)[:1]][:6]))
    keys = [test.key for test in conditions.tests_of(need)]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("kind", [AllOf, AnyOf, Not])
def test_needs_reach_every_combination(kind: type[Condition]) -> None:
    """All, any and not are generated."""
    find(needs(askable(REAL)), lambda need: isinstance(need, kind), settings=MANY)


@given(request=requests(REAL))
def test_requests_ask_for_something(request: dict[str, Scalar]) -> None:
    """What a user brings is asked to be there."""
    assert request
    assert all(value for name, value in request.items() if name != "audio")


@given(rubric=st.sampled_from(["image", "video"]).flatmap(lambda medium: rubrics(REAL, medium)))
def test_rubrics_add_up_to_100(rubric: Rubric) -> None:
    """The points of a rubric are 100 in all, whatever the number of criteria."""
    assert sum(one.points for one in rubric.criteria) == 100


@pytest.mark.parametrize("kind", ["levels", "request", "route_kinds", "price", "evidence"])
def test_rubrics_reach_every_kind_of_criterion(kind: str) -> None:
    """Needs, levels, requests, routes, prices and evidence are all generated."""
    find(rubrics(REAL, "video"), lambda one: any(getattr(c, kind) for c in one.criteria), settings=MANY)


def test_use_cases_reach_both_media() -> None:
    """Use cases of two media are generated, with a rubric for each."""
    found: UseCase = find(use_cases(REAL, "task"), lambda one: len(one.media) == 2, settings=MANY)
    assert set(found.rubrics) == {"image", "video"}


@given(data=st.data(), catalog=catalogs(links=True))
def test_questions_are_understood(data: st.DataObject, catalog: Catalog) -> None:
    """Every generated question of a generated catalog can be understood."""
    words = data.draw(questions(catalog))
    assert interpret(catalog, **words).media == (words["output"],)


def test_access_tables_reach_paid_links() -> None:
    """Links that are paid for are generated."""
    find(
        access_tables(["m1"]),
        lambda table: any(one.affiliate for links in table.values() for one in links),
        settings=MANY,
    )
