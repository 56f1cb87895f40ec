"""A program of somebody else: what type checkers say of it is what users of an installed modeladvisor see.

It is checked by `release_check.py` with mypy and pyright, both strict, where only the wheel is installed, and run there.
"""

from __future__ import annotations

import json
import sys

import modeladvisor
from modeladvisor import Advisor, Answer, BestResult, Comparison, FinderResult, Match, Model, WorkflowToday


def first_place(result: FinderResult) -> tuple[str, float, float]:
    """Return the slug of the first model that fits, and what of its points is proved and possible."""
    place = result.fits[0]
    return place.model.slug, place.score.low, place.score.high


def sources(model: Model) -> list[str]:
    """Return the address behind every fact."""
    return [fact.source.url for fact in model.facts.values()]


def ask(advisor: Advisor) -> dict[str, object]:
    """Ask every question once, and keep something of each answer."""
    found: FinderResult = advisor.find(task="product-videos", input="image", budget="medium")
    slug, low, high = first_place(found)
    compared: Comparison = advisor.compare(slug, found.may_fit[0].model.slug, task="product-videos")
    best: BestResult = advisor.best("product-videos")
    match: Match = advisor.match(slug)
    workflows: tuple[WorkflowToday, ...] = advisor.workflows(limit=1)
    return {
        "first": slug,
        "low": low,
        "high": high,
        "proved": [check.parameter for check in found.fits[0].fit.checks if check.answer is Answer.YES],
        "compared": [one["slug"] for one in advisor.as_dict(compared)["models"]],
        "state": advisor.as_dict(best)["verdicts"][0]["state"],
        "sources": len(sources(match.model)),
        "steps": [step["title"] for step in advisor.as_dict(workflows)["workflows"][0]["steps"]],
        "ranks": [place["rank"] for place in advisor.as_dict(found)["fits"]],
    }


def mistakes(advisor: Advisor) -> list[str]:
    """Ask something impossible and return what is said to be wrong."""
    try:
        advisor.find(task="no-such-task", budget="many")
    except modeladvisor.QuestionError as error:
        return [f"{one.parameter}: {one.expected}" for one in error.mistakes]
    return []


if __name__ == "__main__":
    asked = modeladvisor.load()
    json.dump({**ask(asked), "mistakes": mistakes(asked), "models": len(asked.catalog.models)}, sys.stdout)
