"""What would change the first place: by learning, by style, and by another weight."""

from __future__ import annotations

import pytest
from catalogs_made import catalog
from plain_rankings import Contender
from records_made import model
from test_rankings import NO, UNKNOWN, YES, contender, sensitive

from modeladvisor.answers import Answer
from modeladvisor.conditions import Test
from modeladvisor.finder import find
from modeladvisor.interpretation import interpret
from modeladvisor.opinions import Criterion, Level, Rubric
from modeladvisor.rankings import pareto
from modeladvisor.scores import Part, Score
from modeladvisor.sensitivities import Climb, Sensitivity, WeightMargin
from strategies import TODAY

Ends = tuple[float, float]


def climb(*parts: tuple[float, float, str], known: str = "") -> Climb:
    """Return the climb of parts with proved points, possible points and a letter for each unknown."""
    made = tuple(
        Part(Criterion(f"c{number}", 20, "It matters."), UNKNOWN, low, high, unknowns=tuple(keys))
        for number, (low, high, keys) in enumerate(parts)
    )
    return Climb(Score(round(sum(one[0] for one in parts), 2), 100, 1, made), tuple(known))


@pytest.mark.parametrize(
    ("parts", "points", "fewest"),
    [
        ([(10, 20, "a")], 15, ("a",)),
        ([(10, 20, "a")], 20, None),
        ([(10, 20, "a")], 9, ()),
        ([(10, 10.5, "a")], 10.2, ("a",)),
        ([(10, 10, "")], 10.5, None),
        ([(0, 10, "a"), (0, 8, "b")], 9, ("a",)),
        ([(0, 8, "a"), (0, 8.5, "b")], 8.2, ("b",)),
        ([(0, 5, "a"), (0, 5, "a"), (0, 8, "b")], 9, ("a",)),
        ([(0, 9, "a"), (0, 3, "b"), (0, 9, "c")], 15, ("a", "c")),
        ([(0, 9, "ab"), (0, 5, "c"), (0, 3, "d")], 8, ("a", "b")),
        ([(0, 9, "bc"), (0, 3, "a")], 8, ("b", "c")),
        ([(0, 5, "a"), (0, 5, "b")], 4, ("a",)),
    ],
)
def test_the_fewest_unknowns_above_some_points(
    parts: list[tuple[float, float, str]], points: float, fewest: tuple[str, ...] | None
) -> None:
    """The fewest unknowns are named that win enough together, of equally good ones those whose names come first.

    A criterion with two unknowns is won by both, and one unknown wins all criteria that it alone decides.
    """
    assert climb(*parts).fewest_above(points, ties_win=False) == fewest


def test_known_unknowns_cost_nothing() -> None:
    """What has to turn out well anyway is not named again, and what it wins counts."""
    parts = ((0, 9, "ab"), (0, 8, "c"))
    assert climb(*parts, known="a").fewest_above(8.5, ties_win=False) == ("b",)
    assert climb(*parts, known="ab").fewest_above(8.5, ties_win=False) == ()


@pytest.mark.parametrize(("points", "fewest"), [(20, ("a",)), (20.01, None), (10, ())])
def test_a_tie_is_enough_for_who_wins_ties(points: float, fewest: tuple[str, ...] | None) -> None:
    """Who comes first among equals needs as many points, not more."""
    assert climb((10, 20, "a")).fewest_above(points, ties_win=True) == fewest


def test_points_are_compared_to_the_cent() -> None:
    """Thirds of points, and sums that no float holds exactly, are compared as the rounded points that are shown."""
    assert climb((10 / 3, 10, "a")).fewest_above(10, ties_win=True) == ("a",)
    assert climb((0.1, 0.1, ""), (0, 0.2, "a")).fewest_above(0.3, ties_win=False) is None
    assert climb((0.4, 0.4, ""), (0, 0.2, "a")).fewest_above(0.5, ties_win=False) == ("a",)


def test_nobody_stands_first() -> None:
    """Without models there is nothing that could change."""
    assert sensitive([]) == Sensitivity(first_place_holds=False, rivals=0, decided_by=(), weight_margin=None)


def needed(*contenders: Contender) -> list[tuple[str, tuple[str, ...]]]:
    """Return who decides about the first place, and by which unknowns."""
    return [(one.slug, one.unknowns) for one in sensitive(contenders).decided_by]


def test_a_first_that_may_be_out_is_named_with_what_holds_it_back() -> None:
    """Whether a model stays first that may not fit is decided by what holds it back, beside its rivals' unknowns."""
    first = contender("a", (30, 30), (0, 0), gate=UNKNOWN)
    assert needed(first) == [("a", ("g",))]
    assert needed(first, contender("b", (0, 40), (0, 0), gate=UNKNOWN)) == [("a", ("g",)), ("b", ("g", "a"))]


def test_a_rival_that_fits_needs_points_alone() -> None:
    """What a rival has to learn is what wins it enough points, and first of all that it fits if that is open."""
    first = contender("a", (30, 30), (0, 0))
    assert needed(first, contender("b", (0, 40), (0, 0))) == [("b", ("a",))]
    assert needed(first, contender("b", (0, 40), (0, 0), gate=UNKNOWN)) == [("b", ("g", "a"))]
    assert needed(first, contender("b", (40, 40), (0, 0), gate=UNKNOWN)) == [("b", ("g",))]


@pytest.mark.parametrize(
    ("own", "its", "points", "unknowns"),
    [
        (UNKNOWN, YES, (0, 40), ("style", "a")),
        (UNKNOWN, UNKNOWN, (0, 20), ("style",)),
        (UNKNOWN, NO, (0, 20), None),
        (NO, NO, (0, 40), ("a",)),
        (NO, UNKNOWN, (0, 40), ("a",)),
        (YES, YES, (0, 40), ("a",)),
    ],
)
def test_a_rival_may_need_its_style_to_be_known(
    own: Answer, its: Answer, points: Ends, unknowns: tuple[str, ...] | None
) -> None:
    """A rival of unknown style needs to be made for it, and then no points against a first that may not be."""
    first = contender("a", (30, 30), (0, 0), style=its)
    rival = contender("b", points, (0, 0), style=own)
    assert dict(needed(first, rival)).get("b") == unknowns


def test_a_rival_that_comes_first_among_equals_needs_a_tie() -> None:
    """As many points as the first are enough for a rival whose slug comes before it, and for no other."""
    first = contender("m", (30, 30), (0, 0))
    assert needed(first, contender("a", (0, 30), (0, 0))) == [("a", ("a",))]
    assert needed(first, contender("z", (0, 30), (0, 0))) == []


def test_at_most_five_are_shown_those_with_the_fewest_unknowns_first() -> None:
    """All rivals are counted, and the five shown are those with the fewest unknowns, then by slug."""
    first = contender("z", (30, 30), (10, 10))
    two = [contender(slug, (0, 30), (0, 30)) for slug in "abc"]
    one = [contender(slug, (20, 60), (0, 0)) for slug in "def"]
    found = sensitive([first, *two, *one])
    assert found.rivals == 6
    assert [each.slug for each in found.decided_by] == ["d", "e", "f", "a", "b"]


def margin(*models: Ends) -> WeightMargin | None:
    """Return how far the weight of 60 may move among models with points on both criteria, `a` first."""
    made = [contender(slug, (a, a), (b, b)) for slug, (a, b) in zip("abc", models, strict=False)]
    return sensitive(made).weight_margin


@pytest.mark.parametrize(
    ("first", "rival", "down_to", "up_to"),
    [
        ((60, 0), (0, 20), 33.3, None),
        ((30, 40), (60, 0), None, 66.7),
        ((30, 30), (15, 35), 33.3, None),
        ((30, 30), (42, 8), None, 73.3),
        ((60, 0), (30, 0), None, None),
        ((60, 40), (60, 20), None, None),
        ((60, 0), (0, 0.2), 0.5, None),
        ((0.6, 40), (0, 40), None, None),
        ((30, 20), (15, 10), None, None),
    ],
)
def test_the_margin_is_where_a_rival_is_as_good(
    first: Ends, rival: Ends, down_to: float | None, up_to: float | None
) -> None:
    """A weight may move until the rival has as many points, to a tenth; at 0 and 100 it is no weight any more."""
    assert margin(first, rival) == WeightMargin("a", 60, down_to, up_to)


def test_a_tie_leaves_no_margin_on_the_side_where_the_rival_is_better() -> None:
    """Where the first has as many points as a rival, the slightest move towards what the rival is better at decides."""
    better_at_the_rest, better_at_the_weight = margin((30, 10), (0, 40)), margin((30, 30), (60, 0))
    assert better_at_the_rest is not None
    assert better_at_the_rest.down_to == 60
    assert better_at_the_weight is not None
    assert better_at_the_weight.up_to == 60


def test_the_nearest_of_several_rivals_ends_the_margin() -> None:
    """Of rivals on one side the one that catches up first counts, of those equal by the weight the better one."""
    assert margin((60, 0), (0, 10), (0, 30)) == WeightMargin("a", 60, 42.9, None)
    assert margin((60, 0), (0, 30), (0, 10)) == WeightMargin("a", 60, 42.9, None)
    assert margin((30, 40), (60, 0), (45, 10)) == WeightMargin("a", 60, None, 66.7)


def test_a_tie_ends_the_margin_on_the_side_where_the_other_is_better() -> None:
    """A rival with as many points that is better at the rest leads once the weight falls, and not if it rises."""
    margin = sensitive([contender("a", (60, 60), (0, 0)), contender("b", (20, 20), (40, 40))]).weight_margin
    assert margin is not None
    assert (margin.down_to, margin.up_to) == (60.0, None)
    other = sensitive([contender("a", (20, 20), (40, 40)), contender("b", (60, 60), (0, 0))]).weight_margin
    assert other is not None
    assert (other.down_to, other.up_to) == (None, 60.0)


def test_a_rival_on_a_parallel_line_hides_no_other() -> None:
    """A rival that is as far behind at every weight changes nothing, and those looked at after it still count."""
    field = [
        contender("a", (60, 60), (20, 20)),
        contender("b", (30, 30), (40, 40)),
        contender("c", (54, 54), (16, 16)),
    ]
    margin = sensitive(field).weight_margin
    assert margin is not None
    assert (margin.down_to, margin.up_to) == (50.0, None)


def test_a_line_that_is_hardly_steeper_crosses_too() -> None:
    """However little two lines differ, a crossing between the ends counts, and one beyond them does not."""
    close = sensitive(
        [contender("a", (60, 60), (0, 0)), contender("b", (59.7, 59.7), (0.1, 0.1))]
    ).weight_margin
    assert close is not None
    assert (close.down_to, close.up_to) == (33.3, None)
    beyond = sensitive(
        [contender("a", (60, 60), (0.2, 0.2)), contender("b", (59.7, 59.7), (0.1, 0.1))]
    ).weight_margin
    assert beyond is not None
    assert (beyond.down_to, beyond.up_to) == (None, None)


def test_a_weight_of_everything_has_no_margin() -> None:
    """Where one criterion is all there is, no other grows as it shrinks."""
    seed = Criterion("seed", 100, "It matters.", levels=(Level(Test("seed", "equals", (True,)), 1.0),))
    made = catalog(
        model("a", status="active", seed=True),
        model("b", status="active", seed=False),
        rubric=Rubric("task", "A task", "video", "1", (), (seed,)),
    )
    ranking = find(made, interpret(made, task="task"), TODAY).rankings[0]
    assert ranking.sensitivity.weight_margin is None
    assert ranking.sensitivity.first_place_holds


def test_equals_at_the_cheapest_price_share_the_front() -> None:
    """Those with the same points and the same price are all in, also at the price that ends the walk."""
    assert pareto([0, 1, 2], [5, 5, 4], [0.1, 0.1, 0.1], 0.1) == [0, 1]
    assert pareto([0, 1, 2], [5, 4, 3], [0.3, 0.1, 0.2], 0.1) == [1, 0]
