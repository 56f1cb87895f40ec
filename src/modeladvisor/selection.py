"""Which models of a field meet everything that is asked at once: a few operations on bit sets, whatever its size."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import attrs

from modeladvisor.asks import Ask, Brief
from modeladvisor.ballots import Ballot, Members
from modeladvisor.boards import Board
from modeladvisor.fits import merged_counts, request_by_way, requested
from modeladvisor.petitions import Petition


@attrs.frozen
class Selection:
    """The three groups of a question, with the number of the excluded by the constraint that comes first.

    The answer for each model is the one that `fits.fit_of` gives with its reasons.
    """

    fits: Members
    may_fit: Members
    excluded: Members
    by_reason: Mapping[str, int]


@attrs.frozen
class _Attempt:
    """One way of running what is asked: whether the models can be run so, and whether they accept the request."""

    able: Ballot
    petition: Petition

    @property
    def answer(self) -> Ballot:
        return self.able & self.petition.answer


def select(board: Board, brief: Brief) -> Selection:
    """Return who fits, who may fit and who is excluded."""
    reasons: Counter[str] = Counter()
    left = sure = board.field.everyone
    for ask in brief.asks:
        own = single_ballot(board, ask, brief)
        if own is not None:
            reasons[ask.parameter] += (left & own.no).bit_count()
            left &= ~own.no
            sure &= own.yes
    attempts = _attempts(board, brief)
    yes, no = 0, board.field.everyone
    for one in attempts:
        yes |= one.answer.yes
        no &= one.answer.no
    for parameter, members in _reasons(board, brief, attempts[0]):
        out = left & no & members
        reasons[parameter] += out.bit_count()
        left &= ~out
    fits = left & sure & yes
    return Selection(
        fits=fits,
        may_fit=left & ~fits,
        excluded=board.field.everyone & ~left,
        by_reason={name: count for name, count in sorted(reasons.items()) if count},
    )


def single_ballot(board: Board, ask: Ask, brief: Brief) -> Ballot | None:
    """Return the ballot on what does not depend on other constraints; None if there is nothing of the kind."""
    if ask.need is not None:
        return board.need(ask.need)
    if ask.access is not None:
        return board.access(ask.access)
    if ask.ceiling is not None:
        return board.within(ask.ceiling, brief.job, brief.access)
    return None


def _attempts(board: Board, brief: Brief) -> list[_Attempt]:
    joint = requested(brief.asks)
    mode = next((ask.mode for ask in brief.asks if ask.mode), None)
    everyone = board.field.unanimous()
    if mode is None:
        return [_Attempt(everyone, board.petition(merged_counts(joint, board.vocabulary)))]
    return [
        _Attempt(board.need(way.need), board.petition(request_by_way(way, joint, board.vocabulary)))
        for way in mode.ways
    ]


def _reasons(board: Board, brief: Brief, first: _Attempt) -> list[tuple[str, Members]]:
    """Return who fails the first way of running it, by the constraint that comes first; the last takes the rest."""
    found = [(ask.parameter, first.able.no) for ask in brief.asks if ask.mode]
    supports = first.petition.supports
    found.extend((ask.parameter, supports[name].no) for ask in brief.asks for name in ask.request)
    return [*found, ("request", board.field.everyone)]
