"""Facts and prices as rows, in files that other programs read."""

from __future__ import annotations

import csv
import datetime
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal, get_args

import attrs

from modeladvisor.catalog import Catalog
from modeladvisor.curation.packages import packages
from modeladvisor.errors import Mistake, NotInstalledError, QuestionError
from modeladvisor.records import Fact, Model, Price, Route
from modeladvisor.views.records import value_view
from modeladvisor.views.wire import JsonValue

Format = Literal["json", "jsonl", "csv", "parquet"]
FORMATS: tuple[Format, ...] = get_args(Format)
Row = Mapping[str, JsonValue]

FACT_COLUMNS: Mapping[str, str] = {
    "model": "string", "vendor": "string", "route": "string", "key": "string", "value": "json",
    "unit": "string", "source_url": "string", "source_kind": "string", "verified_date": "date",
    "where": "string", "note": "string",
}  # fmt: skip
PRICE_COLUMNS: Mapping[str, str] = {
    "model": "string", "vendor": "string", "route": "string", "provider": "string", "price": "string",
    "usd": "number", "per": "string", "of": "string", "resolution": "string", "audio": "bool",
    "duration_seconds": "number", "quality": "string", "size": "string", "batch": "bool", "included": "int",
    "modes": "json", "source_url": "string", "source_kind": "string", "verified_date": "date", "note": "string",
}  # fmt: skip


def fact_rows(catalog: Catalog) -> list[Row]:
    """Return one row for each fact; `route` is None where the model as a whole is meant."""
    return [
        _fact_row(catalog, model, route, fact)
        for model in catalog.models.values()
        for route, fact in _facts(model)
    ]


def price_rows(catalog: Catalog) -> list[Row]:
    """Return one row for each price; `price` is its id on its route."""
    return [
        _price_row(model, route, price)
        for model in catalog.models.values()
        for route in model.routes
        for price in route.prices
    ]


def format_of(target: Path, given: str | None) -> Format:
    """Return the format that was named, or the one that the ending of a file names.

    Raises:
        QuestionError: if neither names one.
    """
    wanted = given or target.suffix.removeprefix(".")
    for one in FORMATS:
        if one == wanted:
            return one
    raise QuestionError([Mistake("format", given, f"one of {', '.join(FORMATS)}")])


def export(catalog: Catalog, target: Path, given: str | None) -> tuple[Path, ...]:
    """Write facts and prices and return the files written.

    A target with an ending is a file: JSON holds both tables, any other format has the prices in a second
    file beside it (`catalog.csv`, `catalog.prices.csv`).
    A target without is a folder for `facts` and `prices`; with CSV it is a data set that one can cite, with a
    Frictionless data package and Croissant metadata beside the tables.

    Raises:
        QuestionError: if no format is named.
        NotInstalledError: if Parquet is asked for and pyarrow is missing.
    """
    form = format_of(target, given)
    facts, prices = fact_rows(catalog), price_rows(catalog)
    about: Row = {**attrs.asdict(catalog.dataset), "as_of": catalog.dataset.as_of.isoformat()}
    if target.is_dir() or not target.suffix:
        paths = [target / f"facts.{form}", target / f"prices.{form}"]
    elif form == "json":
        text = json.dumps({"dataset": about, "facts": facts, "prices": prices}, ensure_ascii=False, indent=1)
        return (_written(target, text.encode()),)
    else:
        paths = [target, target.with_name(f"{target.stem}.prices{target.suffix}")]
    tables = ((facts, FACT_COLUMNS), (prices, PRICE_COLUMNS))
    encoded = [_encoded(form, rows, columns, about) for rows, columns in tables]
    if form == "csv" and (target.is_dir() or not target.suffix):
        files = dict(zip(("facts", "prices"), encoded, strict=True))
        described = packages(catalog.dataset, files, {"facts": FACT_COLUMNS, "prices": PRICE_COLUMNS})
        paths.extend(target / name for name in described)
        encoded.extend(described.values())
    return tuple(_written(path, content) for path, content in zip(paths, encoded, strict=True))


def _facts(model: Model) -> Iterator[tuple[str | None, Fact]]:
    yield from ((None, fact) for fact in model.facts.values())
    yield from ((route.id, fact) for route in model.routes for fact in route.facts.values())


def _fact_row(catalog: Catalog, model: Model, route: str | None, fact: Fact) -> Row:
    return {
        "model": model.slug,
        "vendor": model.vendor,
        "route": route,
        "key": fact.key,
        "value": value_view(fact.value),
        "unit": catalog.vocabulary.keys[fact.key].unit,
        "source_url": fact.source.url,
        "source_kind": fact.source.kind,
        "verified_date": fact.verified.isoformat(),
        "where": fact.where,
        "note": fact.note,
    }


def _price_row(model: Model, route: Route, price: Price) -> Row:
    said: dict[str, JsonValue] = {
        "model": model.slug,
        "vendor": model.vendor,
        "route": route.id,
        "provider": route.provider,
        "price": price.id.rsplit("/", 1)[-1],
        "source_url": price.source.url,
        "source_kind": price.source.kind,
        "verified_date": price.verified.isoformat(),
        "modes": list(price.modes),
    }
    return {name: said[name] if name in said else getattr(price, name) for name in PRICE_COLUMNS}


def _written(path: Path, content: bytes) -> Path:
    """Write a file whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.part")
    beside.write_bytes(content)
    beside.replace(path)
    return path


def _encoded(form: Format, rows: Sequence[Row], columns: Mapping[str, str], about: Row) -> bytes:
    if form == "json":
        return json.dumps(rows, ensure_ascii=False, indent=1).encode()
    if form == "jsonl":
        return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows).encode()
    if form == "csv":
        return _csv(rows, columns)
    return _parquet(rows, columns, about)


def _csv(rows: Sequence[Row], columns: Mapping[str, str]) -> bytes:
    """Return rows as RFC 4180 has them; values and truths are JSON, what is not there is empty."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(columns)
    for row in rows:
        writer.writerow([_csv_cell(row[name], form) for name, form in columns.items()])
    return text.getvalue().encode()


def _csv_cell(cell: JsonValue, form: str) -> object:
    if cell is None:
        return ""
    return json.dumps(cell, ensure_ascii=False) if form in ("json", "bool") else cell


def _parquet(rows: Sequence[Row], columns: Mapping[str, str], about: Row) -> bytes:
    """Return rows as Parquet, with what the catalog is and how it is licensed in the file's metadata."""
    try:
        import pyarrow as arrow  # type: ignore[import-untyped]  # it ships no type information
        import pyarrow.parquet as parquet  # type: ignore[import-untyped]  # as above
    except ImportError as error:
        raise NotInstalledError("Parquet", "pyarrow", "curation") from error

    types = {
        "string": arrow.string(), "json": arrow.string(), "date": arrow.date32(),
        "number": arrow.float64(), "int": arrow.int64(), "bool": arrow.bool_(),
    }  # fmt: skip
    arrays = [
        arrow.array([_parquet_cell(row[name], form) for row in rows], types[form])
        for name, form in columns.items()
    ]
    metadata = {name: str(value) for name, value in about.items()}
    schema = arrow.schema([(name, types[form]) for name, form in columns.items()], metadata)
    sink = io.BytesIO()
    parquet.write_table(arrow.Table.from_arrays(arrays, schema=schema), sink)
    return sink.getvalue()


def _parquet_cell(cell: JsonValue, form: str) -> object:
    if form == "json":
        return json.dumps(cell, ensure_ascii=False)
    if form == "date" and isinstance(cell, str):
        return datetime.date.fromisoformat(cell)
    return float(cell) if form == "number" and isinstance(cell, int) else cell
