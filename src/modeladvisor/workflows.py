"""Recipes of several steps, each answered with the models that fit it today."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

import attrs

from modeladvisor.catalog import Catalog
from modeladvisor.exhibits import Tabular
from modeladvisor.finder import Ranking, find
from modeladvisor.interpretation import interpret
from modeladvisor.opinions import Step, Workflow

if TYPE_CHECKING:
    from modeladvisor.exhibits import Page
    from modeladvisor.sheets import Sheet


@attrs.frozen
class StepToday:
    """One step with the ranking that answers it; None where the step makes nothing that models make.

    Attributes:
        usd: Cheapest and dearest price of the step's whole job over the models that fit and have a price.
    """

    step: Step
    ranking: Ranking | None
    usd: tuple[float, float] | None


@attrs.frozen
class WorkflowToday(Tabular):
    """A recipe as it can be run on a day.

    Attributes:
        usd: Price of one run from cheapest to dearest; None where a step has no price.
    """

    workflow: Workflow
    steps: tuple[StepToday, ...]
    usd: tuple[float, float] | None

    def _frames(self) -> tuple[Sheet, ...]:
        from modeladvisor.tabulations.comparisons import recipe_frames

        return recipe_frames(self)

    def _page(self) -> Page:
        from modeladvisor.tabulations.comparisons import recipe_tables

        return "", tuple(recipe_tables(self)), ()


def workflow_today(catalog: Catalog, workflow: Workflow, today: datetime.date) -> WorkflowToday:
    """Return a recipe with the models that fit each step on a day."""
    steps = tuple(_step_today(catalog, step, today) for step in workflow.steps)
    priced = [one.usd for one in steps if one.usd is not None]
    total = None
    if priced and len(priced) == len(steps):
        total = (round(sum(low for low, _ in priced), 4), round(sum(high for _, high in priced), 4))
    return WorkflowToday(workflow, steps, total)


def workflows_today(
    catalog: Catalog, today: datetime.date, *, task: str | None = None, limit: int | None = None
) -> tuple[WorkflowToday, ...]:
    """Return the recipes of a task, or all, those with the newest source first."""
    chosen = [one for one in catalog.workflows.values() if task is None or task in one.tasks]
    chosen.sort(key=lambda one: (-max(source.dated for source in one.sources).toordinal(), one.slug))
    return tuple(workflow_today(catalog, one, today) for one in chosen[:limit])


def _step_today(catalog: Catalog, step: Step, today: datetime.date) -> StepToday:
    if step.gives not in catalog.general:
        return StepToday(step, None, None)
    mode = catalog.asking.modes[step.mode] if step.mode else None
    question = interpret(
        catalog, task=step.usecase, output=step.gives, input=mode.inputs if mode else step.takes
    )
    ranking = find(catalog, question, today, request=step.request).rankings[0]
    if ranking.usd is None:
        return StepToday(step, ranking, None)
    units = _units(step)
    return StepToday(step, ranking, (round(ranking.usd[0] * units, 4), round(ranking.usd[1] * units, 4)))


def _units(step: Step) -> float:
    """Return the seconds of video, or the images, that a step makes."""
    if step.gives == "image":
        return step.images or 1
    seconds = (step.job.duration_seconds if step.job else None) or 8
    return seconds * (step.clips or 1)
