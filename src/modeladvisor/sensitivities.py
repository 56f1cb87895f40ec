"""Whether the first place holds whatever the unknowns are, and what would change it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence

import attrs

from modeladvisor.answers import Answer
from modeladvisor.ballots import Field
from modeladvisor.opinions import Rubric
from modeladvisor.rankings import Standings
from modeladvisor.scoreboards import Scoreboard
from modeladvisor.scores import Score

SHOWN = 5
MOST_RIVALS = 40
"""Rivals whose unknowns are weighed, the best placed first; all of them are counted."""


@attrs.frozen
class Decider:
    """A model that could take the first place, and the fewest unknowns that would have to turn out well."""

    slug: str
    unknowns: tuple[str, ...]


@attrs.frozen
class WeightMargin:
    """How far the heaviest weight may move, the others shrinking or growing in proportion.

    Attributes:
        criterion: Id of the heaviest criterion.
        points: Its weight of 100.
        down_to: The first place changes when the weight falls below this; None if it never does.
        up_to: The first place changes when the weight rises above this; None if it never does.
    """

    criterion: str
    points: float
    down_to: float | None
    up_to: float | None


@attrs.frozen
class Sensitivity:
    """Whether the first place holds whatever the unknowns are, and what would change it.

    Attributes:
        rivals: How many other models could take the first place.
        decided_by: Of the forty best placed rivals those with the fewest unknowns to learn, at most five.
    """

    first_place_holds: bool
    rivals: int
    decided_by: tuple[Decider, ...]
    weight_margin: WeightMargin | None


class Climb:
    """How far the fewest learned facts could lift one model's proved points, worked out as far as is asked.

    A criterion is won once all its unknowns are known to be good; unknowns that criteria share count once.
    """

    def __init__(self, score: Score, known: Sequence[str] = ()) -> None:
        """Take a score, and unknowns that have to turn out well in any case and cost nothing more."""
        free = set(known)
        gains: dict[frozenset[str], float] = {}
        for part in score.parts:
            if part.high > part.low:
                keys = frozenset(part.unknowns) - free
                gains[keys] = gains.get(keys, 0.0) + part.high - part.low
        names = sorted(set().union(*gains))
        bit = {name: 1 << number for number, name in enumerate(names)}
        self._names = names
        self._gains = [(sum(bit[name] for name in keys), gain) for keys, gain in gains.items()]
        self._steps: list[tuple[float, tuple[str, ...]]] = []
        self._low = score.low

    def fewest_above(self, points: float, *, ties_win: bool) -> tuple[str, ...] | None:
        """Return the fewest unknowns that lift the model over some points; None if all together do not."""
        for number in range(len(self._names) + 1):
            reached, keys = self._step(number)
            if reached > points or (ties_win and reached == points):
                return keys
        return None

    def _step(self, number: int) -> tuple[float, tuple[str, ...]]:
        """Return the most points that so many unknowns can prove, and which these are."""
        while len(self._steps) <= number:
            best = -1.0
            found: tuple[int, ...] = ()
            for chosen in itertools.combinations(range(len(self._names)), len(self._steps)):
                mask = sum(1 << one for one in chosen)
                gain = sum(points for needed, points in self._gains if not needed & ~mask)
                if gain > best + 1e-9:
                    best, found = gain, chosen
            names = tuple(self._names[one] for one in found)
            self._steps.append((round(self._low + best, 2), names))
        return self._steps[number]


def sensitivity(
    field: Field,
    standings: Standings,
    rubric: Rubric,
    *,
    climb: Callable[[int, tuple[str, ...]], Climb],
    held_back_by: Callable[[int], tuple[str, ...]],
) -> Sensitivity:
    """Return whether the first place holds and what would change it.

    `climb` gives the climb of a model by place, some unknowns being free; `held_back_by` the unknowns on which it
    depends whether a model fits.
    """
    if not len(standings):
        return Sensitivity(first_place_holds=False, rivals=0, decided_by=(), weight_margin=None)
    first, standing = standings.at(1), standings.standing(1)
    deciders = []
    if standing.worst is None:
        deciders.append(Decider(field.slugs[first], held_back_by(first)))
    count, rivals = standings.rivals(MOST_RIVALS)
    for place in rivals:
        needed = _needed(place, first, standings, climb, held_back_by)
        deciders.append(Decider(field.slugs[place], needed))
    deciders.sort(key=lambda one: (len(one.unknowns), one.slug))
    return Sensitivity(
        first_place_holds=standing.worst == 1,
        rivals=count,
        decided_by=tuple(deciders[:SHOWN]),
        weight_margin=_weight_margin(standings, first, rubric),
    )


def _needed(
    place: int,
    first: int,
    standings: Standings,
    climb: Callable[[int, tuple[str, ...]], Climb],
    held_back_by: Callable[[int], tuple[str, ...]],
) -> tuple[str, ...]:
    free = [] if standings.fits(place) else list(held_back_by(place))
    own_style, its_style = standings.style_of(place), standings.style_of(first)
    if own_style is Answer.UNKNOWN and its_style is not Answer.NO:
        free.append("style")
    points = standings.scores.lows[first]
    if its_style is not Answer.YES and own_style is not Answer.NO:
        points = -1.0
    further = climb(place, tuple(free)).fewest_above(points, ties_win=place < first)
    return tuple(dict.fromkeys([*free, *(further or ())]))


def _weight_margin(standings: Standings, first: int, rubric: Rubric) -> WeightMargin | None:
    """Find where the line of the first model's proved points crosses another's as the weight moves."""
    if not rubric.criteria:
        return None
    number, heaviest = max(enumerate(rubric.criteria), key=lambda one: one[1].points)
    weight = heaviest.points
    if not 0 < weight < 100:
        return None
    below, above = _crossings(standings.scores, number, weight, first, standings.peers(first))
    return WeightMargin(
        heaviest.id,
        weight,
        round(max(below), 1) if below else None,
        round(min(above), 1) if above else None,
    )


def _crossings(
    scores: Scoreboard, criterion: int, weight: float, first: int, peers: Sequence[int]
) -> tuple[list[float], list[float]]:
    """Return the weights below which, and those above which, a peer has more points than the first.

    Points lie on a line from those at weight 0 to those at 100; at the present weight no peer has more.
    """
    lows, own = scores.lows, scores.part_lows[criterion]
    rest, full = 100 / (100 - weight), 100 / weight
    start, end = (lows[first] - own.at(first)) * rest, own.at(first) * full
    # of peers that earn the same by the criterion only the best can overtake first: they come best first
    last_first = peers[::-1]
    best_of = dict(zip(map(own.numbers.__getitem__, last_first), last_first, strict=True))
    below: list[float] = []
    above: list[float] = []
    for number, place in best_of.items():
        ahead = start - (lows[place] - own.values[number]) * rest
        slope = end - own.values[number] * full - ahead
        if place == first or not slope:
            continue
        crossing = -ahead / slope * 100
        if slope > 0 and crossing > 0:
            below.append(min(crossing, weight))
        elif slope < 0 and crossing < 100:
            above.append(max(crossing, weight))
    return below, above
