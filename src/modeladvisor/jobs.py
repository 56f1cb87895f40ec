"""The job that prices are asked for, as people write it."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from modeladvisor.asking import Job
from modeladvisor.catalog import folded
from modeladvisor.errors import Mistake, QuestionError, nearest
from modeladvisor.questions import LONGEST_VALUE, Word, text_of
from modeladvisor.vocabulary import Vocabulary

KEYS = ("duration_seconds", "resolution", "audio", "megapixels", "count", "input_images", "attempts")
FORM = "pairs such as duration_seconds:8,resolution:1080p,audio:true,count:10,input_images:2,attempts:3"
MOST: Mapping[str, float] = {
    "duration_seconds": 3600, "megapixels": 100, "count": 1_000_000, "input_images": 100, "attempts": 1000,
}  # fmt: skip
_ALIASES = {"duration": "duration_seconds", "seconds": "duration_seconds", "references": "input_images"}
_SOUND = {"true": True, "yes": True, "false": False, "no": False}


def read_job(given: Word | Mapping[str, object], default: Job, vocabulary: Vocabulary) -> Job:
    """Return a job from a mapping or from `key:value,...`; what is not named is as in `default`.

    Raises:
        QuestionError: with every mistake of the job.
    """
    mistakes: list[Mistake] = []
    changes: dict[str, object] = {}
    for name, value in _pairs(given):
        word = folded(name).replace("-", "_")
        key = _ALIASES.get(word, word)
        if key not in KEYS:
            mistakes.append(_mistake(name, f"{FORM}; the keys are {', '.join(KEYS)}", nearest(key, KEYS)))
        elif (key == "megapixels") != (default.medium == "image") and key not in KEYS[4:]:
            mistakes.append(_mistake(name, f"a key of a job that makes {default.medium}"))
        else:
            _read(key, value, changes, mistakes, vocabulary)
    if mistakes:
        raise QuestionError(mistakes)
    return attrs.evolve(default, **changes)  # type: ignore[arg-type]  # each was read as what its key holds


def _pairs(given: Word | Mapping[str, object]) -> list[tuple[str, str]]:
    if isinstance(given, Mapping):
        return [(str(name), text_of(value) or "") for name, value in given.items()]
    text = text_of(given)
    if text is None:
        return []
    if len(text) > LONGEST_VALUE:
        raise QuestionError([_mistake(text, f"at most {LONGEST_VALUE} characters")])
    return [(name, value.strip()) for name, _, value in (one.partition(":") for one in text.split(","))]


def _read(
    key: str, value: str, changes: dict[str, object], mistakes: list[Mistake], vocabulary: Vocabulary
) -> None:
    if key == "resolution":
        words = {folded(one): one for one in vocabulary.keys["resolutions"].values}
        if folded(value) in words:
            changes[key] = words[folded(value)]
        else:
            mistakes.append(
                _mistake(value, f"{key} one of {', '.join(words.values())}", nearest(value, words))
            )
    elif key == "audio":
        if value.casefold() in _SOUND:
            changes[key] = _SOUND[value.casefold()]
        else:
            mistakes.append(_mistake(value, "audio true or false"))
    else:
        number = _number(value)
        least = 0 if key == "input_images" else 1e-6
        whole = key in ("count", "input_images")
        if number is None or not least <= number <= MOST[key] or (whole and number != int(number)):
            form = "a whole number" if whole else "a number"
            mistakes.append(_mistake(value, f"{key} as {form} up to {MOST[key]:.10g}"))
        else:
            changes[key] = int(number) if whole else number


def _number(text: str) -> float | None:
    plain = text.casefold().removesuffix("s").strip()
    return float(plain) if plain.replace(".", "", 1).isdecimal() and plain.isascii() else None


def _mistake(got: str, expected: str, close: tuple[str, ...] | list[str] = ()) -> Mistake:
    return Mistake("job", got[:LONGEST_VALUE], expected, tuple(close))
