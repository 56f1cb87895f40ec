"""Tests of single capabilities or features, and their combinations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import attrs

Operator = Literal["equals", "one_of", "none_of", "at_least", "at_most", "includes", "includes_any"]
Scalar = bool | int | float | str


@attrs.frozen
class Test:
    """One test of one capability (in needs) or one feature (in rules).

    Attributes:
        key: Capability key or feature name.
        operator: The test.
        operand: One value for equals, at_least and at_most; several for the others.
    """

    key: str
    operator: Operator
    operand: tuple[Scalar, ...]

    __test__ = False  # pytest: this is a record, not a test case


@attrs.frozen
class AllOf:
    """Holds if all parts hold."""

    parts: tuple[Condition, ...]


@attrs.frozen
class AnyOf:
    """Holds if at least one part holds."""

    parts: tuple[Condition, ...]


@attrs.frozen
class Not:
    """Holds if the part does not."""

    part: Condition


Condition = Test | AllOf | AnyOf | Not


def tests_of(condition: Condition) -> Iterator[Test]:
    """Yield every single test of a condition, in the order of writing."""
    if isinstance(condition, Test):
        yield condition
    elif isinstance(condition, Not):
        yield from tests_of(condition.part)
    else:
        for part in condition.parts:
            yield from tests_of(part)
