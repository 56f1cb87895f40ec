"""The OpenAPI 3.1 description, made from the addresses and from the classes of the answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from modeladvisor_server.problems import ProblemView
from modeladvisor_server.rest.answering import JSON, PROBLEM_JSON
from modeladvisor_server.rest.description import ADDRESSES, Address, Parameter

API_VERSION = "1.0.0"
REFERENCES = "#/components/schemas/{name}"
PROBLEMS = {
    400: "The request has mistakes; `errors` names all of them.",
    403: "The Host header names another server.",
    404: "Nothing bears that name, or there is no such address; `errors` holds the nearest.",
    405: "Only GET, HEAD and OPTIONS are served; `Allow` lists them.",
    414: "The address is too long.",
    429: "Over the limit; wait for the seconds in `Retry-After`.",
    500: "Something went wrong here; `detail` holds an id that the log has.",
}


def openapi(allowed: Mapping[str, Sequence[str]], base_url: str | None) -> dict[str, object]:
    """Return the description; `allowed` gives the words of each closed parameter."""
    answers = [one.answer for one in ADDRESSES]
    schemas, components = msgspec.json.schema_components([*answers, ProblemView], ref_template=REFERENCES)
    by_answer = dict(zip([one.path for one in ADDRESSES], schemas, strict=False))
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "modeladvisor",
            "version": API_VERSION,
            "summary": "Which AI image or video model for my job, and how do you know?",
            "description": "Read-only, without sign-in. Every value names its source and its date; unknown is null.",
            "license": {
                "name": "CC BY 4.0 (data), MIT (software)",
                "url": "https://creativecommons.org/licenses/by/4.0/",
            },
        },
        "servers": [{"url": f"{base_url or ''}/api/v1"}],
        "paths": {
            one.path: {"get": _operation(one, by_answer[one.path], schemas[-1], allowed)} for one in ADDRESSES
        },
        "components": {"schemas": components},
    }


def _operation(
    address: Address, answer: dict[str, Any], problem: dict[str, Any], allowed: Mapping[str, Sequence[str]]
) -> dict[str, object]:
    failures = {
        str(status): {"description": text, "content": {PROBLEM_JSON: {"schema": problem}}}
        for status, text in PROBLEMS.items()
    }
    return {
        "operationId": address.name,
        "summary": address.summary,
        "parameters": [_parameter(one, allowed) for one in address.parameters],
        "responses": {
            "200": {"description": address.summary, "content": {JSON: {"schema": answer}}},
            "304": {"description": "What the client holds under this ETag still stands."},
            **failures,
        },
    }


def _parameter(parameter: Parameter, allowed: Mapping[str, Sequence[str]]) -> dict[str, object]:
    schema: dict[str, object] = {"type": parameter.kind}
    example: object = parameter.example
    if parameter.kind == "integer":
        schema.update(minimum=1, maximum=parameter.most)
        example = int(parameter.example)
    elif parameter.kind == "boolean":
        example = parameter.example == "true"
    meaning = parameter.meaning
    if parameter.words and parameter.closed:
        schema["enum"] = list(allowed[parameter.words])
    elif parameter.words:
        meaning += f" Words: {', '.join(allowed[parameter.words])}."
    return {
        "name": parameter.name,
        "in": parameter.place,
        "required": parameter.required,
        "description": meaning,
        "schema": schema,
        "example": example,
    }
