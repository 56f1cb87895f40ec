"""Unknown is neither yes nor no: needs against every way in which the unknown can turn out."""

from __future__ import annotations

import itertools
from fractions import Fraction

import attrs
from hypothesis import assume, given
from hypothesis import strategies as st

from modeladvisor import conditions
from modeladvisor.answers import Answer
from modeladvisor.conditions import AllOf, Condition, Not, Scalar, Test
from modeladvisor.judgements import judge
from modeladvisor.records import Fact, Model
from modeladvisor.values import Anything, Bound, Several, Span, Value
from modeladvisor.vocabulary import Capability, Vocabulary
from strategies import MANY, TODAY, askable, models, needs, values, vocabularies


def fraction(text: Scalar) -> Fraction:
    """Return a ratio written `W:H` as a fraction."""
    width, height = str(text).split(":")
    return Fraction(width) / Fraction(height)


def passes(test: Test, value: Value, capability: Capability) -> bool:
    """Return whether a complete value passes a test: two-valued, written without regard to the product."""

    def size(one: Scalar) -> float | Fraction:
        if isinstance(one, str):
            return fraction(one) if capability.kind == "ratios" else capability.values.index(one)
        return one

    def has(wanted: Scalar) -> bool:
        if isinstance(value, Anything):
            return True
        if isinstance(value, Several):
            if capability.kind == "ratios":
                return fraction(wanted) in map(fraction, value.values)
            return wanted in value.values
        if isinstance(value, Span):
            if value.text:
                return fraction(value.text[0]) <= fraction(wanted) <= fraction(value.text[1])
            inside = value.low <= float(wanted) <= value.high
            return inside and (value.step is None or (float(wanted) - value.low) % value.step == 0)
        return value == wanted

    match test.operator:
        case "equals" | "includes":
            return all(map(has, test.operand))
        case "one_of" | "includes_any":
            return any(map(has, test.operand))
        case "none_of":
            return not any(map(has, test.operand))
    limit = size(test.operand[0])
    if isinstance(value, Anything):
        return True
    if isinstance(value, Span):
        sizes: list[float | Fraction] = [value.low, value.high]
    elif isinstance(value, Several):
        sizes = [size(one) for one in value.values]
    else:
        assert isinstance(value, bool | int | float | str)
        sizes = [size(value)]
    return any(one >= limit if test.operator == "at_least" else one <= limit for one in sizes)


def completions(test: Test, fact: Fact | None, capability: Capability) -> list[Value]:
    """Return what a value can turn out to be, near enough to the test to pass and to fail it where either can be."""
    value, kind = (fact.value if fact else None), capability.kind
    if kind == "bool":
        return [True, False] if value is None else [value]
    if kind in ("int", "number"):
        if value is not None and not isinstance(value, Bound):
            return [value]
        low, high = (value.at_least or 0, value.at_most) if isinstance(value, Bound) else (0, None)
        wanted = int(test.operand[0])
        near = [
            wanted - 1,
            wanted,
            wanted + 1,
            int(low),
            int(low) + 1,
            *([] if high is None else [int(high)]),
        ]
        ends = [float(low)] if high is None else [float(low), float(high)]
        inside = [*ends, *(one for one in near if low <= one and (high is None or one <= high))]
        return [one for one in inside if kind == "number" or float(one).is_integer()]
    if kind in ("word", "text"):
        return [*(capability.values or (*map(str, test.operand), "else"))] if value is None else [value]
    if value is not None and not (isinstance(value, Several) and value.open):
        return [value]
    known = value.values if isinstance(value, Several) else ()
    further: list[Scalar] = [] if kind == "words" else [0.25, 99] if kind == "numbers" else ["1:7"]
    pool = [*test.operand, *capability.values[:1], *capability.values[-1:], *further]
    sets = [
        (*known, *(one for one in more if one not in known))
        for size in range(len(pool) + 1)
        for more in itertools.combinations(dict.fromkeys(pool), size)
    ]
    return [Several(tuple(one)) for one in sets if one or kind == "words"]


def places(key: str, model: Model, capability: Capability) -> list[Fact | None]:
    """Return the facts that stand for a key: the vendor's, or one for each route where a route states its own.

    A route counts unless it is known to be retired; if all are, all count.
    """
    own = model.facts.get(key)
    if not capability.route or not model.routes:
        return [own]
    states = [route.facts.get("status") for route in model.routes]
    if key == "status":
        return list(states)
    live = [
        route
        for route, state in zip(model.routes, states, strict=True)
        if state is None or state.value != "retired"
    ]
    live = live or list(model.routes)
    return [route.facts.get(key, own) for route in live] if any(key in one.facts for one in live) else [own]


def outcomes(need: Condition, model: Model, vocabulary: Vocabulary) -> set[bool]:
    """Return every outcome of a need over all completions of what is unknown, bounded or open."""
    truths: dict[str, set[bool]] = {}
    for test in conditions.tests_of(need):
        capability = vocabulary.keys[test.key]
        single = [
            {passes(test, one, capability) for one in completions(test, fact, capability)}
            for fact in places(test.key, model, capability)
        ]
        truths[test.key] = {any(one) for one in itertools.product(*single)}

    def holds(part: Condition, world: dict[str, bool]) -> bool:
        if isinstance(part, Test):
            return world[part.key]
        if isinstance(part, Not):
            return not holds(part.part, world)
        parts = [holds(one, world) for one in part.parts]
        return all(parts) if isinstance(part, AllOf) else any(parts)

    return {
        holds(need, dict(zip(truths, world, strict=True))) for world in itertools.product(*truths.values())
    }


class TestUnknownIsNeitherYesNorNo:
    """Unknown is neither yes nor no.

    A definite answer is given only if no later discovery can overturn it; unknown is said only when both
    outcomes are still open.
    """

    @MANY
    @given(data=st.data(), vocabulary=vocabularies())
    def test_answers_are_those_of_all_completions(self, data: st.DataObject, vocabulary: Vocabulary) -> None:
        """The answer is yes or no exactly if all completions agree on it, else unknown."""
        assume(askable(vocabulary))
        model = data.draw(models(vocabulary, least_facts=1))
        need = data.draw(needs(askable(vocabulary)))
        found = outcomes(need, model, vocabulary)
        expected = Answer.UNKNOWN if len(found) == 2 else Answer.YES if found == {True} else Answer.NO
        assert judge(need, model, vocabulary, TODAY).answer is expected

    @MANY
    @given(data=st.data(), vocabulary=vocabularies())
    def test_learning_what_is_absent_overturns_nothing(
        self, data: st.DataObject, vocabulary: Vocabulary
    ) -> None:
        """A definite answer stays when every absent key is found out."""
        assume(askable(vocabulary))
        model = data.draw(models(vocabulary, least_facts=1))
        need = data.draw(needs(askable(vocabulary)))
        before = judge(need, model, vocabulary, TODAY)
        facts = dict(model.facts)
        for test in conditions.tests_of(need):
            if test.key not in facts and test.key != "status":
                capability = vocabulary.keys[test.key]
                learnt = data.draw(values(capability, gaps=False))
                source = Fact(
                    f"m1/facts/{test.key}", test.key, learnt, next(iter(model.sources.values())), TODAY
                )
                facts[test.key] = source
        after = judge(need, attrs.evolve(model, facts=facts), vocabulary, TODAY)
        assert before.answer is Answer.UNKNOWN or after.answer is before.answer

    @MANY
    @given(data=st.data(), vocabulary=vocabularies())
    def test_unknown_names_what_would_decide(self, data: st.DataObject, vocabulary: Vocabulary) -> None:
        """An unknown answer names keys to find out; a definite one names none but the facts it rests on."""
        assume(askable(vocabulary))
        model = data.draw(models(vocabulary, least_facts=1))
        need = data.draw(needs(askable(vocabulary)))
        found = judge(need, model, vocabulary, TODAY)
        asked = {test.key for test in conditions.tests_of(need)}
        assert set(found.unknowns) <= asked
        assert bool(found.unknowns) == (found.answer is Answer.UNKNOWN)
        assert found.facts or found.answer is Answer.UNKNOWN
