"""The Model Context Protocol over one stateless HTTP endpoint: five revisions, JSON answers only."""

from modeladvisor_server.mcp.endpoint import Decision, Limiter, McpEndpoint
from modeladvisor_server.mcp.offers import (
    Offer,
    Prompt,
    PromptArgument,
    Resource,
    ResourceTemplate,
    Tool,
    ToolAnswer,
    ToolMistake,
)

__all__ = [
    "Decision",
    "Limiter",
    "McpEndpoint",
    "Offer",
    "Prompt",
    "PromptArgument",
    "Resource",
    "ResourceTemplate",
    "Tool",
    "ToolAnswer",
    "ToolMistake",
]
