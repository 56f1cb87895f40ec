"""All Hypothesis strategies: values, records, needs, requests, rubrics, catalogs and questions.

Values come from small pools, so that facts, needs and rules meet often.
"""

from __future__ import annotations

import datetime
import functools
import itertools
from collections.abc import Mapping, Sequence
from typing import Literal, get_args

import attrs
from hypothesis import settings
from hypothesis import strategies as st

from modeladvisor import Catalog, load_catalog
from modeladvisor.asking import Job
from modeladvisor.conditions import AllOf, AnyOf, Condition, Not, Operator, Scalar, Test
from modeladvisor.opinions import Criterion, Gate, Level, PriceScale, Rubric, UseCase
from modeladvisor.records import (
    AccessLink,
    Dataset,
    Evidence,
    Fact,
    Grade,
    LinkKind,
    Model,
    Price,
    PriceUnit,
    Provider,
    Route,
    RouteKind,
    Rule,
    Search,
    Source,
    Vendor,
)
from modeladvisor.values import Anything, Bound, Month, Several, Span, Value
from modeladvisor.vocabulary import Capability, Feature, Vocabulary

MANY = settings(max_examples=5 * settings().max_examples)
"""For tests whose single example takes a millisecond."""
TODAY = datetime.date(2026, 11, 21)
SOURCE = Source("page", "A page", "https://docs.example.com/page", "vendor-doc")
NUMBERS = (4, 5, 6, 8, 10, 12, 40)
RATIOS = ("16:9", "9:16", "1:1", "4:5", "32:18")
COUNTS = (0, 1, 2, 3, 4)
LARGE = {"max_image_pixels": (1_000_000, 2_000_000, 4_000_000)}
WORDS = {
    "speech_languages": ("en", "es", "de"),
    "text_scripts": ("Latn", "Hans"),
    "regions": ("US", "EU", "world"),
    "license": ("MIT", "Apache-2.0"),
    "successor": ("none", "other"),
}
PRICES = (0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.8)


@functools.cache
def bundled() -> Catalog:
    """Return the bundled catalog, whose vocabulary, words and general rubrics generated catalogs share."""
    return load_catalog(today=datetime.date(2100, 1, 1))


def words_of(capability: Capability) -> tuple[str, ...]:
    """Return words that a capability may have as its value."""
    return capability.values or WORDS[capability.key]


def counts_of(capability: Capability) -> tuple[int, ...]:
    """Return numbers that a capability may have as its value."""
    return LARGE.get(capability.key, COUNTS)


@functools.cache
def dates(*, oldest: int = 400) -> st.SearchStrategy[datetime.date]:
    """Days up to today; `oldest` is the number of days they may lie back."""
    return st.integers(0, oldest).map(lambda days: TODAY - datetime.timedelta(days=days))


def vocabularies(*, small: bool = True) -> st.SearchStrategy[Vocabulary]:
    """The real vocabulary, or (small) one with three to eight of its keys."""
    real = bundled().vocabulary
    if not small:
        return st.just(real)
    chosen = st.lists(st.sampled_from(list(real.keys)), min_size=3, max_size=8, unique=True)
    return chosen.map(lambda names: attrs.evolve(real, keys={name: real.keys[name] for name in names}))


def subsets(pool: Sequence[str | int | float], *, least: int = 1) -> st.SearchStrategy[tuple[Scalar, ...]]:
    """Some values of a pool, each once."""
    return st.lists(st.sampled_from(pool), min_size=least, max_size=3, unique=True).map(tuple)


def bounds(pool: Sequence[int], *, whole: bool = True) -> st.SearchStrategy[Bound]:
    """Numbers known from one side or both."""
    ends = st.sampled_from(pool if whole else (*pool, 1.5)).map(float)
    pairs = st.tuples(ends, ends).map(sorted).map(lambda two: Bound(two[0], two[1]))
    return st.one_of(
        ends.map(lambda end: Bound(at_least=end)), ends.map(lambda end: Bound(at_most=end)), pairs
    )


def open_sets(pool: Sequence[str | int]) -> st.SearchStrategy[Several]:
    """Sets that may have more values than those named."""
    return subsets(pool).map(lambda values: Several(values, open=True))


@st.composite
def spans(draw: st.DrawFn, *, ratios: bool = False) -> Span:
    """Ranges of numbers, in steps or not, or of ratios."""
    if ratios:
        low, high = draw(
            st.sampled_from([("9:16", "1:1"), ("9:16", "16:9"), ("1:1", "16:9"), ("4:5", "4:5")])
        )
        (a, b), (c, d) = (map(int, low.split(":")), map(int, high.split(":")))
        return Span(a / b, c / d, None, (low, high))
    first, last = sorted(draw(st.tuples(st.sampled_from(NUMBERS), st.sampled_from(NUMBERS))))
    return Span(float(first), float(last), draw(st.sampled_from([None, 1.0, 2.0, 0.5])))


@functools.cache
def values(capability: Capability, *, gaps: bool = True) -> st.SearchStrategy[Value]:
    """Values of a capability's kind; `gaps` allows bounds, open sets and months."""
    kind, pool = capability.kind, counts_of(capability)
    several = subsets(NUMBERS).map(Several)
    found: dict[str, list[st.SearchStrategy[Value]]] = {
        "bool": [st.booleans()],
        "int": [st.sampled_from(pool)],
        "number": [st.sampled_from((*pool, 1.5))],
        "date": [dates(), *([st.just(Month(2026, 5))] if gaps else [])],
        "numbers": [several, spans()],
        "ratios": [subsets(RATIOS).map(Several), spans(ratios=True), st.just(Anything())],
    }
    if kind in found:
        choices = found[kind]
    elif kind == "words":
        choices = [subsets(words_of(capability), least=int(capability.key == "resolutions")).map(Several)]
    else:
        choices = [st.sampled_from(words_of(capability))]
    if gaps and kind in ("int", "number"):
        choices.append(bounds(pool, whole=kind == "int"))
    if gaps and kind in ("numbers", "ratios", "words"):
        sets: dict[str, Sequence[str | int]] = {"numbers": NUMBERS, "ratios": RATIOS}
        choices.append(open_sets(sets[kind] if kind in sets else words_of(capability)))
    return st.one_of(choices)


@st.composite
def facts(draw: st.DrawFn, capability: Capability, prefix: str, *, gaps: bool = True) -> Fact:
    """Facts of one capability, with source and date."""
    value = draw(values(capability, gaps=gaps))
    return Fact(f"{prefix}/{capability.key}", capability.key, value, SOURCE, draw(dates(oldest=80)))


@st.composite
def fact_tables(
    draw: st.DrawFn,
    keys: Sequence[Capability],
    prefix: str,
    *,
    gaps: bool = True,
    least: int = 0,
    most: int = 8,
) -> dict[str, Fact]:
    """Facts of some of the capabilities, by key, in any order."""
    if not keys:
        return {}
    chosen = draw(
        st.lists(
            st.sampled_from(keys),
            min_size=min(least, len(keys)),
            max_size=most,
            unique_by=lambda one: one.key,
        )
    )
    return {one.key: draw(facts(one, prefix, gaps=gaps)) for one in chosen}


def searches(absent: Sequence[str]) -> st.SearchStrategy[dict[str, Search]]:
    """Keys that were looked for in vain, out of those of which nothing is known."""
    if not absent:
        return st.just({})
    chosen = st.lists(st.sampled_from(absent), max_size=2, unique=True)
    return chosen.map(lambda keys: {key: Search(key, (SOURCE,), TODAY) for key in keys})


@functools.cache
def feature_values(feature: Feature) -> st.SearchStrategy[Scalar]:
    """Values that a request can ask of a feature."""
    if feature.kind == "bool":
        return st.booleans()
    if feature.kind in ("int", "number"):
        return st.sampled_from((1, 2, 3) if feature.kind == "int" else NUMBERS)
    if feature.kind == "ratio":
        return st.sampled_from(RATIOS)
    if feature.bounded_by:
        return st.sampled_from(("720p", "1080p", "4K"))
    return st.sampled_from(sorted(bundled().asking.modes))


@st.composite
def feature_tests(draw: st.DrawFn, feature: Feature) -> Test:
    """Tests of one feature, as rules have them."""
    operators: list[Operator] = ["equals"]
    if feature.kind != "bool":
        operators += ["one_of", "none_of"]
    if feature.kind in ("int", "number") or feature.bounded_by == "resolutions":
        operators += ["at_least", "at_most"]
    operator = draw(st.sampled_from(operators))
    many = operator in ("one_of", "none_of")
    one = feature_values(feature)
    operand = draw(st.lists(one, min_size=1, max_size=2 if many else 1, unique=True))
    return Test(feature.name, operator, tuple(operand))


@st.composite
def rules(draw: st.DrawFn, vocabulary: Vocabulary, identifier: str, *, only: Sequence[str] = ()) -> Rule:
    """Combination rules about two or three features; `only` narrows them to those named."""
    names = [name for name in vocabulary.features if not only or name in only]
    chosen = draw(st.lists(st.sampled_from(names), min_size=2, max_size=3, unique=True))
    tests = [draw(feature_tests(vocabulary.features[name])) for name in chosen]
    split = draw(st.integers(1, len(tests) - 1))
    return Rule(identifier, tuple(tests[:split]), tuple(tests[split:]), SOURCE, draw(dates()))


@st.composite
def prices(draw: st.DrawFn, identifier: str) -> Price:
    """Prices of any unit, some for one resolution or sound."""
    per: PriceUnit = draw(st.sampled_from(["second", "image", "video", "megapixel", "million-tokens"]))
    return Price(
        id=identifier,
        usd=draw(st.sampled_from(PRICES)),
        per=per,
        source=SOURCE,
        verified=draw(dates(oldest=80)),
        resolution=draw(st.sampled_from([None, "720p", "1080p"])),
        audio=draw(st.sampled_from([None, True, False])),
        duration_seconds=draw(st.sampled_from([None, 5.0, 8.0])) if per == "video" else None,
    )


@st.composite
def routes(
    draw: st.DrawFn, vocabulary: Vocabulary, slug: str, name: str, *, retired: bool = True, gaps: bool = True
) -> Route:
    """Routes with own facts and prices; each says something with a source. `retired` allows ended ones."""
    prefix = f"{slug}/routes/{name}"
    own = [one for one in vocabulary.keys.values() if one.route and one.key not in ("status", "retires")]
    table = draw(fact_tables(own, f"{prefix}/facts", gaps=gaps, most=3))
    known = {key: one for key, one in vocabulary.keys.items() if key == "status"}
    numbers = draw(st.lists(st.integers(1, 9), max_size=2, unique=True))
    for capability in known.values():
        if not (numbers or table) or draw(st.booleans()):
            states = capability.values if retired else capability.values[1:]
            state = draw(st.sampled_from(states))
            table["status"] = Fact(f"{prefix}/facts/status", "status", state, SOURCE, draw(dates(oldest=50)))
    kind: RouteKind = draw(st.sampled_from(get_args(RouteKind)))
    return Route(
        id=name,
        provider=None if kind == "self-hosted" else draw(st.sampled_from(["acme", "relay"])),
        kind=kind,
        model_id=None,
        facts=table,
        prices=tuple(draw(prices(f"{prefix}/prices/p{number}")) for number in numbers),
    )


@st.composite
def evidence(draw: st.DrawFn, identifier: str, medium: str) -> Evidence:
    """Findings of somebody else's test."""
    dimension = draw(st.sampled_from(["overall_preference", "human_realism", "speech_quality"]))
    grade: Grade = draw(st.sampled_from(get_args(Grade)))
    day = draw(dates(oldest=3))
    return Evidence(identifier, dimension, medium, None, grade, "Found.", day, "Much.", SOURCE)


@st.composite
def access_links(draw: st.DrawFn) -> AccessLink:
    """Links to a model, sold or not, paid for or not."""
    kind: LinkKind = draw(st.sampled_from(get_args(LinkKind)))
    url = f"https://shop.example.com/{draw(st.integers(1, 9))}"
    return AccessLink(url, "A shop", kind, draw(st.booleans()), draw(st.booleans()), TODAY)


@st.composite
def models(
    draw: st.DrawFn,
    vocabulary: Vocabulary,
    *,
    slug: str = "m1",
    medium: str | None = None,
    keys: Sequence[str] | None = None,
    least_facts: int = 0,
    most_facts: int = 8,
    most_rules: int = 2,
    most_routes: int = 3,
    rule_features: Sequence[str] = (),
    served: bool = False,
    retired: bool = True,
    gaps: bool = True,
) -> Model:
    """Models with facts, searches, rules, routes and evidence, much of them unknown; `served` ones are active."""
    makes = (medium,) if medium else draw(st.sampled_from([("image",), ("video",), ("image", "video")]))
    known = [vocabulary.keys[key] for key in (vocabulary.keys if keys is None else keys)]
    sensible = [one for one in known if set(one.media) & set(makes) and one.key not in ("status", "retires")]
    table = draw(fact_tables(sensible, f"{slug}/facts", gaps=gaps, least=least_facts, most=most_facts))
    sought = draw(searches([one.key for one in sensible if one.key not in table]))
    if served:
        table["status"] = Fact(f"{slug}/facts/status", "status", "active", SOURCE, TODAY)
    names = draw(st.lists(st.sampled_from("abcde"), max_size=most_routes, unique=True))
    ids = st.lists(st.integers(1, 9), max_size=most_rules, unique=True)
    findings = st.lists(
        st.tuples(st.integers(1, 9), st.sampled_from(makes)), max_size=3, unique_by=lambda x: x[0]
    )
    return Model(
        slug=slug,
        name=f"Model {slug}",
        vendor="acme",
        family="family",
        makes=makes,
        summary="A model.",
        aliases=(),
        formerly=(),
        limitations=(),
        sources={"page": SOURCE},
        facts=table,
        searched=sought,
        rules=tuple(
            draw(rules(vocabulary, f"{slug}/rules/r{number}", only=rule_features)) for number in draw(ids)
        ),
        routes=tuple(draw(routes(vocabulary, slug, name, retired=retired, gaps=gaps)) for name in names),
        evidence=tuple(
            draw(evidence(f"{slug}/evidence/e{number}", about)) for number, about in draw(findings)
        ),
        prompt_tips=(),
    )


@st.composite
def key_tests(draw: st.DrawFn, capability: Capability) -> Test:
    """Tests of one capability that some value passes and some value fails."""
    key, kind = capability.key, capability.kind
    if kind == "bool":
        return Test(key, "equals", (draw(st.booleans()),))
    operators: dict[str, list[Operator]] = {
        "int": ["equals", "at_least", "at_most"],
        "number": ["equals", "at_least", "at_most"],
        "word": ["equals", "one_of", "none_of"],
        "text": ["equals", "one_of", "none_of"],
        "words": ["includes", "includes_any"],
        "numbers": ["includes", "includes_any", "at_least", "at_most"],
        "ratios": ["includes", "includes_any"],
    }
    sizes: list[Operator] = ["at_least", "at_most"] if capability.ordered else []
    operator = draw(st.sampled_from([*operators[kind], *sizes]))
    pools: dict[str, Sequence[Scalar]] = {"numbers": NUMBERS, "ratios": RATIOS}
    if kind in ("int", "number"):
        pool: Sequence[Scalar] = counts_of(capability)
    else:
        pool = pools[kind] if kind in pools else words_of(capability)
    if operator in ("at_least", "at_most") and kind not in ("numbers", "ratios"):
        pool = pool[1:] if operator == "at_least" else pool[:-1]
    most = 1 if operator in ("equals", "at_least", "at_most") else min(2, max(1, len(pool) - 1))
    return Test(
        key, operator, tuple(draw(st.lists(st.sampled_from(pool), min_size=1, max_size=most, unique=True)))
    )


def askable(vocabulary: Vocabulary, medium: str | None = None) -> list[Capability]:
    """Return the capabilities that needs can test, of a medium or of all."""
    return [
        one
        for one in vocabulary.keys.values()
        if one.kind != "date" and (medium is None or medium in one.media)
    ]


@st.composite
def needs(draw: st.DrawFn, capabilities: Sequence[Capability], *, most: int = 4) -> Condition:
    """Conditions in which each key stands at most once."""
    chosen = draw(
        st.lists(st.sampled_from(capabilities), min_size=1, max_size=most, unique_by=lambda one: one.key)
    )

    def joined(keys: Sequence[Capability]) -> Condition:
        if len(keys) == 1:
            found: Condition = draw(key_tests(keys[0]))
        else:
            split = draw(st.integers(1, len(keys) - 1))
            parts = joined(keys[:split]), joined(keys[split:])
            found = AllOf(parts) if draw(st.booleans()) else AnyOf(parts)
        return Not(found) if draw(st.integers(0, 3)) == 0 else found

    return joined(chosen)


@st.composite
def requests(
    draw: st.DrawFn, vocabulary: Vocabulary, *, only: Sequence[str] = (), least: int = 1
) -> dict[str, Scalar]:
    """Requests of one to three features; sound may be asked to be off, the rest is asked to be there."""
    names = [name for name in vocabulary.features if name != "mode" and (not only or name in only)]
    chosen = draw(st.lists(st.sampled_from(names), min_size=least, max_size=3, unique=True))
    asked: dict[str, Scalar] = {}
    for name in chosen:
        value = draw(feature_values(vocabulary.features[name]))
        asked[name] = True if value is False and name != "audio" else value
    return asked


VIDEO_FEATURES = (
    "aspect_ratio",
    "duration_seconds",
    "resolution",
    "audio",
    "reference_images",
    "first_frame",
)
IMAGE_FEATURES = ("aspect_ratio", "reference_images")


@st.composite
def criteria(
    draw: st.DrawFn, vocabulary: Vocabulary, medium: str, identifier: str, points: float
) -> Criterion:
    """Criteria of every kind: need, levels, request, route, price, evidence."""
    made = Criterion(identifier, points, "It matters.")
    kind = draw(st.sampled_from(["need", "levels", "request", "route", "price", "evidence"]))
    if kind == "evidence":
        return attrs.evolve(made, evidence=draw(st.sampled_from(["overall_preference", "speech_quality"])))
    if kind == "price":
        video = medium == "video"
        sound = draw(st.sampled_from([None, True, False])) if video else None
        job = Job(medium, 8.0, "720p", sound) if video else Job(medium, megapixels=1.0)
        return attrs.evolve(made, price=PriceScale(job, 0.05, 0.4))
    if kind == "route":
        kinds: list[RouteKind] = draw(
            st.lists(st.sampled_from(get_args(RouteKind)), min_size=1, max_size=2, unique=True)
        )
        return attrs.evolve(made, route_kinds=tuple(kinds))
    if kind == "request":
        only = VIDEO_FEATURES if medium == "video" else IMAGE_FEATURES
        return attrs.evolve(made, request=draw(requests(vocabulary, only=only)))
    shares = [1.0, 0.7, 1 / 3] if kind == "levels" else [1.0]
    keys = askable(vocabulary, medium)
    return attrs.evolve(made, levels=tuple(Level(draw(needs(keys, most=2)), share) for share in shares))


@st.composite
def rubrics(
    draw: st.DrawFn, vocabulary: Vocabulary, medium: str, *, name: str = "task", gates: bool = True
) -> Rubric:
    """Rubrics whose points add up to 100, with or without gates."""
    cuts = draw(st.lists(st.integers(1, 199), max_size=4, unique=True))
    ends = [0.0, *(cut / 2 for cut in sorted(cuts)), 100.0]
    points = [high - low for low, high in itertools.pairwise(ends)]
    keys = askable(vocabulary, medium)
    doors: list[Gate] = []
    for number in range(draw(st.integers(0, 2)) if gates else 0):
        if draw(st.booleans()):
            doors.append(Gate(f"g{number}", "It is needed.", need=draw(needs(keys, most=2))))
        else:
            only = VIDEO_FEATURES[:4] if medium == "video" else IMAGE_FEATURES
            doors.append(Gate(f"g{number}", "It is needed.", request=draw(requests(vocabulary, only=only))))
    return Rubric(
        id=name,
        title="A task",
        medium=medium,
        version="1",
        gates=tuple(doors),
        criteria=tuple(
            draw(criteria(vocabulary, medium, f"c{number}", one)) for number, one in enumerate(points)
        ),
    )


@st.composite
def use_cases(draw: st.DrawFn, vocabulary: Vocabulary, slug: str, *, gates: bool = True) -> UseCase:
    """Use cases of one medium or both, without verdicts."""
    media = draw(st.sampled_from([("image",), ("video",), ("image", "video")]))
    made = {one: draw(rubrics(vocabulary, one, name=slug, gates=gates)) for one in media}
    return UseCase(slug, "A task", "Which model?", media, made, {})


TELLING = (
    "text_to_image", "image_to_image", "text_to_video", "image_to_video", "last_frame", "video_to_video",
    "extend_video", "reference_images_max", "audio_inputs_max", "resolutions", "aspect_ratios",
    "duration_seconds", "native_audio", "silent_option", "lip_sync", "camera_control", "vector_output",
    "text_rendering", "open_weights", "free_tier", "max_image_pixels", "real_person_input", "visible_watermark",
)  # fmt: skip
"""The keys about which questions and general rubrics ask."""


@st.composite
def catalogs(
    draw: st.DrawFn,
    *,
    medium: str | None = None,
    least: int = 1,
    most: int = 4,
    tasks: int = 1,
    gates: bool = True,
    links: bool = False,
    general: bool = False,
    served: bool = False,
    retired: bool = True,
    gaps: bool = True,
) -> Catalog:
    """Catalogs of a few models over the real vocabulary; `general` draws the general rubrics too, `served` models run."""
    real = bundled()
    size = draw(st.integers(least, most))
    slugs = [f"m{number}" for number in range(1, size + 1)]
    both = ("image", "video")
    cases = {f"task-{number}": None for number in range(draw(st.integers(min(1, tasks), tasks)))}
    return Catalog(
        dataset=Dataset("Generated", "1", TODAY, "CC-BY-4.0", "nobody"),
        vocabulary=real.vocabulary,
        asking=real.asking,
        vendors={"acme": Vendor("acme", "Acme", "https://acme.example.com")},
        providers={"relay": Provider("relay", "Relay", "https://relay.example.com")},
        models={
            slug: draw(
                models(
                    real.vocabulary,
                    slug=slug,
                    medium=medium,
                    keys=TELLING,
                    most_facts=10,
                    rule_features=VIDEO_FEATURES,
                    served=served or draw(st.booleans()),
                    retired=retired,
                    gaps=gaps,
                )
            )
            for slug in slugs
        },
        use_cases={slug: draw(use_cases(real.vocabulary, slug, gates=gates)) for slug in cases},
        general={one: draw(rubrics(real.vocabulary, one, gates=False)) for one in both}
        if general
        else real.general,
        workflows={},
        access=draw(access_tables(slugs)) if links else {},
    )


def access_tables(slugs: Sequence[str]) -> st.SearchStrategy[dict[str, tuple[AccessLink, ...]]]:
    """Access links of some of the models."""
    return st.dictionaries(
        st.sampled_from(list(slugs)), st.lists(access_links(), max_size=3).map(tuple), max_size=len(slugs)
    )


Asked = Literal["task", "input", "budget", "style", "platform", "audio", "duration"]


@st.composite
def questions(
    draw: st.DrawFn, catalog: Catalog, *, most: int = 4, media: Sequence[str] = ("image", "video")
) -> dict[str, str]:
    """Finder questions that can be understood, as words by parameter; `output` is always named."""
    medium = draw(st.sampled_from(media))
    asking = catalog.asking
    fitting = [one.slug for one in catalog.use_cases.values() if medium in one.media]
    modes = [",".join(one.inputs) for one in asking.modes.values() if one.output == medium]
    access = sorted(
        {one.provider for model in catalog.models.values() for one in model.routes if one.provider}
    )
    words: Mapping[Asked, Sequence[str]] = {
        "task": fitting,
        "input": modes,
        "budget": ("free", "low", "medium", "high", "0.15", "0.04/image" if medium == "image" else "2/clip"),
        "style": sorted(one.name for one in asking.styles.values() if not one.gate or medium in one.need),
        "platform": (*asking.platforms, "web", "api", "mobile-app", "self-hosted", *access),
        "audio": ("silent", "native", "dialogue", "lip-sync") if medium == "video" else (),
        "duration": ("8", "5-10", ">=10", "short", "medium", "extended") if medium == "video" else (),
    }
    names = draw(
        st.lists(st.sampled_from([n for n, pool in words.items() if pool]), max_size=most, unique=True)
    )
    return {"output": medium, **{name: draw(st.sampled_from(list(words[name]))) for name in names}}
