"""The constraints of a question, and whether one model meets all of them at once."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence

import attrs

from modeladvisor.answers import Answer, all_of, definite
from modeladvisor.asking import Mode, Style, Way
from modeladvisor.combinations import Acceptance, Request, accepts, asked
from modeladvisor.conditions import AnyOf, Condition, Test
from modeladvisor.judgements import Judgement, conjunction, judge
from modeladvisor.opinions import Gate, Rubric
from modeladvisor.prices import Cost
from modeladvisor.questions import EXTENSION_NEED, Question, audio_need
from modeladvisor.records import Evidence, Fact, Model, Price, Rule
from modeladvisor.scores import GRADE_SHARES, has_route
from modeladvisor.vocabulary import Vocabulary

IN_SERVICE = Test("status", "none_of", ("retired",))
FREE = AnyOf((Test("free_tier", "equals", (True,)), Test("open_weights", "equals", (True,))))


@attrs.frozen
class Ask:
    """One constraint.

    Attributes:
        parameter: The parameter it comes from; `task` for a gate of the task, `status` for the global gate.
        id: Name of the gate, or of what is asked.
        why: Why it decides whether a model is in.
        need: Condition on capabilities, or None.
        request: Features asked, to be accepted jointly with those of all other constraints.
        mode: The mode whose ways are tried, or None.
        access: Kind of route or provider, or None.
        ceiling: Most USD per second or image for the job of the question, or None.
    """

    parameter: str
    id: str
    why: str
    need: Condition | None = None
    request: Request = attrs.field(factory=dict)
    mode: Mode | None = None
    access: str | None = None
    ceiling: float | None = None


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

    def first_no(self) -> Check:
        """Return the check that excludes the model."""
        return next(one for one in self.checks if one.answer is Answer.NO)


def gates_of(rubric: Rubric) -> tuple[Ask, ...]:
    """Return the constraints that no question changes: the global gate, and the gates of the task."""
    in_service = Ask("status", "in-service", "A retired model cannot be used any more.", IN_SERVICE)
    return (in_service, *(_gate(gate) for gate in rubric.gates))


def asks_of(question: Question, medium: str) -> tuple[Ask, ...]:
    """Return the constraints of a question for one medium, in the order in which they exclude."""
    asks: list[Ask] = []
    if medium in question.modes:
        mode = question.modes[medium]
        asks.append(Ask("input", mode.name, f"You asked for {mode.name.replace('-', ' ')}.", mode=mode))
    if medium == "video":
        asks.extend(_video_asks(question))
    if question.platform and question.platform.kind == "access":
        wanted = question.platform.value
        asks.append(Ask("platform", "access", f"You asked for a way in by {wanted}.", access=wanted))
    elif question.platform and question.platform.aspect_ratio:
        shape = question.platform.aspect_ratio
        why = f"Publishing on {question.platform.value} asks for {shape}."
        asks.append(Ask("platform", "aspect-ratio", why, request=asked(aspect_ratio=shape)))
    if question.style and question.style.gate and medium in question.style.need:
        why = f"You asked for {question.style.name} output."
        asks.append(Ask("style", question.style.name, why, question.style.need[medium]))
    if question.budget and question.budget.free:
        asks.append(Ask("budget", "free", "You asked for a free tier or open weights.", FREE))
    elif question.budget and medium in question.budget.usd:
        ceiling = question.budget.usd[medium]
        unit = "second" if medium == "video" else "image"
        why = f"You asked for at most {ceiling:.4g} USD per {unit}."
        asks.append(Ask("budget", "ceiling", why, ceiling=ceiling))
    return tuple(asks)


def _gate(gate: Gate) -> Ask:
    return Ask("task", gate.id, gate.why, gate.need, asked(**gate.request) if gate.request else {})


def _video_asks(question: Question) -> list[Ask]:
    asks = []
    if question.audio:
        why = (
            f"You asked for {question.audio} sound."
            if question.audio != "silent"
            else "You asked for no sound."
        )
        request = asked(audio=question.audio != "silent")
        asks.append(Ask("audio", question.audio, why, audio_need(question.audio), request))
    if question.duration:
        length = question.duration
        if length.extended:
            why = "Clips of over 30 seconds take clip extension, or a model that makes them at once."
            asks.append(Ask("duration", "extended", why, EXTENSION_NEED))
        else:
            why = (
                f"You asked for a clip of {length.word} seconds."
                if length.word[:1].isdigit()
                else (f"You asked for a clip length of {length.word}.")
            )
            asks.append(Ask("duration", "clip-length", why, request={"duration_seconds": length.tests()}))
    return asks


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
    joint: dict[str, tuple[Test, ...]] = {}
    for ask in asks:
        for name, tests in ask.request.items():
            joint[name] = (*joint.get(name, ()), *tests)
    context = _Context(candidate.model, asks, tuple(own), joint, medium, vocabulary, today)
    mode = next((ask.mode for ask in asks if ask.mode), None)
    if mode is None:
        acceptance = accepts(candidate.model, joint, medium, vocabulary, today)
        return context.fit((), acceptance, None)
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
    request = dict(context.joint)
    for name, tests in asked(**way.request).items():
        request[name] = (*request.get(name, ()), *tests) if name != "mode" else tests
    request = _merged_counts(request)
    acceptance = accepts(context.model, request, context.medium, context.vocabulary, context.today)
    return context.fit((able,), acceptance, way.name)


def _merged_counts(request: Mapping[str, tuple[Test, ...]]) -> dict[str, tuple[Test, ...]]:
    """Take the larger of two asked counts of the same thing: a way's one reference and a gate's two are two."""
    merged = dict(request)
    for name, tests in request.items():
        numbers = [test.operand[0] for test in tests if test.operator == "equals"]
        if len(numbers) > 1 and all(type(one) is int for one in numbers):
            merged[name] = (Test(name, "equals", (max(numbers),)),)
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
        return _price_check(ask, ask.ceiling, candidate.cost)
    return None


def _price_check(ask: Ask, ceiling: float, cost: Cost) -> Check:
    """Own hardware and unpriced routes keep a price over the ceiling open: somewhere it may be cheaper."""
    cheapest = cost.cheapest
    prices = (cheapest.price,) if cheapest else ()
    if cheapest is not None and cheapest.usd <= ceiling + 1e-12:
        return Check(ask.parameter, ask.id, ask.why, Answer.YES, prices=prices)
    if cheapest is None or cost.upper_bound or cost.own_hardware:
        return Check(ask.parameter, ask.id, ask.why, Answer.UNKNOWN, prices=prices, unknowns=("price",))
    return Check(ask.parameter, ask.id, ask.why, Answer.NO, prices=prices)


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
