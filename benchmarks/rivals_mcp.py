"""The tool `get_model` behind other MCP servers, with the same body: `uvicorn rivals_mcp:sdk` or `rivals_mcp:fastmcp`.

Both run without sessions and answer in JSON, as the server of this project does.
"""

from __future__ import annotations

import datetime

from fastmcp import FastMCP
from fastmcp.tools import ToolResult
from mcp.server.mcpserver import MCPServer
from mcp.types import CallToolResult, TextContent

from modeladvisor import load_catalog
from modeladvisor_server.mcp.tools import product_tools
from modeladvisor_server.questions import Questions

_tools = {tool.name: tool for tool in product_tools(Questions(load_catalog(), datetime.date.today))}
_call = _tools["get_model"].call
_by_sdk = MCPServer("rival")
_by_fastmcp: FastMCP[None] = FastMCP("rival")


@_by_sdk.tool(name="get_model")
def get_model(model: str, detail: str = "concise") -> CallToolResult:
    """Give one model's record."""
    answer = _call({"model": model, "detail": detail})
    content = [TextContent(type="text", text=answer.text)]
    return CallToolResult(content=[*content], structured_content=dict(answer.structured), is_error=False)


@_by_fastmcp.tool(name="get_model", output_schema=None)
def get_model_too(model: str, detail: str = "concise") -> ToolResult:
    """Give one model's record."""
    answer = _call({"model": model, "detail": detail})
    return ToolResult(content=answer.text, structured_content=dict(answer.structured))


sdk = _by_sdk.streamable_http_app(json_response=True, stateless_http=True)
fastmcp = _by_fastmcp.http_app(path="/mcp", json_response=True, stateless_http=True)
