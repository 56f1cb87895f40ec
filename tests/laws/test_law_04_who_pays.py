"""Who pays never changes a ranking."""

from __future__ import annotations

import json

import attrs
from hypothesis import given
from hypothesis import strategies as st

from modeladvisor import Advisor, Catalog
from strategies import TODAY, access_tables, catalogs, questions


def unpaid(answer: object) -> object:
    """Return an answer without its access links."""
    if isinstance(answer, dict):
        links = ("action_url", "action_urls")
        return {key: unpaid(value) for key, value in answer.items() if key not in links}
    return [unpaid(one) for one in answer] if isinstance(answer, list) else answer


def answers(catalog: Catalog, words: dict[str, str]) -> str:
    """Return the answers that rank, as JSON without links: finder, comparison and best."""
    advisor = Advisor(catalog, TODAY)
    results: list[object] = [advisor.as_dict(advisor.find(**words, why_not="m1"))]
    results.extend(advisor.as_dict(advisor.best(slug)) for slug in catalog.use_cases)
    results.append(advisor.as_dict(advisor.compare("m1", "m2", task=words.get("task"))))
    return json.dumps([unpaid(one) for one in results])


class TestWhoPaysNeverChangesARanking:
    """Who pays never changes a ranking.

    Access links are not an input of the ranker: adding, removing or shuffling all of them leaves every order
    byte for byte the same.
    """

    @given(data=st.data(), catalog=catalogs(least=2, links=True))
    def test_links_change_no_order(self, data: st.DataObject, catalog: Catalog) -> None:
        """Removing, replacing, shuffling or relabelling all links leaves every answer but the links the same."""
        words = data.draw(questions(catalog))
        before = answers(catalog, words)
        slugs = list(catalog.models)
        shuffled = dict(zip(data.draw(st.permutations(slugs)), catalog.access.values(), strict=False))
        relabelled = {
            slug: tuple(
                attrs.evolve(one, commercial=not one.commercial, affiliate=not one.affiliate) for one in links
            )
            for slug, links in catalog.access.items()
        }
        others = data.draw(access_tables(slugs))
        for access in ({}, shuffled, relabelled, others):
            assert answers(catalog.with_access(access), words) == before

    @given(data=st.data(), catalog=catalogs(least=2))
    def test_links_are_shown(self, data: st.DataObject, catalog: Catalog) -> None:
        """The links that change no order do reach the answer of the model."""
        table = data.draw(access_tables(list(catalog.models)))
        advisor = Advisor(catalog.with_access(table), TODAY)
        for slug, links in table.items():
            shown = json.dumps(advisor.as_dict(advisor.model(slug)))
            assert all(json.dumps(one.url) in shown for one in links)
