"""An empty answer says what to give up."""

from __future__ import annotations

import itertools
from collections.abc import Collection

import attrs
from hypothesis import assume, given
from hypothesis import strategies as st

from modeladvisor import Catalog
from modeladvisor.finder import Ranking, find
from modeladvisor.interpretation import interpret
from strategies import MANY, TODAY, catalogs, questions

Words = dict[str, str]


def asked_without(catalog: Catalog, words: Words, dropped: Collection[str]) -> Ranking:
    """Return the answer to the question without some of its words; without the task means without its gates."""
    left = {name: word for name, word in words.items() if name == "task" or name not in dropped}
    if "task" in dropped:
        case = catalog.use_cases[words["task"]]
        open_doors = {medium: attrs.evolve(one, gates=()) for medium, one in case.rubrics.items()}
        catalog = catalog.with_use_cases({case.slug: attrs.evolve(case, rubrics=open_doors)})
    (ranking,) = find(catalog, interpret(catalog, **left), TODAY).rankings
    return ranking


class TestAnEmptyAnswerSaysWhatToGiveUp:
    """An empty answer says what to give up.

    When nothing fits, the smallest sets of constraints to drop are named, with what each would bring.
    """

    @MANY
    @given(data=st.data(), catalog=catalogs(most=2, gaps=False, served=True, retired=False))
    def test_relaxations_are_all_smallest_sets(self, data: st.DataObject, catalog: Catalog) -> None:
        """The named sets are those, and only those, without which something fits and no smaller set would do."""
        words = data.draw(questions(catalog, most=5))
        ranking = asked_without(catalog, words, ())
        if ranking.fits:
            assert ranking.relaxations == ()
            return
        asked = [name for name in words if name != "output"]
        smallest: dict[frozenset[str], set[str]] = {}
        for size in range(1, len(asked) + 1):
            for drop in map(frozenset, itertools.combinations(asked, size)):
                brought = {one.model.slug for one in asked_without(catalog, words, drop).fits}
                if brought and not any(smaller < drop for smaller in smallest):
                    smallest[drop] = brought
        assert {frozenset(one.drop): set(one.fits) for one in ranking.relaxations} == smallest

    @given(data=st.data(), catalog=catalogs(most=3, served=True))
    def test_what_is_brought_comes_best_first(self, data: st.DataObject, catalog: Catalog) -> None:
        """Every set brings something, in the order in which the answer without it would rank."""
        words = data.draw(questions(catalog))
        ranking = asked_without(catalog, words, ())
        for one in ranking.relaxations:
            assert one.fits
            assert list(one.fits) == [
                place.model.slug for place in asked_without(catalog, words, one.drop).fits
            ]

    @given(data=st.data(), catalog=catalogs(least=0, most=0))
    def test_an_empty_catalog_has_nothing_to_give(self, data: st.DataObject, catalog: Catalog) -> None:
        """Where nothing could ever fit, nothing is promised."""
        words = data.draw(questions(catalog))
        assume(len(words) > 1)
        assert asked_without(catalog, words, ()).relaxations == ()
