"""Catalogs of as many video models as wanted, made by chance from one seed, over the bundled words and rubrics.

The shares are near those of the bundled video models: about eighteen facts, one to three routes with a few prices,
combination rules in two thirds, findings on half of them, unknowns everywhere, one in thirty out of service.
Values, days, sources, searches, tips and limitations are shared between records, as a loader that interns would;
ids, tables and records are each model's own.
"""

from __future__ import annotations

import datetime
import random
from collections.abc import Mapping

from generated_values import FACTS, ROUTE_FACTS, RULES
from modeladvisor import Catalog, load_catalog
from modeladvisor.records import (
    Evidence,
    Fact,
    Grade,
    Limitation,
    Model,
    Price,
    PromptTip,
    Route,
    RouteKind,
    Rule,
    Search,
    Source,
    SourceKind,
)
from modeladvisor.values import Value

TODAY = datetime.date(2026, 11, 21)
"""The day on which generated catalogs are asked."""

_USD = tuple(round(0.01 + step * 0.004, 4) for step in range(200))
_WHERE = (None, "Parameters", "Request body", "Model overview", "Pricing", "Limits")
_DAYS = tuple(TODAY - datetime.timedelta(days=days) for days in range(0, 400, 3))
_KINDS: tuple[SourceKind, ...] = ("vendor-doc", "vendor-api-schema", "vendor-page", "provider-doc")
_SOURCES = tuple(
    Source(f"page-{number}", f"Page {number}", f"https://docs.example.com/video/{number}", _KINDS[number % 4])
    for number in range(2000)
)
_GRADES: tuple[Grade, ...] = ("leading", "strong", "adequate", "weak")
_DIMENSIONS = (
    "overall_preference",
    "overall_preference",
    "human_realism",
    "motion_physics",
    "speech_quality",
)


def generated_catalog(size: int, *, seed: int = 1) -> Catalog:
    """Return a catalog of this many video models; the same size and seed give the same catalog."""
    bundled = load_catalog(today=TODAY + datetime.timedelta(days=36500))
    chance = random.Random(seed)  # noqa: S311 - a benchmark has nothing to hide
    vendors, providers = tuple(bundled.vendors), tuple(bundled.providers)
    maker = _Maker(chance, vendors, (*vendors, *providers))
    return bundled.with_models(maker.model(number) for number in range(size))


class _Maker:
    """Makes one model after the other."""

    def __init__(self, chance: random.Random, vendors: tuple[str, ...], sellers: tuple[str, ...]) -> None:
        self.chance = chance
        self.vendors = vendors
        self.sellers = sellers
        self.searches: dict[tuple[str, str], Search] = {}
        self.tips = tuple(
            PromptTip(f"Tip {number}.", None, ("product-videos",), _SOURCES[number], TODAY)
            for number in range(300)
        )
        self.limitations = tuple(Limitation(f"Limit {number}.", _SOURCES[number]) for number in range(300))

    def model(self, number: int) -> Model:
        chance = self.chance
        slug = f"generated-{number:06d}"
        place = chance.randrange(0, len(_SOURCES) - 8)
        pages = _SOURCES[place : place + chance.randint(3, 8)]
        facts = self._facts(FACTS, f"{slug}/facts", pages)
        return Model(
            slug=slug,
            name=f"Generated {number}",
            vendor=chance.choice(self.vendors),
            family=f"family-{number // 3}",
            makes=("video",),
            summary="Makes clips from words or a picture.",
            aliases=(f"generated v{number}", f"g{number}"),
            formerly=(),
            limitations=tuple(chance.sample(self.limitations, chance.randint(2, 5))),
            sources={one.id: one for one in pages},
            facts=facts,
            searched={
                key: self._search(key, pages[0])
                for key in FACTS
                if key not in facts and chance.random() < 0.7
            },
            rules=self._rules(slug, pages),
            routes=self._routes(slug, facts, pages),
            evidence=self._evidence(slug, pages),
            prompt_tips=tuple(chance.sample(self.tips, chance.randint(3, 6))),
        )

    def _facts(
        self,
        known: Mapping[str, tuple[float, tuple[Value, ...]]],
        prefix: str,
        pages: tuple[Source, ...],
    ) -> dict[str, Fact]:
        chance = self.chance
        return {
            key: Fact(
                f"{prefix}/{key}",
                key,
                chance.choice(values),
                chance.choice(pages),
                chance.choice(_DAYS),
                chance.choice(_WHERE),
            )
            for key, (share, values) in known.items()
            if chance.random() < share
        }

    def _search(self, key: str, page: Source) -> Search:
        found = self.searches.get((key, page.url))
        if found is None:
            found = self.searches[key, page.url] = Search(key, (page,), TODAY)
        return found

    def _rules(self, slug: str, pages: tuple[Source, ...]) -> tuple[Rule, ...]:
        chance = self.chance
        if chance.random() < 1 / 3:
            return ()
        names = chance.sample(tuple(RULES), chance.choice((1, 1, 2, 2, 3, 4)))
        return tuple(
            Rule(
                f"{slug}/rules/{name}",
                *chance.choice(RULES[name]),
                chance.choice(pages),
                chance.choice(_DAYS),
            )
            for name in names
        )

    def _routes(self, slug: str, facts: Mapping[str, Fact], pages: tuple[Source, ...]) -> tuple[Route, ...]:
        chance = self.chance
        kinds: list[RouteKind] = [
            chance.choice(("api", "api", "api", "api", "web", "mobile-app"))
            for _ in range(chance.choice((1, 1, 2, 2, 2, 3)))
        ]
        if "open_weights" in facts and facts["open_weights"].value is True:
            kinds[-1] = "self-hosted"
        return tuple(self._route(slug, f"{kind}-{place}", kind, pages) for place, kind in enumerate(kinds))

    def _route(self, slug: str, name: str, kind: RouteKind, pages: tuple[Source, ...]) -> Route:
        chance = self.chance
        prefix = f"{slug}/routes/{name}"
        facts = self._facts(ROUTE_FACTS, f"{prefix}/facts", pages)
        if chance.random() < 0.7:
            state = "retired" if chance.random() < 0.04 else "active"
            facts["status"] = Fact(
                f"{prefix}/facts/status", "status", state, chance.choice(pages), chance.choice(_DAYS)
            )
        return Route(
            id=name,
            provider=None if kind == "self-hosted" else chance.choice(self.sellers),
            kind=kind,
            model_id=f"{slug}-{name}" if kind == "api" else None,
            facts=facts,
            prices=self._prices(f"{prefix}/prices", pages) if kind == "api" else (),
        )

    def _prices(self, prefix: str, pages: tuple[Source, ...]) -> tuple[Price, ...]:
        chance = self.chance
        page, day, base = chance.choice(pages), chance.choice(_DAYS), chance.randrange(len(_USD) - 40)
        form = chance.random()
        if form < 0.15:
            return ()
        if form < 0.35:
            return (Price(f"{prefix}/each", _USD[base], "second", page, day),)
        if form < 0.5:
            usd = round(_USD[base] * 5, 4)
            return (
                Price(f"{prefix}/clip", usd, "video", page, day, resolution="720p", duration_seconds=5.0),
            )
        prices = []
        for step, resolution in enumerate(("480p", "720p", "1080p")[: chance.randint(1, 3)]):
            for audio in (False, True) if form > 0.85 else (None,):
                usd = _USD[base + 12 * step + (9 if audio else 0)]
                name = f"{prefix}/{resolution}-{'sound' if audio else 'plain'}"
                prices.append(Price(name, usd, "second", page, day, resolution=resolution, audio=audio))
        if form > 0.7:
            prices.append(Price(f"{prefix}/input", 0.01, "image", page, day, of="input"))
        return tuple(prices)

    def _evidence(self, slug: str, pages: tuple[Source, ...]) -> tuple[Evidence, ...]:
        chance = self.chance
        found = []
        for number in range(chance.choice((0, 0, 1, 1, 2))):
            mode = chance.choice(("text-to-video", "image-to-video"))
            found.append(
                Evidence(
                    f"{slug}/evidence/board-{number}",
                    chance.choice(_DIMENSIONS),
                    "video",
                    mode,
                    chance.choice(_GRADES),
                    "It stands there on the board.",
                    chance.choice(_DAYS),
                    "It says nothing of other tasks.",
                    pages[0],
                )
            )
        return tuple(found)
