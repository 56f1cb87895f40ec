"""llms.txt and llms-full.txt: a reference that a language model can work from, with real answers."""

from __future__ import annotations

import json

from modeladvisor.opinions import NOTICE
from modeladvisor_server.problems import CODES
from modeladvisor_server.questions import Questions
from modeladvisor_server.rest.description import ADDRESSES, Address, Parameter

SHORTEST = {"task": "product-videos", "input": "image", "audio": "silent", "budget": "medium", "limit": "1"}
LONGEST_EXAMPLE = 2500


def llms_txt(base_url: str | None) -> str:
    """Return the short index (llmstxt.org)."""
    root = base_url or ""
    return (
        "# modeladvisor\n\n"
        "> Which AI image or video model for my job, and how do you know? Sourced facts, explained rankings, "
        "unknown said plainly.\n\n"
        "## Reference\n\n"
        f"- [Everything in one file]({root}/llms-full.txt): addresses, parameters, values, errors, tools\n"
        f"- [OpenAPI 3.1]({root}/api/v1/openapi.json)\n"
        f"- [Vocabulary]({root}/api/v1/vocabulary): allowed values, capabilities, counts\n"
        f"- MCP endpoint: POST {root}/mcp\n"
    )


def llms_full(questions: Questions, tools: dict[str, str], base_url: str | None) -> str:
    """Return the whole reference; `tools` gives the description of each MCP tool by name."""
    dataset = questions.catalog.dataset
    lines = [
        "# modeladvisor: whole reference",
        "",
        "Advice on AI image and video generation models: which one for a job, and how that is known.",
        f"Data version {dataset.version}, as of {dataset.as_of}, {dataset.license}: {dataset.attribution}.",
        NOTICE,
        "Every value carries `source_url` and `verified_date`; null is unknown, which is neither yes nor no.",
        "Scores: `low` is proved, `high` is possible, `coverage` is the decided share of the points.",
        "Access links never change a ranking.",
        "",
        f"## REST: GET {base_url or ''}/api/v1...",
    ]
    allowed = questions.allowed()
    for address in ADDRESSES:
        lines.extend(["", f"### {address.path}", address.summary])
        lines.extend(_parameter_line(one, allowed) for one in address.parameters)
        lines.append(f"Answer: {_fields(address)}.")
    words = SHORTEST if _can_be_asked(questions, SHORTEST) else {"limit": "1"}
    lines.extend(["", f"### Example: /finder?{'&'.join(f'{k}={v}' for k, v in words.items())}", "```json"])
    example = json.dumps(questions.finder(words), ensure_ascii=False)
    lines.extend([example[:LONGEST_EXAMPLE] + (" ..." if len(example) > LONGEST_EXAMPLE else ""), "```"])
    lines.extend(["", "## Errors (application/problem+json)"])
    lines.extend(f"- {code.status} {code.name}: {code.title}. {code.advice}" for code in CODES.values())
    lines.extend(["", f"## MCP: POST {base_url or ''}/mcp (Streamable HTTP, stateless, JSON, no sign-in)"])
    lines.extend(f"- {name}: {text}" for name, text in tools.items())
    lines.extend(["", "## Capabilities"])
    lines.extend(
        f"- {one.key} ({one.kind}{f', {one.unit}' if one.unit else ''}; {' and '.join(one.media)}): {one.question}"
        for one in questions.catalog.vocabulary.keys.values()
    )
    lines.extend(["", "## Models"])
    lines.extend(
        f"- {model.slug}: {model.name}, {questions.catalog.vendors[model.vendor].name}. {model.summary}"
        for model in questions.catalog.models.values()
    )
    return "\n".join(lines) + "\n"


def _can_be_asked(questions: Questions, words: dict[str, str]) -> bool:
    """Tell whether a catalog knows the words of an example; one that somebody else wrote need not."""
    return (
        words["task"] in questions.catalog.use_cases and words["budget"] in questions.catalog.asking.budgets
    )


def _parameter_line(parameter: Parameter, allowed: dict[str, list[str]]) -> str:
    words = f" Values: {', '.join(allowed[parameter.words])}." if parameter.words else ""
    need = "required" if parameter.required else "optional"
    return f"- {parameter.name} ({parameter.place}, {need}): {parameter.meaning}{words} Example: {parameter.example}"


def _fields(address: Address) -> str:
    return ", ".join(address.answer.__annotations__)
