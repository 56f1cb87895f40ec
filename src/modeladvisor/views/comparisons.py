"""Comparisons and workflows into JSON-ready dicts."""

from __future__ import annotations

import datetime
from collections.abc import Iterable

import attrs

from modeladvisor.catalog import Catalog
from modeladvisor.comparisons import Comparison, TaskComparison
from modeladvisor.opinions import NOTICE
from modeladvisor.prices import Cost
from modeladvisor.views import wire
from modeladvisor.views.grounds import reason_view, score_view
from modeladvisor.views.rankings import rubric_view, sensitivity_view
from modeladvisor.views.records import dataset_view, fact_view, head_view, rule_view
from modeladvisor.workflows import StepToday, WorkflowToday

STEP_SHOWN = 5


def compare_answer(catalog: Catalog, found: Comparison, today: datetime.date) -> wire.CompareAnswer:
    """Return models side by side; a null cell is unknown, and `unknowns` lists them for each model."""
    tasks = [_task_view(catalog, one) for one in found.task]
    return {
        "dataset": dataset_view(catalog),
        "notice": NOTICE,
        "models": [head_view(catalog, one, today) for one in found.models],
        "mode": found.media[0] if found.media else None,
        "modes": {
            name: {slug: answer.value for slug, answer in answers.items()}
            for name, answers in found.modes.items()
        },
        "shared_modes": list(found.shared_modes),
        "guard": _guard(found),
        "differences_only": found.differences_only,
        "rows": [
            {
                "capability": row.capability.key,
                "label": row.capability.label,
                "verdict": row.verdict,
                "cells": {
                    slug: fact_view(catalog, fact) if fact else None for slug, fact in row.cells.items()
                },
            }
            for row in found.rows
        ],
        "rules": {one.slug: [rule_view(rule) for rule in one.rules] for one in found.models},
        "task": next((one for one in tasks if one["medium"] in found.media), None),
        "tasks": tasks,
        "prices": _prices_view(found),
        "unknowns": {
            one.slug: [row.capability.key for row in found.rows if row.cells[one.slug] is None]
            for one in found.models
        },
    }


def _guard(found: Comparison) -> str | None:
    """Return a warning where models are compared that are not known to do one and the same thing."""
    if not found.media:
        return "These models make different media; nothing that is made can be set side by side."
    if not found.shared_modes:
        return (
            "No mode is known of all these models: each was made for a use of its own, and scores mix them."
        )
    return None


def _prices_view(found: Comparison) -> wire.PricesView:
    if not found.media:
        return {"job": None, "routes": {}}
    medium = found.media[0]
    job = {
        key: value
        for key, value in attrs.asdict(found.jobs[medium]).items()
        if value is not None and key != "medium"
    }
    return {"job": job, "routes": {slug: _route_costs(cost) for slug, cost in found.costs[medium].items()}}


def _task_view(catalog: Catalog, found: TaskComparison) -> wire.TaskComparisonView:
    return {
        "medium": found.rubric.medium,
        "rubric": rubric_view(found.rubric),
        "scores": {slug: score_view(one) if one else None for slug, one in found.scores.items()},
        "parts": {
            slug: [reason_view(catalog, part) for part in one.parts]
            for slug, one in found.scores.items()
            if one is not None
        },
        "dominance": [
            {
                "better": one.better,
                "worse": one.worse,
                "on": list(one.on),
                "undecided": list(one.undecided),
                "proved": one.proved,
            }
            for one in found.dominance
        ],
        "pareto": list(found.pareto),
        "settle": sensitivity_view(found.settle)["decided_by"],
    }


def _route_costs(cost: Cost) -> list[wire.RouteCostView]:
    known: list[wire.RouteCostView] = [
        {
            "route": one.route.id,
            "usd": round(one.usd, 6),
            "per": one.per,
            "exact": one.exact,
            "total_usd": one.total,
            "total_lacks": list(one.lacks),
            "source_url": one.price.source.url,
            "verified_date": one.price.verified.isoformat(),
        }
        for one in cost.quotes
    ]
    unknown: list[wire.RouteCostView] = [
        {
            "route": one.id,
            "usd": None,
            "per": "own hardware" if one in cost.own_hardware else "unknown",
            "exact": None,
            "total_usd": None,
            "total_lacks": [],
            "source_url": None,
            "verified_date": None,
        }
        for one in (*cost.unpriced, *cost.own_hardware)
    ]
    return [*known, *unknown]


def workflow_answer(catalog: Catalog, found: WorkflowToday, today: datetime.date) -> wire.WorkflowAnswer:
    """Return one recipe."""
    return {
        "dataset": dataset_view(catalog),
        "notice": NOTICE,
        "workflow": _workflow_view(catalog, found, today),
    }


def workflows_answer(
    catalog: Catalog, found: Iterable[WorkflowToday], today: datetime.date
) -> wire.WorkflowsAnswer:
    """Return recipes with the models that fit each step today."""
    views = [_workflow_view(catalog, one, today) for one in found]
    return {"dataset": dataset_view(catalog), "notice": NOTICE, "count": len(views), "workflows": views}


def _workflow_view(catalog: Catalog, found: WorkflowToday, today: datetime.date) -> wire.WorkflowView:
    recipe = found.workflow
    return {
        "slug": recipe.slug,
        "title": recipe.title,
        "question": recipe.question,
        "summary": recipe.summary,
        "basis": recipe.basis,
        "window": [day.isoformat() for day in recipe.window],
        "tasks": list(recipe.tasks),
        "steps": [_step_view(catalog, one, today) for one in found.steps],
        "usd_range": list(found.usd) if found.usd else None,
        "sources": [
            {"title": one.title, "url": one.url, "dated": one.dated.isoformat(), "supports": one.supports}
            for one in recipe.sources
        ],
    }


def _step_view(catalog: Catalog, found: StepToday, today: datetime.date) -> wire.StepView:
    step, ranking = found.step, found.ranking
    job = {"images": step.images, "clips": step.clips, **(attrs.asdict(step.job) if step.job else {})}
    return {
        "id": step.id,
        "title": step.title,
        "usecase": step.usecase,
        "mode": step.mode,
        "takes": list(step.takes),
        "gives": step.gives,
        "after": list(step.after),
        "request": dict(step.request),
        "job": {key: value for key, value in job.items() if value is not None and key != "medium"},
        "why": step.why,
        "fits": [
            {"model": head_view(catalog, one.model, today), "score": score_view(one.score)}
            for one in (ranking.fits[:STEP_SHOWN] if ranking else ())
        ],
        "may_fit": len(ranking.may_fit) if ranking else 0,
        "usd_range": list(found.usd) if found.usd else None,
    }
