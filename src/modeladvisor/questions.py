"""A question understood: what was asked, in records."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

import attrs

from modeladvisor.asking import Job, Mode, Style
from modeladvisor.conditions import AnyOf, Condition, Test
from modeladvisor.opinions import UseCase

Word = str | int | float | bool | Iterable[str] | None

LONGEST_VALUE = 200
"""Characters of one parameter value; longer ones are refused."""
LIMIT_DEFAULT, LIMIT_MOST = 10, 50
CLIP_SECONDS = 8.0
"""Length of the clip that a budget per clip buys when the question names none."""
AUDIO = ("any", "silent", "native", "dialogue", "lip-sync")
AUDIO_ALIASES = {"yes": "native", "true": "native", "sound": "native", "no": "silent", "false": "silent"}
ACCESS = ("web", "mobile-app", "api", "self-hosted")
DURATIONS: Mapping[str, tuple[float | None, float | None]] = {
    "short": (None, 5),
    "medium": (6, 10),
    "long": (11, 30),
    "extended": (31, None),
}
PARAMETERS = (
    "task", "output", "input", "budget", "style", "platform", "audio", "duration", "limit", "weights",
)  # fmt: skip

MEANINGS: Mapping[str, str] = {
    "task": "the use case whose rubric ranks, for instance product-videos",
    "output": "what is to be made: image or video",
    "input": "what you bring, commas between: text, image, images, video, audio",
    "budget": "a ceiling: free, low, medium, high, or USD such as 0.15/s, 2/clip, 0.04/image",
    "style": "a look such as cinematic; it orders, except vector, which decides",
    "platform": "where it is published (tiktok, youtube) or the way in (api, web, self-hosted, a provider)",
    "audio": "silent, native, dialogue or lip-sync",
    "duration": "length of one clip: 8, 5-10, >=10 seconds, or short, medium, long, extended",
    "limit": "most models shown in each group",
    "weights": "points by criterion that replace the published ones, as in price:30,sound:10",
}
"""What each parameter of the finder means, in a line."""
WHY_NOT = "why_not"
"""The one parameter that asks nothing of the models: it names one of them, whose story is told beside the ranking."""
WHY_NOT_MEANING = "a model of which the answer says why it is not first, and what would change that"


@attrs.frozen
class Budget:
    """A ceiling: USD per second of video or per image for each medium, or `free`."""

    word: str
    free: bool
    usd: Mapping[str, float]
    clip_seconds: float | None = None


@attrs.frozen
class PlatformAsk:
    """Where results are published, or how the model is reached.

    Attributes:
        kind: `publishing` or `access`.
        aspect_ratio: The shape that publishing there asks for, or None.
    """

    kind: str
    value: str
    aspect_ratio: str | None = None


@attrs.frozen
class DurationAsk:
    """The length wanted, in seconds; `extended` when it takes continuing a clip."""

    word: str
    at_least: float | None
    at_most: float | None
    extended: bool = False

    def tests(self) -> tuple[Test, ...]:
        """Return the tests that a clip length must pass."""
        if self.at_least is not None and self.at_least == self.at_most:
            return (Test("duration_seconds", "equals", (_number(self.at_least),)),)
        low = () if self.at_least is None else (Test("duration_seconds", "at_least", (self.at_least,)),)
        high = () if self.at_most is None else (Test("duration_seconds", "at_most", (self.at_most,)),)
        return (*low, *high)


@attrs.frozen
class Question:
    """A question understood: what each parameter was taken to mean; None is not asked."""

    task: UseCase | None
    output: str | None
    media: tuple[str, ...]
    inputs: tuple[str, ...] | None
    modes: Mapping[str, Mode]
    budget: Budget | None
    style: Style | None
    platform: PlatformAsk | None
    audio: str | None
    duration: DurationAsk | None
    limit: int
    weights: Mapping[str, float]

    def job(self, medium: str, default: Job) -> Job:
        """Return the job that is priced for this question; `images` counts as two."""
        given = {"images": 2, "image": 1}
        seconds, audio = default.duration_seconds, default.audio
        if medium == "video" and self.duration and not self.duration.extended:
            seconds = self.duration.at_least or self.duration.at_most
        if medium == "video" and self.audio is not None:
            audio = self.audio != "silent"
        return attrs.evolve(
            default,
            input_images=max((given.get(one, 0) for one in self.inputs or ()), default=0),
            mode=self.modes[medium].name if medium in self.modes else None,
            duration_seconds=seconds,
            audio=audio,
        )

    def eased(self, dropped: Collection[str]) -> Question:
        """Return the question without what is dropped of all that decides a price, and the budget that is then meant."""
        budget = self.budget
        if budget is not None and budget.clip_seconds is not None and "duration" in dropped:
            usd = {medium: one * budget.clip_seconds / CLIP_SECONDS for medium, one in budget.usd.items()}
            budget = attrs.evolve(budget, usd=usd, clip_seconds=CLIP_SECONDS)
        return attrs.evolve(
            self,
            task=None if "task" in dropped else self.task,
            platform=None if "platform" in dropped else self.platform,
            audio=None if "audio" in dropped else self.audio,
            duration=None if "duration" in dropped else self.duration,
            budget=budget,
        )


def audio_need(audio: str | None) -> Condition | None:
    """Return what beyond the sound itself an audio word asks for."""
    if audio == "dialogue":
        return Test("lip_sync", "includes", ("generated",))
    if audio == "lip-sync":
        return Test("lip_sync", "includes_any", ("generated", "driven"))
    return None


EXTENSION_NEED = AnyOf((Test("extend_video", "equals", (True,)), Test("duration_seconds", "at_least", (31,))))
"""What clips of over 30 seconds take: continuing a clip, or a model that makes them in one go."""


def text_of(value: object) -> str | None:
    """Return a parameter value as text; None for an empty one. Lists are joined by commas."""
    if value is None:
        return None
    if isinstance(value, bool):
        return str(value).casefold()
    if isinstance(value, str | int | float):
        return str(value).strip() or None
    if isinstance(value, Iterable):
        return ",".join(str(one) for one in value) or None
    return repr(value)


def _number(value: float) -> int | float:
    return int(value) if float(value).is_integer() else value
