"""The tools of MCP as the reference shows them, each with a real answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from modeladvisor_server.mcp.offers import Tool, ToolMistake
from modeladvisor_server.rest.llms import ToolReference

EXAMPLES: Mapping[str, Mapping[str, object]] = {
    "find_model": {"task": "product-videos", "input": "image", "audio": "silent", "limit": 1},
    "compare_models": {"models": ["veo-3.1", "kling-3.0"]},
    "get_model": {"model": "veo-3.1"},
    "best_model_for": {"usecase": "product-videos"},
    "list_models": {"output": "image", "limit": 3},
    "where_to_use": {"model": "veo-3.1"},
    "get_trending_workflows": {"limit": 1},
    "get_prompt_tips": {"model": "veo-3.1"},
}
LONGEST = 1500
"""Characters of an answer that are shown."""


def tool_references(tools: Sequence[Tool]) -> list[ToolReference]:
    """Return the tools in their order; one that the catalog cannot answer by its example has none."""
    return [
        ToolReference(
            tool.name, tool.description, dict(tool.input_schema), dict(tool.output_schema), _example(tool)
        )
        for tool in tools
    ]


def _example(tool: Tool) -> tuple[Mapping[str, object], str] | None:
    arguments = EXAMPLES[tool.name]
    try:
        text = tool.call(arguments).text
    except ToolMistake:
        return None
    if len(text) <= LONGEST:
        return arguments, text
    return arguments, f"{text[:LONGEST].rpartition(chr(10))[0]}\n..."
