"""The values that are worth trying for one feature of a request, and whether a model offers each."""

from __future__ import annotations

import datetime
import itertools
from collections.abc import Iterable

import attrs

from modeladvisor.answers import Answer
from modeladvisor.conditions import AnyOf, Scalar, Test
from modeladvisor.judgements import Judgement, check, judge, ratio
from modeladvisor.records import Fact, Model, Rule
from modeladvisor.values import Anything, Several, Span
from modeladvisor.vocabulary import Capability, Feature, Vocabulary

OTHER = "(another value)"
"""Stands for any value that neither the facts nor the rules name."""


@attrs.frozen
class Option:
    """One value of a feature, and whether the model offers it.

    Attributes:
        named: False for a value that stands for all those of which no fact, rule or request speaks.
    """

    value: Scalar
    support: Judgement
    named: bool = True


def nothing(feature: Feature) -> Scalar:
    """Return the value of a feature that the user does not bring."""
    return False if feature.kind == "bool" else 0


def passes(test: Test, value: Scalar, feature: Feature, vocabulary: Vocabulary) -> bool:
    """Return whether one value of a feature passes a test."""
    if value is OTHER:
        return test.operator == "none_of"
    if feature.kind == "ratio":
        have = ratio(str(value))
        same = any(ratio(str(one)) == have for one in test.operand)
        return same if test.operator in ("equals", "one_of") else not same
    if test.operator in ("equals", "one_of"):
        return value in test.operand
    if test.operator == "none_of":
        return value not in test.operand
    limit = test.operand[0]
    if isinstance(value, str) and isinstance(limit, str):
        ordered = vocabulary.keys[feature.bounded_by or ""]
        have_place, limit_place = ordered.place_of(value), ordered.place_of(limit)
        return have_place >= limit_place if test.operator == "at_least" else have_place <= limit_place
    return float(value) >= float(limit) if test.operator == "at_least" else float(value) <= float(limit)


def options_for(
    feature: Feature,
    tests: tuple[Test, ...] | None,
    rules: Iterable[Rule],
    model: Model,
    vocabulary: Vocabulary,
    today: datetime.date,
) -> list[Option]:
    """Return the values worth trying for a feature: all asked ones, or all possible ones where none is asked."""
    if tests is None and feature.input:
        return [Option(nothing(feature), Judgement(Answer.YES))]
    if feature.bounded_by is None:
        return [Option(test.operand[0], Judgement(Answer.YES)) for test in tests or ()]
    values: list[Scalar] = [True, False] if feature.kind == "bool" else []
    capability = vocabulary.keys[feature.bounded_by]
    if tests is not None and len(tests) == 1 and tests[0].operator == "equals":
        value = tests[0].operand[0]
        return [Option(value, _support(feature, capability, value, model, vocabulary, today))]
    further: list[Scalar] = []
    fact = model.facts.get(capability.key)
    if feature.kind != "bool":
        named = [
            test.operand for rule in rules for test in (*rule.when, *rule.then) if test.key == feature.name
        ]
        wanted = [test.operand for test in tests or ()]
        values = _possible_values(fact, [*itertools.chain(*named, *wanted)])
        further = _unnamed_values(feature, capability, fact, values)
    return [
        Option(
            value, _support(feature, capability, value, model, vocabulary, today), named=place < len(values)
        )
        for place, value in enumerate([*values, *further])
        if all(passes(test, value, feature, vocabulary) for test in tests or ())
    ]


def is_open(fact: Fact | None) -> bool:
    """Return whether more values than the recorded ones are possible."""
    return fact is None or (isinstance(fact.value, Several) and fact.value.open)


def _possible_values(fact: Fact | None, named: list[Scalar]) -> list[Scalar]:
    """Return the values that are named: recorded ones, ends of ranges, and those in tests."""
    values: list[Scalar] = []
    if fact is not None and isinstance(fact.value, Several):
        values.extend(fact.value.values)
    elif fact is not None and isinstance(fact.value, Span) and fact.value.text is not None:
        values.extend(fact.value.text)
    elif fact is not None and isinstance(fact.value, Span):
        span = fact.value
        if span.step and (span.high - span.low) / span.step <= 200:
            count = int((span.high - span.low) / span.step + 1e-9) + 1
            values.extend(_plain(span.low + place * span.step) for place in range(count))
        values.extend([_plain(span.low), _plain(span.high)])
        if span.step is None:
            ends = sorted({span.low, span.high, *(float(one) for one in named)})
            values.extend(_plain((low + high) / 2) for low, high in itertools.pairwise(ends))
    return list(dict.fromkeys([*values, *named]))


def _unnamed_values(
    feature: Feature, capability: Capability, fact: Fact | None, named: list[Scalar]
) -> list[Scalar]:
    """Return one value for each kind of value that is possible though none of them is named.

    Tests tell numbers and ordered words apart only by where they lie between those that are named.
    """
    if feature.kind == "ratio":
        wide = fact is not None and isinstance(fact.value, Span) and fact.value.low < fact.value.high
        free = fact is not None and isinstance(fact.value, Anything)
        return [OTHER] if wide or free or is_open(fact) else []
    if not is_open(fact) or feature.kind == "int":
        return []
    if feature.kind == "number":
        ends = sorted({0.0, *(float(one) for one in named)})
        between = [(low + high) / 2 for low, high in itertools.pairwise(ends)]
        return [_plain(one) for one in (*between, ends[-1] + 1)]
    known = {capability.place_of(str(one)) for one in named}
    return [
        word
        for place, word in enumerate(capability.values)
        if place not in known and (place == 0 or place - 1 in known)
    ]


def _plain(number: float) -> int | float:
    return int(number) if float(number).is_integer() else number


def _support(
    feature: Feature,
    capability: Capability,
    value: Scalar,
    model: Model,
    vocabulary: Vocabulary,
    today: datetime.date,
) -> Judgement:
    """Return whether the model offers one value of one feature."""
    if value == nothing(feature) and feature.input:
        return Judgement(Answer.YES)
    if feature.name == "audio" and value is False:
        silent = AnyOf((Test("native_audio", "equals", (False,)), Test("silent_option", "equals", (True,))))
        return judge(silent, model, vocabulary, today)
    fact = model.facts.get(capability.key)
    if fact is None:
        return Judgement(Answer.UNKNOWN, (), (capability.key,))
    if value is OTHER:
        return (
            Judgement(Answer.UNKNOWN, (), (capability.key,))
            if is_open(fact)
            else Judgement(Answer.YES, (fact,))
        )
    operator: Test
    if feature.kind == "int":
        operator = Test(capability.key, "at_least", (value,))
    elif capability.kind in ("words", "numbers", "ratios"):
        operator = Test(capability.key, "includes", (value,))
    else:
        operator = Test(capability.key, "equals", (value,))
    answer = check(operator, fact.value, capability)
    return Judgement(answer, (fact,), (capability.key,) if answer is Answer.UNKNOWN else ())
