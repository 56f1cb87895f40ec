"""Verdicts on single cases."""

from __future__ import annotations

import datetime

import attrs
import pytest
from catalogs_made import catalog
from records_made import finding, model, route, rule

from modeladvisor import Catalog
from modeladvisor.best import VerdictNow, best
from modeladvisor.conditions import Test
from modeladvisor.opinions import Criterion, Level, RestsOn, Rubric, Verdict
from modeladvisor.values import Value
from strategies import TODAY

CRITERION = Criterion(
    "sound", 100, "It matters.", levels=(Level(Test("native_audio", "equals", (True,)), 1.0),)
)
RUBRIC = Rubric("task", "A task", "video", "1", (), (CRITERION,))


def judged(made: Catalog, *pick: str, rests_on: dict[str, Value] | None = None) -> VerdictNow:
    """Return the verdict of a task that picks these models, today."""
    verdict = Verdict(
        medium="video",
        pick=pick,
        runners_up=(),
        because="It is good.",
        not_for="Nobody.",
        differs=None,
        rests_on=tuple(RestsOn(name, was) for name, was in (rests_on or {}).items()),
        unknowns=(),
        sources=(),
        reviewed=TODAY,
        review_by=TODAY + datetime.timedelta(days=90),
    )
    case = attrs.evolve(made.use_cases["task"], verdicts={"video": verdict})
    return best(made.with_use_cases({"task": case}), case, TODAY).verdicts[0]


MADE = catalog(
    model(
        "m1",
        route("a", status="active"),
        rules=(rule("r", {"audio": True}, {"resolution": "720p"}),),
        evidence=(finding("e", "weak"),),
        native_audio=True,
    ),
    model("m2", status="active", native_audio=False),
    rubric=RUBRIC,
)


def test_no_verdict_is_no_winner() -> None:
    """A task for which nobody has written a verdict says so."""
    (now,) = best(MADE, MADE.use_cases["task"], TODAY).verdicts
    assert (now.state, now.verdict, now.same_first) == ("no-verified-winner", None, None)
    assert "No editor" in now.reasons[0]


def test_an_empty_pick_is_a_verdict() -> None:
    """An editor may say that there is no winner."""
    now = judged(MADE)
    assert (now.state, now.reasons, now.same_first) == ("no-verified-winner", (), None)


@pytest.mark.parametrize(("pick", "same"), [("m1", True), ("m2", False)])
def test_the_pick_stands_beside_the_computed_first(pick: str, same: bool) -> None:
    """The answer says whether the editor's pick is first in the computed ranking."""
    now = judged(MADE, pick)
    assert (now.state, now.same_first) == ("current", same)


@pytest.mark.parametrize(
    ("identifier", "was", "state"),
    [
        ("m1/facts/native_audio", True, "current"),
        ("m1/facts/native_audio", False, "under-review"),
        ("m1/rules/r", True, "current"),
        ("m1/rules/gone", True, "under-review"),
        ("m1/evidence/e", "weak", "current"),
        ("m1/evidence/e", "strong", "under-review"),
        ("nobody/facts/native_audio", True, "under-review"),
    ],
)
def test_everything_a_verdict_rests_on_is_looked_up(identifier: str, was: Value, state: str) -> None:
    """A fact, rule or finding that is gone or no longer says the same puts the verdict under review."""
    now = judged(MADE, "m1", rests_on={identifier: was})
    assert now.state == state
    assert bool(now.reasons) == (state == "under-review")


@pytest.mark.parametrize("routes", [0, 1])
def test_a_retired_pick(routes: int) -> None:
    """A retired pick is told, with or without a route on record."""
    record = model("m1", route("a", status="retired")) if routes else model("m1", status="retired")
    now = judged(catalog(record, rubric=RUBRIC), "m1")
    assert (now.state, now.reasons) == ("under-review", ("Model m1 is retired.",))
