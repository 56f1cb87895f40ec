"""What many questions come to alike: who fits, in which order, and what would change the first place."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence

import attrs

from modeladvisor.asks import Brief
from modeladvisor.ballots import Ballot, Field, Members
from modeladvisor.boards import Board
from modeladvisor.lists import LazyList
from modeladvisor.prices import UNPRICED
from modeladvisor.rankings import Standings, pareto
from modeladvisor.scoreboards import Scoreboard
from modeladvisor.selection import Selection, select
from modeladvisor.sensitivities import Climb, Sensitivity, sensitivity


@attrs.frozen
class Outcome:
    """Everything about a question's ranking that no sum changes as long as each model answers the ceiling alike.

    Attributes:
        usd: Cheapest and dearest price of a second or an image of the job over the models that fit; None without one.
        pareto: Slugs of fitting models that no other beats on both proved score and price.
        sensitivity: One, made when it is first looked at.
        token: Stands for this outcome where only its identity counts, and holds nothing alive.
    """

    chosen: Selection
    standings: Standings
    usd: tuple[float, float] | None
    pareto: tuple[str, ...]
    sensitivity: LazyList[Sensitivity]
    token: object = attrs.field(factory=object, init=False, eq=False, repr=False)


def outcome_of(
    board: Board,
    brief: Brief,
    scores: Scoreboard,
    style: Ballot | None,
    *,
    climb: Callable[[int, tuple[str, ...]], Climb],
    held_back_by: Callable[[int], tuple[str, ...]],
) -> Outcome:
    """Return what a brief comes to on the points that rank; the last two are as `sensitivity` takes them."""
    field = board.field
    chosen = select(board, brief)
    standings = Standings(field, scores, chosen.fits, chosen.may_fit, style)
    usd = board.prices(brief.job, brief.access).usd
    span = _span(field, chosen.fits, usd)
    front = pareto(standings.fitting_by_low(), scores.lows, usd, span[0] if span else 0.0)
    return Outcome(
        chosen,
        standings,
        span,
        tuple(field.slugs[one] for one in front),
        LazyList(
            1,
            lambda _: sensitivity(field, standings, scores.rubric, climb=climb, held_back_by=held_back_by),
        ),
    )


def _span(field: Field, members: Members, usd: Sequence[float]) -> tuple[float, float] | None:
    known = set(itertools.compress(usd, field.flags(members))) - {UNPRICED}
    return (min(known), max(known)) if known else None
