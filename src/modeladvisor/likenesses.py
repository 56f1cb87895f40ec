"""Which models are recorded alike, so that one answer serves them all: few values of a key are ever different."""

from __future__ import annotations

import datetime
from array import array
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import TypeVar

import attrs

from modeladvisor.judgements import routes_in_service, status_on
from modeladvisor.records import Model
from modeladvisor.vocabulary import Capability

T = TypeVar("T")


@attrs.frozen(eq=False)
class Likeness:
    """Models in groups that are alike in some respect.

    Attributes:
        numbers: For each model, in the order of the field, the number of its group, from 0.
        first: For each group the place of its first model.
    """

    numbers: Sequence[int]
    first: tuple[int, ...]

    def spread(self, answers: Sequence[T]) -> Iterator[T]:
        """Yield for each model the answer of its group."""
        return map(answers.__getitem__, self.numbers)


def alike(states: Iterable[Hashable]) -> Likeness:
    """Return the groups of models with equal states, which come in the order of the field."""
    known: dict[Hashable, int] = {}
    first: list[int] = []
    numbers: list[int] = []
    for place, state in enumerate(states):
        number = known.setdefault(state, len(first))
        if number == len(first):
            first.append(place)
        numbers.append(number)
    return Likeness(bytes(numbers) if len(first) <= 256 else array("L", numbers), tuple(first))


def both(likenesses: Sequence[Likeness], size: int) -> Likeness:
    """Return the groups of models that are alike in all of several respects."""
    if len(likenesses) == 1:
        return likenesses[0]
    return alike(zip(*(one.numbers for one in likenesses), strict=True) if likenesses else [()] * size)


def stated(model: Model, key: str) -> Hashable:
    """Return what the record itself says of a key."""
    fact = model.facts.get(key)
    return None if fact is None else (type(fact.value), fact.value)


def seen(model: Model, capability: Capability, today: datetime.date) -> Hashable:
    """Return all that a test of a key looks at: what the record says, and what its routes in service say."""
    key = capability.key
    if not capability.route:
        return stated(model, key)
    if key == "status":
        return tuple(status_on(route, model, today)[0] for route in model.routes or (None,))
    routes = routes_in_service(model, today) or model.routes
    told = tuple(route.facts[key].value if key in route.facts else None for route in routes)
    return stated(model, key), told
