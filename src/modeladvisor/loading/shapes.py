"""What stands in the files, one class for each table; what the values mean is decided later."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Literal

import attrs

from modeladvisor.records import Grade, LinkKind, PriceUnit, RouteKind, SourceKind
from modeladvisor.vocabulary import FeatureKind, Kind

Medium = Literal["image", "video"]
Input = Literal["text", "image", "video", "audio"]
Table = Mapping[str, object]


@attrs.frozen(eq=False, repr=False)
class SourceShape:
    title: str
    url: str
    kind: SourceKind
    undated: bool = False
    copy_of: str | None = None


@attrs.frozen(eq=False, repr=False)
class FactShape:
    value: object
    source: str
    verified: datetime.date
    where: str | None = None
    note: str | None = None


@attrs.frozen(eq=False, repr=False)
class SearchShape:
    in_: tuple[str, ...]
    on: datetime.date


@attrs.frozen(eq=False, repr=False)
class RuleShape:
    id: str
    when: Table
    then: Table
    source: str
    verified: datetime.date
    note: str | None = None


@attrs.frozen(eq=False, repr=False)
class PriceShape:
    id: str
    usd: float
    per: PriceUnit
    source: str
    verified: datetime.date
    of: Literal["output", "input", "extra"] = "output"
    resolution: str | None = None
    audio: bool | None = None
    duration_seconds: float | None = None
    quality: str | None = None
    size: str | None = None
    batch: bool = False
    included: int = 0
    modes: tuple[str, ...] = ()
    note: str | None = None


@attrs.frozen(eq=False, repr=False)
class RouteShape:
    kind: RouteKind
    provider: str | None = None
    model_id: str | None = None
    facts: Mapping[str, FactShape] = attrs.field(factory=dict)
    prices: tuple[PriceShape, ...] = ()


@attrs.frozen(eq=False, repr=False)
class EvidenceShape:
    id: str
    dimension: str
    medium: Medium
    grade: Grade
    finding: str
    dated: datetime.date
    misses: str
    source: str
    mode: str | None = None


@attrs.frozen(eq=False, repr=False)
class TipShape:
    tip: str
    source: str
    verified: datetime.date
    example: str | None = None
    tasks: tuple[str, ...] = ()


@attrs.frozen(eq=False, repr=False)
class LimitationShape:
    text: str
    source: str


@attrs.frozen(eq=False, repr=False)
class ModelShape:
    name: str
    vendor: str
    family: str
    makes: tuple[Medium, ...]
    summary: str
    aliases: tuple[str, ...] = ()
    formerly: tuple[str, ...] = ()
    limitations: tuple[LimitationShape, ...] = ()
    sources: Mapping[str, SourceShape] = attrs.field(factory=dict)
    facts: Mapping[str, FactShape] = attrs.field(factory=dict)
    searched: Mapping[str, SearchShape] = attrs.field(factory=dict)
    rules: tuple[RuleShape, ...] = ()
    routes: Mapping[str, RouteShape] = attrs.field(factory=dict)
    evidence: tuple[EvidenceShape, ...] = ()
    prompt_tips: tuple[TipShape, ...] = ()


@attrs.frozen(eq=False, repr=False)
class LinkShape:
    label: str
    url: str
    kind: LinkKind
    commercial: bool
    affiliate: bool
    verified: datetime.date


@attrs.frozen(eq=False, repr=False)
class AccessShape:
    links: tuple[LinkShape, ...]


@attrs.frozen(eq=False, repr=False)
class CapabilityShape:
    label: str
    question: str
    kind: Kind
    media: tuple[Medium, ...]
    max_age_days: int
    unit: str | None = None
    values: tuple[str, ...] = ()
    ordered: bool = False
    pattern: str | None = None
    route: bool = False


@attrs.frozen(eq=False, repr=False)
class FeatureShape:
    kind: FeatureKind
    parameter: str
    bounded_by: str | None = None
    input: bool = False


@attrs.frozen(eq=False, repr=False)
class CapabilitiesShape:
    keys: Mapping[str, CapabilityShape]
    features: Mapping[str, FeatureShape]
    evidence_dimensions: Mapping[str, str]


@attrs.frozen(eq=False, repr=False)
class WayShape:
    name: str
    need: Table
    request: Table


@attrs.frozen(eq=False, repr=False)
class ModeShape:
    output: Medium
    inputs: tuple[Literal["text", "image", "images", "video", "audio"], ...]
    ways: tuple[WayShape, ...]


@attrs.frozen(eq=False, repr=False)
class StyleShape:
    gate: bool = False
    need: Mapping[str, Table] = attrs.field(factory=dict)
    evidence: Mapping[str, str] = attrs.field(factory=dict)


@attrs.frozen(eq=False, repr=False)
class PlatformShape:
    label: str
    aspect_ratio: str | None = None


@attrs.frozen(eq=False, repr=False)
class AskingShape:
    modes: Mapping[str, ModeShape]
    styles: Mapping[str, StyleShape]
    platforms: Mapping[str, PlatformShape]
    budgets: Mapping[str, Mapping[str, float]]
    jobs: Mapping[str, Table]


@attrs.frozen(eq=False, repr=False)
class DatasetShape:
    title: str
    version: str
    as_of: datetime.date
    license: str
    attribution: str


@attrs.frozen(eq=False, repr=False)
class CompanyShape:
    name: str
    homepage: str


@attrs.frozen(eq=False, repr=False)
class OverlayShape:
    ban: tuple[str, ...] = ()
