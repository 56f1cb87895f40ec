"""What stands in the files of use cases and workflows, one class for each table."""

from __future__ import annotations

import datetime
from typing import Literal

import attrs

from modeladvisor.loading.shapes import Input, Medium, Table
from modeladvisor.records import RouteKind


@attrs.frozen(eq=False, repr=False)
class GateShape:
    id: str
    why: str
    need: Table | None = None
    request: Table | None = None
    media: tuple[Medium, ...] = ()


@attrs.frozen(eq=False, repr=False)
class LevelShape:
    need: Table
    share: float


@attrs.frozen(eq=False, repr=False)
class RouteCriterionShape:
    kinds: tuple[RouteKind, ...]


@attrs.frozen(eq=False, repr=False)
class PriceCriterionShape:
    job: Table
    full: float
    none: float


@attrs.frozen(eq=False, repr=False)
class CriterionShape:
    id: str
    points: float
    why: str
    media: tuple[Medium, ...] = ()
    need: Table | None = None
    levels: tuple[LevelShape, ...] = ()
    request: Table | None = None
    route: RouteCriterionShape | None = None
    price: PriceCriterionShape | None = None
    evidence: str | None = None
    mode: str | None = None


@attrs.frozen(eq=False, repr=False)
class RunnerUpShape:
    model: str
    when: str


@attrs.frozen(eq=False, repr=False)
class RestsOnShape:
    id: str
    was: object


@attrs.frozen(eq=False, repr=False)
class VerdictSourceShape:
    title: str
    url: str


@attrs.frozen(eq=False, repr=False)
class VerdictShape:
    pick: tuple[str, ...]
    because: str
    not_for: str
    reviewed: datetime.date
    review_by: datetime.date
    runners_up: tuple[RunnerUpShape, ...] = ()
    differs: str | None = None
    rests_on: tuple[RestsOnShape, ...] = ()
    unknowns: tuple[str, ...] = ()
    sources: tuple[VerdictSourceShape, ...] = ()


@attrs.frozen(eq=False, repr=False)
class ContradictionShape:
    parameter: Literal["audio", "input"]
    value: str
    why: str


@attrs.frozen(eq=False, repr=False)
class UseCaseShape:
    title: str
    question: str
    media: tuple[Medium, ...]
    version: str
    criteria: tuple[CriterionShape, ...]
    gates: tuple[GateShape, ...] = ()
    contradicts: tuple[ContradictionShape, ...] = ()
    verdict: Table | None = None


@attrs.frozen(eq=False, repr=False)
class GeneralShape:
    title: str
    version: str
    criteria: tuple[CriterionShape, ...]
    gates: tuple[GateShape, ...] = ()


@attrs.frozen(eq=False, repr=False)
class StepShape:
    id: str
    title: str
    takes: tuple[Input, ...]
    gives: Literal["image", "video", "audio"]
    why: str
    usecase: str | None = None
    mode: str | None = None
    from_: tuple[str, ...] = ()
    request: Table | None = None
    job: Table | None = None


@attrs.frozen(eq=False, repr=False)
class WorkflowSourceShape:
    title: str
    url: str
    dated: datetime.date
    supports: str


@attrs.frozen(eq=False, repr=False)
class WindowShape:
    from_: datetime.date
    to: datetime.date


@attrs.frozen(eq=False, repr=False)
class WorkflowShape:
    title: str
    question: str
    summary: str
    basis: Literal["documented", "editorial"]
    window: WindowShape
    tasks: tuple[str, ...]
    steps: tuple[StepShape, ...]
    sources: tuple[WorkflowSourceShape, ...]
