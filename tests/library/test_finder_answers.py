"""What an answer says of its question, of each place in a ranking, and of the ranking as a whole."""

from __future__ import annotations

import datetime

import pytest
from catalogs_made import catalog
from records_made import model, price, route, rule, several

from modeladvisor import Catalog
from modeladvisor.answers import Answer
from modeladvisor.asking import Job
from modeladvisor.conditions import Test
from modeladvisor.finder import Ranking, find
from modeladvisor.interpretation import interpret
from modeladvisor.opinions import Criterion, Level, PriceScale, Rubric
from modeladvisor.questions import Word
from modeladvisor.rankings import Standing
from modeladvisor.records import Model, RouteKind
from modeladvisor.sensitivities import Decider, WeightMargin
from strategies import TODAY

YESTERDAY = TODAY - datetime.timedelta(days=1)


def earns(name: str, points: float) -> Criterion:
    """Return a criterion that earns its points for a capability."""
    return Criterion(name, points, "It matters.", levels=(Level(Test(name, "equals", (True,)), 1.0),))


def rubric(*criteria: Criterion) -> Rubric:
    """Return the rubric of the task `task`."""
    return Rubric("task", "A task", "video", "1", (), criteria)


PRICED = Criterion("price", 40, "It matters.", price=PriceScale(Job("video", 8), full=0.1, none=0.5))


def on_two_ways(slug: str, api: float, web: float) -> Model:
    """Return a model with a price on the api and another on the web."""
    ways: tuple[tuple[RouteKind, float], ...] = (("api", api), ("web", web))
    return model(slug, *(route(kind, price(kind, usd), kind=kind, status="active") for kind, usd in ways))


TWO_WAYS = on_two_ways("a", 0.1, 0.5), on_two_ways("b", 0.2, 0.3)
"""The first is cheaper on the api, the second on the web."""


def asked(made: Catalog, **words: Word) -> Ranking:
    """Return the ranking of the first medium."""
    return find(made, interpret(made, **words), TODAY).rankings[0]


def test_a_step_asks_for_more() -> None:
    """What a step requests is asked jointly with the question, and says that the step asks for it."""
    made = catalog(
        model("able", status="active", resolutions=several("720p", "1080p")),
        model("small", status="active", resolutions=several("720p")),
    )
    found = find(made, interpret(made, output="video"), TODAY, request={"resolution": "1080p"})
    assert [one.model.slug for one in found.fits] == ["able"]
    assert found.fits[0].fit.acceptance.values == {"resolution": ("1080p",)}
    (out,) = found.rankings[0].excluded
    assert (out.model.slug, out.check.parameter, out.check.id) == ("small", "request", "request")
    assert out.check.why == "The step asks for this."
    assert found.rankings[0].by_reason == {"request": 1}


def test_an_answer_echoes_its_question_and_tells_the_story_that_was_asked_for() -> None:
    """The question comes with its answer, the story of a named model beside the same rankings, and none unasked."""
    retired = model("gone", route("a", retires=YESTERDAY), makes=("image", "video"))
    made = catalog(retired, model("here", status="active", makes=("image", "video")))
    question = interpret(made)
    plain, told = find(made, question, TODAY), find(made, question, TODAY, why_not="gone")
    assert (plain.question, plain.why_not) == (question, ())
    assert (told.question, told.rankings) == (question, plain.rankings)
    assert [(one.model, one.medium, one.first) for one in told.why_not] == [
        (retired, medium, "here") for medium in question.media
    ]
    assert {one.rank for one in told.why_not} == {None}


def test_points_count_on_the_asked_way_in() -> None:
    """A question about one way in ranks, scores and prices by the routes of that kind alone."""
    made = catalog(*TWO_WAYS, rubric=rubric(PRICED, earns("seed", 60)))
    anywhere, web = asked(made, task="task"), asked(made, task="task", platform="web")
    assert [(one.model.slug, one.score.low) for one in anywhere.fits] == [("a", 40), ("b", 30)]
    assert [(one.model.slug, one.score.low) for one in web.fits] == [("b", 20), ("a", 0)]
    assert (anywhere.usd, anywhere.pareto) == ((0.1, 0.2), ("a",))
    assert (web.usd, web.pareto) == ((0.3, 0.5), ("b",))


def test_a_budget_is_checked_on_the_asked_way_in() -> None:
    """The check of a budget rests on the price of the asked way in."""
    (place,) = asked(catalog(*TWO_WAYS), output="video", budget="high", platform="web").fits
    assert [one.usd for check in place.fit.checks for one in check.prices] == [0.3]


def test_the_span_of_prices_is_that_of_the_models_that_fit() -> None:
    """The cheapest and the dearest price of those that fit; who is unpriced or only may fit counts for nothing."""
    made = catalog(
        model("a", route("r", price("p", 0.2), status="active")),
        model("b", route("r", price("p", 0.3), status="active")),
        model("c", status="active"),
        model("d", route("r", price("p", 0.1))),
    )
    assert asked(made, output="video").usd == (0.2, 0.3)
    assert asked(catalog(model("c", status="active")), output="video").usd is None


def test_style_orders_and_is_told() -> None:
    """Models made for the asked style come first, then those of which nobody knows; without a style none is told."""
    made = catalog(
        model("a", status="active", camera_control=several("none")),
        model("b", status="active"),
        model("c", status="active", camera_control=several("prompt")),
    )
    styled = asked(made, output="video", style="cinematic")
    assert [(one.model.slug, one.style) for one in styled.fits] == [
        ("c", Answer.YES), ("b", Answer.UNKNOWN), ("a", Answer.NO),
    ]  # fmt: skip
    assert {one.style for one in asked(made, output="video").fits} == {None}


def test_each_place_has_its_interval() -> None:
    """A place says where its model stands and where it could stand, with those that may fit behind those that fit."""
    made = catalog(
        model("a", status="active", seed=True),
        model("b", status="active"),
        model("c", seed=True),
        rubric=rubric(earns("seed", 100)),
    )
    found = asked(made, task="task")
    assert [one.standing for one in found.fits] == [Standing(1, 1, 1), Standing(2, 2, 3)]
    assert [one.standing for one in found.may_fit] == [Standing(3, 2, None)]


def test_own_weights_are_echoed_in_the_rubric_and_in_each_score() -> None:
    """The rubric of an answer has the points that ranked it, 100 in all, and scores are on these points."""
    made = catalog(model("a", status="active", seed=True), rubric=rubric(earns("seed", 60), earns("fps", 40)))
    found = asked(made, task="task", weights="seed:10")
    assert [(one.id, one.points) for one in found.rubric.criteria] == [("seed", 20), ("fps", 80)]
    assert [one.score.low for one in found.fits] == [20]
    assert [one.points for one in asked(made, task="task").rubric.criteria] == [60, 40]


def test_a_ranking_says_what_would_change_its_first_place() -> None:
    """Rivals are told with the unknowns that would lift them, and the heaviest weight with its margin."""
    made = catalog(
        model("a", status="active", seed=True, native_audio=False),
        model("b", status="active", native_audio=True),
        rubric=rubric(earns("seed", 60), earns("native_audio", 40)),
    )
    found = asked(made, task="task").sensitivity
    assert (found.first_place_holds, found.rivals) == (False, 1)
    assert found.decided_by == (Decider("b", ("seed",)),)
    assert found.weight_margin == WeightMargin("seed", 60, 50, None)


def test_a_place_names_each_unknown_once_what_holds_it_back_first() -> None:
    """The unknowns of a place are those that decide whether it fits, then those that could earn points."""
    made = catalog(model("a"), rubric=rubric(earns("seed", 60), earns("native_audio", 40)))
    (place,) = asked(made, task="task", audio="native").may_fit
    assert place.unknowns == ("status", "native_audio", "seed")


def test_a_weight_of_100_ends_no_margin() -> None:
    """Two models that earn nothing by the heaviest criterion, one for sure, are equal only where nothing else counts.

    Nor is there a margin where both earn the same by everything.
    """
    rest = rubric(earns("seed", 60), earns("native_audio", 40))
    better = model("a", status="active", seed=False, native_audio=True)
    worse = model("b", status="active", native_audio=False)
    for first, second in ((better, worse), (worse, model("c", status="active", seed=False))):
        found = asked(catalog(first, second, rubric=rest), task="task").sensitivity
        assert found.weight_margin == WeightMargin("seed", 60, None, None)


def test_each_rival_is_told_with_its_own_unknowns() -> None:
    """Of two rivals each is told with the fewest unknowns that would lift it itself."""
    made = catalog(
        model("a", status="active", seed=True, native_audio=False, image_to_video=False),
        model("b", status="active", native_audio=True, image_to_video=False),
        model("c", status="active", seed=False),
        rubric=rubric(earns("seed", 40), earns("native_audio", 30), earns("image_to_video", 30)),
    )
    assert asked(made, task="task").sensitivity.decided_by == (
        Decider("b", ("seed",)),
        Decider("c", ("image_to_video", "native_audio")),
    )


def test_what_a_rival_needs_to_fit_earns_its_points_as_well() -> None:
    """What holds a rival back has to turn out well anyway, and the fewest unknowns beside it are told."""
    made = catalog(
        model("a", status="active", native_audio=True, seed=True, image_to_video=False),
        model("b", status="active"),
        rubric=rubric(earns("native_audio", 20), earns("seed", 35), earns("image_to_video", 45)),
    )
    found = asked(made, task="task", audio="native").sensitivity
    assert found.decided_by == (Decider("b", ("native_audio", "image_to_video")),)


def test_a_rule_about_the_medium_of_the_question_excludes() -> None:
    """The reasons for which a model is out are those of the medium that was asked."""
    wide = rule("wide", {"mode": "text-to-video"}, {"aspect_ratio": "16:9"})
    made = catalog(model(rules=(wide,), status="active", aspect_ratios=several("16:9", "9:16")))
    (out,) = asked(made, output="video", platform="tiktok").excluded
    assert (out.check.id, out.check.rules) == ("combination", (wide,))


@pytest.mark.parametrize(("last_day", "group"), [(YESTERDAY, "may_fit"), (TODAY, "fits")])
def test_a_way_in_is_there_up_to_its_last_day(last_day: datetime.date, group: str) -> None:
    """A route counts as the asked way in up to its announced last day; after it another may be found."""
    web = route("w", kind="web", status="active", retires=last_day)
    made = catalog(model("m1", web, route("a", status="active")))
    (place,) = getattr(asked(made, output="video", platform="web"), group)
    (check,) = (one for one in place.fit.checks if one.parameter == "platform")
    assert check.answer is (Answer.YES if group == "fits" else Answer.UNKNOWN)
