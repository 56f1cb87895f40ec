"""Why a model is not first: the story, and that each change does what it says."""

from __future__ import annotations

from collections.abc import Mapping

import attrs
import pytest
from catalogs_made import catalog
from hypothesis import assume, given
from hypothesis import strategies as st
from records_made import model, price, route, rule, several

from modeladvisor import Catalog, NotInCatalogError
from modeladvisor.asking import Job
from modeladvisor.conditions import Test
from modeladvisor.finder import find
from modeladvisor.interpretation import interpret
from modeladvisor.opinions import Criterion, Level, PriceScale, Rubric
from modeladvisor.records import Model
from modeladvisor.suppositions import with_evidence, with_fact, with_price, with_route, without_rule
from modeladvisor.why_not import Change, WhyNot, why_not
from strategies import TELLING, TODAY, catalogs, questions, values

Words = Mapping[str, str]


def told(made: Catalog, slug: str, **words: str) -> WhyNot:
    """Return the story of a model on a question, for its first medium."""
    return why_not(made, interpret(made, **words), slug, TODAY)[0]


def with_model(made: Catalog, record: Model) -> Catalog:
    """Return the catalog with one record replaced."""
    return made.with_models([*(one for one in made.models.values() if one.slug != record.slug), record])


def place_of(
    made: Catalog, slug: str, words: Words, weights: Mapping[str, float] | None = None
) -> tuple[bool, int | None]:
    """Return whether a model fits, and its rank, as the finder answers."""
    question = interpret(made, **words, weights=weights)
    ranking = find(made, question, TODAY).rankings[0]
    for one in (*ranking.fits, *ranking.may_fit):
        if one.model.slug == slug:
            return one.standing.worst is not None, one.standing.rank
    return False, None


def applied(made: Catalog, record: Model, change: Change, words: Words) -> tuple[bool, int | None] | None:
    """Return what the finder says of the model once a change is made; None for what words cannot say."""
    medium, slug = words["output"], record.slug
    if change.kind == "constraint":
        if change.of == "task":
            return None
        return place_of(made, slug, {name: word for name, word in words.items() if name != change.of})
    if change.kind == "weight":
        assert isinstance(change.then, float)
        return place_of(made, slug, words, {change.of: change.then})
    if change.kind == "fact":
        assert change.then is not None
        changed = with_fact(record, change.of, change.then, TODAY)
    elif change.kind == "rule":
        changed = without_rule(record, change.of)
    elif change.kind == "price":
        assert isinstance(change.then, float)
        chosen = next(one for one in record.routes if one.id == change.of)
        changed = with_price(record, chosen, change.then, medium, TODAY)
    elif change.kind == "route":
        kinds = {"web": "web", "mobile-app": "mobile-app", "api": "api", "self-hosted": "self-hosted"}
        kind = kinds.get(change.of, "api")
        provider = None if kind == "self-hosted" else "supposed" if change.of in kinds else change.of
        changed = with_route(record, kind, provider, TODAY)  # type: ignore[arg-type]  # one of the kinds
    else:
        dimension, _, mode = change.of.partition("/")
        changed = with_evidence(record, dimension, medium, mode or None, change.then, TODAY)  # type: ignore[arg-type]  # a grade
    return place_of(with_model(made, changed), slug, words)


@st.composite
def worlds(draw: st.DrawFn) -> tuple[Catalog, Model, dict[str, str]]:
    """Catalogs, one of their models, and a question about one medium."""
    medium = draw(st.sampled_from(["image", "video"]))
    made = draw(catalogs(medium=medium, least=2, most=4, gates=draw(st.booleans())))
    words = draw(questions(made, most=3, media=[medium]))
    return made, made.models["m1"], {**words, "output": medium}


class TestChanges:
    """A change that is named does what is said of it, and none that would do is left out."""

    @given(world=worlds())
    def test_each_change_does_what_it_says(self, world: tuple[Catalog, Model, dict[str, str]]) -> None:
        """Once a change is made, the finder gives the model the place that was named."""
        made, record, words = world
        assume(words["output"] in record.makes)
        story = told(made, record.slug, **words)
        for change in (*story.enters, *story.wins, *([story.nearest] if story.nearest else [])):
            found = applied(made, record, change, words)
            assert found in (None, (change.fits, change.rank))
        assert all(one.fits for one in story.enters)
        assert all(one.wins for one in story.wins)

    @given(data=st.data(), world=worlds())
    def test_no_fact_that_would_do_is_left_out(
        self, data: st.DataObject, world: tuple[Catalog, Model, dict[str, str]]
    ) -> None:
        """A fact of whatever value that would let the model enter or win is among those named."""
        made, record, words = world
        assume(words["output"] in record.makes)
        capability = made.vocabulary.keys[data.draw(st.sampled_from(TELLING))]
        value = data.draw(values(capability))
        story = told(made, record.slug, **words)
        fits, rank = place_of(
            with_model(made, with_fact(record, capability.key, value, TODAY)), record.slug, words
        )
        now_fits, now_rank = place_of(made, record.slug, words)
        if fits and not now_fits:
            assert capability.key in {one.of for one in story.enters if one.kind == "fact"}
        if fits and rank == 1 and not (now_fits and now_rank == 1):
            assert capability.key in {one.of for one in story.wins if one.kind == "fact"}


SOUND = Criterion("sound", 60, "It matters.", levels=(Level(Test("native_audio", "equals", (True,)), 1.0),))
SCALE = PriceScale(Job("video", 8, "720p"), full=0.1, none=0.5)
RUBRIC = Rubric(
    "task", "A task", "video", "1", (), (SOUND, Criterion("price", 40, "It matters.", price=SCALE))
)
MADE = catalog(
    model("first", route("a", price("p", 0.3), status="active"), native_audio=True, text_to_video=True),
    model("cheap", route("a", price("p", 0.1), status="active"), native_audio=False, text_to_video=True),
    model("late", route("a", price("p", 0.5), status="active"), native_audio=True, text_to_video=True),
    model("gone", route("a", status="retired"), text_to_video=True),
    model(
        "mute",
        text_to_video=False,
        status="active",
        rules=(rule("r", {"mode": "text-to-video"}, {"audio": False}),),
    ),
    model("still", makes=("image",)),
    rubric=RUBRIC,
)


def test_the_highest_price_that_wins_is_named() -> None:
    """A dearer model with the same merits wins one step below the price of the first."""
    (change,) = (one for one in told(MADE, "late", task="task").wins if one.kind == "price")
    assert (change.of, change.now) == ("a", 0.5)
    assert change.then == pytest.approx(0.2999)


def test_the_nearest_weight_that_wins_is_named() -> None:
    """A model that is better at the price wins once the price weighs enough, and the points are those to ask for."""
    (change,) = (
        one for one in told(MADE, "cheap", task="task").wins if (one.kind, one.of) == ("weight", "price")
    )
    assert isinstance(change.then, float)
    assert 120 < change.then < 125


def test_a_retired_model_enters_by_its_status_alone() -> None:
    """What excludes a retired model is its status, here or on one more route; giving up what is asked does not help."""
    story = told(MADE, "gone", output="video", input="text")
    assert (story.state, story.rank) == ("excluded", None)
    assert [one.id for one in story.held_back_by] == ["in-service"]
    assert {one.kind for one in story.enters} == {"fact", "route"}
    assert [one.of for one in story.enters if one.kind == "fact"] == ["status"]


def test_where_no_single_change_is_enough_the_tries_are_counted() -> None:
    """A model that two things keep out is told so: nothing enters, and what was tried is counted."""
    two = attrs.evolve(MADE.models["gone"], facts=MADE.models["mute"].facts)
    story = told(with_model(MADE, two), "gone", output="video", input="text")
    assert story.enters == story.wins == ()
    assert story.tried["fact"] > 3
    assert story.tried["constraint"] == 1


def test_the_first_and_the_foreign_have_no_story() -> None:
    """Nothing has to change for the first, and nothing can for a model of another medium."""
    assert told(MADE, "first", task="task").state == "first"
    assert told(MADE, "first", task="task").wins == ()
    assert told(MADE, "still", task="task").state == "makes-another-medium"


def test_an_unknown_model_is_refused() -> None:
    """The story of nobody is an error that names the nearest."""
    with pytest.raises(NotInCatalogError) as caught:
        told(MADE, "chep", task="task")
    assert list(caught.value.nearest) == ["cheap"]


def test_a_longer_list_is_enough() -> None:
    """A list that lacks the asked word enters with that word more, all others kept."""
    made = catalog(model("m1", aspect_ratios=several("16:9"), status="active"))
    change = next(
        one for one in told(made, "m1", output="video", platform="tiktok").enters if one.kind == "fact"
    )
    assert (change.of, change.then) == ("aspect_ratios", several("16:9", "9:16"))
