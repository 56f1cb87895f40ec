"""Tables into conditions, feature tests and requests; see the catalog's README for the language."""

from __future__ import annotations

import datetime
from collections.abc import Mapping

from modeladvisor.asking import Job
from modeladvisor.conditions import AllOf, AnyOf, Condition, Not, Operator, Scalar, Test, tests_of
from modeladvisor.loading.problems import Place, Problems
from modeladvisor.loading.reading_values import read_feature, read_ratio, read_word
from modeladvisor.loading.structuring import UnexpectedError, hint, shown
from modeladvisor.vocabulary import Capability, Vocabulary

_SINGLE: tuple[Operator, ...] = ("equals", "one_of", "none_of")
_SIZES: tuple[Operator, ...] = ("at_least", "at_most")
_SETS: tuple[Operator, ...] = ("includes", "includes_any")
_MANY = ("one_of", "none_of", "includes", "includes_any")


def operators_for(capability: Capability) -> tuple[Operator, ...]:
    """Return the tests that can be asked of a capability."""
    sizes = _SIZES if capability.ordered else ()
    return {
        "bool": ("equals",),
        "int": ("equals", *_SIZES),
        "number": ("equals", *_SIZES),
        "word": (*_SINGLE, *sizes),
        "text": _SINGLE,
        "words": (*_SETS, *sizes),
        "numbers": (*_SETS, *_SIZES),
        "ratios": _SETS,
        "date": (),
    }[capability.kind]


def read_need(raw: object, vocabulary: Vocabulary, place: Place, problems: Problems) -> Condition | None:
    """Return a condition on capabilities; None with the mistakes added to `problems`."""
    before = len(problems)
    need = _need(raw, vocabulary, place, problems)
    if need is None or len(problems) > before:
        return None
    keys = [test.key for test in tests_of(need)]
    for key in sorted({key for key in keys if keys.count(key) > 1}):
        problems.add(place, f"expected each key at most once in a need, got {key!r} {keys.count(key)} times")
        return None
    return need


def _need(raw: object, vocabulary: Vocabulary, place: Place, problems: Problems) -> Condition | None:
    if not isinstance(raw, dict) or not raw:
        problems.add(
            place, f"expected a table such as {{ native_audio = {{ equals = true }} }}, got {shown(raw)}"
        )
        return None
    parts: list[Condition | None] = []
    for key, inner in raw.items():
        here = place.at(key)
        if key in ("all", "any"):
            if not isinstance(inner, list) or not inner:
                problems.add(here, f"expected a list of needs, got {shown(inner)}")
                continue
            listed = [_need(one, vocabulary, here.at(place_), problems) for place_, one in enumerate(inner)]
            known = tuple(one for one in listed if one is not None)
            parts.append(AllOf(known) if key == "all" else AnyOf(known))
        elif key == "not":
            part = _need(inner, vocabulary, here, problems)
            parts.append(Not(part) if part is not None else None)
        elif key in vocabulary.keys:
            parts.extend(_tests(vocabulary.keys[key], inner, here, problems))
        else:
            near = hint(key, vocabulary.keys)
            problems.add(here, f"expected a capability, all, any or not, got {key!r}{near}")
    found = tuple(one for one in parts if one is not None)
    if not found:
        return None
    return found[0] if len(found) == 1 else AllOf(found)


def _tests(capability: Capability, raw: object, place: Place, problems: Problems) -> list[Condition]:
    allowed = operators_for(capability)
    if not allowed:
        problems.add(place, f"expected a key that needs can test, got one of kind {capability.kind!r}")
        return []
    if not isinstance(raw, dict) or len(raw) != 1:
        problems.add(place, f"expected a table with one of the tests {', '.join(allowed)}, got {shown(raw)}")
        return []
    (operator, operand), *_ = raw.items()
    if operator not in allowed:
        problems.add(
            place, f"expected one of the tests {', '.join(allowed)} for {capability.kind}, got {operator!r}"
        )
        return []
    many = operator in _MANY
    if many and (not isinstance(operand, list) or not operand):
        problems.add(place.at(operator), f"expected a list, got {shown(operand)}")
        return []
    values = operand if many else [operand]
    for value in values:
        try:
            _check_operand(capability, value)
        except ValueError as error:
            problems.add(place.at(operator), str(error))
            return []
    return [Test(capability.key, operator, tuple(values))]


def _check_operand(capability: Capability, value: object) -> None:
    if capability.kind == "bool":
        if not isinstance(value, bool):
            raise UnexpectedError("true or false", value)
    elif capability.kind in ("int", "number", "numbers"):
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise UnexpectedError("a number", value)
    elif capability.kind == "ratios":
        read_ratio(value)
    else:
        read_word(capability, value)


def read_feature_tests(
    raw: Mapping[str, object],
    vocabulary: Vocabulary,
    modes: tuple[str, ...],
    place: Place,
    problems: Problems,
) -> tuple[Test, ...]:
    """Return tests of request features, as rules have them; mistakes are added to `problems`."""
    tests: list[Test] = []
    if not raw:
        problems.add(place, "expected at least one feature")
    for name, inner in raw.items():
        here = place.at(name)
        feature = vocabulary.features.get(name)
        if feature is None:
            problems.add(here, _no_feature(name, vocabulary))
            continue
        sizes = feature.kind in ("int", "number") or feature.bounded_by == "resolutions"
        allowed = ("equals",) if feature.kind == "bool" else (*_SINGLE, *(_SIZES if sizes else ()))
        if not isinstance(inner, dict) or not inner or set(inner) - set(allowed):
            problems.add(here, f"expected a table of the tests {', '.join(allowed)}, got {shown(inner)}")
            continue
        for operator, operand in inner.items():
            values = operand if operator in _MANY else [operand]
            try:
                if not isinstance(values, list) or not values:
                    raise UnexpectedError("a list", operand)
                read = tuple(read_feature(feature, one, vocabulary, modes) for one in values)
                tests.append(Test(name, operator, read))
            except ValueError as error:
                problems.add(here.at(operator), str(error))
    return tuple(tests)


def read_request(
    raw: Mapping[str, object],
    vocabulary: Vocabulary,
    modes: tuple[str, ...],
    place: Place,
    problems: Problems,
) -> dict[str, Scalar]:
    """Return a request: one value for each named feature; mistakes are added to `problems`."""
    request: dict[str, Scalar] = {}
    for name, value in raw.items():
        feature = vocabulary.features.get(name)
        if feature is None:
            problems.add(place.at(name), _no_feature(name, vocabulary))
            continue
        try:
            request[name] = read_feature(feature, value, vocabulary, modes)
        except ValueError as error:
            problems.add(place.at(name), str(error))
    return request


def _no_feature(name: str, vocabulary: Vocabulary) -> str:
    near = hint(name, vocabulary.features) or f"; known: {', '.join(vocabulary.features)}"
    return f"expected a feature of a request, got {name!r}{near}"


def read_job(
    raw: Mapping[str, object], medium: str, vocabulary: Vocabulary, place: Place, problems: Problems
) -> Job:
    """Return the job that a price is asked for; mistakes are added to `problems`."""
    allowed = ("duration_seconds", "resolution", "audio") if medium == "video" else ("megapixels",)
    for key in sorted(set(raw) - set(allowed)):
        problems.add(place.at(key), f"unknown key; known keys for {medium}: {', '.join(allowed)}")
    seconds, pixels = raw.get("duration_seconds"), raw.get("megapixels")
    for key, number in (("duration_seconds", seconds), ("megapixels", pixels)):
        if number is not None and (
            isinstance(number, bool) or not isinstance(number, int | float) or number <= 0
        ):
            problems.add(place.at(key), f"expected a number above 0, got {shown(number)}")
            return Job(medium)
    resolution, audio = raw.get("resolution"), raw.get("audio")
    words = vocabulary.keys["resolutions"].values
    if resolution is not None and resolution not in words:
        near = hint(resolution, words) if isinstance(resolution, str) else ""
        message = f"expected one of {', '.join(words)}, got {shown(resolution)}{near}"
        problems.add(place.at("resolution"), message)
        return Job(medium)
    if audio is not None and not isinstance(audio, bool):
        problems.add(place.at("audio"), f"expected true or false, got {shown(audio)}")
        return Job(medium)
    return Job(medium, seconds, resolution, audio, pixels)  # type: ignore[arg-type]  # each was checked above


def in_past(day: datetime.date, today: datetime.date, place: Place, problems: Problems) -> None:
    """Note a date that lies in the future."""
    if day > today:
        problems.add(place, f"expected a date not after {today}, got {day}")
