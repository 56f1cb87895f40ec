"""What a user of the Python SDK 1.x meets; run with that SDK: `python python_sdk_1.py ADDRESS LIMITED_ADDRESS`."""

from __future__ import annotations

import asyncio
import json
import sys
from datetime import timedelta
from importlib.metadata import version
from pathlib import Path

from mcp import ClientSession, McpError
from mcp.client.streamable_http import streamablehttp_client

PLAN = json.loads((Path(__file__).parent / "plan.json").read_text("utf-8"))
PATIENCE = timedelta(seconds=15)


def said(result):
    """Give what a tool's result shows to a user."""
    return {
        "wrong": result.isError,
        "text": result.content[0].text,
        "structured": getattr(result, "structuredContent", None),
    }


async def error_of(asking):
    """Give the kind and the words of the error that a call ends with, None if it ends well."""
    try:
        await asking
    except McpError as error:
        return {"code": error.error.code, "message": error.error.message}
    return None


async def ordinary(address):
    """List and call everything once, and make two mistakes."""
    async with (
        streamablehttp_client(address) as (read, write, _),
        ClientSession(read, write, PATIENCE) as session,
    ):
        greeted = await session.initialize()
        listed = await session.list_tools()
        return {
            "protocol": str(greeted.protocolVersion),
            "tools": [tool.name for tool in listed.tools],
            "calls": {
                name: said(await session.call_tool(name, given)) for name, given in PLAN["calls"].items()
            },
            "resources": [str(one.uri) for one in (await session.list_resources()).resources],
            "resource": (await session.read_resource(PLAN["resource"])).contents[0].text,
            "prompts": [one.name for one in (await session.list_prompts()).prompts],
            "prompt": (await session.get_prompt(**PLAN["prompt"])).messages[0].content.text,
            "mistake": said(await session.call_tool(**PLAN["mistake"])),
            "unknown_tool": await error_of(session.call_tool(**PLAN["unknown_tool"])),
            "after": said(await session.call_tool("list_models", PLAN["calls"]["list_models"])),
        }


async def limited(address):
    """Ask until the server refuses."""
    asked = PLAN["until_refused"]
    served = 0
    try:
        async with (
            streamablehttp_client(address) as (read, write, _),
            ClientSession(read, write, PATIENCE) as session,
        ):
            await session.initialize()
            for _attempt in range(asked["attempts"]):
                await session.call_tool(asked["name"], asked["arguments"])
                served += 1
    except BaseException as error:
        return {"served": served, "told": told(error)}
    return {"served": served, "told": None}


def told(error):
    """Give the words of an error, those of a group of errors too."""
    inner = getattr(error, "exceptions", ())
    return "; ".join(map(told, inner)) if inner else f"{type(error).__name__}: {error}"


async def main():
    """Run both parts and print what was met."""
    report = await ordinary(sys.argv[1])
    print(json.dumps({"version": version("mcp"), **report, "limited": await limited(sys.argv[2])}))


asyncio.run(main())
