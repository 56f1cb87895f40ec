"""What a model accepts, worked out plainly: every assignment in every world, without regard to the product."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence

import attrs

from modeladvisor.answers import Answer
from modeladvisor.conditions import Scalar, Test
from modeladvisor.records import Model, Rule
from modeladvisor.values import Anything, Bound, Several, Span
from strategies import bundled

FEATURES = bundled().vocabulary.features
RESOLUTIONS = bundled().vocabulary.keys["resolutions"].values
BROUGHT: Mapping[str, Scalar] = {
    "first_frame": False,
    "last_frame": False,
    "input_video": False,
    "reference_images": 0,
    "input_audio": 0,
}
UNIVERSE: Mapping[str, Sequence[Scalar]] = {
    # named ones, one between each two of them (a span has these too), and one beyond all
    "aspect_ratio": ("16:9", "9:16", "1:1", "4:5", "2:3", "9:10", "4:3", "7:3"),
    "duration_seconds": (3, 4, 4.5, 5, 6, 7, 8, 9, 10, 11, 12, 20, 40, 41),
    "resolution": RESOLUTIONS,
}
JOINT = ("aspect_ratio", "duration_seconds", "resolution", "audio", "reference_images", "first_frame")
KEYS = (
    "aspect_ratios", "duration_seconds", "resolutions", "native_audio", "silent_option",
    "reference_images_max", "image_to_video",
)  # fmt: skip


def shape(text: Scalar) -> float:
    """Return width over height."""
    width, height = str(text).split(":")
    return int(width) / int(height)


def holds(test: Test, value: Scalar) -> bool:
    """Return whether a feature value passes a test: written plainly, without regard to the product."""
    operand: list[Scalar] = list(test.operand)
    if test.key == "aspect_ratio":
        value, operand = shape(value), [shape(one) for one in operand]
    elif test.key == "resolution" and test.operator in ("at_least", "at_most"):
        value, operand = RESOLUTIONS.index(str(value)), [RESOLUTIONS.index(str(one)) for one in operand]
    if test.operator in ("equals", "one_of"):
        return value in operand
    if test.operator == "none_of":
        return value not in operand
    assert not isinstance(value, str)
    limit = float(operand[0])
    return value >= limit if test.operator == "at_least" else value <= limit


def offers(model: Model, name: str) -> list[frozenset[Scalar]]:
    """Return the sets of values that a model may turn out to offer of a feature, one for each world."""
    if name == "audio":
        sound, off = (model.facts.get(key) for key in ("native_audio", "silent_option"))
        worlds = itertools.product(
            [bool(sound.value)] if sound else [True, False], [bool(off.value)] if off else [True, False]
        )
        return [
            frozenset({False} if not loud else {True, False} if may_be_silent else {True})
            for loud, may_be_silent in worlds
        ]
    fact = model.facts.get(FEATURES[name].bounded_by or "")
    value = fact.value if fact else None
    if FEATURES[name].kind == "bool":
        return [
            frozenset({False, True} if able else {False})
            for able in ([True, False] if fact is None else [value])
        ]
    if FEATURES[name].kind == "int":
        low, high = 0, 4
        if isinstance(value, Bound):
            low, high = int(value.at_least or 0), int(4 if value.at_most is None else value.at_most)
        elif isinstance(value, int):
            low = high = value
        return [frozenset(range(most + 1)) for most in range(low, max(low, high) + 1)]
    universe = UNIVERSE[name]
    if isinstance(value, Anything):
        return [frozenset(universe)]
    if isinstance(value, Span):
        ends = tuple(map(shape, value.text)) if value.text else (value.low, value.high)
        numbers = {one: shape(one) if value.text else float(one) for one in universe}
        stepped = value.step or 0
        return [
            frozenset(
                one
                for one, size in numbers.items()
                if ends[0] <= size <= ends[1] and (not stepped or (size - ends[0]) % stepped == 0)
            )
        ]
    known: set[Scalar] = set()
    if isinstance(value, Several):
        known = {one for one in universe if any(holds(Test(name, "equals", (v,)), one) for v in value.values)}
        if not value.open:
            return [frozenset(known)]
    rest = [one for one in universe if one not in known]
    more = [(), *((one,) for one in rest), tuple(rest)]
    return [frozenset({*known, *one}) for one in more if known or one]


def connected(rules: Sequence[Rule], request: Mapping[str, tuple[Test, ...]], mode: str) -> list[Rule]:
    """Return the rules that can apply and reach what is asked through features they share.

    A rule about what is not brought, or for another mode, does not apply; the others say nothing about the request.
    What the user does not bring connects nothing: it is not there.
    """
    fixed: dict[str, Scalar] = {**BROUGHT, "mode": mode}
    for name, tests in request.items():
        fixed.pop(name, None)
        if len(tests) == 1 and tests[0].operator == "equals":
            fixed[name] = tests[0].operand[0]
    applying = [
        rule for rule in rules if all(holds(test, fixed[test.key]) for test in rule.when if test.key in fixed)
    ]
    reached, kept = {"mode", *request}, list[Rule]()
    for _ in applying:
        for rule in applying:
            names = {test.key for test in (*rule.when, *rule.then)}
            if rule not in kept and names & reached:
                kept.append(rule)
                reached |= {name for name in names if name not in BROUGHT}
    return kept


def assignments(
    model: Model, request: Mapping[str, tuple[Test, ...]], mode: str, world: Mapping[str, frozenset[Scalar]]
) -> Iterator[dict[str, Scalar]]:
    """Yield every complete assignment that passes all tests and rules in one world."""
    names = list(world)
    for combination in itertools.product(*(sorted(world[name], key=str) for name in names)):
        values = {**BROUGHT, "mode": mode, **dict(zip(names, combination, strict=True))}
        if all(holds(test, values[name]) for name, tests in request.items() for test in tests) and not any(
            all(holds(test, values[test.key]) for test in rule.when)
            and not all(holds(test, values[test.key]) for test in rule.then)
            for rule in model.rules
        ):
            yield values


def worlds_of(model: Model, request: Mapping[str, object]) -> Iterator[dict[str, frozenset[Scalar]]]:
    """Yield what the model may turn out to offer of every feature that is asked or free and named by a rule."""
    named = {test.key for rule in model.rules for test in (*rule.when, *rule.then)} | set(request)
    names = [
        name
        for name in FEATURES
        if name != "mode" and (name in request or (name in named and name not in BROUGHT))
    ]
    for one in itertools.product(*(dict.fromkeys(offers(model, name)) for name in names)):
        yield dict(zip(names, one, strict=True))


def accepted(model: Model, request: Mapping[str, tuple[Test, ...]], mode: str) -> Answer:
    """Return whether all, no, or some worlds have an assignment: yes, no, unknown."""
    kept = attrs.evolve(model, rules=tuple(connected(model.rules, request, mode)))
    found = {any(assignments(kept, request, mode, world)) for world in worlds_of(kept, request)}
    return Answer.UNKNOWN if len(found) == 2 else Answer.YES if found == {True} else Answer.NO
