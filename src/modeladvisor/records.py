"""The records of a catalog, frozen; they know nothing of files, JSON or HTTP."""

from __future__ import annotations

import datetime
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

import attrs

from modeladvisor.conditions import Test
from modeladvisor.exhibits import Tabular
from modeladvisor.values import Value

if TYPE_CHECKING:
    from modeladvisor.exhibits import Page
    from modeladvisor.sheets import Sheet

SourceKind = Literal[
    "vendor-api-schema",
    "vendor-doc",
    "vendor-page",
    "model-card",
    "paper",
    "provider-doc",
    "press",
    "measurement",
]
RouteKind = Literal["api", "web", "mobile-app", "self-hosted"]
PriceUnit = Literal["second", "image", "video", "megapixel", "million-tokens"]
Grade = Literal["leading", "strong", "adequate", "weak"]
LinkKind = Literal["official", "self-hosted", "provider"]


def _in_order(record: object, *, by_id: tuple[str, ...], by_key: tuple[str, ...]) -> None:
    """Sort lists by id and tables by key: the order in which a file lists them means nothing."""
    for name in by_id:
        object.__setattr__(record, name, tuple(sorted(getattr(record, name), key=lambda one: one.id)))
    for name in by_key:
        object.__setattr__(record, name, dict(sorted(getattr(record, name).items())))


@attrs.frozen
class Source:
    """A page that says something.

    Attributes:
        id: Name inside the file that cites it.
        title: Title of the page.
        url: https address that a reader can open.
        kind: Who speaks.
        undated: True if the copy that was read has no date.
        copy_of: The vendor's own address, where `url` is a copy kept elsewhere.
    """

    id: str
    title: str
    url: str
    kind: SourceKind
    undated: bool = False
    copy_of: str | None = None


@attrs.frozen(weakref_slot=False)
class Fact(Tabular):
    """One capability value, by one source, on one day.

    Attributes:
        verified: Last date on which the source is known to have said it.
        where: Place on the page, or None.
        note: What a reader should know beside the value, or None.
    """

    _owner: str = attrs.field(alias="id")
    key: str
    value: Value
    source: Source
    verified: datetime.date
    where: str | None = None
    note: str | None = None

    def __attrs_post_init__(self) -> None:
        # All facts of a model or route share one string: ids of their own would be a fifth of a catalog's memory.
        object.__setattr__(self, "_owner", sys.intern(self._owner.removesuffix(f"/{self.key}")))

    @property
    def id(self) -> str:
        """`<model>/facts/<key>` or `<model>/routes/<route>/facts/<key>`."""
        return f"{self._owner}/{self.key}"

    def _page(self) -> Page:
        from modeladvisor.tabulations.records import fact_tables

        return "", fact_tables(self), ()


@attrs.frozen(weakref_slot=False)
class Search:
    """A capability that was looked for on a date, in named sources, and not found."""

    key: str
    sources: tuple[Source, ...]
    on: datetime.date


@attrs.frozen
class Rule:
    """If every test of `when` holds for a request, every test of `then` must hold too."""

    id: str
    when: tuple[Test, ...]
    then: tuple[Test, ...]
    source: Source
    verified: datetime.date
    note: str | None = None


@attrs.frozen(weakref_slot=False)
class Price:
    """What one unit costs on one route.

    Attributes:
        id: `<model>/routes/<route>/prices/<id>`.
        usd: Price of one unit in USD; never 0 for unknown.
        per: The unit.
        of: What is paid: the output, the input, or something on top of either.
        duration_seconds: Length of the clip that a price per video buys.
        batch: True for processing that may be delayed by hours; it prices no job.
        included: Units that cost nothing; the price counts from the next one on.
        modes: The only modes whose jobs it prices; empty for all. `extension` is continuing a clip, which no job is.
    """

    id: str
    usd: float
    per: PriceUnit
    source: Source
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


@attrs.frozen
class Route:
    """A way to run a model: vendor API, provider, app, own hardware."""

    id: str
    provider: str | None
    kind: RouteKind
    model_id: str | None
    facts: Mapping[str, Fact]
    prices: tuple[Price, ...]

    def __attrs_post_init__(self) -> None:
        _in_order(self, by_id=("prices",), by_key=("facts",))


@attrs.frozen
class Evidence:
    """A finding of somebody else's test, cited."""

    id: str
    dimension: str
    medium: str
    mode: str | None
    grade: Grade
    finding: str
    dated: datetime.date
    misses: str
    source: Source


@attrs.frozen
class PromptTip:
    """Advice on prompting one model, in our own words, with its source."""

    tip: str
    example: str | None
    tasks: tuple[str, ...]
    source: Source
    verified: datetime.date


@attrs.frozen
class Limitation:
    """Something a user should know before choosing the model."""

    text: str
    source: Source


@attrs.frozen
class Model(Tabular):
    """One model: what is known, what was looked for in vain, where it runs."""

    slug: str
    name: str
    vendor: str
    family: str
    makes: tuple[str, ...]
    summary: str
    aliases: tuple[str, ...]
    formerly: tuple[str, ...]
    limitations: tuple[Limitation, ...]
    sources: Mapping[str, Source]
    facts: Mapping[str, Fact]
    searched: Mapping[str, Search]
    rules: tuple[Rule, ...]
    routes: tuple[Route, ...]
    evidence: tuple[Evidence, ...]
    prompt_tips: tuple[PromptTip, ...]

    def __attrs_post_init__(self) -> None:
        _in_order(self, by_id=("rules", "routes", "evidence"), by_key=("facts", "searched"))

    def _frames(self) -> tuple[Sheet, ...]:
        from modeladvisor.tabulations.records import model_frames

        return model_frames(self)

    def _page(self) -> Page:
        from modeladvisor.tabulations.records import model_tables

        limitations = tuple(f"Mind: {one.text}" for one in self.limitations)
        return f"{self.name} ({self.slug}): {self.summary}", tuple(model_tables(self)), limitations


@attrs.frozen
class Vendor:
    """Who makes models."""

    slug: str
    name: str
    homepage: str


@attrs.frozen
class Provider:
    """Who else runs models."""

    slug: str
    name: str
    homepage: str


@attrs.frozen
class AccessLink:
    """Where to get at a model; never an input of the ranker.

    Attributes:
        commercial: Does the link lead to something that is sold?
        affiliate: Does the publisher of this catalog earn something when it is used?
    """

    url: str
    label: str
    kind: LinkKind
    commercial: bool
    affiliate: bool
    verified: datetime.date


@attrs.frozen
class Dataset:
    """What the catalog as a whole is."""

    title: str
    version: str
    as_of: datetime.date
    license: str
    attribution: str
