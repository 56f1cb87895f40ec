"""Facts and prices in files that other programs read."""

from __future__ import annotations

import csv
import datetime
import json
import sys
from pathlib import Path

import pyarrow.parquet as parquet  # type: ignore[import-untyped]  # it ships no type information
import pytest
from hypothesis import given
from hypothesis import strategies as st

from modeladvisor import Catalog, QuestionError
from modeladvisor.curation.exporting import FACT_COLUMNS, FORMATS, PRICE_COLUMNS, export
from modeladvisor.errors import NotInstalledError
from modeladvisor.loading.reading_values import read_value
from modeladvisor.records import Fact, Price
from strategies import bundled, catalogs

Row = dict[str, object]
DATES = ("retires", "released")


def read(path: Path) -> list[Row]:
    """Return the rows of a file of any format, with JSON values decoded."""
    if path.suffix == ".json":
        return list(json.loads(path.read_text("utf-8")))
    if path.suffix == ".jsonl":
        return [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    if path.suffix == ".csv":
        with path.open(encoding="utf-8", newline="") as file:
            return [{name: plain(name, cell) for name, cell in row.items()} for row in csv.DictReader(file)]
    return [
        {name: value_of(name, cell) for name, cell in row.items()}
        for row in parquet.read_table(path).to_pylist()
    ]


def plain(name: str, cell: str) -> object:
    """Return a cell of CSV as what it says."""
    if not cell:
        return None
    return json.loads(cell) if {**FACT_COLUMNS, **PRICE_COLUMNS}[name] not in ("string", "date") else cell


def value_of(name: str, cell: object) -> object:
    """Return a cell of Parquet as what it says."""
    if isinstance(cell, datetime.date):
        return cell.isoformat()
    return json.loads(cell) if name in ("value", "modes") and isinstance(cell, str) else cell


def told_facts(catalog: Catalog, rows: list[Row]) -> set[object]:
    """Return what rows say about facts, read as a catalog is read."""
    told: set[object] = set()
    for row in rows:
        raw, key = row["value"], str(row["key"])
        if key in DATES and isinstance(raw, str) and len(raw) == 10:
            raw = datetime.date.fromisoformat(raw)
        if catalog.vocabulary.keys[key].kind == "int" and isinstance(raw, dict):  # JSON has no whole numbers
            raw = {name: int(end) for name, end in raw.items()}
        value = read_value(catalog.vocabulary.keys[key], raw)
        about = (row["model"], row["route"], key, row["source_url"], row["source_kind"])
        unit = catalog.vocabulary.keys[key].unit
        assert row["unit"] == unit
        told.add((*about, row["verified_date"], row["where"], row["note"], value))
    assert len(told) == len(rows)
    return told


def recorded_facts(catalog: Catalog) -> set[object]:
    """Return the same of the records themselves."""

    def about(slug: str, route: str | None, one: Fact) -> object:
        day = one.verified.isoformat()
        return (slug, route, one.key, one.source.url, one.source.kind, day, one.where, one.note, one.value)

    return {
        about(model.slug, route, fact)
        for model in catalog.models.values()
        for route, facts in ((None, model.facts), *((route.id, route.facts) for route in model.routes))
        for fact in facts.values()
    }


def hashable(cell: object) -> object:
    """Return a cell as sets can hold it."""
    return tuple(cell) if isinstance(cell, list) else cell


def told_prices(rows: list[Row]) -> set[tuple[object, ...]]:
    """Return what rows say about prices."""
    told = {tuple(hashable(row[name]) for name in PRICE_COLUMNS) for row in rows}
    assert len(told) == len(rows)
    return told


def recorded_prices(catalog: Catalog) -> set[tuple[object, ...]]:
    """Return the same of the records themselves."""

    def about(one: Price) -> tuple[object, ...]:
        bought = (
            one.usd,
            one.per,
            one.of,
            one.resolution,
            one.audio,
            one.duration_seconds,
            one.quality,
            one.size,
        )
        said = (one.source.url, one.source.kind, one.verified.isoformat(), one.note)
        return (one.id.split("/")[-1], *bought, one.batch, one.included, one.modes, *said)

    return {
        (model.slug, model.vendor, route.id, route.provider, *about(price))
        for model in catalog.models.values()
        for route in model.routes
        for price in route.prices
    }


@given(catalog=catalogs(), form=st.sampled_from(FORMATS))
def test_what_is_read_back_is_what_is_recorded(
    tmp_path_factory: pytest.TempPathFactory, catalog: Catalog, form: str
) -> None:
    """In every format the rows read back say of every fact and price what the catalog says, and nothing else."""
    facts, prices, *_ = export(catalog, tmp_path_factory.mktemp("export"), form)
    assert told_facts(catalog, read(facts)) == recorded_facts(catalog)
    assert told_prices(read(prices)) == recorded_prices(catalog)


@pytest.mark.parametrize("form", FORMATS)
def test_the_bundled_catalog_comes_back(form: str, tmp_path: Path) -> None:
    """All of the bundled catalog survives each format, with its quotes, commas and notes."""
    facts, prices, *_ = export(bundled(), tmp_path, form)
    assert [path.name for path in (facts, prices)] == [f"facts.{form}", f"prices.{form}"]
    assert told_facts(bundled(), read(facts)) == recorded_facts(bundled())
    assert told_prices(read(prices)) == recorded_prices(bundled())


def test_one_json_file_holds_both_tables_and_the_licence(tmp_path: Path) -> None:
    """A JSON file has facts, prices, and what the catalog is and how it is licensed."""
    (path,) = export(bundled(), tmp_path / "catalog.json", None)
    document = json.loads(path.read_text("utf-8"))
    assert told_facts(bundled(), document["facts"]) == recorded_facts(bundled())
    assert told_prices(document["prices"]) == recorded_prices(bundled())
    assert document["dataset"]["license"] == bundled().dataset.license


def test_other_files_have_their_prices_beside_them(tmp_path: Path) -> None:
    """The ending names the format, and prices get a file of their own."""
    paths = export(bundled(), tmp_path / "all.csv", None)
    assert [path.name for path in paths] == ["all.csv", "all.prices.csv"]
    assert len(read(paths[1])) == len(recorded_prices(bundled()))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["all.csv", "all.prices.csv"]


def test_parquet_has_types_and_the_licence(tmp_path: Path) -> None:
    """Days are days and sums are numbers in Parquet, and its metadata names the licence."""
    facts, prices, *_ = export(bundled(), tmp_path, "parquet")
    schema = parquet.read_schema(prices)
    assert (str(schema.field("usd").type), str(schema.field("verified_date").type)) == (
        "double",
        "date32[day]",
    )
    assert parquet.read_schema(facts).metadata[b"license"] == bundled().dataset.license.encode()


def test_without_a_format_nothing_is_written(tmp_path: Path) -> None:
    """A folder, or an ending that is no format, needs `--format`."""
    for target in (tmp_path / "folder", tmp_path / "all.xlsx"):
        with pytest.raises(QuestionError, match="format: expected one of json, jsonl, csv, parquet"):
            export(bundled(), target, None)
    assert list(tmp_path.iterdir()) == []


def test_without_pyarrow_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where pyarrow is missing, one sentence names the extra, and nothing is written."""
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(
        NotInstalledError, match=r"Parquet needs pyarrow; run: pip install 'modeladvisor\[curation\]'"
    ):
        export(bundled(), tmp_path, "parquet")
    assert list(tmp_path.iterdir()) == []
    assert export(bundled(), tmp_path, "csv")
