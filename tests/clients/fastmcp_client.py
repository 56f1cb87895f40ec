"""What a user of fastmcp's client meets; run with fastmcp: `python fastmcp_client.py ADDRESS LIMITED_ADDRESS`."""

from __future__ import annotations

import asyncio
import json
import sys
from importlib.metadata import version
from pathlib import Path

from fastmcp import Client
from fastmcp.exceptions import ToolError
from mcp import MCPError

PLAN = json.loads((Path(__file__).parent / "plan.json").read_text("utf-8"))
PATIENCE = 15


async def called(client, name, arguments):
    """Call a tool and give what it shows to a user: a mistake arrives as an exception of fastmcp's own."""
    try:
        result = await client.call_tool(name, arguments)
    except ToolError as error:
        return {"wrong": True, "text": str(error), "structured": None}
    return {"wrong": False, "text": result.content[0].text, "structured": result.structured_content}


async def error_of(asking):
    """Give the kind and the words of the error that a call ends with, None if it ends well."""
    try:
        await asking
    except MCPError as error:
        return {"code": error.code, "message": error.message}
    return None


async def ordinary(address):
    """List and call everything once, and make two mistakes."""
    async with Client(address, timeout=PATIENCE) as client:
        return {
            "protocol": client.protocol_version,
            "tools": [tool.name for tool in await client.list_tools()],
            "calls": {name: await called(client, name, given) for name, given in PLAN["calls"].items()},
            "resources": [str(one.uri) for one in await client.list_resources()],
            "resource": (await client.read_resource(PLAN["resource"]))[0].text,
            "prompts": [one.name for one in await client.list_prompts()],
            "prompt": (await client.get_prompt(**PLAN["prompt"])).messages[0].content.text,
            "mistake": await called(client, **PLAN["mistake"]),
            "unknown_tool": await error_of(client.call_tool(**PLAN["unknown_tool"])),
            "after": await called(client, "list_models", PLAN["calls"]["list_models"]),
        }


async def limited(address):
    """Ask until the server refuses."""
    asked = PLAN["until_refused"]
    served = 0
    try:
        async with Client(address, timeout=PATIENCE) as client:
            for _attempt in range(asked["attempts"]):
                await client.call_tool(asked["name"], asked["arguments"])
                served += 1
    except Exception as error:
        return {"served": served, "told": f"{type(error).__name__}: {error}"}
    return {"served": served, "told": None}


async def main():
    """Run both parts and print what was met."""
    report = await ordinary(sys.argv[1])
    print(json.dumps({"version": version("fastmcp"), **report, "limited": await limited(sys.argv[2])}))


asyncio.run(main())
