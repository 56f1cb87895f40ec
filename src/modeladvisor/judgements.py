"""The answer of one need on one model, and the facts behind it."""

from __future__ import annotations

import datetime
import functools

import attrs

from modeladvisor.answers import Answer, all_of, any_of, definite, negated
from modeladvisor.conditions import AllOf, Condition, Not, Scalar, Test
from modeladvisor.records import Fact, Model, Route
from modeladvisor.values import Anything, Bound, Month, Several, Span, Value
from modeladvisor.vocabulary import Capability, Vocabulary


@attrs.frozen
class Judgement:
    """What the recorded facts prove about a need.

    Attributes:
        answer: Yes, no or unknown.
        facts: The facts that the answer rests on; for unknown, those that do not decide it.
        unknowns: Keys whose value would decide it; empty for a definite answer.
    """

    answer: Answer
    facts: tuple[Fact, ...] = ()
    unknowns: tuple[str, ...] = ()


@functools.lru_cache(maxsize=4096)
def ratio(text: str) -> float:
    """Return width over height of a ratio written `W:H`, rounded once, so that 16:9 equals 32:18."""
    width, height = text.split(":")
    decimals = max(len(side.partition(".")[2]) for side in (width, height))

    def whole(side: str) -> int:
        before, _, after = side.partition(".")
        return int(before + after.ljust(decimals, "0"))

    # Quotients of whole numbers are rounded correctly; importing fractions for it would cost 5 ms at every start.
    return whole(width) / whole(height)


def check(test: Test, value: Value, capability: Capability) -> Answer:
    """Return whether a recorded value passes a test.

    `equals`, `one_of` and `none_of` ask a single value, or whether a set or span has the operand;
    `at_least` asks the largest value of a set or span, `at_most` the smallest;
    `includes` needs all operands, `includes_any` one.
    A bound or an open set answers UNKNOWN where a later discovery could still go either way.
    """
    operator, operand = test.operator, test.operand
    if operator == "equals":
        return _has(value, operand[0], capability)
    if operator in ("one_of", "includes_any"):
        return any_of(_has(value, one, capability) for one in operand)
    if operator == "none_of":
        return negated(any_of(_has(value, one, capability) for one in operand))
    if operator == "includes":
        return all_of(_has(value, one, capability) for one in operand)
    return _reaches(value, _rank(operand[0], capability), capability, upward=operator == "at_least")


def _rank(value: Scalar, capability: Capability) -> float:
    if isinstance(value, str):
        return capability.place_of(value) if capability.kind != "ratios" else ratio(value)
    return value


def _has(value: Value, wanted: Scalar, capability: Capability) -> Answer:
    if isinstance(value, Several):
        if capability.kind == "ratios":
            found = wanted in value.values or ratio(str(wanted)) in {ratio(str(one)) for one in value.values}
        else:
            found = wanted in value.values
        if found:
            return Answer.YES
        return Answer.UNKNOWN if value.open else Answer.NO
    if isinstance(value, Span):
        return definite(_in_span(value, wanted, capability))
    if isinstance(value, Anything):
        return Answer.YES
    if isinstance(value, Bound):
        number, least = float(wanted), value.at_least or 0.0
        if least == value.at_most == number:
            return Answer.YES
        below = number < least
        above = value.at_most is not None and number > value.at_most
        return Answer.NO if below or above else Answer.UNKNOWN
    if isinstance(value, Month | datetime.date):
        return definite(str(value) == wanted)
    return definite(value == wanted)


def _in_span(span: Span, wanted: Scalar, capability: Capability) -> bool:
    if capability.kind == "ratios":
        low, high = (ratio(end) for end in span.text or ("1:1", "1:1"))
        return low <= ratio(str(wanted)) <= high
    number = float(wanted)
    if not span.low <= number <= span.high:
        return False
    if span.step is None:
        return True
    steps = (number - span.low) / span.step
    return abs(steps - round(steps)) < 1e-9


def _reaches(value: Value, limit: float, capability: Capability, *, upward: bool) -> Answer:
    if isinstance(value, Anything):
        return Answer.YES
    if isinstance(value, Bound):
        least = value.at_least or 0.0
        sure, ruled_out = (least, value.at_most) if upward else (value.at_most, least)
        if sure is not None and (sure >= limit if upward else sure <= limit):
            return Answer.YES
        if ruled_out is not None and (ruled_out < limit if upward else ruled_out > limit):
            return Answer.NO
        return Answer.UNKNOWN
    if isinstance(value, Several):
        ranks = [_rank(one, capability) for one in value.values]
        if any(rank >= limit if upward else rank <= limit for rank in ranks):
            return Answer.YES
        return Answer.UNKNOWN if value.open else Answer.NO
    if isinstance(value, Span):
        end = value.high if upward else value.low
        return definite(end >= limit if upward else end <= limit)
    if isinstance(value, Month | datetime.date):
        return Answer.UNKNOWN
    rank = _rank(value, capability)
    return definite(rank >= limit if upward else rank <= limit)


def status_on(route: Route | None, model: Model, today: datetime.date) -> tuple[str | None, Fact | None]:
    """Return the status of a route on a day and the fact that says so; (None, None) where nothing says it.

    Without a route it is the status of the model as its vendor states it.
    A route whose announced last day is over is retired, whatever its status was when last seen.
    """
    own = route.facts if route is not None else {}
    last_day = own.get("retires") or model.facts.get("retires")
    if last_day and isinstance(last_day.value, datetime.date) and last_day.value < today:
        return "retired", last_day
    fact = own.get("status") or model.facts.get("status")
    return (str(fact.value), fact) if fact else (None, None)


def routes_in_service(model: Model, today: datetime.date) -> tuple[Route, ...]:
    """Return the routes that are not known to be retired on that day."""
    return tuple(route for route in model.routes if status_on(route, model, today)[0] != "retired")


def judge(need: Condition, model: Model, vocabulary: Vocabulary, today: datetime.date) -> Judgement:
    """Return what the facts of a model prove about a need on a day.

    A key that routes may override is judged on every route in service: one route that meets the need is
    enough, and it fails only if all of them fail.
    """
    if isinstance(need, Test):
        return _judge_test(need, model, vocabulary, today)
    if isinstance(need, Not):
        inner = judge(need.part, model, vocabulary, today)
        return attrs.evolve(inner, answer=negated(inner.answer))
    parts = [judge(part, model, vocabulary, today) for part in need.parts]
    return conjunction(parts) if isinstance(need, AllOf) else disjunction(parts)


def conjunction(parts: list[Judgement]) -> Judgement:
    """Return the judgement that all parts hold, resting on the parts that decide it."""
    answer = all_of(part.answer for part in parts)
    if answer is Answer.NO:
        return next(part for part in parts if part.answer is Answer.NO)
    return _joined(answer, parts)


def disjunction(parts: list[Judgement]) -> Judgement:
    """Return the judgement that at least one part holds, resting on the parts that decide it."""
    answer = any_of(part.answer for part in parts)
    if answer is Answer.YES:
        return next(part for part in parts if part.answer is Answer.YES)
    return _joined(answer, parts)


def _joined(answer: Answer, parts: list[Judgement]) -> Judgement:
    facts = tuple(dict.fromkeys(fact for part in parts for fact in part.facts))
    if answer is not Answer.UNKNOWN:
        return Judgement(answer, facts)
    return Judgement(answer, facts, tuple(dict.fromkeys(key for part in parts for key in part.unknowns)))


def _judge_test(test: Test, model: Model, vocabulary: Vocabulary, today: datetime.date) -> Judgement:
    capability = vocabulary.keys[test.key]
    if not capability.route:
        return _judge_fact(test, model.facts.get(test.key), capability)
    if test.key == "status":
        return _judge_status(test, model, capability, today)
    routes = routes_in_service(model, today) or model.routes
    if not any(test.key in route.facts for route in routes):
        return _judge_fact(test, model.facts.get(test.key), capability)
    own = model.facts.get(test.key)
    return disjunction([_judge_fact(test, route.facts.get(test.key, own), capability) for route in routes])


def _judge_fact(test: Test, fact: Fact | None, capability: Capability) -> Judgement:
    if fact is None:
        return Judgement(Answer.UNKNOWN, (), (test.key,))
    answer = check(test, fact.value, capability)
    return Judgement(answer, (fact,), (test.key,) if answer is Answer.UNKNOWN else ())


def _judge_status(test: Test, model: Model, capability: Capability, today: datetime.date) -> Judgement:
    parts = []
    for route in model.routes or (None,):
        status, fact = status_on(route, model, today)
        if status is None or fact is None:
            parts.append(Judgement(Answer.UNKNOWN, (), ("status",)))
        else:
            parts.append(Judgement(check(test, status, capability), (fact,)))
    return disjunction(parts)
