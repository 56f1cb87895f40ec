"""Order, intervals of places, and what would change the first place."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plain_rankings import Contender, intervals

from modeladvisor.answers import Answer
from modeladvisor.ballots import Field
from modeladvisor.opinions import Criterion, Rubric
from modeladvisor.rankings import Standing, Standings
from modeladvisor.scoreboards import Scoreboard, reweighted
from modeladvisor.scores import Part, Score
from modeladvisor.sensitivities import Climb, Sensitivity, sensitivity

YES, NO, UNKNOWN = Answer.YES, Answer.NO, Answer.UNKNOWN
CRITERIA = (Criterion("a", 60, "It matters."), Criterion("b", 40, "It matters."))
RUBRIC = Rubric("r", "R", "video", "1", (), CRITERIA)


def contender(
    slug: str, a: tuple[float, float], b: tuple[float, float], *, gate: Answer = YES, style: Answer = YES
) -> Contender:
    """Return a contender with low and high points on two criteria."""
    parts = tuple(
        Part(criterion, YES if low else UNKNOWN, low, high, unknowns=(criterion.id,) if high > low else ())
        for criterion, (low, high) in zip(CRITERIA, (a, b), strict=True)
    )
    return Contender(slug, gate, style, Score(a[0] + b[0], a[1] + b[1], 1.0, parts))


def standings(contenders: Sequence[Contender]) -> tuple[Field, Standings]:
    """Return contenders as a field with its order."""
    ranked = sorted(contenders, key=lambda one: one.slug)
    field = Field(tuple(one.slug for one in ranked))
    return field, Standings(
        field,
        Scoreboard.of(RUBRIC, [one.score for one in ranked]),
        field.members(one.gate is YES for one in ranked),
        field.members(one.gate is UNKNOWN for one in ranked),
        field.ballot(one.style for one in ranked),
    )


def ordered(contenders: Sequence[Contender]) -> list[tuple[Contender, Standing]]:
    """Return contenders in order, each with its interval of places."""
    field, found = standings(contenders)
    by_slug = {one.slug: one for one in contenders}
    return [(by_slug[field.slugs[found.at(rank)]], found.standing(rank)) for rank in range(1, len(found) + 1)]


def sensitive(contenders: Sequence[Contender]) -> Sensitivity:
    """Return what would change the first place; a model that may fit is held back by `g`."""
    field, found = standings(contenders)
    by_slug = {one.slug: one for one in contenders}
    return sensitivity(
        field,
        found,
        RUBRIC,
        climb=lambda place, known: Climb(by_slug[field.slugs[place]].score, known),
        held_back_by=lambda place: () if by_slug[field.slugs[place]].gate is YES else ("g",),
    )


ends = st.tuples(*[st.sampled_from([0, 10, 20, 40])] * 2).map(sorted).map(lambda two: (two[0], two[1]))


@st.composite
def contenders(draw: st.DrawFn) -> list[Contender]:
    """Up to four contenders."""
    return [
        contender(
            f"m{number}",
            draw(ends),
            draw(ends),
            gate=draw(st.sampled_from([YES, UNKNOWN])),
            style=draw(st.sampled_from([YES, NO, UNKNOWN])),
        )
        for number in range(draw(st.integers(1, 4)))
    ]


@given(field=contenders())
def test_every_place_lies_in_its_interval(field: list[Contender]) -> None:
    """However the unknowns turn out, for the best or the worst of each model, its place lies in its interval."""
    standings = {one.slug: standing for one, standing in ordered(field)}
    best = [[one.at_best(), one.at_worst()] for one in field]
    for world in itertools.product(*best):
        order = sorted(key for key in world if key is not None)
        for one, key in zip(field, world, strict=True):
            standing = standings[one.slug]
            if key is None:
                assert standing.worst is None
                continue
            place = 1 + order.index(key)
            assert standing.best <= place
            assert standing.worst is None or place <= standing.worst


@given(field=contenders())
def test_the_ends_of_an_interval_are_reached(field: list[Contender]) -> None:
    """The best place is taken when all goes well for one and badly for all others, the worst the other way round."""
    assert {one.slug: standing for one, standing in ordered(field)} == intervals(field)


def test_order_is_group_then_style_then_points_then_slug() -> None:
    """What fits stands before what may fit, then style, proved points, possible points, and the slug decide."""
    field = [
        contender("may", (60, 60), (40, 40), gate=UNKNOWN),
        contender("b", (30, 30), (0, 0)),
        contender("a", (30, 30), (0, 0)),
        contender("open", (30, 60), (0, 0)),
        contender("more", (40, 40), (0, 0)),
        contender("plain", (60, 60), (40, 40), style=UNKNOWN),
    ]
    assert [one.slug for one, _ in ordered(field)] == ["more", "open", "a", "b", "plain", "may"]


@pytest.mark.parametrize(("rival", "holds"), [((0, 20), True), ((0, 60), False)])
def test_the_first_place_holds_if_no_rival_can_reach_it(rival: tuple[float, float], holds: bool) -> None:
    """A rival that can reach the first is named with the fewest unknowns that would do it."""
    found = sensitive([contender("first", (30, 30), (0, 0)), contender("rival", rival, (0, 0))])
    assert found.first_place_holds is holds
    assert [(one.slug, one.unknowns) for one in found.decided_by] == ([] if holds else [("rival", ("a",))])


def test_the_weight_margin_is_where_the_lines_cross() -> None:
    """The heaviest weight may fall until the rival that is better at the rest is as good."""
    field = [contender("first", (60, 60), (0, 0)), contender("rival", (0, 0), (40, 40))]
    margin = sensitive(field).weight_margin
    assert margin is not None
    assert (margin.criterion, margin.points, margin.down_to, margin.up_to) == ("a", 60, 50.0, None)


def test_nobody_has_a_first_place() -> None:
    """Without models nothing holds and nothing would change it."""
    found = sensitive(())
    assert (found.first_place_holds, found.decided_by, found.weight_margin) == (False, (), None)


def test_own_weights_are_rescaled_to_100() -> None:
    """Replaced points and the others are scaled to 100 together."""
    assert [one.points for one in reweighted(RUBRIC, {"a": 10}).criteria] == [20, 80]
    assert reweighted(RUBRIC, {}) is RUBRIC
