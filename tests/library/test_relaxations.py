"""What to give up when nothing fits: every smallest set, and who would then fit."""

from __future__ import annotations

import attrs
from catalogs_made import catalog
from records_made import model, price, route, several

from modeladvisor import Catalog
from modeladvisor.asking import Job
from modeladvisor.conditions import Test
from modeladvisor.finder import find
from modeladvisor.interpretation import interpret
from modeladvisor.opinions import Criterion, Gate, Level, PriceScale, Rubric
from modeladvisor.questions import Word
from modeladvisor.records import Model
from modeladvisor.relaxations import Relaxation
from strategies import TODAY

SOUND = Criterion("sound", 100, "It matters.", levels=(Level(Test("native_audio", "equals", (True,)), 1.0),))


def relaxed(made: Catalog, **words: Word) -> tuple[Relaxation, ...]:
    """Return what would have to be given up of a question about video."""
    return find(made, interpret(made, output="video", **words), TODAY).rankings[0].relaxations


def test_a_set_with_a_smaller_one_in_it_is_not_named() -> None:
    """Each set that is named would not do without one of its parts, and no set that would do is left out."""
    cheap, dear = (route("a", price("p", usd), status="active") for usd in (0.05, 0.5))
    made = catalog(
        model("loud", dear, native_audio=True, duration_seconds=several(8)),
        model("still", cheap, native_audio=False, duration_seconds=several(4)),
    )
    assert relaxed(made, audio="native", duration=8, budget="low") == (
        Relaxation(("budget",), ("loud",)),
        Relaxation(("audio", "duration"), ("still",)),
    )


def test_sets_of_one_size_do_not_hide_each_other() -> None:
    """A set that holds a smaller one is passed over, and those of its size behind it are still tried."""
    made = catalog(
        model("loud", status="active", native_audio=True, duration_seconds=several(4), aspect_ratios=several("9:16")),
        model("long", status="active", native_audio=False, duration_seconds=several(8), aspect_ratios=several("16:9")),
    )  # fmt: skip
    found = relaxed(made, audio="native", duration=8, platform="tiktok")
    assert found == (Relaxation(("duration",), ("loud",)), Relaxation(("audio", "platform"), ("long",)))


def test_who_would_fit_comes_best_first() -> None:
    """The models that would fit are in the order of the rubric."""
    made = catalog(
        model("a", status="active", native_audio=False, duration_seconds=several(4)),
        model("b", status="active", native_audio=True, duration_seconds=several(4)),
        rubric=Rubric("task", "A task", "video", "1", (), (SOUND,)),
    )
    assert relaxed(made, task="task", duration=8) == (Relaxation(("duration",), ("b", "a")),)


def test_a_retired_model_is_never_offered() -> None:
    """Nothing that is given up brings a retired model back."""
    made = catalog(model("gone", status="retired", native_audio=False))
    assert relaxed(made) == ()
    assert relaxed(made, audio="native") == ()


def test_the_gates_of_a_task_are_given_up_together() -> None:
    """Two gates of a task count as one constraint, the task."""
    gates = (
        Gate("sound", "It is needed.", need=Test("native_audio", "equals", (True,))),
        Gate("start", "It is needed.", need=Test("image_to_video", "equals", (True,))),
    )
    made = catalog(
        model("m1", status="active", native_audio=False, image_to_video=False),
        rubric=Rubric("task", "A task", "video", "1", gates, (SOUND,)),
    )
    assert relaxed(made, task="task") == (Relaxation(("task",), ("m1",)),)


def test_what_a_step_asks_can_be_given_up() -> None:
    """A further request of a step is given up like what the question asks, or kept while that is given up."""
    made = catalog(
        model("small", status="active", resolutions=several("720p"), native_audio=True),
        model("silent", status="active", resolutions=several("1080p"), native_audio=False),
    )
    question = interpret(made, output="video", audio="native")
    found = find(made, question, TODAY, request={"resolution": "1080p"}).rankings[0].relaxations
    assert found == (Relaxation(("audio",), ("silent",)), Relaxation(("request",), ("small",)))


def test_nothing_is_given_up_where_something_fits() -> None:
    """A question that a model fits needs no relaxation, even if more models would fit with less."""
    made = catalog(
        model("loud", status="active", native_audio=True), model("still", status="active", native_audio=False)
    )
    assert relaxed(made, audio="native") == ()


def test_who_would_fit_comes_in_the_order_of_the_callers_weights() -> None:
    """Weights that the caller gives order what would fit as they order what fits."""
    start = Criterion(
        "start", 40, "It matters.", levels=(Level(Test("image_to_video", "equals", (True,)), 1.0),)
    )
    made = catalog(
        model("a", status="active", native_audio=False, image_to_video=True, duration_seconds=several(4)),
        model("b", status="active", native_audio=True, image_to_video=False, duration_seconds=several(4)),
        rubric=Rubric("task", "A task", "video", "1", (), (attrs.evolve(SOUND, points=60), start)),
    )
    assert relaxed(made, task="task", duration=8) == (Relaxation(("duration",), ("b", "a")),)
    assert relaxed(made, task="task", duration=8, weights="start:90") == (
        Relaxation(("duration",), ("a", "b")),
    )


def test_who_would_fit_comes_in_the_order_of_the_asked_way_in() -> None:
    """Prices count on the way in that is still asked for."""
    scale = PriceScale(Job("video", 8), full=0.1, none=0.5)
    rubric = Rubric(
        "task", "A task", "video", "1", (), (Criterion("price", 100, "It matters.", price=scale),)
    )

    def sold(name: str, api: float, web: float) -> Model:
        ways = (
            route("api", price("p", api), status="active"),
            route("web", price("p", web), kind="web", status="active"),
        )
        return model(name, *ways, duration_seconds=several(4))

    made = catalog(sold("a", 0.4, 0.1), sold("b", 0.2, 0.3), rubric=rubric)
    assert relaxed(made, task="task", duration=8, platform="api")[0] == Relaxation(("duration",), ("b", "a"))
    assert relaxed(made, task="task", duration=8)[0] == Relaxation(("duration",), ("a", "b"))


def test_who_would_fit_comes_in_the_order_of_the_asked_style() -> None:
    """A model that is made for the asked style comes before one of more points that is not known to be."""
    made = catalog(
        model("a", status="active", native_audio=True, duration_seconds=several(4)),
        model("b", status="active", native_audio=False, camera_control=several("prompt"), duration_seconds=several(4)),
        rubric=Rubric("task", "A task", "video", "1", (), (SOUND,)),
    )  # fmt: skip
    assert relaxed(made, task="task", duration=8) == (Relaxation(("duration",), ("a", "b")),)
    assert relaxed(made, task="task", duration=8, style="cinematic") == (
        Relaxation(("duration",), ("b", "a")),
    )
