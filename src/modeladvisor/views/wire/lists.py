"""Records, links, tips and the vocabulary on the wire."""

from __future__ import annotations

from typing import TypedDict

from modeladvisor.views.wire.facts import DatasetView, HeadView, PromptTipView, RecordView, RouteView


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
