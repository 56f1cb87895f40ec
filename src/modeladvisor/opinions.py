"""What editors write: rubrics, verdicts and workflows."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Literal

import attrs

from modeladvisor.asking import Job
from modeladvisor.conditions import Condition, Scalar
from modeladvisor.records import RouteKind, Source
from modeladvisor.values import Value

NOTICE = "An editorial verdict is not an original benchmark."


@attrs.frozen
class Gate:
    """A need, or a request that must be accepted, that decides whether a model is in at all."""

    id: str
    why: str
    need: Condition | None = None
    request: Mapping[str, Scalar] | None = None


@attrs.frozen
class Level:
    """A need that earns a share (0 to 1) of a criterion's points."""

    need: Condition
    share: float


@attrs.frozen
class PriceScale:
    """Full points at or under `full` USD, none at or over `none`, linear between (per second or image)."""

    job: Job
    full: float
    none: float


@attrs.frozen
class Criterion:
    """Something that earns points; exactly one of the kinds below `why` is set."""

    id: str
    points: float
    why: str
    levels: tuple[Level, ...] = ()
    request: Mapping[str, Scalar] | None = None
    route_kinds: tuple[RouteKind, ...] = ()
    price: PriceScale | None = None
    evidence: str | None = None
    evidence_mode: str | None = None


@attrs.frozen
class Rubric:
    """What counts for one use case and medium; the points add up to 100."""

    id: str
    title: str
    medium: str
    version: str
    gates: tuple[Gate, ...]
    criteria: tuple[Criterion, ...]


@attrs.frozen
class RunnerUp:
    """A model that is the better choice in a situation."""

    model: str
    when: str


@attrs.frozen
class RestsOn:
    """A value that a verdict rests on: the id of a fact, price, rule or evidence, and what it was."""

    id: str
    was: Value


@attrs.frozen
class Verdict:
    """An editor's dated statement for one use case and medium; an empty pick means no verified winner."""

    medium: str
    pick: tuple[str, ...]
    runners_up: tuple[RunnerUp, ...]
    because: str
    not_for: str
    differs: str | None
    rests_on: tuple[RestsOn, ...]
    unknowns: tuple[str, ...]
    sources: tuple[Source, ...]
    reviewed: datetime.date
    review_by: datetime.date


@attrs.frozen
class Contradiction:
    """A word of a question that a task rules out by its nature."""

    parameter: str
    value: str
    why: str


@attrs.frozen
class UseCase:
    """One task: a rubric and, once an editor has written it, a verdict for each medium."""

    slug: str
    title: str
    question: str
    media: tuple[str, ...]
    rubrics: Mapping[str, Rubric]
    verdicts: Mapping[str, Verdict]
    contradictions: tuple[Contradiction, ...] = ()


@attrs.frozen
class Step:
    """One step of a workflow."""

    id: str
    title: str
    usecase: str | None
    mode: str | None
    takes: tuple[str, ...]
    gives: str
    after: tuple[str, ...]
    request: Mapping[str, Scalar]
    images: int | None
    clips: int | None
    job: Job | None
    why: str


@attrs.frozen
class WorkflowSource:
    """A dated public page that documents a recipe."""

    title: str
    url: str
    dated: datetime.date
    supports: str


@attrs.frozen
class Workflow:
    """A recipe of several steps; `window` is the span of dates inside which its sources lie."""

    slug: str
    title: str
    question: str
    summary: str
    basis: Literal["documented", "editorial"]
    window: tuple[datetime.date, datetime.date]
    tasks: tuple[str, ...]
    steps: tuple[Step, ...]
    sources: tuple[WorkflowSource, ...]
