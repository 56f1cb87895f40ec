"""A model and its facts on the wire."""

from __future__ import annotations

from typing import TypedDict

from modeladvisor.views.wire.values import JsonValue


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
    """What one unit costs on a route, in USD; it counts from the unit after those `included`, in `modes` or in all."""

    id: str
    usd: float
    per: str
    of: str
    resolution: str | None
    audio: bool | None
    duration_seconds: float | None
    quality: str | None
    size: str | None
    batch: bool
    included: int
    modes: list[str]
    note: str | None
    source_url: str
    verified_date: str


class RouteView(TypedDict):
    """A way to run the model; `status` counts an announced last day that is over as retired."""

    id: str
    provider: str | None
    kind: str
    model_id: str | None
    status: str | None
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


class GroundView(TypedDict):
    """One fact, rule, price or evidence that an answer rests on."""

    id: str
    value: JsonValue
    unit: str | None
    source_url: str
    verified_date: str
