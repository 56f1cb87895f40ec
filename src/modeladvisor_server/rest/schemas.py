"""JSON Schemas of all answers, made from their classes: the components of OpenAPI, and the fields of the reference."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

import msgspec

from modeladvisor.views import wire
from modeladvisor_server.problems import CODES, MistakeView, ProblemView
from modeladvisor_server.rest.description import ADDRESSES

REFERENCE = "#/components/schemas/"
Schema = dict[str, Any]


@functools.cache
def answer_schemas() -> tuple[dict[str, Schema], Schema, dict[str, Schema]]:
    """Return the schema of the answer of every address by path, that of problems, and the components of both.

    They are made once, and not to be changed.
    """
    classes = [*(one.answer for one in ADDRESSES), ProblemView]
    schemas, components = msgspec.json.schema_components(classes, ref_template=f"{REFERENCE}{{name}}")
    *answers, problem = schemas
    components = {name: _tidied(name, schema) for name, schema in components.items()}
    components[ProblemView.__name__]["properties"]["code"]["enum"] = [*CODES]
    return dict(zip([one.path for one in ADDRESSES], answers, strict=True)), problem, components


def resolved(schema: Mapping[str, Any], components: Mapping[str, Schema]) -> Mapping[str, Any]:
    """Return what a schema means for a value that is not null, references followed."""
    if "anyOf" in schema:
        schema = next((one for one in schema["anyOf"] if one.get("type") != "null"), {})
    if "$ref" in schema:
        return components[schema["$ref"].removeprefix(REFERENCE)]
    return schema


def _tidied(name: str, schema: Schema) -> Schema:
    """Return a component with its members in the order of its class, and its words without their indentation."""
    own = {one.__name__: one for one in (MistakeView, ProblemView)}
    order = list((own.get(name) or getattr(wire, name)).__annotations__)
    words = " ".join(schema["description"].split())
    properties = {member: schema["properties"][member] for member in order}
    return {**schema, "description": words, "properties": properties, "required": order}
