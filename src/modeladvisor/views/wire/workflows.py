"""Recipes on the wire."""

from __future__ import annotations

from typing import TypedDict

from modeladvisor.views.wire.facts import DatasetView, HeadView
from modeladvisor.views.wire.rankings import ScoreView
from modeladvisor.views.wire.values import JsonValue


class StepModelView(TypedDict):
    """A model that fits a step today; `usd` is the whole job of the step."""

    model: HeadView
    score: ScoreView


class StepView(TypedDict):
    """One step of a recipe with the models that fit it today."""

    id: str
    title: str
    usecase: str | None
    mode: str | None
    takes: list[str]
    gives: str
    after: list[str]
    request: dict[str, JsonValue]
    job: dict[str, JsonValue]
    why: str
    fits: list[StepModelView]
    may_fit: int
    usd_range: list[float] | None


class WorkflowSourceView(TypedDict):
    """A dated public page that documents the recipe."""

    title: str
    url: str
    dated: str
    supports: str


class WorkflowView(TypedDict):
    """A recipe, its basis, and the price of one run."""

    slug: str
    title: str
    question: str
    summary: str
    basis: str
    window: list[str]
    tasks: list[str]
    steps: list[StepView]
    usd_range: list[float] | None
    sources: list[WorkflowSourceView]


class WorkflowAnswer(TypedDict):
    """One recipe."""

    dataset: DatasetView
    notice: str
    workflow: WorkflowView


class WorkflowsAnswer(TypedDict):
    """Recipes, those with the newest source first."""

    dataset: DatasetView
    notice: str
    count: int
    workflows: list[WorkflowView]
