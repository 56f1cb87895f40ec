"""The official Python client against a real server, in both eras."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Awaitable, Callable, Iterator

import httpx
import pytest
import uvicorn
from mcp import Client, MCPError
from mcp_fixtures import OFFER, RecordingLimiter, build_app
from mcp_types import TextContent, TextResourceContents

from modeladvisor_server.mcp.envelope import MAX_BYTES

Step = Callable[[Client], Awaitable[None]]

LIMITER = RecordingLimiter()


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Run the fixture offer under uvicorn on a free port of this machine."""
    app = build_app(LIMITER, allowed_hosts=["127.0.0.1"], allowed_origins=["localhost"])
    server = uvicorn.Server(uvicorn.Config(app, log_level="critical", lifespan="off", ws="none"))
    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            while not server.started:
                assert thread.is_alive()
                time.sleep(0.005)
            yield f"http://127.0.0.1:{listener.getsockname()[1]}/mcp"
        finally:
            server.should_exit = True
            thread.join()


def run(address: str, mode: str, step: Step) -> Client:
    """Connect, take one step and leave."""

    async def session() -> Client:
        async with Client(address, mode=mode, read_timeout_seconds=10) as client:
            await step(client)
            return client

    return asyncio.run(session())


each_mode = pytest.mark.parametrize("mode", ["legacy", "auto", "2026-07-28"])
each_version = pytest.mark.parametrize(
    ("mode", "version"), [("legacy", "2025-11-25"), ("auto", "2026-07-28"), ("2026-07-28", "2026-07-28")]
)


@each_version
def test_the_client_settles_on_the_newest_version_of_its_era(address: str, mode: str, version: str) -> None:
    """A handshake gives 2025-11-25, asking what the server is gives 2026-07-28."""

    async def step(client: Client) -> None:
        assert client.protocol_version == version
        if mode != version:
            assert client.server_info is not None
            assert client.server_info.name == OFFER.name
            assert client.instructions == OFFER.instructions
            assert client.server_capabilities.tools is not None
            assert client.server_capabilities.logging is None

    run(address, mode, step)


@each_mode
def test_the_client_lists_and_calls_tools(address: str, mode: str) -> None:
    """Tools are listed with their annotations, called, checked against their schema, and taught by."""

    async def step(client: Client) -> None:
        listed = await client.list_tools()
        assert [tool.name for tool in listed.tools] == [tool.name for tool in OFFER.tools]
        annotations = listed.tools[0].annotations
        assert annotations is not None
        assert annotations.read_only_hint is True
        for name in ("echo", "größe"):
            result = await client.call_tool(name, {"colour": "grün"})
            assert result.structured_content == {"said": {"colour": "grün"}}
            assert isinstance(result.content[0], TextContent)
            assert result.content[0].text == 'You said {"colour":"grün"}'
            assert result.is_error is False
        taught = await client.call_tool("teach", {"colour": "blue"})
        assert taught.is_error is True
        assert taught.structured_content is None

    run(address, mode, step)


@each_mode
def test_the_client_reads_resources_and_prompts(address: str, mode: str) -> None:
    """Resources, templates and prompts are listed, read and filled in."""

    async def step(client: Client) -> None:
        assert [str(resource.uri) for resource in (await client.list_resources()).resources] == [
            "things://all"
        ]
        templates = await client.list_resource_templates()
        assert [template.uri_template for template in templates.resource_templates] == ["things://one/{slug}"]
        for uri, text in (("things://all", "# all"), ("things://one/pear/ü", '{"slug": "pear/ü"}')):
            (content,) = (await client.read_resource(uri)).contents
            assert isinstance(content, TextResourceContents)
            assert content.text == text
        (prompt,) = (await client.list_prompts()).prompts
        assert prompt.name == "choose"
        filled = await client.get_prompt("choose", {"job": "posters"})
        assert isinstance(filled.messages[0].content, TextContent)
        assert filled.messages[0].content.text == "Choose for posters within any budget."

    run(address, mode, step)


@each_version
def test_the_client_meets_errors(address: str, mode: str, version: str) -> None:
    """Errors arrive with their codes: unknown tools, resources and prompts, and a failure of the server."""

    async def code_of(asking: Awaitable[object]) -> int:
        with pytest.raises(MCPError) as caught:
            await asking
        return caught.value.code

    async def step(client: Client) -> None:
        assert await code_of(client.call_tool("nope", {})) == -32602
        missing = -32602 if version == "2026-07-28" else -32002
        assert await code_of(client.read_resource("things://one/plum")) == missing
        assert await code_of(client.get_prompt("choose", {})) == -32602
        assert await code_of(client.call_tool("fail", {})) == -32603
        assert (await client.call_tool("echo", {})).is_error is False

    run(address, mode, step)


def test_a_large_body_gets_its_answer_over_a_socket(address: str) -> None:
    """413 reaches a client that is still sending, whether or not it announced a length."""
    headers = {"Content-Type": "application/json"}
    body = b" " * (4 * MAX_BYTES)
    with httpx.Client(trust_env=False) as client:
        assert client.post(address, content=body, headers=headers).status_code == 413
        chunks = iter([body[:MAX_BYTES], body[:MAX_BYTES]])
        assert client.post(address, content=chunks, headers=headers).status_code == 413
        assert client.post(address, content=b"{}", headers=headers).status_code == 400
