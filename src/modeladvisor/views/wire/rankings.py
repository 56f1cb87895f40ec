"""A ranking with its reasons, on the wire."""

from __future__ import annotations

from typing import TypedDict

from modeladvisor.views.wire.facts import GroundView, HeadView, LimitationView
from modeladvisor.views.wire.values import Answer, JsonValue


class ReasonView(TypedDict):
    """What one criterion contributes: proved `points` of `of`, possible up to `possible`."""

    criterion: str
    answer: Answer
    points: float
    possible: float
    of: float
    why: str
    evidence: list[GroundView]
    unknowns: list[str]


class GateView(TypedDict):
    """What became of one constraint."""

    parameter: str
    id: str
    answer: Answer
    why: str
    evidence: list[GroundView]
    unknowns: list[str]


class CostView(TypedDict):
    """The cheapest known price of the job.

    `usd` is for one second or one image; `total_usd` for the whole job that `interpreted` tells, on the same route,
    without what `total_lacks` names. `spread` and `total_spread` go from the cheapest to the dearest priced route.
    `upper_bound`: a route without a known price could be cheaper. `free_tier` lists routes that can be tried without
    paying and `own_hardware` says that there are weights to run: neither is a price of zero.
    """

    usd: float | None
    per: str
    route: str | None
    price_id: str | None
    quality: str | None
    size: str | None
    exact: bool | None
    spread: list[float]
    upper_bound: bool
    unpriced_routes: list[str]
    own_hardware: bool
    free_tier: list[str]
    total_usd: float | None
    total_spread: list[float]
    total_lacks: list[str]
    source_url: str | None
    verified_date: str | None


class ScoreView(TypedDict):
    """Proved and possible points of 100, and the decided share of the points."""

    low: float
    high: float
    coverage: float


class PlaceView(TypedDict):
    """One model in a ranking, with everything its place rests on; `rank_range` ends in null if it may be out.

    `request` is what the model accepts: the way in which the inputs serve, a value for each feature asked, a
    list where several remain, and in `narrowed_by` the ids of the rules that narrowed it; `rules` cites them.
    """

    model: HeadView
    rank: int
    rank_range: list[int | None]
    score: ScoreView
    reasons: list[ReasonView]
    gates: list[GateView]
    request: dict[str, JsonValue]
    rules: list[GroundView]
    style: Answer | None
    price: CostView
    unknowns: list[str]
    limitations: list[LimitationView]


class ExclusionView(TypedDict):
    """A model that is out, with its one reason."""

    model: HeadView
    reason: GateView


class ExcludedView(TypedDict):
    """The models that are out: how many, by which constraint, and the first twenty."""

    count: int
    by_reason: dict[str, int]
    models: list[ExclusionView]


class RelaxationView(TypedDict):
    """Constraints to drop together, and the models that would then fit."""

    drop: list[str]
    brings: list[str]


class DeciderView(TypedDict):
    """A model that could take the first place, and the fewest unknowns that decide it."""

    model: str
    unknowns: list[str]


class WeightMarginView(TypedDict):
    """How far the heaviest weight may move before the first place changes; null: it never does."""

    criterion: str
    points: float
    down_to: float | None
    up_to: float | None


class SensitivityView(TypedDict):
    """Whether the first place holds whatever the unknowns are, and what would change it."""

    first_place_holds: bool
    decided_by: list[DeciderView]
    weight_margin: WeightMarginView | None


class RubricView(TypedDict):
    """The published weights that ranked."""

    id: str
    title: str
    version: str
    weights: dict[str, float]


class CountsView(TypedDict):
    """How many models are in each group; lists may show fewer."""

    fits: int
    may_fit: int
    excluded: int


class RankingView(TypedDict):
    """The ranking of one medium."""

    medium: str
    rubric: RubricView
    counts: CountsView
    fits: list[PlaceView]
    may_fit: list[PlaceView]
    excluded: ExcludedView
    relaxations: list[RelaxationView]
    pareto: list[str]
    sensitivity: SensitivityView
