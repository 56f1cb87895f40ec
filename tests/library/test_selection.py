"""Sets and columns answer what plain loops answer."""

from __future__ import annotations

import math

from hypothesis import example, given
from hypothesis import strategies as st
from plain_rankings import intervals, plain_ranking

from modeladvisor import Catalog
from modeladvisor.answers import Answer
from modeladvisor.boards import board_of
from modeladvisor.finder import find
from modeladvisor.fits import price_answer
from modeladvisor.interpretation import interpret
from modeladvisor.prices import UNPRICED
from strategies import MANY, TODAY, bundled, catalogs, questions


@st.composite
def worlds(draw: st.DrawFn) -> tuple[Catalog, dict[str, str]]:
    """Catalogs with a question about one medium."""
    medium = draw(st.sampled_from(["image", "video"]))
    catalog = draw(catalogs(medium=medium, least=1, most=5, gates=draw(st.booleans())))
    return catalog, draw(questions(catalog, most=4, media=[medium]))


_BOARD = board_of(bundled(), "video", TODAY)
_JOB = bundled().asking.jobs["video"]
_SUMS = sorted({*_BOARD.prices(_JOB, None).usd} - {UNPRICED})


@example([1e9, math.inf, math.nan, 1e9])
@example([math.nan, -math.inf, 0.0])
@given(
    sums=st.lists(
        st.builds(
            lambda usd, more: usd + more,
            st.sampled_from(_SUMS),
            st.sampled_from([0.0, 5e-13, -5e-13, 2e-12, -2e-12, 1e-6]),
        )
        | st.floats()
        | st.sampled_from([0.0, -1.0, 1e9]),
        max_size=8,
    )
)
def test_every_sum_is_answered_by_itself(sums: list[float]) -> None:
    """Whichever sums were named before, each model answers a sum as its own price does, to the last digit."""
    listed = _BOARD.prices(_JOB, None)
    for ceiling in sums:
        ballot = _BOARD.within(ceiling, _JOB, None)
        told = [
            price_answer(ceiling, usd, undercut=bool(more))
            for usd, more in zip(listed.usd, listed.open, strict=True)
        ]
        assert ballot == _BOARD.field.ballot(told)


class TestPlainLoop:
    """Whatever is asked of whatever catalog, the answer is the one of a loop over all models."""

    @MANY
    @given(world=worlds())
    def test_groups_order_and_intervals(self, world: tuple[Catalog, dict[str, str]]) -> None:
        """The three groups, their order, the intervals of places and the counts of reasons are the loop's."""
        catalog, words = world
        question = interpret(catalog, **words)
        ranking = find(catalog, question, TODAY).rankings[0]
        plain = plain_ranking(catalog, question, ranking.medium)
        fits = [one.slug for one in plain.contenders if one.gate is Answer.YES]
        assert [one.model.slug for one in ranking.fits] == fits
        assert [one.model.slug for one in (*ranking.fits, *ranking.may_fit)] == [
            one.slug for one in plain.contenders
        ]
        found = {one.model.slug: one.standing for one in (*ranking.fits, *ranking.may_fit)}
        assert found == intervals(plain.contenders)
        assert {one.model.slug: one.check for one in ranking.excluded} == {
            slug: fit.first_no() for slug, fit in plain.excluded.items()
        }
        assert ranking.by_reason == plain.by_reason

    @MANY
    @given(world=worlds())
    def test_reasons(self, world: tuple[Catalog, dict[str, str]]) -> None:
        """Each place rests on the score, the checks and the price that the loop finds."""
        catalog, words = world
        question = interpret(catalog, **words)
        ranking = find(catalog, question, TODAY).rankings[0]
        plain = {one.slug: one for one in plain_ranking(catalog, question, ranking.medium).contenders}
        for place in (*ranking.fits, *ranking.may_fit):
            other = plain[place.model.slug]
            assert (place.score, place.fit, place.cost) == (other.score, other.fit, other.cost)

    @MANY
    @given(world=worlds())
    def test_pareto_and_rivals(self, world: tuple[Catalog, dict[str, str]]) -> None:
        """The Pareto front is who is beaten by nobody, and rivals are all that could stand first."""
        catalog, words = world
        question = interpret(catalog, **words)
        ranking = find(catalog, question, TODAY).rankings[0]
        plain = plain_ranking(catalog, question, ranking.medium)
        assert set(ranking.pareto) == plain.pareto
        if plain.contenders:
            first, *others = plain.contenders
            worst = first.at_worst()
            rivals = [one for one in others if worst is None or one.at_best() < worst]
            assert ranking.sensitivity.rivals == len(rivals)
            assert ranking.sensitivity.first_place_holds is (worst is not None and not rivals)
