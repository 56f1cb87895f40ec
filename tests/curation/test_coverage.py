"""What is known, looked for in vain, or not looked for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modeladvisor import Catalog, NotInCatalogError, QuestionError
from modeladvisor.curation.coverage import STATES, coverage, state_of
from modeladvisor.vocabulary import MEDIA
from strategies import bundled, catalogs


@given(catalogs())
def test_the_counts_add_up(catalog: Catalog) -> None:
    """Totals by model, by key and in all count the same cells, and each cell is in one state."""
    for one in coverage(catalog):
        cells = [state for row in one.cells.values() for state in row.values()]
        assert len(cells) == len(one.models) * len(one.keys)
        for state in STATES:
            assert one.total[state] == cells.count(state)
            assert one.total[state] == sum(count[state] for count in one.by_model.values())
            assert one.total[state] == sum(count[state] for count in one.by_key.values())
        assert all(sum(count.values()) == len(one.keys) for count in one.by_model.values())
        assert all(sum(count.values()) == len(one.models) for count in one.by_key.values())


@given(catalogs())
def test_each_medium_has_its_models_and_keys(catalog: Catalog) -> None:
    """A matrix holds every model that makes its medium, and every key that is asked of that medium."""
    for one in coverage(catalog):
        assert one.models == tuple(
            slug for slug, model in catalog.models.items() if one.medium in model.makes
        )
        assert one.keys == tuple(
            key for key, capability in catalog.vocabulary.keys.items() if one.medium in capability.media
        )
    makes = {medium for model in catalog.models.values() for medium in model.makes}
    assert [one.medium for one in coverage(catalog)] == [medium for medium in MEDIA if medium in makes]


@given(catalogs())
def test_a_cell_says_what_the_record_has(catalog: Catalog) -> None:
    """A fact of the model or of a route is a value, a search alone is a search, and the rest is not looked for."""
    for one in coverage(catalog):
        for slug, row in one.cells.items():
            model = catalog.models[slug]
            known = {*model.facts, *(key for route in model.routes for key in route.facts)}
            for key, state in row.items():
                assert (state == "value") == (key in known)
                assert (state == "unlooked") == (key not in known and key not in model.searched)


@given(catalogs(least=2), st.data())
def test_narrowing_changes_no_cell(catalog: Catalog, data: st.DataObject) -> None:
    """A narrower question shows some of the same cells."""
    models = data.draw(st.lists(st.sampled_from(sorted(catalog.models)), max_size=2, unique=True))
    keys = data.draw(st.lists(st.sampled_from(list(catalog.vocabulary.keys)), max_size=3, unique=True))
    for one in coverage(catalog, models=models, keys=keys):
        assert set(one.models) <= set(models or catalog.models)
        assert set(one.keys) <= set(keys or catalog.vocabulary.keys)
        for slug, row in one.cells.items():
            assert row == {key: state_of(catalog.models[slug], key) for key in one.keys}


def test_names_that_nobody_bears() -> None:
    """A model or key that is not there is told with the nearest ones."""
    with pytest.raises(NotInCatalogError, match=r"no model is called 'veo-3\.11'.*veo-3\.1"):
        coverage(bundled(), models=["veo-3.11"])
    with pytest.raises(
        QuestionError, match=r"key: expected a key of capabilities\.toml, got 'seeds'.*'seed'"
    ):
        coverage(bundled(), keys=["seed", "seeds"])
