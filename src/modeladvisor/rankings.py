"""The order of models on a rubric, and how firm each place is."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cached_property

import attrs

from modeladvisor.answers import Answer
from modeladvisor.ballots import Ballot, Field, Members
from modeladvisor.scoreboards import Column, Order, Scoreboard

STYLES = (Answer.YES, Answer.UNKNOWN, Answer.NO)
OUT, LAST = 0, 6
"""A model's class: 0 is out, 1 to 3 fit and 4 to 6 may fit, each by style: made for it, unknown, not made for it."""


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


class Standings:
    """Who stands where: fitting before perhaps fitting, then by style, proved points, possible points and slug.

    What is asked of one place takes a search in kept orders, not a walk over all models.

    Attributes:
        scores: The points that rank.
        fitting: How many models fit.
        perhaps: How many may fit; they rank after all that fit.
    """

    def __init__(
        self, field: Field, scores: Scoreboard, fits: Members, may_fit: Members, style: Ballot | None = None
    ) -> None:
        self.scores = scores
        self.fitting, self.perhaps = fits.bit_count(), may_fit.bit_count()
        self._classes = _classes(field, fits, may_fit, style)
        self._counts = [self._classes.count(one) for one in range(LAST + 1)]
        self._found: dict[int, dict[int, int]] = {}
        self._standing: dict[int, Standing] = {}

    def __len__(self) -> int:
        """Return how many models fit or may fit."""
        return self.fitting + self.perhaps

    @cached_property
    def _by_standing(self) -> bytes:
        return self.scores.by_standing.sorted(self._classes)

    @cached_property
    def _by_low(self) -> bytes:
        return self.scores.by_low.sorted(self._classes)

    @cached_property
    def _by_high(self) -> bytes:
        return self.scores.by_high.sorted(self._classes)

    def at(self, rank: int) -> int:
        """Return the place in the field of the model with a rank, from 1."""
        index = rank - 1
        for one in range(1, LAST + 1):
            if index < self._counts[one]:
                # by number, so that threads that share a ranking write the same
                found = self._found.setdefault(one, {})
                while (number := len(found)) <= index:
                    found[number] = self._by_standing.index(one, found[number - 1] + 1 if number else 0)
                return self.scores.by_standing.places[found[index]]
            index -= self._counts[one]
        raise IndexError(f"rank {rank} of {len(self)}")

    def ranked(self) -> Iterator[int]:
        """Yield the places in the field in ranking order."""
        return map(self.at, range(1, len(self) + 1))

    def fits(self, place: int) -> bool:
        """Return whether a model that is not out fits for sure."""
        return 1 <= self._classes[place] <= 3

    def style_of(self, place: int) -> Answer:
        """Return whether a model that is not out is made for the asked style; YES where none was asked."""
        return STYLES[(self._classes[place] - 1) % 3]

    def peers(self, place: int) -> list[int]:
        """Return the models of the same group and style, from which only points divide it, in ranking order."""
        return self.scores.by_standing.where(self._by_standing, self._classes[place])

    def fitting_by_low(self) -> Iterator[int]:
        """Yield the places of the models that fit, with proved points down."""
        for index, one in enumerate(self._by_low):
            if 1 <= one <= 3:
                yield self.scores.by_low.places[index]

    def standing(self, rank: int) -> Standing:
        """Return the interval of places that the model with a rank could take, as unknowns turn out."""
        if rank not in self._standing:
            self._standing[rank] = self._interval(rank)
        return self._standing[rank]

    def _interval(self, rank: int) -> Standing:
        place = self.at(rank)
        low, high = self.scores.lows[place], self.scores.highs[place]
        style = self.style_of(place)
        best_class, worst_class = int(style is Answer.NO), int(style is not Answer.YES)
        # with their unknowns turned out badly those that fit are left: first the ones made for the style
        best = 1 + self._ahead(self.scores.by_low, self._by_low, ((1,), (2, 3)), best_class, high, place)
        if not self.fits(place):
            return Standing(rank, best, None)
        # with their unknowns turned out well all are in: last the ones not made for the style
        well = ((1, 2, 4, 5), (3, 6))
        ahead = self._ahead(self.scores.by_high, self._by_high, well, worst_class, low, place)
        itself = (best_class, -high, place) < (worst_class, -low, place)
        return Standing(rank, best, 1 + ahead - itself)

    def _ahead(
        self,
        order: Order,
        classes: bytes,
        queues: tuple[tuple[int, ...], tuple[int, ...]],
        queue: int,
        points: float,
        place: int,
    ) -> int:
        """Return how many stand before one with these points, in queue 0 or behind all of it in queue 1."""
        end = order.before(points, place)
        ahead = sum(classes.count(one, 0, end) for one in queues[queue] if self._counts[one])
        return ahead + (sum(self._counts[one] for one in queues[0]) if queue else 0)

    def rivals(self, most: int) -> tuple[int, list[int]]:
        """Return how many could stand before the first, and the best placed of them in ranking order.

        They could if the first has bad luck with its unknowns and they have good luck.
        """
        if len(self) <= 1:
            return 0, []
        first = self.at(1)
        worst = self.standing(1).worst
        count = len(self) - 1 if worst is None else worst - 1
        unlucky = self.style_of(first) is not Answer.YES
        limit = (unlucky, -self.scores.lows[first], first)

        def could(place: int) -> bool:
            if worst is None:
                return True
            return (self.style_of(place) is Answer.NO, -self.scores.highs[place], place) < limit

        found: list[int] = []
        for place in self._nearest(count, limit[1], whole=worst is None or unlucky):
            if place != first and could(place):
                found.append(place)
                if len(found) == min(most, count):
                    break
        return count, found

    def _nearest(self, count: int, points: float, *, whole: bool) -> Iterator[int]:
        """Yield candidates in ranking order: all, or where rivals are few those with enough possible points."""
        if whole or count > 1000:
            yield from self.ranked()
            return
        order = self.scores.by_high
        end = order.before(-points, len(self._classes))
        inside = [place for place, one in zip(order.places[:end], self._by_high, strict=False) if one]
        lows, highs = self.scores.lows, self.scores.highs
        yield from sorted(inside, key=lambda one: (self._classes[one], -lows[one], -highs[one], one))


def _classes(field: Field, fits: Members, may_fit: Members, style: Ballot | None) -> bytes:
    made = style or field.unanimous()
    unsure = field.everyone & ~(made.yes | made.no)
    total = 0
    for number, members in enumerate((fits, may_fit)):
        for place, kind in enumerate((made.yes, unsure, made.no)):
            if members & kind:
                total += int.from_bytes(field.flags(members & kind)) * (3 * number + place + 1)
    return total.to_bytes(len(field.slugs))


def pareto(
    places: Iterator[int] | Sequence[int], lows: Column, usd: Sequence[float], cheapest: float = 0.0
) -> list[int]:
    """Return the places that no other beats on both proved points and price, cheapest first.

    One beats another if it is at least as good on both and better on one; without a known price none is in.
    `places` come with points down; once the cheapest price of all is reached, none further down can be in.
    """
    front: list[int] = []
    lowest = math.inf
    for place in places:
        if lowest <= cheapest and lows[place] < lows[front[-1]]:
            break
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
