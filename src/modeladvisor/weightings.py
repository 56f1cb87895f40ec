"""What a question says of how much each criterion counts; every mistake in it is named at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from modeladvisor.amounts import read_points
from modeladvisor.catalog import folded
from modeladvisor.questions import LONGEST_VALUE, Word, text_of

MOST_WEIGHTS = 100
"""Criteria that may be weighted in one question, each of which may be a mistake with its own words."""
LONGEST_WEIGHTS = 20 * LONGEST_VALUE
"""Characters of all weights together."""


class Wrong(Protocol):
    """Keeps a mistake: of which parameter, what was given, what is expected, and the words that are known."""

    def __call__(self, parameter: str, got: str, expected: str, known: Iterable[str] = ()) -> None:
        """Keep it."""


def read_weights(
    value: Word | Mapping[str, float], criteria: Sequence[str], wrong: Wrong
) -> dict[str, float]:
    """Return points by criterion, from a mapping or from `criterion:points,...`; each mistake goes to `wrong`.

    Args:
        criteria: Ids of the criteria that count in what is asked.
    """
    found: dict[str, float] = {}
    pairs = _pairs(value, wrong)
    known = {folded(one): one for one in criteria} if pairs else {}
    for name, points in pairs:
        key = folded(name)
        if key not in known:
            wrong("weights", name, f"criteria of this rubric: {', '.join(sorted(criteria))}", criteria)
        elif (number := read_points(points)) is None:
            wrong("weights", f"{name}:{points}", "points from 0 to 9999, as in price:30")
        else:
            found[known[key]] = number
    if found and not any(found.values()) and set(found) >= set(criteria):
        wrong("weights", str(found), "at least one criterion above 0")
    return found


def _pairs(value: Word | Mapping[str, float], wrong: Wrong) -> list[tuple[str, str]]:
    """Return names and points as they were written; none of them where they are too many."""
    if isinstance(value, Mapping):
        if len(value) > MOST_WEIGHTS:
            wrong("weights", f"{len(value)} criteria", f"at most {MOST_WEIGHTS} criteria")
            return []
        return [(str(name), str(points)) for name, points in value.items()]
    text = text_of(value)
    if text is None:
        return []
    if len(text) > LONGEST_WEIGHTS:
        wrong("weights", text, f"at most {LONGEST_WEIGHTS} characters")
        return []
    return [(name, points) for name, _, points in (one.partition(":") for one in text.split(","))]
