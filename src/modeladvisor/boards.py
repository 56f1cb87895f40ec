"""What no question changes, computed once for a catalog and a day: scores, gates, prices."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from typing import TypeVar, cast
from weakref import WeakKeyDictionary

import attrs

from modeladvisor.asking import Job
from modeladvisor.asks import gates_of
from modeladvisor.catalog import Catalog
from modeladvisor.fits import Check, gate_check
from modeladvisor.opinions import Rubric
from modeladvisor.prices import Cost, cost_of
from modeladvisor.records import Model
from modeladvisor.scores import Score, score

T = TypeVar("T")
MOST_BOARDS = 200
"""Boards kept for one catalog and day; each question word that prices a job adds at most a few."""

_boards: WeakKeyDictionary[Catalog, tuple[datetime.date, dict[object, Mapping[str, object]]]] = (
    WeakKeyDictionary()
)


def scoreboard(catalog: Catalog, rubric: Rubric, today: datetime.date) -> Mapping[str, Score]:
    """Return the score of every model that makes the rubric's medium."""
    key = ("scores", rubric.id, rubric.medium)
    return _board(
        catalog, key, rubric.medium, today, lambda one: score(one, rubric, catalog.vocabulary, today)
    )


def gateboard(catalog: Catalog, rubric: Rubric, today: datetime.date) -> Mapping[str, Mapping[str, Check]]:
    """Return, for every model that makes the rubric's medium, what became of each gate."""
    asks = gates_of(rubric)

    def judged(model: Model) -> dict[str, Check]:
        checks = ((ask.id, gate_check(ask, model, catalog.vocabulary, today)) for ask in asks)
        return {name: check for name, check in checks if check is not None}

    return _board(catalog, ("gates", rubric.id, rubric.medium), rubric.medium, today, judged)


def costboard(catalog: Catalog, job: Job, today: datetime.date) -> Mapping[str, Cost]:
    """Return what the job costs on every model that makes its medium; its length does not matter per second."""
    unit = attrs.evolve(job, duration_seconds=None)
    return _board(
        catalog, ("costs", unit), job.medium, today, lambda one: cost_of(unit, one, catalog.vocabulary, today)
    )


def _board(
    catalog: Catalog, key: object, medium: str, today: datetime.date, make: Callable[[Model], T]
) -> Mapping[str, T]:
    day, boards = _boards.get(catalog, (None, {}))
    if day != today or len(boards) > MOST_BOARDS:
        boards = {}
        _boards[catalog] = (today, boards)
    board = boards.get(key)
    if board is None:
        made = {model.slug: make(model) for model in catalog.models.values() if medium in model.makes}
        boards[key] = board = cast(Mapping[str, object], made)
    return cast(Mapping[str, T], board)
