"""What changed between two catalogs: every entry that came, went or says something else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

import attrs

from modeladvisor.catalog import Catalog
from modeladvisor.comparisons import best_status
from modeladvisor.opinions import UseCase
from modeladvisor.records import Model, Price, Route
from modeladvisor.views.records import tests_view, value_view
from modeladvisor.views.wire import JsonValue

Kind = Literal[
    "model", "fact", "price", "rule", "verdict", "search", "route", "evidence", "tip", "limitation", "link",
    "use case", "rubric", "workflow", "company", "vocabulary", "catalog",
]  # fmt: skip
What = Literal["added", "removed", "changed", "cited", "retired", "turned"]


@attrs.frozen
class Change:
    """One entry of a catalog that is not what it was.

    Attributes:
        kind: What the entry is.
        id: Its id.
        what: `changed` says something else; `cited` says the same with another source, date, place or note;
            `retired` is a model whose last route went out of service; `turned` is a verdict with another pick.
        was: What it said, None where it was not there.
        now: What it says, None where it is gone.
    """

    kind: Kind
    id: str
    what: What
    was: JsonValue
    now: JsonValue


@attrs.frozen
class _Entry:
    """One entry: what people are shown of it, all that it says, and all that it holds."""

    kind: Kind
    shown: JsonValue
    says: object
    whole: object


def differences(before: Catalog, after: Catalog) -> tuple[Change, ...]:
    """Return every change, by kind and id; entries of a model that came or went are part of that one change."""
    old, new = dict(_entries(before)), dict(_entries(after))
    came, went = set(after.models) - set(before.models), set(before.models) - set(after.models)
    changes = []
    for key in sorted(old.keys() | new.keys()):
        kind, name = key
        if kind != "model" and name.partition("/")[0] in (came | went) and _of_a_model(kind):
            continue
        was, now = old.get(key), new.get(key)
        what = _what(kind, was, now)
        if what is not None:
            changes.append(Change(kind, name, what, was.shown if was else None, now.shown if now else None))
    changes.extend(_retired(before, after))
    return tuple(sorted(changes, key=lambda one: (one.kind, one.id, one.what)))


def _of_a_model(kind: Kind) -> bool:
    return kind in ("fact", "price", "rule", "search", "route", "evidence", "tip", "limitation", "link")


def _what(kind: Kind, was: _Entry | None, now: _Entry | None) -> What | None:
    if was is None:
        return "added"
    if now is None:
        return "removed"
    if was.says != now.says:
        return "turned" if kind == "verdict" else "changed"
    if was.whole != now.whole:
        return "changed" if kind == "verdict" else "cited"
    return None


def _retired(before: Catalog, after: Catalog) -> Iterator[Change]:
    """Yield models that were in service on the day of the one catalog, and no more on that of the other."""
    for slug in before.models.keys() & after.models.keys():
        status = [best_status(one.models[slug], one.dataset.as_of) for one in (before, after)]
        was, now = (str(one.value) if one else None for one in status)
        if now == "retired" != was:
            yield Change("model", slug, "retired", was, now)


def _entries(catalog: Catalog) -> Iterator[tuple[tuple[Kind, str], _Entry]]:
    """Yield every entry of a catalog by kind and id."""
    about = attrs.asdict(catalog.dataset)
    yield ("catalog", "catalog"), _plain("catalog", catalog.dataset.version, about)
    for key, capability in catalog.vocabulary.keys.items():
        yield ("vocabulary", f"keys/{key}"), _plain("vocabulary", capability.question, capability)
    for name, feature in catalog.vocabulary.features.items():
        yield ("vocabulary", f"features/{name}"), _plain("vocabulary", name, feature)
    for name, meaning in catalog.vocabulary.evidence_dimensions.items():
        yield ("vocabulary", f"evidence_dimensions/{name}"), _plain("vocabulary", meaning, meaning)
    order = list(catalog.vocabulary.keys)
    yield ("vocabulary", "order"), _plain("vocabulary", "order of the keys", order)
    for field in attrs.fields(type(catalog.asking)):
        yield (
            ("vocabulary", f"asking/{field.name}"),
            _plain("vocabulary", field.name, getattr(catalog.asking, field.name)),
        )
    for vendor in catalog.vendors.values():
        yield ("company", f"vendors/{vendor.slug}"), _plain("company", vendor.name, vendor)
    for provider in catalog.providers.values():
        yield ("company", f"providers/{provider.slug}"), _plain("company", provider.name, provider)
    for model in catalog.models.values():
        yield from _of_model(model)
    for slug, links in catalog.access.items():
        for url in {one.url for one in links}:
            same = [one for one in links if one.url == url]
            yield ("link", f"{slug}/access/{url}"), _plain("link", same[0].label, same)
    for use_case in catalog.use_cases.values():
        yield from _of_use_case(use_case)
    for medium, rubric in catalog.general.items():
        yield ("rubric", f"general/{medium}"), _plain("rubric", rubric.title, rubric)
    for workflow in catalog.workflows.values():
        yield ("workflow", workflow.slug), _plain("workflow", workflow.title, workflow)


def _of_model(model: Model) -> Iterator[tuple[tuple[Kind, str], _Entry]]:
    head = (model.name, model.vendor, model.family, model.makes, model.summary, model.aliases, model.formerly)
    yield ("model", model.slug), _plain("model", _size(model), head)
    for fact in model.facts.values():
        yield ("fact", fact.id), _Entry("fact", value_view(fact.value), fact.value, fact)
    for key, search in model.searched.items():
        yield ("search", f"{model.slug}/searched/{key}"), _Entry("search", str(search.on), None, search)
    for rule in model.rules:
        told: JsonValue = {"when": tests_view(rule.when), "then": tests_view(rule.then)}
        yield ("rule", rule.id), _Entry("rule", told, (rule.when, rule.then), rule)
    for route in model.routes:
        yield from _of_route(model.slug, route)
    for finding in model.evidence:
        yield ("evidence", finding.id), _Entry("evidence", finding.grade, finding.grade, finding)
    for tip in model.prompt_tips:  # what has no id is known by its words
        name = f"{model.slug}/prompt_tips/{tip.tip}"
        yield ("tip", name), _Entry("tip", tip.tip, (tip.example, tip.tasks), tip)
    for limit in model.limitations:
        name = f"{model.slug}/limitations/{limit.text}"
        yield ("limitation", name), _Entry("limitation", limit.text, None, limit)


def _of_route(slug: str, route: Route) -> Iterator[tuple[tuple[Kind, str], _Entry]]:
    about = (route.provider, route.kind, route.model_id)
    told = " ".join(one for one in (route.kind, route.provider, route.model_id) if one)
    yield ("route", f"{slug}/routes/{route.id}"), _plain("route", told, about)
    for fact in route.facts.values():
        yield ("fact", fact.id), _Entry("fact", value_view(fact.value), fact.value, fact)
    for price in route.prices:
        yield ("price", price.id), _Entry("price", _price(price), _buys(price), price)


def _of_use_case(use_case: UseCase) -> Iterator[tuple[tuple[Kind, str], _Entry]]:
    about = (use_case.title, use_case.question, use_case.media, use_case.contradictions)
    yield ("use case", use_case.slug), _plain("use case", use_case.title, about)
    for medium, rubric in use_case.rubrics.items():
        yield ("rubric", f"{use_case.slug}/{medium}"), _plain("rubric", rubric.title, rubric)
    for medium, verdict in use_case.verdicts.items():
        pick: JsonValue = list(verdict.pick)
        yield ("verdict", f"{use_case.slug}/{medium}"), _Entry("verdict", pick, verdict.pick, verdict)


def _plain(kind: Kind, shown: JsonValue, whole: object) -> _Entry:
    """Return an entry of which everything is said, so that any other form of it is a change."""
    return _Entry(kind, shown, whole, whole)


def _size(model: Model) -> Mapping[str, JsonValue]:
    facts = len(model.facts) + sum(len(route.facts) for route in model.routes)
    prices = sum(len(route.prices) for route in model.routes)
    return {"name": model.name, "vendor": model.vendor, "facts": facts, "prices": prices}


def _price(price: Price) -> JsonValue:
    usual = {("of", "output"), ("batch", False), ("included", 0)}
    return {name: value for name, value in _buys(price) if value is not None and (name, value) not in usual}


def _buys(price: Price) -> tuple[tuple[str, str | float | bool | None], ...]:
    """Return what is paid and for what, without who says so."""
    names = (
        "usd", "per", "of", "resolution", "audio", "duration_seconds", "quality", "size", "batch", "included",
    )  # fmt: skip
    return tuple((name, getattr(price, name)) for name in names)
