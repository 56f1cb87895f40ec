"""How many models each constraint excludes, and who is left."""

from __future__ import annotations

import attrs
import pytest
from catalogs_made import catalog
from records_made import model, price, route, rule, several

from modeladvisor import Catalog
from modeladvisor.asks import brief_of
from modeladvisor.boards import board_of
from modeladvisor.combinations import asked, is_ruled
from modeladvisor.conditions import Test
from modeladvisor.interpretation import interpret
from modeladvisor.opinions import Criterion, Gate, Level, Rubric
from modeladvisor.questions import Word
from modeladvisor.selection import select
from strategies import TODAY, bundled

SOUND = Criterion("sound", 100, "It matters.", levels=(Level(Test("native_audio", "equals", (True,)), 1.0),))
WIDE_FROM_TEXT = rule("wide", {"mode": "text-to-video"}, {"aspect_ratio": "16:9"})


@attrs.frozen
class Groups:
    """The slugs of the three groups, and how many are out by which constraint."""

    fits: list[str]
    may_fit: list[str]
    excluded: list[str]
    by_reason: dict[str, int]


def selected(made: Catalog, **words: Word) -> Groups:
    """Return who is selected for video."""
    board = board_of(made, "video", TODAY)
    found = select(board, brief_of(made, interpret(made, output="video", **words), "video"))

    def slugs(members: int) -> list[str]:
        return [board.field.slugs[place] for place in board.field.places(members)]

    return Groups(slugs(found.fits), slugs(found.may_fit), slugs(found.excluded), dict(found.by_reason))


def test_an_excluded_model_counts_for_the_first_constraint_that_excludes_it() -> None:
    """Of several constraints that a model fails the first counts; the gates of a task count together."""
    gates = (
        Gate("sound", "It is needed.", need=Test("native_audio", "equals", (True,))),
        Gate("seed", "It is needed.", need=Test("seed", "equals", (True,))),
    )
    made = catalog(
        model("a", status="retired", native_audio=False),
        model("b", status="active", native_audio=False, seed=False),
        model("c", status="active", native_audio=True, seed=False),
        model("d", status="active", native_audio=True, seed=True, image_to_video=False, reference_images_max=0),
        model("e", status="active", native_audio=True, seed=True, image_to_video=True),
        rubric=Rubric("task", "A task", "video", "1", gates, (SOUND,)),
    )  # fmt: skip
    assert selected(made, task="task", input="image") == Groups(
        ["e"], [], ["a", "b", "c", "d"], {"input": 1, "status": 1, "task": 2}
    )


def test_what_is_unknown_of_one_constraint_is_not_healed_by_another() -> None:
    """A model fits if it meets every constraint for sure; one that is open is enough to be left among who may fit."""
    made = catalog(
        model("a", route("r", price("p", 0.05))),
        model("b", route("r", price("p", 0.05), status="active")),
        model("c", route("r", status="active")),
    )
    assert selected(made, budget="low") == Groups(["b"], ["a", "c"], [], {})


@pytest.mark.parametrize("last", ["b", "z"])
def test_a_request_that_nobody_knows_to_be_accepted_may_fit(last: str) -> None:
    """Whatever its place in the field, a model of which nobody knows whether it accepts the request may fit."""
    made = catalog(model("m", status="active", native_audio=True), model(last, status="active"))
    assert selected(made, audio="native") == Groups(["m"], [last], [], {})


def test_constraints_on_requests_exclude_one_by_one() -> None:
    """Models that do not offer what is asked count for the constraint that asked it, the first of several."""
    shapes = (("a", 4, "16:9"), ("b", 4, "9:16"), ("c", 8, "16:9"))
    made = catalog(
        *(
            model(slug, native_audio=True, duration_seconds=several(seconds), aspect_ratios=several(ratio))
            for slug, seconds, ratio in shapes
        )
    )
    found = selected(made, audio="native", duration=8, platform="tiktok")
    assert found == Groups([], [], ["a", "b", "c"], {"duration": 2, "platform": 1})


def test_what_only_the_combination_excludes_counts_as_the_request() -> None:
    """A model that offers all that is asked, but not together, is out by the request as a whole."""
    short = rule("short", {"aspect_ratio": "9:16"}, {"duration_seconds": 4})
    able = model(
        "a", rules=(short,), duration_seconds=several(4, 8), aspect_ratios=several("16:9", "9:16")
    )  # fmt: skip
    made = catalog(able, attrs.evolve(able, slug="b"))
    assert selected(made, duration=8, platform="tiktok") == Groups([], [], ["a", "b"], {"request": 2})


def test_a_rule_about_making_clips_from_text_holds_without_inputs() -> None:
    """A request that brings nothing is one from text to the medium of the question, and rules about that hold."""
    made = catalog(model(rules=(WIDE_FROM_TEXT,), status="active", aspect_ratios=several("16:9", "9:16")))
    assert selected(made, platform="tiktok").by_reason == {"request": 1}
    assert selected(made, platform="youtube").fits == ["m1"]


def test_a_rule_about_something_else_does_not_rule_a_request() -> None:
    """A rule touches a request if what is asked or implied reaches it, not by being there."""
    record, vocabulary = model(rules=(WIDE_FROM_TEXT,)), bundled().vocabulary
    assert is_ruled(record, asked(aspect_ratio="9:16"), "video", vocabulary) is True
    assert is_ruled(record, asked(aspect_ratio="9:16"), "image", vocabulary) is False
    assert is_ruled(record, asked(aspect_ratio="9:16", first_frame=True), "video", vocabulary) is False
    assert is_ruled(model(), asked(aspect_ratio="9:16"), "video", vocabulary) is False
