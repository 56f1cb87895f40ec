"""What an acceptance says beside its answer: values, rules, supports, and keys that would decide it."""

from __future__ import annotations

import attrs
import pytest
from records_made import model, rule, several

from modeladvisor.answers import Answer
from modeladvisor.combinations import Acceptance, Request, accepts, asked
from modeladvisor.conditions import Operator, Scalar, Test
from modeladvisor.judgements import Judgement
from modeladvisor.records import Model, Rule
from strategies import TODAY, bundled

YES, NO, UNKNOWN = Answer.YES, Answer.NO, Answer.UNKNOWN
WIDE_IN_4K = rule("wide", {"aspect_ratio": "16:9"}, {"resolution": "4K"})
WIDE_IN_8_S = rule("long", {"aspect_ratio": "16:9"}, {"duration_seconds": 8})
WIDE_FROM_7_S = attrs.evolve(WIDE_IN_8_S, then=(Test("duration_seconds", "at_least", (7,)),))


def accepted(record: Model, request: Request) -> Acceptance:
    """Return whether a model that makes video accepts a request today."""
    return accepts(record, request, "video", bundled().vocabulary, TODAY)


def sized(key: str, *ends: tuple[Operator, Scalar]) -> dict[str, tuple[Test, ...]]:
    """Return a request that asks for one feature between ends."""
    return {key: tuple(Test(key, operator, (operand,)) for operator, operand in ends)}


def on(record: Model, key: str, answer: Answer) -> Judgement:
    """Return a judgement that rests on a model's fact alone."""
    return Judgement(answer, (record.facts[key],))


def test_a_request_asks_for_exactly_its_values() -> None:
    """Each feature that is asked with a value has one test, of its own name."""
    assert asked(duration_seconds=8, audio=False) == {
        "duration_seconds": (Test("duration_seconds", "equals", (8,)),),
        "audio": (Test("audio", "equals", (False,)),),
    }


def test_what_is_asked_with_one_value_is_fixed() -> None:
    """A feature that is asked with one value is fixed, and one that is asked between ends is not."""
    request = {**asked(audio=True), **sized("duration_seconds", ("at_least", 4))}
    assert accepted(model(), request).fixed == {"audio"}


def test_an_acceptance_names_what_it_rests_on_once() -> None:
    """The facts of an acceptance are those of all that was asked, each once."""
    record = model(native_audio=True, silent_option=True, duration_seconds=several(8))
    found = accepted(record, asked(audio=False, duration_seconds=8))
    assert [one.key for one in found.facts] == ["silent_option", "duration_seconds"]


def test_a_request_that_fits_echoes_what_was_asked() -> None:
    """An accepted request has the asked values and their facts, no rules, nothing unknown, and the request."""
    record = model(duration_seconds=several(4, 8), seed=True)
    request = asked(duration_seconds=8)
    supports = {"duration_seconds": on(record, "duration_seconds", YES)}
    assert accepted(record, request) == Acceptance(
        YES, {"duration_seconds": (8,)}, (), supports, (), request
    )  # fmt: skip


def test_a_request_that_a_fact_refuses_says_which() -> None:
    """What a model does not offer is refused by its fact alone, with no values and no rules."""
    record = model(rules=(WIDE_IN_8_S,), duration_seconds=several(4), aspect_ratios=several("16:9"))
    request = asked(resolution="4K", duration_seconds=8)
    supports = {
        "resolution": Judgement(UNKNOWN, (), ("resolutions",)),
        "duration_seconds": on(record, "duration_seconds", NO),
    }
    assert accepted(record, request) == Acceptance(NO, {}, (), supports, (), request)


def test_a_request_that_a_rule_refuses_says_which() -> None:
    """What is offered alone but not together is refused by the rules in the way, with no values."""
    record = model(
        rules=(WIDE_IN_8_S,),
        duration_seconds=several(4, 8),
        aspect_ratios=several("16:9"),
        resolutions=several("4K"),
    )
    request = asked(aspect_ratio="16:9", duration_seconds=4, resolution="4K")
    supports = {
        "aspect_ratio": on(record, "aspect_ratios", YES),
        "duration_seconds": on(record, "duration_seconds", YES),
        "resolution": on(record, "resolutions", YES),
    }
    assert accepted(record, request) == Acceptance(NO, {}, (WIDE_IN_8_S,), supports, (), request)


def test_a_request_that_a_rule_narrows_says_how() -> None:
    """An accepted request lists the rules that ruled something out and the values they leave."""
    record = model(
        rules=(WIDE_IN_8_S,),
        duration_seconds=several(4, 8),
        aspect_ratios=several("16:9"),
        resolutions=several("720p"),
    )
    request = asked(aspect_ratio="16:9", resolution="720p")
    supports = {
        "aspect_ratio": on(record, "aspect_ratios", YES),
        "resolution": on(record, "resolutions", YES),
    }
    values: dict[str, tuple[Scalar, ...]] = {
        "aspect_ratio": ("16:9",),
        "duration_seconds": (8,),
        "resolution": ("720p",),
    }
    assert accepted(record, request) == Acceptance(YES, values, (WIDE_IN_8_S,), supports, (), request)


def test_a_rule_that_rules_nothing_out_is_not_told() -> None:
    """A rule that everything offered obeys is not among the rules, and narrows nothing."""
    record = model(rules=(WIDE_IN_8_S,), duration_seconds=several(8), aspect_ratios=several("16:9"))
    found = accepted(record, asked(aspect_ratio="16:9"))
    assert (found.answer, found.values, found.rules) == (YES, {"aspect_ratio": ("16:9",)}, ())


def test_an_open_request_says_what_would_decide_it() -> None:
    """An unknown answer has the keys to find out, once each, with what is known of values, rules and facts."""
    record = model(
        rules=(WIDE_IN_8_S,), duration_seconds=several(4, 8), aspect_ratios=several("9:16", open_=True)
    )
    request = asked(aspect_ratio="16:9", resolution="720p", last_frame=True)
    ratios = record.facts["aspect_ratios"]
    supports = {
        "aspect_ratio": Judgement(UNKNOWN, (ratios,), ("aspect_ratios",)),
        "resolution": Judgement(UNKNOWN, (), ("resolutions",)),
        "last_frame": Judgement(UNKNOWN, (), ("last_frame",)),
    }
    values: dict[str, tuple[Scalar, ...]] = {
        "aspect_ratio": ("16:9",),
        "duration_seconds": (8,),
        "resolution": ("720p",),
        "last_frame": (True,),
    }
    unknowns = ("aspect_ratios", "resolutions", "last_frame")
    assert accepted(record, request) == Acceptance(
        UNKNOWN, values, (WIDE_IN_8_S,), supports, unknowns, request
    )  # fmt: skip


def test_a_rule_that_is_obeyed_does_not_make_it_known() -> None:
    """What is asked and nowhere recorded stays unknown, though every rule about it holds."""
    record = model(rules=(WIDE_IN_8_S,), aspect_ratios=several("16:9"))
    found = accepted(record, asked(aspect_ratio="16:9", duration_seconds=8))
    assert (found.answer, found.unknowns) == (UNKNOWN, ("duration_seconds",))


def test_a_rule_about_what_nobody_knows_leaves_the_request_open() -> None:
    """Where a rule needs a value that the model may or may not have, the request may fit, with that value."""
    record = model(rules=(WIDE_IN_4K,), aspect_ratios=several("16:9"))
    found = accepted(record, asked(aspect_ratio="16:9"))
    assert (found.answer, found.rules, found.unknowns) == (UNKNOWN, (WIDE_IN_4K,), ("resolutions",))
    assert found.values == {"aspect_ratio": ("16:9",), "resolution": ("4K",)}


def test_what_does_not_matter_is_not_asked_for() -> None:
    """A key whose every value obeys the rules decides nothing, so an unknown answer does not name it."""
    square_in_4k = rule("square", {"aspect_ratio": "1:1"}, {"resolution": "4K"})
    record = model(rules=(square_in_4k,), aspect_ratios=several("16:9", "1:1"))
    sizes = {**sized("aspect_ratio", ("none_of", "1:1")), **asked(duration_seconds=8)}
    found = accepted(record, sizes)
    assert (found.answer, found.unknowns) == (UNKNOWN, ("duration_seconds",))


@pytest.mark.parametrize("rules", [(), (WIDE_FROM_7_S,)])
def test_only_sure_values_are_told_where_there_are_any(rules: tuple[Rule, ...]) -> None:
    """Of a list that may have more values, those that are recorded are told, with rules or without."""
    record = model(rules=rules, duration_seconds=several(6, 8, open_=True), aspect_ratios=several("16:9"))
    request = {**sized("duration_seconds", ("at_least", 7)), **asked(aspect_ratio="16:9")}
    found = accepted(record, request)
    assert (found.answer, found.values["duration_seconds"]) == (YES, (8,))


def test_one_unknown_does_not_blur_another_feature() -> None:
    """What is not known of one feature leaves the sure values of another as they are."""
    record = model(
        rules=(WIDE_FROM_7_S,), duration_seconds=several(6, 8, open_=True), aspect_ratios=several("16:9")
    )
    request = {
        **sized("duration_seconds", ("at_least", 7)), **asked(aspect_ratio="16:9", resolution="720p")
    }  # fmt: skip
    found = accepted(record, request)
    assert (found.answer, found.values["duration_seconds"]) == (UNKNOWN, (8,))


def test_one_value_between_the_ends_is_enough() -> None:
    """A request between ends is met by any value there, in whatever order the ends are named."""
    record = model(reference_images_max=2)
    for ends in ((("at_most", 3), ("at_least", 1)), (("at_least", 1), ("at_most", 3))):
        request = sized("reference_images", *ends)
        found = accepted(record, request)
        assert (found.answer, found.values) == (YES, {"reference_images": (1,)})


def test_a_contradiction_names_the_fact_it_never_came_to() -> None:
    """A feature of which no value passes all tests is refused, beside the fact if there is one."""
    never = sized("duration_seconds", ("at_most", 4), ("at_least", 8))
    known = model(duration_seconds=several(4, 8))
    assert accepted(known, never).supports == {"duration_seconds": on(known, "duration_seconds", NO)}
    assert accepted(model(), never).supports == {"duration_seconds": Judgement(NO)}
