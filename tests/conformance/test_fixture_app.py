"""The fixture application answers what the official conformance suite asks it for."""

from __future__ import annotations

import json

import pytest
from falcon import testing
from fixture_app import OFFER, build_app

from modeladvisor_server.mcp import Prompt

APP = build_app()
MODERN = "2026-07-28"
META = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientCapabilities": {"sampling": {}, "elicitation": {}},
}


def ask(
    method: str, params: dict[str, object], *, modern: bool = True, headers: dict[str, str] | None = None
) -> testing.Result:
    """Send one request in the modern way or in the old one."""
    sent = {"Content-Type": "application/json", **(headers or {})}
    if modern:
        named = params.get("uri" if method == "resources/read" else "name")
        sent |= {"MCP-Protocol-Version": MODERN, "Mcp-Method": method}
        sent |= {"Mcp-Name": named} if isinstance(named, str) else {}
        params = {**params, "_meta": META}
    message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    answer = testing.simulate_post(APP, "/mcp", body=json.dumps(message), headers=sent, host="localhost")
    assert isinstance(answer, testing.Result)
    return answer


each_era = pytest.mark.parametrize("modern", [False, True], ids=["legacy", "modern"])


@each_era
@pytest.mark.parametrize("name", [tool.name for tool in OFFER.tools if not tool.needs])
def test_tools_answer(name: str, modern: bool) -> None:
    """Each tool can be called without arguments; the one that always fails says so."""
    result = ask("tools/call", {"name": name, "arguments": {}}, modern=modern).json["result"]
    assert result["content"][0]["text"]
    assert result["isError"] == (name == "test_error_handling")


@pytest.mark.parametrize("name", [tool.name for tool in OFFER.tools if tool.needs])
def test_tools_answer_those_who_can_help(name: str) -> None:
    """A tool that needs a capability answers a client that has it."""
    assert ask("tools/call", {"name": name}).json["result"]["isError"] is False


@each_era
@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("test_simple_text", ["text"]),
        ("test_image_content", ["text", "image"]),
        ("test_audio_content", ["text", "audio"]),
        ("test_embedded_resource", ["text", "resource"]),
        ("test_multiple_content_types", ["text", "image", "resource"]),
    ],
)
def test_tools_hand_over_what_their_names_say(name: str, kinds: list[str], modern: bool) -> None:
    """Pictures, sounds and resources come after the text."""
    result = ask("tools/call", {"name": name}, modern=modern).json["result"]
    assert [part["type"] for part in result["content"]] == kinds


@each_era
@pytest.mark.parametrize(
    ("uri", "kind", "holds"),
    [
        ("test://static-text", "text", "static text"),
        ("test://static-binary", "blob", "iVBOR"),
        ("test://template/123/data", "text", "123"),
    ],
)
def test_resources_are_there(uri: str, kind: str, holds: str, modern: bool) -> None:
    """A text, a picture, and what a template makes of a number."""
    (contents,) = ask("resources/read", {"uri": uri}, modern=modern).json["result"]["contents"]
    assert holds in contents[kind]


@each_era
@pytest.mark.parametrize("prompt", OFFER.prompts, ids=lambda prompt: prompt.name)
def test_prompts_are_filled_in(prompt: Prompt, modern: bool) -> None:
    """Each prompt repeats what was given for its blanks."""
    given = {argument.name: f"given {argument.name}" for argument in prompt.arguments}
    answer = ask("prompts/get", {"name": prompt.name, "arguments": given}, modern=modern)
    for value in given.values():
        assert value in answer.text
    assert answer.json["result"]["messages"]


def test_strangers_are_refused() -> None:
    """Only this machine is answered, as the suite's check of DNS rebinding demands."""
    for headers in ({"Origin": "http://evil.example.com"}, {"Origin": "null"}):
        assert ask("tools/list", {}, headers=headers).status_code == 403
