"""The short forms of answers: the same facts in the same order as the whole ones, only fewer."""

from __future__ import annotations

from typing import Any

from modeladvisor.texts.comparisons import telling_rows
from modeladvisor.texts.rankings import held_back_by, top_reasons
from modeladvisor.views import wire

Short = dict[str, Any]
"""A JSON object made of members of a wire shape."""
REASONS = 2
UNKNOWNS = 5
CHANGES = 3
CELLS = 20
"""Values in the table of a short comparison, over all models."""
ROWS = 12
COMPUTED = 4
"""Places of all media of an answer together, at most three of one."""
SOURCES, RUNNERS_UP, UNKNOWNS_TOLD = 2, 4, 2
"""Of all verdicts of an answer together."""
LIMITATIONS, FINDINGS = 2, 1
SHOWN, SHOWN_BESIDE_STORY = 3, 2
"""Models of each group of one ranking; of two rankings, each shows one less."""


def _pick(view: Any, *names: str) -> Short:
    return {name: view[name] for name in names}


def shortened(answer: wire.FinderAnswer) -> wire.FinderAnswer:
    """Keep the first models of each group: fewer beside the story of a model, and where there are two rankings."""
    most = (SHOWN_BESIDE_STORY if answer["why_not"] else SHOWN) - (len(answer["rankings"]) > 1)
    rankings: list[wire.RankingView] = [
        {**one, "fits": one["fits"][:most], "may_fit": one["may_fit"][:most]} for one in answer["rankings"]
    ]
    return {**answer, "rankings": rankings}


def finder(answer: wire.FinderAnswer) -> Short:
    """Keep for each model its place, score, price, strongest reasons and first unknowns."""
    interpreted = {
        name: value for name, value in answer["interpreted"].items() if value not in (None, {}, [])
    }
    rankings = [
        {
            **_pick(one, "medium", "counts"),
            "rubric": _pick(one["rubric"], "id", "version"),
            "fits": [_place(place) for place in one["fits"]],
            "may_fit": [
                {
                    **_pick(place, "model", "rank", "score"),
                    "price": _price(place),
                    "unknowns": held_back_by(place)[:UNKNOWNS],
                }
                for place in one["may_fit"]
            ],
            "excluded": {
                **_pick(one["excluded"], "count", "by_reason"),
                "models": [
                    {"slug": out["model"]["slug"], "reason": out["reason"]["id"]}
                    for out in one["excluded"]["models"][:5]
                ],
            },
            **_pick(one, "relaxations", "pareto", "sensitivity"),
        }
        for one in answer["rankings"]
    ]
    return {
        "dataset": answer["dataset"],
        "notice": answer["notice"],
        "interpreted": interpreted,
        "rankings": rankings,
        **({"why_not": [_story(one) for one in answer["why_not"]]} if answer["why_not"] else {}),
    }


def _story(story: wire.WhyNotView) -> Short:
    held = [_pick(one, "id", "answer", "why", "unknowns") for one in story["held_back_by"][:CHANGES]]
    fewer = {name: story[name][:CHANGES] for name in ("enters", "wins")}
    return {**story, **fewer, "held_back_by": held}


def _place(place: wire.PlaceView) -> Short:
    return {
        **_pick(place, "model", "rank", "rank_range", "score"),
        "price": _price(place),
        "reasons": [
            {**_pick(one, "criterion", "points", "of", "why"), "evidence": one["evidence"][:1]}
            for one in top_reasons(place, REASONS)
        ],
        "request": place["request"],
        "rules": place["rules"],
        "unknowns": place["unknowns"][:UNKNOWNS],
    }


def _price(place: wire.PlaceView) -> Short:
    names = (
        "usd",
        "per",
        "total_usd",
        "route",
        "exact",
        "upper_bound",
        "own_hardware",
        "source_url",
        "verified_date",
    )
    return _pick(place["price"], *names)


def record(answer: wire.ModelAnswer) -> Short:
    """Leave out prompt tips, prices and aliases, for which there are other tools, and the last of what testers found."""
    model = answer["model"]
    kept = (
        "slug", "name", "vendor", "makes", "status", "summary", "limitations", "capabilities", "rules", "evidence",
        "action_url",
    )  # fmt: skip
    known = {key: fact for key, fact in model["capabilities"].items() if fact is not None}
    short = {**_pick(model, *kept), "capabilities": known, "unknowns": list(model["unknowns"])}
    short |= {"limitations": model["limitations"][:LIMITATIONS], "evidence": model["evidence"][:FINDINGS]}
    return {**_pick(answer, "dataset", "notice", "matched_as"), "model": short}


def comparison(answer: wire.CompareAnswer) -> Short:
    """Keep the rows that tell most: with a known value, differing ones first."""
    task = [
        {
            **_pick(one, "medium", "scores", "dominance", "pareto", "settle"),
            "rubric": _pick(one["rubric"], "id", "version"),
        }
        for one in answer["tasks"]
    ]
    told = telling_rows(answer)
    shown = rows_shown(answer)
    return {
        **_pick(answer, "dataset", "notice", "models", "mode", "shared_modes", "guard", "prices"),
        "rows": told[:shown],
        "rows_total": len(told),
        "tasks": task,
    }


def rows_shown(answer: wire.CompareAnswer) -> int:
    """Return how many rows a short comparison shows: the more models, the fewer."""
    return min(ROWS, CELLS // len(answer["models"]))


def best(answer: wire.BestAnswer) -> Short:
    """Keep the verdicts but for their last sources, runners-up and unknowns, and the first computed places."""
    most = best_limits(answer)
    verdicts = [
        {**verdict, **{name: verdict[name][:count] for name, count in most.items()}}  # type: ignore[literal-required]  # names of its lists
        for verdict in answer["verdicts"]
    ]
    computed = [
        {
            **_pick(one, "medium", "counts"),
            "places": [
                {**_pick(place, "model", "rank", "rank_range", "score"), "price": _price(place)}
                for place in (*one["fits"], *one["may_fit"])[: computed_shown(answer)]
            ],
        }
        for one in answer["computed"]
    ]
    kept = _pick(answer, "dataset", "notice", "usecase", "agreement")
    return {**kept, "verdicts": verdicts, "computed": computed}


def computed_shown(answer: wire.BestAnswer) -> int:
    """Return how many computed places of each medium are kept: fewer where there are two media."""
    return min(3, COMPUTED // max(1, len(answer["computed"])))


def best_limits(answer: wire.BestAnswer) -> dict[str, int]:
    """Return how much of each list of a verdict is kept: less where there are two verdicts."""
    verdicts = max(1, len(answer["verdicts"]))
    return {
        "sources": SOURCES // verdicts,
        "runners_up": RUNNERS_UP // verdicts,
        "unknowns": UNKNOWNS_TOLD // verdicts,
    }
