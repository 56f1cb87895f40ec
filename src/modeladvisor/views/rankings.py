"""Rankings, finder and best answers into JSON-ready dicts."""

from __future__ import annotations

import datetime

from modeladvisor.catalog import Catalog
from modeladvisor.finder import FinderResult, Place, Ranking
from modeladvisor.fits import Check
from modeladvisor.opinions import NOTICE, Rubric
from modeladvisor.records import Model
from modeladvisor.sensitivities import Sensitivity
from modeladvisor.views import wire
from modeladvisor.views.grounds import cost_view, gate_view, grounds, reason_view, score_view
from modeladvisor.views.interpretations import interpreted_view
from modeladvisor.views.keeping import Keep, anew
from modeladvisor.views.records import dataset_view, head_view, limitations_view
from modeladvisor.views.stories import why_not_view

EXCLUDED_SHOWN = 20


def finder_answer(
    catalog: Catalog, result: FinderResult, today: datetime.date, keep: Keep = anew
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
    catalog: Catalog, ranking: Ranking, today: datetime.date, limit: int, keep: Keep = anew
) -> wire.RankingView:
    """Return the ranking of one medium."""
    return {
        "medium": ranking.medium,
        "rubric": rubric_view(ranking.rubric),
        "counts": {
            "fits": len(ranking.fits),
            "may_fit": len(ranking.may_fit),
            "excluded": len(ranking.excluded),
        },
        "fits": [place_view(catalog, one, today, keep) for one in ranking.fits[:limit]],
        "may_fit": [place_view(catalog, one, today, keep) for one in ranking.may_fit[:limit]],
        "excluded": {
            "count": len(ranking.excluded),
            "by_reason": dict(ranking.by_reason),
            "models": [
                {
                    "model": _head(catalog, one.model, today, keep),
                    "reason": _gate(catalog, one.check, keep),
                }
                for one in ranking.excluded[:EXCLUDED_SHOWN]
            ],
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


def place_view(catalog: Catalog, place: Place, today: datetime.date, keep: Keep = anew) -> wire.PlaceView:
    """Return one model in a ranking with everything its place rests on."""
    model, score, cost, acceptance = place.model, place.score, place.cost, place.fit.acceptance
    return {
        "model": _head(catalog, model, today, keep),
        "rank": place.standing.rank,
        "rank_range": [place.standing.best, place.standing.worst],
        "score": score_view(score),
        "reasons": keep("reasons", score, lambda: [reason_view(catalog, part) for part in score.parts]),
        "gates": [_gate(catalog, check, keep) for check in place.fit.checks],
        "request": keep(("request", place.fit.way), acceptance, lambda: _request_view(place)),
        "rules": keep("rules", acceptance, lambda: grounds(catalog, rules=acceptance.rules)),
        "style": place.style.value if place.style else None,
        "price": keep("price", cost, lambda: cost_view(cost)),
        "unknowns": list(place.unknowns),
        "limitations": keep("limitations", model, lambda: limitations_view(model)),
    }


def _head(catalog: Catalog, model: Model, today: datetime.date, keep: Keep) -> wire.HeadView:
    return keep(("head", today), model, lambda: head_view(catalog, model, today))


def _gate(catalog: Catalog, check: Check, keep: Keep) -> wire.GateView:
    if check.parameter == "budget":  # of a sum, which people seldom name twice
        return gate_view(catalog, check)
    return keep("gate", check, lambda: gate_view(catalog, check))


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
