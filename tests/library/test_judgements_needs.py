"""What a judgement rests on: negated and joined needs, routes, states, and the facts and keys named."""

from __future__ import annotations

import datetime

import pytest
from records_made import model, route, several

from modeladvisor.answers import Answer
from modeladvisor.conditions import AllOf, AnyOf, Condition, Not, Test
from modeladvisor.judgements import Judgement, judge, routes_in_service, status_on
from modeladvisor.records import Model, Route
from strategies import TODAY, bundled

YES, NO, UNKNOWN = Answer.YES, Answer.NO, Answer.UNKNOWN
SEED = Test("seed", "equals", (True,))
SOUND = Test("native_audio", "equals", (True,))
WIDE = Test("aspect_ratios", "includes", ("16:9",))
USABLE = Test("commercial_use", "at_least", ("conditional",))
FREE = Test("free_tier", "equals", (True,))
RUNNING = Test("status", "at_least", ("preview",))
YESTERDAY = TODAY - datetime.timedelta(days=1)


def judged(need: Condition, record: Model) -> Judgement:
    """Return what a model's facts prove about a need today."""
    return judge(need, record, bundled().vocabulary, TODAY)


def told(need: Condition, record: Model) -> tuple[Answer, list[str], tuple[str, ...]]:
    """Return the answer, the keys of the facts it rests on, and the keys that would decide it."""
    found = judged(need, record)
    return found.answer, [one.key for one in found.facts], found.unknowns


def test_a_need_is_met_missed_or_unknown() -> None:
    """A definite answer rests on the fact alone; an unknown names the key, and the fact that leaves it open."""
    assert told(SEED, model(seed=True)) == (YES, ["seed"], ())
    assert told(SEED, model(seed=False)) == (NO, ["seed"], ())
    assert told(SEED, model()) == (UNKNOWN, [], ("seed",))
    assert told(WIDE, model(aspect_ratios=several("1:1", open_=True))) == (
        UNKNOWN,
        ["aspect_ratios"],
        ("aspect_ratios",),
    )


def test_the_opposite_of_a_need_rests_on_the_same() -> None:
    """A negated need turns yes and no around, leaves unknown, and rests on the same facts and keys."""
    assert told(Not(SEED), model(seed=True)) == (NO, ["seed"], ())
    assert told(Not(SEED), model(seed=False)) == (YES, ["seed"], ())
    assert told(Not(SEED), model()) == (UNKNOWN, [], ("seed",))
    assert told(Not(Not(SEED)), model(seed=True)) == (YES, ["seed"], ())


def test_all_needs_hold_by_all_their_facts() -> None:
    """A conjunction that holds rests on the facts of every part."""
    both = AllOf((SEED, SOUND))
    assert told(both, model(seed=True, native_audio=True)) == (YES, ["seed", "native_audio"], ())


def test_one_failed_need_is_enough() -> None:
    """A conjunction fails by the first part that fails, whatever is unknown about the others."""
    three = AllOf((WIDE, SEED, SOUND))
    assert told(three, model(seed=False, native_audio=False)) == (NO, ["seed"], ())


def test_an_open_conjunction_names_all_it_looked_at() -> None:
    """A conjunction that is open names each key that could decide it and each fact, once."""
    twice = AllOf((SOUND, AnyOf((SEED, WIDE)), AnyOf((SEED, SOUND))))
    found = told(twice, model(native_audio=True))
    assert found == (UNKNOWN, ["native_audio"], ("seed", "aspect_ratios"))


def test_one_met_need_is_enough() -> None:
    """A disjunction holds by the first part that holds, whatever is unknown about the others."""
    three = AnyOf((WIDE, SEED, SOUND))
    assert told(three, model(seed=True, native_audio=True)) == (YES, ["seed"], ())


def test_no_need_met_rests_on_every_fact() -> None:
    """A disjunction fails only by all its parts, and then rests on the facts of all."""
    either = AnyOf((SEED, SOUND))
    assert told(either, model(seed=False, native_audio=False)) == (NO, ["seed", "native_audio"], ())


def test_an_open_disjunction_names_all_it_looked_at() -> None:
    """A disjunction that is open names what failed and every key that could still meet it."""
    three = AnyOf((SEED, SOUND, WIDE))
    assert told(three, model(native_audio=False)) == (UNKNOWN, ["native_audio"], ("seed", "aspect_ratios"))


def test_routes_are_held_to_the_same_test() -> None:
    """A limit on ordered words is asked of each route, and of the vendor where no route says anything."""
    strict, lax = route("a", commercial_use="no"), route("b", commercial_use="yes")
    assert judged(USABLE, model("m1", strict, lax)).facts == (lax.facts["commercial_use"],)
    assert judged(USABLE, model("m1", strict)).answer is NO
    assert told(USABLE, model("m1", route("c"), commercial_use="conditional")) == (
        YES,
        ["commercial_use"],
        (),
    )


def test_a_key_of_the_model_is_not_asked_of_routes() -> None:
    """What routes may not override is a matter of the model, whatever a route says."""
    assert judged(SEED, model("m1", route("a", seed=True), seed=False)).answer is NO
    assert judged(SEED, model("m1", route("a", seed=True))).answer is UNKNOWN


def test_a_route_past_its_last_day_offers_nothing() -> None:
    """What only a route offers whose last day is over is not offered."""
    ended, here = route("a", free_tier=True, retires=YESTERDAY), route("b", free_tier=False)
    both = model("m1", ended, here)
    assert routes_in_service(both, TODAY) == (here,)
    for need in (FREE, AllOf((FREE,)), Not(Not(FREE))):
        assert judged(need, both).answer is NO


def test_the_status_is_that_of_the_best_route() -> None:
    """A model runs if one of its routes runs, and is over only if all of them are."""
    over, preview = route("a", status="retired"), route("b", status="preview")
    found = judged(RUNNING, model("m1", over, preview))
    assert (found.answer, found.facts, found.unknowns) == (YES, (preview.facts["status"],), ())
    ended = judged(RUNNING, model("m1", over, route("b", status="deprecated")))
    assert (ended.answer, [one.value for one in ended.facts]) == (NO, ["retired", "deprecated"])


def test_a_route_without_status_may_still_run() -> None:
    """Where a route does not say whether it runs, the status is unknown unless another route runs."""
    over, silent = route("a", status="retired"), route("b")
    assert told(RUNNING, model("m1", over, silent)) == (UNKNOWN, ["status"], ("status",))
    assert told(RUNNING, model()) == (UNKNOWN, [], ("status",))


@pytest.mark.parametrize("routes", [(), (route("a"),)])
def test_the_status_of_the_vendor_holds_where_no_other_is_said(routes: tuple[Route, ...]) -> None:
    """The vendor's word on the status holds without routes, and on a route that says nothing of its own."""
    record = model("m1", *routes, status="deprecated")
    assert judged(RUNNING, record).answer is NO
    state, fact = status_on(routes[0] if routes else None, record, TODAY)
    assert (state, fact) == ("deprecated", record.facts["status"])


def test_the_last_day_speaks_before_the_status() -> None:
    """A route whose last day is over is retired by that fact; its own day counts before the vendor's."""
    ended = route("a", status="active", retires=YESTERDAY)
    going_on = route("b", status="active", retires=TODAY)
    record = model("m1", ended, going_on, retires=YESTERDAY)
    assert status_on(ended, record, TODAY) == ("retired", ended.facts["retires"])
    assert status_on(going_on, record, TODAY) == ("active", going_on.facts["status"])
    assert status_on(route("c", status="active"), record, TODAY) == ("retired", record.facts["retires"])
    assert status_on(None, model(), TODAY) == (None, None)
