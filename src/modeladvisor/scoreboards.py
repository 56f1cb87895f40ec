"""The scores of a whole field of models on one rubric, in columns, with the orders in which they rank."""

from __future__ import annotations

import bisect
import itertools
import operator
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

import attrs

from modeladvisor.opinions import Rubric
from modeladvisor.scores import Part, Score

Column = Sequence[float]


class Order:
    """All models of a field by some points down, then by slug.

    Attributes:
        places: Their places in the field, in this order.
    """

    def __init__(self, points: Column, then: Column | None = None) -> None:
        """Take a column of points, and one that decides between equal ones before the slug does."""

        def key(place: int) -> tuple[float, float]:
            return -points[place], -then[place] if then else 0.0

        self.places = tuple(sorted(range(len(points)), key=key))
        self._down = array("d", [-points[place] for place in self.places])
        self._pick = operator.itemgetter(*self.places) if len(self.places) > 1 else tuple

    def sorted(self, flags: bytes) -> bytes:
        """Return one byte for each model, given by place in the field, in this order."""
        return bytes(self._pick(flags))

    def where(self, flags: bytes, wanted: int) -> list[int]:
        """Return the places of the models with one flag, of flags that are in this order."""
        return list(itertools.compress(self.places, flags.translate(_ONLY[wanted])))

    def before(self, points: float, place: int) -> int:
        """Return how many models have more points, or as many and an earlier place."""

        start = bisect.bisect_left(self._down, -points)
        end = bisect.bisect_right(self._down, -points, lo=start)
        return bisect.bisect_left(self.places, place, lo=start, hi=end)


_ONLY = [bytes(number == wanted for number in range(256)) for wanted in range(8)]


@attrs.frozen(eq=False)
class Points:
    """A column of points with few different values: a number for each model, and what each number stands for.

    Attributes:
        numbers: For each model, in the order of the field, the number of its value.
        values: The values by number.
    """

    numbers: Sequence[int]
    values: tuple[float, ...]

    @classmethod
    def of(cls, column: Iterable[float]) -> Points:
        """Return a column as numbers and values."""
        known: dict[float, int] = {}
        numbers = [known.setdefault(one, len(known)) for one in column]
        return cls(bytes(numbers) if len(known) <= 256 else array("L", numbers), tuple(known))

    def at(self, place: int) -> float:
        """Return the points of one model."""
        return self.values[self.numbers[place]]

    def all(self) -> Iterator[float]:
        """Yield the points of every model."""
        return map(self.values.__getitem__, self.numbers)

    def scaled(self, factor: float) -> Points:
        """Return the column with every value multiplied, rounded to cents of a point."""
        return Points(self.numbers, tuple(round(one * factor, 2) for one in self.values))


class Scoreboard:
    """Proved and possible points of every model, by its place in the field.

    Scores with their reasons are made anew for the few models that are shown.

    Attributes:
        rubric: What is scored; its points add up to 100.
        part_lows, part_highs: For each criterion a column of proved and one of possible points.
        lows, highs: Columns of their sums.
    """

    def __init__(self, rubric: Rubric, part_lows: Sequence[Points], part_highs: Sequence[Points], size: int):
        """Take the columns of all criteria, in the order of the rubric."""
        self.rubric = rubric
        self.part_lows = tuple(part_lows)
        self.part_highs = tuple(part_highs)
        self.lows = _sums(self.part_lows, size)
        self.highs = _sums(self.part_highs, size)

    @classmethod
    def of(cls, rubric: Rubric, scores: Sequence[Score]) -> Scoreboard:
        """Return the columns of scores that stand in the order of the field."""
        criteria = range(len(rubric.criteria))
        lows = [Points.of(one.parts[number].low for one in scores) for number in criteria]
        highs = [Points.of(one.parts[number].high for one in scores) for number in criteria]
        return cls(rubric, lows, highs, len(scores))

    def reweighted(self, rubric: Rubric) -> Scoreboard:
        """Return the columns for a rubric that differs in points alone."""
        factors = [
            new.points / old.points for new, old in zip(rubric.criteria, self.rubric.criteria, strict=True)
        ]

        def scaled(columns: Sequence[Points]) -> list[Points]:
            return [column.scaled(factor) for column, factor in zip(columns, factors, strict=True)]

        return Scoreboard(rubric, scaled(self.part_lows), scaled(self.part_highs), len(self.lows))

    @cached_property
    def by_standing(self) -> Order:
        """The order by proved points, then possible points."""
        return Order(self.lows, self.highs)

    @cached_property
    def by_low(self) -> Order:
        """The order by proved points."""
        return Order(self.lows)

    @cached_property
    def by_high(self) -> Order:
        """The order by possible points."""
        return Order(self.highs)


def _sums(columns: Sequence[Points], size: int) -> Column:
    if not columns:
        return array("d", bytes(8 * size))
    return array("d", [round(sum(points), 2) for points in zip(*(one.all() for one in columns), strict=True)])


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
