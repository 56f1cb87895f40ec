"""The OpenAPI 3.1 description, made from the addresses, from the classes of the answers, and from real answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from modeladvisor_server.questions import Questions
from modeladvisor_server.rest.described_parameters import Parameter
from modeladvisor_server.rest.description import ADDRESSES, TAGS, Address
from modeladvisor_server.rest.responses import HEADERS, answered, by_reference, responses
from modeladvisor_server.rest.samples import Sample, examples_of, mistake_samples, shortened
from modeladvisor_server.rest.schemas import answer_schemas

API_VERSION = "1.0.0"
ABOUT = (
    "Read-only, without sign-in. Every value names its source and its date; unknown is null, which is neither yes nor "
    "no. HEAD answers as GET does without the body, OPTIONS lists the methods. Answers carry a strong ETag. Words are "
    "read without regard to case, with `-`, `_` and blanks alike; an empty parameter is not asked. An unknown or "
    "repeated parameter is refused, and a refusal names every mistake at once. Examples are real answers, shortened: "
    "of each list and each map only the first entries."
)


def openapi(
    questions: Questions, samples: Mapping[str, Sample | None], base_url: str | None
) -> dict[str, object]:
    """Return the description over one catalog, whose words and answers it shows; `samples` by path."""
    answers, problem, components = answer_schemas()

    def operation(address: Address) -> dict[str, object]:
        sample = samples[address.path]
        example = sample and shortened(sample.answer, answers[address.path], components)
        links = {
            f"{one.operation}_by_{one.parameter}": {
                "operationId": one.operation,
                "parameters": {one.parameter: f"$response.body#{one.pointer}"},
            }
            for one in address.links
        }
        return {
            "operationId": address.name,
            "tags": [address.tag],
            "summary": address.summary,
            "description": address.meaning,
            "parameters": [_parameter(one, questions) for one in address.parameters],
            "responses": {
                "200": answered(address.summary, answers[address.path], example, links),
                **by_reference(),
            },
        }

    return {
        "openapi": "3.1.0",
        "info": {
            "title": "modeladvisor",
            "version": API_VERSION,
            "summary": "Which AI image or video model for my job, and how do you know?",
            "description": ABOUT,
            "contact": {"name": "The modeladvisor contributors"},
            "license": {
                "name": "CC BY 4.0 (data), MIT (software)",
                "url": "https://creativecommons.org/licenses/by/4.0/",
            },
        },
        "servers": [{"url": f"{base_url or ''}/api/v1"}],
        "security": [],
        "tags": [{"name": name, "description": meaning} for name, meaning in TAGS.items()],
        "paths": {one.path: {"get": operation(one)} for one in ADDRESSES},
        "components": {
            "schemas": components,
            "responses": responses(problem, mistake_samples(questions)),
            "headers": dict(HEADERS),
        },
    }


def _parameter(parameter: Parameter, questions: Questions) -> dict[str, object]:
    schema: dict[str, Any] = {"type": parameter.kind}
    meaning = parameter.meaning
    if parameter.kind == "integer":
        schema.update(minimum=1, maximum=parameter.most)
    elif parameter.words and parameter.closed:
        schema["enum"] = [*questions.allowed()[parameter.words], *parameter.also]
    elif parameter.kind == "string":
        schema.update(minLength=int(parameter.required), maxLength=parameter.longest)
    if parameter.words and not parameter.closed:
        meaning += f" Words: {', '.join(questions.allowed()[parameter.words])}."
    described: dict[str, object] = {
        "name": parameter.name,
        "in": parameter.place,
        "required": parameter.required,
        "description": meaning,
        "schema": schema,
    }
    if not parameter.required:
        described["allowEmptyValue"] = True
    examples = {one: {"value": _typed(one, parameter.kind)} for one in examples_of(parameter, questions)}
    return {**described, "examples": examples} if examples else described


def _typed(example: str, kind: str) -> str | int | bool:
    if kind == "integer":
        return int(example)
    return example == "true" if kind == "boolean" else example
