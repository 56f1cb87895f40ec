"""Whether one model meets all constraints of a question at once."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence

import attrs

from modeladvisor.answers import Answer, all_of, definite
from modeladvisor.asking import Style, Way
from modeladvisor.asks import Ask
from modeladvisor.combinations import Acceptance, Request, accepts, asked
from modeladvisor.conditions import Test
from modeladvisor.judgements import Judgement, conjunction, judge
from modeladvisor.prices import ROUNDING, UNPRICED, Cost
from modeladvisor.records import Evidence, Fact, Model, Price, Rule
from modeladvisor.scores import GRADE_SHARES, has_route
from modeladvisor.vocabulary import Vocabulary


@attrs.frozen
class Check:
    """What became of one constraint on one model."""

    parameter: str
    id: str
    why: str
    answer: Answer
    facts: tuple[Fact, ...] = ()
    rules: tuple[Rule, ...] = ()
    prices: tuple[Price, ...] = ()
    unknowns: tuple[str, ...] = ()


@attrs.frozen
class Fit:
    """Whether one model meets all constraints, jointly.

    Attributes:
        way: How the inputs serve (first frame, references, ...), or None where no input was asked.
        acceptance: The joint request with its narrowed values.
    """

    answer: Answer
    checks: tuple[Check, ...]
    way: str | None
    acceptance: Acceptance

    @property
    def unknowns(self) -> tuple[str, ...]:
        """The keys that hold the model back."""
        return tuple(dict.fromkeys(key for check in self.checks for key in check.unknowns))

    def under(self, priced: Check) -> Fit:
        """Return this fit under another ceiling, which this model answers alike; nothing else depends on the sum."""
        told = (priced.parameter, priced.id)
        checks = tuple(priced if (one.parameter, one.id) == told else one for one in self.checks)
        return Fit(self.answer, checks, self.way, self.acceptance)

    def first_no(self) -> Check:
        """Return the check that excludes the model."""
        return next(one for one in self.checks if one.answer is Answer.NO)


@attrs.frozen
class Candidate:
    """What is known of a model before the question: its gates judged, the job priced."""

    model: Model
    gates: Mapping[str, Check]
    cost: Cost


def fit_of(
    candidate: Candidate, asks: Sequence[Ask], medium: str, vocabulary: Vocabulary, today: datetime.date
) -> Fit:
    """Return whether a model meets all constraints; what is requested must be accepted as a whole.

    Where a mode can be run in several ways, the first way that fits best is taken.
    """
    single = [_single_check(ask, candidate, vocabulary, today) for ask in asks]
    own = [one for one in single if one is not None]
    if any(one.answer is Answer.NO for one in own):
        return Fit(Answer.NO, tuple(own), None, NOTHING_ACCEPTED)
    joint = requested(asks)
    context = _Context(candidate.model, asks, tuple(own), joint, medium, vocabulary, today)
    mode = next((ask.mode for ask in asks if ask.mode), None)
    if mode is None:
        request = merged_counts(joint, vocabulary)
        return context.fit((), accepts(candidate.model, request, medium, vocabulary, today), None)
    fits = []
    for way in mode.ways:
        fits.append(_by_way(way, context))
        if fits[-1].answer is Answer.YES:
            break
    order = (Answer.YES, Answer.UNKNOWN, Answer.NO)
    return min(fits, key=lambda fit: order.index(fit.answer))


NOTHING_ACCEPTED = Acceptance(Answer.NO, {}, (), {}, ())


@attrs.frozen
class _Context:
    """One model against one list of constraints, with the checks that do not depend on each other done."""

    model: Model
    asks: Sequence[Ask]
    own: tuple[Check, ...]
    joint: Request
    medium: str
    vocabulary: Vocabulary
    today: datetime.date

    def fit(self, further: tuple[Check, ...], acceptance: Acceptance, way: str | None) -> Fit:
        """Return the fit once the joint request has been tried."""
        checks = (*self.own, *further, *self._joint_checks(acceptance))
        return Fit(all_of(one.answer for one in checks), checks, way, acceptance)

    def _joint_checks(self, acceptance: Acceptance) -> list[Check]:
        """Return a check for each constraint that requests something, and one for the combination if that fails."""
        checks = [_request_check(ask, acceptance) for ask in self.asks if ask.request]
        if acceptance.answer is not all_of(one.answer for one in checks):
            why = "All that is asked must be accepted in one request."
            facts, rules, unknowns = acceptance.facts, acceptance.rules, acceptance.unknowns
            checks.append(
                Check("request", "combination", why, acceptance.answer, facts, rules, unknowns=unknowns)
            )
        return checks


def _request_check(ask: Ask, acceptance: Acceptance) -> Check:
    """Return whether the model offers what one constraint requests; once all is accepted, that is part of it."""
    found = conjunction([acceptance.supports[name] for name in ask.request])
    if acceptance.answer is Answer.YES:
        return Check(ask.parameter, ask.id, ask.why, Answer.YES, found.facts)
    return _check(ask, found)


def _by_way(way: Way, context: _Context) -> Fit:
    ask = next(ask for ask in context.asks if ask.mode)
    able = _check(ask, judge(way.need, context.model, context.vocabulary, context.today))
    if able.answer is Answer.NO:
        return Fit(Answer.NO, (*context.own, able), way.name, NOTHING_ACCEPTED)
    request = request_by_way(way, context.joint, context.vocabulary)
    acceptance = accepts(context.model, request, context.medium, context.vocabulary, context.today)
    return context.fit((able,), acceptance, way.name)


def requested(asks: Sequence[Ask]) -> Request:
    """Return what all constraints together request."""
    joint: dict[str, tuple[Test, ...]] = {}
    for ask in asks:
        for name, tests in ask.request.items():
            joint[name] = (*joint.get(name, ()), *tests)
    return joint


def request_by_way(way: Way, joint: Request, vocabulary: Vocabulary) -> Request:
    """Return what is requested when the inputs serve in one way."""
    request = dict(joint)
    for name, tests in asked(**way.request).items():
        request[name] = (*request.get(name, ()), *tests) if name != "mode" else tests
    return merged_counts(request, vocabulary)


def merged_counts(request: Request, vocabulary: Vocabulary) -> dict[str, tuple[Test, ...]]:
    """Take the larger of two asked counts of the same thing: a way's one reference and a gate's two are two."""
    merged = dict(request)
    for name, tests in request.items():
        if len(tests) > 1 and vocabulary.features[name].kind == "int":
            merged[name] = (max(tests, key=lambda test: float(test.operand[0])),)
    return merged


def _check(ask: Ask, found: Judgement) -> Check:
    return Check(ask.parameter, ask.id, ask.why, found.answer, found.facts, unknowns=found.unknowns)


def gate_check(ask: Ask, model: Model, vocabulary: Vocabulary, today: datetime.date) -> Check | None:
    """Return the check of a constraint that is a condition on capabilities; None if it is none."""
    return None if ask.need is None else _check(ask, judge(ask.need, model, vocabulary, today))


def _single_check(
    ask: Ask, candidate: Candidate, vocabulary: Vocabulary, today: datetime.date
) -> Check | None:
    """Return the check of what does not depend on other constraints; None if there is nothing of the kind."""
    model = candidate.model
    if ask.need is not None:
        known = candidate.gates.get(ask.id) if ask.parameter in ("status", "task") else None
        return known or gate_check(ask, model, vocabulary, today)
    if ask.access is not None:
        answer = has_route(model, ask.access, today)
        weights = model.facts.get("open_weights")
        facts = (weights,) if ask.access == "self-hosted" and weights else ()
        missing = () if answer is not Answer.UNKNOWN else ("routes",)
        return Check(ask.parameter, ask.id, ask.why, answer, facts, unknowns=missing)
    if ask.ceiling is not None:
        return ceiling_check(ask, ask.ceiling, candidate.cost)
    return None


def ceiling_check(ask: Ask, ceiling: float, cost: Cost) -> Check:
    """Return whether a model is known to cost no more than a ceiling."""
    cheapest = cost.cheapest
    usd = cheapest.usd if cheapest else UNPRICED
    answer = price_answer(ceiling, usd, undercut=cost.upper_bound or bool(cost.own_hardware))
    prices = (cheapest.price,) if cheapest else ()
    unknowns = ("price",) if answer is Answer.UNKNOWN else ()
    return Check(ask.parameter, ask.id, ask.why, answer, prices=prices, unknowns=unknowns)


def price_answer(ceiling: float, usd: float, *, undercut: bool) -> Answer:
    """Return whether the cheapest known price stays under a ceiling.

    Own hardware and unpriced routes (`undercut`) keep a price over the ceiling open: somewhere it may be cheaper.
    """
    if usd <= ceiling + ROUNDING:
        return Answer.YES
    return Answer.UNKNOWN if undercut or usd == UNPRICED else Answer.NO


def style_of(
    style: Style | None, model: Model, medium: str, vocabulary: Vocabulary, today: datetime.date
) -> Answer | None:
    """Return whether a model is made for a style; None if no style was asked or nothing is said about it."""
    if style is None or style.gate:
        return None
    if medium in style.need:
        return judge(style.need[medium], model, vocabulary, today).answer
    if medium in style.evidence:
        found = [
            one for one in model.evidence if (one.dimension, one.medium) == (style.evidence[medium], medium)
        ]
        return _graded(found)
    return None


def _graded(found: Sequence[Evidence]) -> Answer:
    if not found:
        return Answer.UNKNOWN
    newest = max(found, key=lambda one: (one.dated, -GRADE_SHARES[one.grade], one.id))
    return definite(GRADE_SHARES[newest.grade] > GRADE_SHARES["adequate"])
