"""What a question's words are taken to mean; every mistake in it is named at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from modeladvisor.amounts import read_count, read_length, read_sum
from modeladvisor.asking import INPUTS, Mode, Style
from modeladvisor.catalog import Catalog, folded
from modeladvisor.errors import Mistake, NotInCatalogError, nearest, refuse
from modeladvisor.opinions import UseCase
from modeladvisor.questions import (
    ACCESS,
    AUDIO,
    AUDIO_ALIASES,
    CLIP_SECONDS,
    DURATIONS,
    LIMIT_DEFAULT,
    LIMIT_MOST,
    LONGEST_VALUE,
    WHY_NOT,
    Budget,
    DurationAsk,
    PlatformAsk,
    Question,
    Word,
    text_of,
)
from modeladvisor.vocabulary import MEDIA
from modeladvisor.weightings import read_weights

T = TypeVar("T")


def interpret(
    catalog: Catalog,
    *,
    task: Word = None,
    output: Word = None,
    input: Word = None,
    budget: Word = None,
    style: Word = None,
    platform: Word = None,
    audio: Word = None,
    duration: Word = None,
    limit: Word = None,
    weights: Word | Mapping[str, float] = None,
    why_not: Word = None,
) -> Question:
    """Return what the words of a question mean.

    Words are read without regard to case; `-`, `_` and blanks are alike; empty or None is not asked.

    Args:
        why_not: A model whose story is told beside the answer; it changes nothing in what the question means.

    Raises:
        QuestionError: with every mistake of the question.
        NotInCatalogError: if all that is wrong is that no model bears the name given as `why_not`.
    """
    reader = _Reader(catalog)
    use_case = reader.read("task", task, reader.task)
    medium = reader.read("output", output, reader.output)
    media = reader.media(use_case, medium)
    inputs = reader.read("input", input, reader.inputs)
    modes = reader.modes(inputs, media)
    if inputs and modes:
        media = tuple(one for one in media if one in modes)
    look = reader.read("style", style, reader.style)
    if look and look.gate:
        media = reader.media_of_style(look, media)
    length = reader.read("duration", duration, reader.duration)
    sound = reader.read("audio", audio, reader.audio)
    if "video" not in media:
        for name, given in (("duration", length), ("audio", sound)):
            if given is not None:
                reader.wrong(
                    name, str(duration if name == "duration" else audio), "no value: images have none"
                )
    reader.contradictions(use_case, {"audio": sound, "input": "+".join(inputs or ()) or None})
    question = Question(
        task=use_case,
        output=medium,
        media=media,
        inputs=inputs,
        modes=modes,
        budget=reader.read("budget", budget, lambda text: reader.budget(text, media, length)),
        style=look,
        platform=reader.read("platform", platform, reader.platform),
        audio=sound,
        duration=length,
        limit=reader.read("limit", limit, reader.limit) or LIMIT_DEFAULT,
        weights=reader.weights(weights, use_case, media),
    )
    reader.read(WHY_NOT, why_not, reader.model)
    refuse(reader.mistakes, reader.unknown)
    return question


class _Reader:
    """Reads one parameter after the other and keeps every mistake."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog
        self.asking = catalog.asking
        self.mistakes: list[Mistake] = []
        self.unknown: list[NotInCatalogError] = []

    def wrong(self, parameter: str, got: str, expected: str, known: Iterable[str] = ()) -> None:
        self.mistakes.append(Mistake(parameter, got[:LONGEST_VALUE], expected, nearest(got, known)))

    def read(self, parameter: str, value: object, parse: Callable[[str], T | None]) -> T | None:
        text = text_of(value)
        if text is None:
            return None
        if len(text) > LONGEST_VALUE:
            self.wrong(parameter, text, f"at most {LONGEST_VALUE} characters")
            return None
        return parse(text)

    def _one_of(self, parameter: str, text: str, allowed: Iterable[str]) -> str | None:
        word = folded(text)
        allowed = list(allowed)
        if word in allowed:
            return word
        self.wrong(parameter, text, f"one of {', '.join(allowed)}", allowed)
        return None

    def model(self, text: str) -> None:
        try:
            self.catalog.find_model(text, parameter=WHY_NOT)
        except NotInCatalogError as error:
            self.unknown.append(error)

    def task(self, text: str) -> UseCase | None:
        word = self._one_of("task", text, self.catalog.use_cases)
        return self.catalog.use_cases[word] if word else None

    def output(self, text: str) -> str | None:
        return self._one_of("output", text, MEDIA)

    def media(self, use_case: UseCase | None, output: str | None) -> tuple[str, ...]:
        """Return the media asked about; a task that does not make the asked output is a mistake of both."""
        possible = use_case.media if use_case else MEDIA
        if output is None:
            return possible
        if use_case and output not in possible:
            made = " and ".join(possible)
            self.wrong("output", output, f"{made}, since task={use_case.slug} is about {made}")
            self.wrong("task", use_case.slug, f"a task that makes {output}, since output={output}")
        return (output,)

    def inputs(self, text: str) -> tuple[str, ...] | None:
        words = [folded(one) for one in re.split(r"[,+]", text) if one.strip()]
        unknown = [one for one in words if one not in INPUTS]
        for one in unknown:
            self.wrong("input", one, f"a comma list of {', '.join(INPUTS)}", INPUTS)
        if unknown or not words:
            return None
        if "images" in words or words.count("image") > 1:
            words = ["images", *(one for one in words if one not in ("image", "images"))]
        if set(words) != {"text"}:
            words = [one for one in words if one != "text"]
        return tuple(sorted(set(words)))

    def modes(self, inputs: tuple[str, ...] | None, media: tuple[str, ...]) -> dict[str, Mode]:
        if inputs is None:
            return {}
        found = {
            medium: mode
            for medium in media
            for mode in self.asking.modes.values()
            if mode.output == medium and set(mode.inputs) == set(inputs)
        }
        if not found:
            pairs = "; ".join(
                f"{mode.output} from {'+'.join(mode.inputs)}"
                for mode in self.asking.modes.values()
                if mode.output in media
            )
            self.wrong("input", "+".join(inputs), f"a pair that models are made for: {pairs}")
        return found

    def budget(self, text: str, media: tuple[str, ...], length: DurationAsk | None) -> Budget | None:
        word = folded(text)
        if word == "any":
            return None
        if word == "free":
            return Budget(word, free=True, usd={})
        if word in self.asking.budgets:
            return Budget(word, free=False, usd=self.asking.budgets[word].usd)
        found = read_sum(text)
        if found is None:
            words = ("free", *self.asking.budgets, "any")
            forms = "a sum in USD above 0 such as 0.15, 0.15/s, 2/clip or 0.04/image"
            self.wrong("budget", text, f"one of {', '.join(words)}, or {forms}", words)
            return None
        usd, unit = found
        if unit == "image":
            priced: dict[str, float] = {"image": usd}
        elif unit == "clip":
            seconds = (length and (length.at_most or length.at_least)) or CLIP_SECONDS
            return self._budget_for(
                media, Budget(text, free=False, usd={"video": usd / seconds}, clip_seconds=seconds)
            )
        elif unit:
            priced = {"video": usd}
        else:
            priced = {"video": usd, "image": usd}
        return self._budget_for(media, Budget(text, free=False, usd=priced))

    def _budget_for(self, media: tuple[str, ...], budget: Budget) -> Budget | None:
        if not set(budget.usd) & set(media):
            made = " and ".join(media)
            self.wrong("budget", budget.word, f"a price of {made}, since the question is about {made}")
            return None
        return budget

    def contradictions(self, use_case: UseCase | None, asked: Mapping[str, str | None]) -> None:
        """Name what the task rules out by its nature; the mistake is in both words."""
        for one in use_case.contradictions if use_case else ():
            if asked.get(one.parameter) == one.value and use_case is not None:
                reason = one.why.rstrip(".")
                task, word = f"task={use_case.slug}", f"{one.parameter}={one.value}"
                self.wrong(one.parameter, one.value, f"another value with {task}: {reason}")
                self.wrong("task", use_case.slug, f"another task with {word}: {reason}")

    def style(self, text: str) -> Style | None:
        word = self._one_of("style", text, [*self.asking.styles, "any"])
        return self.asking.styles.get(word) if word else None

    def media_of_style(self, style: Style, media: tuple[str, ...]) -> tuple[str, ...]:
        """Return the media in which a style that decides can be had; none of those asked is a mistake."""
        possible = tuple(one for one in media if one in style.need)
        if not possible:
            made = " and ".join(style.need)
            self.wrong(
                "style", style.name, f"a style of {' and '.join(media)}: {style.name} output is {made} only"
            )
        return possible or media

    def platform(self, text: str) -> PlatformAsk | None:
        word = self._one_of("platform", text, [*self.asking.platforms, *ACCESS, *self.catalog.operators])
        if word is None:
            return None
        if word in self.asking.platforms:
            return PlatformAsk("publishing", word, self.asking.platforms[word].aspect_ratio)
        return PlatformAsk("access", word)

    def audio(self, text: str) -> str | None:
        word = self._one_of("audio", AUDIO_ALIASES.get(folded(text), text), AUDIO)
        return None if word == "any" else word

    def duration(self, text: str) -> DurationAsk | None:
        word = folded(text)
        if word in DURATIONS:
            return DurationAsk(word, *DURATIONS[word], extended=word == "extended")
        ends = read_length(text)
        if ends is None:
            forms = "seconds such as 8, 8s, 5-10, >=10, <=5"
            self.wrong("duration", text, f"{forms}, or one of {', '.join(DURATIONS)}", DURATIONS)
            return None
        return DurationAsk(text, *ends)

    def limit(self, text: str) -> int | None:
        count = read_count(text, LIMIT_MOST)
        if count is None:
            self.wrong("limit", text, f"a whole number from 1 to {LIMIT_MOST}")
        return count

    def weights(
        self, value: Word | Mapping[str, float], use_case: UseCase | None, media: tuple[str, ...]
    ) -> dict[str, float]:
        rubrics = use_case.rubrics if use_case else self.catalog.general
        ids = [one.id for medium in media if medium in rubrics for one in rubrics[medium].criteria]
        return read_weights(value, ids, self.wrong)
