"""llms.txt and llms-full.txt: a reference that a language model can work from, with real answers."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

import attrs

from modeladvisor.opinions import NOTICE
from modeladvisor_server.questions import Questions
from modeladvisor_server.rest.description import ADDRESSES
from modeladvisor_server.rest.reference import (
    answer_line,
    error_lines,
    field_lines,
    parameter_line,
    type_words,
)
from modeladvisor_server.rest.samples import NOTE, Sample, examples_of, mistake_samples, shortened
from modeladvisor_server.rest.schemas import Schema, answer_schemas


@attrs.frozen
class ToolReference:
    """A tool of MCP as the reference shows it.

    Attributes:
        arguments, answer: JSON Schemas of an object.
        example: Arguments, and the text of the real answer to them; None where the catalog holds nothing to ask about.
    """

    name: str
    description: str
    arguments: Schema
    answer: Schema
    example: tuple[Mapping[str, object], str] | None


def llms_txt(base_url: str | None) -> str:
    """Return the short index (llmstxt.org)."""
    root = base_url or ""
    return (
        "# modeladvisor\n\n"
        "> Which AI image or video model for my job, and how do you know? Sourced facts, explained rankings, "
        "unknown said plainly.\n\n"
        "## Reference\n\n"
        f"- [Everything in one file]({root}/llms-full.txt): addresses, parameters, values, fields, errors, tools\n"
        f"- [OpenAPI 3.1]({root}/api/v1/openapi.json): the same for programs\n"
        f"- [Vocabulary]({root}/api/v1/vocabulary): allowed values, capabilities, counts\n"
        f"- [Errors]({root}/docs/errors): what each code means and what to do\n"
        f"- MCP endpoint: POST {root}/mcp\n\n"
        "## Questions\n\n"
        f"- [Which models fit a job]({root}/api/v1/finder?task=product-videos&input=image): ranked and explained\n"
        f"- [Models]({root}/api/v1/models?limit=5): every record with sources; `/api/v1/models/SLUG` is one\n"
        f"- [Use cases]({root}/api/v1/best): `/api/v1/best/SLUG` has the verdict of one\n"
        f"- [Workflows]({root}/api/v1/workflows): recipes of several steps\n"
    )


def llms_full(
    questions: Questions,
    samples: Mapping[str, Sample | None],
    tools: Sequence[ToolReference],
    base_url: str | None,
) -> str:
    """Return the whole reference over one catalog; `samples` are real answers by path."""
    root = base_url or ""
    parts = (
        _head(questions),
        _addresses(questions, samples, root),
        _errors(questions),
        _tools(tools, root),
        ["", "## Fields of the answers", "", "Every member is always present; what is unknown is null."],
        field_lines(answer_schemas()[2]),
        _words(questions),
    )
    return "\n".join(line for part in parts for line in part) + "\n"


def _head(questions: Questions) -> Iterator[str]:
    dataset = questions.catalog.dataset
    yield "# modeladvisor: whole reference"
    yield ""
    yield "Advice on AI image and video generation models: which one for a job, and how that is known."
    yield f"Data version {dataset.version}, as of {dataset.as_of}, {dataset.license}: {dataset.attribution}."
    yield NOTICE
    yield "Every value carries `source_url` and `verified_date`; null is unknown, which is neither yes nor no."
    yield "Scores: `low` is proved, `high` is possible, `coverage` is the decided share of the points."
    yield "Access links never change a ranking."


def _addresses(questions: Questions, samples: Mapping[str, Sample | None], root: str) -> Iterator[str]:
    answers, _, components = answer_schemas()
    allowed = questions.allowed()
    yield ""
    yield f"## REST: GET {root}/api/v1..."
    yield ""
    yield "JSON, without sign-in; HEAD and OPTIONS too. Words are read without regard to case, `-`, `_` and blanks alike."
    yield "An empty parameter is not asked; an unknown or repeated one is refused, and all mistakes are told at once."
    yield "A strong ETag comes with every answer; If-None-Match gives 304. Answers may be kept for five minutes."
    yield NOTE
    for address in ADDRESSES:
        yield ""
        yield f"### {address.path}"
        yield ""
        yield f"{address.summary} {address.meaning}"
        for one in address.parameters:
            words = allowed[one.words] if one.words else None
            yield parameter_line(one, words, examples_of(one, questions))
        yield answer_line(address)
        sample = samples[address.path]
        if sample is not None:
            answer = shortened(sample.answer, answers[address.path], components)
            yield f"Example: GET {root}/api/v1{sample.request}"
            yield from _as_json(answer)


def _errors(questions: Questions) -> Iterator[str]:
    yield ""
    yield "## Errors (application/problem+json)"
    yield ""
    yield from error_lines()
    for status, problem in mistake_samples(questions).items():
        yield f"Example: {status} at {problem['instance']}"
        yield from _as_json(problem)


def _tools(tools: Sequence[ToolReference], root: str) -> Iterator[str]:
    yield ""
    yield f"## MCP: POST {root}/mcp (Streamable HTTP, stateless, JSON, no sign-in)"
    for tool in tools:
        yield ""
        yield f"### {tool.name}"
        yield ""
        yield tool.description
        required = tool.arguments.get("required", ())
        for name, schema in tool.arguments["properties"].items():
            meaning = f" {schema['description']}." if "description" in schema else ""
            yield f"- {name} ({'required' if name in required else 'optional'}): {type_words(schema)}.{meaning}"
        yield f"Answer: {', '.join(tool.answer['properties'])}."
        if tool.example is not None:
            arguments, text = tool.example
            yield f"Example: {tool.name} {json.dumps(arguments, ensure_ascii=False)}"
            yield from ("````markdown", text.rstrip(), "````")


def _words(questions: Questions) -> Iterator[str]:
    vocabulary = questions.catalog.vocabulary
    yield ""
    yield "## Capabilities"
    yield ""
    for one in vocabulary.keys.values():
        unit = f", {one.unit}" if one.unit else ""
        values = f" Values: {', '.join(map(str, one.values))}." if one.values else ""
        yield f"- {one.key} ({one.kind}{unit}; {' and '.join(one.media)}): {one.question}{values}"
    yield ""
    yield "## Dimensions of evidence"
    yield ""
    yield from (f"- {name}: {meaning}" for name, meaning in vocabulary.evidence_dimensions.items())
    yield ""
    yield "## Use cases"
    yield ""
    yield from (f"- {one.slug}: {one.question}" for one in questions.catalog.use_cases.values())
    yield ""
    yield "## Models"
    yield ""
    for model in questions.catalog.models.values():
        vendor = questions.catalog.vendors[model.vendor].name
        yield f"- {model.slug}: {model.name}, {vendor}. {model.summary}"


def _as_json(answer: object) -> tuple[str, str, str]:
    return "```json", json.dumps(answer, ensure_ascii=False), "```"
