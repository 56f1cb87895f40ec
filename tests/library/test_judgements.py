"""Single tests on single values, and needs on routes."""

from __future__ import annotations

import datetime

import pytest
from records_made import model, route, several

from modeladvisor.answers import Answer
from modeladvisor.conditions import AnyOf, Operator, Scalar, Test
from modeladvisor.judgements import check, judge, ratio, routes_in_service, status_on
from modeladvisor.records import Model
from modeladvisor.values import Anything, Bound, Month, Several, Span, Value
from strategies import TODAY, bundled

KEYS = bundled().vocabulary.keys
YES, NO, UNKNOWN = Answer.YES, Answer.NO, Answer.UNKNOWN


@pytest.mark.parametrize(
    ("key", "operator", "operand", "value", "answer"),
    [
        ("reference_images_max", "at_least", 10, Bound(at_least=12), YES),
        ("reference_images_max", "at_least", 15, Bound(at_least=12), UNKNOWN),
        ("reference_images_max", "at_least", 15, Bound(at_most=12), NO),
        ("reference_images_max", "at_most", 15, Bound(at_most=12), YES),
        ("reference_images_max", "at_most", 11, Bound(at_least=12), NO),
        ("reference_images_max", "equals", 3, Bound(3, 3), YES),
        ("reference_images_max", "equals", 2, Bound(at_least=3), NO),
        ("duration_seconds", "at_least", 8, Several((4, 6, 8)), YES),
        ("duration_seconds", "at_least", 9, Several((4, 6, 8)), NO),
        ("duration_seconds", "at_least", 9, Several((4, 6, 8), open=True), UNKNOWN),
        ("duration_seconds", "at_most", 4, Several((4, 6, 8)), YES),
        ("duration_seconds", "includes", 7, Span(4, 15), YES),
        ("duration_seconds", "includes", 7, Span(4, 15, 2), NO),
        ("duration_seconds", "includes", 4.3, Span(4, 15, 0.1), YES),
        ("aspect_ratios", "includes", "32:18", Several(("16:9",)), YES),
        ("aspect_ratios", "includes", "4:5", Span(0.5625, 1.0, None, ("9:16", "1:1")), YES),
        ("aspect_ratios", "includes", "16:9", Span(0.5625, 1.0, None, ("9:16", "1:1")), NO),
        ("aspect_ratios", "includes", "7:3", Anything(), YES),
        ("resolutions", "at_least", "1080p", Several(("720p", "4K")), YES),
        ("resolutions", "at_least", "1080p", Several(("720p",)), NO),
        ("lip_sync", "includes", "driven", Several(()), NO),
        ("commercial_use", "at_least", "conditional", "yes", YES),
        ("commercial_use", "none_of", "no", "no", NO),
        ("native_audio", "equals", True, False, NO),
    ],
)  # fmt: skip
def test_tests_of_values(key: str, operator: Operator, operand: Scalar, value: Value, answer: Answer) -> None:
    """A test on a value is decided exactly where no later discovery can go the other way."""
    assert check(Test(key, operator, (operand,)), value, KEYS[key]) is answer


def test_dates_and_months_are_not_compared() -> None:
    """No test asks whether one date is later than another, so the answer is unknown."""
    assert check(Test("released", "at_least", (1,)), Month(2026, 5), KEYS["released"]) is UNKNOWN
    assert check(Test("released", "equals", ("2026-05",)), Month(2026, 5), KEYS["released"]) is YES


def test_ratios_are_compared_as_fractions() -> None:
    """Ratios that reduce to the same are the same number, fractions of a pixel included."""
    assert ratio("32:18") == ratio("16:9")
    assert ratio("1.85:1") == 1.85


def answer_of(test: Test | AnyOf, record: Model) -> Answer:
    """Return the answer of a need on a model today."""
    return judge(test, record, bundled().vocabulary, TODAY).answer


FREE = Test("free_tier", "equals", (True,))


def test_one_route_that_meets_a_need_is_enough() -> None:
    """A key that routes state is met by one of them, failed only by all, and open while one is silent."""
    paid, free, silent = route("a", free_tier=False), route("b", free_tier=True), route("c", status="active")
    assert answer_of(FREE, model("m1", paid, free)) is YES
    assert answer_of(FREE, model("m1", paid)) is NO
    assert answer_of(FREE, model("m1", paid, silent)) is UNKNOWN


def test_a_silent_route_takes_the_word_of_the_vendor() -> None:
    """What the vendor states holds where a route does not override it."""
    paid, silent = route("a", free_tier=False), route("c", status="active")
    assert answer_of(FREE, model("m1", paid, silent, free_tier=True)) is YES
    assert answer_of(FREE, model("m1", silent, free_tier=False)) is NO


def test_a_retired_route_does_not_count() -> None:
    """What only a retired route offers is not offered, unless all of them are retired."""
    gone, here = route("a", free_tier=True, status="retired"), route("b", free_tier=False, status="active")
    assert answer_of(FREE, model("m1", gone, here)) is NO
    assert routes_in_service(model("m1", gone, here), TODAY) == (here,)
    assert answer_of(FREE, model("m1", gone)) is YES


@pytest.mark.parametrize("days", [-1, 0])
def test_a_route_is_retired_after_its_last_day(days: int) -> None:
    """On its last day a route is in service as it was last seen, on the next it is retired."""
    last = TODAY + datetime.timedelta(days=days)
    ending = route("a", status="deprecated", retires=last)
    assert status_on(ending, model("m1", ending), TODAY)[0] == ("retired" if days < 0 else "deprecated")


def test_a_model_without_routes_is_retired_after_its_last_day() -> None:
    """The announced last day of a model counts where no route is recorded, too."""
    ended = model(status="active", retires=TODAY - datetime.timedelta(days=1))
    assert answer_of(Test("status", "none_of", ("retired",)), ended) is NO


def test_an_answer_names_the_facts_that_decide_it() -> None:
    """A yes names the part that holds, an unknown every key that could decide it."""
    need = AnyOf((Test("lip_sync", "includes", ("driven",)), Test("audio_inputs_max", "at_least", (1,))))
    vocabulary = bundled().vocabulary
    told = judge(need, model(audio_inputs_max=1), vocabulary, TODAY)
    assert ([one.key for one in told.facts], told.unknowns) == (["audio_inputs_max"], ())
    unsure = judge(need, model(lip_sync=several("generated", open_=True)), vocabulary, TODAY)
    assert (unsure.answer, unsure.unknowns) == (UNKNOWN, ("lip_sync", "audio_inputs_max"))
