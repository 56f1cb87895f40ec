"""Verdicts and the index of use cases as JSON."""

from __future__ import annotations

import datetime
from collections.abc import Iterable

from modeladvisor.best import BestResult, VerdictNow
from modeladvisor.catalog import Catalog
from modeladvisor.opinions import NOTICE, UseCase
from modeladvisor.views import wire
from modeladvisor.views.rankings import ranking_view
from modeladvisor.views.records import dataset_view, head_view, value_view

BEST_SHOWN = 10


def best_answer(catalog: Catalog, result: BestResult, today: datetime.date) -> wire.BestAnswer:
    """Return the verdicts and computed rankings of a use case, side by side."""
    return {
        "dataset": dataset_view(catalog),
        "notice": NOTICE,
        "usecase": use_case_view(result.use_case),
        "verdicts": [verdict_view(catalog, one, today) for one in result.verdicts],
        "computed": [ranking_view(catalog, one, today, BEST_SHOWN) for one in result.computed.rankings],
        "agreement": _agreement(result.verdicts),
    }


def use_case_view(use_case: UseCase) -> wire.UseCaseView:
    """Return the head of a use case."""
    return {
        "slug": use_case.slug,
        "title": use_case.title,
        "question": use_case.question,
        "media": list(use_case.media),
    }


def verdict_view(catalog: Catalog, now: VerdictNow, today: datetime.date) -> wire.VerdictView:
    """Return a verdict as it stands today; without one, why there is none."""
    verdict = now.verdict
    models = catalog.models
    return {
        "medium": now.medium,
        "state": now.state,
        "state_reasons": list(now.reasons),
        "pick": [head_view(catalog, models[one], today) for one in verdict.pick if one in models]
        if verdict
        else [],
        "because": verdict.because if verdict else None,
        "not_for": verdict.not_for if verdict else None,
        "runners_up": [
            {"model": head_view(catalog, models[one.model], today), "when": one.when}
            for one in verdict.runners_up
            if one.model in models
        ]
        if verdict
        else [],
        "rests_on": [
            {"id": one.id, "was": value_view(one.was), "now": value_view(one.now)} for one in now.footings
        ],
        "unknowns": list(verdict.unknowns) if verdict else [],
        "sources": [{"title": one.title, "url": one.url} for one in verdict.sources] if verdict else [],
        "reviewed_date": verdict.reviewed.isoformat() if verdict else None,
        "review_by": verdict.review_by.isoformat() if verdict else None,
    }


def _agreement(verdicts: Iterable[VerdictNow]) -> wire.AgreementView:
    picked = [one for one in verdicts if one.same_first is not None]
    if not picked:
        return {
            "same_first": None,
            "explanation": "There is no editor's pick to set beside the computed ranking.",
        }
    differing = [one for one in picked if not one.same_first]
    if not differing:
        return {"same_first": True, "explanation": "The editor's pick is first in the computed ranking too."}
    told = [
        f"{one.medium}: {one.verdict.differs}" for one in differing if one.verdict and one.verdict.differs
    ]
    return {
        "same_first": False,
        "explanation": " ".join(told) or "The editor's pick is not first in the computed ranking.",
    }


def use_cases_answer(catalog: Catalog, results: Iterable[BestResult]) -> wire.UseCasesAnswer:
    """Return the index of use cases with the state and picks of their verdicts."""
    rows: list[wire.UseCaseRow] = [
        {
            **use_case_view(one.use_case),
            "verdicts": [
                {
                    "medium": now.medium,
                    "state": now.state,
                    "pick": list(now.verdict.pick) if now.verdict else [],
                }
                for now in one.verdicts
            ],
        }
        for one in results
    ]
    return {"dataset": dataset_view(catalog), "notice": NOTICE, "count": len(rows), "usecases": rows}
