"""The official Python client against a real server with two workers, in both eras."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator

import httpx
import pytest
from mcp import Client, MCPError
from mcp_types import TextContent, TextResourceContents
from running_server import Running, serving

from modeladvisor import load

Step = Callable[[Client], Awaitable[None]]
CALLS: dict[str, dict[str, object]] = {
    "find_model": {"task": "product-videos", "input": "image", "audio": "silent", "budget": "medium"},
    "compare_models": {"models": ["veo-3.1", "kling-3.0"], "task": "ugc-ads"},
    "get_model": {"model": "veo-3.1"},
    "best_model_for": {"usecase": "ugc-ads"},
    "list_models": {"output": "image", "limit": 3},
    "where_to_use": {"model": "flux.2-pro"},
    "get_trending_workflows": {"task": "ugc-ads"},
    "get_prompt_tips": {"model": "veo-3.1"},
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server without limits."""
    folder = tmp_path_factory.mktemp("server")
    with serving(folder, MODELADVISOR_MCP_LIMIT="0", MODELADVISOR_REST_LIMIT="0") as running:
        yield running


def run(server: Running, mode: str, step: Step) -> None:
    """Connect, take one step and leave."""

    async def session() -> None:
        async with Client(f"{server.address}/mcp", mode=mode, read_timeout_seconds=30) as client:
            await step(client)

    asyncio.run(session())


each_mode = pytest.mark.parametrize("mode", ["legacy", "auto", "2026-07-28"])


@each_mode
def test_the_client_lists_and_calls_all_eight_tools(server: Running, mode: str) -> None:
    """Every tool is listed, answers in text and structure, and its structure fits what it declares."""

    async def step(client: Client) -> None:
        listed = (await client.list_tools()).tools
        assert [tool.name for tool in listed] == list(CALLS)
        for name, arguments in CALLS.items():
            result = await client.call_tool(name, arguments)
            assert result.is_error is False
            assert isinstance(result.content[0], TextContent)
            assert result.content[0].text
            assert result.structured_content
            assert result.structured_content["dataset"]["license"] == "CC-BY-4.0"

    run(server, mode, step)


@each_mode
def test_whole_answers_are_those_of_python(server: Running, mode: str) -> None:
    """With detail=full a tool gives through the client what Python answers."""
    advisor = load()
    words = {"task": "product-videos", "input": "image", "audio": "silent", "budget": "medium"}

    async def step(client: Client) -> None:
        for name, arguments, expected in (
            ("find_model", words, advisor.as_dict(advisor.find(**words))),
            ("get_model", {"model": "Google Veo"}, advisor.as_dict(advisor.match("Google Veo"))),
            ("best_model_for", {"usecase": "ugc-ads"}, advisor.as_dict(advisor.best("ugc-ads"))),
        ):
            result = await client.call_tool(name, {**arguments, "detail": "full"})
            assert result.structured_content == expected

    run(server, mode, step)


@each_mode
def test_the_client_reads_a_resource_and_gets_a_prompt(server: Running, mode: str) -> None:
    """A record and the whole reference can be read, and a prompt filled in."""

    async def step(client: Client) -> None:
        (resource,) = (await client.list_resources()).resources
        for uri, begins in (
            (str(resource.uri), "# modeladvisor: whole reference"),
            ("modeladvisor://models/veo-3.1", "# Veo 3.1"),
        ):
            (content,) = (await client.read_resource(uri)).contents
            assert isinstance(content, TextResourceContents)
            assert content.text.startswith(begins)
        prompts = {prompt.name for prompt in (await client.list_prompts()).prompts}
        assert prompts == {"choose_a_model", "compare_two"}
        filled = await client.get_prompt("choose_a_model", {"job": "a clip of my shop"})
        assert isinstance(filled.messages[0].content, TextContent)
        assert "a clip of my shop" in filled.messages[0].content.text

    run(server, mode, step)


@each_mode
def test_the_client_meets_errors(server: Running, mode: str) -> None:
    """A mistake is taught as a result, an unknown tool is an error with its code, and the next call works."""

    async def step(client: Client) -> None:
        taught = await client.call_tool("find_model", {"task": "product-vidoes"})
        assert taught.is_error is True
        assert taught.structured_content is None
        assert isinstance(taught.content[0], TextContent)
        assert "Nearest: product-videos" in taught.content[0].text
        assert "Next: call find_model" in taught.content[0].text
        with pytest.raises(MCPError) as caught:
            await client.call_tool("paint_picture", {})
        assert caught.value.code == -32602
        with pytest.raises(MCPError) as caught:
            await client.read_resource("modeladvisor://models/nothing")
        assert caught.value.code == (-32002 if mode == "legacy" else -32602)
        assert (await client.call_tool("find_model", {})).is_error is False

    run(server, mode, step)


def test_clients_need_no_memory_of_the_server(server: Running) -> None:
    """Each request may reach another worker on a new connection: there are no sessions."""
    greeting = {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "t", "version": "1"},
    }
    for method, params in (
        ("initialize", greeting),
        ("tools/list", None),
        ("tools/call", {"name": "list_models"}),
    ):
        for _ in range(4):
            message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
            answer = httpx.post(f"{server.address}/mcp", json=message, trust_env=False)
            assert answer.status_code == 200
            assert "result" in answer.json()
            assert "mcp-session-id" not in answer.headers
