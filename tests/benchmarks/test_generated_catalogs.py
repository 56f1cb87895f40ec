"""The catalogs on which growth is measured are catalogs as people could write them."""

from __future__ import annotations

import datetime
import importlib
import statistics
from collections.abc import Callable
from pathlib import Path

import attrs
import pytest

from modeladvisor import Catalog
from modeladvisor.finder import find
from modeladvisor.interpretation import interpret
from modeladvisor.loading.reading_values import read_value
from modeladvisor.values import Bound, Several
from modeladvisor.views.rankings import finder_answer
from modeladvisor.views.records import value_view
from strategies import TODAY

SIZE = 60


@pytest.fixture
def generated(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Catalog]:
    """Return what makes catalogs; benchmarks are scripts, not a package that tests can import."""
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "benchmarks")
    made: Callable[..., Catalog] = importlib.import_module("generated_catalogs").generated_catalog
    return made


def test_same_seed(generated: Callable[..., Catalog]) -> None:
    """The same size and seed give the same models, another seed gives others."""
    one, two, other = generated(SIZE), generated(SIZE), generated(SIZE, seed=2)
    assert len(one.models) == SIZE
    assert one.models == two.models
    assert one.models != other.models


def test_values_a_file_could_have(generated: Callable[..., Catalog]) -> None:
    """The loader would read every value as it stands, and rules and findings speak of what the vocabulary names."""
    catalog = generated(SIZE)
    vocabulary = catalog.vocabulary
    for model in catalog.models.values():
        for fact in model.facts.values():
            capability = vocabulary.keys[fact.key]
            if isinstance(
                fact.value, Bound
            ):  # read as numbers, since bounds of whole numbers are kept as fractions
                capability = attrs.evolve(capability, kind="number")
            raw = fact.value if isinstance(fact.value, datetime.date) else value_view(fact.value)
            assert read_value(capability, raw) == fact.value
            assert "video" in capability.media
        assert all(vocabulary.keys[key].route for route in model.routes for key in route.facts)
        assert {test.key for rule in model.rules for test in (*rule.when, *rule.then)} <= set(
            vocabulary.features
        )
        assert {one.dimension for one in model.evidence} <= set(vocabulary.evidence_dimensions)


def test_shares(generated: Callable[..., Catalog]) -> None:
    """About eighteen facts a model, two thirds with rules, one to three routes, some open ends."""
    models = list(generated(10 * SIZE).models.values())
    assert 17 < statistics.mean(len(one.facts) for one in models) < 20
    assert 0.6 < statistics.mean(bool(one.rules) for one in models) < 0.72
    assert {len(one.routes) for one in models} == {1, 2, 3}
    values = [fact.value for one in models for fact in one.facts.values()]
    open_ended = [one for one in values if isinstance(one, Bound) or (isinstance(one, Several) and one.open)]
    assert 0.1 < len(open_ended) / len(values) < 0.4


@pytest.mark.parametrize(
    "words",
    [
        {"task": "product-videos", "input": "image", "audio": "silent", "budget": "medium"},
        {"output": "video", "platform": "api", "duration": "5-10"},
        {"task": "social-shorts", "weights": "price:40,sound:2"},
    ],
)
def test_engine_answers(generated: Callable[..., Catalog], words: dict[str, str]) -> None:
    """The engine sorts all models into three groups, none of them empty, and the answer has a JSON view."""
    catalog = generated(SIZE)
    result = find(catalog, interpret(catalog, **words), TODAY)
    ranking = result.rankings[0]
    groups = [len(ranking.fits), len(ranking.may_fit), len(ranking.excluded)]
    assert sum(groups) == SIZE
    assert all(groups)
    assert finder_answer(catalog, result, TODAY)["rankings"][0]["fits"]
