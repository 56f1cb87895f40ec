"""Validate the descriptions of the exported tables with the tools of those who made their forms; `nox -s dataset`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import frictionless  # type: ignore[import-not-found, import-untyped, unused-ignore]  # only the session installs it
import mlcroissant  # type: ignore[import-not-found, import-untyped, unused-ignore]  # only the session installs it

from modeladvisor import load_catalog
from modeladvisor.curation.exporting import export, fact_rows, price_rows


def main() -> int:
    """Export, validate, read every row back, and return how many checks failed."""
    catalog = load_catalog()
    folder = Path(tempfile.mkdtemp(prefix="modeladvisor-data-"))
    export(catalog, folder, "csv")
    report = frictionless.validate(str(folder / "datapackage.json"))
    print(
        f"Frictionless: {'valid' if report.valid else report.flatten(['rowNumber', 'fieldName', 'message'])}"
    )
    data = mlcroissant.Dataset(jsonld=str(folder / "croissant.json"))
    counts = {name: sum(1 for _ in data.records(name)) for name in ("facts", "prices")}
    expected = {"facts": len(fact_rows(catalog)), "prices": len(price_rows(catalog))}
    print(f"Croissant: {counts} rows read, {expected} expected")
    return (not report.valid) + (counts != expected)


if __name__ == "__main__":
    sys.exit(main())
