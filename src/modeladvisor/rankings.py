"""The order of models on a rubric, and how firm each place is."""

from __future__ import annotations

import bisect
import math
from collections.abc import Sequence
from functools import cached_property

import attrs

from modeladvisor.answers import Answer
from modeladvisor.ballots import Ballot, Field, Members
from modeladvisor.scoreboards import Column, Scoreboard


@attrs.frozen
class Standing:
    """A place in a ranking.

    Attributes:
        rank: Place as things are known, from 1, models that may fit after those that fit.
        best: Place if its own unknowns turn out well and all others' badly.
        worst: Place the other way round; None if it would be out.
    """

    rank: int
    best: int
    worst: int | None


@attrs.frozen
class _Queue:
    """Models of one style class, ordered by points down, then slug."""

    order: Sequence[int]
    column: Column

    def ahead_of(self, points: float, place: int) -> int:
        """Return how many stand before one with these points and this place in the field."""

        def down(other: int) -> float:
            return -self.column[other]

        start = bisect.bisect_left(self.order, -points, key=down)
        end = bisect.bisect_right(self.order, -points, lo=start, key=down)
        return bisect.bisect_left(self.order, place, lo=start, hi=end)


class Standings:
    """Who stands where: fitting before perhaps fitting, then by style, proved points, possible points and slug.

    Attributes:
        scores: The points that rank.
        fits: Places in the field of the models that fit, in ranking order.
        may_fit: The same of the models that may fit; they rank after all that fit.
    """

    def __init__(
        self, field: Field, scores: Scoreboard, fits: Members, may_fit: Members, style: Ballot | None = None
    ) -> None:
        self.scores = scores
        self._field = field
        self._fits, self._may_fit = fits, may_fit
        everyone = field.everyone
        self._style = style or Ballot(everyone, 0)
        unsure = everyone & ~(self._style.yes | self._style.no)
        self._classes = (self._style.yes, unsure, self._style.no)
        self.fits = self._ordered(fits)
        self.may_fit = self._ordered(may_fit)

    def _ordered(self, members: Members) -> list[int]:
        order = self.scores.by_standing
        return [
            place
            for one in self._classes
            if members & one
            for place in self._field.in_order(members & one, order)
        ]

    def __len__(self) -> int:
        """Return how many models fit or may fit."""
        return len(self.fits) + len(self.may_fit)

    def at(self, rank: int) -> int:
        """Return the place in the field of the model with a rank, from 1."""
        first_group = len(self.fits)
        return self.fits[rank - 1] if rank <= first_group else self.may_fit[rank - 1 - first_group]

    def style_of(self, place: int) -> Answer:
        """Return whether a model is made for the asked style; YES where none was asked."""
        bit = 1 << (len(self._field.slugs) - 1 - place)
        if self._style.yes & bit:
            return Answer.YES
        return Answer.NO if self._style.no & bit else Answer.UNKNOWN

    def peers(self, place: int) -> list[int]:
        """Return the models of the same group and style, from which only points divide it."""
        bit = 1 << (len(self._field.slugs) - 1 - place)
        group = self._fits if self._fits & bit else self._may_fit
        alike = next(one for one in self._classes if one & bit)
        return self._field.in_order(group & alike, self.scores.by_standing)

    def standing(self, rank: int) -> Standing:
        """Return the interval of places that the model with a rank could take, as unknowns turn out."""
        place = self.at(rank)
        low, high = self.scores.lows[place], self.scores.highs[place]
        style = self.style_of(place)
        best_class, worst_class = int(style is Answer.NO), int(style is not Answer.YES)
        best = 1 + _ahead(self._at_worst, best_class, high, place)
        if rank > len(self.fits):
            return Standing(rank, best, None)
        itself = (best_class, -high) < (worst_class, -low)
        return Standing(rank, best, 1 + _ahead(self._at_best, worst_class, low, place) - itself)

    @cached_property
    def _at_worst(self) -> tuple[_Queue, _Queue]:
        """All that fit for sure, with their unknowns turned out badly: those of the style first, then the others."""
        made_for_it = self._classes[0]
        return self._queues(self._fits, made_for_it, self.scores.by_low, self.scores.lows)

    @cached_property
    def _at_best(self) -> tuple[_Queue, _Queue]:
        """All that fit or may fit, with their unknowns turned out well."""
        not_against = self._classes[0] | self._classes[1]
        return self._queues(self._fits | self._may_fit, not_against, self.scores.by_high, self.scores.highs)

    def _queues(
        self, members: Members, first: Members, order: Sequence[int], column: Column
    ) -> tuple[_Queue, _Queue]:
        def queue(some: Members) -> _Queue:
            return _Queue(self._field.in_order(some, order) if some else (), column)

        return queue(members & first), queue(members & ~first)


def _ahead(queues: tuple[_Queue, _Queue], one: int, points: float, place: int) -> int:
    """Return how many stand before a model that is in queue 0 or 1."""
    return queues[one].ahead_of(points, place) + (len(queues[0].order) if one else 0)


def pareto(places: Sequence[int], lows: Column, usd: Sequence[float]) -> list[int]:
    """Return the places that no other beats on both proved points and price, cheapest first.

    One beats another if it is at least as good on both and better on one; without a known price none is in.
    `places` come with points down.
    """
    front: list[int] = []
    lowest = math.inf
    for place in places:
        price = usd[place]
        if price > lowest or price == math.inf:
            continue
        if price < lowest:
            while front and lows[front[-1]] == lows[place]:
                front.pop()
            lowest = price
        elif lows[front[-1]] != lows[place]:
            continue
        front.append(place)
    return sorted(front, key=lambda one: (usd[one], one))
