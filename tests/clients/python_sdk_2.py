"""What a user of the Python SDK 2.x meets; run with that SDK: `python python_sdk_2.py ADDRESS LIMITED_ADDRESS`."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable
from importlib.metadata import version
from pathlib import Path
from typing import Any

from mcp import Client, MCPError
from mcp_types import CallToolResult

PLAN: dict[str, Any] = json.loads((Path(__file__).parent / "plan.json").read_text("utf-8"))
PATIENCE = 15.0


def said(result: CallToolResult) -> dict[str, Any]:
    """Give what a tool's result shows to a user."""
    return {
        "wrong": result.is_error,
        "text": getattr(result.content[0], "text", None),
        "structured": result.structured_content,
    }


async def error_of(asking: Awaitable[object]) -> dict[str, Any] | None:
    """Give the kind and the words of the error that a call ends with, None if it ends well."""
    try:
        await asking
    except MCPError as error:
        return {"code": error.code, "message": error.message}
    return None


async def ordinary(address: str) -> dict[str, Any]:
    """List and call everything once, and make two mistakes."""
    async with Client(address, read_timeout_seconds=PATIENCE) as client:
        read = (await client.read_resource(PLAN["resource"])).contents[0]
        filled = await client.get_prompt(**PLAN["prompt"])
        return {
            "protocol": client.protocol_version,
            "tools": [tool.name for tool in (await client.list_tools()).tools],
            "calls": {
                name: said(await client.call_tool(name, given)) for name, given in PLAN["calls"].items()
            },
            "resources": [str(one.uri) for one in (await client.list_resources()).resources],
            "resource": getattr(read, "text", None),
            "prompts": [one.name for one in (await client.list_prompts()).prompts],
            "prompt": getattr(filled.messages[0].content, "text", None),
            "mistake": said(await client.call_tool(**PLAN["mistake"])),
            "unknown_tool": await error_of(client.call_tool(**PLAN["unknown_tool"])),
            "after": said(await client.call_tool("list_models", PLAN["calls"]["list_models"])),
        }


async def limited(address: str) -> dict[str, Any]:
    """Ask until the server refuses."""
    asked = PLAN["until_refused"]
    served = 0
    try:
        async with Client(address, read_timeout_seconds=PATIENCE) as client:
            for _attempt in range(asked["attempts"]):
                await client.call_tool(asked["name"], asked["arguments"])
                served += 1
    except Exception as error:
        return {"served": served, "told": told(error)}
    return {"served": served, "told": None}


def told(error: BaseException) -> str:
    """Give the words of an error, those of a group of errors too."""
    inner = error.exceptions if isinstance(error, BaseExceptionGroup) else ()
    return "; ".join(map(told, inner)) if inner else f"{type(error).__name__}: {error}"


async def main() -> None:
    """Run both parts and print what was met."""
    report = await ordinary(sys.argv[1])
    print(json.dumps({"version": version("mcp"), **report, "limited": await limited(sys.argv[2])}))


asyncio.run(main())
