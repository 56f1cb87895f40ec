"""How parts add up to a score."""

from __future__ import annotations

import datetime

import attrs
import pytest
from records_made import fact, model, price, route

from modeladvisor.asking import Job
from modeladvisor.conditions import Test
from modeladvisor.opinions import Criterion, Level, PriceScale, Rubric
from modeladvisor.records import Model
from modeladvisor.scores import Score, score
from strategies import TODAY, bundled


def criterion(name: str, points: float, share: float = 1.0) -> Criterion:
    """Return a criterion that earns a share of its points for a capability."""
    return Criterion(name, points, "It matters.", levels=(Level(Test(name, "equals", (True,)), share),))


def scored(record: Model, *criteria: Criterion, access: str | None = None) -> Score:
    """Return the score of a model on these criteria."""
    rubric = Rubric("r", "R", "video", "1", (), criteria)
    return score(record, rubric, bundled().vocabulary, TODAY, access=access)


def test_sums_are_rounded_to_the_cent() -> None:
    """Thirds of points add up to cents of a point, what is possible like what is proved."""
    thirds = criterion("native_audio", 10, 1 / 3), criterion("seed", 1, 1 / 3)
    found = scored(model(native_audio=True, seed=True), *thirds)
    assert (found.low, found.high) == (3.67, 3.67)
    found = scored(model(native_audio=True), *thirds)
    assert (found.low, found.high) == (3.33, 3.67)


@pytest.mark.parametrize(
    ("known", "coverage"),
    [({}, 0), ({"seed": False}, 0.1429), ({"native_audio": True}, 0.8571), ({"native_audio": True, "seed": True}, 1)],
)  # fmt: skip
def test_coverage_counts_points_to_four_digits(known: dict[str, bool], coverage: float) -> None:
    """Coverage is the decided points of all points, whether they are earned or not."""
    record = attrs.evolve(model(), facts={key: fact(key, value) for key, value in known.items()})
    assert scored(record, criterion("native_audio", 60), criterion("seed", 10)).coverage == coverage


def test_nothing_counts() -> None:
    """Without criteria there are no points, and none are decided."""
    assert scored(model()) == Score(0, 0, 0, ())


def test_a_score_is_of_one_day_and_one_way_in() -> None:
    """Prices earn points on routes of the asked kind that are in service on the day."""
    priced = Criterion("price", 10, "It matters.", price=PriceScale(Job("video", 8), full=0.1, none=0.5))
    over = route("old", price("old", 0.1), kind="web", retires=TODAY - datetime.timedelta(days=1))
    record = model("m1", over, route("w", price("w", 0.4), kind="web"), route("a", price("a", 0.1)))
    assert scored(record, priced, access="web").low == 2.5
    assert scored(record, priced).low == 10
