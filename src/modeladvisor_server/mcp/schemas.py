"""JSON Schemas of the product's tools: flat going in, shallow coming out, no `$ref`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

Schema = dict[str, object]


def text(meaning: str) -> Schema:
    """Return the schema of a free text."""
    return {"type": "string", "description": meaning}


def word(allowed: Iterable[str], meaning: str = "") -> Schema:
    """Return the schema of a word of a closed set."""
    schema: Schema = {"type": "string", "enum": list(allowed)}
    return {**schema, "description": meaning} if meaning else schema


def count(most: int, meaning: str = "") -> Schema:
    """Return the schema of a whole number from 1."""
    schema: Schema = {"type": "integer", "minimum": 1, "maximum": most}
    return {**schema, "description": meaning} if meaning else schema


def names(meaning: str, fewest: int, most: int) -> Schema:
    """Return the schema of a list of texts."""
    items = {"type": "string"}
    return {"type": "array", "items": items, "minItems": fewest, "maxItems": most, "description": meaning}


def arguments(properties: Mapping[str, Schema], required: Sequence[str] = ()) -> Schema:
    """Return the schema of a tool's arguments; other arguments are refused."""
    schema: Schema = {"type": "object", "properties": dict(properties), "additionalProperties": False}
    return {**schema, "required": list(required)} if required else schema


def answer(**members: str) -> Schema:
    """Return the schema of an answer: the JSON type of each member; all of them are required."""
    return {
        "type": "object",
        "properties": {name: {"type": kind} for name, kind in members.items()},
        "required": list(members),
    }
