"""The shapes of answers as JSON: the one place where wire names are decided.

Every shape is a `TypedDict`, so that the views that fill it are checked and the schemas of REST and MCP can be
made from the same classes. Dates are ISO 8601 texts, money is USD, names are snake_case.
"""

from __future__ import annotations

from typing import Any, Literal, TypedDict

JsonValue = Any
"""A capability value: true or false, a number, a text, a list, or an object such as {"min": 2, "max": 10}."""
Answer = Literal["yes", "no", "unknown"]


class DatasetView(TypedDict):
    """Which data answered."""

    version: str
    as_of: str
    license: str
    attribution: str


class ActionUrlView(TypedDict):
    """Where to get at a model; `commercial`: something is sold there, `affiliate`: this publisher earns by it."""

    url: str
    commercial: bool
    affiliate: bool
    label: str


class VendorView(TypedDict):
    """Who makes the model."""

    slug: str
    name: str


class HeadView(TypedDict):
    """A model as it stands in every answer."""

    slug: str
    name: str
    vendor: VendorView
    status: str | None
    action_url: ActionUrlView | None


class FactView(TypedDict):
    """A verified value with its source and the last date on which the source is known to have said it."""

    value: JsonValue
    unit: str | None
    source_url: str
    source_kind: str
    verified_date: str
    note: str | None


class SearchView(TypedDict):
    """A value that was looked for on a date, in named sources, and not found."""

    searched_date: str
    searched_in: list[str]


class RouteStatusView(TypedDict):
    """The status of a model on one route."""

    route: str
    value: str
    source_url: str
    verified_date: str


class StatusView(TypedDict):
    """The best status over all routes, and the list by route."""

    value: str | None
    by_route: list[RouteStatusView]


class LimitationView(TypedDict):
    """Something to know before choosing the model."""

    text: str
    source_url: str


class RuleView(TypedDict):
    """A combination that the vendor fixes or forbids: where `when` holds, `then` must hold."""

    id: str
    when: dict[str, JsonValue]
    then: dict[str, JsonValue]
    source_url: str
    verified_date: str
    note: str | None


class PriceView(TypedDict):
    """What one unit costs on a route, in USD."""

    id: str
    usd: float
    per: str
    of: str
    resolution: str | None
    audio: bool | None
    duration_seconds: float | None
    quality: str | None
    size: str | None
    note: str | None
    source_url: str
    verified_date: str


class RouteView(TypedDict):
    """A way to run the model."""

    id: str
    provider: str | None
    kind: str
    model_id: str | None
    facts: dict[str, FactView]
    prices: list[PriceView]


class EvidenceView(TypedDict):
    """A finding of somebody else's test."""

    id: str
    dimension: str
    medium: str
    mode: str | None
    grade: str
    finding: str
    dated: str
    misses: str
    source_url: str


class PromptTipView(TypedDict):
    """Advice on prompting the model, with its source."""

    tip: str
    example: str | None
    tasks: list[str]
    source_url: str
    verified_date: str


class RecordView(TypedDict):
    """One model, whole: every key of the vocabulary for its media, verified values or null."""

    slug: str
    name: str
    vendor: VendorView
    family: str
    makes: list[str]
    status: StatusView
    summary: str
    aliases: list[str]
    formerly: list[str]
    limitations: list[LimitationView]
    capabilities: dict[str, FactView | None]
    unknowns: dict[str, SearchView | None]
    rules: list[RuleView]
    routes: list[RouteView]
    evidence: list[EvidenceView]
    prompt_tips: list[PromptTipView]
    action_url: ActionUrlView | None
    action_urls: list[ActionUrlView]


class ModelAnswer(TypedDict):
    """One record; `matched_as` is the name that was asked when it is not the slug."""

    dataset: DatasetView
    notice: str
    matched_as: str | None
    model: RecordView


class ModelsAnswer(TypedDict):
    """The verified dataset."""

    dataset: DatasetView
    notice: str
    count: int
    models: list[RecordView]
    next_cursor: str | None


class BudgetView(TypedDict):
    """What the budget was taken to mean; `ceiling_usd` is null for `free`."""

    word: str
    free: bool
    ceiling_usd: float | None
    per: str | None
    at: dict[str, JsonValue]


class PlatformView(TypedDict):
    """Whether the platform was read as a place of publishing or a way in, and what that implies."""

    kind: str
    value: str
    implies: dict[str, str]
    note: str | None


class DurationView(TypedDict):
    """The length of clip asked for, in seconds."""

    at_least: float | None
    at_most: float | None
    note: str | None


class StyleView(TypedDict):
    """The style asked for and what it does to the order."""

    value: str
    effect: str


class MeaningView(TypedDict):
    """What the question means for one medium."""

    mode: str | None
    budget: BudgetView | None


class InterpretedView(TypedDict):
    """What each word of the question was taken to mean; null was not asked.

    `output`, `mode` and `budget` are those of the first medium; `output` is null where both media are meant,
    and `by_medium` holds the meaning for each.
    """

    task: str | None
    output: str | None
    input: list[str] | None
    mode: str | None
    budget: BudgetView | None
    style: StyleView | None
    platform: PlatformView | None
    audio: str | None
    duration_seconds: DurationView | None
    limit: int
    weights: dict[str, float]
    by_medium: dict[str, MeaningView]


class GroundView(TypedDict):
    """One fact, rule, price or evidence that an answer rests on."""

    id: str
    value: JsonValue
    source_url: str
    verified_date: str


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
    """The cheapest known price of the job; `upper_bound`: a route without a known price could be cheaper."""

    usd: float | None
    per: str
    route: str | None
    price_id: str | None
    exact: bool | None
    spread: list[float]
    upper_bound: bool
    unpriced_routes: list[str]
    own_hardware: bool
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


class FinderAnswer(TypedDict):
    """The ranked, explained answer; the groups at the top are those of the first medium."""

    dataset: DatasetView
    notice: str
    interpreted: InterpretedView
    rankings: list[RankingView]
    fits: list[PlaceView]
    may_fit: list[PlaceView]
    excluded: ExcludedView
    relaxations: list[RelaxationView]
    sensitivity: SensitivityView


class RowView(TypedDict):
    """One capability over all compared models; a null cell is unknown."""

    capability: str
    label: str
    verdict: Literal["same", "different", "unknown"]
    cells: dict[str, FactView | None]


class DominanceView(TypedDict):
    """`better` is proved to earn at least what `worse` can earn on every criterion, and more on those of `on`."""

    better: str
    worse: str
    on: list[str]


class TaskComparisonView(TypedDict):
    """The compared models on one rubric, with what would settle the order."""

    medium: str
    rubric: RubricView
    scores: dict[str, ScoreView | None]
    parts: dict[str, list[ReasonView]]
    dominance: list[DominanceView]
    settle: list[DeciderView]


class RouteCostView(TypedDict):
    """The price of the job on one route."""

    route: str
    usd: float | None
    per: str
    exact: bool | None
    source_url: str | None
    verified_date: str | None


class PricesView(TypedDict):
    """What one stated job costs on each route of each model; `job` is null where the models make different media."""

    job: dict[str, JsonValue] | None
    routes: dict[str, list[RouteCostView]]


class CompareAnswer(TypedDict):
    """Two to eight models side by side; `mode` is the medium that all of them make, null if there is none.

    `task` is the comparison on the rubric of that medium, `tasks` on those of all media of the task.
    """

    dataset: DatasetView
    notice: str
    models: list[HeadView]
    mode: str | None
    differences_only: bool
    rows: list[RowView]
    rules: dict[str, list[RuleView]]
    task: TaskComparisonView | None
    tasks: list[TaskComparisonView]
    prices: PricesView
    unknowns: dict[str, list[str]]


class UseCaseView(TypedDict):
    """One task."""

    slug: str
    title: str
    question: str
    media: list[str]


class RunnerUpView(TypedDict):
    """A model that is the better choice in a situation."""

    model: HeadView
    when: str


class RestsOnView(TypedDict):
    """A value that the verdict rests on, at the review and now."""

    id: str
    was: JsonValue
    now: JsonValue


class PageView(TypedDict):
    """A page that an editor cites."""

    title: str
    url: str


class VerdictView(TypedDict):
    """An editor's dated statement and whether it still stands."""

    medium: str
    state: Literal["current", "under-review", "no-verified-winner"]
    state_reasons: list[str]
    pick: list[HeadView]
    because: str | None
    not_for: str | None
    runners_up: list[RunnerUpView]
    rests_on: list[RestsOnView]
    unknowns: list[str]
    sources: list[PageView]
    reviewed_date: str | None
    review_by: str | None


class AgreementView(TypedDict):
    """Whether the pick is first of the computed ranking too (null without a pick), and why if not."""

    same_first: bool | None
    explanation: str


class BestAnswer(TypedDict):
    """The verdict and the computed ranking of a use case, side by side."""

    dataset: DatasetView
    notice: str
    usecase: UseCaseView
    verdicts: list[VerdictView]
    computed: list[RankingView]
    agreement: AgreementView


class UseCaseRow(TypedDict):
    """One use case of the index, with the state and picks of its verdicts."""

    slug: str
    title: str
    question: str
    media: list[str]
    verdicts: list[dict[str, JsonValue]]


class UseCasesAnswer(TypedDict):
    """The index of use cases."""

    dataset: DatasetView
    notice: str
    count: int
    usecases: list[UseCaseRow]


class StepModelView(TypedDict):
    """A model that fits a step today; `usd` is the whole job of the step."""

    model: HeadView
    score: ScoreView


class StepView(TypedDict):
    """One step of a recipe with the models that fit it today."""

    id: str
    title: str
    usecase: str | None
    mode: str | None
    takes: list[str]
    gives: str
    after: list[str]
    request: dict[str, JsonValue]
    job: dict[str, JsonValue]
    why: str
    fits: list[StepModelView]
    may_fit: int
    usd_range: list[float] | None


class WorkflowSourceView(TypedDict):
    """A dated public page that documents the recipe."""

    title: str
    url: str
    dated: str
    supports: str


class WorkflowView(TypedDict):
    """A recipe, its basis, and the price of one run."""

    slug: str
    title: str
    question: str
    summary: str
    basis: str
    window: list[str]
    tasks: list[str]
    steps: list[StepView]
    usd_range: list[float] | None
    sources: list[WorkflowSourceView]


class WorkflowAnswer(TypedDict):
    """One recipe."""

    dataset: DatasetView
    notice: str
    workflow: WorkflowView


class WorkflowsAnswer(TypedDict):
    """Recipes, those with the newest source first."""

    dataset: DatasetView
    notice: str
    count: int
    workflows: list[WorkflowView]


class AccessLinkView(TypedDict):
    """One access link with the kind of place it leads to."""

    url: str
    commercial: bool
    affiliate: bool
    label: str
    kind: str
    verified_date: str


class AccessAnswer(TypedDict):
    """Where to get at a model: links, and routes with prices."""

    dataset: DatasetView
    notice: str
    model: HeadView
    action_urls: list[AccessLinkView]
    routes: list[RouteView]


class PromptTipsAnswer(TypedDict):
    """Prompt tips of a model, those for the task only if one is named."""

    dataset: DatasetView
    notice: str
    model: HeadView
    task: str | None
    count: int
    prompt_tips: list[PromptTipView]


class CapabilityView(TypedDict):
    """One key of the vocabulary."""

    key: str
    label: str
    question: str
    kind: str
    media: list[str]
    unit: str | None
    values: list[str]
    max_age_days: int


class VocabularyAnswer(TypedDict):
    """Allowed values of every parameter, the capabilities, counts and versions."""

    dataset: DatasetView
    notice: str
    parameters: dict[str, list[str]]
    capabilities: list[CapabilityView]
    evidence_dimensions: dict[str, str]
    counts: dict[str, int]
    rubric_versions: dict[str, str]
