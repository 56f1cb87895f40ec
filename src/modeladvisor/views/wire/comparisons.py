"""Models side by side, on the wire."""

from __future__ import annotations

from typing import Literal, TypedDict

from modeladvisor.views.wire.facts import DatasetView, FactView, HeadView, RuleView
from modeladvisor.views.wire.rankings import DeciderView, ReasonView, RubricView, ScoreView
from modeladvisor.views.wire.values import Answer, JsonValue


class RowView(TypedDict):
    """One capability over all compared models; a null cell is unknown."""

    capability: str
    label: str
    verdict: Literal["same", "different", "unknown"]
    cells: dict[str, FactView | None]


class DominanceView(TypedDict):
    """`better` earns at least as much as `worse` on every criterion decided for both, and more on those of `on`.

    `proved`: it holds however the `undecided` criteria turn out.
    """

    better: str
    worse: str
    on: list[str]
    undecided: list[str]
    proved: bool


class TaskComparisonView(TypedDict):
    """The compared models on one rubric, with what would settle the order."""

    medium: str
    rubric: RubricView
    scores: dict[str, ScoreView | None]
    parts: dict[str, list[ReasonView]]
    dominance: list[DominanceView]
    pareto: list[str]
    settle: list[DeciderView]


class RouteCostView(TypedDict):
    """The price of the job on one route: `usd` a second or an image, `total_usd` the whole without `total_lacks`."""

    route: str
    usd: float | None
    per: str
    exact: bool | None
    total_usd: float | None
    total_lacks: list[str]
    source_url: str | None
    verified_date: str | None


class PricesView(TypedDict):
    """What one stated job costs on each route of each model; `job` is null where the models make different media."""

    job: dict[str, JsonValue] | None
    routes: dict[str, list[RouteCostView]]


class CompareAnswer(TypedDict):
    """Two to eight models side by side; `mode` is the medium that all of them make, null if there is none.

    `modes` tells for each way of use whether each model can be run so, `shared_modes` those of which it is known of
    all, and `guard` warns where there is none.
    `task` is the comparison on the rubric of that medium, `tasks` on those of all media of the task.
    """

    dataset: DatasetView
    notice: str
    models: list[HeadView]
    mode: str | None
    modes: dict[str, dict[str, Answer]]
    shared_modes: list[str]
    guard: str | None
    differences_only: bool
    rows: list[RowView]
    rules: dict[str, list[RuleView]]
    task: TaskComparisonView | None
    tasks: list[TaskComparisonView]
    prices: PricesView
    unknowns: dict[str, list[str]]
