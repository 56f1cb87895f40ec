"""Whether a figure grows: the slope of a line through its means, and the interval that holds the true slope."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence

import attrs

BLOCKS = 20
"""Readings that follow each other are alike, so the line goes through the means of this many equal stretches of time."""
CONFIDENCE = 0.95
TOLERATED = 0.01
"""Share of its mean by which a figure that is called flat may at most grow within an hour, where its interval
leaves zero out: a line through very quiet readings is never exactly level."""


@attrs.frozen
class Slope:
    """How a figure changes in an hour.

    Attributes:
        mean: The mean of all readings.
        per_hour: The slope of the line.
        low, high: The interval that holds the true slope with `CONFIDENCE`.
    """

    mean: float
    per_hour: float
    low: float
    high: float

    @property
    def holds_zero(self) -> bool:
        """Whether no growth and no shrinking can be told from noise."""
        return self.low <= 0 <= self.high

    @property
    def is_flat(self) -> bool:
        """Whether it does not grow: zero is in the interval or above it, or all of it is below what is tolerated."""
        return self.low <= 0 or self.high <= TOLERATED * self.mean


def slope(seconds: Sequence[float], values: Sequence[float]) -> Slope:
    """Return the slope of readings over time: ordinary least squares through the means of `BLOCKS` stretches.

    Raises:
        ValueError: there are fewer readings than three for each stretch would need.
    """
    if len(values) < 3 * BLOCKS:
        raise ValueError(f"expected at least {3 * BLOCKS} readings, got {len(values)}")
    hours = _means([one / 3600 for one in seconds])
    means = _means(values)
    line = statistics.linear_regression(hours, means)
    rest = [mean - line.slope * hour - line.intercept for hour, mean in zip(hours, means, strict=True)]
    middle = statistics.fmean(hours)
    free = BLOCKS - 2
    error = math.sqrt(sum(one * one for one in rest) / free / sum((hour - middle) ** 2 for hour in hours))
    wide = error * _quantile(free)
    return Slope(statistics.fmean(values), line.slope, line.slope - wide, line.slope + wide)


def _means(values: Sequence[float]) -> list[float]:
    size = len(values) / BLOCKS
    return [statistics.fmean(values[round(n * size) : round((n + 1) * size)]) for n in range(BLOCKS)]


def _quantile(free: int) -> float:
    """Return Student's t for `CONFIDENCE` (Abramowitz and Stegun, 26.7.5: the normal quantile, expanded)."""
    z = statistics.NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / free + second / free**2 + third / free**3
