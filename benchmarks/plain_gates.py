"""The gates of a question as conditions on plain columns, for engines that know nothing of models.

Combination rules are left out: what is asked of a model without rules is accepted if each part of it is.
"""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Callable

import attrs

from modeladvisor.asks import Ask, Brief
from modeladvisor.catalog import Catalog
from modeladvisor.conditions import AllOf, AnyOf, Condition, Not, Scalar, Test
from modeladvisor.judgements import ratio, routes_in_service, status_on
from modeladvisor.prices import cost_of
from modeladvisor.records import Model
from modeladvisor.values import Anything, Bound, Several, Span, Value

Cell = str | bool | float | None
SLUG = "slug"


@attrs.frozen
class Holds:
    """A column of true, false and null is true."""

    column: str


@attrs.frozen
class Reaches:
    """A number known to lie between two columns is at least `limit`."""

    low: str
    high: str
    limit: float


@attrs.frozen
class Under:
    """The least price known is at most `ceiling`; where `open` is true a lower one may exist."""

    usd: str
    open: str
    ceiling: float


@attrs.frozen
class Every:
    """All parts hold, in three-valued logic."""

    parts: tuple[Plain, ...]


@attrs.frozen
class Some:
    """At least one part holds, in three-valued logic."""

    parts: tuple[Plain, ...]


@attrs.frozen
class Never:
    """The part does not hold."""

    part: Plain


Plain = Holds | Reaches | Under | Every | Some | Never


class Table:
    """The models of a medium as columns; each column is made when a condition first needs it.

    Attributes:
        columns: By name; the first one has the slugs.
    """

    def __init__(self, catalog: Catalog, medium: str, today: datetime.date) -> None:
        self.models = [one for one in catalog.models.values() if medium in one.makes]
        self.columns: dict[str, list[Cell]] = {SLUG: [one.slug for one in self.models]}
        self._vocabulary = catalog.vocabulary
        self._today = today

    def gates(self, brief: Brief) -> Plain:
        """Return the condition under which a model without rules fits all that is asked."""
        parts: list[Plain] = []
        for ask in brief.asks:
            parts.extend(self._single(ask, brief))
            parts.extend(self._feature(test) for tests in ask.request.values() for test in _window(tests))
            if ask.mode is not None:
                ways = []
                for way in ask.mode.ways:
                    used = [
                        Test(name, "equals", (value,))
                        for name, value in way.request.items()
                        if name != "mode"
                    ]
                    ways.append(Every((self._need(way.need), *map(self._feature, used))))
                parts.append(Some(tuple(ways)))
        return Every(tuple(parts))

    def _single(self, ask: Ask, brief: Brief) -> list[Plain]:
        if ask.need is not None:
            return [self._need(ask.need)]
        if ask.access is not None:
            return [self._access(ask.access)]
        if ask.ceiling is not None:
            usd, undercut = self._prices(brief)
            return [Under(usd, undercut, ask.ceiling)]
        return []

    def _need(self, need: Condition) -> Plain:
        if isinstance(need, Not):
            return Never(self._need(need.part))
        if isinstance(need, AllOf):
            return Every(tuple(map(self._need, need.parts)))
        if isinstance(need, AnyOf):
            return Some(tuple(map(self._need, need.parts)))
        if need.key == "status" and need.operator == "none_of":
            return self._in_service(need.operand)
        if need.operator == "at_least":
            return self._reaches(need.key, float(need.operand[0]))
        if need.operator == "equals" and isinstance(need.operand[0], bool):
            return self._is(need.key, need.operand[0])
        if need.operator in ("includes", "includes_any"):
            parts = tuple(self._has(need.key, one) for one in need.operand)
            return Every(parts) if need.operator == "includes" else Some(parts)
        raise NotImplementedError(need)

    def _feature(self, test: Test) -> Plain:
        wanted = test.operand[0]
        if test.key == "audio" and wanted is False:
            return Some((self._is("native_audio", False), self._is("silent_option", True)))
        key = self._vocabulary.features[test.key].bounded_by or ""
        if test.key == "duration_seconds" and test.operator == "one_of":
            return Some(tuple(self._has(key, one) for one in test.operand))
        if test.operator == "at_least" or (isinstance(wanted, int) and not isinstance(wanted, bool)):
            return self._reaches(key, float(wanted))
        if test.operator == "equals":
            return self._is(key, wanted) if isinstance(wanted, bool) else self._has(key, wanted)
        raise NotImplementedError(test)

    def _column(self, name: str, make: Callable[[Model], Cell]) -> str:
        name = re.sub(r"\W+", "_", name)
        if name not in self.columns:
            self.columns[name] = [make(one) for one in self.models]
        return name

    def _is(self, key: str, wanted: bool) -> Plain:
        over_routes = self._vocabulary.keys[key].route
        made = Holds(
            self._column(key, lambda one: self._over_routes(one, key) if over_routes else _flag(one, key))
        )
        return made if wanted else Never(made)

    def _over_routes(self, model: Model, key: str) -> bool | None:
        own = model.facts.get(key)
        routes = routes_in_service(model, self._today) or model.routes
        stated = [route.facts.get(key, own) for route in routes] if routes else [own]
        found = {None if one is None else bool(one.value) for one in stated}
        return True if True in found else None if None in found else False

    def _has(self, key: str, word: Scalar) -> Plain:
        return Holds(self._column(f"{key}_{word}", lambda one: _includes(_value(one, key), word)))

    def _reaches(self, key: str, limit: float) -> Plain:
        low = self._column(f"{key}_low", lambda one: _most(_value(one, key))[0])
        high = self._column(f"{key}_high", lambda one: _most(_value(one, key))[1])
        return Reaches(low, high, limit)

    def _in_service(self, barred: tuple[Scalar, ...]) -> Plain:
        def in_service(model: Model) -> bool | None:
            states = {status_on(route, model, self._today)[0] for route in model.routes or (None,)}
            return True if states - {None, *barred} else None if None in states else False

        return Holds(self._column("in_service", in_service))

    def _access(self, wanted: str) -> Plain:
        def there(model: Model) -> bool | None:
            routes = routes_in_service(model, self._today)
            if any(wanted in (route.kind, route.provider) for route in routes):
                return True
            return _flag(model, "open_weights") if wanted == "self-hosted" else None

        return Holds(self._column(f"access_{wanted}", there))

    def _prices(self, brief: Brief) -> tuple[str, str]:
        job, access = brief.job.unit, brief.access
        costs = [cost_of(job, one, self._vocabulary, self._today).reached_by(access) for one in self.models]
        name = f"usd_{access}_{job.resolution}_{job.audio}".replace("-", "_")
        self.columns[name] = [one.cheapest.usd if one.cheapest else None for one in costs]
        self.columns[f"{name}_open"] = [
            one.upper_bound or bool(one.own_hardware) or one.cheapest is None for one in costs
        ]
        return name, f"{name}_open"


def _window(tests: tuple[Test, ...]) -> tuple[Test, ...]:
    """Return a lower and an upper end of whole seconds as the list of values between them."""
    ends = {one.operator: one.operand[0] for one in tests}
    if set(ends) != {"at_least", "at_most"}:
        return tests
    seconds = range(math.ceil(float(ends["at_least"])), math.floor(float(ends["at_most"])) + 1)
    return (Test(tests[0].key, "one_of", tuple(seconds)),)


def _value(model: Model, key: str) -> Value | None:
    fact = model.facts.get(key)
    return None if fact is None else fact.value


def _flag(model: Model, key: str) -> bool | None:
    value = _value(model, key)
    return None if value is None else bool(value)


def _includes(value: Value | None, word: Scalar) -> bool | None:
    if isinstance(value, Several):
        return True if word in value.values else None if value.open else False
    if isinstance(value, Span):
        return value.low <= (ratio(word) if isinstance(word, str) else word) <= value.high
    return True if isinstance(value, Anything) else None


def _most(value: Value | None) -> tuple[float, float]:
    """Return between which two numbers the largest possible value lies."""
    if isinstance(value, Several):
        most = max((float(one) for one in value.values), default=0.0)
        return most, math.inf if value.open else most
    if isinstance(value, Span):
        return value.high, value.high
    if isinstance(value, Bound):
        return value.at_least or 0.0, math.inf if value.at_most is None else value.at_most
    return (float(value), float(value)) if isinstance(value, int | float) else (0.0, math.inf)
