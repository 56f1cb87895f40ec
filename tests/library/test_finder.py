"""What fits, what may fit, what is out and why."""

from __future__ import annotations

import pytest
from catalogs_made import catalog
from records_made import model, price, route, rule, several

from modeladvisor import Catalog
from modeladvisor.conditions import Test
from modeladvisor.finder import Ranking, find
from modeladvisor.interpretation import interpret
from modeladvisor.opinions import Criterion, Gate, Level, Rubric
from modeladvisor.questions import Word
from strategies import TODAY, bundled

SOUND = Criterion("sound", 100, "It matters.", levels=(Level(Test("native_audio", "equals", (True,)), 1.0),))


def asked(made: Catalog, **words: Word) -> Ranking:
    """Return the ranking of the first medium."""
    return find(made, interpret(made, **words), TODAY).rankings[0]


def test_three_groups() -> None:
    """What is proved fits, what is open may fit, what is ruled out is excluded with its reason and source."""
    made = catalog(
        model("yes", text_to_video=True, status="active"),
        model("open"),
        model("no", text_to_video=False),
        model("gone", status="retired"),
    )
    found = asked(made, output="video", input="text")
    assert [one.model.slug for one in found.fits] == ["yes"]
    assert [(one.model.slug, one.unknowns[:2]) for one in found.may_fit] == [
        ("open", ("status", "text_to_video"))
    ]
    reasons = {one.model.slug: (one.check.parameter, one.check.facts[0].key) for one in found.excluded}
    assert reasons == {"no": ("input", "text_to_video"), "gone": ("status", "status")}


def test_what_fits_is_in_service() -> None:
    """A model of which nobody says that it is in service may fit at best."""
    made = catalog(model("open"), model("here", status="active"))
    found = asked(made, output="video")
    assert [one.model.slug for one in found.fits] == ["here"]
    assert [one.model.slug for one in found.may_fit] == ["open"]


def test_constraints_hold_jointly() -> None:
    """A model that takes each constraint but not both at once is out, and the rule is named."""
    fixed = rule("r", {"first_frame": True}, {"aspect_ratio": "16:9"})
    able = model(
        rules=(fixed,),
        image_to_video=True,
        aspect_ratios=several("16:9", "9:16"),
        reference_images_max=0,
        text_to_video=True,
        status="active",
    )
    made = catalog(able)
    assert asked(made, output="video", input="image").fits[0].fit.acceptance.values["aspect_ratio"] == (
        "16:9",
    )
    assert asked(made, output="video", input="text", platform="tiktok").fits
    refused = asked(made, output="video", input="image", platform="tiktok")
    assert [one.check.id for one in refused.excluded] == ["combination"]
    assert [one.id for one in refused.excluded[0].check.rules] == [fixed.id]
    assert {frozenset(one.drop) for one in refused.relaxations} == {
        frozenset({"input"}),
        frozenset({"platform"}),
    }


def test_a_way_that_fits_is_preferred_to_one_that_may() -> None:
    """An image is a first frame or a reference, whichever the model is known to take."""
    made = catalog(model(reference_images_max=2, status="active"))
    (place,) = asked(made, output="video", input="image").fits
    assert place.fit.way == "reference-images"


@pytest.mark.parametrize(
    ("usd", "group"), [(0.1, "fits"), (0.11, "excluded")]
)  # fmt: skip
def test_a_budget_is_a_ceiling(usd: float, group: str) -> None:
    """A price at the ceiling fits, one above it does not."""
    made = catalog(model("m1", route("a", price("p", usd), status="active")))
    assert [one.model.slug for one in getattr(asked(made, output="video", budget="low"), group)] == ["m1"]


def test_an_unknown_price_may_fit() -> None:
    """No price is not too dear and not free."""
    made = catalog(model("m1", route("a", status="active")))
    assert [one.model.slug for one in asked(made, output="video", budget="low").may_fit] == ["m1"]
    assert [one.model.slug for one in asked(made, output="video", budget="free").may_fit] == ["m1"]


def test_giving_up_sound_means_a_price_without_sound() -> None:
    """What dropping the sound would bring is priced as if no sound had been asked."""
    silent = price("silent", 0.05, audio=False)
    sounding = price("sound", 0.5, audio=True)
    made = catalog(model("m1", route("a", silent, sounding, status="active"), native_audio=True))
    found = asked(made, output="video", budget="low", audio="native")
    assert found.fits == ()
    assert {one.drop for one in found.relaxations} == {("audio",), ("budget",)}


def test_an_asked_way_in_is_priced_alone() -> None:
    """The price of a question about one way in is that of its routes; giving the way in up counts all of them."""
    dear = route("app", price("app", 0.5), kind="web", status="active")
    cheap = route("api", price("api", 0.05), status="active")
    made = catalog(model("m1", dear, cheap))
    found = asked(made, output="video", budget="low", platform="web")
    assert found.fits == ()
    assert {one.drop for one in found.relaxations} == {("platform",), ("budget",)}
    (place,) = asked(made, output="video", platform="web").fits
    assert [quote.usd for quote in place.cost.quotes] == [0.5]


def test_two_gates_that_ask_for_references_ask_for_the_larger_number() -> None:
    """Two numbers of references are asked as the larger one; two lengths contradict each other."""

    def rubric(*requests: dict[str, int]) -> Rubric:
        gates = tuple(Gate(f"g{place}", "It is needed.", request=one) for place, one in enumerate(requests))
        return Rubric("task", "A task", "video", "1", gates, (SOUND,))

    able = model(reference_images_max=2, duration_seconds=several(8, 10), status="active")
    counts = catalog(able, rubric=rubric({"reference_images": 1}, {"reference_images": 2}))
    (place,) = asked(counts, task="task").fits
    assert place.fit.acceptance.values["reference_images"] == (2,)
    for words in ({}, {"input": "images"}):
        lengths = catalog(able, rubric=rubric({"duration_seconds": 8}, {"duration_seconds": 10}))
        assert asked(lengths, task="task", **words).fits == ()


def test_two_media_are_two_rankings() -> None:
    """Without an output both media are answered, never merged."""
    made = catalog(model("v"), model("i", makes=("image",)), model("both", makes=("image", "video")))
    found = find(made, interpret(made), TODAY).rankings
    groups = {one.medium: {place.model.slug for place in one.may_fit} for one in found}
    assert groups == {"image": {"i", "both"}, "video": {"v", "both"}}


def test_own_weights_change_the_order_and_nothing_of_the_catalog() -> None:
    """Weights of the caller rank this answer; the next one is ranked by the published weights again."""
    loud = model("loud", native_audio=True, image_to_video=False, status="active")
    still = model("still", native_audio=False, image_to_video=True, status="active")
    made = catalog(loud, still)
    first = {weights: asked(made, output="video", weights=weights).fits[0].model.slug for weights in (
        "sound:90,from-a-picture:1", "sound:1,from-a-picture:90", None,
    )}  # fmt: skip
    assert first["sound:90,from-a-picture:1"] == "loud"
    assert first["sound:1,from-a-picture:90"] == "still"
    assert first[None] == asked(made, output="video").fits[0].model.slug


def test_the_front_of_price_and_points() -> None:
    """A model is on the front if none is both cheaper and better."""
    cheap = model("cheap", route("a", price("p", 0.05), status="active"))
    best = model("best", route("a", price("p", 0.09), status="active"), native_audio=True)
    worse = model("worse", route("a", price("p", 0.1), status="active"))
    rubric = Rubric("task", "A task", "video", "1", (), (SOUND,))
    assert set(asked(catalog(cheap, best, worse, rubric=rubric), task="task").pareto) == {"cheap", "best"}


@pytest.mark.parametrize("slug", list(bundled().use_cases))
def test_every_bundled_task_is_answered(slug: str) -> None:
    """Every task of the bundled catalog has models that fit or may fit."""
    for ranking in find(bundled(), interpret(bundled(), task=slug), TODAY).rankings:
        assert ranking.fits or ranking.may_fit


def test_no_answer_depends_on_what_was_asked_before() -> None:
    """Questions that differ in one thing are each answered as by a catalog that was asked nothing before."""
    real = bundled().with_models(list(bundled().models.values())[::5])
    first, *_ = real.general["video"].criteria
    questions: list[dict[str, str]] = [
        *({"budget": one} for one in ("4", "0.0001", "0.1", "0.05", "4.1")),
        *({"style": one} for one in ("cinematic", "anime")),
        {"weights": f"{first.id}:1"},
        {"input": "image"},
        {"input": "image", "budget": "0.1"},
        {"platform": "api"},
        {"task": "ugc-ads"},
        {"task": "ugc-ads", "duration": "8"},
        {},
    ]
    warm = real.with_access({})
    for words in [*questions, *reversed(questions)]:
        found = [asked(one, output="video", **words) for one in (warm, real.with_access({}))]
        told, anew = ([*one.fits, *one.may_fit, *one.excluded] for one in found)
        assert told == anew
        assert found[0] == found[1]


def test_a_place_of_publishing_is_told_as_it_was_asked() -> None:
    """Two platforms that want the same shape share an answer, and each is named where it was asked for."""
    made = catalog(model("m1", text_to_video=True, status="active", aspect_ratios=several("16:9")))
    for platform in ("tiktok", "youtube-shorts", "tiktok"):
        (out,) = asked(made, output="video", platform=platform).excluded
        assert out.check.why == f"Publishing on {platform} asks for 9:16."
