"""Recipes with the models that fit each step today."""

from __future__ import annotations

import pytest

from modeladvisor import Advisor, NotInCatalogError
from modeladvisor.workflows import workflow_today
from strategies import TODAY, bundled

ADVISOR = Advisor(bundled(), TODAY)


@pytest.mark.parametrize("slug", list(bundled().workflows))
def test_every_step_is_answered(slug: str) -> None:
    """Each step that models make has a ranking of its own medium; the steps after it exist."""
    found = workflow_today(bundled(), bundled().workflows[slug], TODAY)
    names = [one.step.id for one in found.steps]
    for one in found.steps:
        assert set(one.step.after) <= set(names[: names.index(one.step.id)])
        assert one.ranking is None or one.ranking.medium == one.step.gives
        if one.usd is not None:
            assert 0 < one.usd[0] <= one.usd[1]


def test_a_run_costs_the_sum_of_its_steps() -> None:
    """A run is priced from the cheapest to the dearest choice, only if every step has a price."""
    for found in ADVISOR.workflows():
        prices = [one.usd for one in found.steps if one.usd is not None]
        if len(prices) < len(found.steps):
            assert found.usd is None
        else:
            assert found.usd == (
                round(sum(low for low, _ in prices), 4),
                round(sum(high for _, high in prices), 4),
            )


def test_a_task_narrows_the_recipes() -> None:
    """Only recipes of the task are listed; an unknown task is refused."""
    for slug in bundled().use_cases:
        assert {one.workflow.slug for one in ADVISOR.workflows(slug)} == {
            one.slug for one in bundled().workflows.values() if slug in one.tasks
        }
    with pytest.raises(NotInCatalogError):
        ADVISOR.workflows("nothing")


def test_the_newest_source_comes_first() -> None:
    """Recipes are listed by their newest source, and cut at the limit."""
    newest = [max(source.dated for source in one.workflow.sources) for one in ADVISOR.workflows()]
    assert newest == sorted(newest, reverse=True)
    assert len(ADVISOR.workflows(limit=1)) == 1
