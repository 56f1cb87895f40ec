"""What is offered over MCP: eight tools in few words, with flat schemas and true annotations."""

from __future__ import annotations

import json
from collections.abc import Iterator

import jsonschema
import pytest
from token_counts import tokens
from tool_calls import CATALOG, NAMES, SMALL_WORLD, TOOLS, WORLD

each_tool = pytest.mark.parametrize("name", NAMES)


def compact(value: object) -> str:
    """Return JSON as it travels."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def test_the_eight_tools_are_offered_in_one_page() -> None:
    """The same eight tools in the same order, whatever the catalog holds."""
    for one in (WORLD, SMALL_WORLD):
        listed = one.post("tools/list")["result"]
        assert tuple(tool["name"] for tool in listed["tools"]) == NAMES
        assert "nextCursor" not in listed


@each_tool
def test_a_tool_is_described_in_few_words(name: str) -> None:
    """Name, description and input schema take at most 250 tokens, 450 for find_model."""
    tool = TOOLS[name]
    size = tokens(tool["name"] + tool["description"] + compact(tool["inputSchema"]))
    assert size <= (450 if name == "find_model" else 250)


def test_the_whole_list_is_short() -> None:
    """`tools/list` takes at most 4,000 tokens, and the instructions 2,048 characters."""
    assert tokens(compact(WORLD.post("tools/list"))) <= 4000
    params = {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "t", "version": "1"},
    }
    instructions = WORLD.post("initialize", params)["result"]["instructions"]
    assert 0 < len(instructions) <= 2048
    for name in NAMES:
        assert name in instructions or name == "list_models"


@each_tool
def test_annotations_say_that_tools_only_read(name: str) -> None:
    """Nothing is written, nothing is destroyed, asking twice is asking once, and no other world is reached."""
    annotations = TOOLS[name]["annotations"]
    assert {key: annotations[key] for key in annotations if key != "title"} == {
        "readOnlyHint": True,
        "destructiveHint": False,
        "idempotentHint": True,
        "openWorldHint": False,
    }
    assert TOOLS[name]["title"]


def keys_of(schema: object) -> Iterator[str]:
    """Yield every key that stands anywhere in a schema."""
    if isinstance(schema, dict):
        yield from schema
        for inner in schema.values():
            yield from keys_of(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from keys_of(inner)


@each_tool
def test_input_schemas_are_flat(name: str) -> None:
    """Strings, enums, integers, booleans and string arrays; nothing nested, nothing nullable, nothing unnamed."""
    schema = TOOLS[name]["inputSchema"]
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["type"] == "object"
    assert schema["additionalProperties"] is False
    assert not {"anyOf", "oneOf", "allOf", "$ref", "$defs", "nullable"} & set(keys_of(schema))
    for one in schema["properties"].values():
        assert one["type"] in ("string", "integer", "boolean", "array")
        if one["type"] == "array":
            assert one["items"] == {"type": "string"}
    assert set(schema.get("required", ())) <= set(schema["properties"])


@each_tool
def test_output_schemas_are_shallow_objects(name: str) -> None:
    """Answers are objects at the root with typed members, without references."""
    schema = TOOLS[name]["outputSchema"]
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["type"] == "object"
    assert not {"$ref", "$defs", "anyOf"} & set(keys_of(schema))
    assert set(schema["required"]) == set(schema["properties"])


def test_closed_sets_are_enums() -> None:
    """Every argument with a closed set lists it, and each of its words works."""
    enums = {
        (name, key): one["enum"]
        for name, tool in TOOLS.items()
        for key, one in tool["inputSchema"]["properties"].items()
        if "enum" in one
    }
    assert {key for _, key in enums} == {
        "task", "usecase", "output", "style", "platform", "audio", "vendor", "status", "detail",
    }  # fmt: skip
    needed: dict[str, dict[str, object]] = {
        "compare_models": {"models": ["veo-3.1", "kling-3.0"]},
        "get_model": {"model": "veo-3.1"},
        "get_prompt_tips": {"model": "veo-3.1"},
        "best_model_for": {"usecase": "ugc-ads"},
    }
    for (name, key), words in enums.items():
        for word in words:
            WORLD.fine(name, {**needed.get(name, {}), key: word})
    assert enums["find_model", "task"] == list(CATALOG.use_cases)


@each_tool
def test_descriptions_lead_to_tools_that_exist(name: str) -> None:
    """A description says when to use the tool, and names no tool that is not there."""
    words = {word.strip(".,;:()") for word in TOOLS[name]["description"].split()}
    assert {word for word in words if "_" in word} <= set(NAMES)
    assert len(TOOLS[name]["description"]) > 100


def test_resources_and_prompts_belong_to_this_product() -> None:
    """The whole reference, records, use cases and the two prompts are listed and can be read."""
    listed = WORLD.post("resources/list")["result"]["resources"]
    assert [one["uri"] for one in listed] == ["modeladvisor://llms-full"]
    templates = WORLD.post("resources/templates/list")["result"]["resourceTemplates"]
    assert {one["uriTemplate"] for one in templates} == {
        "modeladvisor://models/{slug}",
        "modeladvisor://use-cases/{slug}",
    }
    for uri, told in (
        ("modeladvisor://llms-full", "# modeladvisor: whole reference"),
        ("modeladvisor://models/veo-3.1", "# Veo 3.1 (`veo-3.1`, Google)"),
        ("modeladvisor://models/Google%20Veo", "# Veo 3.1 (`veo-3.1`, Google)"),
        ("modeladvisor://use-cases/ugc-ads", "(`ugc-ads`)"),
    ):
        (content,) = WORLD.post("resources/read", {"uri": uri})["result"]["contents"]
        assert content["uri"] == uri
        assert content["mimeType"] == "text/markdown"
        assert told in content["text"].partition("\n")[0]
    for uri in (
        "modeladvisor://models/nope",
        "modeladvisor://models/",
        "other://models/veo-3.1",
        "modeladvisor://x/y",
    ):
        error = WORLD.post("resources/read", {"uri": uri})["error"]
        assert (error["code"], error["data"]) == (-32002, {"uri": uri})
    prompts = {one["name"]: one for one in WORLD.post("prompts/list")["result"]["prompts"]}
    assert set(prompts) == {"choose_a_model", "compare_two"}
    given = {
        "choose_a_model": {"job": "a clip of my shop"},
        "compare_two": {"first": "veo", "second": "sora"},
    }
    for name, arguments in given.items():
        (message,) = WORLD.post("prompts/get", {"name": name, "arguments": arguments})["result"]["messages"]
        assert all(value in message["content"]["text"] for value in arguments.values())
        assert any(tool in message["content"]["text"] for tool in NAMES)
