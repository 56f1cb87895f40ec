"""The scores of a whole field of models on one rubric, in columns, with the orders in which they rank."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property

import attrs

from modeladvisor.opinions import Rubric
from modeladvisor.scores import Part, Score

Column = Sequence[float]


class Scoreboard:
    """Proved and possible points of every model, by its place in the field.

    Columns take 16 bytes for each model and criterion; the scores with their reasons are made anew for the few
    models that are shown.

    Attributes:
        rubric: What is scored; its points add up to 100.
        part_lows, part_highs: For each criterion a column of proved and one of possible points.
        lows, highs: Columns of their sums.
    """

    def __init__(self, rubric: Rubric, part_lows: Sequence[Column], part_highs: Sequence[Column], size: int):
        self.rubric = rubric
        self.part_lows = tuple(part_lows)
        self.part_highs = tuple(part_highs)
        self.lows = _sums(self.part_lows, size)
        self.highs = _sums(self.part_highs, size)

    @classmethod
    def of(cls, rubric: Rubric, scores: Iterable[Score]) -> Scoreboard:
        """Return the columns of scores that stand in the order of the field."""
        lows = [array("d") for _ in rubric.criteria]
        highs = [array("d") for _ in rubric.criteria]
        size = 0
        for one in scores:
            size += 1
            for low, high, part in zip(lows, highs, one.parts, strict=True):
                low.append(part.low)
                high.append(part.high)
        return cls(rubric, lows, highs, size)

    def reweighted(self, rubric: Rubric) -> Scoreboard:
        """Return the columns for a rubric that differs in points alone."""
        factors = [
            new.points / old.points for new, old in zip(rubric.criteria, self.rubric.criteria, strict=True)
        ]

        def scaled(columns: Sequence[Column]) -> list[Column]:
            return [
                array("d", [round(points * factor, 2) for points in column])
                for column, factor in zip(columns, factors, strict=True)
            ]

        return Scoreboard(rubric, scaled(self.part_lows), scaled(self.part_highs), len(self.lows))

    @cached_property
    def by_standing(self) -> Sequence[int]:
        """Places ordered by proved points down, possible points down, slug."""
        return self._order(lambda place: (-self.lows[place], -self.highs[place]))

    @cached_property
    def by_low(self) -> Sequence[int]:
        """Places ordered by proved points down, slug."""
        return self._order(lambda place: -self.lows[place])

    @cached_property
    def by_high(self) -> Sequence[int]:
        """Places ordered by possible points down, slug."""
        return self._order(lambda place: -self.highs[place])

    def _order(self, key: Callable[[int], tuple[float, float] | float]) -> Sequence[int]:
        return array("l", sorted(range(len(self.lows)), key=key))


def _sums(columns: Sequence[Column], size: int) -> Column:
    if not columns:
        return array("d", bytes(8 * size))
    return array("d", [round(sum(points), 2) for points in zip(*columns, strict=True)])


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
