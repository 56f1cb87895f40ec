"""Whether a model accepts a request as a whole: every single fact and every combination rule together."""

from __future__ import annotations

import datetime
import itertools
from collections.abc import Mapping

import attrs

from modeladvisor.answers import Answer, all_of, any_of
from modeladvisor.conditions import Scalar, Test
from modeladvisor.feature_values import Option, nothing, options_for, passes
from modeladvisor.judgements import Judgement, disjunction
from modeladvisor.records import Fact, Model, Rule
from modeladvisor.vocabulary import Vocabulary

Request = Mapping[str, tuple[Test, ...]]


@attrs.frozen
class Acceptance:
    """Whether a model accepts a request.

    Attributes:
        answer: YES if one complete assignment satisfies all facts and rules, NO if none can.
        values: For each asked or narrowed feature, the values that are part of some such assignment.
        rules: The rules that ruled out something.
        supports: For each asked feature, whether the model offers it apart from all rules.
        unknowns: Keys whose value would decide it.
        request: What was asked.
    """

    answer: Answer
    values: Mapping[str, tuple[Scalar, ...]]
    rules: tuple[Rule, ...]
    supports: Mapping[str, Judgement]
    unknowns: tuple[str, ...]
    request: Request = attrs.field(factory=dict)

    @property
    def fixed(self) -> frozenset[str]:
        """The features that were asked with one value."""
        return frozenset(
            name for name, tests in self.request.items() if any(one.operator == "equals" for one in tests)
        )

    @property
    def facts(self) -> tuple[Fact, ...]:
        """All facts that the answer rests on."""
        return tuple(dict.fromkeys(fact for found in self.supports.values() for fact in found.facts))


_NO_RULES = Acceptance(Answer.YES, {}, (), {}, ())


def asked(**features: Scalar) -> dict[str, tuple[Test, ...]]:
    """Return a request that asks for exactly these feature values."""
    return {name: (Test(name, "equals", (value,)),) for name, value in features.items()}


def accepts(
    model: Model, request: Request, medium: str, vocabulary: Vocabulary, today: datetime.date
) -> Acceptance:
    """Return whether `model` accepts `request` when it makes `medium`, and what the rules narrow.

    Features that the request does not name are free, except those that the user brings (first frame,
    references, ...): these count as not used.
    """
    full = _with_mode(request, medium)
    rules = _rules_that_matter(model, full, vocabulary)
    named_in_rules = dict.fromkeys(test.key for rule in rules for test in (*rule.when, *rule.then))
    names = dict.fromkeys([*full, *(name for name in vocabulary.features if name in named_in_rules)])
    options = {
        name: options_for(vocabulary.features[name], full.get(name), rules, model, vocabulary, today)
        for name in names
    }
    return _solve(options, rules, request, model, vocabulary)


def is_ruled(model: Model, request: Request, medium: str, vocabulary: Vocabulary) -> bool:
    """Return whether any rule of a model touches a request; if none does, it accepts all if it offers each."""
    return bool(model.rules and _rules_that_matter(model, _with_mode(request, medium), vocabulary))


def _with_mode(request: Request, medium: str) -> Request:
    return request if "mode" in request else {**request, **asked(mode=_implied_mode(request, medium))}


def _implied_mode(request: Request, medium: str) -> str:
    def used(name: str) -> bool:
        return any(test.operator != "equals" or test.operand[0] for test in request.get(name, ()))

    if used("input_video"):
        return "video-image-to-video" if used("reference_images") else "video-to-video"
    if used("input_audio"):
        with_image = used("first_frame") or used("reference_images")
        return "image-audio-to-video" if with_image else "audio-to-video"
    if used("first_frame"):
        return "image-to-video"
    if used("reference_images"):
        return f"references-to-{medium}"
    return f"text-to-{medium}"


def _rules_that_matter(model: Model, request: Request, vocabulary: Vocabulary) -> tuple[Rule, ...]:
    """Leave out rules whose `when` is already false for what is asked or not brought."""

    def may_apply(rule: Rule) -> bool:
        for test in rule.when:
            feature = vocabulary.features[test.key]
            tests = request.get(test.key)
            if tests is None:
                if feature.input and not passes(test, nothing(feature), feature, vocabulary):
                    return False
            elif (
                len(tests) == 1
                and tests[0].operator == "equals"
                and not passes(test, tests[0].operand[0], feature, vocabulary)
            ):
                return False
        return True

    return _linked_to(request, [rule for rule in model.rules if may_apply(rule)], vocabulary)


def _linked_to(request: Request, rules: list[Rule], vocabulary: Vocabulary) -> tuple[Rule, ...]:
    """Keep the rules that reach the request through features they share; the others cannot touch what is asked."""
    reached = set(request)
    kept: list[Rule] = []
    while found := [rule for rule in rules if rule not in kept and reached & _features_of(rule)]:
        kept.extend(found)
        for rule in found:
            reached.update(name for name in _features_of(rule) if not vocabulary.features[name].input)
    return tuple(rule for rule in rules if rule in kept)


def _features_of(rule: Rule) -> set[str]:
    return {test.key for test in (*rule.when, *rule.then)}


def _solve(
    options: dict[str, list[Option]],
    rules: tuple[Rule, ...],
    request: Request,
    model: Model,
    vocabulary: Vocabulary,
) -> Acceptance:
    """Decide features that no rule mentions one by one, and try every assignment of the others."""
    supports = {name: _support_of_any(name, options[name], model, vocabulary) for name in options}
    asked_for = {name: found for name, found in supports.items() if name in request}
    if any(one.answer is Answer.NO for one in supports.values()):
        return Acceptance(Answer.NO, {}, (), asked_for, (), request)
    for name, found in options.items():
        options[name] = [one for one in found if one.support.answer is not Answer.NO]
    in_rules = {test.key for rule in rules for test in (*rule.when, *rule.then)}
    linked = [name for name in options if name in in_rules and options[name]]
    joint = _try_all(linked, options, rules, set(request), vocabulary) if rules else _NO_RULES
    if joint.answer is Answer.NO:
        return Acceptance(Answer.NO, {}, joint.rules, asked_for, (), request)
    values = dict(joint.values)
    alone = [name for name in asked_for if name not in in_rules]
    for name in alone:
        sure = [one for one in options[name] if one.support.answer is Answer.YES]
        values[name] = tuple(one.value for one in sure or options[name] if one.named)
    answer = all_of([joint.answer, *(supports[name].answer for name in alone)])
    if answer is Answer.YES:
        return Acceptance(answer, values, joint.rules, asked_for, (), request)
    unknowns = [*joint.unknowns, *(key for name in alone for key in supports[name].unknowns)]
    return Acceptance(answer, values, joint.rules, asked_for, tuple(dict.fromkeys(unknowns)), request)


def _support_of_any(name: str, options: list[Option], model: Model, vocabulary: Vocabulary) -> Judgement:
    """Return whether the model offers at least one of the values of a feature.

    Where no value is left to try, the tests contradict each other or the model offers none.
    """
    if len(options) == 1:
        return options[0].support
    if options:
        return disjunction([one.support for one in options])
    fact = model.facts.get(vocabulary.features[name].bounded_by or "")
    return Judgement(Answer.NO, (fact,) if fact is not None else ())


def _try_all(
    names: list[str],
    options: Mapping[str, list[Option]],
    rules: tuple[Rule, ...],
    named: set[str],
    vocabulary: Vocabulary,
) -> Acceptance:
    """Try every assignment of the features that rules link; see `Acceptance` for what is kept.

    Of a feature that was not asked and of which nothing is known, every value must work for a YES:
    the model has at least one of them, but nobody knows which.
    """
    firm: list[tuple[Option, ...]] = []
    loose: list[tuple[Option, ...]] = []
    blocked: dict[str, Rule] = {}
    undecided = [place for place, name in enumerate(names) if _is_undecided(name, options[name], named)]
    decided_for: dict[tuple[Scalar, ...], bool] = {}
    for choice in itertools.product(*(options[name] for name in names)):
        values = dict(zip(names, (one.value for one in choice), strict=True))
        broken = [rule for rule in rules if _breaks(rule, values, vocabulary)]
        blocked.update((rule.id, rule) for rule in broken)
        free = tuple(choice[place].value for place in undecided)
        decided_for.setdefault(free, False)
        if broken:
            continue
        if all(
            one.support.answer is Answer.YES for place, one in enumerate(choice) if place not in undecided
        ):
            decided_for[free] = True
            firm.append(choice)
        loose.append(choice)
    sure = bool(firm) and all(decided_for.values())
    kept = firm if sure else loose
    if not kept:
        return Acceptance(Answer.NO, {}, tuple(blocked.values()), {}, ())
    narrowed = named | {test.key for rule in blocked.values() for test in rule.then}
    unknowns = () if sure else (key for choice in kept for one in choice for key in one.support.unknowns)
    return Acceptance(
        Answer.YES if sure else Answer.UNKNOWN,
        {name: _distinct(kept, place) for place, name in enumerate(names) if name in narrowed},
        tuple(blocked.values()),
        {},
        tuple(dict.fromkeys(unknowns)),
    )


def _is_undecided(name: str, options: list[Option], named: set[str]) -> bool:
    """Return True for a feature that was not asked for and of whose values nothing is known."""
    return name not in named and any_of(one.support.answer for one in options) is Answer.UNKNOWN


def _breaks(rule: Rule, values: Mapping[str, Scalar], vocabulary: Vocabulary) -> bool:
    def holds(test: Test) -> bool:
        return passes(test, values[test.key], vocabulary.features[test.key], vocabulary)

    return all(map(holds, rule.when)) and not all(map(holds, rule.then))


def _distinct(kept: list[tuple[Option, ...]], place: int) -> tuple[Scalar, ...]:
    return tuple(dict.fromkeys(choice[place].value for choice in kept if choice[place].named))
