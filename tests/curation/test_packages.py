"""The exported tables are described for other programs."""

from __future__ import annotations

import csv
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from modeladvisor.curation.exporting import export
from strategies import bundled


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which the catalog was exported as CSV."""
    target = tmp_path_factory.mktemp("data")
    export(bundled(), target, "csv")
    return target


def described(folder: Path, name: str) -> dict[str, Any]:
    """Return one of the descriptions."""
    found: dict[str, Any] = json.loads((folder / name).read_text())
    return found


def test_the_data_package_describes_the_tables_that_are_there(folder: Path) -> None:
    """Each table is named with its bytes, its digest and its columns in their order."""
    package = described(folder, "datapackage.json")
    assert [one["name"] for one in package["resources"]] == ["facts", "prices"]
    for one in package["resources"]:
        content = (folder / one["path"]).read_bytes()
        assert one["bytes"] == len(content)
        assert one["hash"] == f"sha256:{hashlib.sha256(content).hexdigest()}"
        header = next(csv.reader(content.decode().splitlines()))
        assert [field["name"] for field in one["schema"]["fields"]] == header
    assert package["licenses"][0]["name"] == "CC-BY-4.0"
    assert package["version"] == bundled().dataset.version


def test_croissant_describes_the_same(folder: Path) -> None:
    """The record sets have the columns of the tables, and the files the digests of their bytes."""
    card = described(folder, "croissant.json")
    for one in card["distribution"]:
        assert one["sha256"] == hashlib.sha256((folder / one["contentUrl"]).read_bytes()).hexdigest()
    for one in card["recordSet"]:
        header = next(csv.reader((folder / f"{one['name']}.csv").read_text().splitlines()))
        assert [field["source"]["extract"]["column"] for field in one["field"]] == header
    assert card["citeAs"] == bundled().dataset.attribution
