"""Records as tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from modeladvisor.sheets import NOTHING, Cell, Column, Sheet, sheet
from modeladvisor.tabulations.cells import fact_cell, price_cell

if TYPE_CHECKING:
    from modeladvisor.records import Fact, Model

FACTS = (
    Column("model"), Column("route"), Column("key"), Column("value", sourced=True), Column("number", "number"),
    Column("truth", "truth"), Column("searched", "date"), Column("note"),
)  # fmt: skip
PRICES = (
    Column("model"), Column("route"), Column("provider"), Column("price"), Column("usd", "number", sourced=True),
    Column("per"), Column("of"), Column("resolution"), Column("audio", "truth"), Column("duration_seconds", "number"),
    Column("quality"), Column("size"), Column("batch", "truth"), Column("included", "whole"),
    Column("modes", "words"), Column("note"),
)  # fmt: skip


def model_frames(model: Model) -> tuple[Sheet, Sheet]:
    """Return facts, with what was looked for in vain as unknown, and prices.

    `number` and `truth` repeat the values that are single numbers, or yes and no; `route` is null where the model
    as a whole is meant.
    """
    return sheet("facts", "Facts", FACTS, _fact_rows(model)), sheet(
        "prices", "Prices", PRICES, _price_rows(model)
    )


def _fact_rows(model: Model) -> Iterator[tuple[Cell, ...]]:
    facts: list[tuple[str | None, Fact]] = [(None, fact) for fact in model.facts.values()]
    facts += [(route.id, fact) for route in model.routes for fact in route.facts.values()]
    for route, fact in facts:
        value = fact.value
        truth = value if isinstance(value, bool) else None
        number = float(value) if isinstance(value, int | float) and truth is None else None
        yield model.slug, route, fact.key, fact_cell(fact), number, truth, None, fact.note
    for key, search in model.searched.items():
        yield model.slug, None, key, None, None, None, search.on, None


def _price_rows(model: Model) -> Iterator[tuple[Cell, ...]]:
    for route in model.routes:
        for one in route.prices:
            yield (
                model.slug, route.id, route.provider, one.id.rsplit("/", 1)[-1], price_cell(one), one.per, one.of,
                one.resolution, one.audio, one.duration_seconds, one.quality, one.size, one.batch, one.included,
                one.modes, one.note,
            )  # fmt: skip


def model_tables(model: Model) -> Iterator[Sheet]:
    """Yield what is known of a model, what was looked for in vain, and what it costs where."""
    columns = (Column("capability"), Column("value", sourced=True), Column("route", title="stated for"))
    rows: list[tuple[Cell, ...]] = [(key, fact_cell(fact), NOTHING) for key, fact in model.facts.items()]
    rows += [
        (fact.key, fact_cell(fact), f"route {route.id}")
        for route in model.routes
        for fact in route.facts.values()
    ]
    yield sheet("facts", "Facts", columns, rows)
    if model.searched:
        looked = (Column("capability"), Column("value"), Column("on", "date", "looked for in vain on"))
        searched = [(key, None, one.on) for key, one in model.searched.items()]
        note = "What stands in neither table nobody has looked for: it is unknown too."
        yield sheet("searched", "Looked for and not found", looked, searched, note)
    if model.routes:
        yield _route_sheet(model)


def _route_sheet(model: Model) -> Sheet:
    columns = (
        Column("route"), Column("by"), Column("kind"), Column("price"), Column("usd", "number", "USD"), Column("per"),
    )  # fmt: skip
    rows: list[tuple[Cell, ...]] = []
    for route in model.routes:
        head = (route.id, route.provider or "own hardware", route.kind)
        rows.extend((*head, one.id.rsplit("/", 1)[-1], price_cell(one), one.per) for one in route.prices)
        if not route.prices:
            rows.append((*head, NOTHING, NOTHING if route.kind == "self-hosted" else None, NOTHING))
    return sheet("routes", "Ways to run it", columns, rows)


def fact_tables(fact: Fact) -> tuple[Sheet]:
    """Return one fact with its source."""
    columns = (Column("fact"), Column("value", sourced=True), Column("verified", "date"), Column("where"))
    row = (fact.id, fact_cell(fact), fact.verified, fact.where or NOTHING)
    return (sheet("fact", "Fact", columns, [row]),)
