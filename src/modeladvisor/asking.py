"""What people may ask for: modes, styles, platforms and budgets, and what each word is taken to mean."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from modeladvisor.conditions import Condition, Scalar

INPUTS = ("text", "image", "images", "video", "audio")


@attrs.frozen
class Way:
    """One way in which a mode can be run.

    Attributes:
        name: What the input serves as, for instance `first-frame`.
        need: What a model must be able to do.
        request: Features that this way uses, by name.
    """

    name: str
    need: Condition
    request: Mapping[str, Scalar]


@attrs.frozen
class Mode:
    """A pair of inputs and output that people ask for, with the ways to do it, preferred first."""

    name: str
    output: str
    inputs: tuple[str, ...]
    ways: tuple[Way, ...]


@attrs.frozen
class Style:
    """What a style word looks for.

    Attributes:
        name: The word.
        gate: True if a model that cannot do it is left out; otherwise it only orders.
        need: Condition per medium that shows the style can be done.
        evidence: Dimension whose findings speak of the style, or None.
    """

    name: str
    gate: bool
    need: Mapping[str, Condition]
    evidence: Mapping[str, str]


@attrs.frozen
class Platform:
    """A place where results are published.

    Attributes:
        name: The word.
        aspect_ratio: The shape it asks for (width:height), or None where any will do.
        label: Its name in sentences.
    """

    name: str
    aspect_ratio: str | None
    label: str


@attrs.frozen
class BudgetTier:
    """A word for a ceiling.

    Attributes:
        name: The word.
        usd: Ceiling for each medium: USD per second of video, USD per image.
    """

    name: str
    usd: Mapping[str, float]


@attrs.frozen
class Job:
    """What is to be made, so that it can be priced.

    Attributes:
        medium: image or video.
        duration_seconds: Length of one clip in seconds; None for images.
        resolution: Resolution of the clip; None where any will do.
        audio: Whether sound is wanted; None where either will do.
        megapixels: Size of the image; None for video.
        count: Images or clips to keep.
        input_images: Images given with each request: first and last frame, references.
        attempts: Generations paid for each result that is kept.
        mode: The mode that is asked for; None where none is.
    """

    medium: str
    duration_seconds: float | None = None
    resolution: str | None = None
    audio: bool | None = None
    megapixels: float | None = None
    count: int = 1
    input_images: int = 0
    attempts: float = 1
    mode: str | None = None

    @property
    def unit(self) -> Job:
        """The job whose price for one second or one image is the same: length and numbers do not matter to it."""
        return attrs.evolve(self, duration_seconds=None, count=1, input_images=0, attempts=1)


@attrs.frozen
class Asking:
    """Everything a question may name."""

    modes: Mapping[str, Mode]
    styles: Mapping[str, Style]
    platforms: Mapping[str, Platform]
    budgets: Mapping[str, BudgetTier]
    jobs: Mapping[str, Job]
