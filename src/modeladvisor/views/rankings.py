"""Rankings, finder and best answers into JSON-ready dicts."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import TypeVar

import attrs

from modeladvisor.asks import CEILING
from modeladvisor.catalog import Catalog
from modeladvisor.finder import FinderResult, Place, Ranking
from modeladvisor.fits import Check
from modeladvisor.lists import LazyList
from modeladvisor.opinions import NOTICE, Rubric
from modeladvisor.records import Model
from modeladvisor.sensitivities import Sensitivity
from modeladvisor.views import wire
from modeladvisor.views.grounds import cost_view, gate_view, grounds, reason_view, score_view
from modeladvisor.views.interpretations import interpreted_view
from modeladvisor.views.keeping import ANEW, Keep
from modeladvisor.views.records import dataset_view, head_view, limitations_view
from modeladvisor.views.stories import why_not_view

EXCLUDED_SHOWN = 20
T = TypeVar("T")


def finder_answer(
    catalog: Catalog, result: FinderResult, today: datetime.date, keep: Keep = ANEW
) -> wire.FinderAnswer:
    """Return the answer to a finder question; each group shows at most `limit` models, counts say how many there are."""
    limit = result.question.limit
    rankings = [ranking_view(catalog, one, today, limit, keep) for one in result.rankings]
    first = rankings[0]
    return {
        "dataset": dataset_view(catalog),
        "notice": NOTICE,
        "interpreted": interpreted_view(catalog, result.question),
        "rankings": rankings,
        "fits": first["fits"],
        "may_fit": first["may_fit"],
        "excluded": first["excluded"],
        "relaxations": first["relaxations"],
        "sensitivity": first["sensitivity"],
        "why_not": [why_not_view(catalog, one, today) for one in result.why_not],
    }


def ranking_view(
    catalog: Catalog, ranking: Ranking, today: datetime.date, limit: int, keep: Keep = ANEW
) -> wire.RankingView:
    """Return the ranking of one medium."""

    def group(name: str, make: Callable[[str], T]) -> T:
        """Return one of the groups: where a sum was named, most of the bytes that other sums come to as well."""
        if ranking.ceiling is None:
            return make("")
        return keep.worded((name, limit, today), ranking.outcome, make, ranking.ceiling)

    def places(found: LazyList[Place]) -> Callable[[str], list[wire.PlaceView]]:
        return lambda ceiling: [place_view(catalog, one, today, keep, ceiling) for one in found[:limit]]

    def exclusions(ceiling: str) -> list[wire.ExclusionView]:
        return [
            {
                "model": _head(catalog, one.model, today, keep),
                "reason": _gate(catalog, one.check, keep, ceiling),
            }
            for one in ranking.excluded[:EXCLUDED_SHOWN]
        ]

    return {
        "medium": ranking.medium,
        "rubric": rubric_view(ranking.rubric),
        "counts": {
            "fits": len(ranking.fits),
            "may_fit": len(ranking.may_fit),
            "excluded": len(ranking.excluded),
        },
        "fits": group("fits", places(ranking.fits)),
        "may_fit": group("may_fit", places(ranking.may_fit)),
        "excluded": {
            "count": len(ranking.excluded),
            "by_reason": dict(ranking.by_reason),
            "models": group("excluded", exclusions),
        },
        "relaxations": [{"drop": list(one.drop), "brings": list(one.fits)} for one in ranking.relaxations],
        "pareto": list(ranking.pareto),
        "sensitivity": sensitivity_view(ranking.sensitivity),
    }


def rubric_view(rubric: Rubric) -> wire.RubricView:
    """Return the weights that ranked."""
    return {
        "id": rubric.id,
        "title": rubric.title,
        "version": rubric.version,
        "weights": {one.id: round(one.points, 2) for one in rubric.criteria},
    }


def place_view(
    catalog: Catalog, place: Place, today: datetime.date, keep: Keep, ceiling: str
) -> wire.PlaceView:
    """Return one model in a ranking with everything its place rests on; `ceiling` says which sum was named."""
    model, score, cost, acceptance = place.model, place.score, place.cost, place.fit.acceptance
    return {
        "model": _head(catalog, model, today, keep),
        "rank": place.standing.rank,
        "rank_range": [place.standing.best, place.standing.worst],
        "score": score_view(score),
        "reasons": keep.get("reasons", score, lambda: [reason_view(catalog, part) for part in score.parts]),
        "gates": [_gate(catalog, check, keep, ceiling) for check in place.fit.checks],
        "request": keep.get(("request", place.fit.way), acceptance, lambda: _request_view(place)),
        "rules": keep.get("rules", acceptance, lambda: grounds(catalog, rules=acceptance.rules)),
        "style": place.style.value if place.style else None,
        "price": keep.get("price", cost, lambda: cost_view(cost)),
        "unknowns": list(place.unknowns),
        "limitations": keep.get("limitations", model, lambda: limitations_view(model)),
    }


def _head(catalog: Catalog, model: Model, today: datetime.date, keep: Keep) -> wire.HeadView:
    return keep.get(("head", today), model, lambda: head_view(catalog, model, today))


def _gate(catalog: Catalog, check: Check, keep: Keep, ceiling: str) -> wire.GateView:
    if (check.parameter, check.id) == CEILING:  # of a sum, which people seldom name twice
        return gate_view(catalog, attrs.evolve(check, why=ceiling))
    return keep.get("gate", check, lambda: gate_view(catalog, check))


def _request_view(place: Place) -> dict[str, wire.JsonValue]:
    acceptance = place.fit.acceptance
    view: dict[str, wire.JsonValue] = {"way": place.fit.way} if place.fit.way else {}
    for name, values in acceptance.values.items():
        view[name] = values[0] if name in acceptance.fixed and values else list(values)
    return {**view, "narrowed_by": [rule.id for rule in acceptance.rules]}


def sensitivity_view(found: Sensitivity) -> wire.SensitivityView:
    """Return whether the first place holds and what would change it."""
    margin = found.weight_margin
    return {
        "first_place_holds": found.first_place_holds,
        "decided_by": [{"model": one.slug, "unknowns": list(one.unknowns)} for one in found.decided_by],
        "weight_margin": {
            "criterion": margin.criterion,
            "points": round(margin.points, 2),
            "down_to": margin.down_to,
            "up_to": margin.up_to,
        }
        if margin
        else None,
    }
