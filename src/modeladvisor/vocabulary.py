"""What can be known about a model, and what a request can ask for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import attrs

Kind = Literal["bool", "int", "number", "word", "words", "numbers", "ratios", "date", "text"]
FeatureKind = Literal["bool", "int", "number", "word", "ratio"]
MEDIA = ("image", "video")


@attrs.frozen
class Capability:
    """One question that can be asked of every model of the given media.

    Attributes:
        key: Name in files and answers.
        label: Short name for people.
        question: The question a value answers.
        kind: Form of the value.
        media: Media for which the question makes sense.
        unit: Unit of a number, or None.
        values: Allowed words, in their order when `ordered`.
        ordered: Whether words go from least to most.
        pattern: Regular expression for words or text that are not listed.
        route: Whether a route may state its own value.
        max_age_days: Days after which a value is called stale.
    """

    key: str
    label: str
    question: str
    kind: Kind
    media: tuple[str, ...]
    unit: str | None
    values: tuple[str, ...]
    ordered: bool
    pattern: str | None
    route: bool
    max_age_days: int

    def place_of(self, word: str) -> int:
        """Return the place of an ordered word, from 0."""
        return self.values.index(word)


@attrs.frozen
class Feature:
    """One thing that a request can ask for, about which combination rules speak.

    Attributes:
        name: Name in rules and requests.
        kind: Form of the value.
        bounded_by: The capability that says which values a model offers; None for `mode`.
        parameter: The finder parameter that sets it.
        input: True if the user brings it; then it counts as not used unless asked.
    """

    name: str
    kind: FeatureKind
    bounded_by: str | None
    parameter: str
    input: bool


@attrs.frozen
class Vocabulary:
    """All capabilities and features, in display order, and the dimensions of evidence."""

    keys: Mapping[str, Capability]
    features: Mapping[str, Feature]
    evidence_dimensions: Mapping[str, str]

    def keys_for(self, media: tuple[str, ...]) -> tuple[Capability, ...]:
        """Return the capabilities that make sense for any of the media."""
        wanted = set(media)
        return tuple(one for one in self.keys.values() if not wanted.isdisjoint(one.media))
