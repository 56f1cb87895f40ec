"""What to look up first."""

from __future__ import annotations

import attrs
from hypothesis import given
from hypothesis import strategies as st

from modeladvisor import Catalog
from modeladvisor.conditions import Test
from modeladvisor.curation.lookups import lookups
from modeladvisor.finder import find
from modeladvisor.interpretation import interpret
from modeladvisor.opinions import Criterion, Level, Rubric, UseCase
from modeladvisor.records import Model, Search
from modeladvisor.suppositions import with_fact
from modeladvisor.values import Value
from strategies import SOURCE, TELLING, TODAY, bundled, catalogs, values

SOUND = Criterion("sound", 100, "It matters.", levels=(Level(Test("native_audio", "equals", (True,)), 1.0),))
RUBRIC = Rubric("task", "A task", "video", "1", (), (SOUND,))


def places(catalog: Catalog, words: dict[str, str], slug: str) -> tuple[int, bool] | None:
    """Return a model's rank and whether it fits; None if it is out."""
    ranking = find(catalog, interpret(catalog, **words), TODAY).rankings[0]
    for one in (*ranking.fits, *ranking.may_fit):
        if one.model.slug == slug:
            return one.standing.rank, one.standing.worst is not None
    return None


def replaced(catalog: Catalog, model: Model) -> Catalog:
    """Return the catalog with one record replaced."""
    return catalog.with_models([*(one for one in catalog.models.values() if one.slug != model.slug), model])


class TestLookups:
    """A fact that could change a ranking is listed with it, and one that is listed could."""

    @given(data=st.data(), catalog=catalogs(medium="video", least=2, most=3))
    def test_nothing_that_counts_is_left_out(self, data: st.DataObject, catalog: Catalog) -> None:
        """If a value of an unknown fact moves a model in a ranking, the fact is listed with that ranking."""
        model = catalog.models["m1"]
        absent = [
            key for key in TELLING if key not in model.facts and "video" in catalog.vocabulary.keys[key].media
        ]
        key = data.draw(st.sampled_from(absent))
        value = data.draw(values(catalog.vocabulary.keys[key]))
        listed = {one.key: one.rankings for one in lookups(catalog, TODAY, models=["m1"])}
        after = replaced(catalog, with_fact(model, key, value, TODAY))
        for case in catalog.use_cases.values():
            for medium in case.media:
                words = {"task": case.slug, "output": medium}
                was = places(catalog, words, "m1")
                if was is not None and places(after, words, "m1") != was:
                    assert f"{case.slug}/{medium}" in listed.get(key, ())


def made(*models: Model) -> Catalog:
    """Return a catalog with one task that asks for sound."""
    catalog = bundled().with_models(models)
    return catalog.with_use_cases(
        {"task": UseCase("task", "A task", "Which?", ("video",), {"video": RUBRIC}, {})}
    )


def record(slug: str, **known: Value) -> Model:
    """Return a model in service of which little is known."""
    some = next(one for one in bundled().models.values() if one.makes == ("video",))
    plain = attrs.evolve(
        some, slug=slug, facts={}, routes=(), rules=(), evidence=(), searched={}, aliases=(), formerly=()
    )
    for key, value in {"status": "active", **known}.items():
        plain = with_fact(plain, key, value, TODAY)
    return plain


def test_the_fact_that_moves_most_comes_first() -> None:
    """What could change the first place is listed, what was looked for in vain after what nobody has looked for."""
    sought = {"native_audio": Search("native_audio", (SOURCE,), TODAY)}
    fresh, searched = record("fresh"), attrs.evolve(record("asked"), searched=sought)
    rows = lookups(made(record("known", native_audio=True), fresh, searched), TODAY, keys=["native_audio"])
    assert [(one.model, one.searched) for one in rows] == [("fresh", None), ("asked", TODAY)]
    assert all("task/video" in one.rankings and "task/video" in one.firsts for one in rows)


def test_what_no_rubric_asks_is_not_listed() -> None:
    """An unknown that earns nothing and decides nothing is not worth a look."""
    rows = lookups(made(record("a"), record("b")), TODAY)
    assert "native_audio" in {one.key for one in rows}
    assert "prompt_max_characters" not in {one.key for one in rows}
