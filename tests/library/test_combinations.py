"""Requests against facts and rules."""

from __future__ import annotations

import pytest
from records_made import model, rule, several

from modeladvisor.answers import Answer
from modeladvisor.combinations import Acceptance, accepts, asked
from modeladvisor.conditions import Scalar, Test
from modeladvisor.records import Model, Rule
from modeladvisor.values import Span
from strategies import TODAY, bundled

YES, NO, UNKNOWN = Answer.YES, Answer.NO, Answer.UNKNOWN
REFERENCES_TAKE_EIGHT = rule("r", {"reference_images": 2}, {"duration_seconds": 8})


def accepted(record: Model, medium: str = "video", /, **features: Scalar) -> Acceptance:
    """Return whether a model accepts a request today."""
    return accepts(record, asked(**features), medium, bundled().vocabulary, TODAY)


def test_single_facts_that_hold_need_not_hold_together() -> None:
    """A request each part of which is offered is refused if a rule forbids the combination."""
    record = model(
        rules=(REFERENCES_TAKE_EIGHT,), duration_seconds=several(4, 8), reference_images_max=3
    )  # fmt: skip
    assert accepted(record, reference_images=2).answer is YES
    assert accepted(record, duration_seconds=4).answer is YES
    refused = accepted(record, reference_images=2, duration_seconds=4)
    assert (refused.answer, [one.id for one in refused.rules]) == (NO, ["m1/rules/r"])


def test_rules_narrow_what_was_not_asked() -> None:
    """An accepted request names the values that the rules leave."""
    record = model(
        rules=(REFERENCES_TAKE_EIGHT,), duration_seconds=several(4, 8), reference_images_max=3
    )  # fmt: skip
    assert accepted(record, reference_images=2).values["duration_seconds"] == (8,)


@pytest.mark.parametrize(
    ("features", "mode"),
    [
        ({}, "text-to-video"),
        ({"first_frame": True}, "image-to-video"),
        ({"reference_images": 1}, "references-to-video"),
        ({"input_video": True}, "video-to-video"),
        ({"input_video": True, "reference_images": 1}, "video-image-to-video"),
        ({"input_audio": 1}, "audio-to-video"),
        ({"input_audio": 1, "first_frame": True}, "image-audio-to-video"),
    ],
)
def test_what_is_brought_implies_the_mode(features: dict[str, Scalar], mode: str) -> None:
    """A rule for a mode applies to a request whose inputs make that mode, though it does not name it."""
    every = [one for one in bundled().asking.modes if one.endswith("video")]
    rules = tuple(rule(f"r-{one}", {"mode": one}, {"resolution": "4K"}) for one in every)
    able = model(
        rules=rules, image_to_video=True, reference_images_max=4, video_to_video=True, audio_inputs_max=2,
        resolutions=several("720p", "4K"),
    )  # fmt: skip
    found = accepted(able, resolution="720p", **features)
    assert (found.answer, [one.id for one in found.rules]) == (NO, [f"m1/rules/r-{mode}"])


def test_a_value_that_nobody_names_may_be_the_one() -> None:
    """A range offers values between its ends, so a rule against both ends refuses nothing."""
    never = rule("r", {"aspect_ratio": "16:9"}, {"duration_seconds": 4})
    longest = rule("s", {"aspect_ratio": "16:9"}, {"duration_seconds": 8})
    span = model(rules=(never,), duration_seconds=Span(4, 8), aspect_ratios=several("16:9"))
    assert accepted(span, aspect_ratio="16:9").answer is YES
    both = model(rules=(never, longest), duration_seconds=Span(4, 8), aspect_ratios=several("16:9"))
    assert accepted(both, aspect_ratio="16:9").answer is NO


def test_unknown_ordered_words_are_all_those_of_the_vocabulary() -> None:
    """A rule about every resolution applies whichever of them an unknown list has."""
    said = rule("r", {"audio": True}, {"audio": False})
    at_most = Rule(
        said.id, (*said.when, Test("resolution", "at_most", ("4K",))), said.then, said.source, TODAY
    )
    assert accepted(model(rules=(at_most,), native_audio=True), audio=True).answer is NO


def test_a_contradictory_request_is_refused() -> None:
    """Two values asked of one feature are accepted by no model, known or unknown."""
    tests = {"aspect_ratio": tuple(Test("aspect_ratio", "equals", (one,)) for one in ("16:9", "9:16"))}
    ruled = model(rules=(rule("r", {"aspect_ratio": "16:9"}, {"resolution": "4K"}),))
    for record in (model(), ruled):
        assert accepts(record, tests, "video", bundled().vocabulary, TODAY).answer is NO


def test_silence_is_no_sound_or_sound_off() -> None:
    """A silent clip is possible without sound, or where sound can be switched off; else it is not."""
    assert accepted(model(native_audio=False), audio=False).answer is YES
    assert accepted(model(native_audio=True, silent_option=True), audio=False).answer is YES
    assert accepted(model(native_audio=True, silent_option=False), audio=False).answer is NO
    assert accepted(model(native_audio=True), audio=False).answer is UNKNOWN
