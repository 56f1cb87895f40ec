"""The reference in words: addresses with their parameters, fields of the answers, errors; as lines of Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from modeladvisor_server.problems import CODES
from modeladvisor_server.rest.described_parameters import Parameter
from modeladvisor_server.rest.description import Address
from modeladvisor_server.rest.schemas import REFERENCE, Schema


def parameter_line(parameter: Parameter, words: Sequence[str] | None, examples: Sequence[str]) -> str:
    """Return what a parameter means and takes; `words` are those of the catalog, None leaves them out."""
    need = "required" if parameter.required else "optional"
    bounds = ""
    if parameter.kind == "integer":
        bounds = f" A whole number from 1 to {parameter.most}."
    elif parameter.kind == "boolean":
        bounds = " true or false."
    elif not parameter.closed:
        bounds = f" At most {parameter.longest} characters."
    values = f" {'Values' if parameter.closed else 'Words'}: {', '.join(words)}." if words is not None else ""
    shown = f" {'Examples' if len(examples) > 1 else 'Example'}: {'; '.join(examples)}" if examples else ""
    return f"- {parameter.name} ({parameter.place}, {need}): {parameter.meaning}{values}{bounds}{shown}"


def answer_line(address: Address) -> str:
    """Return the name of the class of an answer and its members."""
    return f"Answer: {address.answer.__name__} ({', '.join(address.answer.__annotations__)})."


def field_lines(components: Mapping[str, Schema]) -> Iterator[str]:
    """Yield every class of the answers with the type of each of its members."""
    for name, schema in components.items():
        yield ""
        yield f"### {name}"
        yield ""
        yield schema["description"]
        yield ""
        for member, described in schema["properties"].items():
            yield f"- {member}: {type_words(described)}"


def error_lines() -> Iterator[str]:
    """Yield every kind of problem: status, code, title, and what to do."""
    for code in CODES.values():
        yield f"- {code.status} {code.name}: {code.title}. {code.advice}"


def type_words(schema: Mapping[str, Any]) -> str:
    """Return the type of a value in words."""
    if "$ref" in schema:
        return str(schema["$ref"]).removeprefix(REFERENCE)
    if "anyOf" in schema:
        return " or ".join(type_words(one) for one in schema["anyOf"])
    if "enum" in schema:
        return f"one of {', '.join(map(str, schema['enum']))}"
    match schema.get("type"):
        case None:
            return "any JSON value"
        case "array":
            return f"list of {type_words(schema.get('items', {}))}"
        case "object":
            return f"map of {type_words(schema.get('additionalProperties', {}))}"
        case kind:
            return str(kind)
