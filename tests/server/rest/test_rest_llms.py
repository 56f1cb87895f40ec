"""llms.txt and llms-full.txt say all that there is, with real answers."""

from __future__ import annotations

import json
import re
from typing import Any, cast

from rest_client import API, BUNDLED, TODAY, ask

from modeladvisor_server.mcp.tools import product_tools
from modeladvisor_server.problems import CODES
from modeladvisor_server.questions import Questions
from modeladvisor_server.tool_references import EXAMPLES

LLMS = ask("/llms-full.txt").text
OPENAPI: dict[str, Any] = ask(f"{API}/openapi.json").json
OPERATIONS = {path: item["get"] for path, item in OPENAPI["paths"].items()}


def test_the_whole_reference_names_everything() -> None:
    """llms-full.txt names every address, parameter, value, field, error, tool, capability and model."""
    questions = Questions(BUNDLED, lambda: BUNDLED.dataset.as_of)
    sections = {part.partition("\n")[0]: part for part in re.split(r"\n### ", LLMS)[1:]}
    for path, operation in OPERATIONS.items():
        for parameter in operation["parameters"]:
            need = "required" if parameter["required"] else "optional"
            assert f"\n- {parameter['name']} ({parameter['in']}, {need}): " in sections[path]
            for word in parameter["schema"].get("enum", ()):
                assert word in sections[path]
    for name, schema in OPENAPI["components"]["schemas"].items():
        for member, described in schema["properties"].items():
            (line,) = re.findall(rf"^- {member}: .*$", sections[name], re.MULTILINE)
            for word in described.get("enum", ()):
                assert str(word) in line
    for code in CODES.values():
        assert f"\n- {code.status} {code.name}: " in LLMS
    for tool in product_tools(questions):
        section = sections[tool.name]
        assert tool.description in section
        assert "\nExample: " in section
        for argument, schema in cast(dict[str, dict[str, Any]], tool.input_schema["properties"]).items():
            (line,) = re.findall(rf"^- {argument} \((?:required|optional)\): .*$", section, re.MULTILINE)
            assert all(str(word) in line for word in schema.get("enum", ()))
        for member in cast(dict[str, object], tool.output_schema["properties"]):
            assert member in section
    _, _, capabilities = LLMS.partition("\n## Capabilities\n")
    for key in BUNDLED.vocabulary.keys.values():
        (line,) = re.findall(rf"^- {key.key} .*$", capabilities, re.MULTILINE)
        assert all(str(one) in line for one in key.values)
    for name in (*BUNDLED.models, *BUNDLED.use_cases, *BUNDLED.vocabulary.evidence_dimensions):
        assert f"\n- {name}: " in LLMS


def test_shown_tools_give_real_answers() -> None:
    """The example of each tool is the beginning of what the tool answers to its arguments."""
    tools = product_tools(Questions(BUNDLED, lambda: TODAY))
    assert [one.name for one in tools] == list(EXAMPLES)
    for tool in tools:
        text = tool.call(EXAMPLES[tool.name]).text
        arguments = json.dumps(EXAMPLES[tool.name], ensure_ascii=False)
        _, _, shown = LLMS.partition(f"\nExample: {tool.name} {arguments}\n````markdown\n")
        assert text.startswith(shown.partition("\n````\n")[0].removesuffix("\n..."))
        assert shown.partition("\n````\n")[0]


def test_the_short_index_leads_to_documents_that_exist() -> None:
    """Each link of llms.txt is answered."""
    text = ask("/llms.txt").text
    assert text.startswith("# modeladvisor\n\n> ")
    links = [part.split(")")[0] for part in text.split("](")[1:]]
    assert links
    for link in links:
        assert ask(link).status_code == 200
