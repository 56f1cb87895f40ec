"""What the part of each kind of criterion says: answer, points, and what they rest on."""

from __future__ import annotations

import datetime

import attrs
import pytest
from records_made import fact, finding, model, price, route, rule, several

from modeladvisor.answers import Answer
from modeladvisor.asking import Job
from modeladvisor.conditions import Test
from modeladvisor.opinions import Criterion, Level, PriceScale
from modeladvisor.records import Evidence, Model
from modeladvisor.scores import Part, has_route, part_of
from strategies import TODAY, bundled

YES, NO, UNKNOWN = Answer.YES, Answer.NO, Answer.UNKNOWN
YESTERDAY = TODAY - datetime.timedelta(days=1)
UPRIGHT = Criterion("upright", 10, "It matters.", request={"aspect_ratio": "9:16"})
SHARP = Criterion("sharp", 10, "It matters.", request={"aspect_ratio": "9:16", "resolution": "1080p"})
MOVING = Level(Test("image_to_video", "equals", (True,)), 0.5)
SOUNDING = Level(Test("native_audio", "equals", (True,)), 1.0)
EITHER = Criterion("either", 10, "It matters.", levels=(MOVING, SOUNDING))
PRICED = Criterion("price", 10, "It matters.", price=PriceScale(Job("video", 8, "720p"), full=0.1, none=0.5))
SPEECH = Criterion("speech", 10, "It matters.", evidence="speech_quality")


def part(criterion: Criterion, record: Model, access: str | None = None) -> Part:
    """Return what a criterion contributes for a model that makes video."""
    return part_of(criterion, record, "video", bundled().vocabulary, TODAY, access)


def facts(found: Part) -> list[str]:
    """Return the keys of the facts that a part rests on."""
    return [one.key for one in found.facts]


def test_an_accepted_request_earns_all_points() -> None:
    """A request that is accepted earns all by the fact that says so."""
    record = model(aspect_ratios=several("9:16"))
    assert part(UPRIGHT, record) == Part(UPRIGHT, YES, 10, 10, (record.facts["aspect_ratios"],))


def test_an_open_request_may_earn_all_points() -> None:
    """A request of which nothing is known earns nothing yet, may earn all, and names what would decide it."""
    assert part(UPRIGHT, model()) == Part(UPRIGHT, UNKNOWN, 0, 10, unknowns=("aspect_ratios",))


def test_a_refused_request_earns_nothing() -> None:
    """A request that a fact refuses earns nothing for sure."""
    record = model(aspect_ratios=several("16:9"))
    assert part(UPRIGHT, record) == Part(UPRIGHT, NO, 0, 0, (record.facts["aspect_ratios"],))


def test_a_request_that_a_rule_refuses_names_the_rule() -> None:
    """What is offered alone but not together earns nothing, by the rule in the way."""
    small = rule("small", {"aspect_ratio": "9:16"}, {"resolution": "720p"})
    record = model(
        rules=(small,), aspect_ratios=several("9:16"), resolutions=several("720p", "1080p")
    )  # fmt: skip
    found = part(SHARP, record)
    assert (found.answer, found.low, found.high, found.rules) == (NO, 0, 0, (small,))


def test_a_request_without_inputs_is_made_from_text() -> None:
    """A rule about making the rubric's medium from text holds for a request that brings nothing else."""
    wide = rule("wide", {"mode": "text-to-video"}, {"aspect_ratio": "16:9"})
    record = model(rules=(wide,), aspect_ratios=several("16:9", "9:16"))
    assert part(UPRIGHT, record).rules == (wide,)


@pytest.mark.parametrize(
    ("known", "answer", "points", "named", "unknowns"),
    [
        ({"native_audio": True}, YES, (10, 10), ["native_audio"], ()),
        ({"image_to_video": True}, YES, (5, 10), ["image_to_video"], ("native_audio",)),
        ({"image_to_video": False}, UNKNOWN, (0, 10), ["image_to_video"], ("native_audio",)),
        ({"native_audio": False}, UNKNOWN, (0, 5), ["native_audio"], ("image_to_video",)),
        ({"native_audio": True, "image_to_video": True}, YES, (10, 10), ["native_audio"], ()),
        ({"native_audio": False, "image_to_video": True}, YES, (5, 5), ["native_audio", "image_to_video"], ()),
        ({"native_audio": False, "image_to_video": False}, NO, (0, 0), ["native_audio", "image_to_video"], ()),
    ],
)  # fmt: skip
def test_levels_name_what_is_earned_and_what_is_missed(
    known: dict[str, bool],
    answer: Answer,
    points: tuple[float, float],
    named: list[str],
    unknowns: tuple[str, ...],
) -> None:
    """A part of levels rests on the level that is earned and on those above it, the highest first.

    Lower levels that are met as well are not named, and nothing is unknown once the highest is met.
    """
    record = attrs.evolve(model(), facts={key: fact(key, value) for key, value in known.items()})
    found = part(EITHER, record)
    assert (found.answer, (found.low, found.high), facts(found), found.unknowns) == (
        answer, points, named, unknowns,
    )  # fmt: skip


def test_a_fact_that_decides_several_levels_is_named_once() -> None:
    """Two levels about the same key rest on one fact, and on one unknown."""
    levels = tuple(
        Level(Test("duration_seconds", "at_least", (least,)), share) for least, share in ((8, 0.5), (10, 1.0))
    )
    long = Criterion("long", 10, "It matters.", levels=levels)
    assert facts(part(long, model(duration_seconds=several(4)))) == ["duration_seconds"]
    assert part(long, model()).unknowns == ("duration_seconds",)


def test_levels_are_judged_on_routes_in_service() -> None:
    """What only a route offered whose last day is over earns nothing."""
    tried = Criterion("try", 10, "It matters.", levels=(Level(Test("free_tier", "equals", (True,)), 1.0),))
    over = route("old", free_tier=True, retires=YESTERDAY)
    assert part(tried, model("m1", over, route("new", free_tier=False))).answer is NO


@pytest.mark.parametrize(
    ("usd", "unpriced", "answer", "points"),
    [
        (0.05, True, YES, (10, 10)),
        (0.2345, False, YES, (6.64, 6.64)),
        (0.48, False, YES, (0.5, 0.5)),
        (0.48, True, YES, (0.5, 10)),
        (0.9, False, NO, (0, 0)),
        (0.9, True, UNKNOWN, (0, 10)),
    ],
)
def test_a_price_earns_points_to_the_cent(
    usd: float, unpriced: bool, answer: Answer, points: tuple[float, float]
) -> None:
    """A price earns its share in cents of a point; beside an unpriced route more stays possible, if there is more."""
    paid = price("p", usd)
    record = model("m1", route("a", paid), *([route("b", status="active")] if unpriced else []))
    unknowns = ("price",) if points[0] != points[1] else ()
    assert part(PRICED, record) == Part(PRICED, answer, *points, prices=(paid,), unknowns=unknowns)


def test_no_price_may_earn_all_points() -> None:
    """Without a known price nothing is proved, all is possible, and the price is what is missing."""
    assert part(PRICED, model()) == Part(PRICED, UNKNOWN, 0, 10, unknowns=("price",))


def test_a_price_of_the_asked_resolution_counts() -> None:
    """Of prices for several resolutions that of the job's resolution counts, not the cheapest."""
    cheap, right = price("4k", 0.1, resolution="4K"), price("720p", 0.3, resolution="720p")
    assert part(PRICED, model("m1", route("a", cheap, right))).prices == (right,)


def test_a_price_on_a_retired_route_counts_no_more() -> None:
    """A price on a route whose last day is over earns nothing."""
    over = route("old", price("p", 0.1), retires=YESTERDAY)
    assert part(PRICED, model("m1", over)).unknowns == ("price",)


def test_prices_count_on_the_asked_way_in() -> None:
    """Where one way in is asked, a cheaper price elsewhere earns nothing."""
    cheap, dear = price("cheap", 0.1), price("dear", 0.3)
    record = model("m1", route("a", cheap), route("w", dear, kind="web"))
    assert part(PRICED, record, "web").prices == (dear,)
    assert part(PRICED, record).prices == (cheap,)


@pytest.mark.parametrize("points", [1, 10])
def test_adequate_evidence_earns_a_third_to_the_cent(points: float) -> None:
    """Evidence earns its share in cents of a point, by the finding that is named; a third of a point is something."""
    found, criterion = finding("e", "adequate"), attrs.evolve(SPEECH, points=points)
    third = round(points / 3, 2)
    assert part(criterion, model(evidence=(found,))) == Part(criterion, YES, third, third, evidence=(found,))


def test_without_evidence_all_points_are_possible() -> None:
    """Without a finding nothing is proved, all is possible, and the finding is what is missing."""
    missing = ("evidence.speech_quality",)
    assert part(SPEECH, model()) == Part(SPEECH, UNKNOWN, 0, 10, unknowns=missing)


@pytest.mark.parametrize(
    "other",
    [finding("e", "leading", "human_realism"), attrs.evolve(finding("e", "leading"), medium="image")],
    ids=["dimension", "medium"],
)
def test_evidence_about_something_else_does_not_count(other: Evidence) -> None:
    """A finding about another dimension, or about the model's other medium, earns nothing."""
    assert part(SPEECH, model(evidence=(other,))).answer is UNKNOWN


def test_evidence_about_one_mode_counts_where_that_mode_is_asked() -> None:
    """A criterion about one mode counts findings about it alone; one about no mode counts all."""
    moving = attrs.evolve(finding("moving", "strong"), mode="image-to-video")
    edited = attrs.evolve(finding("edited", "leading"), mode="video-to-video")
    record = model(evidence=(moving, edited, finding("any", "leading")))
    from_image = attrs.evolve(SPEECH, evidence_mode="image-to-video")
    assert part(from_image, record).evidence == (moving,)
    assert part(from_image, model(evidence=(edited,))).evidence == ()
    assert part(SPEECH, model(evidence=(edited,))).evidence == (edited,)


def test_the_newest_evidence_counts_and_of_one_day_the_weakest() -> None:
    """An older finding counts no more, however weak or strong; of the newest day's the weakest counts."""
    earlier = [attrs.evolve(one, dated=YESTERDAY) for one in (finding("a", "weak"), finding("z", "leading"))]
    weaker = finding("m", "strong")
    assert part(SPEECH, model(evidence=(*earlier, finding("b", "leading"), weaker))).evidence == (weaker,)


def test_all_asked_kinds_of_route_are_needed() -> None:
    """Two kinds of route earn points together; one that nobody recorded is unknown, not absent."""
    both = Criterion("both", 10, "It matters.", route_kinds=("api", "web"))
    api, web = route("a", status="active"), route("w", price("p", 0.1), kind="web")
    found = part(both, model("m1", api, web, open_weights=True))
    assert found == Part(both, YES, 10, 10, tuple(api.facts.values()), prices=web.prices)
    missing = ("routes",)
    assert part(both, model("m1", api)) == Part(
        both, UNKNOWN, 0, 10, tuple(api.facts.values()), unknowns=missing
    )  # fmt: skip


def test_closed_weights_are_why_a_model_cannot_be_run_oneself() -> None:
    """A kind of route that there is for sure not earns nothing, by the fact that says so."""
    own = Criterion("own", 10, "It matters.", route_kinds=("self-hosted",))
    record = model(open_weights=False)
    assert part(own, record) == Part(own, NO, 0, 0, (record.facts["open_weights"],))
    assert part(own, model()) == Part(own, UNKNOWN, 0, 10, unknowns=("routes",))


def test_a_route_whose_last_day_is_over_is_no_way_in() -> None:
    """A route is there up to its announced last day, and neither counted nor named after it."""
    api = Criterion("api", 10, "It matters.", route_kinds=("api",))
    over, today = (model("m1", route("a", retires=day)) for day in (YESTERDAY, TODAY))
    assert part(api, over) == Part(api, UNKNOWN, 0, 10, unknowns=("routes",))
    assert facts(part(api, today)) == ["retires"]
    assert (has_route(over, "api", TODAY), has_route(today, "api", TODAY)) == (UNKNOWN, YES)


@pytest.mark.parametrize(
    ("wanted", "answer"), [("api", YES), ("relay", YES), ("web", UNKNOWN), ("acme", UNKNOWN)]
)
def test_a_way_in_is_a_kind_or_a_provider(wanted: str, answer: Answer) -> None:
    """A recorded route is a way in by its kind and by its provider, and says nothing of others."""
    assert has_route(model("m1", route("a", status="active")), wanted, TODAY) is answer
