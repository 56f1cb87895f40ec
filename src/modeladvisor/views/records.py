"""Records into JSON-ready dicts; access links are joined here, after all ranking is done."""

from __future__ import annotations

import datetime
from collections.abc import Iterable

from modeladvisor.catalog import Catalog
from modeladvisor.comparisons import best_status, shown_fact
from modeladvisor.conditions import Test
from modeladvisor.judgements import status_on
from modeladvisor.opinions import NOTICE
from modeladvisor.records import Fact, Model, Price, PromptTip, Route, Rule
from modeladvisor.values import Anything, Bound, Month, Several, Span, Value
from modeladvisor.views import wire


def dataset_view(catalog: Catalog) -> wire.DatasetView:
    """Return which data answers."""
    about = catalog.dataset
    return {
        "version": about.version,
        "as_of": about.as_of.isoformat(),
        "license": about.license,
        "attribution": about.attribution,
    }


def value_view(value: Value | None) -> wire.JsonValue:
    """Return a value as JSON: sets as lists, open sets as {"includes": [...]}, spans as {"min", "max", "step"}."""
    if isinstance(value, Several):
        return {"includes": list(value.values)} if value.open else list(value.values)
    if isinstance(value, Span):
        if value.text:
            return {"min": value.text[0], "max": value.text[1]}
        span = {"min": value.low, "max": value.high}
        return span if value.step is None else {**span, "step": value.step}
    if isinstance(value, Bound):
        ends = {"at_least": value.at_least, "at_most": value.at_most}
        return {name: end for name, end in ends.items() if end is not None}
    if isinstance(value, Anything):
        return "free"
    if isinstance(value, Month | datetime.date):
        return str(value)
    return value


def action_urls(catalog: Catalog, slug: str) -> list[wire.ActionUrlView]:
    """Return the access links of a model in their fixed order, which knows no money."""
    return [
        {"url": one.url, "commercial": one.commercial, "affiliate": one.affiliate, "label": one.label}
        for one in catalog.access.get(slug, ())
    ]


def head_view(catalog: Catalog, model: Model, today: datetime.date) -> wire.HeadView:
    """Return the head that stands for a model in every answer."""
    status = best_status(model, today)
    links = action_urls(catalog, model.slug)
    return {
        "slug": model.slug,
        "name": model.name,
        "vendor": vendor_view(catalog, model),
        "status": str(status.value) if status else None,
        "action_url": links[0] if links else None,
    }


def vendor_view(catalog: Catalog, model: Model) -> wire.VendorView:
    """Return who makes a model."""
    return {"slug": model.vendor, "name": catalog.vendors[model.vendor].name}


def fact_view(catalog: Catalog, fact: Fact) -> wire.FactView:
    """Return a fact with its unit and source."""
    return {
        "value": value_view(fact.value),
        "unit": catalog.vocabulary.keys[fact.key].unit,
        "source_url": fact.source.url,
        "source_kind": fact.source.kind,
        "verified_date": fact.verified.isoformat(),
        "note": fact.note,
    }


def tests_view(tests: Iterable[Test]) -> dict[str, wire.JsonValue]:
    """Return feature tests as they stand in the files."""
    view: dict[str, dict[str, wire.JsonValue]] = {}
    for test in tests:
        single = test.operator in ("equals", "at_least", "at_most")
        view.setdefault(test.key, {})[test.operator] = test.operand[0] if single else list(test.operand)
    return dict(view)


def rule_view(rule: Rule) -> wire.RuleView:
    """Return a combination rule with its source."""
    return {
        "id": rule.id,
        "when": tests_view(rule.when),
        "then": tests_view(rule.then),
        "source_url": rule.source.url,
        "verified_date": rule.verified.isoformat(),
        "note": rule.note,
    }


def price_view(price: Price) -> wire.PriceView:
    """Return a price with its source."""
    return {
        "id": price.id,
        "usd": price.usd,
        "per": price.per,
        "of": price.of,
        "resolution": price.resolution,
        "audio": price.audio,
        "duration_seconds": price.duration_seconds,
        "quality": price.quality,
        "size": price.size,
        "batch": price.batch,
        "included": price.included,
        "modes": list(price.modes),
        "note": price.note,
        "source_url": price.source.url,
        "verified_date": price.verified.isoformat(),
    }


def route_view(catalog: Catalog, model: Model, route: Route, today: datetime.date) -> wire.RouteView:
    """Return a route with its status on a day, its own facts and prices."""
    return {
        "id": route.id,
        "provider": route.provider,
        "kind": route.kind,
        "model_id": route.model_id,
        "status": status_on(route, model, today)[0],
        "facts": {key: fact_view(catalog, fact) for key, fact in route.facts.items()},
        "prices": [price_view(price) for price in route.prices],
    }


def tip_view(tip: PromptTip) -> wire.PromptTipView:
    """Return a prompt tip with its source."""
    return {
        "tip": tip.tip,
        "example": tip.example,
        "tasks": list(tip.tasks),
        "source_url": tip.source.url,
        "verified_date": tip.verified.isoformat(),
    }


def limitations_view(model: Model) -> list[wire.LimitationView]:
    """Return what a user should know before choosing a model."""
    return [{"text": one.text, "source_url": one.source.url} for one in model.limitations]


def record_view(catalog: Catalog, model: Model, today: datetime.date) -> wire.RecordView:
    """Return one model, whole: every key of the vocabulary for its media, verified or null."""
    keys = catalog.vocabulary.keys_for(model.makes)
    shown = {one.key: shown_fact(model, one.key, today) for one in keys}
    links = action_urls(catalog, model.slug)
    return {
        "slug": model.slug,
        "name": model.name,
        "vendor": vendor_view(catalog, model),
        "family": model.family,
        "makes": list(model.makes),
        "status": _status_view(model, today),
        "summary": model.summary,
        "aliases": list(model.aliases),
        "formerly": list(model.formerly),
        "limitations": limitations_view(model),
        "capabilities": {key: fact_view(catalog, fact) if fact else None for key, fact in shown.items()},
        "unknowns": {key: _search_view(model, key) for key, fact in shown.items() if fact is None},
        "rules": [rule_view(rule) for rule in model.rules],
        "routes": [route_view(catalog, model, route, today) for route in model.routes],
        "evidence": [
            {
                "id": one.id,
                "dimension": one.dimension,
                "medium": one.medium,
                "mode": one.mode,
                "grade": one.grade,
                "finding": one.finding,
                "dated": one.dated.isoformat(),
                "misses": one.misses,
                "source_url": one.source.url,
            }
            for one in model.evidence
        ],
        "prompt_tips": [tip_view(one) for one in model.prompt_tips],
        "action_url": links[0] if links else None,
        "action_urls": links,
    }


def _search_view(model: Model, key: str) -> wire.SearchView | None:
    search = model.searched.get(key)
    if search is None:
        return None
    return {"searched_date": search.on.isoformat(), "searched_in": [one.url for one in search.sources]}


def _status_view(model: Model, today: datetime.date) -> wire.StatusView:
    best = best_status(model, today)
    by_route: list[wire.RouteStatusView] = []
    for route in model.routes:
        status, fact = status_on(route, model, today)
        if status is not None and fact is not None:
            by_route.append(
                {
                    "route": route.id,
                    "value": status,
                    "source_url": fact.source.url,
                    "verified_date": fact.verified.isoformat(),
                }
            )
    return {"value": str(best.value) if best else None, "by_route": by_route}


def model_answer(
    catalog: Catalog, model: Model, matched_as: str | None, today: datetime.date
) -> wire.ModelAnswer:
    """Return the answer that holds one record."""
    return {
        "dataset": dataset_view(catalog),
        "notice": NOTICE,
        "matched_as": matched_as,
        "model": record_view(catalog, model, today),
    }


def models_answer(
    catalog: Catalog, models: Iterable[Model], count: int, next_cursor: str | None, today: datetime.date
) -> wire.ModelsAnswer:
    """Return the answer that holds many records; `count` is their number over all pages."""
    return {
        "dataset": dataset_view(catalog),
        "notice": NOTICE,
        "count": count,
        "models": [record_view(catalog, model, today) for model in models],
        "next_cursor": next_cursor,
    }


def access_answer(catalog: Catalog, model: Model, today: datetime.date) -> wire.AccessAnswer:
    """Return where to get at a model: all links in their fixed order, and the routes with prices."""
    links = catalog.access.get(model.slug, ())
    return {
        "dataset": dataset_view(catalog),
        "notice": NOTICE,
        "model": head_view(catalog, model, today),
        "action_urls": [
            {
                "url": one.url,
                "commercial": one.commercial,
                "affiliate": one.affiliate,
                "label": one.label,
                "kind": one.kind,
                "verified_date": one.verified.isoformat(),
            }
            for one in links
        ],
        "routes": [route_view(catalog, model, route, today) for route in model.routes],
    }


def tips_answer(
    catalog: Catalog, model: Model, task: str | None, today: datetime.date
) -> wire.PromptTipsAnswer:
    """Return the prompt tips of a model; with a task those for it, and those for every task."""
    tips = [one for one in model.prompt_tips if task is None or not one.tasks or task in one.tasks]
    return {
        "dataset": dataset_view(catalog),
        "notice": NOTICE,
        "model": head_view(catalog, model, today),
        "task": task,
        "count": len(tips),
        "prompt_tips": [tip_view(one) for one in tips],
    }
