"""The order of the catalog never matters."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TypeVar

import attrs
from hypothesis import given
from hypothesis import strategies as st

from modeladvisor import Advisor, Catalog
from modeladvisor.opinions import Rubric, UseCase
from modeladvisor.records import Model, Route
from strategies import TODAY, catalogs, questions

T = TypeVar("T")


def mixed(draw: st.DrawFn, items: Mapping[str, T]) -> dict[str, T]:
    """Return a table in another order."""
    return {key: items[key] for key in draw(st.permutations(list(items)))} if items else {}


@st.composite
def shuffled_models(draw: st.DrawFn, model: Model) -> Model:
    """The same record with facts, searches, rules, routes, prices and evidence in another order."""

    def route(one: Route) -> Route:
        return attrs.evolve(
            one, facts=mixed(draw, one.facts), prices=tuple(draw(st.permutations(one.prices)))
        )

    return attrs.evolve(
        model,
        facts=mixed(draw, model.facts),
        searched=mixed(draw, model.searched),
        rules=tuple(draw(st.permutations(model.rules))),
        routes=tuple(map(route, draw(st.permutations(model.routes)))),
        evidence=tuple(draw(st.permutations(model.evidence))),
    )


@st.composite
def shuffled_rubrics(draw: st.DrawFn, rubric: Rubric) -> Rubric:
    """The same rubric with the levels and kinds of route of each criterion in another order."""
    return attrs.evolve(
        rubric,
        criteria=tuple(
            attrs.evolve(
                one,
                levels=tuple(draw(st.permutations(one.levels))),
                route_kinds=tuple(draw(st.permutations(one.route_kinds))),
            )
            for one in rubric.criteria
        ),
    )


@st.composite
def shuffled(draw: st.DrawFn, catalog: Catalog) -> Catalog:
    """The same catalog with everything in another order that has none of its own."""

    def use_case(one: UseCase) -> UseCase:
        rubrics = {medium: draw(shuffled_rubrics(rubric)) for medium, rubric in one.rubrics.items()}
        return attrs.evolve(one, rubrics=rubrics)

    models = [draw(shuffled_models(one)) for one in catalog.models.values()]
    cases = {slug: use_case(one) for slug, one in catalog.use_cases.items()}
    return catalog.with_models(draw(st.permutations(models))).with_use_cases(mixed(draw, cases))


def answers(catalog: Catalog, words: dict[str, str]) -> list[str]:
    """Return every kind of answer as JSON."""
    advisor = Advisor(catalog, TODAY)
    results = [
        advisor.as_dict(advisor.find(**words, why_not="m1")),
        advisor.as_dict(advisor.compare("m1", "m2")),
    ]
    results.extend(advisor.as_dict(advisor.best(slug)) for slug in sorted(catalog.use_cases))
    results.extend(advisor.as_dict(advisor.model(slug)) for slug in sorted(catalog.models))
    return [json.dumps(one) for one in results]


class TestTheOrderOfTheCatalogNeverMatters:
    """The order of the catalog never matters. Same data, same question, same day: the same answer."""

    @given(data=st.data(), catalog=catalogs(least=2, most=3))
    def test_shuffling_changes_no_byte(self, data: st.DataObject, catalog: Catalog) -> None:
        """Models, facts, searches, rules, routes, prices, evidence and levels in another order answer the same."""
        words = data.draw(questions(catalog))
        other = data.draw(shuffled(catalog))
        assert answers(other, words) == answers(catalog, words)
