"""Verdicts and use cases on the wire."""

from __future__ import annotations

from typing import Literal, TypedDict

from modeladvisor.views.wire.facts import DatasetView, HeadView
from modeladvisor.views.wire.rankings import RankingView
from modeladvisor.views.wire.values import JsonValue


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


class VerdictRow(TypedDict):
    """A verdict of the index: its medium, its state, and the slugs it picks."""

    medium: str
    state: Literal["current", "under-review", "no-verified-winner"]
    pick: list[str]


class UseCaseRow(TypedDict):
    """One use case of the index, with the state and picks of its verdicts."""

    slug: str
    title: str
    question: str
    media: list[str]
    verdicts: list[VerdictRow]


class UseCasesAnswer(TypedDict):
    """The index of use cases."""

    dataset: DatasetView
    notice: str
    count: int
    usecases: list[UseCaseRow]
