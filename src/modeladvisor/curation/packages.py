"""What tells other programs about the exported tables: a Frictionless data package and Croissant metadata."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping

from modeladvisor.records import Dataset
from modeladvisor.views.wire import JsonValue

LICENCE = "https://creativecommons.org/licenses/by/4.0/"
DESCRIPTION = (
    "What is known about AI image and video generation models: one row for each capability value, and one for each "
    "price, with the page that says so and the date on which it is known to have said it."
)
NAME = "modeladvisor-catalog"
Tables = Mapping[str, Mapping[str, str]]
"""For each table its columns with their forms."""
ABOUT: Mapping[str, str] = {
    "model": "Slug of the model.",
    "vendor": "Id of the vendor.",
    "route": "Id of the route on which it holds; empty where it holds for the model.",
    "provider": "Who runs the route; empty for own hardware.",
    "key": "The capability, as the vocabulary names it.",
    "value": 'The value as JSON: a list is complete, {"includes": [...]} is not, bounds are {"at_least", "at_most"}.',
    "price": "Id of the price on its route.",
    "usd": "Price of one unit in USD.",
    "per": "The unit.",
    "of": "What is paid: output, input, or extra.",
    "unit": "Unit of a number.",
    "source_url": "The page that says so.",
    "source_kind": "Who speaks there.",
    "verified_date": "Last day on which the page is known to have said it.",
    "where": "Place on the page.",
    "note": "What a reader should know beside the value.",
}
_FRICTIONLESS = {
    "string": "string",
    "json": "any",
    "date": "date",
    "number": "number",
    "int": "integer",
    "bool": "boolean",
}
_CROISSANT = {
    "string": "sc:Text", "json": "sc:Text", "date": "sc:Date", "number": "sc:Float", "int": "sc:Integer",
    "bool": "sc:Boolean",
}  # fmt: skip


def data_package(dataset: Dataset, files: Mapping[str, bytes], tables: Tables) -> dict[str, JsonValue]:
    """Return `datapackage.json` for CSV files, given by the name of their table (Data Package 1.0)."""
    return {
        "profile": "tabular-data-package",
        "name": NAME,
        "title": dataset.title,
        "description": DESCRIPTION,
        "version": dataset.version,
        "created": f"{dataset.as_of.isoformat()}T00:00:00Z",
        "licenses": [{"name": dataset.license, "path": LICENCE, "title": dataset.attribution}],
        "keywords": ["image generation", "video generation", "model catalog"],
        "resources": [
            {
                "profile": "tabular-data-resource",
                "name": name,
                "path": f"{name}.csv",
                "format": "csv",
                "mediatype": "text/csv",
                "encoding": "utf-8",
                "bytes": len(content),
                "hash": f"sha256:{hashlib.sha256(content).hexdigest()}",
                "schema": {
                    "fields": [_frictionless(*one) for one in tables[name].items()],
                    "missingValues": [""],
                },
            }
            for name, content in files.items()
        ],
    }


def _frictionless(name: str, form: str) -> JsonValue:
    field: dict[str, JsonValue] = {"name": name, "type": _FRICTIONLESS[form]}
    if form == "bool":
        field.update(trueValues=["true"], falseValues=["false"])
    return {**field, "description": ABOUT[name]} if name in ABOUT else field


def croissant(dataset: Dataset, files: Mapping[str, bytes], tables: Tables) -> dict[str, JsonValue]:
    """Return `croissant.json` for the same files (Croissant 1.0)."""
    return {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": NAME,
        "description": DESCRIPTION,
        "version": _semantic(dataset.version),
        "datePublished": dataset.as_of.isoformat(),
        "license": LICENCE,
        "creator": {"@type": "sc:Organization", "name": "The modeladvisor contributors"},
        "citeAs": dataset.attribution,
        "distribution": [
            {
                "@type": "cr:FileObject",
                "@id": f"{name}.csv",
                "name": f"{name}.csv",
                "contentUrl": f"{name}.csv",
                "encodingFormat": "text/csv",
                "contentSize": f"{len(content)} B",
                "sha256": hashlib.sha256(content).hexdigest(),
            }
            for name, content in files.items()
        ],
        "recordSet": [
            {
                "@type": "cr:RecordSet",
                "@id": name,
                "name": name,
                "field": [_croissant(name, *one) for one in tables[name].items()],
            }
            for name in files
        ],
    }


def _croissant(table: str, name: str, form: str) -> JsonValue:
    field: dict[str, JsonValue] = {
        "@type": "cr:Field",
        "@id": f"{table}/{name}",
        "name": name,
        "dataType": _CROISSANT[form],
        "source": {"fileObject": {"@id": f"{table}.csv"}, "extract": {"column": name}},
    }
    return {**field, "description": ABOUT[name]} if name in ABOUT else field


def _semantic(version: str) -> str:
    """Return a calendar version as three numbers without leading zeros, as Croissant asks."""
    return ".".join(str(int(one)) for one in version.split("."))


def packages(dataset: Dataset, files: Mapping[str, bytes], tables: Tables) -> dict[str, bytes]:
    """Return both documents by the name of their file."""
    made = {
        "datapackage.json": data_package(dataset, files, tables),
        "croissant.json": croissant(dataset, files, tables),
    }
    return {
        name: json.dumps(one, ensure_ascii=False, indent=2).encode() + b"\n" for name, one in made.items()
    }


_CONTEXT: dict[str, JsonValue] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileProperty": "cr:fileProperty",
    "fileObject": "cr:fileObject",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
"""The vocabulary of Croissant 1.0, as its specification lists it."""
