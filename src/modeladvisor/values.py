"""The forms a capability value can take."""

from __future__ import annotations

import datetime

import attrs


@attrs.frozen
class Month:
    """A month of a year, for releases known no better."""

    year: int
    month: int

    def __str__(self) -> str:
        return f"{self.year:04d}-{self.month:02d}"


@attrs.frozen
class Bound:
    """A number known only from one side or both; numbers of a catalog are never below 0."""

    at_least: float | None = None
    at_most: float | None = None


@attrs.frozen
class Several:
    """A set of values; `open` means that there may be more than these."""

    values: tuple[str | int | float, ...]
    open: bool = False


@attrs.frozen
class Span:
    """All values from `low` to `high`, in steps or (None) without; ratios are kept as written in `text`."""

    low: float
    high: float
    step: float | None = None
    text: tuple[str, str] | None = None


@attrs.frozen
class Anything:
    """Every value of the kind is possible (`free` aspect ratios)."""


Value = bool | int | float | str | datetime.date | Month | Bound | Several | Span | Anything
