"""The page on MCP names what is offered, argument by argument, and no more."""

from __future__ import annotations

import re

from page_runs import CHECKOUT
from tool_calls import TOOLS, WORLD

from modeladvisor_server.mcp.envelope import MAX_BATCH, MAX_BYTES, MAX_DEPTH
from modeladvisor_server.mcp.failures import MODERN_STATUS
from modeladvisor_server.mcp.revisions import LEGACY_REVISIONS, MODERN_REVISION

PAGE = (CHECKOUT / "docs/reference/mcp.md").read_text("utf-8")


def test_every_tool_stands_with_its_arguments() -> None:
    """The table of tools has their names in their order, each with its arguments in theirs."""
    rows = re.findall(r"^\| ([a-z_]+) \| (`[^|]+) \|", PAGE, re.MULTILINE)
    assert {name: re.findall(r"`(\w+)`", given) for name, given in rows} == {
        name: list(tool["inputSchema"]["properties"]) for name, tool in TOOLS.items()
    }
    assert [name for name, _ in rows] == list(TOOLS)


def test_resources_and_prompts_stand_in_the_page() -> None:
    """Every address of a resource, every prompt and every argument of one."""
    listed = [one["uri"] for one in WORLD.post("resources/list")["result"]["resources"]]
    templates = WORLD.post("resources/templates/list")["result"]["resourceTemplates"]
    for address in (*listed, *(one["uriTemplate"] for one in templates)):
        assert f"| `{address}` |" in PAGE
    for prompt in WORLD.post("prompts/list")["result"]["prompts"]:
        arguments = ", ".join(f"`{one['name']}`" for one in prompt["arguments"])
        assert f"| `{prompt['name']}` ({arguments}) |" in PAGE


def test_revisions_codes_and_limits_stand_in_the_page() -> None:
    """All revisions, all codes of errors, and the sizes that are read."""
    assert all(one in PAGE for one in (*LEGACY_REVISIONS, MODERN_REVISION))
    # -32021 is for tools that need a capability of the client, and the product has none.
    assert all(f" {code}" in PAGE for code in MODERN_STATUS if code != -32021)
    assert f"over {MAX_BYTES // 1024} KiB" in PAGE
    assert f"deeper than {MAX_DEPTH} levels" in PAGE
    assert f"up to {MAX_BATCH} messages" in PAGE
