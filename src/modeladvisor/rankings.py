"""The order of models on a rubric, how firm each place is, and what would change the first."""

from __future__ import annotations

import bisect
from collections.abc import Mapping, Sequence

import attrs

from modeladvisor.answers import Answer
from modeladvisor.opinions import Rubric
from modeladvisor.scores import Part, Score

OrderKey = tuple[int, int, float, float, str]
_STYLE_PLACE = {Answer.YES: 0, Answer.UNKNOWN: 1, Answer.NO: 2}


@attrs.frozen
class Contender:
    """One model that is in, or may be in, a ranking.

    Attributes:
        gate: YES if it fits, UNKNOWN if it may fit.
        style: Whether it is made for the asked style; YES where none is asked.
        open_gates: The keys that hold it back while it only may fit.
    """

    slug: str
    gate: Answer
    style: Answer
    score: Score
    open_gates: tuple[str, ...] = ()

    def now(self) -> OrderKey:
        """Return the place in order as things are known: gate group, style, low, high, slug."""
        group = 0 if self.gate is Answer.YES else 1
        return group, _STYLE_PLACE[self.style], -self.score.low, -self.score.high, self.slug

    def at_best(self) -> OrderKey:
        """Return the place in order if all its unknowns turn out well."""
        style = 2 if self.style is Answer.NO else 0
        return 0, style, -self.score.high, -self.score.high, self.slug

    def at_worst(self) -> OrderKey | None:
        """Return the place in order if all its unknowns turn out badly; None if it is then out."""
        if self.gate is not Answer.YES:
            return None
        style = 0 if self.style is Answer.YES else 2
        return 0, style, -self.score.low, -self.score.low, self.slug


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
    """Whether the first place holds whatever the unknowns are, and what would change it."""

    first_place_holds: bool
    decided_by: tuple[Decider, ...]
    weight_margin: WeightMargin | None


def ordered(contenders: Sequence[Contender]) -> tuple[tuple[Contender, Standing], ...]:
    """Return contenders in order with the interval of places that each could take."""
    bad = sorted(key for one in contenders if (key := one.at_worst()) is not None)
    good = sorted(one.at_best() for one in contenders)
    result = []
    for place, one in enumerate(sorted(contenders, key=Contender.now), start=1):
        best_key, worst_key = one.at_best(), one.at_worst()
        best = 1 + bisect.bisect_left(bad, best_key)
        worst = None
        if worst_key is not None:
            worst = 1 + bisect.bisect_left(good, worst_key) - (best_key < worst_key)
        result.append((one, Standing(place, best, worst)))
    return tuple(result)


def sensitivity(
    standings: Sequence[tuple[Contender, Standing]], rubric: Rubric, most: int = 5
) -> Sensitivity:
    """Return what would change the first place; `most` bounds the list of rivals, fewest unknowns first."""
    if not standings:
        return Sensitivity(first_place_holds=False, decided_by=(), weight_margin=None)
    first, standing = standings[0]
    worst = first.at_worst()
    deciders = [
        Decider(rival.slug, _fewest(rival, first))
        for rival, _ in standings[1:]
        if worst is None or rival.at_best() < worst
    ]
    if first.gate is not Answer.YES:
        deciders.insert(0, Decider(first.slug, first.open_gates))
    deciders.sort(key=lambda one: (len(one.unknowns), one.slug))
    return Sensitivity(
        first_place_holds=standing.worst == 1,
        decided_by=tuple(deciders[:most]),
        weight_margin=_weight_margin([one for one, _ in standings], rubric),
    )


def _fewest(rival: Contender, first: Contender) -> tuple[str, ...]:
    """Return the keys of the fewest criteria whose unknowns would lift `rival` over `first` at its worst."""
    needed = list(rival.open_gates)
    if rival.style is Answer.UNKNOWN and first.style is not Answer.NO:
        needed.append("style")
    reached = rival.score.low
    for part in sorted(rival.score.parts, key=lambda part: (part.low - part.high, part.criterion.id)):
        if reached > first.score.low or (reached == first.score.low and rival.slug < first.slug):
            break
        if part.high > part.low:
            reached = round(reached + part.high - part.low, 2)
            needed.extend(part.unknowns)
    return tuple(dict.fromkeys(needed))


def _weight_margin(contenders: Sequence[Contender], rubric: Rubric) -> WeightMargin | None:
    """Find where the line of the first model's proved score crosses another's as the weight moves."""
    if not rubric.criteria:
        return None
    heaviest = max(rubric.criteria, key=lambda one: one.points)
    weight = heaviest.points
    if not 0 < weight < 100:
        return None

    def ends(one: Contender) -> tuple[float, float]:
        """Return the proved score at weight 0 and at weight 100."""
        own = next(part.low for part in one.score.parts if part.criterion.id == heaviest.id)
        return (one.score.low - own) * 100 / (100 - weight), own * 100 / weight

    first = contenders[0]
    start, end = ends(first)
    crossings = []
    for rival in contenders[1:]:
        if rival.now()[:2] != first.now()[:2]:
            continue
        other_start, other_end = ends(rival)
        slope = (end - other_end) - (start - other_start)
        if slope:
            crossings.append(-(start - other_start) / slope * 100)
    below = [one for one in crossings if 0 <= one <= weight]
    above = [one for one in crossings if weight <= one <= 100]
    return WeightMargin(
        heaviest.id,
        weight,
        round(max(below), 1) if below else None,
        round(min(above), 1) if above else None,
    )


def reweighted(rubric: Rubric, weights: Mapping[str, float]) -> Rubric:
    """Return the rubric with some criteria's points replaced and all of them rescaled to 100."""
    if not weights:
        return rubric
    points = {one.id: weights.get(one.id, one.points) for one in rubric.criteria}
    total = sum(points.values())
    if total == 0:
        return rubric
    criteria = tuple(attrs.evolve(one, points=points[one.id] * 100 / total) for one in rubric.criteria)
    return attrs.evolve(rubric, criteria=criteria)


def rescored(scored: Score, rubric: Rubric) -> Score:
    """Return a score with its parts scaled to a rubric that differs in points alone."""
    parts: list[Part] = []
    for part, criterion in zip(scored.parts, rubric.criteria, strict=True):
        factor = criterion.points / part.criterion.points
        parts.append(
            attrs.evolve(
                part, criterion=criterion, low=round(part.low * factor, 2), high=round(part.high * factor, 2)
            )
        )
    decided = sum(part.criterion.points for part in parts if part.low == part.high)
    return Score(
        round(sum(part.low for part in parts), 2),
        round(sum(part.high for part in parts), 2),
        round(decided / 100, 4),
        tuple(parts),
    )
