"""The constraints of a question, as a list."""

from __future__ import annotations

from collections.abc import Collection, Hashable

import attrs

from modeladvisor.asking import Job, Mode
from modeladvisor.catalog import Catalog
from modeladvisor.combinations import Request, asked
from modeladvisor.conditions import AnyOf, Condition, Test
from modeladvisor.opinions import Gate, Rubric
from modeladvisor.questions import EXTENSION_NEED, Question, audio_need

IN_SERVICE = Test("status", "none_of", ("retired",))
CEILING = ("budget", "ceiling")
"""Parameter and id of the constraint that names a sum."""
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
class Brief:
    """All that one question asks of every model of a medium.

    Attributes:
        asks: Constraints in the order in which they exclude; what they request is accepted jointly or not at all.
        job: The job that is priced.
        access: Kind of route, or provider, on which prices count; None counts all.
    """

    medium: str
    asks: tuple[Ask, ...]
    job: Job
    access: str | None

    @property
    def key(self) -> Hashable:
        """Everything that is asked but the sum of a ceiling, so that what was answered once can be kept under it."""
        asked = tuple(
            (
                ask.parameter,
                ask.id,
                ask.need,
                tuple(ask.request.items()),
                ask.mode.name if ask.mode else None,
                ask.access,
                ask.ceiling is not None or ask.why,
            )
            for ask in self.asks
        )
        return asked, self.job, self.access

    @property
    def ceiling(self) -> Ask | None:
        """The constraint that sets a ceiling; None if there is none."""
        return next((ask for ask in self.asks if ask.ceiling is not None), None)


def rubric_for(catalog: Catalog, question: Question, medium: str) -> Rubric:
    """Return the rubric that ranks a question: the task's, or the general one of the medium."""
    return question.task.rubrics[medium] if question.task else catalog.general[medium]


def job_of(catalog: Catalog, question: Question, medium: str) -> Job:
    """Return the job that is priced: the one that the task's own price criterion prices, as the question changes it."""
    criteria = question.task.rubrics[medium].criteria if question.task else ()
    priced = (one.price.job for one in criteria if one.price)
    return question.job(medium, next(priced, catalog.asking.jobs[medium]))


def brief_of(
    catalog: Catalog,
    question: Question,
    medium: str,
    further: tuple[Ask, ...] = (),
    dropped: Collection[str] = (),
) -> Brief:
    """Return what a question asks of models, without the constraints of the parameters that are dropped.

    What is left is asked as if the dropped had never been: without sound, a clip is priced without sound.
    The gates of the task count as the one constraint `task`.
    """
    eased = question.eased(dropped) if dropped else question
    asks = (*gates_of(rubric_for(catalog, question, medium)), *asks_of(eased, medium), *further)
    platform = eased.platform
    return Brief(
        medium=medium,
        asks=tuple(ask for ask in asks if ask.parameter not in dropped),
        job=job_of(catalog, eased, medium),
        access=platform.value if platform is not None and platform.kind == "access" else None,
    )


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
        asks.append(Ask(*CEILING, why, ceiling=ceiling))
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
