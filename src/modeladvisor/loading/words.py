"""`capabilities.toml`, `asking.toml` and the lists of companies into records."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeVar

from modeladvisor.asking import Asking, BudgetTier, Job, Mode, Platform, Style, Way
from modeladvisor.conditions import Condition
from modeladvisor.loading.identifiers import SLUG
from modeladvisor.loading.problems import Place, Problems
from modeladvisor.loading.reading import Document
from modeladvisor.loading.reading_needs import read_job, read_need, read_request
from modeladvisor.loading.reading_values import read_ratio, read_url
from modeladvisor.loading.shapes import (
    AskingShape,
    CapabilitiesShape,
    CompanyShape,
)
from modeladvisor.loading.structuring import hint, structure
from modeladvisor.questions import ACCESS, PARAMETERS
from modeladvisor.records import Provider, Vendor
from modeladvisor.vocabulary import MEDIA, Capability, Feature, Vocabulary

Company = TypeVar("Company", Vendor, Provider)

KEYS: Mapping[str, str] = {
    "resolutions": "words",
    "duration_seconds": "numbers",
    "native_audio": "bool",
    "silent_option": "bool",
    "lip_sync": "words",
    "extend_video": "bool",
    "open_weights": "bool",
    "free_tier": "bool",
    "status": "word",
    "retires": "date",
}
"""Capabilities that every vocabulary must have, with their kinds: words of the finder are tests of them."""
FEATURES: Mapping[str, str] = {
    "mode": "word",
    "aspect_ratio": "ratio",
    "duration_seconds": "number",
    "audio": "bool",
}
"""Features that every vocabulary must have, with their kinds: parameters of the finder set them."""
BOUND_KINDS: Mapping[str, str] = {
    "bool": "bool",
    "int": "int",
    "number": "numbers",
    "word": "words",
    "ratio": "ratios",
}
"""For each kind of feature the kind of the capability that says which values a model offers."""


def _check_kinds(wanted: Mapping[str, str], got: Mapping[str, str], place: Place, problems: Problems) -> None:
    for name, kind in wanted.items():
        if name not in got:
            problems.add(place.at(name), f"missing, expected this name with kind {kind!r}: questions use it")
        elif got[name] != kind:
            problems.add(place.at(name, "kind"), f"expected {kind!r}, as questions use it, got {got[name]!r}")


def read_vocabulary(document: Document, problems: Problems) -> Vocabulary | None:
    """Return the capabilities and features in the order of the file."""
    shape = structure(CapabilitiesShape, document.table, document.place, problems)
    if shape is None:
        return None
    keys: dict[str, Capability] = {}
    for key, one in shape.keys.items():
        here = document.place.at("keys", key)
        try:
            re.compile(one.pattern or "")
        except re.error as error:
            problems.add(here.at("pattern"), f"expected a regular expression, got an error: {error}")
        if one.kind == "word" and not one.values:
            problems.add(here.at("values"), "missing, expected the words that are allowed")
        keys[key] = Capability(
            key=key,
            label=one.label,
            question=one.question,
            kind=one.kind,
            media=one.media,
            unit=one.unit,
            values=one.values,
            ordered=one.ordered,
            pattern=one.pattern,
            route=one.route,
            max_age_days=one.max_age_days,
        )
    features = {}
    for name, feature in shape.features.items():
        here = document.place.at("features", name, "bounded_by")
        bounds = sorted(key for key, one in keys.items() if one.kind == BOUND_KINDS[feature.kind])
        if feature.bounded_by is None and name != "mode":
            problems.add(here, f"missing, expected a capability of kind {BOUND_KINDS[feature.kind]!r}")
        elif feature.bounded_by is not None and feature.bounded_by not in bounds:
            problems.add(
                here,
                f"expected a capability of kind {BOUND_KINDS[feature.kind]!r}, got {feature.bounded_by!r}"
                + hint(feature.bounded_by, bounds),
            )
        if feature.parameter not in PARAMETERS:
            place = document.place.at("features", name, "parameter")
            problems.add(place, f"expected one of {', '.join(PARAMETERS)}, got {feature.parameter!r}")
        features[name] = Feature(name, feature.kind, feature.bounded_by, feature.parameter, feature.input)
    for kinds, found, part in ((KEYS, keys, "keys"), (FEATURES, features, "features")):
        _check_kinds(
            kinds, {name: one.kind for name, one in found.items()}, document.place.at(part), problems
        )
    return Vocabulary(keys, features, shape.evidence_dimensions)


def read_asking(document: Document, vocabulary: Vocabulary, problems: Problems) -> Asking | None:
    """Return modes, styles, platforms, budgets and priced jobs."""
    place = document.place
    shape = structure(AskingShape, document.table, place, problems)
    if shape is None:
        return None
    names = tuple(shape.modes)

    def need(raw: Mapping[str, object], *path: str | int) -> Condition | None:
        return read_need(raw, vocabulary, place.at(*path), problems)

    modes = {}
    for name, mode in shape.modes.items():
        ways = []
        if not mode.ways:
            problems.add(place.at("modes", name, "ways"), "expected at least one way to do it, got none")
        for number, way in enumerate(mode.ways):
            condition = need(way.need, "modes", name, "ways", number, "need")
            here = place.at("modes", name, "ways", number, "request")
            request = read_request(way.request, vocabulary, names, here, problems)
            if condition is not None:
                ways.append(Way(way.name, condition, request))
        modes[name] = Mode(name, mode.output, mode.inputs, tuple(ways))
    styles = {}
    for name, style in shape.styles.items():
        here = place.at("styles", name)
        for medium in (*style.need, *style.evidence):
            if medium not in MEDIA:
                where = here.at("need" if medium in style.need else "evidence", medium)
                problems.add(where, f"expected one of {', '.join(MEDIA)}, got {medium!r}")
        for medium, dimension in style.evidence.items():
            if dimension not in vocabulary.evidence_dimensions:
                known_dimensions = ", ".join(vocabulary.evidence_dimensions)
                problems.add(
                    here.at("evidence", medium), f"expected one of {known_dimensions}, got {dimension!r}"
                )
        needs = {medium: need(raw, "styles", name, "need", medium) for medium, raw in style.need.items()}
        known = {medium: one for medium, one in needs.items() if one is not None}
        styles[name] = Style(name, style.gate, known, style.evidence)
    platforms = {}
    for name, platform in shape.platforms.items():
        try:
            aspect_ratio = read_ratio(platform.aspect_ratio) if platform.aspect_ratio else None
        except ValueError as error:
            problems.add(place.at("platforms", name, "aspect_ratio"), str(error))
            continue
        platforms[name] = Platform(name, aspect_ratio, platform.label)
    for name, tier in shape.budgets.items():
        for medium in MEDIA:
            if tier.get(medium, 0) <= 0:
                here = place.at("budgets", name, medium)
                problems.add(here, f"expected a ceiling above 0 USD, got {tier.get(medium, 'none')}")
    jobs: dict[str, Job] = {}
    for medium in MEDIA:
        if medium not in shape.jobs:
            problems.add(place.at("jobs", medium), "missing, expected the job that is priced by default")
            continue
        jobs[medium] = read_job(shape.jobs[medium], medium, vocabulary, place.at("jobs", medium), problems)
    return Asking(
        modes, styles, platforms, {name: BudgetTier(name, one) for name, one in shape.budgets.items()}, jobs
    )


def read_companies(
    document: Document, kind: type[Company], platforms: Mapping[str, Platform], problems: Problems
) -> dict[str, Company]:
    """Return vendors or providers by id; an id may not be a word of the finder's platform list."""
    found = {}
    for slug, table in document.table.items():
        place = document.place.at(slug)
        shape = structure(CompanyShape, table, place, problems)
        if not SLUG.fullmatch(slug) or slug in platforms or slug in ACCESS:
            problems.add(
                place, f"expected an id of a-z, 0-9, '-' and '.' that is no platform word, got {slug!r}"
            )
        if shape is None:
            continue
        try:
            read_url(shape.homepage)
        except ValueError as error:
            problems.add(place.at("homepage"), str(error))
        found[slug] = kind(slug, shape.name, shape.homepage)
    return found
