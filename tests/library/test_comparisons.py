"""Models side by side."""

from __future__ import annotations

import datetime

import pytest
from catalogs_made import catalog
from records_made import model, price, route, several

from modeladvisor import Advisor, NotInCatalogError, QuestionError
from modeladvisor.comparisons import Comparison, best_status, shown_fact
from modeladvisor.conditions import Test
from modeladvisor.opinions import Criterion, Level, Rubric
from modeladvisor.views.comparisons import compare_answer
from strategies import TODAY

CRITERIA = tuple(
    Criterion(key, 50, "It matters.", levels=(Level(Test(key, "equals", (True,)), 1.0),))
    for key in ("native_audio", "image_to_video")
)
ADVISOR = Advisor(
    catalog(
        model("a", route("x", price("p", 0.2)), native_audio=True, image_to_video=True, seed=True),
        model("b", native_audio=False, seed=True, fps=several(24)),
        model("c", native_audio=False, image_to_video=False, seed=True),
        model("i", makes=("image",), seed=True),
        rubric=Rubric("task", "A task", "video", "1", (), CRITERIA),
    ),
    TODAY,
)


def test_rows_are_the_same_different_or_unknown() -> None:
    """Two known values that differ are different, whoever else is unknown; equal and all known is the same."""
    rows = {row.capability.key: row.verdict for row in ADVISOR.compare("a", "b", "c").rows}
    assert (rows["native_audio"], rows["seed"], rows["fps"]) == ("different", "same", "unknown")
    assert rows["image_to_video"] == "different"


def test_differences_only() -> None:
    """With `differences_only` nothing but differing rows is left."""
    rows = ADVISOR.compare("a", "c", differences_only=True).rows
    assert [row.capability.key for row in rows] == ["image_to_video", "native_audio"]


@pytest.mark.parametrize("names", [["a"], ["a", "a"], ["a", "Model A"], list("abcdefghi"), []])
def test_two_to_eight_different_models(names: list[str]) -> None:
    """One model, or one under two names, or nine are no comparison."""
    with pytest.raises(QuestionError) as caught:
        ADVISOR.compare(names)
    assert caught.value.mistakes[0].parameter == "models"


def test_names_come_as_a_list_or_with_commas() -> None:
    """Several arguments, a list and a comma list are the same; an unknown name is refused."""
    forms = [ADVISOR.compare("a", "b"), ADVISOR.compare(["a", "b"]), ADVISOR.compare("a, B")]
    assert [[one.slug for one in form.models] for form in forms] == [["a", "b"]] * 3
    with pytest.raises(NotInCatalogError):
        ADVISOR.compare("a", "nobody")


def test_dominance_on_every_decided_criterion() -> None:
    """One model dominates another if it earns as much on every criterion decided for both, and more on one."""
    (task,) = ADVISOR.compare("a", "b", "c", task="task").task
    found = {(one.better, one.worse): (one.on, one.undecided, one.proved) for one in task.dominance}
    assert found == {
        ("a", "b"): (("native_audio",), ("image_to_video",), True),
        ("a", "c"): (("native_audio", "image_to_video"), (), True),
    }


def test_dominance_on_what_is_decided_may_not_be_proved() -> None:
    """A model that leads wherever both are decided may still be beaten where it is not."""
    made = catalog(
        model("a", native_audio=True), model("b", native_audio=False, image_to_video=True),
        rubric=Rubric("task", "A task", "video", "1", (), CRITERIA),
    )  # fmt: skip
    (task,) = Advisor(made, TODAY).compare("a", "b", task="task").task
    (one,) = task.dominance
    assert (one.better, one.on, one.undecided, one.proved) == (
        "a", ("native_audio",), ("image_to_video",), False,
    )  # fmt: skip


def test_models_of_different_media_have_no_common_price() -> None:
    """Prices are set side by side only for a medium that all make."""
    assert ADVISOR.compare("a", "i").costs == {}
    assert ADVISOR.compare("a", "b").costs["video"]["a"].quotes[0].usd == 0.2


def test_the_status_is_the_best_over_the_routes() -> None:
    """A model is in service as long as one of its routes is."""
    retired, preview = route("x", status="retired"), route("y", status="preview")
    found = best_status(model("m1", retired, preview), TODAY)
    assert found is not None
    assert found.value == "preview"


def test_a_route_of_which_nothing_is_known_keeps_the_status_open() -> None:
    """A model is retired only if all its routes are; one without a status may still be in service."""
    gone, silent = route("x", status="retired"), route("y", price("p", 0.1))
    assert best_status(model("m1", gone, silent), TODAY) is None
    found = best_status(model("m1", gone, route("z", status="retired")), TODAY)
    assert found is not None
    assert found.value == "retired"


def test_a_model_without_routes_ends_on_its_last_day() -> None:
    """Where no route is recorded the announced last day of the model decides."""
    found = best_status(model(status="active", retires=TODAY - datetime.timedelta(days=1)), TODAY)
    assert found is not None
    assert found.value == "retired"


def test_what_only_routes_state_is_shown_with_its_route() -> None:
    """A value that only routes state is shown with the route that states it, and whether others differ."""
    record = model("m1", route("x", free_tier=True), route("y", free_tier=False))
    found = shown_fact(record, "free_tier", TODAY)
    assert found is not None
    assert (found.value, found.note) == (True, "Stated for the route x; other routes differ.")


def test_a_stated_job_is_priced_side_by_side() -> None:
    """The job that is named is priced on every route of every model."""
    found = ADVISOR.compare("a", "b", job="duration:6,count:10")
    assert found.jobs["video"].count == 10
    assert found.costs["video"]["a"].quotes[0].total == 12.0
    with pytest.raises(QuestionError) as caught:
        ADVISOR.compare("a", "b", job={"cuont": 3, "audio": "loud"})
    assert len(caught.value.mistakes) == 2


def test_models_task_and_job_are_wrong_together() -> None:
    """What is wrong with the models, the task and the job of a comparison is told in one round."""
    with pytest.raises(QuestionError) as caught:
        ADVISOR.compare("a", "nobody", "someone", task="tsk", job="cuont:3")
    assert [one.parameter for one in caught.value.mistakes] == ["task", "job", "models", "models"]
    assert [one.got for one in caught.value.mistakes] == ["tsk", "cuont", "nobody", "someone"]
    with pytest.raises(NotInCatalogError) as unknown:
        ADVISOR.compare("a", "nobody", "someone", task="task", job="count:3")
    assert [one.got for one in unknown.value.mistakes] == ["nobody", "someone"]
    assert "'nobody'" in str(unknown.value)
    assert "'someone'" in str(unknown.value)


def test_a_job_is_judged_before_its_medium_is_known() -> None:
    """While a name is unknown a job of either medium is fine, and with no medium in common it is judged too."""
    for job in ("megapixels:2", "duration:6"):
        with pytest.raises(NotInCatalogError):
            ADVISOR.compare("a", "nobody", job=job)
    with pytest.raises(QuestionError):
        ADVISOR.compare("a", "b", job="megapixels:2")
    with pytest.raises(QuestionError):
        ADVISOR.compare("a", "i", job="cuont:3")


def test_modes_that_all_share() -> None:
    """A mode is shared if it is known of all; without one, nothing says that they do the same."""
    made = catalog(
        model("x", text_to_video=True, image_to_video=True),
        model("y", text_to_video=True, image_to_video=False),
        model("z", text_to_video=False),
    )
    found = Advisor(made, TODAY)
    pair = found.compare("x", "y")
    assert pair.shared_modes == ("text-to-video",)
    assert {slug: one.value for slug, one in pair.modes["image-to-video"].items()} == {
        "x": "yes",
        "y": "unknown",
    }
    assert guard(found, pair) is None
    assert "No mode is known" in str(guard(found, found.compare("x", "y", "z")))
    assert "different media" in str(guard(ADVISOR, ADVISOR.compare("a", "i")))


def guard(advisor: Advisor, found: Comparison) -> object:
    """Return the warning of a comparison on the wire."""
    return compare_answer(advisor.catalog, found, TODAY)["guard"]


def test_the_pareto_front_of_a_comparison() -> None:
    """Of the compared models those are named that no other beats on both proved points and price."""
    made = catalog(
        model("best", route("x", price("p", 0.4)), native_audio=True, image_to_video=True),
        model("fair", route("x", price("p", 0.1)), native_audio=True),
        model("beaten", route("x", price("p", 0.2)), native_audio=True),
        rubric=Rubric("task", "A task", "video", "1", (), CRITERIA),
    )
    (task,) = Advisor(made, TODAY).compare("best", "fair", "beaten", task="task").task
    assert task.pareto == ("fair", "best")
