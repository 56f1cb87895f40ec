"""Prices of routes into records."""

from __future__ import annotations

import datetime
from typing import Protocol

import attrs

from modeladvisor.loading.problems import Place, Problems
from modeladvisor.loading.reading_needs import in_past
from modeladvisor.loading.shapes import PriceShape
from modeladvisor.loading.structuring import hint
from modeladvisor.records import Price, Source
from modeladvisor.vocabulary import Vocabulary

EXTENSION = "extension"
"""The mode of prices for continuing a clip."""


class PriceWorld(Protocol):
    """What prices may refer to, and the day on which they are read."""

    @property
    def vocabulary(self) -> Vocabulary:
        """The words of resolutions."""

    @property
    def modes(self) -> tuple[str, ...]:
        """The modes that people ask for."""

    @property
    def today(self) -> datetime.date:
        """No price is verified after it."""


def read_price(
    shape: PriceShape, place: Place, prefix: str, source: Source, world: PriceWorld, problems: Problems
) -> Price:
    """Return a price; mistakes are added to `problems`."""
    if shape.usd <= 0:
        problems.add(place.at("usd"), f"expected USD above 0 (an unknown price is left out), got {shape.usd}")
    words = world.vocabulary.keys["resolutions"].values
    if shape.resolution is not None and shape.resolution not in words:
        problems.add(
            place.at("resolution"),
            f"expected one of {', '.join(words)}, got {shape.resolution!r}{hint(shape.resolution, words)}",
        )
    if shape.duration_seconds is not None and (shape.per != "video" or shape.duration_seconds <= 0):
        problems.add(
            place.at("duration_seconds"),
            f"expected above 0 and only with per = 'video', got {shape.duration_seconds} per {shape.per}",
        )
    if shape.included < 0 or (shape.included and shape.of == "output"):
        problems.add(
            place.at("included"),
            f"expected above 0 and only with of = 'input' or 'extra', got {shape.included} of {shape.of}",
        )
    known = (*world.modes, EXTENSION)
    for number, mode in enumerate(shape.modes):
        if mode not in known:
            problems.add(
                place.at("modes", number),
                f"expected one of {', '.join(known)}, got {mode!r}{hint(mode, known)}",
            )
    in_past(shape.verified, world.today, place.at("verified"), problems)
    values = attrs.asdict(shape)
    return Price(**{**values, "id": f"{prefix}/{shape.id}", "source": source})
