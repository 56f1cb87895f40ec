"""The answer of the finder, on the wire."""

from __future__ import annotations

from typing import TypedDict

from modeladvisor.views.wire.facts import DatasetView
from modeladvisor.views.wire.questions import InterpretedView
from modeladvisor.views.wire.rankings import (
    ExcludedView,
    PlaceView,
    RankingView,
    RelaxationView,
    SensitivityView,
)
from modeladvisor.views.wire.stories import WhyNotView


class FinderAnswer(TypedDict):
    """The ranked, explained answer; the groups at the top are those of the first medium.

    `why_not` is the story of the model that the question named, for each medium; empty where it named none.
    """

    dataset: DatasetView
    notice: str
    interpreted: InterpretedView
    rankings: list[RankingView]
    fits: list[PlaceView]
    may_fit: list[PlaceView]
    excluded: ExcludedView
    relaxations: list[RelaxationView]
    sensitivity: SensitivityView
    why_not: list[WhyNotView]
