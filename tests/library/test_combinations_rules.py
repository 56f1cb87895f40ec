"""Which rules are about a request: the mode it implies, what it brings, and what rules share."""

from __future__ import annotations

import pytest
from records_made import model, rule, several

from modeladvisor.answers import Answer
from modeladvisor.combinations import Acceptance, Request, accepts, asked
from modeladvisor.conditions import Scalar, Test
from modeladvisor.records import Model, Rule
from strategies import SOURCE, TODAY, bundled

YES, NO = Answer.YES, Answer.NO
ONLY_8_S_IN_4K = rule("never", {"duration_seconds": 8}, {"resolution": "4K"})
"""A rule that no clip of `small` obeys."""


def accepted(record: Model, request: Request) -> Acceptance:
    """Return whether a model that makes video accepts a request today."""
    return accepts(record, request, "video", bundled().vocabulary, TODAY)


def small(*rules: Rule) -> Model:
    """Return a model that makes clips of 8 s in 720p, wide or tall, with these rules."""
    return model(
        rules=rules,
        duration_seconds=several(8),
        resolutions=several("720p"),
        aspect_ratios=several("16:9", "9:16"),
        reference_images_max=3,
        audio_inputs_max=2,
        image_to_video=True,
    )


def in_mode(mode: str) -> Rule:
    """Return a rule that a model in 720p cannot obey in one mode."""
    return rule(mode, {"mode": mode}, {"resolution": "4K"})


@pytest.mark.parametrize(
    ("features", "mode"),
    [
        ({"first_frame": False}, "text-to-video"),
        ({"reference_images": 0}, "text-to-video"),
        ({"input_audio": 1, "reference_images": 1}, "image-audio-to-video"),
        ({"input_audio": 1, "first_frame": False}, "audio-to-video"),
    ],
)
def test_what_is_asked_to_be_left_out_is_not_brought(features: dict[str, Scalar], mode: str) -> None:
    """An input that is asked with nothing implies no mode, and any picture beside sound implies the one with both."""
    found = accepted(small(in_mode(mode)), asked(resolution="720p", **features))
    assert (found.answer, [one.id for one in found.rules]) == (NO, [f"m1/rules/{mode}"])


@pytest.mark.parametrize(
    "test", [Test("reference_images", "at_least", (1,)), Test("reference_images", "one_of", (0, 2))]
)
def test_any_number_of_references_implies_their_mode(test: Test) -> None:
    """References that are asked for by a range or a choice imply their mode as one number does."""
    request = {"reference_images": (test,), **asked(resolution="720p")}
    assert accepted(small(in_mode("references-to-video")), request).answer is NO
    assert accepted(small(in_mode("text-to-video")), request).answer is YES


def test_a_mode_that_is_named_is_not_guessed() -> None:
    """A request that names its mode is held to the rules of that mode alone."""
    request = asked(mode="image-to-video", resolution="720p")
    assert accepted(small(in_mode("text-to-video")), request).answer is YES
    assert accepted(small(in_mode("image-to-video")), request).answer is NO


def test_a_rule_about_what_is_not_brought_is_left_out() -> None:
    """A rule for references ties nothing together where none are brought."""
    tie = rule("tie", {"reference_images": 1}, {"aspect_ratio": "16:9", "duration_seconds": 8})
    record = small(tie, ONLY_8_S_IN_4K)
    assert accepted(record, asked(aspect_ratio="16:9")).answer is YES
    assert accepted(record, asked(aspect_ratio="16:9", reference_images=1)).answer is NO


def test_a_rule_for_what_is_left_out_applies() -> None:
    """A rule about requests without a first frame applies where none is brought, and not where one is."""
    bare = rule("bare", {"first_frame": False}, {"aspect_ratio": "9:16"})
    assert accepted(small(bare), asked(aspect_ratio="16:9")).answer is NO
    assert accepted(small(bare), asked(aspect_ratio="16:9", first_frame=True)).answer is YES


def test_a_rule_for_another_value_is_left_out() -> None:
    """A rule for one shape ties nothing together where another shape is asked."""
    tie = rule("tie", {"aspect_ratio": "9:16"}, {"duration_seconds": 8})
    record = small(tie, ONLY_8_S_IN_4K)
    assert accepted(record, asked(aspect_ratio="16:9")).answer is YES
    assert accepted(record, asked(aspect_ratio="18:32")).answer is NO


def test_a_rule_for_larger_clips_is_left_out() -> None:
    """A rule from some resolution on says nothing of a smaller one that is asked."""
    large = Rule(
        "m1/rules/large",
        (Test("resolution", "at_least", ("1080p",)),),
        (Test("duration_seconds", "equals", (4,)),),
        SOURCE,
        TODAY,
    )
    assert accepted(small(large), asked(resolution="720p", duration_seconds=8)).answer is YES
    both = model(rules=(large,), resolutions=several("720p", "1080p"), duration_seconds=several(8))
    assert accepted(both, asked(resolution="1080p", duration_seconds=8)).answer is NO


def test_a_rule_for_a_value_in_the_range_applies() -> None:
    """A rule for 8 s applies to a request from 4 s on, if 8 s is all that is offered."""
    request = {
        "duration_seconds": (Test("duration_seconds", "at_least", (4,)),), **asked(resolution="720p")
    }  # fmt: skip
    assert accepted(small(ONLY_8_S_IN_4K), request).answer is NO


def test_rules_about_other_features_say_nothing() -> None:
    """A rule that shares no feature with the request, straight or through other rules, does not refuse it."""
    record = small(ONLY_8_S_IN_4K)
    assert accepted(record, asked(aspect_ratio="16:9")).answer is YES
    assert accepted(record, asked(resolution="720p")).answer is NO


def test_rules_reach_a_request_through_what_they_share() -> None:
    """A rule that shares a feature with one that is about the request is about the request too."""
    tie = rule("tie", {"aspect_ratio": "16:9"}, {"duration_seconds": 8})
    for rules in ((tie, ONLY_8_S_IN_4K), (ONLY_8_S_IN_4K, tie)):
        found = accepted(small(*rules), asked(aspect_ratio="16:9"))
        assert (found.answer, set(found.rules)) == (NO, {ONLY_8_S_IN_4K})


def test_what_is_not_brought_ties_no_rules() -> None:
    """Two rules that share only an input that is not brought stay apart."""
    wide = rule("wide", {"aspect_ratio": "16:9"}, {"first_frame": False})
    bare = rule("bare", {"first_frame": False, "duration_seconds": 8}, {"resolution": "4K"})
    assert accepted(small(wide, bare), asked(aspect_ratio="16:9")).answer is YES
    assert accepted(small(wide, bare), asked(aspect_ratio="16:9", first_frame=False)).answer is NO
