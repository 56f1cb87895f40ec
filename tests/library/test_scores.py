"""What each kind of criterion earns."""

from __future__ import annotations

import pytest
from records_made import finding, model, price, route, several

from modeladvisor.answers import Answer
from modeladvisor.asking import Job
from modeladvisor.conditions import Test
from modeladvisor.opinions import Criterion, Level, PriceScale, Rubric
from modeladvisor.records import Grade, Model
from modeladvisor.scores import Part, has_route, score
from strategies import TODAY, bundled

VOCABULARY = bundled().vocabulary
LONG = Criterion(
    "long",
    10,
    "It matters.",
    levels=(
        Level(Test("duration_seconds", "at_least", (8,)), 0.5),
        Level(Test("duration_seconds", "at_least", (10,)), 1.0),
    ),
)
PRICED = Criterion(
    "price", 10, "It matters.", price=PriceScale(Job("video", 8, "720p", True), full=0.1, none=0.5)
)  # fmt: skip


def part(criterion: Criterion, record: Model) -> Part:
    """Return the part of one criterion, alone in its rubric."""
    rubric = Rubric("r", "R", "video", "1", (), (criterion,))
    (found,) = score(record, rubric, VOCABULARY, TODAY).parts
    return found


@pytest.mark.parametrize(
    ("values", "open_", "points"),
    [
        ((10,), False, (10, 10)),
        ((8,), False, (5, 5)),
        ((8,), True, (5, 10)),
        ((4,), False, (0, 0)),
        ((4,), True, (0, 10)),
    ],
)
def test_levels(values: tuple[int, ...], open_: bool, points: tuple[float, float]) -> None:
    """The best level that is proved earns its share; the best that is not ruled out is possible."""
    found = part(LONG, model(duration_seconds=several(*values, open_=open_)))
    assert (found.low, found.high) == points


@pytest.mark.parametrize(("usd", "points"), [(0.05, 10), (0.1, 10), (0.3, 5), (0.5, 0), (0.9, 0)])
def test_prices_are_linear_between_two_bounds(usd: float, points: float) -> None:
    """Full points at or under the lower bound, none at or over the upper, linear between."""
    found = part(PRICED, model("m1", route("a", price("p", usd))))
    assert (found.low, found.high) == (points, points)
    assert [one.usd for one in found.prices] == [usd]


def test_an_unpriced_route_may_be_cheaper() -> None:
    """A dear price beside an unpriced route earns what is proved and may earn all."""
    found = part(PRICED, model("m1", route("a", price("p", 0.3)), route("b", status="active")))
    assert (found.low, found.high, found.unknowns) == (5, 10, ("price",))


@pytest.mark.parametrize(("grade", "points"), [("leading", 9), ("strong", 6), ("adequate", 3), ("weak", 0)])
def test_grades(grade: Grade, points: float) -> None:
    """Grades of evidence earn all, two thirds, one third and nothing."""
    criterion = Criterion("speech", 9, "It matters.", evidence="speech_quality")
    found = part(criterion, model(evidence=(finding("e", grade),)))
    assert (found.low, found.high, found.answer is Answer.YES) == (points, points, points > 0)


def test_evidence_of_one_day_counts_by_the_weakest() -> None:
    """Two findings of the same day count as the weaker of them."""
    criterion = Criterion("speech", 9, "It matters.", evidence="speech_quality")
    both = model(evidence=(finding("a", "leading"), finding("b", "adequate")))
    assert part(criterion, both).low == 3


def test_routes_name_what_says_that_they_are_there() -> None:
    """A kind of route in service earns points and names its facts or prices; a retired one earns none."""
    criterion = Criterion("api", 10, "It matters.", route_kinds=("api",))
    assert part(criterion, model("m1", route("a", status="active"))).facts
    assert part(criterion, model("m1", route("a", price("p", 0.1)))).prices
    gone = part(criterion, model("m1", route("a", status="retired")))
    assert (gone.low, gone.answer) == (0, Answer.UNKNOWN)


def test_published_weights_answer_for_own_hardware() -> None:
    """Published weights prove a way to run the model oneself, closed ones that there is none."""
    criterion = Criterion("own", 10, "It matters.", route_kinds=("self-hosted",))
    found = part(criterion, model(open_weights=True))
    assert (found.low, [one.key for one in found.facts]) == (10, ["open_weights"])
    assert has_route(model(open_weights=False), "self-hosted", TODAY) is Answer.NO
    assert has_route(model(), "self-hosted", TODAY) is Answer.UNKNOWN


def test_coverage_is_the_decided_share() -> None:
    """Coverage is the share of points that are decided, whether they are earned or not."""
    rubric = Rubric("r", "R", "video", "1", (), (LONG, PRICED))
    found = score(model(duration_seconds=several(4)), rubric, VOCABULARY, TODAY)
    assert (found.low, found.high, found.coverage) == (0, 10, 0.5)
