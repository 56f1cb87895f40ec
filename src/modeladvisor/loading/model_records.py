"""Model files and access files into records."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Mapping

import attrs

from modeladvisor.loading.identifiers import SLUG, check_ids, check_slug
from modeladvisor.loading.price_records import read_price
from modeladvisor.loading.problems import Place, Problems
from modeladvisor.loading.reading import Document
from modeladvisor.loading.reading_needs import in_past, read_feature_tests
from modeladvisor.loading.reading_values import read_url, read_value
from modeladvisor.loading.shapes import (
    FactShape,
    ModelShape,
    RouteShape,
    SourceShape,
)
from modeladvisor.loading.structuring import hint, shown, structure
from modeladvisor.records import (
    Evidence,
    Fact,
    Limitation,
    Model,
    PromptTip,
    Route,
    Rule,
    Search,
    Source,
)
from modeladvisor.values import Month
from modeladvisor.vocabulary import Vocabulary

LONGEST_SUMMARY = 160


@attrs.frozen
class World:
    """What model files may refer to, and the day on which they are read.

    Attributes:
        vendors: Ids of vendors; None where their file cannot be read.
        operators: Ids of vendors and providers; None where one of their files cannot be read.
    """

    vocabulary: Vocabulary
    modes: tuple[str, ...]
    tasks: tuple[str, ...]
    vendors: Collection[str] | None
    operators: Collection[str] | None
    today: datetime.date


def read_model(document: Document, world: World, problems: Problems) -> Model | None:
    """Return the record of one model file; mistakes are added to `problems`."""
    place = document.place
    shape = structure(ModelShape, document.table, place, problems)
    check_slug(document, problems)
    if shape is None:
        return None
    if world.vendors is not None and shape.vendor not in world.vendors:
        near = hint(shape.vendor, world.vendors)
        problems.add(place.at("vendor"), f"expected an id of vendors.toml, got {shape.vendor!r}{near}")
    elif document.folder != shape.vendor:
        problems.add(
            place.at("vendor"), f"expected the name of the folder {document.folder!r}, got {shape.vendor!r}"
        )
    if not 0 < len(shape.summary) <= LONGEST_SUMMARY:
        problems.add(
            place.at("summary"), f"expected 1 to {LONGEST_SUMMARY} characters, got {len(shape.summary)}"
        )
    if not shape.makes or len(set(shape.makes)) < len(shape.makes):
        problems.add(place.at("makes"), f"expected 'image', 'video' or both, got {shown(list(shape.makes))}")
        return None
    reader = _ModelReader(document.stem, shape, place, world, problems)
    return Model(
        slug=document.stem,
        name=shape.name,
        vendor=shape.vendor,
        family=shape.family,
        makes=shape.makes,
        summary=shape.summary,
        aliases=shape.aliases,
        formerly=shape.formerly,
        limitations=tuple(
            Limitation(one.text, reader.source(one.source, place.at("limitations", number, "source")))
            for number, one in enumerate(shape.limitations)
        ),
        sources=reader.sources,
        facts=reader.facts(shape.facts, place.at("facts"), f"{document.stem}/facts", on_route=False),
        searched=reader.searches(),
        rules=reader.rules(),
        routes=tuple(reader.route(name, one) for name, one in shape.routes.items()),
        evidence=reader.evidence(),
        prompt_tips=reader.tips(),
    )


def read_source(name: str, shape: SourceShape, place: Place, problems: Problems) -> Source:
    """Return a source; an address that is no plain https one is noted."""
    for key, url in (("url", shape.url), ("copy_of", shape.copy_of)):
        try:
            if url is not None:
                read_url(url)
        except ValueError as error:
            problems.add(place.at(key), str(error))
    return Source(name, shape.title, shape.url, shape.kind, shape.undated, shape.copy_of)


class _ModelReader:
    """Reads the parts of one model file."""

    def __init__(self, slug: str, shape: ModelShape, place: Place, world: World, problems: Problems) -> None:
        self.slug, self.shape, self.place, self.world, self.problems = slug, shape, place, world, problems
        self.sources = {
            name: read_source(name, one, place.at("sources", name), problems)
            for name, one in shape.sources.items()
        }
        self._missing = Source("missing", "missing", "https://missing.invalid", "press")

    def source(self, name: str, place: Place) -> Source:
        if name in self.sources:
            return self.sources[name]
        near = hint(name, self.sources)
        self.problems.add(place, f"expected a name under [sources], got {name!r}{near}")
        return self._missing

    def facts(
        self, shapes: Mapping[str, FactShape], place: Place, prefix: str, *, on_route: bool
    ) -> dict[str, Fact]:
        facts = {}
        for key, shape in shapes.items():
            here = place.at(key)
            capability = self.world.vocabulary.keys.get(key)
            if not self._known_key(key, here) or capability is None:
                continue
            if on_route and not capability.route:
                self.problems.add(
                    here, "expected a key that routes may state (route = true in capabilities.toml)"
                )
            if not on_route and key in self.shape.searched:
                self.problems.add(
                    here, "expected a value or a search, got both; it also stands under [searched]"
                )
            in_past(shape.verified, self.world.today, here.at("verified"), self.problems)
            try:
                value = read_value(capability, shape.value)
            except ValueError as error:
                self.problems.add(here.at("value"), str(error))
                continue
            if key == "released" and isinstance(value, datetime.date):
                in_past(value, self.world.today, here.at("value"), self.problems)
            elif key == "released" and isinstance(value, Month) and str(value) > f"{self.world.today:%Y-%m}":
                message = f"expected a month not after {self.world.today:%Y-%m}, got {value}"
                self.problems.add(here.at("value"), message)
            source = self.source(shape.source, here.at("source"))
            facts[key] = Fact(f"{prefix}/{key}", key, value, source, shape.verified, shape.where, shape.note)
        return facts

    def _known_key(self, key: str, place: Place) -> bool:
        capability = self.world.vocabulary.keys.get(key)
        if capability is None:
            self.problems.add(place, f"unknown capability{hint(key, self.world.vocabulary.keys)}")
            return False
        if not set(capability.media) & set(self.shape.makes):
            media = " or ".join(capability.media)
            self.problems.add(place, f"expected only for models that make {media}")
            return False
        return True

    def searches(self) -> dict[str, Search]:
        found = {}
        for key, shape in self.shape.searched.items():
            here = self.place.at("searched", key)
            if not self._known_key(key, here):
                continue
            in_past(shape.on, self.world.today, here.at("on"), self.problems)
            if not shape.in_:
                self.problems.add(here.at("in"), "expected at least one name under [sources]")
            sources = tuple(self.source(one, here.at("in", number)) for number, one in enumerate(shape.in_))
            found[key] = Search(key, sources, shape.on)
        return found

    def rules(self) -> tuple[Rule, ...]:
        check_ids((one.id for one in self.shape.rules), self.place.at("rules"), self.problems)
        rules = []
        for number, shape in enumerate(self.shape.rules):
            here = self.place.at("rules", number)
            tests = (self.world.vocabulary, self.world.modes)
            when = read_feature_tests(shape.when, *tests, here.at("when"), self.problems)
            then = read_feature_tests(shape.then, *tests, here.at("then"), self.problems)
            in_past(shape.verified, self.world.today, here.at("verified"), self.problems)
            source = self.source(shape.source, here.at("source"))
            rules.append(
                Rule(f"{self.slug}/rules/{shape.id}", when, then, source, shape.verified, shape.note)
            )
        return tuple(rules)

    def route(self, name: str, shape: RouteShape) -> Route:
        here = self.place.at("routes", name)
        if not SLUG.fullmatch(name):
            self.problems.add(here, f"expected an id of a-z, 0-9, '-' and '.', got {name!r}")
        if shape.provider is None and shape.kind != "self-hosted":
            self.problems.add(
                here.at("provider"), "missing, expected an id of vendors.toml or providers.toml"
            )
        known = self.world.operators
        if shape.provider is not None and known is not None and shape.provider not in known:
            near = hint(shape.provider, known)
            self.problems.add(
                here.at("provider"),
                f"expected an id of vendors.toml or providers.toml, got {shape.provider!r}{near}",
            )
        prefix = f"{self.slug}/routes/{name}"
        check_ids((one.id for one in shape.prices), here.at("prices"), self.problems)
        return Route(
            id=name,
            provider=shape.provider,
            kind=shape.kind,
            model_id=shape.model_id,
            facts=self.facts(shape.facts, here.at("facts"), f"{prefix}/facts", on_route=True),
            prices=tuple(
                read_price(
                    one,
                    here.at("prices", number),
                    f"{prefix}/prices",
                    self.source(one.source, here.at("prices", number, "source")),
                    self.world,
                    self.problems,
                )
                for number, one in enumerate(shape.prices)
            ),
        )

    def evidence(self) -> tuple[Evidence, ...]:
        check_ids((one.id for one in self.shape.evidence), self.place.at("evidence"), self.problems)
        found = []
        for number, shape in enumerate(self.shape.evidence):
            here = self.place.at("evidence", number)
            dimensions = self.world.vocabulary.evidence_dimensions
            if shape.dimension not in dimensions:
                self.problems.add(
                    here.at("dimension"),
                    f"expected one of {', '.join(dimensions)}, got {shape.dimension!r}"
                    + hint(shape.dimension, dimensions),
                )
            if shape.mode is not None and shape.mode not in self.world.modes:
                modes = ", ".join(self.world.modes)
                self.problems.add(
                    here.at("mode"),
                    f"expected one of {modes}, got {shape.mode!r}{hint(shape.mode, self.world.modes)}",
                )
            if shape.medium not in self.shape.makes:
                self.problems.add(here.at("medium"), f"expected what the model makes, got {shape.medium!r}")
            in_past(shape.dated, self.world.today, here.at("dated"), self.problems)
            source = self.source(shape.source, here.at("source"))
            values = {one.name: getattr(shape, one.name) for one in attrs.fields(type(shape))}
            found.append(Evidence(**{**values, "id": f"{self.slug}/evidence/{shape.id}", "source": source}))
        return tuple(found)

    def tips(self) -> tuple[PromptTip, ...]:
        tips = []
        for number, shape in enumerate(self.shape.prompt_tips):
            here = self.place.at("prompt_tips", number)
            for task in sorted(set(shape.tasks) - set(self.world.tasks)):
                near = hint(task, self.world.tasks)
                self.problems.add(here.at("tasks"), f"expected use cases, got {task!r}{near}")
            in_past(shape.verified, self.world.today, here.at("verified"), self.problems)
            source = self.source(shape.source, here.at("source"))
            tips.append(PromptTip(shape.tip, shape.example, shape.tasks, source, shape.verified))
        return tuple(tips)
