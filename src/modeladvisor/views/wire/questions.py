"""What a question was taken to mean, on the wire."""

from __future__ import annotations

from typing import TypedDict

from modeladvisor.views.wire.values import JsonValue


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


class JobView(TypedDict):
    """The job that is priced: `count` results to keep, `attempts` generations paid for each, `input_images` given."""

    duration_seconds: float | None
    resolution: str | None
    audio: bool | None
    megapixels: float | None
    count: int
    input_images: int
    attempts: float


class MeaningView(TypedDict):
    """What the question means for one medium."""

    mode: str | None
    job: JobView
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
    notes: list[str]
