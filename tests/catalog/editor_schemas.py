"""The JSON Schemas with which editors complete and check catalog files as one types; run this file to write them anew.

They are made from the classes that read the files, and from the vocabulary: what the loader refuses for its form,
the editor underlines. What takes other files to see (ids, sources, points) only the loader says.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from modeladvisor import load_catalog
from modeladvisor.loading.opinion_shapes import UseCaseShape, WorkflowShape
from modeladvisor.loading.shapes import AccessShape, ModelShape
from modeladvisor.vocabulary import Capability, Vocabulary

CATALOG = Path(__file__).parents[2] / "catalog"
FOLDER = CATALOG / "schemas"
FILES = {"model": ModelShape, "use_case": UseCaseShape, "workflow": WorkflowShape, "access": AccessShape}
DRAFT = "https://json-schema.org/draft/2020-12/schema"

Schema = dict[str, Any]


def editor_schemas() -> dict[str, str]:
    """Return the text of each schema by the name of its file."""
    vocabulary = load_catalog(CATALOG).vocabulary
    return {f"{name}.schema.json": _text(name, shape, vocabulary) for name, shape in FILES.items()}


def _text(name: str, shape: type, vocabulary: Vocabulary) -> str:
    def hook(wanted: type) -> Schema:
        if wanted is object:
            return {"description": "As the catalog's README says."}
        raise NotImplementedError

    (root,), components = msgspec.json.schema_components(
        [shape], schema_hook=hook, ref_template="#/$defs/{name}"
    )
    defs = {key: _closed(one) for key, one in components.items()}
    if shape is ModelShape:
        _with_vocabulary(defs, vocabulary)
    schema = {
        "$schema": DRAFT,
        "title": f"modeladvisor catalog: {name.replace('_', ' ')}",
        **root,
        "$defs": defs,
    }
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def _closed(schema: Schema) -> Schema:
    """Return a table that takes no other keys, with the names that files use (`in`, `from`)."""
    if "properties" not in schema:
        return schema
    named = {key.removesuffix("_"): one for key, one in schema["properties"].items()}
    required = [key.removesuffix("_") for key in schema.get("required", [])]
    return {**schema, "properties": named, "required": required, "additionalProperties": False}


def _with_vocabulary(defs: dict[str, Schema], vocabulary: Vocabulary) -> None:
    """Give facts and searches the keys of the vocabulary, each with its question and the form of its value."""
    facts = {key: _fact(one) for key, one in vocabulary.keys.items()}
    on_routes = {key: facts[key] for key, one in vocabulary.keys.items() if one.route}
    searched = {key: {"$ref": "#/$defs/SearchShape"} for key in facts}
    model, route = defs["ModelShape"]["properties"], defs["RouteShape"]["properties"]
    for table, properties in ((model, facts), (route, on_routes)):
        table["facts"] = {"type": "object", "properties": properties, "additionalProperties": False}
    model["searched"] = {"type": "object", "properties": searched, "additionalProperties": False}
    defs["EvidenceShape"]["properties"]["dimension"] = {"enum": list(vocabulary.evidence_dimensions)}


def _fact(capability: Capability) -> Schema:
    return {
        "description": capability.question,
        "allOf": [{"$ref": "#/$defs/FactShape"}],
        "properties": {"value": _value(capability)},
    }


def _value(capability: Capability) -> Schema:
    """Return the form of a value: single, a list, an open list, a bound, a span."""
    number: Schema = {"type": "number", "minimum": 0}
    bound: Schema = {
        "type": "object",
        "properties": {"at_least": number, "at_most": number},
        "additionalProperties": False,
        "minProperties": 1,
    }
    word: Schema = {"enum": list(capability.values)} if capability.values else {"type": "string"}
    if capability.pattern and not capability.values:
        word["pattern"] = f"^(?:{capability.pattern})$"
    ratio: Schema = {"type": "string", "pattern": r"^\d+(\.\d+)?:\d+(\.\d+)?$"}
    forms: dict[str, list[Schema]] = {
        "bool": [{"type": "boolean"}],
        "int": [{"type": "integer", "minimum": 0}, bound],
        "number": [number, bound],
        "word": [word],
        "text": [word],
        "words": _lists(word),
        "numbers": [*_lists(number), _span(number)],
        "ratios": [*_lists(ratio), _span(ratio), {"const": "free"}],
        "date": [{"type": "string"}],
    }
    return {"anyOf": forms[capability.kind]}


def _lists(item: Schema) -> list[Schema]:
    several = {"type": "array", "items": item, "uniqueItems": True}
    return [
        several,
        {
            "type": "object",
            "properties": {"includes": several},
            "required": ["includes"],
            "additionalProperties": False,
        },
    ]


def _span(end: Schema) -> Schema:
    properties = {"min": end, "max": end, "step": {"type": "number", "exclusiveMinimum": 0}}
    return {
        "type": "object",
        "properties": properties,
        "required": ["min", "max"],
        "additionalProperties": False,
    }


def main() -> None:
    """Write the schemas beside the catalog."""
    FOLDER.mkdir(exist_ok=True)
    for name, text in editor_schemas().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
